package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

type signedOrder struct {
	Text      string `json:"text"`
	Body      string `json:"body"`
	DeviceKey string `json:"device_key"`
	Signature string `json:"signature"`
	Receipt   struct {
		Text      string   `json:"text"`
		Signature string   `json:"signature"`
		Leaf      string   `json:"leaf"`
		Place     int64    `json:"place"`
		Path      []string `json:"path"`
	} `json:"receipt"`
	Index *int64 `json:"index"`
}

const promiseMs = 10_000

// checkReceipts checks everything that the customer's devices signed, each with its receipt.
func (p *platform) checkReceipts(log []string, v *verdict) {
	_, changes, err := p.keyChanges()
	pinned, _, err2 := p.keyChanges()
	if err != nil || err2 != nil {
		v.add("platform_unreadable", 0, fmt.Sprint(err, err2))
		return
	}
	keys := ringOf("tape", pinned, changes)
	cursor := ""
	for {
		var page struct {
			Items []signedOrder `json:"items"`
			Next  *string       `json:"next"`
		}
		if err := p.call("receipts/orders"+cursor, &page); err != nil {
			v.add("platform_unreadable", 0, err.Error())
			return
		}
		for i := range page.Items {
			checkReceipt(&page.Items[i], keys, log, v)
		}
		if page.Next == nil {
			return
		}
		cursor = "?cursor=" + *page.Next
	}
}

func checkReceipt(o *signedOrder, keys keyring, log []string, v *verdict) {
	order := strings.Split(o.Text, "|")
	batch := strings.Split(o.Receipt.Text, "|")
	leaf := strings.Split(o.Receipt.Leaf, "|")
	if len(order) != 7 || order[0] != "candor-order-v1" || len(batch) != 5 || batch[0] != "candor-receipts-v1" ||
		len(leaf) != 6 || leaf[0] != "candor-receipt-v1" {
		v.add("receipt_invalid", 0, o.Text)
		return
	}
	if !verifySignature(o.DeviceKey, o.Signature, o.Text) || order[3] != sha256Hex(o.Body) || leaf[1] != sha256Hex(o.Text) || leaf[3] != order[4] {
		v.add("receipt_invalid", 0, o.Text)
	}
	root, ok := rootOfLeaf(o)
	if !ok || root != batch[4] || !keys.signs(o.Receipt.Text, o.Receipt.Signature, number(batch[2])) {
		v.add("receipt_invalid", 0, o.Receipt.Text)
	}
	if number(leaf[4]) < number(order[5]) {
		v.add("acceptance_backdated", number(leaf[4]), o.Text)
	}
	if o.Index != nil && (*o.Index >= int64(len(log)) || log[*o.Index] != o.Receipt.Text) {
		v.add("receipt_unlogged", *o.Index, o.Receipt.Text)
	}
}

func rootOfLeaf(o *signedOrder) (string, bool) {
	var path []hash
	for _, text := range o.Receipt.Path {
		sibling, ok := parseHash(text)
		if !ok {
			return "", false
		}
		path = append(path, sibling)
	}
	count := number(strings.Split(o.Receipt.Text, "|")[3])
	root, ok := rootOfPath(leafHash([]byte(o.Receipt.Leaf)), o.Receipt.Place, count, path)
	return hexOf(root), ok
}

func (ring keyring) signs(text, signature string, atMs int64) bool {
	for key, end := range ring {
		if atMs <= end && verifySignature(key, signature, text) {
			return true
		}
	}
	return false
}

// opens reports whether a commitment is the hash of a salt, in hex, and an opening.
func opens(commitment, salt, opening string) bool {
	bytes, err := hex.DecodeString(salt)
	return err == nil && len(bytes) == 16 && hexOf(sha256.Sum256(append(bytes, opening...))) == commitment
}
