package main

import (
	"math/big"
	"regexp"
	"strings"
)

// Money and prices are exact fractions; nothing here uses floating point.
type num = *big.Rat

var decimalForm = regexp.MustCompile(`^(0|[1-9][0-9]*)(\.[0-9]{0,7}[1-9])?$`)

// parseDecimal parses a decimal in the only form that the document allows.
func parseDecimal(text string) (num, bool) {
	if !decimalForm.MatchString(text) {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// parseSigned also accepts a minus sign before a decimal that is not 0.
func parseSigned(text string) (num, bool) {
	if rest := strings.TrimPrefix(text, "-"); rest != text {
		value, ok := parseDecimal(rest)
		if !ok || value.Sign() == 0 {
			return nil, false
		}
		return value.Neg(value), true
	}
	return parseDecimal(text)
}

func zero() num         { return new(big.Rat) }
func whole(n int64) num { return new(big.Rat).SetInt64(n) }
func add(a, b num) num  { return new(big.Rat).Add(a, b) }
func sub(a, b num) num  { return new(big.Rat).Sub(a, b) }
func neg(a num) num     { return new(big.Rat).Neg(a) }
func div(a, b num) num  { return new(big.Rat).Quo(a, b) }
func least(a, b num) num {
	if a.Cmp(b) < 0 {
		return a
	}
	return b
}

func mul(factors ...num) num {
	product := whole(1)
	for _, factor := range factors {
		product.Mul(product, factor)
	}
	return product
}

var unitsOfOne = new(big.Int).SetInt64(100_000_000)

// down rounds towards minus infinity at the eighth decimal place.
func down(value num) num {
	scaled := new(big.Int).Mul(value.Num(), unitsOfOne)
	return new(big.Rat).SetFrac(new(big.Int).Div(scaled, value.Denom()), unitsOfOne)
}

// up rounds towards plus infinity at the eighth decimal place.
func up(value num) num { return neg(down(neg(value))) }

// text writes a number of at most eight places in the document's form.
func text(value num) string {
	if value == nil {
		return ""
	}
	written := value.FloatString(8)
	return strings.TrimSuffix(strings.TrimRight(written, "0"), ".")
}

func floorDiv(a, b int64) int64 {
	quotient := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		quotient--
	}
	return quotient
}
