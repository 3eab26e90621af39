/* <dlfcn.h>, POSIX: declared, without models */
#ifndef _DLFCN_H
#define _DLFCN_H

#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_NOLOAD 4
#define RTLD_GLOBAL 0x100
#define RTLD_LOCAL 0
#define RTLD_NODELETE 0x1000
#ifdef _GNU_SOURCE
#define RTLD_DEFAULT ((void *)0)
#define RTLD_NEXT ((void *)-1L)

typedef struct {
	const char *dli_fname;
	void *dli_fbase;
	const char *dli_sname;
	void *dli_saddr;
} Dl_info;

int dladdr(const void *address, Dl_info *info);
void *dlvsym(void *restrict library, const char *restrict name, const char *restrict version);
#endif

void *dlopen(const char *file, int mode);
void *dlsym(void *restrict library, const char *restrict name);
int dlclose(void *library);
char *dlerror(void);

#endif
