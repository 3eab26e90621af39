package result

import (
	"errors"
	"io"
	"slices"

	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/prove/certificate"
)

// WriteCertificate writes the proofs of the certified safe verdicts, for heddle certify (docs/use/certificate.md).
// For other verdicts it writes the reason why there is none. It is also an error if the program was not
// read to its end.
func (r *Result) WriteCertificate(w io.Writer) error {
	var claims []certificate.Claim
	var remarks []string
	for _, j := range r.Judgements() {
		head := j.Property + ": " + j.Verdict.String()
		if j.Stats.Engine != "" {
			head += " by " + j.Stats.Engine
		}
		switch {
		case j.Verdict != verdict.Safe:
			remarks = append(remarks, head+": nothing is proved")
			continue
		case j.Uncertified != "":
			remarks = append(remarks, head+": no certificate: "+j.Uncertified)
			continue
		}
		found := j.Certificate
		if found == nil {
			remarks = append(remarks, head+": no certificate: the proof is of a kind that is not written down")
			continue
		}
		remarks = append(remarks, head)
		same := slices.IndexFunc(claims, func(k certificate.Claim) bool { return k.Values != nil && k.Values == found.Values })
		if same < 0 {
			same, claims = len(claims), append(claims, *found)
		}
		claims[same].Properties = append(slices.Clip(claims[same].Properties), j.Property)
	}
	if r.origin.Program == nil {
		return errors.New("the program was not read to its end")
	}
	h := &certificate.Header{Program: certificate.Digest(r.origin.Program), Files: r.Files, Options: r.origin.Options}
	return certificate.Write(w, r.origin.Program, h, remarks, claims)
}
