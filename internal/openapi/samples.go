package openapi

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"text/template"
)

// Call is a request as code samples make it, with the access token that the
// environment variable TOKEN holds.
type Call struct {
	Method string
	URL    string
	Header []Field // beside what the body needs
	JSON   string  // of the body, "" for none
	Upload string  // name of a file that is sent
	Bytes  string  // name of a file whose bytes are sent bare
	Media  string  // of these; "" for a part of an upload (tus)
	Save   string  // name of the file that the answer's bytes are written to
	Empty  bool    // the answer has no body
}

// Field is a header with its value.
type Field struct{ Name, Value string }

// Sample is a program that makes a call and fails with the problem when it is refused.
type Sample struct{ Lang, Label, Source string }

// languages of samples. Each has a template, whose file is called as the last word.
var languages = []struct{ lang, label, file string }{
	{"Shell", "curl", "curl.sh"}, {"TypeScript", "TypeScript", "typescript.ts"}, {"Python", "Python", "python.py"}, {"Go", "Go", "go.go"},
}

//go:embed samples
var sampleFiles embed.FS

// BytesType is the media type of bare bytes.
func (c Call) BytesType() string { return cmp.Or(c.Media, "application/offset+octet-stream") }

// Samples writes the call in every language.
func (c Call) Samples() ([]Sample, error) {
	templates, err := template.New("").Funcs(template.FuncMap{
		"shell": shellQuoted, "quoted": jsonQuoted, "behind": behind, "python": pythonLiteral, "literal": goLiteral, "bare": c.bareURL,
	}).ParseFS(sampleFiles, "samples/*.tmpl")
	if err != nil {
		return nil, fmt.Errorf("read the templates of samples: %w", err)
	}
	samples := make([]Sample, len(languages))
	for i, language := range languages {
		var source bytes.Buffer
		if err := templates.ExecuteTemplate(&source, language.file+".tmpl", c); err != nil {
			return nil, fmt.Errorf("write a sample: %w", err)
		}
		samples[i] = Sample{language.lang, language.label, source.String()}
	}
	return samples, nil
}

// bareURL is the address of an upload without a form: it carries the file's name.
func (c Call) bareURL() string {
	if c.Upload == "" {
		return c.URL
	}
	return c.URL + "?name=" + c.Upload
}

// shellQuoted quotes a word of a POSIX shell where it needs it.
func shellQuoted(word string) string {
	if !strings.ContainsFunc(word, func(r rune) bool { return !strings.ContainsRune(plainInShell, r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

const plainInShell = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./:@"

// jsonQuoted quotes a text for TypeScript, Python and Go alike.
func jsonQuoted(text string) (string, error) {
	var quoted bytes.Buffer
	encoder := json.NewEncoder(&quoted)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(text)
	return strings.TrimSuffix(quoted.String(), "\n"), err
}

// behind puts a margin before each line but the first.
func behind(margin, text string) string { return strings.ReplaceAll(text, "\n", "\n"+margin) }

var jsonWords = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|true|false|null`)

// pythonLiteral writes JSON as Python does, whose texts and numbers are the same.
func pythonLiteral(text string) string {
	words := map[string]string{"true": "True", "false": "False", "null": "None"}
	return jsonWords.ReplaceAllStringFunc(text, func(found string) string { return cmp.Or(words[found], found) })
}

// goLiteral writes a text as a literal of Go.
func goLiteral(text string) (string, error) {
	if strings.Contains(text, "`") {
		return jsonQuoted(text)
	}
	return "`" + text + "`", nil
}

// Show puts samples of a call into the operation.
func (o Operation) Show(c Call) error {
	samples, err := c.Samples()
	if err != nil {
		return err
	}
	list := make([]any, len(samples))
	for i, s := range samples {
		list[i] = Object{"lang": s.Lang, "label": s.Label, "source": s.Source}
	}
	o.Object["x-codeSamples"] = list
	return nil
}
