package main

import "fmt"

// A statement of a key, as served in `changes` and as logged.
type keyChange struct {
	Purpose      string `json:"purpose"`
	Number       int64  `json:"number"`
	Before       string `json:"before"`
	PublicKey    string `json:"public_key"`
	SinceMs      int64  `json:"since_ms"`
	SignedBefore string `json:"signed_before"`
	Signed       string `json:"signed"`
}

func (k keyChange) text() string {
	return fmt.Sprintf("candor-key-v1|%s|%d|%s|%s|%d", k.Purpose, k.Number, k.Before, k.PublicKey, k.SinceMs)
}

func (k keyChange) holds() bool {
	if k.Number == 1 && k.Before != k.PublicKey {
		return false
	}
	return verifySignature(k.Before, k.SignedBefore, k.text()) && verifySignature(k.PublicKey, k.Signed, k.text())
}

// keyring has each accepted key of one purpose with the time until which the key is valid; the newest key has no end.
type keyring map[string]int64

const forever = int64(1) << 62

// ringOf follows statements from a pinned key, forwards and backwards.
func ringOf(purpose, pinned string, changes []keyChange) keyring {
	ring := keyring{pinned: forever}
	successor := map[string][]keyChange{}
	for _, change := range changes {
		if change.Purpose == purpose && change.Before != change.PublicKey && change.holds() {
			successor[change.Before] = append(successor[change.Before], change)
		}
	}
	// A key with two successors is valid until the earlier change, and neither successor is accepted.
	for moved := true; moved; {
		moved = false
		for before, next := range successor {
			end := next[0].SinceMs
			for _, change := range next {
				if change.SinceMs < end {
					end = change.SinceMs
				}
			}
			_, knowsBefore := ring[before]
			if knowsBefore && ring[before] > end {
				ring[before], moved = end, true
			}
			if len(next) > 1 {
				continue
			}
			_, knowsAfter := ring[next[0].PublicKey]
			if knowsBefore && !knowsAfter {
				ring[next[0].PublicKey], moved = forever, true
			}
			if knowsAfter && !knowsBefore {
				ring[before], moved = end, true
			}
		}
	}
	return ring
}

func (ring keyring) accepts(key string, atMs int64) bool {
	end, known := ring[key]
	return known && atMs <= end
}
