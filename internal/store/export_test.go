package store

// Dumped and Made are the tables of a backup and those made from them.
var (
	Dumped = dumped
	Made   = made
)
