/* <sys/param.h> */
#ifndef _SYS_PARAM_H
#define _SYS_PARAM_H

#include <sys/types.h>
#include <limits.h>

#define MAXPATHLEN 4096
#ifndef MIN
#define MIN(a, b) (((a) < (b)) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) (((a) > (b)) ? (a) : (b))
#endif

#define CANBSIZ 255
#define DEV_BSIZE 512
#define EXEC_PAGESIZE 4096
#define HZ 100
#define MAXHOSTNAMELEN 64
#define MAXSYMLINKS 20
#define MAX_CANON 255
#define MAX_INPUT 255
#define NBBY 8
#define NCARGS 0x20000
#define NGROUPS 0x10000
#define NGROUPS_MAX 0x10000
#define NOFILE 256

#endif
