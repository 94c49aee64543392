package pages

import (
	"errors"
	"net/url"
	"strconv"

	"vitrine"
	"vitrine/internal/locale"
)

// paperNames name papers where their own headings do not stand.
var paperNames = map[vitrine.PaperKind]locale.Phrase{
	vitrine.TermsPaper: locale.Text("paper|Terms"), vitrine.PrivacyPaper: locale.Text("paper|Privacy"),
	vitrine.ImprintPaper: locale.Text("paper|Imprint"), vitrine.RefundPaper: locale.Text("paper|Refunds"),
	vitrine.HelpPaper: locale.Text("paper|Help"),
}

// PaperName names a paper in a language.
func PaperName(l *locale.Language, kind vitrine.PaperKind) string { return l.Say(paperNames[kind]) }

// AgreeBox is a box by which somebody agrees to a paper. Its value is the version that they
// were shown.
type AgreeBox struct {
	Kind    vitrine.PaperKind
	Version int64
	Ticked  bool
	Fault   string
}

// Name is the name of the field.
func (b AgreeBox) Name() string { return agreeField + string(b.Kind) }

const agreeField = "agree_"

// AgreeBoxes are the boxes for papers, as they were sent, with what was wrong. What was
// ticked for another version is not ticked.
func AgreeBoxes(l *locale.Language, house vitrine.House, kinds []vitrine.PaperKind, sent url.Values,
	faults []vitrine.Field) (list []AgreeBox) {
	for _, kind := range kinds {
		box := AgreeBox{Kind: kind, Version: house.Papers.Of(kind).Version}
		box.Ticked = sent.Get(box.Name()) == strconv.FormatInt(box.Version, 10)
		for _, fault := range faults {
			if fault.Pointer == "/"+box.Name() {
				box.Fault = l.Says(fault.Detail)
			}
		}
		list = append(list, box)
	}
	return list
}

// AgreedIn returns to which versions of papers somebody agrees by a form.
func AgreedIn(form url.Values) map[vitrine.PaperKind]int64 {
	agreed := map[vitrine.PaperKind]int64{}
	for _, kind := range vitrine.PaperKinds() {
		if version, err := strconv.ParseInt(form.Get(agreeField+string(kind)), 10, 64); err == nil {
			agreed[kind] = version
		}
	}
	return agreed
}

// Faulty returns an error that whoever sent a form can mend.
func Faulty(err error) (*vitrine.Error, bool) {
	e, ok := errors.AsType[*vitrine.Error](err)
	return e, ok && (e.Code == vitrine.Invalid || e.Code == vitrine.Conflict)
}
