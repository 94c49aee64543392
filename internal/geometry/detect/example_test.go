package detect_test

import (
	"fmt"
	"strings"

	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/source"
)

// What a file is follows from its bytes, and every fact says how certain it is.
func ExampleInspect() {
	const text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
	file := source.File{Name: "chair.obj", Size: int64(len(text)), ReaderAt: strings.NewReader(text)}
	report, _, err := detect.Inspect(source.Input{File: file})
	if err != nil {
		fmt.Println(err)
		return
	}
	triangles := report.Facts.Triangles
	fmt.Println(report.Format, report.Rejected(), triangles.Value, triangles.Certainty)
	// Output:
	// obj false 1 verified
}
