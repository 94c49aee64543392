package billing

// WriteDocuments writes documents as a table for an accountant.
var WriteDocuments = writeDocuments
