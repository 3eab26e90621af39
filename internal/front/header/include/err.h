/* <err.h>, BSD */
#ifndef _ERR_H
#define _ERR_H

#include <stdarg.h>

_Noreturn void err(int status, const char *format, ...);
_Noreturn void errx(int status, const char *format, ...);
_Noreturn void verr(int status, const char *format, va_list list);
_Noreturn void verrx(int status, const char *format, va_list list);
void warn(const char *format, ...);
void warnx(const char *format, ...);
void vwarn(const char *format, va_list list);
void vwarnx(const char *format, va_list list);

#endif
