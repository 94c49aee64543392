# Prints what failed in a log of go test -v: what did not build, and of each package that
# failed the panics, the races and what the failing tests themselves said. Of packages
# that run at once go test prints one after the other, each with its result in the end.
# scripts/test.sh uses it.

function keep(owner) { line[lines] = substr($0, 1, 600); by[lines++] = owner }

# tell prints what belongs to a test, or to the whole package, and forgets the rest.
function tell(result,    i, told, last) {
	print "\n" result
	for (i = 0; i < lines; i++) {
		if (by[i] != whole && !(by[i] in failed)) continue
		if (by[i] != last && by[i] != whole) print "  " by[i]
		last = by[i]
		if (++told[last] <= most) print "    " line[i]
		else if (told[last] == most + 1) print "    and more"
	}
}

function forget() { lines = 0; test = ""; races = 0; panics = 0; split("", failed) }

BEGIN { whole = "*"; most = 60; forget() }

/^# / { building = 1; print; next } # go vet and the compiler name the package so
/^(=== |--- |ok  \t|FAIL\t|FAIL$|PASS$|\?)/ { building = 0 }
building { print; next }

/^ok  \t/ { forget(); next }
/^FAIL\t/ { tell($0); forget(); next }
/^(PASS|FAIL)$/ || /^=== PAUSE / { next }
panics { keep(whole); next }
/^=== (RUN|CONT|NAME) / { test = $3; next }
/^ *--- (PASS|SKIP|FAIL): / { test = $3; if ($2 == "FAIL:") { failed[test]; keep(test) } next }
/^(panic|fatal error): / { panics = 1; keep(whole); next }
/^==================$/ { races = !races; keep(whole); next }
races { keep(whole); next }
/^ *time=[^ ]* level=(DEBUG|INFO) / { next }
{ keep(test) }

END { if (lines) tell("a package without a result") }
