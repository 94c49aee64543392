package pages_test

import (
	"testing"

	"vitrine/internal/pages"
)

func TestCell(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "Oak chair": "Oak chair", "a=b": "a=b", "  ": "  ", "椅子": "椅子",
		"=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)", "|a": "'|a", "%a": "'%a",
		" =1": "' =1", "\t=1": "'\t=1", "\r=1": "'\r=1", "\n": "'\n", "\u00a0=1": "'\u00a0=1", "\u3000=1": "'\u3000=1",
		"\ufeff=1": "'\ufeff=1", "\u200b=1": "'\u200b=1", "＝1": "'＝1", "＠1": "'＠1",
	} {
		if got := pages.Cell(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
