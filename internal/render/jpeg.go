package render

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
)

// JPEG encodes a picture; quality is 1 to 100.
func JPEG(img image.Image, quality int) ([]byte, error) {
	var data bytes.Buffer
	if err := jpeg.Encode(&data, img, &jpeg.Options{Quality: quality}); err != nil {
		return nil, fmt.Errorf("encode picture: %w", err)
	}
	return data.Bytes(), nil
}
