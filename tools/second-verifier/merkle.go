package main

import (
	"crypto/sha256"
	"encoding/hex"
)

type hash = [32]byte

func leafHash(data []byte) hash { return sha256.Sum256(append([]byte{0}, data...)) }
func nodeHash(left, right hash) hash {
	return sha256.Sum256(append(append([]byte{1}, left[:]...), right[:]...))
}

// rootOf is the root of a tree by RFC 6962: the left part is the greatest power of two below the size.
func rootOf(leaves []hash) hash {
	switch len(leaves) {
	case 0:
		return sha256.Sum256(nil)
	case 1:
		return leaves[0]
	}
	split := 1
	for split*2 < len(leaves) {
		split *= 2
	}
	return nodeHash(rootOf(leaves[:split]), rootOf(leaves[split:]))
}

// rootOfPath climbs from the leaf at a place of a tree of `count` leaves, with the siblings from the leaf up.
func rootOfPath(leaf hash, place, count int64, path []hash) (hash, bool) {
	if place < 0 || place >= count {
		return leaf, false
	}
	last := count - 1
	for _, sibling := range path {
		// A node without a neighbour moves up unchanged.
		for place == last && place%2 == 0 && last > 0 {
			place, last = place/2, last/2
		}
		if last == 0 {
			return leaf, false
		}
		if place%2 == 1 {
			leaf = nodeHash(sibling, leaf)
		} else {
			leaf = nodeHash(leaf, sibling)
		}
		place, last = place/2, last/2
	}
	for last > 0 && place == last && place%2 == 0 {
		place, last = place/2, last/2
	}
	return leaf, last == 0
}

func parseHash(text string) (hash, bool) {
	var result hash
	bytes, err := hex.DecodeString(text)
	if err != nil || len(bytes) != len(result) || !hex32.MatchString(text) {
		return result, false
	}
	copy(result[:], bytes)
	return result, true
}

func hexOf(h hash) string          { return hex.EncodeToString(h[:]) }
func sha256Hex(text string) string { return hexOf(sha256.Sum256([]byte(text))) }
