/* <libgen.h>, POSIX: its basename may change its argument */
#ifndef _LIBGEN_H
#define _LIBGEN_H

#define basename __xpg_basename

char *__xpg_basename(char *path);
char *dirname(char *path);

#endif
