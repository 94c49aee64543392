package vitrine

// Limits are those that operators set while the marketplace runs; 0 stands for what the server
// was started with, which the first four are never above.
type Limits struct {
	FileBytes    int64 `json:"file_bytes"` // of one file
	Files        int64 `json:"files"`      // of one model
	ImageBytes   int64 `json:"image_bytes"`
	Images       int64 `json:"images"`        // of one model
	OrderSeconds int64 `json:"order_seconds"` // how long an order can be paid
}

// How short and how long orders may be payable, in seconds.
const (
	minOrderSeconds = 60
	maxOrderSeconds = 366 * 24 * 60 * 60
)

// Check returns what is wrong with new limits in place of some, where the server was started with others.
func (l Limits) Check(before, most Limits) (faults []Field) {
	for _, c := range []struct {
		pointer             string
		value, before, most int64
	}{
		{"/max_file_bytes", l.FileBytes, before.FileBytes, most.FileBytes}, {"/max_files", l.Files, before.Files, most.Files},
		{"/max_image_bytes", l.ImageBytes, before.ImageBytes, most.ImageBytes}, {"/max_images", l.Images, before.Images, most.Images},
	} {
		if c.value != c.before && (c.value < 0 || c.value > c.most) {
			faults = append(faults, Field{Pointer: c.pointer, Code: "not_allowed",
				Detail: "write a number that is not above what the server was started with, or nothing"})
		}
	}
	if l.OrderSeconds != 0 && (l.OrderSeconds < minOrderSeconds || l.OrderSeconds > maxOrderSeconds) {
		faults = append(faults, Field{Pointer: "/order_lifetime_seconds", Code: "not_allowed",
			Detail: "an order can be paid for a minute to 366 days"})
	}
	return faults
}
