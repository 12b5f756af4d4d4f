package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
)

// An entry of a tape as it is served.
type entry struct {
	Seq          int64           `json:"seq"`
	TimeMs       int64           `json:"time_ms"`
	FeedMs       int64           `json:"feed_time_ms"`
	Bid          string          `json:"bid"`
	Ask          string          `json:"ask"`
	Last         string          `json:"last"`
	Volume       string          `json:"volume"`
	Gap          bool            `json:"gap"`
	Kind         string          `json:"kind"`
	Reason       string          `json:"reason"`
	Refused      string          `json:"refused"`
	RefusedCount int64           `json:"refused_count"`
	Sources      json.RawMessage `json:"sources"`
	Hash         string          `json:"hash"`

	bid, ask, last, volume num
}

// A checkpoint is a signed head of a tape.
type checkpoint struct {
	Symbol    string `json:"symbol"`
	Seq       int64  `json:"seq"`
	Hash      string `json:"hash"`
	Time      int64  `json:"time"`
	PublicKey string `json:"public_key"`
	Signature string `json:"signature"`
}

var (
	hex32      = regexp.MustCompile(`^[0-9a-f]{64}$`)
	hex64      = regexp.MustCompile(`^[0-9a-f]{128}$`)
	reasonForm = regexp.MustCompile(`^[a-z_]+$`)
)

const zeroHash = "0000000000000000000000000000000000000000000000000000000000000000"

func (e *entry) isPause() bool { return e.Kind == "gap" || e.Kind == "halt" }
func (e *entry) madeMs() int64 {
	if e.FeedMs < e.TimeMs {
		return e.FeedMs
	}
	return e.TimeMs
}

// side is the price that a buyer or a seller gets at the entry.
func (e *entry) side(buyer bool) num {
	if buyer {
		return e.ask
	}
	return e.bid
}

// read parses the decimals and returns the first field that is not in its form.
func (e *entry) read() string {
	// Older files name no kind.
	if e.Kind == "" && e.Gap {
		e.Kind = "gap"
	} else if e.Kind == "" {
		e.Kind = "quote"
	}
	for _, field := range []struct {
		name, text string
		into       *num
	}{{"bid", e.Bid, &e.bid}, {"ask", e.Ask, &e.ask}, {"last", e.Last, &e.last}, {"volume", e.Volume, &e.volume}} {
		value, ok := parseDecimal(field.text)
		if !ok {
			return field.name
		}
		*field.into = value
	}
	switch {
	case e.Seq < 1:
		return "seq"
	case e.TimeMs < 0:
		return "time_ms"
	case e.FeedMs < 0:
		return "feed_time_ms"
	case !hex32.MatchString(e.Hash):
		return "hash"
	case e.Gap != (e.Kind != "quote"):
		return "gap"
	}
	switch e.Kind {
	case "quote", "gap":
		return ""
	case "halt":
		if !reasonForm.MatchString(e.Reason) {
			return "reason"
		}
		return ""
	case "reject":
		if !reasonForm.MatchString(e.Reason) {
			return "reason"
		}
		if !hex32.MatchString(e.Refused) {
			return "refused"
		}
		if e.RefusedCount < 1 {
			return "refused_count"
		}
		return ""
	}
	return "kind"
}

// canonical is the text that an entry's hash covers.
func (e *entry) canonical(symbol string) string {
	switch e.Kind {
	case "gap":
		return fmt.Sprintf("candor-gap-v1|%s|%d|%d", symbol, e.Seq, e.TimeMs)
	case "halt":
		return fmt.Sprintf("candor-halt-v1|%s|%d|%d|%s", symbol, e.Seq, e.TimeMs, e.Reason)
	case "reject":
		return fmt.Sprintf("candor-reject-v1|%s|%d|%d|%s|%s|%d", symbol, e.Seq, e.TimeMs, e.Reason, e.Refused, e.RefusedCount)
	}
	version, lines := 1, ""
	if len(e.Sources) > 0 {
		version, lines = 2, sourceLines(e.Sources)
	}
	return fmt.Sprintf("candor-tape-v%d|%s|%d|%d|%d|%s|%s|%s|%s%s",
		version, symbol, e.Seq, e.TimeMs, e.FeedMs, e.Bid, e.Ask, e.Last, e.Volume, lines)
}

func hashAfter(before, canonical string) string {
	bytes, _ := hex.DecodeString(before)
	sum := sha256.Sum256(append(bytes, canonical...))
	return hex.EncodeToString(sum[:])
}

// checkChain checks consecutive entries. If the entries begin in the middle of a tape, only the hash of the first one is used.
func checkChain(symbol string, entries []*entry, v *verdict) bool {
	readable := true
	for i, e := range entries {
		if i == 0 && e.Seq != 1 {
			if !hex32.MatchString(e.Hash) || e.Seq < 0 {
				v.add("entry_unreadable", e.Seq, "hash")
				return false
			}
			_ = e.read()
			continue
		}
		if field := e.read(); field != "" {
			v.add("entry_unreadable", e.Seq, field)
			readable = false
			continue
		}
		before := zeroHash
		if i > 0 {
			previous := entries[i-1]
			before = previous.Hash
			if e.Seq != previous.Seq+1 {
				v.add("seq_not_next", e.Seq, "")
				continue
			}
			if e.TimeMs < previous.TimeMs {
				v.add("time_went_back", e.Seq, "")
			}
			if e.Gap && i == 1 && previous.Seq != 1 {
				// No hash covers the prices of the first entry of a range, so there is nothing to compare with.
				if e.Volume != "0" {
					v.add("gap_differs", e.Seq, "volume")
				}
			} else if e.Gap {
				checkRepeated(previous, e, v)
			} else {
				checkSources(symbol, previous, e, v)
			}
		} else {
			checkSources(symbol, nil, e, v)
		}
		if computed := hashAfter(before, e.canonical(symbol)); computed != e.Hash {
			v.add("hash_differs", e.Seq, computed)
		}
	}
	return readable
}

// checkRepeated compares the fields that an entry's hash leaves out: an entry that is not a quote repeats the prices before it.
func checkRepeated(previous, e *entry, v *verdict) {
	for _, field := range []struct {
		name string
		same bool
	}{
		{"bid", e.Bid == previous.Bid}, {"ask", e.Ask == previous.Ask}, {"last", e.Last == previous.Last},
		{"feed_time_ms", e.FeedMs == previous.FeedMs}, {"volume", e.Volume == "0"},
	} {
		if !field.same {
			v.add("gap_differs", e.Seq, field.name)
		}
	}
}

func verifySignature(key, signature, text string) bool {
	keyBytes, err := hex.DecodeString(key)
	signed, err2 := hex.DecodeString(signature)
	return err == nil && err2 == nil && len(keyBytes) == ed25519.PublicKeySize &&
		ed25519.Verify(keyBytes, []byte(text), signed)
}

func (c *checkpoint) text(symbol string) string {
	return fmt.Sprintf("candor-checkpoint-v1|%s|%d|%s|%d", symbol, c.Seq, c.Hash, c.Time)
}

// checkCheckpoints checks forms, keys and signatures, and compares with the given entries.
func checkCheckpoints(symbol string, list []*checkpoint, entries []*entry, keys keyring, v *verdict) {
	bySeq := map[int64]*entry{}
	for _, e := range entries {
		bySeq[e.Seq] = e
	}
	for _, c := range list {
		switch {
		case c.Seq < 1 || c.Time < 0:
			v.add("checkpoint_unreadable", c.Seq, "seq")
			continue
		case !hex32.MatchString(c.Hash):
			v.add("checkpoint_unreadable", c.Seq, "hash")
			continue
		case !hex32.MatchString(c.PublicKey):
			v.add("checkpoint_unreadable", c.Seq, "public_key")
			continue
		case !hex64.MatchString(c.Signature):
			v.add("checkpoint_unreadable", c.Seq, "signature")
			continue
		}
		if !keys.accepts(c.PublicKey, c.Time*1000) {
			v.add("checkpoint_key_differs", c.Seq, c.PublicKey)
		} else if !verifySignature(c.PublicKey, c.Signature, c.text(symbol)) {
			v.add("checkpoint_signature_wrong", c.Seq, "")
		}
		if e := bySeq[c.Seq]; e != nil {
			if e.Hash != c.Hash {
				v.add("checkpoint_hash_differs", c.Seq, e.Hash)
			}
			if floorDiv(e.TimeMs, 1000) != c.Time {
				v.add("checkpoint_time_differs", c.Seq, "")
			}
		}
	}
}
