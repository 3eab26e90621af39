package stored

import (
	"github.com/heddle-mc/heddle/internal/engine"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
)

// Kind describes the engine that confirms the proofs of a certificate. There is one engine for all
// properties, since a proof may be of several.
func Kind(c *certificate.Certificate) engine.Kind {
	only := New(c)
	return engine.Kind{
		Name:    "certificate",
		Summary: "nothing is looked for: a proof that was written down is confirmed",
		Checks:  verdict.AllChecks,
		Only:    func(p verdict.Property) bool { return c.Of(p) != nil },
		New:     func(engine.Settings) engine.Engine { return only },
	}
}
