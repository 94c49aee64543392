// Package session knows who is signed in at a browser: it reads and writes the cookies,
// whose names all contain "vitrine", and asks the shop about them. Who has such a cookie
// gets no page that was kept for somebody else.
package session

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// The cookies: of a session, of a browser that asked for a mail, of one that was asked for a
// passkey or sent to an outside provider, of one that showed to read the mails of an
// address, of one in which a language was chosen, of one at which somebody said to be of age, and of a
// visitor's cart.
const (
	sessionCookie = "vitrine-session"
	askedCookie   = "vitrine-asked"
	browserCookie = "vitrine-browser"
	foundCookie   = "vitrine-orders"
	grownCookie   = "vitrine-adult"
	cartCookie    = "vitrine-cart"

	languageCookie = "vitrine-language"
)

// Sessions are those of one marketplace. Where there are none, as in some tests, nobody is
// signed in.
type Sessions struct {
	shop   *shop.Shop
	secure bool // cookies go over HTTPS alone, and no other host may have set them
}

// New makes Sessions of a marketplace with a public base address.
func New(s *shop.Shop, baseURL string) *Sessions {
	return &Sessions{shop: s, secure: strings.HasPrefix(baseURL, "https://")}
}

type signedInKey struct{}

// Handler looks once for each request who is signed in, and in which language the answer is.
func (s *Sessions) Handler(next http.Handler) http.Handler {
	next = counting(next)
	if s == nil {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(w, s.inLanguage(r)) })
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.read(r, grownCookie) == grownSaid {
			r = r.WithContext(context.WithValue(r.Context(), grownKey{}, true))
		}
		if n := len(s.Cart(r)); n > 0 {
			r = r.WithContext(context.WithValue(r.Context(), cartKey{}, n))
		}
		secret := s.read(r, sessionCookie)
		if secret == "" {
			next.ServeHTTP(w, s.inLanguage(asVisitor(r)))
			return
		}
		in, err := s.shop.SessionOf(r.Context(), secret)
		switch {
		case vitrine.CodeOf(err) == vitrine.Unauthenticated:
			s.write(w, sessionCookie, "", -1) // it has ended: nothing is to be asked of it again
			r = asVisitor(r)
		case err != nil:
			web.WriteProblem(w, r, err)
			return
		case in.Session.Waits: // a password alone does not say who it is
			r = asVisitor(r)
			r = r.WithContext(context.WithValue(r.Context(), signedInKey{}, in))
		default:
			ctx := shop.By(r.Context(), shop.ActorOf(in.Caller(), web.ClientNetwork(r.Context())))
			r = r.WithContext(context.WithValue(ctx, signedInKey{}, in))
		}
		next.ServeHTTP(w, s.inLanguage(r))
	})
}

// counting has what somebody looks at counted.
func counting(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if web.IsVisit(r) {
			in, _ := Of(r.Context())
			who := shop.Visit{Network: web.ClientNetwork(r.Context()), Agent: r.UserAgent(), UserID: in.User.ID}
			r = r.WithContext(shop.Visiting(r.Context(), who))
		}
		next.ServeHTTP(w, r)
	})
}

// asVisitor has what a request changes noted as a visitor's. Reading changes nothing.
func asVisitor(r *http.Request) *http.Request {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return r
	}
	who := vitrine.Actor{Name: vitrine.ByVisitor, Network: web.ClientNetwork(r.Context())}
	return r.WithContext(shop.By(r.Context(), who))
}

// Of returns who is signed in at the browser of a request; false for nobody, also while a
// second factor is owed.
func Of(ctx context.Context) (shop.SignedIn, bool) {
	in, ok := ctx.Value(signedInKey{}).(shop.SignedIn)
	return in, ok && !in.Session.Waits
}

// Guest is all that the surroundings of a page depend on: what is kept for one guest may be
// shown to all who are equal.
type Guest struct {
	House    vitrine.House
	SignedIn bool
	Operator bool
	Sells    bool // may publish models
	Grown    bool // said to be of age, and wants to see adult content
	Cart     int  // how many models they mean to buy, no more than CartShown
	// Moderator and Support say what else the user may act as, who need not be operator.
	Moderator, Support bool
}

// Acts reports whether the guest may act in one of some roles.
func (g Guest) Acts(roles []vitrine.Role) bool {
	return g.Operator || g.Moderator && slices.Contains(roles, vitrine.RoleModerator) ||
		g.Support && slices.Contains(roles, vitrine.RoleSupport)
}

// Still returns who is signed in by now at the browser of a request, for an answer that goes
// on: nobody whose session has ended since the request came, or who has to agree to something
// first.
func (s *Sessions) Still(r *http.Request) (shop.SignedIn, error) {
	in, err := s.now(r)
	if err != nil {
		return in, err
	}
	return in, Agreed(in)
}

// now asks who is signed in by now at the browser of a request.
func (s *Sessions) now(r *http.Request) (shop.SignedIn, error) {
	in, err := s.shop.SessionOf(r.Context(), s.read(r, sessionCookie))
	switch {
	case err != nil:
		return shop.SignedIn{}, err
	case in.Session.Waits:
		return shop.SignedIn{}, &vitrine.Error{Code: vitrine.Unauthenticated, Message: "sign in first", Err: errSignIn}
	}
	return in, nil
}

// Among reports whether who is signed in at the browser of a request, which no page has looked at, is
// one of those who may see what is not public of a model.
func (s *Sessions) Among(r *http.Request, a *vitrine.Viewers) (bool, error) {
	in, err := s.now(r)
	if vitrine.CodeOf(err) == vitrine.Unauthenticated {
		return false, nil
	}
	return err == nil && in.Among(a), err
}

// GuestOf returns for whom a page is made.
func (s *Sessions) GuestOf(ctx context.Context) (Guest, error) {
	if guest, ok := ctx.Value(guestKey{}).(Guest); ok {
		return guest, nil
	}
	if s == nil {
		return Guest{House: vitrine.DefaultHouse()}, nil
	}
	house, err := s.shop.HouseNow(ctx)
	in, ok := Of(ctx)
	grown, _ := ctx.Value(grownKey{}).(bool)
	guest := Guest{House: house, SignedIn: ok, Grown: grown}
	guest.Cart, _ = ctx.Value(cartKey{}).(int)
	if ok && err == nil {
		guest.Cart, err = s.shop.CartSize(ctx, in.User.ID)
	}
	guest.Cart = min(guest.Cart, CartShown)
	if ok {
		guest.Sells = in.MaySell() == nil
		guest.Operator, guest.Moderator, guest.Support = in.Operator(), in.Acts(vitrine.RoleModerator), in.Acts(vitrine.RoleSupport)
	}
	return guest, err
}

type (
	guestKey struct{}
	grownKey struct{}
	cartKey  struct{}
)

// CartShown is the highest number that pages say of a cart: pages are kept for each.
const CartShown = 10

// cartFor is how long a browser keeps a visitor's cart that nobody touches.
const cartFor = 30 * 24 * time.Hour

// Cart is what the visitor of a browser means to buy.
func (s *Sessions) Cart(r *http.Request) []vitrine.CartItem {
	return s.shop.OpenCart(s.read(r, cartCookie))
}

// KeepCart has the browser keep a visitor's cart; it forgets one that is empty.
func (s *Sessions) KeepCart(w http.ResponseWriter, items []vitrine.CartItem) {
	if len(items) == 0 {
		s.write(w, cartCookie, "", -1)
		return
	}
	s.write(w, cartCookie, s.shop.SealCart(items), cartFor)
}

// What the cookie says of who is of age, and for how long.
const (
	grownSaid = "yes"
	grownFor  = 24 * time.Hour
)

// KeepGrown lets the browser see adult content for a day.
func (s *Sessions) KeepGrown(w http.ResponseWriter) { s.write(w, grownCookie, grownSaid, grownFor) }

// AsGuest returns a context in which nobody is signed in, for a page that is kept for all
// guests who are equal.
func AsGuest(ctx context.Context, guest Guest) context.Context {
	return context.WithValue(context.WithValue(ctx, signedInKey{}, nil), guestKey{}, guest)
}

// Waiting returns who has shown a password at the browser of a request and owes a second
// factor.
func Waiting(ctx context.Context) (shop.SignedIn, bool) {
	in, ok := ctx.Value(signedInKey{}).(shop.SignedIn)
	return in, ok && in.Session.Waits
}

// Browser is where a request comes from.
func (s *Sessions) Browser(r *http.Request) shop.Browser {
	b := shop.Browser{
		Network: web.ClientNetwork(r.Context()), Agent: agentName(r.Header.Get("User-Agent")), Session: s.read(r, sessionCookie),
		Asked: s.read(r, askedCookie), Language: web.ReadersLanguages(r.Header.Get("Accept-Language")),
	}
	if in, ok := Of(r.Context()); ok {
		b.In = &in
	}
	return b
}

// Begin gives the browser a session that has begun. The language that was chosen in the
// browser before becomes that of the account: nobody finds their pages in another one
// because they signed in.
func (s *Sessions) Begin(w http.ResponseWriter, r *http.Request, started shop.Started) error {
	s.write(w, sessionCookie, started.Secret, vitrine.SessionLife)
	if err := s.mergeCart(w, r, started); err != nil {
		return err
	}
	chosen := locale.Find(s.read(r, languageCookie))
	if chosen == nil || started.Session.Waits {
		return nil
	}
	s.write(w, languageCookie, "", -1)
	if chosen.Tag == started.User.Language {
		return nil
	}
	return s.shop.SetLanguage(r.Context(), started.User.ID, chosen.Tag)
}

// mergeCart moves the cart of the browser into the account that signed in there.
func (s *Sessions) mergeCart(w http.ResponseWriter, r *http.Request, started shop.Started) error {
	items := s.Cart(r)
	if len(items) == 0 || started.Session.Waits {
		return nil
	}
	s.KeepCart(w, nil)
	return s.shop.MergeCart(r.Context(), started.User.ID, items)
}

// SignOut ends the session of the browser, which can't see any more what was bought with an
// address either.
func (s *Sessions) SignOut(w http.ResponseWriter, r *http.Request) error {
	if err := s.shop.SignOut(r.Context(), s.read(r, sessionCookie)); err != nil {
		return err
	}
	s.write(w, sessionCookie, "", -1)
	return s.CloseFound(w, r)
}

// KeepAsked lets the browser show that it asked for a mail.
func (s *Sessions) KeepAsked(w http.ResponseWriter, secret string) {
	s.write(w, askedCookie, secret, vitrine.LinkSignIn.Lifetime())
}

// Asked is what the browser was given when it asked for a mail, "" for nothing.
func (s *Sessions) Asked(r *http.Request) string { return s.read(r, askedCookie) }

// KeepBrowser lets the browser show that it is the one that was asked for something.
func (s *Sessions) KeepBrowser(w http.ResponseWriter, secret string) {
	s.write(w, browserCookie, secret, vitrine.CeremonyLife)
}

// BrowserSecret is what the browser was given when it was asked for something, "" for
// nothing.
func (s *Sessions) BrowserSecret(r *http.Request) string { return s.read(r, browserCookie) }

// KeepFound lets the browser see what was bought with an address, for a limited time.
func (s *Sessions) KeepFound(w http.ResponseWriter, secret string) {
	s.write(w, foundCookie, secret, vitrine.LinkFound.Lifetime())
}

// Found is what the browser was given to see what was bought with an address, "" for
// nothing.
func (s *Sessions) Found(r *http.Request) string { return s.read(r, foundCookie) }

// CloseFound ends what the browser was given to see what was bought with an address.
func (s *Sessions) CloseFound(w http.ResponseWriter, r *http.Request) error {
	secret := s.Found(r)
	if secret == "" {
		return nil
	}
	if err := s.shop.CloseOrders(r.Context(), secret); err != nil {
		return err
	}
	s.write(w, foundCookie, "", -1)
	return nil
}

func (s *Sessions) name(name string) string {
	if s.secure {
		return "__Host-" + name // RFC 6265bis, section 4.1.3.2: set by this host, for all of it, over HTTPS
	}
	return name
}

func (s *Sessions) read(r *http.Request, name string) string {
	cookie, err := r.Cookie(s.name(name))
	if err != nil {
		return ""
	}
	return cookie.Value
}

func (s *Sessions) write(w http.ResponseWriter, name, value string, life time.Duration) {
	seconds := int(life.Seconds())
	if life < 0 {
		seconds = -1 // the browser forgets it
	}
	http.SetCookie(w, &http.Cookie{
		Name: s.name(name), Value: value, Path: "/", MaxAge: seconds, HttpOnly: true, Secure: s.secure,
		SameSite: http.SameSiteLaxMode,
	})
	w.Header().Set("Cache-Control", "no-store")
}

// agentName says for people which browser it is that says such of itself, by the names
// that most browsers and systems use.
func agentName(agent string) string {
	browser, system := "A browser", ""
	for _, known := range [][2]string{
		{"Edg/", "Edge"}, {"OPR/", "Opera"}, {"Firefox/", "Firefox"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}, {"curl/", "curl"},
	} {
		if strings.Contains(agent, known[0]) {
			browser = known[1]
			break
		}
	}
	for _, known := range [][2]string{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"Mac OS X", "macOS"}, {"CrOS", "ChromeOS"},
		{"Linux", "Linux"},
	} {
		if strings.Contains(agent, known[0]) {
			system = " on " + known[1]
			break
		}
	}
	return browser + system
}
