package main

import (
	"fmt"
	"sort"
	"strings"
)

type fillList struct {
	Root  int64    `json:"root"`
	Entry string   `json:"entry"`
	Lines []string `json:"lines"`
}

func (p *platform) fillLists() (lists []fillList, err error) {
	from := int64(1)
	for {
		var page struct {
			Lists    []fillList `json:"lists"`
			NextRoot *int64     `json:"next_root"`
		}
		if err := p.call(fmt.Sprintf("transparency/fills?from_root=%d", from), &page); err != nil {
			return nil, err
		}
		lists = append(lists, page.Lists...)
		if page.NextRoot == nil {
			return lists, nil
		}
		from = *page.NextRoot
	}
}

// A fillLine is one line of a list, by the kind of its trade.
type fillLine struct {
	root   int64
	text   string
	fields []string
}

// checkFills checks every line of every list, and compares the lists with the log and the published figures with the lists.
func (p *platform) checkFills(keep string) (*verdict, map[string]int) {
	v := &verdict{}
	counts := map[string]int{}
	// The lists are read last, so that each list of the log is among them.
	entries := p.readLog(keep, v)
	logged, _ := withPrefix(entries, "candor-fills-v1")
	lists, err := p.fillLists()
	if err != nil {
		v.add("platform_unreadable", 0, err.Error())
		return v, counts
	}
	served := map[int64]bool{}
	seen := map[string]bool{}
	var lines []fillLine
	for i, list := range lists {
		served[list.Root] = true
		joined := strings.Join(append(append([]string{}, list.Lines...), ""), "\n")
		entry := fmt.Sprintf("candor-fills-v1|%d|%d|%s", list.Root, len(list.Lines), sha256Hex(joined))
		if list.Root != int64(i+1) || list.Entry != entry {
			v.add("list_differs", list.Root, entry)
		}
		for _, text := range list.Lines {
			line := fillLine{list.Root, text, strings.Split(text, "|")}
			if seen[line.fields[0]] {
				v.add("line_repeated", list.Root, text)
			}
			seen[line.fields[0]] = true
			lines = append(lines, line)
			counts[p.checkLine(line, v)]++
		}
	}
	for _, fields := range logged {
		root := number(fields[0])
		if !served[root] || root > int64(len(lists)) || lists[root-1].Entry != "candor-fills-v1|"+strings.Join(fields, "|") {
			v.add("list_differs", root, "not the one in the log")
		}
	}
	p.checkQuality(lines, entries, v)
	p.checkVoids(lines, v)
	return v, counts
}

// checkLine judges one line and returns its kind.
func (p *platform) checkLine(line fillLine, v *verdict) string {
	f := line.fields
	switch {
	case len(f) == 16 && f[1] == "option":
		p.checkTicketLine(line, v)
		return "option " + f[4]
	case len(f) == 16 && (f[1] == "spot" || f[1] == "contract" || f[1] == "forex"):
		p.checkFillLine(line, v)
		return f[1] + " " + f[4]
	case len(f) == 13 && f[1] == "unfilled":
		p.checkUnfilled(line, v)
		return "unfilled " + f[6]
	}
	v.add("line_unreadable", line.root, line.text)
	return "unreadable"
}

const (
	lookBack   = 5000
	afterOpens = int64(600_000)
)

var howForms = map[string]bool{
	"market": true, "limit": true, "take_profit": true, "stop_loss": true, "profit_lock": true, "trailing": true,
	"close_out": true, "start_over": true,
}

func (p *platform) checkFillLine(line fillLine, v *verdict) {
	f := line.fields
	tape, err := p.tape(f[2])
	if err != nil {
		v.add("platform_unreadable", 0, err.Error())
		return
	}
	how, acceptedMs, accepted, fillAge := f[4], number(f[5]), number(f[6]), number(f[7])
	price, ok := parseDecimal(f[13])
	if !ok || !howForms[how] || f[3] != "buy" && f[3] != "sell" || !hex32.MatchString(f[0]) || fillAge > dayMs || fillAge < 0 ||
		len(f[15]) != 1 || f[15] < "1" || f[15] > "4" {
		v.add("line_unreadable", line.root, line.text)
		return
	}
	buyer := f[3] == "buy"
	e := find(tape, number(f[11]))
	if e == nil || e.Gap || e.TimeMs != number(f[12]) || e.side(buyer).Cmp(price) != 0 {
		v.add("fill_differs", line.root, line.text)
		return
	}
	if how == "trailing" || how == "close_out" || how == "start_over" {
		return
	}
	acceptedAt := find(tape, accepted)
	if acceptedAt == nil || f[9] != text(acceptedAt.side(buyer)) {
		v.add("fill_differs", line.root, line.text)
		return
	}
	if next := firstQuoteAfter(tape, accepted); f[10] != "" && (next == nil || f[10] != text(next.side(buyer))) {
		v.add("fill_differs", line.root, line.text)
	}
	if !newestAt(acceptedAt, find(tape, accepted+1), acceptedMs, transactionMs) {
		v.add("acceptance_differs", line.root, line.text)
	}
	if how == "market" {
		due := marketEntry(from(tape, accepted), accepted, acceptedMs, fillAge, acceptedMs)
		if due != nil && due.Seq == e.Seq {
			return
		}
		if f[1] == "forex" {
			late := marketEntry(from(tape, accepted), accepted, acceptedMs, -1, acceptedMs+afterOpens)
			if late != nil && late.Seq == e.Seq {
				return
			}
		}
		addLate(due, e, line, v)
		return
	}
	checkLevelLine(line, tape, acceptedAt, e, v)
}

func addLate(due, e *entry, line fillLine, v *verdict) {
	if due != nil && due.Seq < e.Seq {
		v.add("fill_late", line.root, line.text)
	} else {
		v.add("fill_differs", line.root, line.text)
	}
}

// checkLevelLine finds the first entry that reaches the level of an order, target, stop or lock.
func checkLevelLine(line fillLine, tape []*entry, accepted, e *entry, v *verdict) {
	f := line.fields
	level, ok := parseDecimal(f[8])
	if !ok {
		v.add("line_unreadable", line.root, line.text)
		return
	}
	acceptedMs, buyer := number(f[5]), f[3] == "buy"
	better := f[4] == "limit" || f[4] == "take_profit"
	fresh := func(at *entry) bool { return acceptedMs-at.madeMs() <= number(f[7]) }
	start := accepted.Seq
	if e.Seq-start > lookBack {
		start = e.Seq - lookBack
	}
	for _, at := range from(tape, start) {
		if at.Seq > e.Seq {
			break
		}
		may := at.Seq > accepted.Seq && at.madeMs() >= acceptedMs || at.Seq == accepted.Seq && fresh(at)
		if at.Gap || !may || !reachesLevel(at, buyer, level, better) {
			continue
		}
		if at.Seq != e.Seq {
			addLate(at, e, line, v)
		}
		return
	}
	v.add("fill_differs", line.root, line.text)
}

func from(tape []*entry, seq int64) []*entry {
	at := sort.Search(len(tape), func(i int) bool { return tape[i].Seq >= seq })
	return tape[at:]
}

func firstQuoteAfter(tape []*entry, seq int64) *entry {
	for _, e := range from(tape, seq+1) {
		if !e.Gap {
			return e
		}
	}
	return nil
}

func (p *platform) checkTicketLine(line fillLine, v *verdict) {
	f := line.fields
	tape, err := p.tape(f[2])
	if err != nil {
		v.add("platform_unreadable", 0, err.Error())
		return
	}
	status, up, accepted := f[4], f[3] == "up", number(f[7])
	if !hex32.MatchString(f[0]) || f[3] != "up" && f[3] != "down" {
		v.add("line_unreadable", line.root, line.text)
		return
	}
	if f[5] == "start_over" {
		return
	}
	var struckFrom *int64
	if f[9] != "" || f[10] == "" {
		at := number(f[6])
		if f[9] != "" {
			at = number(f[9])
		}
		struckFrom = &at
	}
	acceptedAt := find(tape, accepted)
	if acceptedAt == nil || !newestAt(acceptedAt, find(tape, accepted+1), number(f[6]), transactionMs) {
		v.add("acceptance_differs", line.root, line.text)
	}
	derived := decide(from(tape, accepted-lookBack), accepted, struckFrom, number(f[8]), up)
	if derived.missing || derived.atReject {
		v.add("ticket_differs", line.root, line.text)
		return
	}
	if status == "void" && derived.status != "void" {
		v.add("void_unfounded", line.root, line.text)
		return
	}
	same := status == derived.status && f[5] == derived.reason
	same = same && (f[10] == fmt.Sprint(derived.strike.Seq) || status == "void" && f[10] == "")
	if derived.exit != nil {
		same = same && (f[11] == fmt.Sprint(derived.exit.Seq) || status == "void" && f[11] == "")
	}
	if !same {
		v.add("ticket_differs", line.root, line.text)
	}
}

func (p *platform) checkUnfilled(line fillLine, v *verdict) {
	f := line.fields
	if f[6] != "price_moved" || f[10] == "" {
		return
	}
	tape, err := p.tape(f[3])
	worst, ok := parseDecimal(f[10])
	e := find(tape, number(f[11]))
	if err != nil || !ok || e == nil || e.Gap {
		v.add("refusal_unfounded", line.root, line.text)
		return
	}
	order := e.side(f[4] == "buy").Cmp(worst)
	if f[4] == "buy" && order <= 0 || f[4] == "sell" && order >= 0 {
		v.add("refusal_unfounded", line.root, line.text)
	}
}
