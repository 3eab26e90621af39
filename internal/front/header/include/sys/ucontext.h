/* <sys/ucontext.h>, an old name */
#ifndef _SYS_UCONTEXT_H
#define _SYS_UCONTEXT_H

#include <ucontext.h>

#endif
