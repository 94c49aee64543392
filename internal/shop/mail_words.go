package shop

import (
	"context"
	"strings"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// MailWording is what mails of a kind say in a language.
type MailWording struct {
	mail.Own
	Version      int64    // that an operator wrote last; 0 for none
	Written      bool     // an operator wrote what stands; else the program did
	Placeholders []string // that its words may have
}

// MailWordings lists to operators what mails of all kinds say in all languages.
func (s *Shop) MailWordings(ctx context.Context, in SignedIn) (list []MailWording, err error) {
	if err := in.MustOperate(); err != nil {
		return nil, err
	}
	all, err := s.db.AllMailWords(ctx)
	if err != nil {
		return nil, err
	}
	for _, kind := range append(mail.Kinds(), mail.Footer) {
		for _, language := range mail.BuiltInLanguages() {
			one, err := wordingOf(kind, language, all)
			if err != nil {
				return nil, err
			}
			list = append(list, one)
		}
	}
	return list, nil
}

// MailWording returns to operators what mails of a kind say in a language; NotFound where there are none.
func (s *Shop) MailWording(ctx context.Context, in SignedIn, kind mail.Kind, language string) (MailWording, error) {
	if err := in.MustOperate(); err != nil {
		return MailWording{}, err
	}
	written, err := s.db.MailWordsVersions(ctx, string(kind), language)
	if err != nil {
		return MailWording{}, err
	}
	return wordingOf(kind, language, written)
}

// wordingOf is what stands for a kind and language: the first of what was written, if it is there.
func wordingOf(kind mail.Kind, language string, written []store.MailWords) (w MailWording, err error) {
	w.Kind, w.Language, w.Placeholders = kind, language, mail.Placeholders(kind)
	if w.Subject, w.Body, err = mail.BuiltIn(kind, language); err != nil {
		return w, err
	}
	for _, own := range written {
		if own.Kind != string(kind) || own.Language != language {
			continue
		}
		if w.Version, w.Written = own.Version, own.Body != ""; w.Written {
			w.Subject, w.Body = own.Subject, own.Body
		}
		break
	}
	return w, nil
}

// WriteMail has mails of a kind in a language say what an operator writes from now on, in
// every process. since is the version that it was made from, 0 for none; Conflict when
// somebody wrote another one meanwhile.
func (s *Shop) WriteMail(ctx context.Context, in SignedIn, own mail.Own, since int64) error {
	own = TidyMail(own)
	if err := own.Check(); err != nil {
		return err
	}
	return s.changeMailWords(ctx, in, own, since)
}

// TidyMail returns words as they are stored, of what was typed.
func TidyMail(own mail.Own) mail.Own {
	own.Subject, own.Body = strings.TrimSpace(own.Subject), tidy(own.Body)
	return own
}

// UnwriteMail has mails of a kind in a language say again what the program says.
func (s *Shop) UnwriteMail(ctx context.Context, in SignedIn, kind mail.Kind, language string, since int64) error {
	if _, _, err := mail.BuiltIn(kind, language); err != nil {
		return err
	}
	return s.changeMailWords(ctx, in, mail.Own{Kind: kind, Language: language}, since)
}

func (s *Shop) changeMailWords(ctx context.Context, in SignedIn, own mail.Own, since int64) error {
	return s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) error {
		versions, err := tx.MailWordsVersions(ctx, string(own.Kind), own.Language)
		if err != nil {
			return err
		}
		var before store.MailWords
		if len(versions) > 0 {
			before = versions[0]
		}
		if before.Version != since {
			return vitrine.Errorf(vitrine.Conflict, "somebody wrote other words meanwhile: look at them, and send yours again to replace them")
		}
		if before.Subject == own.Subject && before.Body == own.Body {
			return nil
		}
		after := store.MailWords{Kind: string(own.Kind), Language: own.Language, Version: before.Version + 1, Subject: own.Subject,
			Body: own.Body, CreatedAt: s.now()}
		if err := tx.AddMailWords(ctx, after); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActMailWords, ID: own.Language + "/" + string(own.Kind), Before: wordsFacts(before),
			After: wordsFacts(after)})
	})
}

func wordsFacts(w store.MailWords) facts {
	return facts{"version": w.Version, "subject": w.Subject, "text": w.Body}
}

// TryMail sends an operator a mail of a kind in a language, with the words that stand and
// values that are made up. In the footer's place it sends the mail that says that mails arrive.
func (s *Shop) TryMail(ctx context.Context, in SignedIn, kind mail.Kind, language string) error {
	if _, _, err := mail.BuiltIn(kind, language); err != nil {
		return err
	}
	id := language + "/" + string(kind)
	if kind == mail.Footer {
		kind = mail.Trial
	}
	return s.operate(ctx, in, func(tx *store.Tx, in SignedIn) error {
		if err := s.spendIn(ctx, tx, mailing(in.User.Email)); err != nil {
			return err
		}
		m := mail.Message{Kind: kind, UserID: in.User.ID, To: in.User.Email, Language: language, Args: mail.Sample(kind)}
		if err := mail.Post(ctx, tx, m, s.now()); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActMailTry, ID: id})
	})
}
