package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
)

// runServed is the first argument of a process that runs a service, sends it documents, and prints its peak memory.
const runServed = "run-served"

// served sends files to a path of the service of an index. Two files are one request with both texts.
func served(command string, args []string) error {
	index, path, files := args[0], args[1], args[2:]
	c := exec.Command(command, "serve", "--listen", "127.0.0.1:0", index)
	stderr, err := c.StderrPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return err
	}
	defer c.Process.Kill()
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		_, address, ok := strings.Cut(lines.Text(), "listening on ")
		if !ok {
			continue
		}
		go io.Copy(io.Discard, stderr)
		if err := post(address+path, files); err != nil {
			return err
		}
		c.Process.Signal(os.Interrupt)
		c.Wait()
		fmt.Println(mostMemory(c.ProcessState))
		return nil
	}
	return fmt.Errorf("%s does not listen: %w", command, c.Wait())
}

func post(url string, files []string) error {
	var texts [][]byte
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		texts = append(texts, text)
	}
	body, mediaType := texts[0], "text/plain"
	if len(texts) > 1 {
		type document struct {
			Text string `json:"text"`
		}
		mediaType = "application/json"
		var err error
		if body, err = json.Marshal(map[string]any{"a": document{string(texts[0])}, "b": document{string(texts[1])}, "words": true}); err != nil {
			return err
		}
	}
	answer, err := http.Post(url, mediaType, bytes.NewReader(body))
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	if answer.StatusCode >= http.StatusInternalServerError {
		return fmt.Errorf("%s: status %d", url, answer.StatusCode)
	}
	return err
}
