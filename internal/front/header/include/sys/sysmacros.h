/* <sys/sysmacros.h>, Linux */
#ifndef _SYS_SYSMACROS_H
#define _SYS_SYSMACROS_H

#define major(device) ((unsigned)(((device) >> 8 & 0xfff) | ((unsigned long long)(device) >> 32 & ~0xfffU)))
#define minor(device) ((unsigned)(((device) & 0xff) | ((unsigned long long)(device) >> 12 & ~0xffU)))
#define makedev(high, low)                                                                      \
	(((high) & 0xfffULL) << 8 | ((high) & 0xfffff000ULL) << 32 | ((low) & 0xffULL) |          \
	 ((low) & 0xffffff00ULL) << 12)

#endif
