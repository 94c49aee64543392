package app_test

import (
	"os"
	"testing"

	browser "vitrine/internal/browsertest"
)

func TestMain(m *testing.M) { os.Exit(browser.Main(m)) }
