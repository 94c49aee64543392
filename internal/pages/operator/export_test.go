package operator

// WordsOf tells an act.
var WordsOf = wordsOf
