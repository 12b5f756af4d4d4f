package main

import "sort"

// A finding is a code of the document's list and the entry that it is about, or 0.
type finding struct {
	code   string
	seq    int64
	detail string
}

// A verdict collects the contradictions in a record, and the gaps that leave it undecided.
type verdict struct {
	findings []finding
	pending  []finding
}

func (v *verdict) add(code string, seq int64, detail string) {
	v.findings = append(v.findings, finding{code, seq, detail})
}

func (v *verdict) wait(code string, detail string) {
	v.pending = append(v.pending, finding{code, 0, detail})
}

func (v *verdict) state() string {
	switch {
	case len(v.findings) > 0:
		return "contradicted"
	case len(v.pending) > 0:
		return "undecided"
	default:
		return "proved"
	}
}

// codes lists each code once, in alphabetical order.
func (v *verdict) codes() []string {
	seen := map[string]bool{}
	for _, found := range append(append([]finding{}, v.findings...), v.pending...) {
		seen[found.code] = true
	}
	list := make([]string, 0, len(seen))
	for code := range seen {
		list = append(list, code)
	}
	sort.Strings(list)
	return list
}
