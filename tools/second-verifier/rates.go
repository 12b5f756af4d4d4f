package main

const (
	dayMs       = int64(86_400_000)
	hourMs      = int64(3_600_000)
	minuteMs    = int64(60_000)
	clockSkewMs = int64(2000)
)

// checkRates checks the conversion rates, the overnight charges and the opening that a position's fill names.
func checkRates(f *fill, b *bundle, e *entry, v *verdict) {
	at := e.TimeMs
	if f.AcceptedMs != nil && *f.AcceptedMs > at {
		at = *f.AcceptedMs
	}
	checkRate(f, b, f.rate, f.RateSeq, e.TimeMs, at, v)
	if f.Kind == "open" {
		if f.placedRate != nil {
			accepted := e.TimeMs
			if f.AcceptedMs != nil {
				accepted = *f.AcceptedMs
			}
			checkRate(f, b, f.placedRate, f.PlacedRateSeq, accepted, accepted, v)
		}
		return
	}
	if f.EntrySeq != nil && f.entryPrice != nil {
		if opening := b.ownEntry(f.Symbol, *f.EntrySeq); opening == nil {
			v.add("beside_missing", *f.EntrySeq, f.Symbol)
		} else if opening.Gap || opening.side(f.Side == "long").Cmp(f.entryPrice) != 0 {
			v.add("price_differs", opening.Seq, "entry_price")
		} else if f.OpenedMs != nil && *f.OpenedMs < opening.TimeMs-clockSkewMs {
			v.add("amount_differs", opening.Seq, "opened_ms")
		}
	}
	checkNights(f, b, e, v)
}

// ownEntry finds an entry of the fill's own tape, in its entries or beside them, where a signature must follow it.
func (b *bundle) ownEntry(symbol string, seq int64) *entry {
	if e, _ := b.besideEntry(symbol, seq); e != nil {
		return e
	}
	return known(b.Entries, seq)
}

// besideEntry returns an entry of another tape from the signed range of that tape, and the entry after it.
func (b *bundle) besideEntry(symbol string, seq int64) (*entry, *entry) {
	for _, beside := range b.Beside {
		if beside.Symbol != symbol {
			continue
		}
		if e := known(beside.Entries, seq); e != nil {
			signed := false
			for _, c := range beside.Checkpoints {
				signed = signed || c.Seq >= seq && find(beside.Entries, c.Seq) != nil
			}
			if signed {
				return e, find(beside.Entries, seq+1)
			}
		}
	}
	return nil, nil
}

// known finds an entry whose text a hash covers: of the first entry of a range in the middle of a tape, only the hash is known.
func known(entries []*entry, seq int64) *entry {
	if len(entries) > 0 && entries[0].Seq == seq && seq != 1 {
		return nil
	}
	return find(entries, seq)
}

// checkRate compares a rate with its entry, which must have been the newest at a moment of a range.
func checkRate(f *fill, b *bundle, rate num, seq *int64, from, to int64, v *verdict) {
	quote := quoteOf(f.Symbol)
	if quote == "USDT" || quote == "USD" {
		if rate != nil && rate.Cmp(whole(1)) != 0 {
			v.add("price_differs", 0, "rate")
		}
		return
	}
	symbol := quote + "/USDT"
	if seq == nil || rate == nil {
		v.add("rate_missing", 0, symbol)
		return
	}
	e, next := b.besideEntry(symbol, *seq)
	if e == nil {
		v.add("beside_missing", *seq, symbol)
		return
	}
	if e.last.Cmp(rate) != 0 {
		v.add("price_differs", e.Seq, "rate")
	}
	end := (floorDiv(e.TimeMs, hourMs)+1)*hourMs + minuteMs
	if next != nil {
		end = next.TimeMs
	}
	switch {
	case e.TimeMs > to+clockSkewMs:
		v.add("rate_not_current", e.Seq, symbol)
	case end > from-clockSkewMs:
	case next == nil:
		v.wait("rate_not_closed", symbol)
	default:
		v.add("rate_not_current", e.Seq, symbol)
	}
}

func checkNights(f *fill, b *bundle, e *entry, v *verdict) {
	if f.financing == nil {
		return
	}
	if f.OpenedMs == nil || f.Nights == nil {
		if f.financing.Sign() != 0 {
			v.add("amount_differs", e.Seq, "nights")
		}
		return
	}
	last := *f.OpenedMs
	open, due := f.opened, zero()
	if open == nil {
		open = f.quantity
	}
	closed := 0
	// settle subtracts the share of an earlier closing from the amount due.
	settle := func(before int64) {
		for closed < len(f.closedBefore) && closed < len(f.ClosedBeforeSeq) && f.ClosedBeforeSeq[closed] < before {
			if open.Sign() > 0 {
				due = sub(due, up(div(mul(due, f.closedBefore[closed]), open)))
			}
			open = sub(open, f.closedBefore[closed])
			closed++
		}
	}
	for _, n := range f.Nights {
		settle(n.Seq)
		if f.size == nil || f.entryPrice == nil || f.financingRate == nil {
			v.add("amount_differs", n.Seq, "nights")
			return
		}
		quantity, ok1 := parseDecimal(n.Quantity)
		rate, ok2 := parseDecimal(n.Rate)
		amount, ok3 := parseDecimal(n.Amount)
		if !ok1 || !ok2 || !ok3 {
			v.add("record_unreadable", n.Seq, "nights")
			return
		}
		charge := b.ownEntry(f.Symbol, n.Seq)
		if charge == nil {
			v.add("beside_missing", n.Seq, f.Symbol)
			return
		}
		if charge.Gap {
			v.add("fill_on_gap", n.Seq, "")
		}
		if charge.TimeMs != n.TimeMs {
			v.add("seq_differs", n.Seq, "time_ms")
		}
		if quantity.Cmp(open) != 0 || n.Nights != floorDiv(n.TimeMs, dayMs)-floorDiv(last, dayMs) || n.Nights < 1 {
			v.add("amount_differs", n.Seq, "nights")
		}
		until := charge.TimeMs
		if n.Seq == f.TapeSeq && f.AcceptedMs != nil && *f.AcceptedMs > until {
			until = *f.AcceptedMs
		}
		checkRate(f, b, rate, n.RateSeq, charge.TimeMs, until, v)
		one := up(mul(up(mul(quantity, f.size, f.entryPrice, rate)), f.financingRate))
		compareAmount(amount, mul(whole(n.Nights), one), "nights", v)
		due = add(due, amount)
		if n.TimeMs > last {
			last = n.TimeMs
		}
	}
	settle(forever)
	if floorDiv(e.TimeMs, dayMs) > floorDiv(last, dayMs) {
		v.add("amount_differs", e.Seq, "nights")
	}
	settled := zero()
	if open.Sign() > 0 {
		settled = up(div(mul(due, f.quantity), open))
	}
	compareAmount(f.financing, settled, "financing", v)
}
