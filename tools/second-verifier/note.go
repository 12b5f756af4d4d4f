package main

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// A noteKey is a verifier key of C2SP's signed notes: `<name>+<hash>+<base64 of a type and a key>`.
type noteKey struct {
	name string
	hash [4]byte
	kind byte
	key  ed25519.PublicKey
}

const (
	kindSignature   = 1
	kindCosignature = 4
)

func parseNoteKey(text string) (noteKey, bool) {
	var key noteKey
	parts := strings.SplitN(text, "+", 3)
	if len(parts) != 3 {
		return key, false
	}
	stated, err := hex.DecodeString(parts[1])
	data, err2 := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || err2 != nil || len(data) != 1+ed25519.PublicKeySize {
		return key, false
	}
	sum := sha256.Sum256(append([]byte(parts[0]+"\n"), data...))
	copy(key.hash[:], sum[:4])
	key.name, key.kind, key.key = parts[0], data[0], data[1:]
	return key, hex.EncodeToString(sum[:4]) == hex.EncodeToString(stated)
}

// A logHead is the content of a checkpoint of the log.
type logHead struct {
	origin string
	size   int64
	root   hash
}

type signedHead struct {
	logHead
	body       string
	signatures map[string][]byte
}

func parseHead(note string) (*signedHead, error) {
	end := strings.LastIndex(note, "\n\n")
	if end < 0 {
		return nil, fmt.Errorf("no empty line before the signatures")
	}
	head := &signedHead{body: note[:end+1], signatures: map[string][]byte{}}
	lines := strings.Split(note[:end], "\n")
	if len(lines) < 3 {
		return nil, fmt.Errorf("fewer than three lines")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	root, err2 := base64.StdEncoding.DecodeString(lines[2])
	if err != nil || err2 != nil || len(root) != 32 || fmt.Sprint(size) != lines[1] {
		return nil, fmt.Errorf("no size or root")
	}
	head.origin, head.size = lines[0], size
	copy(head.root[:], root)
	for _, line := range strings.Split(strings.TrimSuffix(note[end+2:], "\n"), "\n") {
		parts := strings.Split(line, " ")
		if len(parts) != 3 || parts[0] != "—" {
			return nil, fmt.Errorf("a signature is not in its form")
		}
		data, err := base64.StdEncoding.DecodeString(parts[2])
		if err != nil || len(data) < 5 {
			return nil, fmt.Errorf("a signature is not in its form")
		}
		head.signatures[parts[1]+"+"+hex.EncodeToString(data[:4])] = data[4:]
	}
	return head, nil
}

// signedBy reports whether a key signed or cosigned the head, and returns the time of a cosignature in seconds.
func (head *signedHead) signedBy(key noteKey) (int64, bool) {
	data := head.signatures[key.name+"+"+hex.EncodeToString(key.hash[:])]
	switch {
	case key.kind == kindSignature && len(data) == ed25519.SignatureSize:
		return 0, ed25519.Verify(key.key, []byte(head.body), data)
	case key.kind == kindCosignature && len(data) == 8+ed25519.SignatureSize:
		at := int64(binary.BigEndian.Uint64(data[:8]))
		message := fmt.Sprintf("cosignature/v1\ntime %d\n%s", at, head.body)
		return at, ed25519.Verify(key.key, []byte(message), data[8:])
	}
	return 0, false
}

// A policy names the log's key, its witnesses, and how many of them must have cosigned.
type policy struct {
	logs      []noteKey
	witnesses map[string]noteKey
	groups    map[string]group
	quorum    string
}

type group struct {
	need    int
	members []string
}

func parsePolicy(text string) (*policy, error) {
	p := &policy{witnesses: map[string]noteKey{}, groups: map[string]group{}}
	for _, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		bad := fmt.Errorf("unreadable line of the policy: %s", line)
		switch {
		case words[0] == "log" && len(words) >= 2:
			key, ok := parseNoteKey(words[1])
			if !ok {
				return nil, bad
			}
			p.logs = append(p.logs, key)
		case words[0] == "witness" && len(words) >= 3:
			key, ok := parseNoteKey(words[2])
			if !ok {
				return nil, bad
			}
			p.witnesses[words[1]] = key
		case words[0] == "group" && len(words) >= 4:
			need, err := strconv.Atoi(words[2])
			switch words[2] {
			case "any":
				need, err = 1, nil
			case "all":
				need, err = len(words)-3, nil
			}
			if err != nil {
				return nil, bad
			}
			p.groups[words[1]] = group{need, words[3:]}
		case words[0] == "quorum" && len(words) == 2:
			p.quorum = words[1]
		default:
			return nil, bad
		}
	}
	return p, nil
}

// holds reports whether a witness or group cosigned the head, each at a time, in seconds, or later.
func (p *policy) holds(name string, head *signedHead, since int64) bool {
	if name == "none" || name == "" {
		return true
	}
	if key, ok := p.witnesses[name]; ok {
		at, signed := head.signedBy(key)
		return signed && at >= since
	}
	members, ok := p.groups[name]
	count := 0
	for _, member := range members.members {
		if p.holds(member, head, since) {
			count++
		}
	}
	return ok && count >= members.need
}

// witnessedMs is the latest time at which a quorum says that the head was the newest; 0 if no witness is needed or the quorum is
// not met.
func (p *policy) witnessedMs(head *signedHead) (latest int64) {
	if p.quorum == "none" || p.quorum == "" {
		return 0
	}
	for _, key := range p.witnesses {
		if at, signed := head.signedBy(key); signed && at*1000 > latest && p.holds(p.quorum, head, at) {
			latest = at * 1000
		}
	}
	return latest
}
