package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// A platform is read over HTTP; `token` is needed for a customer's own answers only.
type platform struct {
	base, token string
	tapes       map[string][]*entry
}

var client = http.Client{Timeout: 30 * time.Second}

// file reads a path below the address, or says that it is missing.
func (p *platform) file(path string) ([]byte, error) {
	request, err := http.NewRequest("GET", p.base+path, nil)
	if err != nil {
		return nil, err
	}
	if p.token != "" && strings.HasPrefix(path, "/api/") {
		request.Header.Set("Authorization", p.token)
	}
	answer, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answered %d", path, answer.StatusCode)
	}
	return body, err
}

// answer reads a call's answer, even if the call is refused.
func (p *platform) answer(path string, into interface{}) error {
	body, err := p.file("/api/" + path)
	if body == nil {
		return err
	}
	if json.Unmarshal(body, into) != nil {
		return fmt.Errorf("%s has an unreadable answer: %v", path, err)
	}
	return nil
}

// call reads the message of a call of the API.
func (p *platform) call(path string, into interface{}) error {
	body, err := p.file("/api/" + path)
	if err != nil {
		return err
	}
	var answer struct {
		Type    string          `json:"type"`
		Message json.RawMessage `json:"message"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return err
	}
	if answer.Type != "ok" {
		return fmt.Errorf("%s was refused", path)
	}
	return json.Unmarshal(answer.Message, into)
}

const pageOfTape = 1000

// tape reads a whole tape, once.
func (p *platform) tape(symbol string) ([]*entry, error) {
	if known, read := p.tapes[symbol]; read {
		return known, nil
	}
	var all []*entry
	for {
		var page []*entry
		from := int64(1)
		if len(all) > 0 {
			from = all[len(all)-1].Seq + 1
		}
		path := fmt.Sprintf("tape?symbol=%s&from_seq=%d&limit=%d", url.QueryEscape(symbol), from, pageOfTape)
		if err := p.call(path, &page); err != nil {
			return nil, err
		}
		for _, e := range page {
			if field := e.read(); field != "" {
				return nil, fmt.Errorf("entry %d of %s has an unreadable %s", e.Seq, symbol, field)
			}
		}
		all = append(all, page...)
		if len(page) < pageOfTape {
			break
		}
	}
	if p.tapes == nil {
		p.tapes = map[string][]*entry{}
	}
	p.tapes[symbol] = all
	return all, nil
}

func (p *platform) checkpoints(symbol string) ([]*checkpoint, string, error) {
	var all []*checkpoint
	key := ""
	for {
		var page struct {
			PublicKey   string        `json:"public_key"`
			Checkpoints []*checkpoint `json:"checkpoints"`
		}
		from := int64(1)
		if len(all) > 0 {
			from = all[len(all)-1].Seq + 1
		}
		path := fmt.Sprintf("tape/checkpoints?symbol=%s&from_seq=%d&limit=%d", url.QueryEscape(symbol), from, pageOfTape)
		if err := p.call(path, &page); err != nil {
			return nil, "", err
		}
		all, key = append(all, page.Checkpoints...), page.PublicKey
		if len(page.Checkpoints) < pageOfTape {
			return all, key, nil
		}
	}
}

// keyChanges are the published statements of keys.
func (p *platform) keyChanges() (string, []keyChange, error) {
	var keys struct {
		PublicKey string      `json:"public_key"`
		Changes   []keyChange `json:"changes"`
	}
	err := p.call("transparency/keys", &keys)
	return keys.PublicKey, keys.Changes, err
}

// checkTape checks a whole tape and all its checkpoints.
func (p *platform) checkTape(symbol, pinned string) *verdict {
	v := &verdict{}
	// The entries are read last, so that they reach as far as every checkpoint.
	list, _, err := p.checkpoints(symbol)
	var entries []*entry
	if err == nil {
		entries, err = p.tape(symbol)
	}
	newest, changes, err2 := p.keyChanges()
	if err != nil || err2 != nil {
		v.add("platform_unreadable", 0, fmt.Sprint(err, err2))
		return v
	}
	if pinned == "" {
		pinned = newest
	}
	if len(entries) > 0 && entries[0].Seq != 1 {
		v.add("seq_not_next", entries[0].Seq, "")
	}
	checkChain(symbol, entries, v)
	checkCheckpoints(symbol, list, entries, ringOf("tape", pinned, changes), v)
	if len(entries) > 0 {
		for _, c := range list {
			if c.Seq > entries[len(entries)-1].Seq {
				v.add("kept_entry_missing", c.Seq, "")
			}
		}
	}
	return v
}
