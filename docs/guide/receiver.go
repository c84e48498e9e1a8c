// A receiver of webhooks with Go's standard library alone, which has no database: each event is a file, created
// once, and a second file marks it as done. In production, use rows of your database for both, and for the
// newest sequence.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const maxBytes = 512 << 10
const tolerance = 5 * time.Minute

type delivery struct {
	Event struct {
		Type     string `json:"type"`
		Sequence int    `json:"sequence"`
		Subject  string `json:"subject"`
	} `json:"event"`
}

func isGenuine(key []byte, header http.Header, body []byte) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || id == "" || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.", id, timestamp)
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Fields(header.Get("webhook-signature")) {
		if hmac.Equal([]byte(given), []byte(expected)) {
			return true
		}
	}
	return false
}

// keep writes a delivery down under its id, whole or not at all. One that is there already stays.
func keep(inbox, id string, body []byte) error {
	name := sha256.Sum256([]byte(id))
	draft, err := os.CreateTemp(inbox, "draft-*")
	if err != nil {
		return err
	}
	defer os.Remove(draft.Name())
	_, err = draft.Write(body)
	if err = errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return err
	}
	err = os.Link(draft.Name(), filepath.Join(inbox, hex.EncodeToString(name[:])+".json"))
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

// advance tells whether nothing newer about the thing has been seen.
func advance(inbox, thing string, sequence int) bool {
	file := filepath.Join(inbox, thing+".newest")
	text, _ := os.ReadFile(file)
	if seen, _ := strconv.Atoi(string(text)); sequence <= seen {
		return false
	}
	return os.WriteFile(file, []byte(strconv.Itoa(sequence)), 0o600) == nil
}

func work(inbox string) {
	files, _ := filepath.Glob(filepath.Join(inbox, "*.json"))
	for _, file := range files {
		if _, err := os.Stat(file + ".done"); err == nil {
			continue
		}
		var given delivery
		body, err := os.ReadFile(file)
		if err = errors.Join(err, json.Unmarshal(body, &given)); err != nil {
			log.Print(err)
			continue
		}
		event := given.Event
		thing := event.Subject
		place := "late"
		if advance(inbox, thing, event.Sequence) {
			place = "newest"
		}
		// Your own work stands here.
		fmt.Println(event.Type, thing, event.Sequence, place)
		if err := os.WriteFile(file+".done", nil, 0o600); err != nil {
			log.Print(err)
		}
	}
}

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func main() {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))
	if err != nil || len(key) == 0 {
		log.Fatal("WEBHOOK_SECRET is no secret of an endpoint")
	}
	inbox := setting("INBOX", "inbox")
	if err := os.MkdirAll(inbox, 0o700); err != nil {
		log.Fatal(err)
	}
	wake := make(chan struct{}, 1)
	go func() {
		for {
			work(inbox)
			<-wake
		}
	}()
	receive := func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBytes))
		if err != nil || !isGenuine(key, request.Header, body) {
			response.WriteHeader(http.StatusBadRequest)
			return
		}
		if err := keep(inbox, request.Header.Get("webhook-id"), body); err != nil {
			response.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		response.WriteHeader(http.StatusNoContent)
		select {
		case wake <- struct{}{}:
		default:
		}
	}
	listener, err := net.Listen("tcp", ":"+setting("PORT", "3000"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening")
	server := http.Server{Handler: http.HandlerFunc(receive), ReadTimeout: 10 * time.Second}
	log.Fatal(server.Serve(listener))
}
