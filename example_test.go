package heddle_test

import (
	"bytes"
	"context"
	"fmt"
	"log"

	"github.com/heddle-mc/heddle"
)

func ExampleCheck() {
	result, err := heddle.Check(context.Background(), heddle.Options{
		Files: []string{"examples/counter_bug.c"}, Properties: []string{"race"},
	})
	if err != nil {
		log.Fatal(err) // of the input (*heddle.InputError), or of Heddle (*heddle.InternalError)
	}
	fmt.Println(result.Verdict, "at line", result.Location.Line)
	// Output: violation at line 15
}

func ExampleExplore() {
	result, err := heddle.Explore(context.Background(), heddle.Options{
		Files: []string{"examples/counter_ok.c"}, Properties: []string{"assert"},
	}, heddle.ExploreOptions{Preemptions: -1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Verdict)
	// Output: safe
}

func ExampleReplay() {
	opts := heddle.Options{Files: []string{"examples/counter_bug.c"}, Properties: []string{"race"}}
	result, err := heddle.Check(context.Background(), opts)
	if err != nil {
		log.Fatal(err)
	}
	var kept bytes.Buffer
	if err := result.WriteJSON(&kept); err != nil {
		log.Fatal(err)
	}
	again, err := heddle.Replay(context.Background(), opts, kept.Bytes())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(again.Verdict, "of", again.Property)
	// Output: violation of race
}

func ExampleTests() {
	opts := heddle.Options{Files: []string{"cmd/heddle/init/example_test.c"}, Properties: []string{"assert"}}
	tests, err := heddle.Tests(context.Background(), opts)
	if err != nil {
		log.Fatal(err)
	}
	var list []heddle.Tested
	for _, t := range tests {
		opts.Entry = t.Entry
		result, err := heddle.Check(context.Background(), opts)
		if err != nil {
			log.Fatal(err)
		}
		list = append(list, heddle.Tested{Test: t.Name, Result: result})
	}
	heddle.Settle(list)
	for _, t := range list {
		fmt.Println(t.Test, t.Result.Verdict)
	}
	// Output:
	// deposits_add_up safe
	// nobody_overdraws violation
}
