// Package catalogue says what the models of the benchmarks are made of: bench/fill
// writes them, bench/load asks for them.
//
// A model depends on its number alone, so that the same numbers give the same
// models in any catalogue, and a catalogue of 1,000,000 begins with that of
// 100,000. Its words come from classes whose frequencies are promised here and
// held by tests, because searches are measured by class.
package catalogue

import "strings"

// How often the words of a class occur, and how many there are of each class.
const (
	// CommonShare of all models have a common word, and a word of a pair.
	CommonShare = 0.3
	// PairMeetings is how many models have both words of a pair: all of them among the
	// first 80,000.
	PairMeetings = 5
	// OldModels are the first, which alone have the old words. They all have the first of
	// these, and a quarter of them each other one.
	OldModels = 9_000
	// Of each 100,000 models in a row, 40 % have one of 4,000 rare words, each some 10 of them.
	rareSpan, rarePerSpan, rareShare = 100_000, 4_000, 0.4
	// Vocabulary is how many ordinary words there are, of Zipf's frequencies: the first is
	// in one model of four, the last in one of 30,000.
	Vocabulary = 120_000
)

// Common are the words that 30 % of all models have, each independently of the others.
func Common() []string {
	return []string{"model", "clean", "quality", "printed", "textured", "scaled", "painted", "wooden"}
}

// Pairs are words that 30 % of all models have each, and both words of a pair only
// PairMeetings of them.
func Pairs() [][2]string {
	return [][2]string{{"smooth", "rough"}, {"bright", "dark"}, {"modern", "medieval"}, {"stylized", "realistic"},
		{"indoor", "outdoor"}, {"broken", "intact"}, {"heavy", "light"}, {"stone", "plastic"}}
}

// Old are the words that only the first OldModels models have.
func Old() []string {
	return []string{"vintage", "legacy", "quicktime", "wireframe", "raytraced", "voxelized", "spline", "phong", "gouraud", "bumpmap",
		"lightwave", "renderman"}
}

// Rare is one of the words that some 10 models have; RareWords says how many there are.
func Rare(k int) string { return "qu" + syllables(k, 3) }

// RareWords is how many rare words so many models have; the last of a part of 100,000 are
// rarer.
func RareWords(models int) int { return (models + rareSpan - 1) / rareSpan * rarePerSpan }

// Word is an ordinary word by its rank, from 0 for the most frequent to Vocabulary.
// Frequent words are short.
func Word(rank int) string {
	if rank < shortWords {
		// Neighbours in rank are to be no neighbours in the alphabet.
		return syllables(rank*1_009%shortWords, 2)
	}
	return syllables(rank*10_007%(len3), 3)
}

// Syllables are a consonant and a vowel, so that no word ends as a plural does.
const (
	consonants, vowels = "bdfghjklmnprtvz", "aeiou"

	syllableCount = len(consonants) * len(vowels)
	shortWords    = syllableCount * syllableCount
	len3          = shortWords * syllableCount
)

func syllables(n, count int) string {
	var word strings.Builder
	for range count {
		syllable := n % syllableCount
		word.WriteByte(consonants[syllable/len(vowels)])
		word.WriteByte(vowels[syllable%len(vowels)])
		n /= syllableCount
	}
	return word.String()
}
