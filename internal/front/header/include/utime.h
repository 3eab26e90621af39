/* <utime.h>, POSIX */
#ifndef _UTIME_H
#define _UTIME_H

#include <heddle/types.h>

struct utimbuf {
	time_t actime;
	time_t modtime;
};

int utime(const char *path, const struct utimbuf *times);

#endif
