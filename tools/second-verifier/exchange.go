package main

import "fmt"

type exchanged struct {
	ID         string `json:"id"`
	From       string `json:"from"`
	To         string `json:"to"`
	FromAmount string `json:"from_amount"`
	ToAmount   string `json:"to_amount"`
	Rate       string `json:"rate"`
	Fee        string `json:"fee"`
	Legs       []struct {
		Symbol   string `json:"symbol"`
		Side     string `json:"side"`
		Quantity string `json:"quantity"`
		Price    string `json:"price"`
		TapeSeq  int64  `json:"tape_seq"`
	} `json:"legs"`
	Time int64 `json:"time"`
}

// checkExchanges recomputes each exchange from the entries of its legs and the published fee.
func (p *platform) checkExchanges(v *verdict) {
	var terms struct {
		FeeRate string `json:"fee_rate"`
	}
	var page struct {
		Items []exchanged `json:"items"`
	}
	if err := p.call("wallet/flashAgainstList", &terms); err != nil {
		v.add("platform_unreadable", 0, err.Error())
		return
	}
	if err := p.call("wallet/myFlashAgainstList?limit=100", &page); err != nil {
		v.add("platform_unreadable", 0, err.Error())
		return
	}
	rate, _ := parseDecimal(terms.FeeRate)
	for i := range page.Items {
		p.checkExchange(&page.Items[i], rate, v)
	}
}

func (p *platform) checkExchange(x *exchanged, feeRate num, v *verdict) {
	given, ok1 := parseDecimal(x.FromAmount)
	got, ok2 := parseDecimal(x.ToAmount)
	fee, ok3 := parseDecimal(x.Fee)
	if !ok1 || !ok2 || !ok3 || len(x.Legs) == 0 {
		v.add("record_unreadable", 0, x.ID)
		return
	}
	differs := func(what string) { v.add("amount_differs", 0, fmt.Sprintf("exchange %s: %s", x.ID, what)) }
	for _, leg := range x.Legs {
		tape, _ := p.tape(leg.Symbol)
		e := find(tape, leg.TapeSeq)
		price, ok := parseDecimal(leg.Price)
		if e == nil || e.Gap || !ok || e.side(leg.Side == "buy").Cmp(price) != 0 {
			v.add("price_differs", leg.TapeSeq, "exchange "+x.ID)
			return
		}
	}
	value := given
	if first := x.Legs[0]; first.Side == "sell" {
		price, _ := parseDecimal(first.Price)
		value = down(mul(given, price))
		if first.Quantity != x.FromAmount {
			differs("quantity")
		}
	}
	if up(mul(value, feeRate)).Cmp(fee) != 0 {
		differs("fee")
	}
	rest := sub(value, fee)
	if last := x.Legs[len(x.Legs)-1]; last.Side == "buy" {
		price, _ := parseDecimal(last.Price)
		rest = down(div(rest, price))
		if last.Quantity != x.ToAmount {
			differs("quantity")
		}
	}
	if rest.Cmp(got) != 0 {
		differs("to_amount")
	}
	if text(down(div(got, given))) != x.Rate {
		differs("rate")
	}
}
