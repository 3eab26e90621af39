#ifndef _STRUCT_TIMEVAL
#define _STRUCT_TIMEVAL

#include <heddle/types.h>

struct timeval {
	time_t tv_sec;
	suseconds_t tv_usec;
};

#endif
