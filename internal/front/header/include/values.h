/* <values.h>, an old name */
#ifndef _VALUES_H
#define _VALUES_H

#include <math.h>
#include <limits.h>
#include <float.h>

#define MAXINT INT_MAX
#define MININT INT_MIN
#define MAXSHORT SHRT_MAX
#define MAXLONG LONG_MAX
#define MAXDOUBLE DBL_MAX

#endif
