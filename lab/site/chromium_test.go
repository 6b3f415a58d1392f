package main

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lsh-interop/fpcheck/internal/page/browser"
)

// A chromium is a headless browser with one page. It speaks the DevTools protocol over a pipe.
type chromium struct {
	t       testing.TB
	to      *os.File
	session string
	origin  string

	mu       sync.Mutex
	last     int
	answers  map[int]chan json.RawMessage
	loaded   chan struct{}
	external []string // URLs of requests that leave the origin
	requests int
}

// newChromium starts Chromium. Requests to other origins than this one count as external.
func newChromium(t testing.TB, origin string) *chromium {
	t.Helper()
	theirs, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	from, answers, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	// It outlives the context of the test, whose end it is told of.
	cmd := browser.Command(context.WithoutCancel(t.Context()), t, "--hide-scrollbars", "--remote-debugging-pipe", "about:blank")
	cmd.ExtraFiles = []*os.File{theirs, answers}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	answers.Close()
	c := &chromium{t: t, to: to, origin: origin, answers: make(map[int]chan json.RawMessage), loaded: make(chan struct{}, 100)}
	go c.listen(from)
	t.Cleanup(func() {
		c.call("Browser.close", nil, nil)
		cmd.Wait()
		to.Close()
	})
	var targets struct {
		TargetInfos []struct{ TargetID, Type string }
	}
	c.call("Target.getTargets", nil, &targets)
	for _, target := range targets.TargetInfos {
		if target.Type == "page" {
			var attached struct{ SessionID string }
			c.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
			c.session = attached.SessionID
		}
	}
	if c.session == "" {
		t.Fatal("Chromium has no page")
	}
	for _, domain := range []string{"Page", "Network", "Runtime"} {
		c.call(domain+".enable", nil, nil)
	}
	return c
}

// listen reads answers and events.
func (c *chromium) listen(from *os.File) {
	r := bufio.NewReader(from)
	for {
		text, err := r.ReadBytes(0)
		if err != nil {
			return
		}
		var m struct {
			ID     int
			Method string
			Result json.RawMessage
			Error  *struct{ Message string }
			Params struct {
				Request struct{ URL string }
			}
		}
		if json.Unmarshal(text[:len(text)-1], &m) != nil {
			continue
		}
		c.mu.Lock()
		switch {
		case m.ID != 0:
			if m.Error != nil {
				m.Result, _ = json.Marshal(map[string]string{"failure": m.Error.Message})
			}
			c.answers[m.ID] <- m.Result
		case m.Method == "Page.loadEventFired":
			c.loaded <- struct{}{}
		case m.Method == "Network.requestWillBeSent":
			c.requests++
			if u, err := url.Parse(m.Params.Request.URL); err != nil || u.Scheme != "data" && u.Scheme != "blob" && u.Scheme+"://"+u.Host != c.origin {
				c.external = append(c.external, m.Params.Request.URL)
			}
		}
		c.mu.Unlock()
	}
}

// call sends a command and decodes its result.
func (c *chromium) call(method string, params map[string]any, result any) {
	c.t.Helper()
	if failure := c.try(method, params, result); failure != "" {
		c.t.Fatalf("%s: %s", method, failure)
	}
}

// try is like call, but returns why the command failed, or "".
func (c *chromium) try(method string, params map[string]any, result any) (failure string) {
	c.t.Helper()
	answer := make(chan json.RawMessage, 1)
	c.mu.Lock()
	c.last++
	message := map[string]any{"id": c.last, "method": method}
	c.answers[c.last] = answer
	c.mu.Unlock()
	if params != nil {
		message["params"] = params
	}
	if c.session != "" && !strings.HasPrefix(method, "Browser.") {
		message["sessionId"] = c.session
	}
	text, err := json.Marshal(message)
	if err != nil {
		c.t.Fatal(err)
	}
	if _, err := c.to.Write(append(text, 0)); err != nil {
		c.t.Fatal(err)
	}
	select {
	case text = <-answer:
	case <-time.After(time.Minute):
		c.t.Fatalf("%s: no answer within a minute", method)
	}
	var failed struct{ Failure string }
	if json.Unmarshal(text, &failed); failed.Failure != "" {
		return failed.Failure
	}
	if result != nil {
		if err := json.Unmarshal(text, result); err != nil {
			c.t.Fatalf("%s: %v in %s", method, err, text)
		}
	}
	return ""
}

// A look is how a page is shown.
type look struct {
	width  int
	dark   bool
	script bool
}

func (l look) String() string {
	return fmt.Sprintf("%d px, dark %v, script %v", l.width, l.dark, l.script)
}

// open opens a page of the site and waits until it is loaded.
func (c *chromium) open(path string, l look) {
	c.t.Helper()
	scheme := "light"
	if l.dark {
		scheme = "dark"
	}
	c.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": l.width, "height": 800, "deviceScaleFactor": 1, "mobile": false}, nil)
	c.call("Emulation.setEmulatedMedia", map[string]any{"media": "", "features": []any{map[string]string{"name": "prefers-color-scheme", "value": scheme}}}, nil)
	c.call("Emulation.setScriptExecutionDisabled", map[string]any{"value": !l.script}, nil)
	c.call("Page.navigate", map[string]any{"url": "about:blank"}, nil) // so that a page with another anchor is loaded again
	c.wait()
	c.call("Page.navigate", map[string]any{"url": c.origin + path}, nil)
	c.wait()
}

func (c *chromium) wait() {
	c.t.Helper()
	select {
	case <-c.loaded:
	case <-time.After(time.Minute):
		c.t.Fatal("a page did not load within a minute")
	}
}

// eval decodes the value of an expression, which may be a promise.
func (c *chromium) eval(expression string, value any) {
	c.t.Helper()
	if failure := c.tryEval(expression, value); failure != "" {
		c.t.Fatalf("%.60s: %s", expression, failure)
	}
}

// tryEval is like eval, but returns why there is no page to evaluate the expression in, or "".
func (c *chromium) tryEval(expression string, value any) (failure string) {
	c.t.Helper()
	var result struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	asked := map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}
	if failure = c.try("Runtime.evaluate", asked, &result); failure != "" {
		return failure
	}
	if e := result.ExceptionDetails; e != nil {
		c.t.Fatalf("%.60s: %s %s", expression, e.Text, e.Exception.Description)
	}
	if value != nil {
		if err := json.Unmarshal(result.Result.Value, value); err != nil {
			c.t.Fatalf("%.60s: %v", expression, err)
		}
	}
	return ""
}

// key presses a key. A key of one character types it.
func (c *chromium) key(name string, code int) {
	c.t.Helper()
	down := map[string]any{"type": "keyDown", "key": name, "code": name, "windowsVirtualKeyCode": code}
	if len(name) == 1 {
		down["text"] = name
		delete(down, "code")
	} else if name == "Enter" {
		down["text"] = "\r"
	}
	c.call("Input.dispatchKeyEvent", down, nil)
	c.call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": name, "windowsVirtualKeyCode": code}, nil)
}

// until waits until an expression is true. While the page is left for another, it cannot be evaluated.
func (c *chromium) until(what, expression string) {
	c.t.Helper()
	var failure string
	for range 1200 {
		var ok bool
		if failure = c.tryEval("Boolean("+expression+")", &ok); failure == "" && ok {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	c.t.Errorf("%s: not within a minute: %s %s", what, expression, failure)
}

// screenshot writes what the page shows into the folder that FPCHECK_SHOTS names.
func (c *chromium) screenshot(name string) {
	folder := os.Getenv("FPCHECK_SHOTS")
	if folder == "" {
		return
	}
	var shot struct{ Data string }
	c.call("Page.captureScreenshot", map[string]any{"format": "png"}, &shot)
	data, err := base64.StdEncoding.DecodeString(shot.Data)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, name+".png"), data, 0o666)
	}
	if err != nil {
		c.t.Error(err)
	}
}
