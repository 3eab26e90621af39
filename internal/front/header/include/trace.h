/* <trace.h>, POSIX: an option that Linux does not have */
#ifndef _TRACE_H
#define _TRACE_H

#include <sys/types.h>

#endif
