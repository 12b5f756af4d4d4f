package main

// placed is the order that filled, with the second of its acceptance.
type placed struct {
	CreatedAt *int64 `json:"created_at"`
}

// amendment states what an order waited for until its customer changed it.
type amendment struct {
	Seq       int64   `json:"seq"`
	TimeMs    int64   `json:"time_ms"`
	FillAgeMs int64   `json:"fill_age_ms"`
	ArmedSeq  int64   `json:"armed_seq"`
	SinceMs   int64   `json:"since_ms"`
	Limit     *string `json:"limit"`
	Stop      *string `json:"stop"`
}

// firstArming is what the order waited for from its acceptance on.
func (w *waited) firstArming() (armedSeq int64, sinceMs *int64) {
	if len(w.Amendments) == 0 {
		return w.ArmedSeq, w.SinceMs
	}
	return w.Amendments[0].ArmedSeq, &w.Amendments[0].SinceMs
}

func (w *waited) amendmentsSound() bool {
	if w.Amendments == nil {
		return w.AmendmentsFromSeq == nil
	}
	if len(w.Amendments) == 0 || w.AmendmentsFromSeq == nil || *w.AmendmentsFromSeq < 1 || w.For != "limit" && w.For != "stop" {
		return false
	}
	for _, a := range w.Amendments {
		_, ok1 := optional(a.Limit)
		_, ok2 := optional(a.Stop)
		if !ok1 || !ok2 || a.Limit == nil && a.Stop == nil {
			return false
		}
		if a.Seq < 0 || a.TimeMs < 0 || a.FillAgeMs < 0 || a.FillAgeMs > dayMs || a.ArmedSeq < 0 || a.SinceMs < 0 {
			return false
		}
	}
	return true
}

func checkAmendments(f *fill, b *bundle, v *verdict) {
	w := b.Waited
	for at, a := range w.Amendments {
		nextArmed, nextSince := w.ArmedSeq, w.SinceMs
		if at+1 < len(w.Amendments) {
			nextArmed, nextSince = w.Amendments[at+1].ArmedSeq, &w.Amendments[at+1].SinceMs
		}
		if nextArmed < a.Seq || nextArmed > a.Seq && f.Kind != "spot" {
			v.add("seq_differs", 0, "armed_seq")
		}
		if nextSince == nil || *nextSince != a.TimeMs {
			v.add("seq_differs", 0, "since_ms")
		}
		a.checkFresh(b, v)
		a.checkReached(f, b, v)
	}
}

// checkFresh requires that the named entry was the newest quote at the amendment, and fresh.
func (a *amendment) checkFresh(b *bundle, v *verdict) {
	newest, next := find(b.Entries, a.Seq), find(b.Entries, a.Seq+1)
	isOld := newest != nil && (newest.Gap || a.TimeMs-newest.madeMs() > a.FillAgeMs || newest.TimeMs > a.TimeMs+transactionMs)
	if isOld || next != nil && next.TimeMs <= a.TimeMs-transactionMs {
		v.add("seq_differs", a.Seq, "amendments")
	}
}

// checkReached finds an entry that would have filled the order before its amendment.
func (a *amendment) checkReached(f *fill, b *bundle, v *verdict) {
	buyer := f.buyer()
	limit, _ := optional(a.Limit)
	stop, _ := optional(a.Stop)
	for _, e := range b.Entries {
		if e.Seq < *b.Waited.AmendmentsFromSeq || e.Seq <= a.ArmedSeq || e.Seq > a.Seq || e.Gap || e.madeMs() < a.SinceMs {
			continue
		}
		if a.Limit != nil && reachesLevel(e, buyer, limit, true) || a.Stop != nil && reachesLevel(e, buyer, stop, false) {
			v.add("level_reached_before", e.Seq, "")
			return
		}
	}
}
