package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// forms has the fields of each kind of entry.
var forms = map[string]*regexp.Regexp{}

const refusedKind = `\d+\|[a-z]+\|[A-Z/]*\|[a-z]*\|[a-z_]+\|\d+`

func init() {
	for form, fields := range map[string]string{
		"candor-checkpoint-v1":   `[^|]+\|\d+\|[0-9a-f]{64}\|\d+`,
		"candor-audit-v1":        `\d+\|[0-9a-f]{64}`,
		"candor-pause-v1":        `[^|]+\|\d+\|\d+\|(gap|halt|reject)\|(-|[a-z_]+)`,
		"candor-resume-v1":       `[^|]+\|\d+\|\d+`,
		"candor-void-v1":         `[^|]+\|(strike|expiry)\|\d+\|\d+`,
		"candor-freeze-v1":       `\d+\|\d+\|(-|\d+)\|[^|]+`,
		"candor-ledger-v1":       `\d+\|\d+\|\d+\|[0-9a-f]{64}\|[0-9a-f]{64}`,
		"candor-terms-v1":        `[^|]+\|\d+\|\d+\|\d+\|.+`,
		"candor-usual-terms-v1":  `[^|]+\|.+`,
		"candor-clock-v1":        `[1-9]\d*\|\d+\|-?\d+`,
		"candor-app-v1":          `[0-9a-f]{64}`,
		"candor-app-rollback-v1": `[0-9a-f]{64}\|(0|[1-9]\d{0,15})\|.{10,500}`,
		"candor-sources-v1":      `\d+\|\d+\|(none|\d+\|\d+\|[0-9.]+\|[a-z0-9,-]+)`,
		"candor-receipts-v1":     `\d+\|\d+\|\d+\|[0-9a-f]{64}`,
		"candor-liabilities-v1":  `\d+\|\d+\|\d+\|[0-9a-f]{64}\|.*`,
		"candor-fills-v1":        `\d+\|\d+\|[0-9a-f]{64}`,
		"candor-records-v1":      `\d+\|\d+\|\d+\|\d+\|[0-9a-f]{64}`,
		"candor-key-v1":          `(tape|log|vault)\|\d+\|[0-9a-f]{64}\|[0-9a-f]{64}\|\d+\|[0-9a-f]{128}\|[0-9a-f]{128}`,
		"candor-refused-v1":      `\d+\|\d+\|` + refusedKind + `(;` + refusedKind + `)*`,
		"candor-stamp-policy-v1": `\d+\|\d+\|[0-9a-f]{64}`,
		"candor-stamp-v1":        `\d+\|\d+\|\d+\|\d+\|[0-9a-f]{64}`,
		"candor-long-v1":         `[^|]+\|[0-9a-f]{64}`,
		"candor-private-v1":      `(book|device_key)\|[0-9a-f]{64}`,
	} {
		forms[form] = regexp.MustCompile(`^(?s:` + fields + `)$`)
	}
}

func number(text string) int64 {
	value, _ := strconv.ParseInt(text, 10, 64)
	return value
}

// checkLog checks the log itself, and compares it with the published tapes and keys.
func (p *platform) checkLog(keep string) *verdict {
	v := &verdict{}
	entries := p.readLog(keep, v)
	for index, entry := range entries {
		form, fields, _ := strings.Cut(entry, "|")
		if pattern := forms[form]; pattern == nil || !pattern.MatchString(fields) {
			v.add("entry_unknown", int64(index), entry)
		}
	}
	if len(v.findings) > 0 {
		return v
	}
	checkOnce(entries, v)
	p.checkKeys(entries, v)
	p.checkHeads(entries, v)
	p.checkPauses(entries, v)
	return v
}

// checkOnce checks that numbers do not go back and that nothing has two entries.
func checkOnce(entries []string, v *verdict) {
	seen := map[string]string{}
	for index, entry := range entries {
		fields := strings.Split(entry, "|")
		key, code := "", "entry_unknown"
		switch fields[0] {
		case "candor-checkpoint-v1":
			key, code = fields[1]+" "+fields[2], "head_conflicts"
		case "candor-audit-v1":
			key, code = fields[1], "audit_conflicts"
		case "candor-records-v1":
			key, code = fields[1], "records_conflict"
			if number(fields[4]) > number(fields[3])-number(fields[2])+1 {
				v.add(code, int64(index), "")
			}
		case "candor-refused-v1":
			if total := totalRefused(entry); total != number(fields[2]) || number(fields[1])%60_000 != 0 {
				v.add("entry_unknown", int64(index), entry)
			}
			// A minute may have several entries, but each kind is in only one of them.
			eachRefused(entry, func(day int64, kind string, _ int64) {
				key := fmt.Sprintf("refused %s|%d|%s", fields[1], day, kind)
				if _, twice := seen[key]; twice {
					v.add("records_conflict", int64(index), entry)
				}
				seen[key] = entry
			})
			continue
		case "candor-stamp-policy-v1", "candor-stamp-v1":
			key, code = fields[1], "stamps_conflict"
		case "candor-terms-v1":
			key, code = fields[1]+" "+fields[2], "terms_conflict"
		case "candor-liabilities-v1":
			key, code = fields[1], "liabilities_differ"
		case "candor-fills-v1":
			key, code = fields[1], "fills_differ"
		case "candor-receipts-v1":
			key, code = fields[1], "receipt_invalid"
		case "candor-ledger-v1":
			key, code = fields[1], "head_conflicts"
		default:
			continue
		}
		key = fields[0] + " " + key
		if before, twice := seen[key]; twice && before != entry {
			v.add(code, int64(index), entry)
		}
		seen[key] = entry
	}
}

// checkKeys compares the statements of keys with the published ones.
func (p *platform) checkKeys(entries []string, v *verdict) {
	_, changes, err := p.keyChanges()
	if err != nil {
		v.add("platform_unreadable", 0, err.Error())
		return
	}
	logged := map[string]bool{}
	statements, at := withPrefix(entries, "candor-key-v1")
	for i, f := range statements {
		change := keyChange{f[0], number(f[1]), f[2], f[3], number(f[4]), f[5], f[6]}
		if !change.holds() {
			v.add("key_replaced", at[i], change.text())
		}
		logged[change.text()+change.SignedBefore+change.Signed] = true
	}
	for _, change := range changes {
		if !logged[change.text()+change.SignedBefore+change.Signed] {
			v.add("key_replaced", 0, change.text())
		}
	}
}

// checkHeads finds each logged head of a tape on the tape, and each signed head of a tape in the log.
func (p *platform) checkHeads(entries []string, v *verdict) {
	heads, at := withPrefix(entries, "candor-checkpoint-v1")
	newest := map[string]int64{}
	for i, f := range heads {
		symbol, seq := f[0], number(f[1])
		if seq < newest[symbol] {
			v.add("head_conflicts", at[i], symbol)
		}
		newest[symbol] = seq
		if symbol == "ledger" {
			continue
		}
		tape, err := p.tape(symbol)
		if err != nil {
			v.add("platform_unreadable", 0, err.Error())
			return
		}
		switch e := find(tape, seq); {
		case e == nil:
			v.add("tape_cut", seq, symbol)
		case e.Hash != f[2] || floorDiv(e.TimeMs, 1000) != number(f[3]):
			v.add("tape_differs", seq, symbol)
		}
	}
}

// checkPauses compares pauses, resumptions and voids with the tapes.
func (p *platform) checkPauses(entries []string, v *verdict) {
	pauses, at := withPrefix(entries, "candor-pause-v1")
	for i, f := range pauses {
		tape, _ := p.tape(f[0])
		e := find(tape, number(f[1]))
		reason := "-"
		if e != nil && e.Reason != "" {
			reason = e.Reason
		}
		if e == nil || e.TimeMs != number(f[2]) || e.Kind != f[3] || reason != f[4] {
			v.add("halts_differ", at[i], fmt.Sprint(f))
		}
	}
	resumed, at := withPrefix(entries, "candor-resume-v1")
	for i, f := range resumed {
		tape, _ := p.tape(f[0])
		e, before := find(tape, number(f[1])), find(tape, number(f[1])-1)
		if e == nil || e.Gap || e.TimeMs != number(f[2]) || before == nil || !before.Gap {
			v.add("halts_differ", at[i], fmt.Sprint(f))
		}
	}
}
