package main

import (
	"fmt"
	"strings"
)

type night struct {
	Seq      int64  `json:"seq"`
	TimeMs   int64  `json:"time_ms"`
	Nights   int64  `json:"nights"`
	Quantity string `json:"quantity"`
	Rate     string `json:"rate"`
	RateSeq  *int64 `json:"rate_seq"`
	Amount   string `json:"amount"`
}

type fill struct {
	Kind            string   `json:"kind"`
	Symbol          string   `json:"symbol"`
	Side            string   `json:"side"`
	Quantity        *string  `json:"quantity"`
	Price           *string  `json:"price"`
	TapeSeq         int64    `json:"tape_seq"`
	Value           *string  `json:"value"`
	Fee             *string  `json:"fee"`
	FeeRate         *string  `json:"fee_rate"`
	Limit           *string  `json:"limit"`
	Leverage        *string  `json:"leverage"`
	Margin          *string  `json:"margin"`
	EntryPrice      *string  `json:"entry_price"`
	EntrySeq        *int64   `json:"entry_seq"`
	ContractSize    *string  `json:"contract_size"`
	Rate            *string  `json:"rate"`
	RateSeq         *int64   `json:"rate_seq"`
	PlacedRate      *string  `json:"placed_rate"`
	PlacedRateSeq   *int64   `json:"placed_rate_seq"`
	Pnl             *string  `json:"pnl"`
	Financing       *string  `json:"financing"`
	FinancingRate   *string  `json:"financing_rate"`
	Charge          *string  `json:"charge"`
	Offset          *string  `json:"offset"`
	Owed            *string  `json:"owed"`
	OpenedQuantity  *string  `json:"opened_quantity"`
	ClosedBefore    []string `json:"closed_before"`
	ClosedBeforeSeq []int64  `json:"closed_before_seq"`
	AcceptedSeq     *int64   `json:"accepted_seq"`
	AcceptedMs      *int64   `json:"accepted_ms"`
	FillAgeMs       *int64   `json:"fill_age_ms"`
	OpenedMs        *int64   `json:"opened_ms"`
	Nights          []night  `json:"nights"`

	quantity, price, value, fee, feeRate, limit, leverage, margin, entryPrice, size, rate, placedRate, pnl num
	financing, financingRate, opened, charge, offset, owed                                                 num
	closedBefore                                                                                           []num
}

const transactionMs = 3000

func (f *fill) buyer() bool {
	if f.Kind == "close" {
		return f.Side == "short"
	}
	return f.Side == "buy" || f.Side == "long"
}

func (f *fill) read() string {
	for _, field := range []struct {
		name   string
		text   *string
		into   *num
		signed bool
	}{
		{"quantity", f.Quantity, &f.quantity, false}, {"price", f.Price, &f.price, false}, {"value", f.Value, &f.value, false},
		{"fee", f.Fee, &f.fee, false}, {"fee_rate", f.FeeRate, &f.feeRate, false}, {"limit", f.Limit, &f.limit, false},
		{"leverage", f.Leverage, &f.leverage, false}, {"margin", f.Margin, &f.margin, false},
		{"entry_price", f.EntryPrice, &f.entryPrice, false}, {"contract_size", f.ContractSize, &f.size, false},
		{"rate", f.Rate, &f.rate, false}, {"placed_rate", f.PlacedRate, &f.placedRate, false}, {"pnl", f.Pnl, &f.pnl, true},
		{"financing", f.Financing, &f.financing, false}, {"financing_rate", f.FinancingRate, &f.financingRate, false},
		{"opened_quantity", f.OpenedQuantity, &f.opened, false}, {"charge", f.Charge, &f.charge, false},
		{"offset", f.Offset, &f.offset, false}, {"owed", f.Owed, &f.owed, false},
	} {
		if field.text == nil {
			continue
		}
		value, ok := parseDecimal(*field.text)
		if field.signed {
			value, ok = parseSigned(*field.text)
		}
		if !ok {
			return field.name
		}
		*field.into = value
	}
	for _, closed := range f.ClosedBefore {
		value, ok := parseDecimal(closed)
		if !ok {
			return "closed_before"
		}
		f.closedBefore = append(f.closedBefore, value)
	}
	switch {
	case f.quantity == nil:
		return "quantity"
	case f.price == nil:
		return "price"
	case f.Kind == "spot" && f.Side != "buy" && f.Side != "sell", f.Kind != "spot" && f.Side != "long" && f.Side != "short":
		return "side"
	case f.Kind != "spot" && f.Kind != "open" && f.Kind != "close":
		return "kind"
	}
	return ""
}

func find(entries []*entry, seq int64) *entry {
	if len(entries) == 0 || seq < entries[0].Seq || seq > entries[len(entries)-1].Seq {
		return nil
	}
	for _, e := range entries {
		if e.Seq == seq {
			return e
		}
	}
	return nil
}

func checkFill(f *fill, b *bundle, v *verdict) {
	if field := f.read(); field != "" {
		v.add("record_unreadable", 0, field)
		return
	}
	first := f.TapeSeq
	if f.AcceptedSeq != nil && *f.AcceptedSeq < first {
		first = *f.AcceptedSeq
	}
	if b.Waited != nil && b.Waited.FromSeq < first {
		first = b.Waited.FromSeq
	}
	if b.Waited != nil && b.Waited.AmendmentsFromSeq != nil && *b.Waited.AmendmentsFromSeq < first {
		first = *b.Waited.AmendmentsFromSeq
	}
	b.checkCoverage(first, f.TapeSeq, v)
	e := find(b.Entries, f.TapeSeq)
	if e == nil {
		v.add("entries_missing", f.TapeSeq, "")
		return
	}
	if e.Gap {
		v.add("fill_on_gap", e.Seq, "")
	} else if e.side(f.buyer()).Cmp(f.price) != 0 {
		v.add("price_differs", e.Seq, text(e.side(f.buyer())))
	}
	if f.limit != nil && f.Kind != "close" {
		if order := f.price.Cmp(f.limit); f.buyer() && order > 0 || !f.buyer() && order < 0 {
			v.add("worse_than_limit", e.Seq, text(f.limit))
		}
	}
	if f.AcceptedSeq != nil && f.AcceptedMs != nil && f.FillAgeMs != nil {
		checkMarketEntry(f, b.Entries, v)
	}
	checkAmounts(f, v)
	if f.Kind != "spot" {
		checkRates(f, b, e, v)
	}
	if b.Waited != nil {
		checkWaited(f, b, v)
	}
	if b.Journals != nil && v.state() != "undecided" {
		checkFillJournals(f, b.Waited, b.Journals, v)
	}
}

// marketEntry is the entry at which a market order fills by the rule, or nil if the entries do not reach so far.
func marketEntry(entries []*entry, acceptedSeq, acceptedMs, fillAgeMs, atLeastMs int64) *entry {
	for _, e := range entries {
		if e.Seq < acceptedSeq || e.Gap {
			continue
		}
		if e.Seq == acceptedSeq {
			if acceptedMs-e.madeMs() <= fillAgeMs {
				return e
			}
		} else if e.madeMs() >= atLeastMs {
			return e
		}
	}
	return nil
}

func checkMarketEntry(f *fill, entries []*entry, v *verdict) {
	accepted := find(entries, *f.AcceptedSeq)
	if accepted == nil {
		v.add("entries_missing", *f.AcceptedSeq, "")
		return
	}
	if due := marketEntry(entries, *f.AcceptedSeq, *f.AcceptedMs, *f.FillAgeMs, *f.AcceptedMs); due == nil || due.Seq != f.TapeSeq {
		v.add("seq_differs", f.TapeSeq, "tape_seq")
	}
	next := find(entries, *f.AcceptedSeq+1)
	if !newestAt(accepted, next, *f.AcceptedMs, transactionMs) {
		v.add("seq_differs", *f.AcceptedSeq, "accepted_seq")
	}
}

// newestAt reports whether an entry was the newest at a moment, within a tolerance.
func newestAt(e, next *entry, atMs, toleranceMs int64) bool {
	return e.TimeMs <= atMs+toleranceMs && (next == nil || next.TimeMs > atMs-toleranceMs)
}

func compareAmount(found, derived num, field string, v *verdict) {
	if found != nil && derived != nil && found.Cmp(derived) != 0 {
		v.add("amount_differs", 0, fmt.Sprintf("%s: %s instead of %s", field, text(found), text(derived)))
	}
}

func notional(f *fill, price, rate num) num { return up(mul(f.quantity, f.size, price, rate)) }

func checkAmounts(f *fill, v *verdict) {
	if f.Kind == "spot" {
		value := down(mul(f.quantity, f.price))
		if f.Side == "buy" {
			value = up(mul(f.quantity, f.price))
		}
		compareAmount(f.value, value, "value", v)
		if f.feeRate != nil {
			compareAmount(f.fee, up(mul(value, f.feeRate)), "fee", v)
		}
		return
	}
	if quote := quoteOf(f.Symbol); f.rate == nil && (quote == "USDT" || quote == "USD") {
		f.rate = whole(1)
	}
	if f.size == nil || f.rate == nil {
		return
	}
	traded := notional(f, f.price, f.rate)
	if f.Kind == "open" {
		if f.limit != nil {
			rate := f.rate
			if f.placedRate != nil {
				rate = f.placedRate
			}
			traded = least(traded, notional(f, f.limit, rate))
		}
		if f.feeRate != nil {
			compareAmount(f.fee, up(mul(traded, f.feeRate)), "fee", v)
		}
		if f.leverage != nil && f.leverage.Sign() > 0 {
			compareAmount(f.margin, up(div(traded, f.leverage)), "margin", v)
		}
		return
	}
	if f.feeRate != nil {
		compareAmount(f.fee, up(mul(traded, f.feeRate)), "fee", v)
	}
	if f.entryPrice != nil {
		compareAmount(f.pnl, down(f.gain(f.price)), "pnl", v)
	}
}

// gain is the unrounded profit of the fill's quantity at a price.
func (f *fill) gain(price num) num {
	moved := sub(price, f.entryPrice)
	if f.Side == "short" {
		moved = neg(moved)
	}
	return mul(f.quantity, f.size, moved, f.rate)
}

func quoteOf(symbol string) string { return symbol[strings.Index(symbol, "/")+1:] }
