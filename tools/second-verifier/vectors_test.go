package main

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

var vectors = func() string {
	raw, err := os.ReadFile("../../docs/test-vectors.md")
	if err != nil {
		panic(err)
	}
	return string(raw)
}()

// block returns the lines of a named block of the document.
func block(name string) []string {
	found := regexp.MustCompile("(?s)```" + name + "\n(.*?)```").FindStringSubmatch(vectors)
	if found == nil {
		panic("expected a block " + name)
	}
	return strings.Split(strings.TrimSuffix(found[1], "\n"), "\n")
}

// printed returns the text between backticks that follows a given text in the document.
func printed(text string) string {
	found := regexp.MustCompile(regexp.QuoteMeta(text) + "[^`]*`([^`]*)`").FindStringSubmatch(vectors)
	if found == nil {
		panic("expected " + text)
	}
	return found[1]
}

func same(t *testing.T, what, found, wanted string) {
	t.Helper()
	if found != wanted {
		t.Errorf("%s: the document has %s, computed %s", what, wanted, found)
	}
}

// pairs runs a check on each text and the value below it.
func pairs(name string, check func(text, value string)) {
	lines := block(name)
	for i := 0; i+1 < len(lines); i += 2 {
		check(lines[i], strings.TrimSpace(lines[i+1]))
	}
}

func TestEntriesOfTheLog(t *testing.T) {
	var leaves []hash
	var entries []string
	pairs("leaves", func(text, value string) {
		entries = append(entries, text)
		leaves = append(leaves, leafHash([]byte(text)))
		same(t, text, hexOf(leaves[len(leaves)-1]), value)
		form, fields, _ := strings.Cut(text, "|")
		if pattern := forms[form]; pattern == nil || !pattern.MatchString(fields) {
			t.Errorf("expected a known form, found %s", text)
		}
	})
	same(t, "the root", hexOf(rootOf(leaves)), printed("Its root is"))
	var bytes []byte
	for _, text := range entries[1:3] {
		bytes = binary.BigEndian.AppendUint16(bytes, uint16(len(text)))
		bytes = append(bytes, text...)
	}
	same(t, "the bundle", hex.EncodeToString(bytes), block("bundle")[0])
	// The document prints no example of these.
	unprinted := map[string]bool{"candor-clock-v1": true, "candor-refused-v1": true, "candor-stamp-policy-v1": true, "candor-stamp-v1": true}
	for form := range forms {
		if !unprinted[form] && !strings.Contains(strings.Join(entries, "\n"), form+"|") {
			t.Errorf("expected an example of %s", form)
		}
	}
	head, err := parseHead(strings.Join(block("note"), "\n") + "\n")
	if err != nil || head.root != rootOf(leaves) || head.size != int64(len(leaves)) {
		t.Fatalf("expected the checkpoint of the entries, found %v", err)
	}
	for _, text := range []string{printed("signed by the log's key"), printed("cosigned by the witness")} {
		key, ok := parseNoteKey(text)
		if _, signed := head.signedBy(key); !ok || !signed {
			t.Errorf("expected a signature of %s", text)
		}
	}
}

func TestCommitments(t *testing.T) {
	salt := printed("With the salt")
	pairs("commitments", func(text, value string) {
		if !opens(value, salt, text) {
			t.Errorf("expected %s to open to %s", value, text)
		}
	})
}

func TestListOfFills(t *testing.T) {
	lines := block("list")
	same(t, "the entry", fmt.Sprintf("candor-fills-v1|1|1|%s", sha256Hex(lines[0]+"\n")), lines[1])
}

func TestRecordsOfCommands(t *testing.T) {
	var bytes []byte
	for _, record := range []struct {
		number  uint64
		content string
	}{{7, "first"}, {9, "second"}} {
		sum := sha256.Sum256([]byte(record.content))
		bytes = append(binary.BigEndian.AppendUint64(bytes, record.number), sum[:]...)
	}
	same(t, "the entry", fmt.Sprintf("candor-records-v1|1767258000000|7|9|2|%x", sha256.Sum256(bytes)), block("records")[0])
}

func TestReceipt(t *testing.T) {
	key := printed("(public half")
	parts := strings.Split(block("receipt")[0], " ")
	var o signedOrder
	o.Text, o.Signature = block("order")[0], strings.TrimSpace(block("order")[1])
	o.Body, o.DeviceKey = block("body")[0], key
	o.Receipt.Text, o.Receipt.Signature, o.Receipt.Leaf = parts[0], parts[1], strings.Join(parts[2:len(parts)-2], " ")
	o.Receipt.Place, o.Receipt.Path = number(parts[len(parts)-2]), strings.Split(parts[len(parts)-1], ",")
	v := &verdict{}
	checkReceipt(&o, keyring{key: forever}, nil, v)
	if len(v.findings) > 0 {
		t.Errorf("expected a receipt that holds, found %v", v.findings)
	}
	same(t, "the answer", sha256Hex(printed("The answer's `message` was")), strings.Split(o.Receipt.Leaf, "|")[5])
	o.Receipt.Path[0] = o.Receipt.Path[1]
	checkReceipt(&o, keyring{key: forever}, nil, v)
	same(t, "a receipt with another path", strings.Join(v.codes(), ","), "receipt_invalid")
}

func TestLiabilities(t *testing.T) {
	var nodes []sumNode
	for _, line := range block("liability") {
		commitment, amount, _ := strings.Cut(line, "|")
		units, _ := parseUnits(amount)
		nodes = append(nodes, leafOfSums(commitment, units))
	}
	root := rootOfSums(nodes)
	statement := strings.Join(block("statement"), "\n") + "\n"
	same(t, "the root", fmt.Sprintf("currency|USDT|3|%s|%s", root.hash, root.sum), strings.Split(statement, "\n")[1])
	same(t, "the entry", fmt.Sprintf("candor-liabilities-v1|7|1767258000000|3|%s|USDT=%s", sha256Hex(statement), root.sum), block("logged")[0])
	salt := printed("100001, whose salt is")
	for part := 0; part < 2; part++ {
		of := fmt.Sprintf("USDT|%d", part)
		commitment := commitmentOfPart(salt, of, "candor-liability-v1|7|100001|11|"+of)
		if !strings.Contains(strings.Join(block("liability"), "\n"), commitment+"|") {
			t.Errorf("expected a leaf with the commitment %s", commitment)
		}
	}
}

func TestLedger(t *testing.T) {
	before := make([]byte, 32)
	first := true
	pairs("ledger", func(text, value string) {
		sum := sha256.Sum256(append(append([]byte{}, before...), text...))
		same(t, text, hexOf(sum), value)
		if first && !strings.Contains(strings.Join(block("ledger"), "\n"), "64:"+value+",") {
			t.Errorf("expected the root to cover the journal's hash")
		}
		first = false
	})
}

// The figures are those of the table of formulas.
func TestFormulas(t *testing.T) {
	of := func(text string) num { value, _ := parseDecimal(text); return value }
	one := func(what string, found num, wanted string) { t.Helper(); same(t, what, text(found), wanted) }
	one("spot fee", up(mul(up(mul(of("0.01234"), of("64250.03"))), of("0.001"))), "0.79284538")
	notional := up(mul(of("0.0123"), of("64250.03")))
	one("opening fee", up(mul(notional, of("0.0005"))), "0.39513769")
	one("margin", up(div(notional, whole(20))), "39.51376845")
	one("closing", down(mul(of("0.0123"), sub(of("64246.42"), of("64250.03")))), "-0.044403")
	due := up(mul(up(mul(whole(70000), of("151.259"), of("0.00661157"))), of("0.00007")))
	one("night", due, "4.90029139")
	one("share of a night", up(div(mul(due, of("0.1")), of("0.7"))), "0.70004163")
	one("option", down(mul(of("17.77777777"), of("0.8"))), "14.22222221")
	value := down(mul(of("0.00012345"), of("64000.01")))
	fee := up(mul(value, of("0.002")))
	got := down(div(sub(value, fee), of("3000.02")))
	one("exchange", got, "0.00262831")
	one("exchange's rate", down(div(got, of("0.00012345"))), "21.29048197")
	one("loan", up(mul(of("1001.00000001"), of("0.0005"))), "0.50050001")
	for _, figure := range []string{"0.79284538", "0.39513769", "4.90029139", "0.70004163", "14.22222221", "0.00262831", "21.29048197", "0.50050001"} {
		if !strings.Contains(vectors, figure) {
			t.Errorf("expected %s in the table", figure)
		}
	}
}

func TestStrategy(t *testing.T) {
	for _, line := range block("strategy") {
		last, printed, _ := strings.Cut(line, " ")
		var wanted strategyTrade
		if err := json.Unmarshal([]byte(printed), &wanted); err != nil {
			t.Fatal(err)
		}
		for place, market := range strategyMarkets {
			if market.symbol == wanted.Symbol {
				found := tradeOfSlot(wanted.Time*1000, place, &entry{Seq: wanted.TapeSeq, last: fraction(last)})
				same(t, market.symbol, found.describe(), wanted.describe())
			}
		}
	}
	if tradeOfSlot(1795828200000, 0, &entry{Seq: 310, last: fraction("64250.02")}) != nil {
		t.Error("expected no trade of BTC/USDT")
	}
}
