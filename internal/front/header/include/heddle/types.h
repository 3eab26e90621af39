/* The types that several standard headers share, and the macros that glibc's headers all bring. */
#ifndef _HEDDLE_TYPES_H
#define _HEDDLE_TYPES_H

#include <sys/cdefs.h>

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef long time_t;
typedef long suseconds_t;
typedef unsigned useconds_t;
typedef long clock_t;
typedef int clockid_t;
typedef int pid_t;
typedef unsigned uid_t;
typedef unsigned gid_t;
typedef unsigned id_t;
typedef unsigned mode_t;
typedef long off_t;
typedef void *timer_t;

#endif
