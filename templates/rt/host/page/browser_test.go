package page_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/awmc/awmc/templates/rt/host/service"
	"github.com/awmc/awmc/templates/rt/task"
)

// browser is a tab of a headless browser that notes what must not happen.
type browser struct {
	t    *testing.T
	ctx  context.Context
	home string

	mu       sync.Mutex
	troubles []string
}

// chromium finds the browser. Where there is none the test is skipped, but
// not in continuous integration.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless_shell"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("no chromium on the path, which CI must have: apt-get install chromium")
	}
	t.Skip("no chromium on the path: the page is not tried in a browser (apt-get install chromium)")
	return ""
}

func browse(t *testing.T, home string, flags ...chromedp.ExecAllocatorOption) *browser {
	t.Helper()
	opts := append([]chromedp.ExecAllocatorOption{
		chromedp.ExecPath(chromium(t)), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(1400, 900), chromedp.WSURLReadTimeout(time.Minute),
	}, flags...)
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, opts...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	b := &browser{t: t, ctx: ctx, home: home}
	if err := chromedp.Listen(ctx, b.listen); err != nil {
		t.Fatal(err)
	}
	enable := func(command string, err error) {
		if err != nil {
			t.Fatalf("%s: %v", command, err)
		}
	}
	_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
	enable("network", err)
	_, err = chromedp.Call(ctx, log.Enable, cdp.Empty{})
	enable("log", err)
	_, err = chromedp.Call(ctx, runtime.Enable, cdp.Empty{})
	enable("runtime", err)
	return b
}

// listen notes errors on the console, exceptions, and requests to anything
// but the server.
func (b *browser) listen(ev any) {
	trouble := ""
	switch ev := ev.(type) {
	case *runtime.EventConsoleAPICalled:
		if ev.Type == "error" || ev.Type == "warning" {
			var words []string
			for _, a := range ev.Args {
				words = append(words, string(a.Value))
			}
			trouble = "console: " + strings.Join(words, " ")
		}
	case *runtime.EventExceptionThrown:
		trouble = fmt.Sprintf("exception: %+v", ev.ExceptionDetails)
	case *log.EventEntryAdded:
		if ev.Entry.Level == log.EntryLevelError || ev.Entry.Level == log.EntryLevelWarning {
			trouble = fmt.Sprintf("log: %s %s", ev.Entry.Text, ev.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		if u := ev.Request.URL; !strings.HasPrefix(u, b.home+"/") && !strings.HasPrefix(u, "data:") && u != "about:blank" {
			trouble = "a request to " + u
		}
	}
	if trouble != "" {
		b.mu.Lock()
		b.troubles = append(b.troubles, trouble)
		b.mu.Unlock()
	}
}

// calm fails the test if anything was noted.
func (b *browser) calm() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.troubles {
		b.t.Error(s)
	}
	b.troubles = nil
}

func (b *browser) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.t.Fatalf("%v\n%s", err, b.where())
	}
}

// where says what the browser shows, for messages.
func (b *browser) where() string {
	at, err := chromedp.Run(b.ctx, chromedp.Location())
	if err != nil {
		return err.Error()
	}
	text, err := chromedp.Run(b.ctx, chromedp.Text(chromedp.CSS("body")))
	if err != nil {
		text = err.Error()
	}
	return "at " + at + ":\n" + text
}

func (b *browser) open(path string) { b.t.Helper(); b.do(chromedp.Navigate(b.home + path)) }

// click clicks the element with this text, once the answer that it is there is
// on its way: a click may end the page, and the answer with it.
func (b *browser) click(selector, text string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`(() => {
		const e = [...document.querySelectorAll(%q)].find((e) => e.textContent.includes(%q) && e.getClientRects().length);
		if (e) setTimeout(() => e.click());
		return !!e;
	})()`, selector, text), "click "+text)
}

// fill sets an input as typing does.
func (b *browser) fill(id, value string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`(() => {
		const e = document.getElementById(%q);
		if (!e) return false;
		if (e.type === "checkbox") { e.checked = %[2]q === "true"; return true; }
		e.value = %[2]q;
		e.dispatchEvent(new Event("input", {bubbles: true}));
		return e.value === %[2]q;
	})()`, id, value), "fill "+id+" with "+value)
}

// until waits until an expression is true.
func (b *browser) until(expression, what string) {
	b.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(30 * time.Millisecond) {
		ok, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](expression))
		if err == nil && ok {
			return
		}
		if time.Now().After(deadline) {
			b.t.Fatalf("in vain: %s (%v)\n%s", what, err, b.where())
		}
	}
}

// sees waits for a text in an element.
func (b *browser) sees(selector string, texts ...string) {
	b.t.Helper()
	for _, text := range texts {
		b.until(fmt.Sprintf(`[...document.querySelectorAll(%q)].some((e) => e.innerText.includes(%q))`, selector, text), selector+" shows "+text)
	}
}

// sound checks what those need who don't see the page or have no mouse: a
// label for every input, a name for every button and link, ids that are one.
func (b *browser) sound() {
	b.t.Helper()
	trouble, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]string](`(() => {
		const bad = [], ids = new Set();
		for (const e of document.querySelectorAll("input:not([type=hidden]), select, textarea")) if (!e.labels.length) bad.push("no label: " + e.outerHTML);
		for (const e of document.querySelectorAll("a, button, summary")) if (!(e.textContent.trim() || e.getAttribute("aria-label"))) bad.push("no name: " + e.outerHTML);
		for (const e of document.querySelectorAll("[id]")) { if (ids.has(e.id)) bad.push("twice: " + e.id); ids.add(e.id); }
		for (const e of document.querySelectorAll("[aria-describedby]")) if (!document.getElementById(e.getAttribute("aria-describedby"))) bad.push("no description: " + e.outerHTML);
		if (document.querySelectorAll("h1").length !== 1) bad.push("not one h1");
		return bad;
	})()`))
	if err != nil {
		b.t.Fatal(err)
	}
	for _, s := range trouble {
		b.t.Errorf("%s\n%s", s, b.where())
	}
}

// narrow opens pages on the screen of a phone: only tables and the diagram
// may be wider, and they scroll by themselves.
func (b *browser) narrow(paths ...string) {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(390, 800))
	for _, p := range paths {
		b.open(p)
		b.until(`document.documentElement.scrollWidth <= 390`, p+" is no wider than a phone")
	}
	b.do(chromedp.ResetViewport())
}

// shot checks a page and keeps a picture of it where $PAGE_SHOTS says.
func (b *browser) shot(name string) {
	b.t.Helper()
	b.until(`document.readyState === "complete"`, name+" is there")
	b.sound()
	dir := os.Getenv("PAGE_SHOTS")
	if dir == "" {
		return
	}
	b.do(chromedp.Sleep(150 * time.Millisecond))
	png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o600); err != nil {
		b.t.Fatal(err)
	}
}

// typed is how a person would give a call's arguments, input by input.
func (b *browser) typed(args json.RawMessage) {
	b.t.Helper()
	var members map[string]any
	dec := json.NewDecoder(strings.NewReader(string(args)))
	dec.UseNumber()
	if err := dec.Decode(&members); err != nil {
		b.t.Fatal(err)
	}
	for name, v := range members {
		b.fill("arg-"+name, fmt.Sprint(v))
	}
}

// The whole way of a person: find an environment, look at it, try a tool,
// play a task to its end, and see at each step what it did.
func TestInABrowser(t *testing.T) {
	srv, s := serve(t, fleet())
	b := browse(t, srv.URL)

	b.open("/")
	b.sees("#found", "Corner Books", "Front Desk 0")
	b.shot("list")
	b.fill("q", "salt nothing")
	b.sees("#found", "No environment fits")
	b.fill("q", "books place order")
	b.sees("#found h2", "Corner Books")
	b.fill("q", "bookshop")
	b.until(`document.querySelectorAll(".card").length === 1 && location.search === "?q=bookshop"`, "one card")
	b.click(".card", "Corner Books")
	b.sees("h1", "Corner Books")
	b.until(`document.querySelectorAll("svg .box").length === 3 && document.querySelectorAll("svg .edge").length === 2`, "the diagram")
	b.shot("environment")

	b.click(".tabs a", "Tools")
	b.click(".row", "tell_everything")
	for id, value := range map[string]string{
		"count": "9007199254740993", "colour": "green", "gift": "true", "day": "2026-03-04", "at": "2026-03-04T10:00:05", "tags": `["a", "b"]`, "note": hostile,
	} {
		b.fill("arg-"+id, value)
	}
	b.shot("tool")
	b.click("button", "Call tell_everything")
	b.sees("#result", "9007199254740993", "<b>bold</b>", "call 1")
	b.until(`document.getElementById("arg-count").value === "9007199254740993" && document.getElementById("arg-gift").checked`, "the form keeps what was sent")
	b.fill("arg-tags", "[")
	b.click("button", "Call")
	b.sees(".field.wrong", "This is not JSON")
	b.until(`document.activeElement.id === "arg-tags"`, "the focus is where the trouble is")
	b.mu.Lock() // the browser says on its log that 422 came back
	b.troubles = nil
	b.mu.Unlock()

	b.open("/ui/env/shop/tasks/buy_the_cheapest?seed=3")
	b.shot("task")
	b.click("button", "Start this task")
	b.sees("h1", "Instance")
	b.sees(".ask", "copies of the cheapest")
	in := b.theOther(s)
	e := in.Env
	p, err := e.Prepare(b.ctx, "buy_the_cheapest", 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range p.Reference.Solutions[0].Run.Calls {
		b.click(".toolbox a", c.Tool)
		b.sees(".work h2", c.Tool)
		b.typed(c.Args)
		b.click(".work form .button", "Call")
		b.sees("#result h2", c.Tool)
	}
	b.sees("#live-changes", "orders", "placed_at", "→")
	b.sees("#live-head", "2026-03-02T09:01:00Z")
	b.shot("play")
	b.click(".tabs a", "Tables")
	b.click(".toolbox a", "orders")
	b.sees("#live-rows tr.added", "2026-03-02T09:00:00Z")

	// What an agent does meanwhile shows by itself.
	if _, err := in.Call(b.ctx, "place_order", json.RawMessage(`{"book_id":2,"qty":1}`)); err != nil {
		t.Fatal(err)
	}
	b.until(`document.querySelectorAll("#live-rows tr.added").length === 2`, "the agent's order")
	b.shot("tables")
	b.click(".tabs a", "Manage")
	b.fill("start-seed", "3")
	b.click("button", "Reset")
	b.sees("#live-changes", "Nothing has changed yet")
	for _, c := range p.Reference.Solutions[0].Run.Calls {
		if _, err := in.Call(b.ctx, c.Tool, c.Args); err != nil {
			t.Fatal(err)
		}
	}
	b.sees("#live-calls", "place_order")
	b.click(".tabs a", "Changes")
	b.sees("#live-changes", "+1", "~1")
	b.shot("changes")
	b.click(".tabs a", "Trajectory")
	b.click(".said summary", "place_order")
	b.shot("trajectory")

	b.click(".tabs a", "Verdict")
	b.fill("answer.", "I don't know")
	b.click("button", "Only look")
	b.sees("#live-verdict", "only a look", "partial")
	b.shot("look")
	b.fill("answer.", string(task.Told(p.Reference.Solutions[0].Answer)))
	b.click("button", "Verify and end")
	b.sees("#live-verdict .outcome", "complete")
	b.shot("verdict")
	at := "/ui/instance/" + in.ID
	b.narrow("/", "/ui/instances", "/ui/env/shop", "/ui/env/shop/tools/tell_everything", "/ui/env/shop/tasks/buy_the_cheapest",
		at, at+"/tables/books", at+"/changes", at+"/trajectory", at+"/verdict", at+"/manage")
	b.click("button", "Fork")
	b.sees(".facts", "Forked from")
	b.click(".tabs a", "Manage")
	b.sees("h2", "Delete")
	b.shot("manage")
	b.click("summary", "Delete this instance")
	b.click("button", "Yes, delete it")
	b.sees(".notice", "The instance was deleted.")
	b.shot("instances")
	b.calm()
}

// theOther is the instance that plays a task.
func (b *browser) theOther(s *service.Service) *service.Instance {
	b.t.Helper()
	for _, in := range s.Instances("shop") {
		if in.Peek().Task != "" {
			return in
		}
	}
	b.t.Fatal("no instance plays a task")
	return nil
}

// Without JavaScript everything can be done, too.
func TestWithoutScripts(t *testing.T) {
	srv, _ := serve(t, fleet())
	b := browse(t, srv.URL, chromedp.Flag("blink-settings", "scriptEnabled=false"))
	css := func(s string) chromedp.CSS { return chromedp.CSS(s) }
	press := func(selector, then string) {
		t.Helper()
		b.do(chromedp.Click(css(selector)), chromedp.WaitReady(css(then)))
	}
	b.open("/")
	b.do(chromedp.SendKeys(css("#q"), "bookshop\n"), chromedp.WaitReady(css(`input[value="bookshop"]`)))
	press(".card", ".tabs")
	b.open("/ui/env/shop/tools/place_order")
	b.do(chromedp.SendKeys(css("#arg-book_id"), "1"), chromedp.SendKeys(css("#arg-qty"), "2"))
	press("form button.primary", "#result")
	text, err := chromedp.Run(b.ctx, chromedp.Text(css("#live-changes")))
	if err != nil || !strings.Contains(text, "orders") || !strings.Contains(text, "+1") {
		t.Errorf("the changes are %s (%v)", text, err)
	}
	where, err := chromedp.Run(b.ctx, chromedp.Location())
	if err != nil || !strings.Contains(where, "call=1") {
		t.Errorf("the result is at %s (%v)", where, err)
	}
	b.calm()
}
