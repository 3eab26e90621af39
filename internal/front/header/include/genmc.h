/* What programs written for GenMC expect of its header. */
#ifndef _GENMC_H
#define _GENMC_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <heddle/verifier.h>

int __VERIFIER_opt_begin(void);

#define __VERIFIER_loop_bound(n) ((void)0)
#define __VERIFIER_unroll(n) ((void)0)
#define __VERIFIER_loop_begin() ((void)0)
#define __VERIFIER_spin_start() ((void)0)
#define __VERIFIER_spin_end(condition) ((void)(condition))
#define __VERIFIER_optional(code)             \
	do {                                  \
		if (__VERIFIER_opt_begin()) { \
			code;                 \
		}                             \
	} while (0)
#define __VERIFIER_local_write(operation) operation
#define __VERIFIER_speculative_read(operation) operation
#define __VERIFIER_confirming_read(operation) operation
#define __VERIFIER_final_write(operation) operation
#define __VERIFIER_final_CAS(operation) operation
#define __VERIFIER_helped_CAS(operation) operation
#define __VERIFIER_helping_CAS(operation) operation
#define __VERIFIER_confirming_CAS(operation) operation
#define __VERIFIER_speculative_CAS(operation) operation

#endif
