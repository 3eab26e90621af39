/* What programs written for SMACK expect of its header. */
#ifndef _SMACK_H
#define _SMACK_H

#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <heddle/verifier.h>

#define assume(condition) __VERIFIER_assume((condition) != 0)

#endif
