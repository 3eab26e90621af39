/* <execinfo.h>, GNU */
#ifndef _EXECINFO_H
#define _EXECINFO_H

int backtrace(void **frames, int n);
char **backtrace_symbols(void *const *frames, int n);
void backtrace_symbols_fd(void *const *frames, int n, int fd);

#endif
