// Package heddle is the public Go interface of Heddle, a verifier for
// multi-threaded C.
package heddle

// Version names the release; `heddle version` prints it.
const Version = "0.1.0"
