package app

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v3"
	"golang.org/x/term"
)

// password reads what --password or --password-file say; "-" is the standard input.
func (env Environment) password(cmd *cli.Command) (string, error) {
	path := cmd.String("password-file")
	switch {
	case path != "" && cmd.IsSet("password"):
		return "", errors.New("name --password or --password-file, not both")
	case cmd.IsSet("password"):
		return cmd.String("password"), nil
	case path == "" || path == "-":
		return env.askPassword()
	}
	file, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("--password-file: %w", err)
	}
	defer file.Close()
	return firstLine(file)
}

// askPassword asks at a terminal, where what is typed is not shown; else it reads a line.
func (env Environment) askPassword() (string, error) {
	terminal, ok := env.Stdin.(*os.File)
	if !ok || !term.IsTerminal(int(terminal.Fd())) {
		return firstLine(env.Stdin)
	}
	ask := func(what string) (string, error) {
		fmt.Fprint(env.Stderr, what)
		typed, err := term.ReadPassword(int(terminal.Fd()))
		fmt.Fprintln(env.Stderr)
		if err != nil {
			return "", fmt.Errorf("read a password: %w", err)
		}
		return string(typed), nil
	}
	password, err := ask("Password: ")
	if err != nil {
		return "", err
	}
	again, err := ask("Once more: ")
	if err == nil && again != password {
		err = errors.New("these were two passwords")
	}
	return password, err
}

// maxLine is how long a password's line may be: longer ones are no passwords.
const maxLine = 4096

func firstLine(r io.Reader) (string, error) {
	if r == nil {
		return "", errors.New("there is nobody to ask for a password: name --password-file")
	}
	line, err := bufio.NewReader(io.LimitReader(r, maxLine)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("read a password: %w", err)
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// userPassword gives a user another password.
func (env Environment) userPassword() *cli.Command {
	flags := []cli.Flag{text("password-file",
		"file whose first line is the password; - for the standard input (default: you are asked)", false)}
	return env.command("password", "give a user a password and sign them out everywhere", flags,
		func(ctx context.Context, app *App, cmd *cli.Command) (any, error) {
			user, err := app.db.UserByUsername(ctx, cmd.Args().First())
			if err != nil {
				return nil, err
			}
			password, err := env.password(cmd)
			if err != nil {
				return nil, err
			}
			if err := app.shop.GivePassword(ctx, user.ID, password); err != nil {
				return nil, err
			}
			return printedUser(user), nil
		})
}
