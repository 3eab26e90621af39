/* <sys/auxv.h>, Linux */
#ifndef _SYS_AUXV_H
#define _SYS_AUXV_H

#define AT_PAGESZ 6
#define AT_HWCAP 16
#define AT_CLKTCK 17
#define AT_HWCAP2 26

unsigned long getauxval(unsigned long type);

#endif
