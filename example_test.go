package vitrine_test

import (
	"fmt"

	"vitrine"
)

// Prices are minor units and never pass through a float.
func ExampleParsePrice() {
	for _, text := range []string{"12.5", "12.500", "1.25e2", "12.505"} {
		price, err := vitrine.ParsePrice(text)
		if err != nil {
			fmt.Println(text, "is refused")
			continue
		}
		fmt.Println(text, "is", int64(price), "cents, written", price)
	}
	// Output:
	// 12.5 is 1250 cents, written 12.50
	// 12.500 is 1250 cents, written 12.50
	// 1.25e2 is 12500 cents, written 125.00
	// 12.505 is refused
}

func ExampleSlug() {
	for _, title := range []string{"Calibration Cube (20 mm)", "  R2-D2!  ", "???"} {
		fmt.Println(vitrine.Slug(title))
	}
	// Output:
	// calibration-cube-20-mm
	// r2-d2
	// model
}

// What a draft lacks is named member by member, all at once.
func ExampleModel_PublicationProblems() {
	draft := vitrine.Model{Text: vitrine.Text{Title: "Vase"}}
	for _, problem := range draft.PublicationProblems() {
		fmt.Println(problem.Pointer, problem.Code)
	}
	// Output:
	// /description missing_description
	// /tags missing_tags
	// /category missing_category
	// /license missing_license
	// /price missing_price
	// /files missing_file
	// /images missing_image
}
