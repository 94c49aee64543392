package shop_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/auth/authtest"
	"vitrine/internal/blob"
	"vitrine/internal/clocktest"
	"vitrine/internal/mail"
	"vitrine/internal/picture"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// firstDay are two processes of a marketplace that nobody has set up.
type firstDay struct {
	*doors
	blobs *blob.Disk
}

func newFirstDay(t *testing.T, db *store.DB) *firstDay {
	t.Helper()
	blobs, err := blob.OpenDisk(t.TempDir(), blob.DiskOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = blobs.Close() })
	d := &firstDay{&doors{db: db, clock: clocktest.At(today())}, blobs}
	o := shop.Options{DB: db, Blobs: blobs, Pictures: picture.NewProcessor(1_000_000), Settings: shop.DefaultSettings(), Now: d.clock.Now,
		VisitorKey: bytes.Repeat([]byte("k"), 32), Password: authtest.Cost()}
	d.shop, d.elsewhere = shop.New(o), shop.New(o)
	return d
}

// bothFirstDays runs a test on both databases.
func bothFirstDays(t *testing.T, test func(t *testing.T, d *firstDay)) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		test(t, newFirstDay(t, storetest.SQLite(t)))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		test(t, newFirstDay(t, storetest.NewPostgres(t).Open(t)))
	})
}

func beginning(name string) shop.Beginning {
	house := vitrine.DefaultHouse()
	house.Name = "Shop of " + name
	return shop.Beginning{Username: name, Email: name + "@example.com", Password: password, House: house}
}

func (d *firstDay) key(t *testing.T, s *shop.Shop) string {
	t.Helper()
	key, until, err := s.NewSetupKey(t.Context())
	if err != nil || !until.Equal(today().Add(24*time.Hour)) {
		t.Fatalf("the key is %q until %s, %v", key, until, err)
	}
	return key
}

// stored is how many objects there are.
func (d *firstDay) stored(t *testing.T) (n int) {
	t.Helper()
	if err := d.blobs.List(t.Context(), blob.Media, func(blob.Info) error { n++; return nil }); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestTwoSetUpAtOnce has two operators follow the links of two processes, and others post
// the same form: one succeeds, and of the others nothing is left.
func TestTwoSetUpAtOnce(t *testing.T) {
	bothFirstDays(t, func(t *testing.T, d *firstDay) {
		keys := []string{d.key(t, d.shop), d.key(t, d.elsewhere)}
		var tries sync.WaitGroup
		var mu sync.Mutex
		var won []shop.Started
		for i, name := range []string{"ada", "bob", "cyd", "dan", "eve", "fay"} {
			s, key := d.shop, keys[0]
			if i%2 == 1 {
				s, key = d.elsewhere, keys[1]
			}
			tries.Go(func() {
				b := beginning(name)
				b.Logo = bytes.NewReader(drawn(t, 32, 32))
				started, err := s.SetUpByKey(t.Context(), key, b, home())
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					won = append(won, started)
				} else if !errors.Is(err, shop.ErrSetUp) && vitrine.CodeOf(err) != vitrine.Conflict {
					t.Errorf("%s is told %v", name, err)
				}
			})
		}
		tries.Wait()
		if len(won) != 1 {
			t.Fatalf("%d have set it up", len(won))
		}
		d.clock.Advance(time.Second) // another process looks for changes now and then
		in := d.in(t, won[0])
		if !in.Operator() || in.Session.Method != vitrine.BySetup || in.House.Name != "Shop of "+in.User.Username {
			t.Errorf("who has set it up is %+v", in)
		}
		for id := in.User.ID - 10; id < in.User.ID+10; id++ {
			if user, err := d.db.User(t.Context(), id); err == nil && id != in.User.ID {
				t.Errorf("%s is left of the others", user.Username)
			}
		}
		if n := d.stored(t); n != 1 {
			t.Errorf("%d logos are left", n)
		}
		for _, s := range []*shop.Shop{d.shop, d.elsewhere} {
			if done, err := s.SetUp(t.Context()); err != nil || !done {
				t.Errorf("it is set up: %t, %v", done, err)
			}
			if _, _, err := s.NewSetupKey(t.Context()); !errors.Is(err, shop.ErrSetUp) {
				t.Errorf("another key: %v", err)
			}
			for _, key := range keys {
				if _, err := s.SetUpByKey(t.Context(), key, beginning("gil"), home()); !errors.Is(err, shop.ErrSetUp) {
					t.Errorf("a key once more: %v", err)
				}
			}
		}
	})
}

// TestSetupKeys tries keys that are none.
func TestSetupKeys(t *testing.T) {
	bothFirstDays(t, func(t *testing.T, d *firstDay) {
		key := d.key(t, d.shop)
		stranger := shop.Browser{Network: "198.51.100.0/24"}
		for i := range 11 {
			want := vitrine.Forbidden
			if i == 10 {
				want = vitrine.RateLimited
			}
			s := []*shop.Shop{d.shop, d.elsewhere}[i%2]
			_, err := s.SetUpByKey(t.Context(), auth.NewSecret(auth.SetupPrefix), beginning("eve"), stranger)
			wantCode(t, "a guess", err, want)
		}
		if err := d.shop.CheckSetupKey(t.Context(), "", home().Network); vitrine.CodeOf(err) != vitrine.Forbidden {
			t.Errorf("no key: %v", err)
		}
		// A link of another kind sets nothing up.
		if _, err := d.shop.AskLink(t.Context(), vitrine.LinkOrders, "eve@example.com", home()); err != nil {
			t.Fatal(err)
		}
		ordersKey := d.secretOf(t, mail.Orders, "eve@example.com")
		wantCode(t, "a link of a mail", d.shop.CheckSetupKey(t.Context(), ordersKey, home().Network), vitrine.Forbidden)
		// Whose guesses are used up has the right key all the same.
		if err := d.elsewhere.CheckSetupKey(t.Context(), key, stranger.Network); err != nil {
			t.Errorf("the key: %v", err)
		}
		d.clock.Advance(24 * time.Hour)
		wantCode(t, "the key a day later", d.shop.CheckSetupKey(t.Context(), key, home().Network), vitrine.Forbidden)
		if has, err := d.db.HasOperator(t.Context()); has || err != nil {
			t.Errorf("there is an operator: %t, %v", has, err)
		}
	})
}

// TestSetUpAllOrNothing sends what is wrong first: the key works until it is right.
func TestSetUpAllOrNothing(t *testing.T) {
	bothFirstDays(t, func(t *testing.T, d *firstDay) {
		key := d.key(t, d.shop)
		for pointer, change := range map[string]func(*shop.Beginning){
			"/name":     func(b *shop.Beginning) { b.House.Name = "a\nb" },
			"/username": func(b *shop.Beginning) { b.Username = "" },
			"/email":    func(b *shop.Beginning) { b.Email = "ada" },
			"/password": func(b *shop.Beginning) { b.Password = "short" },
			"/accent":   func(b *shop.Beginning) { b.House.Accent = "#ffd500" },
			"/currency": func(b *shop.Beginning) { b.Currency = "euro" },
			"/logo":     func(b *shop.Beginning) { b.Logo = strings.NewReader(`<svg xmlns="http://www.w3.org/2000/svg"/>`) },
			"/joining":  func(b *shop.Beginning) { b.House.Joining = "maybe" },
		} {
			b := beginning("ada")
			change(&b)
			_, err := d.shop.SetUpByKey(t.Context(), key, b, home())
			if refused, ok := errors.AsType[*vitrine.Error](err); !ok || len(refused.Fields) != 1 || refused.Fields[0].Pointer != pointer {
				t.Errorf("%s is answered %v", pointer, err)
			}
		}
		b := beginning("ada")
		b.Currency, b.Mailed = "EUR", true
		started, err := d.shop.SetUpByKey(t.Context(), key, b, home())
		if err != nil {
			t.Fatal(err)
		}
		user := d.in(t, started).User
		if !user.EmailClaimed || !user.EmailConfirmedAt.IsZero() || d.secretOf(t, mail.Confirm, "ada@example.com") == "" {
			t.Errorf("where mail is sent the operator is %+v", user)
		}
		for _, s := range []*shop.Shop{d.shop, d.elsewhere} {
			d.clock.Advance(time.Second) // another process looks for changes now and then
			if house, err := s.House(t.Context()); err != nil || house.Name != "Shop of ada" || s.Settings().Currency != "EUR" {
				t.Errorf("the house is %+v and sells in %s, %v", house, s.Settings().Currency, err)
			}
		}
	})
}

// TestSetUpWithoutMail believes the operator, whom nobody could ask.
func TestSetUpWithoutMail(t *testing.T) {
	t.Parallel()
	d := newFirstDay(t, storetest.SQLite(t))
	user, err := d.shop.SetUpHere(t.Context(), beginning("ada"))
	if err != nil || user.EmailClaimed || user.EmailConfirmedAt.IsZero() || len(d.mails(t, "ada@example.com")) > 0 {
		t.Errorf("the operator is %+v, %v", user, err)
	}
	_, err = d.shop.SetUpHere(t.Context(), beginning("bob"))
	if !errors.Is(err, shop.ErrSetUp) {
		t.Errorf("once more: %v", err)
	}
	if _, err := d.shop.SignIn(t.Context(), shop.Credentials{Name: "ada@example.com", Password: password}, home()); err != nil {
		t.Errorf("the operator signs in: %v", err)
	}
}

// TestEarlierReleasesAreSetUp finds a marketplace that has an operator, however they came.
func TestEarlierReleasesAreSetUp(t *testing.T) {
	t.Parallel()
	d := newFirstDay(t, storetest.SQLite(t))
	if _, _, err := d.shop.CreateUser(t.Context(), shop.NewUser{Username: "sam", Email: "sam@example.com"}); err != nil {
		t.Fatal(err)
	}
	key := d.key(t, d.shop) // a seller alone runs nothing
	if _, _, err := d.shop.CreateUser(t.Context(), shop.NewUser{Username: "ada", Email: "ada@example.com", Admin: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.elsewhere.SetUpByKey(t.Context(), key, beginning("eve"), home()); !errors.Is(err, shop.ErrSetUp) {
		t.Errorf("beside an operator: %v", err)
	}
	operators, err := d.db.Operators(t.Context())
	if err != nil || len(operators) != 1 || operators[0] != (store.Operator{Username: "ada"}) {
		t.Errorf("the operators are %+v, %v", operators, err)
	}
	ada, err := d.db.UserByUsername(t.Context(), "ada")
	if err == nil {
		err = d.shop.GivePassword(t.Context(), ada.ID, password)
	}
	if err != nil {
		t.Fatal(err)
	}
	started, err := d.shop.SignIn(t.Context(), shop.Credentials{Name: "ada", Password: password}, home())
	if err != nil || !d.in(t, started).Operator() {
		t.Errorf("with the password that was given: %v", err)
	}
	operators, err = d.db.Operators(t.Context())
	if err != nil || operators[0] != (store.Operator{Username: "ada", HasPassword: true, WasSignedIn: true}) {
		t.Errorf("the operators are %+v, %v", operators, err)
	}
	if err := d.shop.GivePassword(t.Context(), ada.ID, newPassword); err != nil || !d.ended(t, d.shop, started) {
		t.Errorf("another password leaves the session, %v", err)
	}
	wantCode(t, "a password that is none", d.shop.GivePassword(t.Context(), ada.ID, ""), vitrine.Invalid)
}

// drawn is a picture that can be seen through.
func drawn(t testing.TB, width, height int) []byte {
	t.Helper()
	logo := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height / 2 {
		for x := range width {
			logo.SetNRGBA(x, y, color.NRGBA{180, 30, 90, 255})
		}
	}
	var file bytes.Buffer
	if err := png.Encode(&file, logo); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// TestLogos gives a marketplace logos, hostile ones too, and takes them away.
func TestLogos(t *testing.T) {
	t.Parallel()
	d := newFirstDay(t, storetest.SQLite(t))
	say := func(c shop.HouseChange) (vitrine.House, error) {
		t.Helper()
		_, err := d.shop.ChangeHouse(t.Context(), c)
		house, readErr := d.shop.House(t.Context())
		return house, errors.Join(err, readErr)
	}
	first, err := say(shop.HouseChange{Logo: bytes.NewReader(drawn(t, 1280, 100))})
	if err != nil || first.Logo.Width != 640 || first.Logo.Height != 50 {
		t.Fatalf("the logo is %+v, %v", first.Logo, err)
	}
	object, err := d.blobs.Open(t.Context(), first.Logo.Key)
	if err != nil {
		t.Fatal(err)
	}
	defer object.Close()
	shown, kind, err := image.Decode(object)
	if err != nil || kind != "png" {
		t.Fatalf("it is a %s, %v", kind, err)
	}
	if _, _, _, alpha := shown.At(5, 45).RGBA(); alpha != 0 {
		t.Error("it can't be seen through any more")
	}
	if _, err := d.shop.CheckPicture(t.Context(), first.Logo.Key); err != nil {
		t.Errorf("it is not shown: %v", err)
	}
	used := map[string]bool{}
	if err := d.db.BlobsInUse(t.Context(), today(), func(b store.BlobRef) { used[b.Key] = true }); err != nil || !used[first.Logo.Key] {
		t.Errorf("it is swept: %v, %v", used, err)
	}
	for what, body := range map[string]io.Reader{
		"SVG":  strings.NewReader(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
		"HTML": strings.NewReader("<html><script>alert(1)</script>"), "nothing": strings.NewReader(""),
		"GIF":              strings.NewReader("GIF89a\x01\x00\x01\x00"),
		"PNG that is none": strings.NewReader("\x89PNG\r\n\x1a\n" + strings.Repeat("x", 1000)), "PNG of 100 megapixels": bytes.NewReader(bomb(t)),
		"HTML behind the head of a PNG": strings.NewReader("\x89PNG\r\n\x1a\n<script>alert(1)</script>"),
		"more bytes than are taken":     io.MultiReader(bytes.NewReader(drawn(t, 8, 8)), bytes.NewReader(make([]byte, shop.MaxLogoBytes))),
	} {
		house, err := say(shop.HouseChange{Logo: body})
		if code := vitrine.CodeOf(err); code != vitrine.Invalid && code != vitrine.TooLarge || house.Logo != first.Logo {
			t.Errorf("%s as logo is answered %v, and the logo is %+v", what, err, house.Logo)
		}
	}
	if house, err := say(shop.HouseChange{}); err != nil || house.Logo != first.Logo {
		t.Errorf("without another logo it is %+v, %v", house.Logo, err)
	}
	if house, err := say(shop.HouseChange{DropLogo: true}); err != nil || house.Logo != (vitrine.Logo{}) {
		t.Errorf("dropped it is %+v, %v", house.Logo, err)
	}
	_, err = d.shop.CheckPicture(t.Context(), first.Logo.Key)
	wantCode(t, "the logo that was dropped", err, vitrine.NotFound)
	if err := d.db.BlobsInUse(t.Context(), today(), func(b store.BlobRef) { t.Errorf("%s is in use", b.Key) }); err != nil {
		t.Error(err)
	}
}

// bomb is a small file that becomes a hundred megapixels.
func bomb(t testing.TB) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewPaletted(image.Rect(0, 0, 10_000, 10_000), color.Palette{color.White})); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}
