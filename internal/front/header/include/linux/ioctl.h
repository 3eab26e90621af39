/* <linux/ioctl.h>: how a request of ioctl is made up */
#ifndef _LINUX_IOCTL_H
#define _LINUX_IOCTL_H

#define _IOC_NONE 0U
#define _IOC_WRITE 1U
#define _IOC_READ 2U
#define _IOC(way, type, number, size) (((way) << 30) | ((size) << 16) | ((type) << 8) | (number))
#define _IO(type, number) _IOC(_IOC_NONE, type, number, 0)
#define _IOR(type, number, what) _IOC(_IOC_READ, type, number, sizeof(what))
#define _IOW(type, number, what) _IOC(_IOC_WRITE, type, number, sizeof(what))
#define _IOWR(type, number, what) _IOC(_IOC_READ | _IOC_WRITE, type, number, sizeof(what))

#endif
