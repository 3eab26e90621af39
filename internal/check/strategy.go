package check

// strategy says which engines judge a property when none is asked for by name, in which
// order, and in which part of the time that the property has left.
type strategy struct {
	// summary is what people read of it, in Markdown.
	summary string
	// prover proves without exploring, or says nothing. It hardly ever needs its part.
	prover      string
	proverShare float64
	// together run side by side if there are jobs. With a bound, which all of them obey, they
	// are asked one after another: what the first says within it is the answer, and the next
	// one is asked only if that says nothing.
	together []string
	// late looks for a proof without a bound, beside them: it begins when a part of the time has passed, after,
	// or when they have ended, without an answer that is enough. Where every violation is asked for it is not asked.
	late  turn
	after float64
	// turns are taken when there is one job. The last may use all of the time.
	turns []turn
	// joint, one of them, judges several properties with one exploration, beside the others,
	// or before them if there is one job.
	joint      string
	jointShare float64
	// quick, one of them as well, judges what it can jointly, for a short time, before each
	// property has its part: of what all properties share nothing is done twice then.
	quick string
	// otherwise is asked what none of those can judge.
	otherwise string
	// lasting judge executions as a whole, side by side or in turns.
	lasting []turn
}

// turn is an engine's part of the time left.
type turn struct {
	engine string
	share  float64
}

// automatic is the strategy. Symbolic engines decide all inputs at once; explorers find some
// violations sooner, and prove some small programs that have many reads. In turns each gets a
// short try first, since most programs are easy for one of the two and there is no telling
// for which. A loop without an end is what neither proves anything of, as their bounds have none: that is
// for pdr, after the tries.
var automatic = strategy{
	summary:     "`static`, then `order` and `explore`, and `pdr` where bounds have no end",
	prover:      "static",
	proverShare: 0.1,
	together:    []string{"order", "explore"},
	late:        turn{"pdr", 0.4},
	after:       0.15,
	turns:       []turn{{"order", 0.05}, {"explore", 0.1}, {"pdr", 0.25}, {"order", 0.8}, {"explore", 1}},
	joint:       "explore",
	jointShare:  0.15,
	quick:       "order",
	otherwise:   "token",
	lasting:     []turn{{"bmc", 0.05}, {"pdr", 0.6}, {"bdd", 1}},
}
