package cli

import (
	"fmt"
	"time"
)

// pace estimates how long a run of many rows still takes. It assumes that the remaining rows take as long
// as the finished ones.
type pace struct {
	began time.Time
	done  int // rows since then
}

// left records that another row is done, and returns a text with the remaining time; empty: no row is left.
func (p *pace) left(now time.Time, rest int) string {
	p.done++
	if rest == 0 {
		return ""
	}
	return fmt.Sprintf(", %s left", p.rest(now, rest))
}

// rest returns how long the rest takes, once a row is done.
func (p *pace) rest(now time.Time, rest int) time.Duration {
	each := now.Sub(p.began) / time.Duration(p.done)
	return (each * time.Duration(rest)).Round(time.Second)
}
