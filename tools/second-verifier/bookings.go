package main

import (
	"regexp"
	"strings"
)

// checkFillJournals compares a fill with the journals of its money.
func checkFillJournals(f *fill, w *waited, journals []journal, v *verdict) {
	for i := range journals {
		if !journals[i].balanced() {
			v.add("amount_differs", 0, "journals")
			return
		}
	}
	if len(journals) == 0 {
		v.add("amount_differs", 0, "journals")
		return
	}
	switch f.Kind {
	case "spot":
		checkSpotJournals(f, journals, v)
	case "open":
		checkOpeningJournals(f, journals, v)
	default:
		checkClosingJournals(f, w, journals, v)
	}
}

// The hold of an order that waited may have changed several times, so there may be several journals of it.
var (
	kindsOfSpot    = regexp.MustCompile(`^(spot_buy|spot_sell|(spot_hold )?spot_convert|(spot_hold )*spot_fill)$`)
	kindsOfOpening = regexp.MustCompile(`^(contract_open|contract_hold (contract_hold |contract_release )*contract_fill)$`)
	kindsOfClosing = regexp.MustCompile(`^(contract_open|contract_hold (contract_hold |contract_release )*contract_fill)( contract_margin| contract_close)* contract_close$`)
)

var customerAccounts = map[string]bool{
	"spot": true, "spot_frozen": true, "contract": true, "contract_frozen": true, "promo": true, "promo_frozen": true,
}

// changeOf sums the postings of accounts that a test accepts, in one currency.
func changeOf(journals []journal, currency string, of func(account string) bool) num {
	sum := zero()
	for _, booked := range journals {
		for _, p := range booked.Postings {
			if p.Currency == currency && of(p.Account) {
				sum = add(sum, p.value)
			}
		}
	}
	return sum
}

func ofCustomer(account string) bool { return customerAccounts[account] }
func frozen(account string) bool     { return account == "contract_frozen" || account == "promo_frozen" }

func kindsOf(journals []journal) string {
	kinds := make([]string, 0, len(journals))
	for _, booked := range journals {
		kinds = append(kinds, booked.Kind)
	}
	return strings.Join(kinds, " ")
}

func checkSpotJournals(f *fill, journals []journal, v *verdict) {
	coin := f.Symbol[:strings.Index(f.Symbol, "/")]
	kinds := kindsOf(journals)
	sign := whole(1)
	if f.Side == "sell" {
		sign = whole(-1)
	}
	if !kindsOfSpot.MatchString(kinds) {
		v.add("amount_differs", 0, "journals")
		return
	}
	compareAmount(changeOf(journals, coin, ofCustomer), mul(sign, f.quantity), "journals", v)
	if strings.HasSuffix(kinds, "spot_convert") || f.value == nil || f.fee == nil {
		return
	}
	money := neg(add(f.value, f.fee))
	if f.Side == "sell" {
		money = sub(f.value, f.fee)
	}
	compareAmount(changeOf(journals, "USDT", ofCustomer), money, "journals", v)
}

func checkOpeningJournals(f *fill, journals []journal, v *verdict) {
	if !kindsOfOpening.MatchString(kindsOf(journals)) {
		v.add("amount_differs", 0, "journals")
		return
	}
	if f.fee != nil {
		compareAmount(changeOf(journals, "USDT", ofCustomer), neg(f.fee), "journals", v)
	}
	compareAmount(changeOf(journals, "USDT", frozen), f.margin, "journals", v)
}

func valueOr0(value num) num {
	if value == nil {
		return zero()
	}
	return value
}

func checkClosingJournals(f *fill, w *waited, journals []journal, v *verdict) {
	if !kindsOfClosing.MatchString(kindsOf(journals)) {
		v.add("amount_differs", 0, "journals")
		return
	}
	held := changeOf(journals, "USDT", frozen)
	closed := f.quantity
	for _, before := range f.closedBefore {
		closed = add(closed, before)
	}
	if held.Sign() < 0 || f.opened != nil && closed.Cmp(f.opened) == 0 && held.Sign() != 0 {
		v.add("amount_differs", 0, "rest of what was frozen")
	}
	last := journals[len(journals)-1:]
	released := neg(changeOf(last, "USDT", frozen))
	if f.pnl != nil && f.fee != nil && f.financing != nil {
		brought := sub(sub(sub(f.pnl, f.fee), f.financing), valueOr0(f.charge))
		left := brought
		if left.Cmp(neg(released)) < 0 {
			left = neg(released)
		}
		change := sub(sub(left, valueOr0(f.offset)), valueOr0(f.owed))
		compareAmount(changeOf(last, "USDT", ofCustomer), change, "journals", v)
		if !housePaidMore(last, f.pnl, sub(left, brought)) {
			compareAmount(changeOf(last, "USDT", named("interest")), f.financing, "interest", v)
		}
	}
	if w != nil && w.For == "close_out" {
		checkCloseOutJournals(f, w, journals, released, v)
	}
}

func named(wanted string) func(string) bool {
	return func(account string) bool { return account == wanted }
}

// housePaidMore reports whether the house paid from more than its first account; the rest may then have come from interest.
func housePaidMore(last []journal, pnl, shortfall num) bool {
	trading := changeOf(last, "USDT", named("trading"))
	insurance := changeOf(last, "USDT", named("insurance"))
	return pnl.Sign() > 0 && trading.Cmp(neg(pnl)) > 0 || shortfall.Sign() > 0 && insurance.Cmp(neg(shortfall)) > 0
}

// checkCloseOutJournals compares the margins from which a liquidation was computed with what was frozen.
func checkCloseOutJournals(f *fill, w *waited, journals []journal, released num, v *verdict) {
	var opening []journal
	var added []journal
	for _, booked := range journals {
		switch booked.Kind {
		case "contract_margin":
			added = []journal{booked}
		case "contract_close":
		default:
			opening = append(opening, booked)
		}
	}
	initial, open := changeOf(opening, "USDT", frozen), f.opened
	if open == nil {
		open = f.quantity
	}
	for _, before := range f.closedBefore {
		if open.Sign() <= 0 {
			break
		}
		initial = up(div(mul(initial, sub(open, before)), open))
		open = sub(open, before)
	}
	compareAmount(f.quantity, open, "open quantity", v)
	margin, _ := optional(w.Margin)
	compareAmount(margin, released, "margin", v)
	stated, _ := optional(w.InitialMargin)
	compareAmount(stated, initial, "initial margin", v)
	financing, _ := optional(w.Financing)
	compareAmount(financing, add(valueOr0(f.financing), valueOr0(f.charge)), "financing of the trigger", v)
	if w.WaitingMargin != nil {
		waiting, _ := optional(w.WaitingMargin)
		compareAmount(waiting, changeOf(added, "USDT", frozen), "waiting margin", v)
	}
}
