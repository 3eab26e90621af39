package memmodel

import "strings"

// baseRelations are the relations that an execution has. fr, rmw and others follow from them in stdlib.cat.
var baseRelations = words(`
	po rf co loc int ext id addr data ctrl amo lxsx casdep si rcu-rscs claim`)

// baseSets are the sets of events that a model may name; each is the set of events with the tag of this name. The
// groups are those of all languages, C11, AArch64, RISC-V, x86, Power, and the Linux kernel.
var baseSets = words(`
	R W M F IW RMW UB STRONG X
	A NA NAL RLX CON ACQ REL ACQ_REL SC LK LS UL
	L Q ISB DMB.ISH DMB.OSH DMB.SY DMB.ISHLD DMB.OSHLD DMB.LD DMB.ISHST DMB.OSHST DMB.ST
	DSB.ISH DSB.OSH DSB.SY DSB.ISHLD DSB.OSHLD DSB.LD DSB.ISHST DSB.OSHST DSB.ST
	Acq Rel AcqRel Sc AMO Fence.r.r Fence.r.w Fence.r.rw Fence.w.r Fence.w.w Fence.w.rw
	Fence.rw.r Fence.rw.w Fence.rw.rw Fence.tso Fence.i
	mfence lfence sfence stbar MFENCE LFENCE SFENCE
	sync isync lwsync eieio
	ONCE Once ACQUIRE Acquire RELEASE Release MB Mb Rmb Wmb NORETURN Noreturn Barrier Before-atomic After-atomic
	After-spinlock After-unlock-lock After-srcu-read-unlock Rcu-lock Rcu-unlock Sync-rcu
	Srcu-lock Srcu-unlock Sync-srcu LKR LKW LF RL RU`)

func words(text string) map[string]bool {
	out := make(map[string]bool)
	for _, w := range strings.Fields(text) {
		out[w] = true
	}
	return out
}
