package heddle

import (
	"time"

	"github.com/heddle-mc/heddle/internal/testkit/testflag"
)

var (
	corpus     = testflag.Corpus()
	engines    = testflag.Engines()
	every      = testflag.Every(24)
	executions = testflag.Executions(30)
	generated  = testflag.Generated(0)
	long       = testflag.Long()
	patience   = testflag.Patience(20 * time.Second)
)
