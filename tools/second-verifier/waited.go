package main

// waited states from when a triggered order or level could fill, as customer service attaches it.
type waited struct {
	For           string  `json:"for"`
	ArmedSeq      int64   `json:"armed_seq"`
	FromSeq       int64   `json:"from_seq"`
	SinceMs       *int64  `json:"since_ms"`
	CancelMs      *int64  `json:"cancel_ms"`
	CancelSeq     *int64  `json:"cancel_seq"`
	ChangeMs      *int64  `json:"change_ms"`
	ChangeSeq     *int64  `json:"change_seq"`
	Level         *string `json:"level"`
	Margin        *string `json:"margin"`
	WaitingMargin *string `json:"waiting_margin"`
	InitialMargin *string `json:"initial_margin"`
	Financing     *string `json:"financing"`
	AcceptedAt    *int64  `json:"accepted_at"`

	Amendments        []amendment `json:"amendments"`
	AmendmentsFromSeq *int64      `json:"amendments_from_seq"`
}

func optional(text *string) (num, bool) {
	if text == nil {
		return zero(), true
	}
	return parseDecimal(*text)
}

// reaches returns a function that tests whether an entry reaches the level, given the best price since the arming.
func (w *waited) reaches(f *fill, v *verdict) func(e *entry, best num) bool {
	buyer := f.buyer()
	if w.For == "close_out" {
		margin, ok1 := optional(w.Margin)
		waiting, ok2 := optional(w.WaitingMargin)
		initial, ok3 := optional(w.InitialMargin)
		financing, ok4 := optional(w.Financing)
		if !ok1 || !ok2 || !ok3 || !ok4 || w.Margin == nil || w.InitialMargin == nil || f.entryPrice == nil || f.size == nil || f.rate == nil {
			v.add("record_unreadable", 0, "waited")
			return nil
		}
		base := sub(sub(margin, waiting), financing)
		half := div(initial, whole(2))
		return func(e *entry, _ num) bool { return add(base, f.gain(e.side(buyer))).Cmp(half) <= 0 }
	}
	if w.Level == nil {
		v.add("record_unreadable", 0, "waited")
		return nil
	}
	level, ok := parseDecimal(*w.Level)
	if !ok {
		v.add("record_unreadable", 0, "waited")
		return nil
	}
	switch w.For {
	case "limit", "take_profit":
		return func(e *entry, _ num) bool { return reachesLevel(e, buyer, level, true) }
	case "stop", "stop_loss", "profit_lock":
		return func(e *entry, _ num) bool { return reachesLevel(e, buyer, level, false) }
	case "trailing":
		return func(e *entry, best num) bool {
			back := sub(best, e.side(buyer))
			if buyer {
				back = neg(back)
			}
			return back.Cmp(level) >= 0
		}
	}
	v.add("record_unreadable", 0, "waited")
	return nil
}

// reachesLevel compares the price of a side with a level: equal or better, or equal or worse.
func reachesLevel(e *entry, buyer bool, level num, better bool) bool {
	order := e.side(buyer).Cmp(level)
	if order == 0 {
		return true
	}
	return (order < 0) == (buyer == better)
}

// sound reports whether the fields are consistent with each other and with the kind of the fill.
func (w *waited) sound(f *fill) bool {
	waiting, ok := optional(w.WaitingMargin)
	if !ok || w.WaitingMargin != nil && (waiting.Sign() == 0 || w.ChangeMs == nil || w.ChangeSeq == nil) {
		return false
	}
	if w.For == "close_out" && w.Financing == nil {
		return false
	}
	if !w.amendmentsSound() {
		return false
	}
	return w.ArmedSeq >= 0 && w.FromSeq >= 1 && w.FromSeq >= w.ArmedSeq && w.FromSeq <= f.TapeSeq &&
		(w.For == "limit" || w.For == "stop" || f.Kind == "close")
}

func checkWaited(f *fill, b *bundle, v *verdict) {
	w := b.Waited
	if !w.sound(f) {
		v.add("record_unreadable", 0, "waited")
		return
	}
	reached := w.reaches(f, v)
	if reached == nil {
		return
	}
	firstArmed, firstSince := w.firstArming()
	if w.AcceptedAt != nil && firstSince != nil && floorDiv(*firstSince, 1000) != *w.AcceptedAt {
		v.add("seq_differs", 0, "since_ms")
	}
	if o := b.Order; o != nil && o.CreatedAt != nil && f.Kind != "close" && firstSince != nil && floorDiv(*firstSince, 1000) != *o.CreatedAt {
		v.add("seq_differs", 0, "since_ms")
	}
	checkAmendments(f, b, v)
	buyer := f.buyer()
	knownBest := w.For != "trailing" || w.FromSeq == w.ArmedSeq || w.FromSeq == 1
	var best num
	for _, e := range b.Entries {
		isKnown := e.Seq >= w.FromSeq || w.AmendmentsFromSeq != nil && e.Seq >= *w.AmendmentsFromSeq
		if isKnown && w.AcceptedAt != nil && e.Seq <= firstArmed && e.TimeMs > (*w.AcceptedAt+1)*1000+clockSkewMs {
			v.add("seq_differs", e.Seq, "armed_seq")
		}
		if e.Seq < w.FromSeq || e.Seq > f.TapeSeq {
			continue
		}
		if e.Gap {
			continue
		}
		if price := e.side(buyer); best == nil || buyer && price.Cmp(best) < 0 || !buyer && price.Cmp(best) > 0 {
			best = price
		}
		if e.Seq <= w.ArmedSeq || w.SinceMs != nil && e.madeMs() < *w.SinceMs {
			continue
		}
		if hit := reached(e, best); hit && e.Seq < f.TapeSeq {
			v.add("level_reached_before", e.Seq, "")
			break
		} else if !hit && knownBest && e.Seq == f.TapeSeq {
			v.add("level_not_reached", e.Seq, "")
		}
	}
	e := find(b.Entries, f.TapeSeq)
	if e == nil {
		return
	}
	if f.TapeSeq <= w.ArmedSeq {
		v.add("seq_differs", f.TapeSeq, "armed_seq")
	} else if w.SinceMs != nil && e.madeMs() < *w.SinceMs {
		v.add("level_not_reached", f.TapeSeq, "since_ms")
	}
	if w.CancelMs != nil && w.CancelSeq != nil && e.Seq > *w.CancelSeq {
		if e.madeMs() >= *w.CancelMs {
			v.add("filled_after_cancel", e.Seq, "")
		} else if e.TimeMs > *w.CancelMs+minuteMs {
			v.add("filled_late_after_cancel", e.Seq, "")
		}
	}
	if w.ChangeMs != nil && w.ChangeSeq != nil && e.Seq > *w.ChangeSeq && e.madeMs() >= *w.ChangeMs {
		v.add("closed_after_change", e.Seq, "")
	}
}
