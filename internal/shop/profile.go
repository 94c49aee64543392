package shop

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/picture"
	"vitrine/internal/store"
)

// Person is a user with what they say of themselves.
type Person struct {
	User    vitrine.User
	Profile vitrine.Profile
}

// Person returns what the caller says of themselves.
func (s *Shop) Person(ctx context.Context, caller vitrine.Caller) (Person, error) {
	profile, err := s.db.Profile(ctx, caller.User.ID)
	return Person{caller.User, profile}, err
}

// ChangeProfile changes what the caller says of themselves, but for their pictures. The text
// is what was changed of About and Description; where both were, About.
func (s *Shop) ChangeProfile(ctx context.Context, caller vitrine.Caller, pre Precondition, change func(*vitrine.Profile)) (Person, error) {
	return s.changeProfile(ctx, caller, pre, Answer[Received]{}, func(p *vitrine.Profile) (Received, []vitrine.Field) {
		before := *p
		change(p)
		p.Avatar, p.Cover = before.Avatar, before.Cover
		switch {
		case p.About != before.About:
			p.About, _ = sanitize(p.About)
			p.Clean()
			p.Description = plainText(p.About)
		case p.Description != before.Description:
			p.Clean()
			p.About = paragraph(p.Description)
		}
		p.Clean()
		return Received{}, s.checkAway(p, before)
	})
}

// paragraph is a plain text as HTML.
func paragraph(text string) string {
	if text == "" {
		return ""
	}
	return "<p>" + strings.ReplaceAll(html.EscapeString(text), "\n", "<br>") + "</p>"
}

// checkAway ends holidays that are over, and returns what is wrong with new ones.
func (s *Shop) checkAway(p *vitrine.Profile, before vitrine.Profile) []vitrine.Field {
	wrong := func(code, detail string) []vitrine.Field {
		return []vitrine.Field{{Pointer: "/away_until", Code: code, Detail: detail}}
	}
	switch {
	case p.AwayUntil.IsZero() || p.Away(s.now()) && !p.AwayUntil.After(s.now().AddDate(0, 0, vitrine.MaxAwayDays)):
		return nil
	case p.AwayUntil.Equal(before.AwayUntil):
		p.AwayUntil = time.Time{}
		return nil
	case !p.Away(s.now()):
		return wrong("not_allowed", "this day is over: give the last day of your holidays, or none")
	default:
		return wrong("too_large", fmt.Sprintf("holidays end within %d days", vitrine.MaxAwayDays))
	}
}

// ProfileVersion is the version that a Precondition is asked about.
func ProfileVersion(user vitrine.User) int64 { return user.UpdatedAt.UnixMicro() }

func (s *Shop) changeProfile(ctx context.Context, caller vitrine.Caller, pre Precondition, answer Answer[Received],
	change func(*vitrine.Profile) (Received, []vitrine.Field)) (Person, error) {
	var person Person
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		user, err := tx.User(ctx, caller.User.ID)
		if err != nil {
			return err
		}
		if err := pre.check(ProfileVersion(*user)); err != nil {
			return err
		}
		profile, err := tx.Profile(ctx, user.ID)
		if err != nil {
			return err
		}
		came, faults := change(&profile)
		if err := vitrine.InvalidFields(append(profile.Check(), faults...)); err != nil {
			return err
		}
		// Each change is a version of its own, also where the clock has not moved.
		now := s.now()
		if !now.After(user.UpdatedAt) {
			now = user.UpdatedAt.Add(time.Microsecond)
		}
		if err := tx.SetProfile(ctx, user.ID, profile, now); err != nil {
			return err
		}
		user.UpdatedAt = now
		person = Person{*user, profile}
		return answer.save(ctx, tx, came)
	})
	s.forgetCallers()
	return person, err
}

// portrait is a picture of a profile.
type portrait struct {
	article, name string // for people
	width, height int    // at most, in pixels
	key           func(*vitrine.Profile) *string
}

func avatar() portrait {
	return portrait{"an", "avatar", vitrine.MaxAvatarSide, vitrine.MaxAvatarSide, func(p *vitrine.Profile) *string { return &p.Avatar }}
}

func cover() portrait {
	return portrait{"a", "cover", vitrine.MaxCoverWidth, vitrine.MaxCoverHeight, func(p *vitrine.Profile) *string { return &p.Cover }}
}

// SetAvatar gives the caller a picture: a JPEG, PNG or WebP, which is drawn anew, and small.
func (s *Shop) SetAvatar(ctx context.Context, caller vitrine.Caller, up Upload) (*vitrine.Image, error) {
	return s.setPortrait(ctx, caller, avatar(), up)
}

// SetCover puts a picture above the caller's page, of the same formats as avatars.
func (s *Shop) SetCover(ctx context.Context, caller vitrine.Caller, up Upload) (*vitrine.Image, error) {
	return s.setPortrait(ctx, caller, cover(), up)
}

func (s *Shop) setPortrait(ctx context.Context, caller vitrine.Caller, kind portrait, up Upload) (*vitrine.Image, error) {
	set, err := s.Limits(ctx)
	if err != nil {
		return nil, err
	}
	if up.Size > set.ImageSize {
		return nil, tooLarge("image", set.ImageSize)
	}
	body, ok, err := plainPicture(up.Body)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, picture.Refuse("unsupported_picture", kind.article+" "+kind.name+" is a PNG, JPEG or WebP picture", nil)
	}
	up.Body = body
	file, digest, err := s.spoolImage(ctx, up)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	small, err := s.shrunk(ctx, file, kind.width, kind.height)
	if err != nil {
		return nil, err
	}
	info, err := s.blobs.Put(ctx, blob.Media, bytes.NewReader(small.Bytes))
	if err != nil {
		return nil, err
	}
	image := &vitrine.Image{BlobKey: info.Key, Width: small.Width, Height: small.Height}
	_, err = s.changeProfile(ctx, caller, nil, up.Answer, func(p *vitrine.Profile) (Received, []vitrine.Field) {
		*kind.key(p) = info.Key
		return Received{Name: up.Name, SHA256: digest, Image: image}, nil
	})
	if err != nil {
		return nil, s.DiscardAfter(ctx, err, info.Key)
	}
	return image, nil
}

// RemoveAvatar takes the caller's picture away; NotFound when there is none.
func (s *Shop) RemoveAvatar(ctx context.Context, caller vitrine.Caller) error {
	return s.removePortrait(ctx, caller, avatar())
}

// RemoveCover takes the picture above the caller's page away; NotFound when there is none.
func (s *Shop) RemoveCover(ctx context.Context, caller vitrine.Caller) error {
	return s.removePortrait(ctx, caller, cover())
}

func (s *Shop) removePortrait(ctx context.Context, caller vitrine.Caller, kind portrait) error {
	person, err := s.Person(ctx, caller)
	if err == nil && *kind.key(&person.Profile) == "" {
		err = vitrine.Errorf(vitrine.NotFound, "you have no %s", kind.name)
	}
	if err != nil {
		return err
	}
	_, err = s.changeProfile(ctx, caller, nil, Answer[Received]{}, func(p *vitrine.Profile) (Received, []vitrine.Field) {
		*kind.key(p) = ""
		return Received{}, nil
	})
	return err
}

// plainPicture reports whether a picture is of a format that holds neither programs nor
// addresses, by its first bytes, and returns it whole.
func plainPicture(body io.Reader) (whole io.Reader, ok bool, err error) {
	var head [512]byte
	n, err := io.ReadFull(body, head[:])
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, false, bodyError(err)
	}
	ok = slices.Contains([]string{"image/png", "image/jpeg", "image/webp"}, http.DetectContentType(head[:n]))
	return io.MultiReader(bytes.NewReader(head[:n]), body), ok, nil
}

// shrunk draws a picture anew, as large as it may be.
func (s *Shop) shrunk(ctx context.Context, file *os.File, width, height int) (picture.Rendition, error) {
	select {
	case s.imageTurns <- struct{}{}:
		defer func() { <-s.imageTurns }()
	case <-ctx.Done():
		return picture.Rendition{}, fmt.Errorf("wait for a turn: %w", ctx.Err())
	}
	result, err := s.pictures.Process(ctx, file, allOfIt())
	if err != nil {
		return picture.Rendition{}, err
	}
	return picture.Shrink(result.Main, width, height)
}
