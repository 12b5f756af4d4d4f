// Checks files of a transparency log with the Go project's own packages for such logs (golang.org/x/mod/sumdb). The arguments
// are a folder with the log's files, the log's verifier key, and the size of an older tree whose root follows in Base64. The
// folder also has a file of entries, each on a line after its index, that are proved to be in the log.
package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type folder string

func (f folder) Height() int { return 8 }

func (f folder) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var data [][]byte
	for _, tile := range tiles {
		// The package writes tile/8/<level>/…, whereas the specification leaves out the height.
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		content, err := os.ReadFile(filepath.Join(string(f), path))
		if err != nil {
			return nil, err
		}
		data = append(data, content)
	}
	return data, nil
}

func (f folder) SaveTiles([]tlog.Tile, [][]byte) {}

func check(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func hashOf(content []byte) (hash tlog.Hash) {
	copy(hash[:], content)
	return hash
}

func main() {
	files, vkey := folder(os.Args[1]), os.Args[2]
	verifier, err := note.NewVerifier(vkey)
	check(err)
	content, err := os.ReadFile(filepath.Join(string(files), "checkpoint"))
	check(err)
	opened, err := note.Open(content, note.VerifierList(verifier))
	check(err)
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err)
	root, err := base64.StdEncoding.DecodeString(lines[2])
	check(err)
	tree := tlog.Tree{N: size, Hash: hashOf(root)}
	reader := tlog.TileHashReader(tree, files)
	computed, err := tlog.TreeHash(size, reader)
	check(err)
	if computed != tree.Hash {
		fmt.Println("the tiles lead to another root")
		os.Exit(1)
	}
	oldSize, err := strconv.ParseInt(os.Args[3], 10, 64)
	check(err)
	oldRoot, err := base64.StdEncoding.DecodeString(os.Args[4])
	check(err)
	proof, err := tlog.ProveTree(size, oldSize, reader)
	check(err)
	check(tlog.CheckTree(proof, size, tree.Hash, oldSize, hashOf(oldRoot)))
	entries, err := os.ReadFile(filepath.Join(string(files), "entries"))
	check(err)
	for _, line := range strings.Split(strings.TrimSuffix(string(entries), "\n"), "\n") {
		number, entry, _ := strings.Cut(line, " ")
		index, err := strconv.ParseInt(number, 10, 64)
		check(err)
		proof, err := tlog.ProveRecord(size, index, reader)
		check(err)
		check(tlog.CheckRecord(proof, size, tree.Hash, index, tlog.RecordHash([]byte(entry))))
	}
	fmt.Printf("agrees on %d entries\n", size)
}
