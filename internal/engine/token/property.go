package token

import "github.com/heddle-mc/heddle/internal/efsm"

// needsToken reports whether a state has something that only a thread with the
// token can be said to reach (S4).
func (e *Encoding) needsToken(st *efsm.State) bool {
	return len(st.Obligations) > 0 || len(st.Marks) > 0
}
