package words

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Known is a word of a vocabulary, and how many models have it.
type Known struct {
	Word   string
	Models int64
}

// Meant returns the words of a vocabulary that a reader may have meant, the
// likeliest first: those at the fewest mistakes, among them those that most
// models have. None is further than Mistakes allows.
//
// A vocabulary is asked for Near of the word and, where two mistakes are allowed,
// for the words from Around whose length differs by two at most.
func Meant(word string, vocabulary []Known) []string {
	type near struct {
		Known
		mistakes int
	}
	var list []near
	allowed := Mistakes(word)
	for _, known := range vocabulary {
		if mistakes := Distance(word, known.Word, allowed); mistakes > 0 && mistakes <= allowed {
			list = append(list, near{known, mistakes})
		}
	}
	slices.SortFunc(list, func(a, b near) int {
		// The last comparison is for databases that tell the same in another order.
		return cmp.Or(cmp.Compare(a.mistakes, b.mistakes), cmp.Compare(b.Models, a.Models), cmp.Compare(a.Word, b.Word))
	})
	meant := make([]string, len(list))
	for i, n := range list {
		meant[i] = n.Word
	}
	return meant
}

// Replace returns keywords with other words in the place of some of those that
// Parse made of them. All else stays as it is written.
func Replace(keywords string, others map[string]string) string {
	var text strings.Builder
	for kind, piece := range pieces(compatible(keywords)) {
		other, replaced := others[cut(fold(strings.ToLower(cut(piece))))]
		if kind == spaced && replaced {
			piece = other
		}
		text.WriteString(piece)
	}
	return text.String()
}

// Mistakes returns how many mistakes a word may have: one, or two from 6
// characters on; none in words of fewer than 3 characters or more than 24, and
// in alphabets that are not known here.
func Mistakes(word string) int {
	_, known := alphabet(word)
	switch n := utf8.RuneCountInString(word); {
	case !known || n < 3 || n > 24:
		return 0
	case n < 6:
		return 1
	default:
		return 2
	}
}

// Around returns where the words begin and where they have ended that begin with
// the first two letters of a word.
func Around(word string) (from, to string) {
	_, first := utf8.DecodeRuneInString(word)
	_, second := utf8.DecodeRuneInString(word[first:])
	from = word[:first+second]
	return from, After(from)
}

// Near returns the words at one mistake from a word: a letter left out, two
// swapped, one replaced, one too many. Letters are those of its own alphabet,
// digits where it has some. There are none of words that may have no mistake.
func Near(word string) []string {
	if Mistakes(word) == 0 {
		return nil
	}
	letters, _ := alphabet(word)
	var list []string
	for i, r := range word {
		head, rest := word[:i], word[i+utf8.RuneLen(r):]
		list = append(list, head+rest)
		for _, letter := range letters {
			list = append(list, head+string(letter)+rest, head+string(letter)+word[i:])
		}
		_, size := utf8.DecodeRuneInString(rest)
		list = append(list, head+rest[:size]+string(r)+rest[size:])
	}
	for _, letter := range letters {
		list = append(list, word+string(letter))
	}
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(other string) bool { return other == word })
}

// alphabets are the folded letters of scripts.
var alphabets = []string{"abcdefghijklmnopqrstuvwxyz", "абвгдежзиклмнопрстуфхцчшщъыьэюяієґђјљњћџ", "αβγδεζηθικλμνξοπρστυφχψω"}

const digits = "0123456789"

// alphabet returns the letters that a word may be mistyped with.
func alphabet(word string) (string, bool) {
	letters := strings.Trim(word, digits)
	for _, all := range alphabets {
		if letters != "" && strings.Trim(letters, all+digits) == "" {
			if strings.ContainsAny(word, digits) {
				all += digits
			}
			return all, true
		}
	}
	return "", false
}

// Distance returns how many mistakes lie between two words, each a letter left
// out, added, replaced or swapped with the next; atMost + 1 where they are more.
func Distance(a, b string, atMost int) int {
	from, to := []rune(a), []rune(b)
	if max(len(from)-len(to), len(to)-len(from)) > atMost {
		return atMost + 1
	}
	before, last, row := make([]int, len(to)+1), make([]int, len(to)+1), make([]int, len(to)+1)
	for j := range last {
		last[j] = j
	}
	for i := range from {
		row[0] = i + 1
		for j := range to {
			replaced := last[j]
			if from[i] != to[j] {
				replaced++
			}
			row[j+1] = min(replaced, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && from[i] == to[j-1] && from[i-1] == to[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		if slices.Min(row) > atMost {
			return atMost + 1
		}
		before, last, row = last, row, before
	}
	return min(last[len(to)], atMost+1)
}

// After returns the smallest text behind all that begin with a prefix, byte by
// byte; empty where nothing is behind them.
func After(prefix string) string {
	for prefix != "" {
		last, size := utf8.DecodeLastRuneInString(prefix)
		prefix = prefix[:len(prefix)-size]
		if last == utf8.MaxRune {
			continue
		}
		if last++; !utf8.ValidRune(last) {
			last = 0xe000 // behind the surrogates
		}
		return prefix + string(last)
	}
	return ""
}
