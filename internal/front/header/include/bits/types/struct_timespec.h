#ifndef _STRUCT_TIMESPEC
#define _STRUCT_TIMESPEC

#include <heddle/types.h>

struct timespec {
	time_t tv_sec;
	long tv_nsec;
};

#endif
