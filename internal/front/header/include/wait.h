/* <wait.h>, an old name */
#ifndef _WAIT_H
#define _WAIT_H

#include <sys/wait.h>

#endif
