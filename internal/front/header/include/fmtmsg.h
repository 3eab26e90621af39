/* <fmtmsg.h>, POSIX */
#ifndef _FMTMSG_H
#define _FMTMSG_H

#define MM_HARD 1L
#define MM_SOFT 2L
#define MM_FIRM 4L
#define MM_APPL 8L
#define MM_UTIL 16L
#define MM_OPSYS 32L
#define MM_RECOVER 64L
#define MM_NRECOV 128L
#define MM_PRINT 256L
#define MM_CONSOLE 512L
#define MM_NOSEV 0
#define MM_HALT 1
#define MM_ERROR 2
#define MM_WARNING 3
#define MM_INFO 4
#define MM_NULLLBL ((char *)0)
#define MM_NULLSEV 0
#define MM_NULLMC 0L
#define MM_NULLTXT ((char *)0)
#define MM_NULLACT ((char *)0)
#define MM_NULLTAG ((char *)0)
#define MM_NOTOK (-1)
#define MM_OK 0
#define MM_NOMSG 1
#define MM_NOCON 4

int fmtmsg(long class, const char *label, int severity, const char *text, const char *action, const char *tag);

#endif
