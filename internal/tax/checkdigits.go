package tax

import (
	"strconv"
	"strings"
)

// weighted adds up the digits of a text by their weights; letters count nothing.
func weighted(text string, weights ...int) (sum int) {
	for i, w := range weights {
		sum += w * digit(text, i)
	}
	return sum
}

func digit(text string, i int) int {
	if i >= len(text) || text[i] < '0' || text[i] > '9' {
		return 0
	}
	return int(text[i] - '0')
}

// last is the last digit of a text.
func last(text string) int { return digit(text, len(text)-1) }

// modulo is the rest of a number of decimal digits.
func modulo(digits string, by int) (rest int) {
	for i := range len(digits) {
		rest = (10*rest + digit(digits, i)) % by
	}
	return rest
}

// luhn reports whether the last digit is that of Luhn's sum (ISO/IEC 7812-1, annex B).
func luhn(digits string) bool {
	sum := 0
	for i := range len(digits) {
		n := digit(digits, len(digits)-1-i)
		if i%2 == 1 {
			n = n/5 + 2*n%10
		}
		sum += n
	}
	return sum%10 == 0
}

// iso7064 reports whether the last digit is that of ISO 7064, MOD 11,10.
func iso7064(digits string) bool {
	product := 10
	for i := range len(digits) - 1 {
		sum := (digit(digits, i) + product) % 10
		if sum == 0 {
			sum = 10
		}
		product = 2 * sum % 11
	}
	return (11-product)%10 == last(digits)
}

func checkAT(id string) bool {
	sum := 4
	for i := 1; i < 8; i++ {
		n := digit(id, i)
		if i%2 == 0 {
			n = n/5 + 2*n%10
		}
		sum += n
	}
	return (100-sum)%10 == last(id)
}

func checkBE(id string) bool { return 97-modulo(id[:8], 97) == 10*digit(id, 8)+last(id) }

// checkBG checks those of companies; ten digits are those of persons and others, by several rules.
func checkBG(id string) bool {
	if len(id) != 9 {
		return true
	}
	sum := weighted(id, 1, 2, 3, 4, 5, 6, 7, 8) % 11
	if sum == 10 {
		sum = weighted(id, 3, 4, 5, 6, 7, 8, 9, 10) % 11 % 10
	}
	return sum == last(id)
}

func checkCY(id string) bool {
	odd, sum := []int{1, 0, 5, 7, 9, 13, 15, 17, 19, 21}, 0
	for i := range 8 {
		if n := digit(id, i); i%2 == 0 {
			sum += odd[n]
		} else {
			sum += n
		}
	}
	return id[:2] != "12" && byte('A'+sum%26) == id[8]
}

// checkCZ checks those of companies; longer ones are those of persons.
func checkCZ(id string) bool {
	if len(id) != 8 {
		return true
	}
	rest := max((11-weighted(id, 8, 7, 6, 5, 4, 3, 2)%11)%11, 1)
	return id[0] != '9' && rest%10 == last(id)
}

func checkDK(id string) bool { return weighted(id, 2, 7, 6, 5, 4, 3, 2, 1)%11 == 0 }
func checkEE(id string) bool { return weighted(id, 3, 7, 1, 3, 7, 1, 3, 7, 1)%10 == 0 }

func checkEL(id string) bool {
	return weighted(id, 256, 128, 64, 32, 16, 8, 4, 2)%11%10 == last(id)
}

// checkES checks persons by their letter and companies by their digit or letter (Orden EHA/451/2008).
func checkES(id string) bool {
	const letters, companies = "TRWAGMYFPDXBNJZSQVHLCKE", "JABCDEFGHI"
	number, kind, control := id[:8], id[0], id[8]
	switch {
	case kind >= '0' && kind <= '9', strings.IndexByte("XYZ", kind) >= 0:
		if i := strings.IndexByte("XYZ", kind); i >= 0 {
			number = strconv.Itoa(i) + id[1:8]
		}
		return letters[modulo(number, 23)] == control
	case strings.IndexByte("KLM", kind) >= 0:
		return letters[modulo(id[1:8], 23)] == control
	}
	n := companyDigit(id) - '0'
	if control >= '0' && control <= '9' {
		return n == control-'0'
	}
	return companies[n] == control
}

// companyDigit is the check digit of a Spanish company.
func companyDigit(id string) byte {
	sum := 0
	for i := range 7 {
		n := digit(id, i+1)
		if i%2 == 0 {
			n = n/5 + 2*n%10
		}
		sum += n
	}
	return byte('0' + (10-sum%10)%10)
}

func checkFI(id string) bool {
	return weighted(id, 7, 9, 10, 5, 8, 4, 2, 1)%11 == 0
}

// checkFR checks the number of the company, and the digits before it where they are digits.
func checkFR(id string) bool {
	if id[2:5] != "000" && !luhn(id[2:]) { // Monaco's have three zeros
		return false
	}
	if strings.Trim(id[:2], "0123456789") != "" {
		return true
	}
	return modulo(id[2:]+"12", 97) == 10*digit(id, 0)+digit(id, 1)
}

func checkHU(id string) bool { return weighted(id, 9, 7, 3, 1, 9, 7, 3, 1)%10 == 0 }

func checkIE(id string) bool {
	const letters = "WABCDEFGHIJKLMNOPQRSTUV"
	if id[1] < '0' || id[1] > '9' { // until 2013: the first digit was behind the others
		id = "0" + id[2:7] + id[:1] + id[7:]
	}
	sum := weighted(id, 8, 7, 6, 5, 4, 3, 2)
	if len(id) == 9 && id[8] != 'W' {
		sum += 9 * int(id[8]-'A'+1)
	}
	return letters[sum%23] == id[7]
}

func checkIT(id string) bool { return luhn(id) }

func checkLT(id string) bool {
	sum := func(first int) (n int) {
		for i := range len(id) - 1 {
			n += digit(id, i) * ((i+first)%9 + 1)
		}
		return n % 11
	}
	rest := sum(0)
	if rest == 10 {
		rest = sum(2) % 10
	}
	return rest == last(id)
}

func checkLU(id string) bool { return modulo(id[:6], 89) == 10*digit(id, 6)+last(id) }

// checkLV checks those of companies; those of persons begin with a day.
func checkLV(id string) bool {
	if id[0] <= '3' {
		return true
	}
	return weighted(id, 9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1)%11 == 3
}

func checkMT(id string) bool { return weighted(id, 3, 4, 6, 7, 8, 9, 10, 1)%37 == 0 }

// checkNL takes what is right by the number of companies, or by that of persons since 2020 (MOD 97-10).
func checkNL(id string) bool {
	if rest := weighted(id, 9, 8, 7, 6, 5, 4, 3, 2) % 11; rest < 10 && rest == digit(id, 8) {
		return true
	}
	return modulo("2321"+id[:9]+"11"+id[10:], 97) == 1
}

func checkPL(id string) bool {
	return weighted(id, 6, 5, 7, 2, 3, 4, 5, 6, 7)%11 == last(id)
}

func checkPT(id string) bool {
	return (11-weighted(id, 9, 8, 7, 6, 5, 4, 3, 2)%11)%11%10 == last(id)
}

func checkRO(id string) bool {
	id = strings.Repeat("0", 10-len(id)) + id
	return 10*weighted(id, 7, 5, 3, 2, 1, 7, 5, 3, 2)%11%10 == last(id)
}

func checkSE(id string) bool { return luhn(id[:10]) }

func checkSI(id string) bool {
	rest := 11 - weighted(id, 8, 7, 6, 5, 4, 3, 2)%11
	return rest != 11 && rest%10 == last(id)
}

func checkSK(id string) bool { return strings.IndexByte("234789", id[2]) >= 0 && modulo(id, 11) == 0 }
