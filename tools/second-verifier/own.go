package main

import (
	"fmt"
	"strings"
)

// checkOwn checks what the log, the lists and the statements say about the customer of the token.
func (p *platform) checkOwn(keep string) *verdict {
	v := &verdict{}
	log := p.readLog(keep, v)
	customer := p.checkOwnEntries(log, v)
	p.checkOwnFills(customer, v)
	p.checkReceipts(log, v)
	if customer != "" {
		p.checkOwnLiability(customer, keep, v)
	}
	p.checkExchanges(v)
	return v
}

// checkOwnEntries opens the customer's entries of the log and returns the customer's number.
func (p *platform) checkOwnEntries(log []string, v *verdict) string {
	customer, from := "", ""
	keys, stated := int64(0), false
	for {
		var page struct {
			Entries []struct {
				Index   int64  `json:"index"`
				Kind    string `json:"kind"`
				Entry   string `json:"entry"`
				Opening string `json:"opening"`
				Salt    string `json:"salt"`
			} `json:"entries"`
			NextIndex *int64 `json:"next_index"`
		}
		if err := p.call("transparency/own"+from, &page); err != nil {
			v.add("platform_unreadable", 0, err.Error())
			return customer
		}
		for _, own := range page.Entries {
			fields := strings.Split(own.Entry, "|")
			if len(fields) != 3 || fields[1] != own.Kind || !opens(fields[2], own.Salt, own.Opening) ||
				own.Index < int64(len(log)) && log[own.Index] != own.Entry {
				v.add("own_entry_differs", own.Index, own.Entry)
				continue
			}
			opening := strings.Split(own.Opening, "|")
			if customer == "" {
				customer = opening[1]
			}
			if opening[1] != customer {
				v.add("own_entry_differs", own.Index, own.Opening)
			}
			// An entry about journals counts the keys before it, so none is hidden from the customer.
			switch opening[0] {
			case "candor-device-key-v3":
				keys++
			case "candor-book-v1":
				if stated {
					v.add("device_key_withheld", own.Index, own.Opening)
				}
			case "candor-book-v2":
				stated = true
				if len(opening) != 5 || number(opening[4]) != keys {
					v.add("device_key_withheld", own.Index, own.Opening)
				}
			}
		}
		if page.NextIndex == nil {
			return customer
		}
		from = fmt.Sprintf("?from_index=%d", *page.NextIndex)
	}
}

// checkOwnFills opens the customer's lines and finds each in its list.
func (p *platform) checkOwnFills(customer string, v *verdict) {
	lists, err := p.fillLists()
	if err != nil {
		v.add("platform_unreadable", 0, err.Error())
		return
	}
	listed := map[string]bool{}
	for _, list := range lists {
		for _, line := range list.Lines {
			listed[fmt.Sprint(list.Root)+" "+line] = true
		}
	}
	cursor := ""
	for {
		var page struct {
			Fills []struct {
				Root    int64  `json:"root"`
				Line    string `json:"line"`
				Opening string `json:"opening"`
				Salt    string `json:"salt"`
			} `json:"fills"`
			Next *string `json:"next"`
		}
		if err := p.call("transparency/own_fills"+cursor, &page); err != nil {
			v.add("platform_unreadable", 0, err.Error())
			return
		}
		for _, own := range page.Fills {
			id, _, _ := strings.Cut(own.Line, "|")
			if !listed[fmt.Sprint(own.Root)+" "+own.Line] || !opens(id, own.Salt, own.Opening) ||
				!strings.HasPrefix(own.Opening, "candor-fill-v1|"+customer+"|") {
				v.add("list_differs", own.Root, own.Line)
			}
		}
		if page.Next == nil {
			return
		}
		cursor = "?cursor=" + *page.Next
	}
}
