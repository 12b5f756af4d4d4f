package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"time"
)

var amountForm = regexp.MustCompile(`^(0|[1-9][0-9]*)$`)

type sumNode struct {
	hash string
	sum  *big.Int
}

func parseUnits(text string) (*big.Int, bool) {
	if !amountForm.MatchString(text) {
		return nil, false
	}
	return new(big.Int).SetString(text, 10)
}

func leafOfSums(commitment string, amount *big.Int) sumNode {
	return sumNode{sha256Hex(fmt.Sprintf("candor-liability-leaf-v1|%s|%s", commitment, amount)), amount}
}

func join(left, right sumNode) sumNode {
	text := fmt.Sprintf("candor-liability-node-v1|%s|%s|%s|%s", left.hash, left.sum, right.hash, right.sum)
	return sumNode{sha256Hex(text), new(big.Int).Add(left.sum, right.sum)}
}

// rootOfSums joins neighbours level by level; a node without a neighbour moves up unchanged.
func rootOfSums(nodes []sumNode) sumNode {
	for len(nodes) > 1 {
		var above []sumNode
		for i := 0; i < len(nodes); i += 2 {
			if i+1 == len(nodes) {
				above = append(above, nodes[i])
			} else {
				above = append(above, join(nodes[i], nodes[i+1]))
			}
		}
		nodes = above
	}
	return nodes[0]
}

func linesOf(body []byte) []string {
	return strings.Split(strings.TrimSuffix(string(body), "\n"), "\n")
}

// checkLiabilities recomputes every statement of the log from its leaves.
func (p *platform) checkLiabilities(keep string) *verdict {
	v := &verdict{}
	statements, _ := withPrefix(p.readLog(keep, v), "candor-liabilities-v1")
	if len(v.findings) > 0 {
		return v
	}
	for i, fields := range statements {
		if number(fields[0]) != int64(i+1) {
			v.add("liabilities_missing", int64(i+1), "")
		}
		p.checkStatement(fields, v)
	}
	return v
}

func (p *platform) checkStatement(logged []string, v *verdict) {
	at := number(logged[0])
	body, err := p.file("/log/liabilities/" + logged[0])
	if err != nil || sha256Hex(string(body)) != logged[3] {
		v.add("liabilities_differ", at, "the statement is not the logged one")
		return
	}
	leaves, sums := int64(0), []string{}
	before := ""
	for i, line := range linesOf(body) {
		fields := strings.Split(line, "|")
		switch {
		case i == 0:
			if line != fmt.Sprintf("candor-liability-statement-v1|%s|%s", logged[0], logged[1]) {
				v.add("liabilities_differ", at, line)
			}
			continue
		case fields[0] == "currency" && len(fields) == 5:
			leaves += number(fields[2])
			sums = append(sums, fields[1]+"="+fields[4])
			p.checkCurrency(logged[0], fields, v)
		case fields[0] == "price" && len(fields) == 5:
			tape, _ := p.tape(fields[1])
			e := find(tape, number(fields[2]))
			if e == nil || e.Bid != fields[3] || e.Ask != fields[4] {
				v.add("liabilities_differ", at, line)
			}
		default:
			v.add("liabilities_differ", at, line)
		}
		if line <= before {
			v.add("liabilities_differ", at, "the lines are not in order")
		}
		before = line
	}
	if leaves != number(logged[2]) || strings.Join(sums, ",") != logged[4] {
		v.add("liabilities_differ", at, "leaves or sums are not those of the log")
	}
}

func (p *platform) checkCurrency(statement string, fields []string, v *verdict) {
	at := number(statement)
	folder := fmt.Sprintf("/log/liabilities/%s/%s/", statement, fields[1])
	count := number(fields[2])
	body, err := p.file(folder + "tiles")
	if err != nil {
		v.add("liabilities_differ", at, err.Error())
		return
	}
	var tiles []sumNode
	before, seen := "", int64(0)
	for n, line := range linesOf(body) {
		content, err := p.file(fmt.Sprintf("%s%d", folder, n))
		var leaves []sumNode
		for _, leaf := range linesOf(content) {
			commitment, amount, _ := strings.Cut(leaf, "|")
			units, ok := parseUnits(amount)
			if strings.HasPrefix(amount, "-") {
				v.add("liabilities_negative", at, leaf)
				return
			}
			if err != nil || !ok || !hex32.MatchString(commitment) || commitment <= before {
				v.add("liabilities_differ", at, "a leaf of "+fields[1])
				return
			}
			before = commitment
			leaves = append(leaves, leafOfSums(commitment, units))
		}
		seen += int64(len(leaves))
		if len(leaves) != tileWidth && seen != count {
			v.add("liabilities_differ", at, "a tile of "+fields[1])
			return
		}
		tile := rootOfSums(leaves)
		if line != tile.hash+"|"+tile.sum.String() {
			v.add("liabilities_differ", at, "a tile of "+fields[1])
		}
		tiles = append(tiles, tile)
	}
	root := rootOfSums(tiles)
	if seen != count || root.hash != fields[3] || root.sum.String() != fields[4] {
		v.add("liabilities_differ", at, "the root of "+fields[1])
	}
}

// The number of times that the log is read again, one second apart, until it covers a new statement.
const loggedTries = 15

// An ownLiability is a customer's own answer.
type ownLiability struct {
	Statement string `json:"statement"`
	LogIndex  *int64 `json:"log_index"`
	Seq       int64  `json:"seq"`
	Salt      string `json:"salt"`
	Leaves    []struct {
		Currency string `json:"currency"`
		Part     int    `json:"part"`
		Amount   string `json:"amount"`
		Path     []struct {
			Side string `json:"side"`
			Hash string `json:"hash"`
			Sum  string `json:"sum"`
		} `json:"path"`
	} `json:"leaves"`
	Claims []struct {
		Currency string `json:"currency"`
		Held     string `json:"held"`
		Staked   string `json:"staked"`
		Profit   string `json:"profit"`
		Owed     string `json:"owed"`
		Income   string `json:"income"`
	} `json:"claims"`
}

// checkOwnLiability climbs from each leaf to the roots of the logged statement, and compares the parts with the claims.
func (p *platform) checkOwnLiability(customer, keep string, v *verdict) {
	var own ownLiability
	var log []string
	index := int64(-1)
	// The statement may be newer than the log's newest checkpoint.
	for try := 0; try < loggedTries && (index < 0 || index >= int64(len(log))); try++ {
		if try > 0 {
			time.Sleep(time.Second)
		}
		own = ownLiability{}
		if err := p.call("transparency/liability", &own); err != nil {
			v.add("platform_unreadable", 0, err.Error())
			return
		}
		log, index = p.readLog(keep, v), -1
		if own.LogIndex != nil {
			index = *own.LogIndex
		}
	}
	lines := linesOf([]byte(own.Statement))
	header := strings.Split(lines[0], "|")
	if len(header) != 3 || index < 0 || index >= int64(len(log)) ||
		!strings.Contains(log[index], "|"+sha256Hex(own.Statement)+"|") ||
		!strings.HasPrefix(log[index], "candor-liabilities-v1|"+header[1]+"|") {
		v.add("liability_unlogged", index, "")
		return
	}
	roots := map[string][]string{}
	for _, line := range lines[1:] {
		if fields := strings.Split(line, "|"); fields[0] == "currency" && len(fields) == 5 {
			roots[fields[1]] = fields
		}
	}
	totals, counted := map[string]*big.Int{}, map[string]bool{}
	for _, leaf := range own.Leaves {
		amount, ok := parseUnits(leaf.Amount)
		part := fmt.Sprintf("%s|%d", leaf.Currency, leaf.Part)
		if !ok || counted[part] || leaf.Part < 0 || leaf.Part > 1 {
			v.add("liability_differs", 0, part)
			continue
		}
		counted[part] = true
		opening := fmt.Sprintf("candor-liability-v1|%s|%s|%d|%s", header[1], customer, own.Seq, part)
		node := leafOfSums(commitmentOfPart(own.Salt, part, opening), amount)
		for _, step := range leaf.Path {
			sum, ok := parseUnits(step.Sum)
			if !ok {
				v.add("liability_differs", 0, part)
				return
			}
			beside := sumNode{step.Hash, sum}
			if step.Side == "left" {
				node = join(beside, node)
			} else {
				node = join(node, beside)
			}
		}
		root := roots[leaf.Currency]
		if root == nil || node.hash != root[3] || node.sum.String() != root[4] {
			v.add("liability_differs", 0, part)
		}
		if totals[leaf.Currency] == nil {
			totals[leaf.Currency] = new(big.Int)
		}
		totals[leaf.Currency].Add(totals[leaf.Currency], amount)
	}
	for _, claim := range own.Claims {
		owed := zero()
		for _, part := range []string{claim.Held, claim.Staked, claim.Profit, claim.Owed, claim.Income} {
			value, ok := parseDecimal(part)
			if !ok {
				v.add("liability_differs", 0, claim.Currency)
				continue
			}
			owed = add(owed, value)
		}
		stated := totals[claim.Currency]
		if stated == nil {
			stated = new(big.Int)
		}
		if mul(owed, new(big.Rat).SetInt(unitsOfOne)).Cmp(new(big.Rat).SetInt(stated)) != 0 {
			v.add("liability_differs", 0, claim.Currency)
		}
	}
}

// commitmentOfPart hides a part behind a salt of its own, which is derived from the customer's salt.
func commitmentOfPart(salt, part, opening string) string {
	bytes, _ := hex.DecodeString(salt)
	ofPart := sha256.Sum256(append(bytes, part...))
	return hexOf(sha256.Sum256(append(ofPart[:], opening...)))
}
