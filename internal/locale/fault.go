package locale

import "html/template"

// Fault says what is wrong with a file: the detail where the catalogue has it, or else its
// code in words and the detail in English.
func (l *Language) Fault(code, detail string) string {
	if said, ok := l.detail(detail); ok {
		return said
	}
	return l.T("{fault}: “{detail}”.", l.fault(code), detail)
}

// FaultHTML is Fault as a part of a page.
func (l *Language) FaultHTML(code, detail string) template.HTML {
	if said, ok := l.detail(detail); ok {
		return template.HTML("<bdi>" + template.HTMLEscapeString(said) + "</bdi>")
	}
	english := template.HTML(template.HTMLEscapeString(detail)) // isolated by its element
	return l.HTML("{fault}: <q>{detail}</q>.", l.fault(code), Mark{`<q lang="en" dir="ltr">`, "</q>"}, english)
}

// detail says a detail as a sentence, and whether that is in the language.
func (l *Language) detail(english string) (string, bool) {
	return l.Says(english), l.English() || l.Sentence(english) != english
}

// fault is the meaning of a code of files, of which docs/errors.md has the table.
func (l *Language) fault(code string) string {
	said := map[string]string{
		"empty":             l.T("The file is empty"),
		"type_mismatch":     l.T("The content is not what the name of the file says"),
		"truncated":         l.T("The file ends too early"),
		"malformed":         l.T("The file breaks the rules of its format"),
		"no_content":        l.T("The file holds no geometry"),
		"limit":             l.T("The file holds more than is read"),
		"unsafe":            l.T("The file refers to something that no file may refer to"),
		"unmeasured":        l.T("The file can be sold, but not measured"),
		"texture_unread":    l.T("A texture can’t be read"),
		"texture_limit":     l.T("A texture is larger than what is read"),
		"archive_names":     l.T("Names in the archive can’t be kept"),
		"archive_entries":   l.T("The archive holds too many files"),
		"archive_encrypted": l.T("It is locked with a password"),
		"archive_nested":    l.T("The archive holds another archive"),
		"archive_ratio":     l.T("The archive unpacks to far more than its size justifies"),
		"broken_archive":    l.T("The list of files in the archive can’t be read"),
		"too_large":         l.T("Reading the file takes more memory than there is for it"),
		"too_slow":          l.T("Reading the file takes longer than there is time for it"),
		"unreadable":        l.T("The file can’t be read"),
		"internal":          l.T("The server could not read the file"),
	}[code]
	if said == "" {
		return l.T("Something is wrong with the file")
	}
	return said
}
