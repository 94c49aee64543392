package seller

// advice says what to do about a problem of a file, by its code, in the words of
// docs/errors.md; "" for a code that is not there.
func advice(code string) string {
	return map[string]string{
		"empty":         "Upload it again; if it is empty on your disk too, export it again.",
		"type_mismatch": "Rename the file to the format that the detail names, or export it in the intended one.",
		"truncated":     "The export or the upload was cut off: compare the size with your copy, export again.",
		"malformed": "Open it in the program that made it and export it again; the detail names the place and, where known, " +
			"the version to export.",
		"no_content": "Check that the export included the objects and not just an empty scene or a camera.",
		"limit":      "Reduce the model, or split it into several files.",
		"unsafe":     "Refer to textures and other parts by plain file names, and upload them beside it.",
		"unmeasured": "Nothing needs to be done; export it in the form that the detail names to have its facts shown.",
		"texture_unread": "Use PNG, JPEG or another kind that is read, and open the texture in a picture viewer to see whether it " +
			"is whole.",
		"texture_limit": "Scale the textures down, or save them with 8 bits in each channel, or sell the file as it is: beyond " +
			"these limits its picture may be drawn without some of them.",
		"archive_names":     "Pack the files again with relative paths; rename one of two equal names.",
		"archive_entries":   "Leave out what buyers don't need, or split the archive.",
		"archive_encrypted": "Pack it without a password.",
		"archive_nested":    "Unpack the inner archive and put its files into the outer one, or upload it by itself.",
		"archive_ratio":     "Pack the files again with an ordinary program, or upload them unpacked.",
		"broken_archive":    "The upload was cut off or the archive is damaged: test it on your disk and pack it again.",
		"too_large":         "Reduce the model or its textures, or split it.",
		"too_slow":          "Reduce the model; if it is small, export it again with fewer nested parts.",
		"unreadable": "Export it again, or in another format. If that does not help, it may be a fault of the reader: report it " +
			"to the operator.",
		"internal": "Upload it again later, or ask the operator to run vitrine reprocess.",
	}[code]
}
