package diag

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Markdown writes the reference of all codes, one section for each stage.
func Markdown(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, "# Diagnostics\n\n",
		"Every mistake that awmc reports has a code, which never changes its meaning. `awmc explain CODE` prints\n",
		"its entry. This page is written from the registry in `ir/diag`.\n")
	stage := byte(0)
	for _, info := range All() {
		if digit := info.Code[3]; digit != stage {
			stage = digit
			fmt.Fprintf(out, "\n## %s\n", stageTitle(stage))
		}
		fmt.Fprintf(out, "\n%s", info.Markdown())
	}
	return out.Flush()
}

// Markdown is the entry of one code.
func (i Info) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s: %s\n\n", i.Code, i.Title)
	if i.Severity == Warning {
		b.WriteString("A warning. ")
	}
	fmt.Fprintf(&b, "%s\n", strings.TrimSpace(i.Explanation))
	if i.Wrong != "" {
		fmt.Fprintf(&b, "\nWrong:\n\n%s", fence(i.Wrong))
	}
	if i.Right != "" {
		fmt.Fprintf(&b, "\nRight:\n\n%s", fence(i.Right))
	}
	return b.String()
}

func fence(text string) string {
	return "```yaml\n" + strings.TrimRight(text, "\n") + "\n```\n"
}

func stageTitle(digit byte) string {
	switch digit {
	case '1':
		return "AWM1xxx: the file and its shape"
	case '2':
		return "AWM2xxx: names, references and types"
	case '3':
		return "AWM3xxx: SQL"
	case '4':
		return "AWM4xxx: data and tasks"
	case '5':
		return "AWM5xxx: Go steps"
	case '6':
		return "AWM6xxx: the proof"
	default:
		return "AWM9xxx: faults of awmc itself"
	}
}
