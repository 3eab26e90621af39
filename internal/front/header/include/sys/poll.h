/* <sys/poll.h>, an old name */
#ifndef _SYS_POLL_H
#define _SYS_POLL_H

#include <poll.h>

#endif
