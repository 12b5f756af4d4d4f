// Checks a Candor platform from outside. Written from docs/verification.md alone, and it shares no code with the platform.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strings"
)

const usage = `usage:
  second-verifier evidence [-key <hex>] [<file>...]   evidence files of tickets and fills, or one a line on standard input
  second-verifier tape -url <address> <symbol>...    tapes with all checkpoints
  second-verifier log -url <address>                 the transparency log, its entries and the tapes under them
  second-verifier liabilities -url <address>         every statement of liabilities
  second-verifier fills -url <address>               every line of the lists of fills, and the published figures
  second-verifier strategy -url <address>            every trade of the demo's strategy
  second-verifier own -url <address> -token <token>  a customer's own entries, lines, receipts, leaves and exchanges
`

func main() {
	if len(os.Args) < 2 {
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	}
	flags := flag.NewFlagSet(os.Args[1], flag.ExitOnError)
	key := flags.String("key", "", "the key to trust instead of the file's own")
	address := flags.String("url", "http://127.0.0.1:8080", "the platform's address")
	token := flags.String("token", "", "a customer's token")
	keep := flags.String("keep", "", "a file with the policy and the head of the log that this run continues")
	_ = flags.Parse(os.Args[2:])
	worst := 0
	report := func(name string, v *verdict) {
		fmt.Println(strings.TrimSpace(fmt.Sprintf("%s %s %s", name, v.state(), strings.Join(v.codes(), ","))))
		for _, found := range v.findings {
			fmt.Printf("  %s at %d %s\n", found.code, found.seq, found.detail)
		}
		if len(v.findings) > 0 {
			worst = 1
		} else if len(v.pending) > 0 && worst == 0 {
			worst = 2
		}
	}
	p := &platform{base: *address, token: *token}
	switch os.Args[1] {
	case "evidence":
		for _, path := range flags.Args() {
			report(path, checkEvidenceFile(path, *key))
		}
		if flags.NArg() == 0 {
			checkLines(*key)
		}
	case "tape":
		for _, symbol := range flags.Args() {
			report(symbol, p.checkTape(symbol, *key))
		}
	case "log":
		report("log", p.checkLog(*keep))
	case "liabilities":
		report("liabilities", p.checkLiabilities(*keep))
	case "fills":
		v, counts := p.checkFills(*keep)
		report("fills", v)
		for kind, count := range counts {
			fmt.Printf("  %d of %s\n", count, kind)
		}
	case "strategy":
		v, count := p.checkStrategy()
		report("strategy", v)
		fmt.Printf("  %d of strategy\n", count)
	case "own":
		report("own", p.checkOwn(*keep))
	default:
		fmt.Fprint(os.Stderr, usage)
		worst = 2
	}
	os.Exit(worst)
}

const lineMax = 256 << 20

// checkLines judges an evidence file in each line of the standard input, and prints a line for each.
func checkLines(key string) {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), lineMax)
	for lines.Scan() {
		v := checkEvidence(lines.Bytes(), key)
		fmt.Println(strings.TrimSpace(v.state() + " " + strings.Join(v.codes(), ",")))
	}
}
