// Verifies deliveries with the official library for Go. Reads cases from standard input, one JSON
// object a line, and writes "true" or "false" for each.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type delivery struct {
	Secret  string
	Headers map[string]string
	Body    []byte
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<24)
	for lines.Scan() {
		var one delivery
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			panic(err)
		}
		webhook, err := standardwebhooks.NewWebhook(one.Secret)
		if err != nil {
			panic(err)
		}
		headers := http.Header{}
		for name, value := range one.Headers {
			headers.Set(name, value)
		}
		fmt.Println(webhook.Verify(one.Body, headers) == nil)
	}
}
