package mail_test

import (
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/mail"
)

// TestBuiltInWordsMayBeOwn has each of the program's words pass as an operator's: whoever
// changes a comma of them is not refused.
func TestBuiltInWordsMayBeOwn(t *testing.T) {
	t.Parallel()
	for _, language := range mail.BuiltInLanguages() {
		for _, kind := range append(mail.Kinds(), mail.Footer) {
			subject, body, err := mail.BuiltIn(kind, language)
			if err != nil {
				t.Fatal(err)
			}
			if err := (mail.Own{Kind: kind, Language: language, Subject: subject, Body: body}).Check(); err != nil {
				t.Errorf("%s in %s: %v", kind, language, err)
			}
		}
	}
}

// TestOwnWordsAreChecked refuses words that make no mail, or not the one that it is for.
func TestOwnWordsAreChecked(t *testing.T) {
	t.Parallel()
	const linked = "\n\n=> Here"
	for name, test := range map[string]struct {
		kind          mail.Kind
		subject, body string
		field, says   string
	}{
		"good":                {mail.Confirm, "Hi {{.Name}}", "At {{.Shop}}." + linked, "", ""},
		"no subject":          {mail.Confirm, " ", "x" + linked, "/subject", "a subject is a line"},
		"two subjects":        {mail.Confirm, "a\nb", "x" + linked, "/subject", "a subject is a line"},
		"nothing":             {mail.Confirm, "a", "\n", "/body", "at most 20,000 bytes"},
		"too much":            {mail.Confirm, "a", strings.Repeat("x", 20_001), "/body", "at most 20,000 bytes"},
		"another placeholder": {mail.Confirm, "{{.Title}}", "x" + linked, "/subject", "{{.Title}} is no placeholder of this mail: it may"},
		"one of another mail": {mail.Confirm, "a", "{{.Values.title}}" + linked, "/body", "{{.Values.title}} is no placeholder"},
		"behind a dollar":     {mail.Confirm, "a", "{{with .Name}}{{$.Secret}}{{end}}" + linked, "/body", "{{.Secret}} is no placeholder"},
		"not closed":          {mail.Confirm, "a", "{{.Shop" + linked, "/body", "is not written as it should be"},
		"no end":              {mail.Confirm, "a", "{{if .Name}}x" + linked, "/body", "is not written as it should be"},
		"another function":    {mail.Confirm, "a", "{{printf \"%9999999d\" 1}}" + linked, "/body", "is nothing that mails may have"},
		"without an end":      {mail.Confirm, "a", "{{range 1000000000}}x{{end}}" + linked, "/body", "is nothing that mails may have"},
		"a template": {mail.Confirm, "a", `{{define "a"}}{{template "a"}}{{end}}{{template "a"}}` + linked, "/body",
			"is nothing that mails may have"},
		"over a paragraph":      {mail.Confirm, "a", "{{if .Name}}x\n\ny{{end}}" + linked, "/body", "no empty line is in it"},
		"without the link":      {mail.Confirm, "a", "x", "/body", "sent for its link"},
		"without the reasons":   {mail.Suspended, "a", "x", "/body", "{{.Values.reason}}"},
		"a dot that is no page": {mail.Confirm, "a", "{{with .Name}}{{.Shop}}{{end}}" + linked, "/body", "others begin with a $"},
	} {
		err := (mail.Own{Kind: test.kind, Language: "en", Subject: test.subject, Body: test.body}).Check()
		if test.field == "" {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		fields := fieldsOf(err)
		if len(fields) != 1 || fields[0].Pointer != test.field || !strings.Contains(fields[0].Detail, test.says) {
			t.Errorf("%s: %+v, want %s: %s", name, fields, test.field, test.says)
		}
	}
	for _, own := range []mail.Own{
		{Kind: "nothing", Language: "en", Subject: "a", Body: "b"}, {Kind: mail.Trial, Language: "tlh", Subject: "a", Body: "b"},
	} {
		if err := own.Check(); vitrine.CodeOf(err) != vitrine.NotFound {
			t.Errorf("%s in %s: %v", own.Kind, own.Language, err)
		}
	}
}

func fieldsOf(err error) []vitrine.Field {
	e, ok := err.(*vitrine.Error) //nolint:errorlint // nothing wraps it
	if !ok {
		return nil
	}
	return e.Fields
}
