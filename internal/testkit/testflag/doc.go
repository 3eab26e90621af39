// Package testflag defines the flags of tests. A flag has the same meaning in every package; only its
// default depends on the package. docs/develop/hacking.md lists the flags. Only tests and packages of
// testkit import it.
//
// A package declares a flag once, in a package-level variable. Only the declared flags exist in its
// tests. Numbers that only one package needs are flags of its own.
package testflag
