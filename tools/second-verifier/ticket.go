package main

import "fmt"

type ticket struct {
	ID           string  `json:"id"`
	Symbol       string  `json:"symbol"`
	Side         string  `json:"side"`
	Seconds      int64   `json:"seconds"`
	Stake        string  `json:"stake"`
	Currency     string  `json:"currency"`
	PayoutRatio  string  `json:"payout_ratio"`
	Profit       string  `json:"profit"`
	Status       string  `json:"status"`
	Reason       *string `json:"reason"`
	AcceptedSeq  int64   `json:"accepted_seq"`
	Strike       *string `json:"strike"`
	StrikeSeq    int64   `json:"strike_seq"`
	StrikeAtMs   *int64  `json:"strike_at_ms"`
	StruckFromMs *int64  `json:"struck_from_ms"`
	Settle       *string `json:"settle"`
	SettleSeq    *int64  `json:"settle_seq"`
	CreatedAt    int64   `json:"created_at"`
	AcceptedMs   int64   `json:"accepted_ms"`
	ExpiresAt    int64   `json:"expires_at"`
	Pnl          *string `json:"pnl"`
}

const quietMs = 3000

// An outcome is the result of a ticket according to the entries.
type outcome struct {
	status, reason      string
	strike, exit        *entry
	firstUsed, lastUsed int64
	missing             bool
	// Whether the ticket names a rejected quote as its entry of acceptance, at which nothing is accepted.
	atReject bool
}

// decide derives the outcome from a tape: `struckFrom` is nil for a ticket that was struck before that rule.
func decide(entries []*entry, acceptedSeq int64, struckFrom *int64, expiresMs int64, up bool) outcome {
	result := outcome{firstUsed: acceptedSeq}
	var accepted, before, after *entry
	for _, e := range entries {
		if e.Kind == "reject" {
			result.atReject = result.atReject || e.Seq == acceptedSeq
			continue
		}
		if e.Seq <= acceptedSeq {
			accepted = e
			continue
		}
		if result.strike == nil && isStrike(e, acceptedSeq, struckFrom) {
			result.strike = e
		}
		if e.TimeMs <= expiresMs {
			before = e
		} else if after == nil {
			after = e
		}
	}
	if accepted == nil || accepted.Seq != acceptedSeq || result.strike == nil {
		result.missing = true
		return result
	}
	strike := result.strike
	result.lastUsed = strike.Seq
	if accepted.isPause() || strike.isPause() || strike.TimeMs > expiresMs {
		result.status, result.reason = "void", "gap_strike"
		return result
	}
	if after == nil || before == nil {
		result.missing = true
		return result
	}
	result.lastUsed = after.Seq
	result.exit = before
	if before.isPause() || after.isPause() {
		result.status, result.reason = "void", "gap_expiry"
		return result
	}
	if after.TimeMs-before.TimeMs > quietMs {
		result.exit = after
	}
	switch order := result.exit.last.Cmp(strike.last); {
	case order == 0:
		result.status = "tied"
	case (order > 0) == up:
		result.status = "won"
	default:
		result.status = "lost"
	}
	return result
}

func isStrike(e *entry, acceptedSeq int64, struckFrom *int64) bool {
	if struckFrom == nil {
		return e.Seq > acceptedSeq
	}
	return e.Gap || e.madeMs() >= *struckFrom
}

func checkTicket(t *ticket, seen *int64, b *bundle, v *verdict) {
	stake, ok1 := parseDecimal(t.Stake)
	ratio, ok2 := parseDecimal(t.PayoutRatio)
	profit, ok3 := parseDecimal(t.Profit)
	if !ok1 || !ok2 || !ok3 || (t.Side != "up" && t.Side != "down") || t.Seconds < 0 || t.AcceptedSeq < 0 ||
		stake.Sign() == 0 || ratio.Sign() == 0 || profit.Sign() == 0 {
		v.add("record_unreadable", 0, "ticket")
		return
	}
	if t.CreatedAt != floorDiv(t.AcceptedMs, 1000) {
		v.add("terms_differ", 0, "created_at")
	}
	if t.ExpiresAt != t.CreatedAt+t.Seconds {
		v.add("terms_differ", 0, "expires_at")
	}
	if down(mul(stake, ratio)).Cmp(profit) != 0 {
		v.add("terms_differ", 0, "profit")
	}
	if t.StruckFromMs != nil && *t.StruckFromMs != t.AcceptedMs {
		v.add("terms_differ", 0, "struck_from_ms")
	}
	if seen != nil && t.AcceptedSeq < *seen {
		v.add("accepted_before_seen", 0, fmt.Sprint(*seen))
	}
	struckFrom := t.StruckFromMs
	if struckFrom == nil && t.Strike == nil {
		struckFrom = &t.AcceptedMs
	}
	derived := decide(b.Entries, t.AcceptedSeq, struckFrom, t.ExpiresAt*1000, t.Side == "up")
	if derived.atReject {
		v.add("seq_differs", t.AcceptedSeq, "accepted_seq")
		return
	}
	open, startedOver := t.Status == "open", t.Reason != nil && *t.Reason == "start_over"
	if open || startedOver {
		if derived.strike != nil && t.Strike != nil {
			compareStrike(t, derived.strike, true, v)
		}
		if startedOver {
			v.wait("ended_by_start_over", "")
		} else {
			v.wait("ticket_open", fmt.Sprint(t.ExpiresAt))
		}
		return
	}
	if derived.missing {
		v.add("entries_missing", 0, "")
		return
	}
	b.checkCoverage(derived.firstUsed, derived.lastUsed, v)
	compareOutcome(t, derived, v)
	compareMoney(t, derived.status, stake, profit, v)
	if b.Journals != nil && v.state() != "undecided" {
		checkTicketJournals(t, derived.status, stake, profit, b.Journals, v)
	}
}

func compareOutcome(t *ticket, derived outcome, v *verdict) {
	reason := ""
	if t.Reason != nil {
		reason = *t.Reason
	}
	if t.Status != derived.status || reason != derived.reason {
		v.add("outcome_differs", 0, derived.status)
	}
	void := derived.status == "void"
	compareStrike(t, derived.strike, void, v)
	if derived.exit == nil {
		return
	}
	comparePrice(t.Settle, derived.exit, void, "settle", v)
	if t.SettleSeq == nil && !void || t.SettleSeq != nil && *t.SettleSeq != derived.exit.Seq {
		v.add("seq_differs", 0, "settle_seq")
	}
}

// compareStrike compares the strike with the derived one; if mayLack is true, the strike may be absent.
func compareStrike(t *ticket, strike *entry, mayLack bool, v *verdict) {
	if t.Strike == nil && mayLack {
		return
	}
	if t.StrikeSeq != strike.Seq {
		v.add("seq_differs", 0, "strike_seq")
	}
	comparePrice(t.Strike, strike, false, "strike", v)
	if t.StrikeAtMs == nil || *t.StrikeAtMs != strike.TimeMs {
		v.add("price_differs", 0, "strike_at_ms")
	}
}

func comparePrice(named *string, derived *entry, mayLack bool, field string, v *verdict) {
	if named == nil {
		if !mayLack {
			v.add("price_differs", 0, field)
		}
	} else if value, ok := parseDecimal(*named); !ok || value.Cmp(derived.last) != 0 {
		v.add("price_differs", 0, field)
	}
}

// ticketPnl is the change of the customer's accounts by a ticket.
func ticketPnl(status string, stake, profit num) num {
	switch status {
	case "won":
		return profit
	case "lost":
		return neg(stake)
	}
	return zero()
}

func compareMoney(t *ticket, status string, stake, profit num, v *verdict) {
	if t.Pnl == nil {
		v.add("amount_differs", 0, "pnl")
	} else if pnl, ok := parseSigned(*t.Pnl); !ok || pnl.Cmp(ticketPnl(status, stake, profit)) != 0 {
		v.add("amount_differs", 0, "pnl")
	}
}

var endOfTicket = map[string]string{"won": "option_win", "lost": "option_loss", "tied": "option_return", "void": "option_return"}

func checkTicketJournals(t *ticket, status string, stake, profit num, journals []journal, v *verdict) {
	if len(journals) != 2 || journals[0].Kind != "option_stake" || journals[1].Kind != endOfTicket[status] {
		v.add("amount_differs", 0, "journals")
		return
	}
	totals := map[string]num{}
	paid := zero()
	for i, booked := range journals {
		if !booked.balanced() {
			v.add("amount_differs", 0, "journals")
			return
		}
		for _, posting := range booked.Postings {
			if posting.Currency != t.Currency {
				v.add("amount_differs", 0, "currency")
				return
			}
			name := posting.Account
			if name == "option" || name == "promo" {
				name = "customer"
			}
			if totals[name] == nil {
				totals[name] = zero()
			}
			totals[name] = add(totals[name], posting.value)
			if i == 0 && name == "customer" {
				paid = add(paid, posting.value)
			}
		}
	}
	at := func(name string) num {
		if totals[name] == nil {
			return zero()
		}
		return totals[name]
	}
	if paid.Cmp(neg(stake)) != 0 || at("option_escrow").Sign() != 0 || at("customer").Cmp(ticketPnl(status, stake, profit)) != 0 {
		v.add("amount_differs", 0, "journals")
	}
}
