/* What programs written for Dat3M expect of its header. */
#ifndef _DAT3M_H
#define _DAT3M_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <heddle/verifier.h>

#define __VERIFIER_loop_bound(n) ((void)0)
#define __VERIFIER_loop_begin() ((void)0)
#define __VERIFIER_spin_start() ((void)0)
#define __VERIFIER_spin_end(condition) ((void)(condition))
#define __VERIFIER_disable_irq() ((void)0)
unsigned long __VERIFIER_tid(void);

#endif
