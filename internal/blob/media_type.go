package blob

import (
	"mime"
	"strings"
)

// OctetStream is the media type of bytes of which no more is known.
const OctetStream = "application/octet-stream"

// mediaType returns t when it is well-formed, in its canonical spelling.
func mediaType(t string) string {
	name, params, err := mime.ParseMediaType(t)
	if err != nil || !strings.Contains(name, "/") {
		return OctetStream
	}
	if formatted := mime.FormatMediaType(name, params); formatted != "" {
		return formatted
	}
	return OctetStream
}
