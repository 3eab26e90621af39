/* <sys/ioctl.h> */
#ifndef _SYS_IOCTL_H
#define _SYS_IOCTL_H

#include <linux/ioctl.h>

int ioctl(int fd, unsigned long request, ...);

#endif
