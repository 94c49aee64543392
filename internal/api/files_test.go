package api_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"vitrine"
)

// digestOf is the Repr-Digest of some bytes.
func digestOf(body string) string {
	sum := sha256.Sum256([]byte(body))
	return "sha-256=:" + base64.StdEncoding.EncodeToString(sum[:]) + ":"
}

// TestUploadForBuyers gives files to those who bought the model before, or not.
func TestUploadForBuyers(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", `{"title":"Vase"}`)
	files, stl := path+"/files", content("a.stl")
	s.run(t, []scenario{
		{name: "a form for buyers of before", request: form("ada", files, "m.stl", stl, "for_buyers", "true"), wantStatus: 201,
			want: map[string]any{"for_buyers": true}},
		{name: "and behind the file", request: behind(form("ada", files, "n.stl", stl), "name=\"for_buyers\"", "true"), wantStatus: 201,
			want: map[string]any{"for_buyers": true}},
		{name: "bare bytes for buyers of before", request: bare("ada", files+"?name=o.stl&for_buyers=true", stl), wantStatus: 201,
			want: map[string]any{"for_buyers": true}},
		{name: "neither yes nor no", request: bare("ada", files+"?name=p.stl&for_buyers=1", stl), wantStatus: 400,
			want: map[string]any{"code": "malformed"}},
		{name: "neither in a form", request: form("ada", files, "p.stl", stl, "for_buyers", "yes"), wantStatus: 422,
			want: refused("/for_buyers", "wrong_type")},
		{name: "the list", request: get("ada", files), wantStatus: 200, want: map[string]any{"files.2.for_buyers": true}},
	})
}

func TestUploadFile(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", `{"title":"Vase"}`)
	files, stl := path+"/files", content("a.stl")
	sum := sha256.Sum256([]byte(stl))
	s.run(t, []scenario{
		{name: "bare bytes", request: bare("ada", files+"?name=a.STL", stl), wantStatus: 201,
			wantHeader: map[string]string{"Location": baseURL + files + "/1"},
			want: map[string]any{"success": true, "id": 1, "name": "a.STL", "size": len(stl), "extension": "stl", "status": "processing",
				"problems": []any{}, "missing": []any{}, "progress.stage": "waiting",
				"sha256": hex.EncodeToString(sum[:]), "download_url": baseURL + files + "/1", "facts": nil}},
		{name: "no type at all", request: create("ada", files+"?name=b.stl", stl).with("Content-Type", ""), wantStatus: 201},
		{name: "a type of models", request: create("ada", files+"?name=c.stl", stl).with("Content-Type", "model/stl"), wantStatus: 201},
		{name: "a form", request: form("ada", files, "d.stl", stl), wantStatus: 201, want: map[string]any{"name": "d.stl", "size": len(stl)}},
		{name: "a form with a type", request: form("ada", files, "e.stl", stl, "file_type_id", "6"), wantStatus: 201,
			want: map[string]any{"file_type_id": 6}},
		{name: "a form with other fields", request: form("ada", files, "f.stl", stl, "title", "x"), wantStatus: 201},
		{name: "a form without a boundary", request: form("ada", files, "g.stl", stl).with("Content-Type", "multipart/form-data"),
			wantStatus: 400, want: refusedHeader("Content-Type", "bad_format")},
		{name: "the right digest", request: bare("ada", files+"?name=h.stl", stl).with("Repr-Digest", digestOf(stl)), wantStatus: 201},
		{name: "another algorithm is left aside", request: bare("ada", files+"?name=i.stl", stl).with("Repr-Digest", "sha-512=:AAAA:"),
			wantStatus: 201},
		{name: "the digest of a form's file", request: form("ada", files, "j.stl", stl).with("Repr-Digest", digestOf(stl)), wantStatus: 201},
		{name: "another digest", request: bare("ada", files+"?name=k.stl", stl).with("Repr-Digest", digestOf("x")), wantStatus: 400,
			want: map[string]any{"code": "malformed"}},
		{name: "another digest of a form's file", request: form("ada", files, "k.stl", stl).with("Repr-Digest", digestOf("x")), wantStatus: 400},
		{name: "half a digest", request: bare("ada", files+"?name=k.stl", stl).with("Repr-Digest", "sha-256=:AAAA:"), wantStatus: 400},
		{name: "a name that is taken", request: bare("ada", files+"?name=a.STL", stl), wantStatus: 409, want: refused("/name", "taken")},
		{name: "an unknown type", request: form("ada", files, "k.stl", stl, "file_type_id", "9999"), wantStatus: 422,
			want: refused("/file_type_id", "unknown")},
		{name: "a type that is a word", request: form("ada", files, "k.stl", stl, "file_type_id", "stl"), wantStatus: 422,
			want: refused("/file_type_id", "wrong_type")},
		{name: "a type that the content is not", request: form("ada", files, "k.stl", stl, "file_type_id", "2"), wantStatus: 422,
			want: refused("/file_type_id", "not_allowed")},
		{name: "a type without a signature that the content is not",
			request: form("ada", files, "k.max", "glTF\x02\x00\x00\x00\x0c\x00\x00\x00", "file_type_id", "41"), wantStatus: 422,
			want: refused("/file_type_id", "not_allowed")},
		{name: "and behind the file", request: behind(form("ada", files, "k.stl", stl), "name=\"file_type_id\"", "2"), wantStatus: 422,
			want: refused("/file_type_id", "not_allowed")},
		{name: "two files", request: behind(form("ada", files, "k.stl", stl), "name=\"second\"; filename=\"l.stl\"", stl), wantStatus: 422,
			want: refused("/second", "too_many")},
		{name: "a digest that is none", request: bare("ada", files+"?name=k.stl", stl).with("Repr-Digest", "nonsense"), wantStatus: 400,
			want: refusedHeader("Repr-Digest", "bad_format")},
		{name: "a digest that is not base64", request: bare("ada", files+"?name=k.stl", stl).with("Repr-Digest", "md5=abc"), wantStatus: 400,
			want: refusedHeader("Repr-Digest", "bad_format")},
		{name: "a token in the form", request: form("", files, "m.stl", stl, "title", "x", "access_token", s.user(t, "ada").Token),
			wantStatus: 201, want: map[string]any{"size": len(stl)}},
		{name: "a bad token in the form", request: form("", files, "n.stl", stl, "access_token", "x"), wantStatus: 401,
			want: refusedParameter("access_token", "invalid_token")},
		{name: "a token behind the file", request: behind(form("", files, "n.stl", stl), "name=\"access_token\"", s.user(t, "ada").Token),
			wantStatus: 401},
		{name: "which is then removed", request: remove("ada", files+"/10"), wantStatus: 204},
		{name: "the list", request: get("ada", files), wantStatus: 200,
			want: map[string]any{"total": 9, "files.0.name": "a.STL", "files.8.name": "j.stl", "files.9": nil}},
		{name: "the model", request: get("ada", path), wantStatus: 200,
			want: map[string]any{"downloadable": true, "availableFileExtensions": []any{"stl"}, "files.8.name": "j.stl"}},
	})
}

func TestFileNames(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	files := s.draft(t, "ada", `{"title":"Vase"}`) + "/files"
	long := strings.Repeat("é", 125) + ".step" // 255 bytes
	named := func(disposition string) request {
		return bare("ada", files, "x").with("Content-Disposition", disposition)
	}
	s.run(t, []scenario{
		{name: "folders of Unix", request: named(`attachment; filename="../../etc/a.bin"`), wantStatus: 201,
			want: map[string]any{"name": "a.bin"}},
		{name: "folders of Windows", request: named(`attachment; filename="C:\\models\\b.bin"`), wantStatus: 201,
			want: map[string]any{"name": "b.bin"}},
		{name: "encoded", request: named(`attachment; filename="x.bin"; filename*=UTF-8''%E5%A1%94%2Fc.bin`), wantStatus: 201,
			want: map[string]any{"name": "c.bin"}},
		{name: "folders in a form", request: form("ada", files, "/tmp/d.bin", "x"), wantStatus: 201, want: map[string]any{"name": "d.bin"}},
		{name: "Unicode in a form", request: form("ada", files, "塔 é.bin", "x"), wantStatus: 201, want: map[string]any{"name": "塔 é.bin"}},
		{name: "decomposed letters become whole", request: bare("ada", files+"?name=e%CC%81.bin", "x"), wantStatus: 201,
			want: map[string]any{"name": "é.bin"}},
		{name: "so they are the same name", request: bare("ada", files+"?name=%C3%A9.bin", "x"), wantStatus: 409,
			want: refused("/name", "taken")},
		{name: "control and invisible characters", request: bare("ada", files+"?name=f%01%E2%80%AE.bin", "x"), wantStatus: 201,
			want: map[string]any{"name": "f.bin"}},
		{name: "the longest", request: bare("ada", files+"?name="+url.QueryEscape(long), "x"), wantStatus: 201,
			want: map[string]any{"name": long}},
		{name: "a byte longer", request: bare("ada", files+"?name=a"+url.QueryEscape(long), "x"), wantStatus: 422,
			want: refused("/name", "bad_name")},
		{name: "none", request: bare("ada", files, "x"), wantStatus: 422, want: refused("/name", "bad_name")},
		{name: "a folder alone", request: bare("ada", files+"?name=a/..", "x"), wantStatus: 422, want: refused("/name", "bad_name")},
		{name: "only control characters", request: bare("ada", files+"?name=%01%02", "x"), wantStatus: 422, want: refused("/name", "bad_name")},
		{name: "without an extension", request: bare("ada", files+"?name=README", "x"), wantStatus: 201,
			want: map[string]any{"extension": "", "file_type_id": nil}},
	})
}

// TestContentAgainstName uploads what is not what its name says.
func TestContentAgainstName(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", `{"title":"Vase"}`)
	for name, c := range map[string]struct{ body, status, code string }{
		"a.stl":   {content("a.stl"), "ready", ""},
		"a.obj":   {content("a.obj"), "ready", ""},
		"b.glb":   {content("a.obj"), "rejected", "type_mismatch"},
		"b.zip":   {content("a.obj"), "rejected", "type_mismatch"},
		"b.png":   {"GIF89a is a picture", "ready", ""},
		"b.fbx":   {"\x89PNG\r\n\x1a\n", "rejected", "type_mismatch"},
		"b.any":   {"#!/bin/sh\n", "rejected", "type_mismatch"},
		"c.obj":   {"\x7fELF", "rejected", "type_mismatch"},
		"own.xyz": {"what nobody knows", "ready", ""},
	} {
		got := s.do(t, bare("ada", path+"/files?name="+name, c.body))
		wantStatus(t, got, http.StatusCreated)
		if got = s.fileOf(t, path, got); got.at(t, "status") != c.status || text(got.at(t, "problems.0.code")) != c.code ||
			c.code != "" && text(got.at(t, "problems.0.detail")) == "" {
			t.Errorf("%s: %s, want %s %s", name, got.Body, c.status, c.code)
		}
	}
	if got := s.fileOf(t, path, s.do(t, form("ada", path+"/files", "empty.stl", ""))); got.at(t, "status") != "rejected" ||
		got.at(t, "problems.0.code") != "empty" {
		t.Errorf("an empty file: %d %s", got.Status, got.Body)
	}
	nothing := request{method: "POST", path: path + "/files?name=nothing.stl", as: "ada"}.with("Content-Type", "application/octet-stream")
	s.run(t, []scenario{
		{name: "without a body", request: nothing, wantStatus: 422, want: refused("", "required")},
		{name: "an empty digest", request: bare("ada", path+"/files?name=d.xyz", "x").with("Repr-Digest", " "), wantStatus: 201},
	})
	s.run(t, []scenario{{name: "rejected files are not available", request: get("ada", path), wantStatus: 200,
		want: map[string]any{"availableFileExtensions": []any{"obj", "png", "stl", "xyz"}}}})
}

func TestFileLimits(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *options) { o.Shop.Settings.FileSize, o.Shop.Settings.Files = 10, 2 })
	path := s.draft(t, "ada", `{"title":"Vase"}`)
	upload := func(name, body string, length int64) answer {
		t.Helper()
		r := httptest.NewRequestWithContext(t.Context(), "POST", path+"/files?name="+name, strings.NewReader(body))
		r.ContentLength = length
		r.Header.Set("Authorization", "Bearer "+s.user(t, "ada").Token)
		r.Header.Set("Content-Type", "application/octet-stream")
		return s.send(t, r)
	}
	for _, c := range []struct {
		name   string
		got    answer
		status int
	}{
		{"announced too large", upload("a", "x", 11), 413},
		{"too large, announced by nobody", upload("a", strings.Repeat("x", 11), -1), 413},
		{"a form too large", s.do(t, form("ada", path+"/files", "a", strings.Repeat("x", 11))), 413},
		{"fewer bytes than announced", upload("a", "x", 2), 400},
		{"the largest", upload("a", strings.Repeat("x", 10), -1), 201},
		{"of no announced size", upload("b", "x", -1), 201},
		{"one file too many", upload("c", "x", 1), 422},
	} {
		if c.got.Status != c.status {
			t.Errorf("%s: status %d, want %d: %s", c.name, c.got.Status, c.status, c.got.Body)
		}
		if c.status == 413 && !strings.Contains(text(c.got.at(t, "detail")), "10 bytes") {
			t.Errorf("%s: %q does not name the limit", c.name, c.got.at(t, "detail"))
		}
	}
	s.run(t, []scenario{{name: "nothing else was kept", request: get("ada", path+"/files"), wantStatus: 200,
		want: map[string]any{"total": 2}}})
}

func TestRemoveFile(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", `{"title":"Vase"}`)
	other := s.draft(t, "ada", `{"title":"Cup"}`)
	uploaded := s.do(t, bare("ada", path+"/files?name=a.stl", content("a.stl")))
	etag, file := uploaded.Header.Get("ETag"), path+"/files/1"
	s.run(t, []scenario{
		{name: "signed out", request: remove("", file), wantStatus: 401},
		{name: "somebody else's", request: remove("bob", file), wantStatus: 404},
		{name: "of another model", request: remove("ada", other+"/files/1"), wantStatus: 404},
		{name: "no such file", request: remove("ada", path+"/files/99"), wantStatus: 404},
		{name: "not an id", request: remove("ada", path+"/files/x"), wantStatus: 404},
		{name: "another version", request: remove("ada", file).with("If-Match", `"f1-9"`), wantStatus: 412},
		{name: "this version", request: remove("ada", file).with("If-Match", etag), wantStatus: 204},
		{name: "twice", request: remove("ada", file), wantStatus: 404},
		{name: "gone", request: get("ada", path+"/files"), wantStatus: 200, want: map[string]any{"total": 0, "files": []any{}}},
		{name: "its name is free", request: bare("ada", path+"/files?name=a.stl", content("a.stl")), wantStatus: 201},
	})
}

// TestDownloadAllowed asks for one file as everybody, in each state of an order.
func TestDownloadAllowed(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, file := s.offer(t, "ada", complete, "a.stl")
	other, _ := s.offer(t, "ada", complete, "a.stl")
	free, freeFile := s.offer(t, "ada", strings.Replace(complete, "12.50", "0", 1), "a.stl")
	s.user(t, operator, vitrine.ScopeAdmin)
	unpaid, paid := s.order(t, "bob", path, ""), s.order(t, "carol", path, "")
	canceled, elsewhere := s.order(t, "dave", path, ""), s.order(t, "eve", other, "")
	with := func(order answer) string {
		return file + "?download_token=" + text(order.at(t, "download_token"))
	}
	s.pay(t, paid)
	s.pay(t, elsewhere)
	wantStatus(t, s.do(t, remove("dave", orderPath(t, canceled))), http.StatusNoContent)
	nobody := map[string]any{"code": "forbidden"}
	s.run(t, []scenario{
		{name: "the author", request: get("ada", file), wantStatus: 302, wantHeader: map[string]string{"Cache-Control": "no-store"}},
		{name: "the operator", request: get(operator, file), wantStatus: 302},
		{name: "signed out", request: get("", file), wantStatus: 401},
		{name: "signed out, with a token of an order", request: get("", with(paid)), wantStatus: 401},
		{name: "a stranger", request: get("frank", file), wantStatus: 403, want: nobody},
		{name: "whose order is unpaid", request: get("bob", file), wantStatus: 402, want: map[string]any{"code": "payment_required"}},
		{name: "with an unpaid order's token", request: get("frank", with(unpaid)), wantStatus: 402},
		{name: "whose order is canceled", request: get("dave", file), wantStatus: 403},
		{name: "who bought another model", request: get("eve", file), wantStatus: 403},
		{name: "with another model's token", request: get("frank", with(elsewhere)), wantStatus: 403},
		{name: "with a made up token", request: get("frank", file+"?download_token=vdl_x"), wantStatus: 403},
		{name: "the buyer", request: get("carol", file), wantStatus: 302},
		{name: "with a paid order's token", request: get("frank", with(paid)), wantStatus: 302},
		{name: "at another model's address", request: get("frank", strings.Replace(with(paid), path, other, 1)), wantStatus: 404},
		{name: "a free one", request: get("frank", freeFile), wantStatus: 302},
		{name: "no such file", request: get("ada", path+"/files/99"), wantStatus: 404},
		{name: "another model's file", request: get("ada", other+"/files/1"), wantStatus: 404},
		{name: "not an id", request: get("ada", path+"/files/a.stl"), wantStatus: 404},
		{name: "any Accept", request: get("ada", file).with("Accept", "application/octet-stream"), wantStatus: 302},
		{name: "HEAD", request: request{method: "HEAD", path: file, as: "ada"}, wantStatus: 302},
		{name: "the free one, taken back", request: put("ada", free, `{"status":"draft"}`), wantStatus: 200},
		{name: "is nobody's", request: get("frank", freeFile), wantStatus: 404},
	})
	s.clock.Advance(25 * 3600e9)
	s.run(t, []scenario{{name: "whose order expired", request: get("bob", file), wantStatus: 403}})
	if _, err := s.shop.Refund(t.Context(), 2, false); err != nil {
		t.Fatal(err)
	}
	s.run(t, []scenario{{name: "who got the money back", request: get("carol", file), wantStatus: 403}})
}

// TestSignedAddress reads bytes from the address that a file redirects to.
func TestSignedAddress(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, file := s.offer(t, "ada", complete, "a.stl")
	redirect := s.do(t, get("ada", file))
	address := redirect.Header.Get("Location")
	if !strings.HasPrefix(address, baseURL+"/") {
		t.Fatalf("%s redirects to %q", path, address)
	}
	address = strings.TrimPrefix(address, baseURL)
	body := content("a.stl")
	first := s.do(t, get("", address))
	etag := first.Header.Get("ETag")
	if first.Status != http.StatusOK || string(first.Body) != body || etag == "" || strings.HasPrefix(etag, "W/") {
		t.Fatalf("status %d, ETag %q: %s", first.Status, etag, first.Body)
	}
	for name, want := range map[string]string{
		"Content-Disposition": `attachment; filename="a.stl"; filename*=UTF-8''a.stl`, "Accept-Ranges": "bytes",
		"X-Content-Type-Options": "nosniff",
		"Content-Length":         fmt.Sprint(len(body)),
	} {
		if got := first.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	plain := get("", address)
	for _, c := range []struct {
		name   string
		q      request
		status int
		body   string
	}{
		{"a range", plain.with("Range", "bytes=6-9"), 206, body[6:10]},
		{"the end", plain.with("Range", "bytes=-5"), 206, body[len(body)-5:]},
		{"beyond the end", plain.with("Range", "bytes=999999-"), 416, ""},
		{"the same still", plain.with("Range", "bytes=0-0", "If-Range", etag), 206, body[:1]},
		{"another one by now", plain.with("Range", "bytes=0-0", "If-Range", `"x"`), 200, body},
		{"known", plain.with("If-None-Match", etag), 304, ""},
		{"a stray token", plain.with("Authorization", "Bearer nonsense"), 200, body},
		{"any Accept", plain.with("Accept", "model/stl"), 200, body},
		{"HEAD", request{method: "HEAD", path: address}, 200, ""},
		{"POST", request{method: "POST", path: address}, 405, ""},
		{"another signature", get("", address+"x"), 403, ""},
		{"another name", get("", strings.Replace(address, "name=a.stl", "name=b.exe", 1)), 403, ""},
		{"a longer life", get("", strings.Replace(address, "expires=", "expires=9", 1)), 403, ""},
		{"without a signature", get("", address[:strings.IndexByte(address, '?')]), 403, ""},
	} {
		got := s.do(t, c.q)
		if got.Status != c.status || c.status < 300 && string(got.Body) != c.body {
			t.Errorf("%s: status %d, want %d with %q: %s", c.name, got.Status, c.status, c.body, got.Body)
		}
	}
	s.clock.Advance(24 * 3600e9)
	if got := s.do(t, plain); got.Status != http.StatusForbidden {
		t.Errorf("a day later: status %d, want 403", got.Status)
	}
}
