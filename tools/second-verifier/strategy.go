package main

import (
	"fmt"
	"math/big"
	"net/url"
	"strconv"
)

// The figures of the demo's strategy, as the document has them.
const (
	strategySeed = uint64(0x43414e444f5246)
	slotMs       = int64(600_000)
	drawBad      = uint64(1)
	drawStray    = uint64(2)
	drawSlot     = uint64(3)
)

type venue struct {
	name    string
	feeRate num
}

type strategyMarket struct {
	symbol     string
	tick, step num
}

func fraction(text string) num { value, _ := parseDecimal(text); return value }

var strategyVenues = []venue{{"Aster", fraction("0.0002")}, {"Borea", fraction("0.0003")}, {"Cygnet", fraction("0.0005")}}
var strategyMarkets = []strategyMarket{
	{"BTC/USDT", fraction("0.01"), fraction("0.00001")}, {"ETH/USDT", fraction("0.01"), fraction("0.0001")},
	{"BNB/USDT", fraction("0.01"), fraction("0.001")}, {"SOL/USDT", fraction("0.01"), fraction("0.001")},
}

// drawn is a step of splitmix64 from the previous number and a purpose.
func drawn(before, purpose uint64) uint64 {
	z := before + purpose + 0x9e3779b97f4a7c15
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb
	return z ^ (z >> 31)
}

// share is a word as a fraction of 2⁶⁴ − 1.
func share(word uint64) num {
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(word), new(big.Int).SetUint64(^uint64(0)))
}

type strategyTrade struct {
	ID       string `json:"id"`
	Time     int64  `json:"time"`
	Symbol   string `json:"symbol"`
	Quantity string `json:"quantity"`
	Buy      struct {
		Venue string `json:"venue"`
		Price string `json:"price"`
		Fee   string `json:"fee"`
	} `json:"buy"`
	Sell struct {
		Venue string `json:"venue"`
		Price string `json:"price"`
		Fee   string `json:"fee"`
	} `json:"sell"`
	Result  string `json:"result"`
	TapeSeq int64  `json:"tape_seq"`
}

// describe writes everything that follows from the slot and the entry.
func (t *strategyTrade) describe() string {
	return fmt.Sprint(t.Time, t.Symbol, t.Quantity, t.Buy, t.Sell, t.Result, t.TapeSeq)
}

// tradeOfSlot computes the trade of a symbol in a slot from the last price of an entry, or nil if there is none.
func tradeOfSlot(atMs int64, place int, e *entry) *strategyTrade {
	market := strategyMarkets[place]
	day := uint64(floorDiv(atMs, dayMs))
	slip := fraction("0.6")
	if drawn(drawn(strategySeed, drawBad), day)%8 == 0 {
		slip = fraction("2.8")
	}
	stray := add(fraction("0.0017"), down(mul(fraction("0.0007"), share(drawn(drawn(strategySeed, drawStray), day)))))
	ofSymbol := drawn(drawn(drawn(strategySeed, drawSlot), uint64(atMs/slotMs)), uint64(place))
	prices := make([]num, len(strategyVenues))
	for i := range strategyVenues {
		deviation := sub(down(mul(whole(2), stray, share(drawn(ofSymbol, uint64(i))))), stray)
		prices[i] = toTick(down(mul(e.last, add(whole(1), deviation))), market.tick, "down")
	}
	from, to, edge := bestSpread(prices)
	if from < 0 || edge.Cmp(fraction("0.0005")) < 0 {
		return nil
	}
	most := whole(100_000)
	size := most
	if full := fraction("0.002"); edge.Cmp(full) < 0 {
		size = down(div(mul(most, edge), full))
	}
	quantity := toTick(down(div(size, prices[from])), market.step, "down")
	slipped := down(mul(slip, share(drawn(ofSymbol, uint64(len(strategyVenues))))))
	worse := down(mul(down(mul(edge, slipped)), prices[from]))
	sold := toTick(sub(prices[to], worse), market.tick, "down")
	if quantity.Sign() <= 0 || sold.Sign() <= 0 {
		return nil
	}
	cost, brings := up(mul(quantity, prices[from])), down(mul(quantity, sold))
	paid, taken := up(mul(cost, strategyVenues[from].feeRate)), up(mul(brings, strategyVenues[to].feeRate))
	t := &strategyTrade{Time: atMs / 1000, Symbol: market.symbol, Quantity: text(quantity), TapeSeq: e.Seq}
	t.Buy.Venue, t.Buy.Price, t.Buy.Fee = strategyVenues[from].name, text(prices[from]), text(paid)
	t.Sell.Venue, t.Sell.Price, t.Sell.Fee = strategyVenues[to].name, text(sold), text(taken)
	t.Result = text(sub(sub(sub(brings, cost), paid), taken))
	return t
}

// bestSpread returns the first pair of venues with the greatest edge, or -1.
func bestSpread(prices []num) (from, to int, edge num) {
	from = -1
	for i, buy := range prices {
		if buy.Sign() <= 0 {
			continue
		}
		for j, sell := range prices {
			cost := up(mul(buy, add(whole(1), strategyVenues[i].feeRate)))
			brings := down(mul(sell, sub(whole(1), strategyVenues[j].feeRate)))
			found := down(div(sub(brings, cost), buy))
			if i != j && (edge == nil || found.Cmp(edge) > 0) {
				from, to, edge = i, j, found
			}
		}
	}
	return from, to, edge
}

// checkStrategy recomputes every published trade of the strategy, and finds trades that are missing from a slot with trades.
func (p *platform) checkStrategy() (*verdict, int) {
	v := &verdict{}
	listed := map[string]bool{}
	slots := map[int64]bool{}
	count := 0
	cursor := ""
	for {
		var page struct {
			Items []strategyTrade `json:"items"`
			Next  *string         `json:"next"`
		}
		if err := p.call("transparency/strategy?limit=100"+cursor, &page); err != nil {
			v.add("platform_unreadable", 0, err.Error())
			return v, count
		}
		for i := range page.Items {
			trade := &page.Items[i]
			count++
			listed[trade.describe()], slots[trade.Time] = true, true
		}
		if page.Next == nil {
			break
		}
		cursor = "&cursor=" + url.QueryEscape(*page.Next)
	}
	expected := 0
	for slot := range slots {
		for place, market := range strategyMarkets {
			tape, err := p.tape(market.symbol)
			if err != nil {
				v.add("platform_unreadable", 0, err.Error())
				return v, count
			}
			var newest *entry
			for _, e := range tape {
				if e.TimeMs <= slot*1000 {
					newest = e
				}
			}
			if newest == nil {
				continue
			}
			if trade := tradeOfSlot(slot*1000, place, newest); trade != nil {
				expected++
				if !listed[trade.describe()] {
					v.add("trade_differs", newest.Seq, trade.describe()+" of "+strconv.FormatInt(slot, 10))
				}
			}
		}
	}
	if expected != count {
		v.add("trade_differs", 0, fmt.Sprintf("%d trades instead of %d", count, expected))
	}
	return v, count
}
