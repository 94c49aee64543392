package store

import (
	"context"
	"time"

	"vitrine"
)

// MailWords are words of mails of a kind in a language that an operator wrote. A version
// without a text says that the words of the program stand again.
type MailWords struct {
	Kind, Language string
	Version        int64
	Subject, Body  string
	CreatedAt      time.Time
}

func scanMailWords(row scanner) (w MailWords, err error) {
	return w, row.Scan(&w.Kind, &w.Language, &w.Version, &w.Subject, &w.Body, (*stamp)(&w.CreatedAt))
}

const mailWordsColumns = "SELECT w.kind, w.language, w.version, w.subject, w.body, w.created_at FROM mail_words w "

// MailWords returns the words that stand; NotFound where those of the program do.
func (r *reads) MailWords(ctx context.Context, kind, language string) (MailWords, error) {
	versions, err := r.mailWords(ctx, kind, language, 1)
	if err == nil && (len(versions) == 0 || versions[0].Body == "") {
		err = vitrine.Errorf(vitrine.NotFound, "nobody has written words for mails %s in %s", kind, language)
	}
	if err != nil {
		return MailWords{}, err
	}
	return versions[0], nil
}

// MailWordsVersions lists what was written for a kind and language, the newest first.
func (r *reads) MailWordsVersions(ctx context.Context, kind, language string) ([]MailWords, error) {
	return r.mailWords(ctx, kind, language, mailWordsShown)
}

// mailWordsShown is how many versions are listed.
const mailWordsShown = 50

func (r *reads) mailWords(ctx context.Context, kind, language string, most int) ([]MailWords, error) {
	b := (&builder{}).add(mailWordsColumns+"WHERE w.kind = ? AND w.language = ? ORDER BY w.version DESC", kind, language).window(most, 0)
	return query(ctx, r, scanMailWords, b.String(), b.args...)
}

// AllMailWords lists the newest version of all words that operators wrote.
func (r *reads) AllMailWords(ctx context.Context) ([]MailWords, error) {
	return query(ctx, r, scanMailWords, mailWordsColumns+`WHERE w.version = (SELECT max(n.version) FROM mail_words n
		WHERE n.kind = w.kind AND n.language = w.language) ORDER BY w.kind, w.language`)
}

// AddMailWords adds a version, which stands from now on.
func (tx *Tx) AddMailWords(ctx context.Context, w MailWords) error {
	_, err := tx.exec(ctx, "store words of mails", `INSERT INTO mail_words (kind, language, version, subject, body, created_at)
		VALUES ($1, $2, $3, $4, $5, $6)`, w.Kind, w.Language, w.Version, w.Subject, w.Body, micros(w.CreatedAt))
	return err
}
