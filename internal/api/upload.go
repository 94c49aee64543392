package api

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// maxField bounds a form's plain field in bytes.
const maxField = 1 << 10

// readUpload finds the file in a request: the first file part of a form,
// whatever its name, or the bare bytes. Nothing of it is read yet.
func readUpload(r *http.Request) (shop.Upload, error) {
	digest, err := reprDigest(r.Header.Values("Repr-Digest"))
	if err != nil {
		return shop.Upload{}, err
	}
	forBuyers, err := queryTruth(r, "for_buyers")
	if err != nil {
		return shop.Upload{}, err
	}
	sent := r.Header.Get("Content-Type")
	kind, parameters, err := mime.ParseMediaType(sent)
	switch {
	case err == nil && kind == "multipart/form-data" && parameters["boundary"] == "":
		detail := "Content-Type says multipart/form-data without its boundary: leave this header to your HTTP library, which writes both"
		return shop.Upload{}, &vitrine.Error{Code: vitrine.Malformed, Message: detail,
			Fields: []vitrine.Field{{Header: "Content-Type", Code: "bad_format", Detail: detail}}}
	case err == nil && kind == "multipart/form-data":
		return formUpload(multipart.NewReader(r.Body, parameters["boundary"]), digest, forBuyers)
	case (sent == "" || err == nil && bareKind(kind)) && r.ContentLength == 0:
		return shop.Upload{}, vitrine.InvalidFields([]vitrine.Field{{Pointer: "", Code: "required",
			Detail: "the request has no body: send the bytes of the file"}})
	case sent == "" || err == nil && bareKind(kind):
		return shop.Upload{Name: bareName(r), Body: r.Body, Size: r.ContentLength, SHA256: digest, ForBuyers: forBuyers}, nil
	}
	return shop.Upload{}, vitrine.Errorf(web.UnsupportedMediaType, "an upload is multipart/form-data or application/octet-stream, this is %q",
		sent)
}

func bareKind(kind string) bool {
	return kind == "application/octet-stream" || strings.HasPrefix(kind, "image/") || strings.HasPrefix(kind, "model/")
}

// bareName is the name of bare bytes: of Content-Disposition, or ?name=.
func bareName(r *http.Request) string {
	_, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Disposition"))
	if err == nil && parameters["filename"] != "" {
		return parameters["filename"]
	}
	return r.URL.Query().Get("name")
}

// formUpload reads a form up to its file. Fields after the file are read once the
// file has been read.
func formUpload(form *multipart.Reader, digest []byte, forBuyers bool) (shop.Upload, error) {
	up, fields := shop.Upload{Size: -1, SHA256: digest, ForBuyers: forBuyers}, shop.UploadFields{}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return up, vitrine.InvalidFields([]vitrine.Field{{Pointer: "/file", Code: "required",
				Detail: "the form has no file: send one in a part with a filename"}})
		}
		if err != nil {
			return up, brokenForm(err)
		}
		if part.FileName() == "" {
			if err := formField(part, &fields); err != nil {
				return up, err
			}
			continue
		}
		// The part streams: what follows it in the form can be read only when it has been stored.
		up.Name, up.Body, up.FileTypeID = rawFileName(part), part, fields.FileTypeID
		if fields.ForBuyers != nil {
			up.ForBuyers = *fields.ForBuyers
		}
		up.Rest = func() (shop.UploadFields, error) { return restOfForm(form) }
		if own, err := reprDigest(part.Header.Values("Repr-Digest")); err != nil || own != nil {
			up.SHA256 = own
			return up, err
		}
		return up, nil
	}
}

// rawFileName is the name as it was sent: part.FileName cuts folders off in
// the way of this machine, not of the sender's.
func rawFileName(part *multipart.Part) string {
	_, parameters, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	if err != nil {
		return part.FileName()
	}
	return parameters["filename"]
}

// restOfForm reads what follows the file, up to the form's end: a form without an
// end was cut off.
func restOfForm(form *multipart.Reader) (fields shop.UploadFields, err error) {
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return fields, nil
		}
		if err != nil {
			return fields, brokenForm(err)
		}
		if part.FileName() != "" {
			return fields, vitrine.InvalidFields([]vitrine.Field{{Pointer: "/" + part.FormName(), Code: "too_many",
				Detail: "the form holds a second file: send one file in each request; nothing of this one was kept"}})
		}
		if err := formField(part, &fields); err != nil {
			return fields, err
		}
	}
}

func formField(part *multipart.Part, fields *shop.UploadFields) error {
	name := part.FormName()
	if name != "file_type_id" && name != "for_buyers" {
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(part, maxField))
	if err != nil {
		return brokenForm(err)
	}
	value := strings.TrimSpace(string(text))
	if name == "for_buyers" {
		chosen, known := truth(value)
		if !known {
			return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/for_buyers", Code: "wrong_type", Detail: "for_buyers" + isTruth}})
		}
		fields.ForBuyers = &chosen
		return nil
	}
	if fields.FileTypeID, err = strconv.ParseInt(value, 10, 64); err != nil || fields.FileTypeID < 1 {
		return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/file_type_id", Code: "wrong_type",
			Detail: "file_type_id is the id of a file type"}})
	}
	return nil
}

const isTruth = " is true or false"

// queryTruth reads a parameter that is true or false; false when there is none.
func queryTruth(r *http.Request, name string) (bool, error) {
	query := r.URL.Query()
	if !query.Has(name) {
		return false, nil
	}
	chosen, known := truth(query.Get(name))
	if !known {
		return false, badParameter(name, "bad_format", name+isTruth)
	}
	return chosen, nil
}

func truth(text string) (value, known bool) { return text == "true", text == "true" || text == "false" }

func brokenForm(err error) error {
	return &vitrine.Error{Code: vitrine.Malformed, Message: "the form is broken or not whole: nothing was kept, send it again", Err: err}
}

// reprDigest reads the SHA-256 of a Repr-Digest header (RFC 9530, section 3);
// nil when it names none. Other algorithms are left aside.
func reprDigest(headers []string) ([]byte, error) {
	var found []byte
	sent := strings.Join(headers, ",")
	for member := range strings.SplitSeq(sent, ",") {
		if strings.TrimSpace(sent) == "" {
			break
		}
		name, value, _ := strings.Cut(strings.TrimSpace(member), "=")
		inner, opened := strings.CutPrefix(value, ":")
		inner, closed := strings.CutSuffix(inner, ":")
		digest, err := base64.StdEncoding.DecodeString(inner)
		if !opened || !closed || err != nil || name == "sha-256" && len(digest) != 32 {
			return nil, badDigest()
		}
		if name == "sha-256" {
			found = digest
		}
	}
	return found, nil
}

// partUpload is how a part of a model is uploaded, a file or a picture.
type partUpload[Part, Body any] struct {
	version func(*http.Request) (version, error)
	again   func(ctx context.Context, up shop.Upload) (shop.Received, error) // what came of it when it was sent before
	add     func(ctx context.Context, caller vitrine.Caller, modelID int64, up shop.Upload) (*Part, error)
	came    func(shop.Received) *Part
	created func(version, *Part) *createdPart[Body]
}

func (u partUpload[Part, Body]) serve(w http.ResponseWriter, r *http.Request) error {
	up, err := readUpload(r)
	if err != nil {
		return err
	}

	again := func() (shop.Received, error) { return u.again(r.Context(), up) }
	if repeated, err := repeatedUpload(w, r, again); repeated {
		return err
	}
	v, err := u.version(r)
	if err != nil {
		return err
	}
	encode := func(came shop.Received) *createdPart[Body] { return u.created(v, u.came(came)) }
	up.Answer = answeringUpload(r.Context(), encode)
	part, err := u.add(r.Context(), v.caller, v.modelID, up)
	if err != nil {
		return err
	}

	return u.created(v, part).write(w)
}

// createdPart is the answer to an upload.
type createdPart[T any] struct {
	ETag     string `header:"ETag"`
	Location string `header:"Location"`
	Body     T
}

func (c *createdPart[T]) write(w http.ResponseWriter) error {
	w.Header().Set("Location", c.Location)
	w.Header().Set("ETag", c.ETag)
	return web.WriteJSON(w, http.StatusCreated, c.Body)
}

// repeatedUpload reports whether the upload was answered before, and answers it again.
func repeatedUpload(w http.ResponseWriter, r *http.Request, again func() (shop.Received, error)) (bool, error) {
	return web.Repeated(w, r, func() (string, error) {
		came, err := again()
		return contentOf(came), err
	})
}

func badDigest() error {
	detail := "Repr-Digest is sha-256=:BASE64: with the 32 bytes of a SHA-256"
	return &vitrine.Error{Code: vitrine.Malformed, Message: detail,
		Fields: []vitrine.Field{{Header: "Repr-Digest", Code: "bad_format", Detail: detail}}}
}
