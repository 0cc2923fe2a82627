package compiler

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ErrUsage is wrapped by errors about what was asked for rather than about
// an environment: a path that does not exist, a folder without environments.
var ErrUsage = errors.New("usage")

// Shard is one of n parts of a list of environments. The zero Shard is all
// of them.
type Shard struct{ Index, Of int }

// ParseShard reads "i/n", 1 ≤ i ≤ n.
func ParseShard(s string) (Shard, error) {
	if s == "" {
		return Shard{}, nil
	}
	i, n, ok := strings.Cut(s, "/")
	index, err1 := strconv.Atoi(i)
	of, err2 := strconv.Atoi(n)
	if !ok || err1 != nil || err2 != nil || index < 1 || index > of {
		return Shard{}, fmt.Errorf("%w: --shard %s: write it as i/n with i from 1 to n, for example 2/8", ErrUsage, s)
	}
	return Shard{Index: index, Of: of}, nil
}

// Has reports whether an environment falls into the shard. Membership
// depends on the file's name alone, so adding an environment moves no other.
func (s Shard) Has(path string) bool {
	if s.Of <= 1 {
		return true
	}
	h := fnv.New64a()
	h.Write([]byte(filepath.Base(path)))
	return int(h.Sum64()%uint64(s.Of)) == s.Index-1
}

// declares finds the line that makes a YAML file an environment.
var declares = regexp.MustCompile(`(?m)^awmc[ \t]*:`)

// Collect lists the environment files under paths, sorted and without
// duplicates: files as they are, folders with every .yaml or .yml file below
// them that has an "awmc:" line.
func Collect(paths []string, shard Shard) ([]string, error) {
	var files []string
	for _, p := range paths {
		info, err := os.Stat(p)
		if err != nil {
			return nil, fmt.Errorf("%w: %s does not exist", ErrUsage, p)
		}
		if !info.IsDir() {
			files = append(files, filepath.Clean(p))
			continue
		}
		n := len(files)
		err = filepath.WalkDir(p, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			ext := filepath.Ext(path)
			if d.IsDir() && path != p && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules") {
				return fs.SkipDir
			}
			if d.IsDir() || ext != ".yaml" && ext != ".yml" {
				return nil
			}
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if declares.Match(bytes.TrimPrefix(b, []byte("\ufeff"))) {
				files = append(files, path)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if len(files) == n {
			return nil, fmt.Errorf("%w: %s holds no environment (a .yaml file with a line \"awmc: 1\")", ErrUsage, p)
		}
	}
	slices.Sort(files)
	files = slices.Compact(files)
	return slices.DeleteFunc(files, func(f string) bool { return !shard.Has(f) }), nil
}
