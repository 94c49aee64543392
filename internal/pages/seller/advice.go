package seller

import "vitrine/internal/locale"

// advice says what to do about a problem of a file, by its code, in the words of
// docs/errors.md; "" for a code that is not there.
func advice(l *locale.Language, code string) string {
	return l.Say(map[string]locale.Phrase{
		"empty":         locale.Text("Upload it again; if it is empty on your disk too, export it again."),
		"type_mismatch": locale.Text("Rename the file to the format that the detail names, or export it in the intended one."),
		"truncated":     locale.Text("The export or the upload was cut off: compare the size with your copy, export again."),
		"malformed": locale.Text("Open it in the program that made it and export it again; the detail names the place and, where known, " +
			"the version to export."),
		"no_content": locale.Text("Check that the export included the objects and not just an empty scene or a camera."),
		"limit":      locale.Text("Reduce the model, or split it into several files."),
		"unsafe":     locale.Text("Refer to textures and other parts by plain file names, and upload them beside it."),
		"unmeasured": locale.Text("Nothing needs to be done; export it in the form that the detail names to have its facts shown."),
		"texture_unread": locale.Text("Use PNG, JPEG or another kind that is read, and open the texture in a picture viewer to see " +
			"whether it is whole."),
		"texture_limit": locale.Text("Scale the textures down, or save them with 8 bits in each channel, or sell the file as it is: beyond " +
			"these limits its picture may be drawn without some of them."),
		"archive_names":     locale.Text("Pack the files again with relative paths; rename one of two equal names."),
		"archive_entries":   locale.Text("Leave out what buyers don't need, or split the archive."),
		"archive_encrypted": locale.Text("Pack it without a password."),
		"archive_nested":    locale.Text("Unpack the inner archive and put its files into the outer one, or upload it by itself."),
		"archive_ratio":     locale.Text("Pack the files again with an ordinary program, or upload them unpacked."),
		"broken_archive":    locale.Text("The upload was cut off or the archive is damaged: test it on your disk and pack it again."),
		"too_large":         locale.Text("Reduce the model or its textures, or split it."),
		"too_slow":          locale.Text("Reduce the model; if it is small, export it again with fewer nested parts."),
		"unreadable": locale.Text("Export it again, or in another format. If that does not help, it may be a fault of the reader: report it " +
			"to the operator."),
		"internal": locale.Text("Upload it again later, or ask the operator to run vitrine reprocess."),
	}[code])
}
