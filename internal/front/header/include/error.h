/* <error.h>, GNU */
#ifndef _ERROR_H
#define _ERROR_H

void error(int status, int code, const char *format, ...);
void error_at_line(int status, int code, const char *file, unsigned line, const char *format, ...);

#endif
