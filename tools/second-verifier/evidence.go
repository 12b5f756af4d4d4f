package main

import (
	"encoding/json"
	"os"
)

type posting struct {
	Account  string `json:"account"`
	Currency string `json:"currency"`
	Amount   string `json:"amount"`

	value num
}

type journal struct {
	Kind     string    `json:"kind"`
	Postings []posting `json:"postings"`
}

// balanced reads the amounts and reports whether they sum to zero in each currency.
func (j *journal) balanced() bool {
	sums := map[string]num{}
	for i := range j.Postings {
		p := &j.Postings[i]
		value, ok := parseSigned(p.Amount)
		if !ok {
			return false
		}
		p.value = value
		if sums[p.Currency] == nil {
			sums[p.Currency] = zero()
		}
		sums[p.Currency] = add(sums[p.Currency], value)
	}
	for _, sum := range sums {
		if sum.Sign() != 0 {
			return false
		}
	}
	return true
}

// A stretch is a range of another tape, beside the fill's own.
type stretch struct {
	Symbol      string        `json:"symbol"`
	Entries     []*entry      `json:"entries"`
	Checkpoints []*checkpoint `json:"checkpoints"`
}

type bundle struct {
	Candor      int           `json:"candor"`
	Kind        string        `json:"kind"`
	SeenSeq     *int64        `json:"seen_seq"`
	Ticket      *ticket       `json:"ticket"`
	Fill        *fill         `json:"fill"`
	Order       *placed       `json:"order"`
	Entries     []*entry      `json:"entries"`
	Checkpoints []*checkpoint `json:"checkpoints"`
	Beside      []stretch     `json:"beside"`
	PublicKey   string        `json:"public_key"`
	Waited      *waited       `json:"waited"`
	Journals    []journal     `json:"journals"`
}

// checkCoverage requires the entries around the used ones, and signatures before and after them.
func (b *bundle) checkCoverage(first, last int64, v *verdict) {
	cover(b.Entries, b.Checkpoints, first, last, v)
}

func cover(entries []*entry, checkpoints []*checkpoint, first, last int64, v *verdict) {
	if len(entries) == 0 {
		v.add("entries_missing", 0, "")
		return
	}
	begin, end := entries[0].Seq, entries[len(entries)-1].Seq
	if begin > 1 && begin > first-1 || end < last {
		v.add("entries_missing", 0, "")
		return
	}
	before, after, beyond := begin == 1, false, false
	for _, c := range checkpoints {
		inside := c.Seq >= begin && c.Seq <= end
		before = before || inside && c.Seq <= first
		after = after || inside && c.Seq >= last
		beyond = beyond || c.Seq > end
	}
	if !before {
		v.add("checkpoint_before_missing", 0, "")
	}
	if !after && beyond {
		v.add("entries_missing", end+1, "")
	} else if !after {
		v.wait("not_yet_signed", "")
	}
}

// checkEvidenceFile judges one evidence file.
func checkEvidenceFile(path, pinned string) *verdict {
	raw, err := os.ReadFile(path)
	if err != nil {
		v := &verdict{}
		v.add("record_unreadable", 0, err.Error())
		return v
	}
	return checkEvidence(raw, pinned)
}

// checkEvidence judges evidence; `pinned` is the key to trust, or empty to trust the file's own key.
func checkEvidence(raw []byte, pinned string) *verdict {
	v := &verdict{}
	var b bundle
	err := json.Unmarshal(raw, &b)
	if err != nil || b.Candor != 2 || (b.Kind == "ticket") == (b.Ticket == nil) || (b.Kind == "fill") == (b.Fill == nil) {
		v.add("record_unreadable", 0, "file")
		return v
	}
	if pinned == "" {
		pinned = b.PublicKey
	} else if pinned != b.PublicKey {
		v.add("kept_key_differs", 0, b.PublicKey)
	}
	keys := keyring{pinned: forever}
	symbol := ""
	if b.Ticket != nil {
		symbol = b.Ticket.Symbol
	} else {
		symbol = b.Fill.Symbol
	}
	readable := checkChain(symbol, b.Entries, v)
	checkCheckpoints(symbol, b.Checkpoints, b.Entries, keys, v)
	for _, beside := range b.Beside {
		readable = checkChain(beside.Symbol, beside.Entries, v) && readable
		checkCheckpoints(beside.Symbol, beside.Checkpoints, beside.Entries, keys, v)
	}
	if !readable {
		return v
	}
	if b.Ticket != nil {
		checkTicket(b.Ticket, b.SeenSeq, &b, v)
	} else {
		checkFill(b.Fill, &b, v)
	}
	return v
}
