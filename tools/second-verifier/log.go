package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

const tileWidth = 256

// A keptLog is the data that an earlier run stored: the policy and the head that later ones must continue.
type keptLog struct {
	Policy string `json:"policy"`
	Size   int64  `json:"size"`
	Root   string `json:"root"`
	// WitnessedMs is the witnesses' time of that head.
	WitnessedMs int64 `json:"witnessed_ms"`
}

// tileName writes a number in groups of three digits, all but the last behind an x.
func tileName(number int64) string {
	name := fmt.Sprintf("%03d", number%1000)
	for number /= 1000; number > 0; number /= 1000 {
		name = fmt.Sprintf("x%03d/%s", number%1000, name)
	}
	return name
}

func tilePath(level string, number, width int64) string {
	path := fmt.Sprintf("/log/tile/%s/%s", level, tileName(number))
	if width < tileWidth {
		path += fmt.Sprintf(".p/%d", width)
	}
	return path
}

// readLog reads the head and all entries under it, and checks signatures, root and tiles.
func (p *platform) readLog(keep string, v *verdict) (entries []string) {
	head, policyText := p.readHead(keep, v)
	if head == nil {
		return nil
	}
	var leaves []hash
	for number := int64(0); number*tileWidth < head.size; number++ {
		width := head.size - number*tileWidth
		if width > tileWidth {
			width = tileWidth
		}
		body, err := p.file(tilePath("entries", number, width))
		if err != nil {
			v.add("platform_unreadable", 0, err.Error())
			return nil
		}
		for int64(len(entries)) < number*tileWidth+width {
			if len(body) < 2 || len(body) < 2+int(binary.BigEndian.Uint16(body)) {
				v.add("log_withheld", int64(len(entries)), "")
				return nil
			}
			length := int(binary.BigEndian.Uint16(body))
			entries = append(entries, string(body[2:2+length]))
			leaves = append(leaves, leafHash(body[2:2+length]))
			body = body[2+length:]
		}
	}
	if rootOf(leaves) != head.root {
		v.add("log_withheld", 0, "the entries have another root")
	}
	p.checkTiles(leaves, v)
	before := readKept(keep)
	nowMs := int64(0)
	if rules, err := parsePolicy(policyText); err == nil {
		nowMs = rules.witnessedMs(head)
	}
	continueKept(keep, keptLog{policyText, head.size, hexOf(head.root), nowMs}, leaves, v)
	p.checkSteps(entries, before, nowMs, v)
	return entries
}

func (p *platform) readHead(keep string, v *verdict) (*signedHead, string) {
	body, err := p.file("/log/checkpoint")
	policyBody, err2 := p.file("/log/policy")
	if err != nil || err2 != nil {
		v.add("platform_unreadable", 0, fmt.Sprint(err, err2))
		return nil, ""
	}
	policyText := string(policyBody)
	if kept := readKept(keep); kept != nil {
		policyText = kept.Policy
	}
	head, err := parseHead(string(body))
	rules, err2 := parsePolicy(policyText)
	if err != nil || err2 != nil {
		v.add("log_unreadable", 0, fmt.Sprint(err, err2))
		return nil, ""
	}
	signed := false
	for _, key := range rules.logs {
		_, holds := head.signedBy(key)
		signed = signed || holds && key.name == head.origin
	}
	if !signed {
		v.add("log_unsigned", 0, "")
	}
	if !rules.holds(rules.quorum, head, 0) {
		v.add("log_unwitnessed", 0, "")
	}
	return head, policyText
}

func readKept(path string) *keptLog {
	raw, err := os.ReadFile(path)
	if path == "" || err != nil {
		return nil
	}
	var kept keptLog
	if json.Unmarshal(raw, &kept) != nil {
		return nil
	}
	return &kept
}

// continueKept proves that the log still begins with the part that an earlier run saw, and stores the new head.
func continueKept(path string, head keptLog, leaves []hash, v *verdict) {
	if path == "" {
		return
	}
	if kept := readKept(path); kept != nil {
		if kept.Size > head.Size {
			v.add("log_shrunk", 0, fmt.Sprint(kept.Size))
			return
		}
		if hexOf(rootOf(leaves[:kept.Size])) != kept.Root {
			v.add("log_forked", 0, "")
			return
		}
	}
	if len(v.findings) == 0 {
		raw, _ := json.Marshal(head)
		_ = os.WriteFile(path, raw, 0o600)
	}
}

// checkTiles compares the hashes of every level with those of the entries: other programs compute proofs from them.
func (p *platform) checkTiles(hashes []hash, v *verdict) {
	for level := 0; len(hashes) > 0; level++ {
		var above []hash
		for from := 0; from < len(hashes); from += tileWidth {
			to := from + tileWidth
			if to > len(hashes) {
				to = len(hashes)
			} else {
				above = append(above, rootOf(hashes[from:to]))
			}
			body, err := p.file(tilePath(fmt.Sprint(level), int64(from/tileWidth), int64(to-from)))
			var wanted []byte
			for _, h := range hashes[from:to] {
				wanted = append(wanted, h[:]...)
			}
			if err != nil || !bytes.Equal(body, wanted) {
				v.add("log_withheld", 0, fmt.Sprintf("tile %d/%d", level, from/tileWidth))
			}
		}
		hashes = above
	}
}

// withPrefix returns the fields of the entries of one form, each beside its index.
func withPrefix(entries []string, form string) (fields [][]string, at []int64) {
	for index, entry := range entries {
		if strings.HasPrefix(entry, form+"|") {
			fields = append(fields, strings.Split(entry, "|")[1:])
			at = append(at, int64(index))
		}
	}
	return fields, at
}
