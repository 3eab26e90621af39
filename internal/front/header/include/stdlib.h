/* <stdlib.h>, C11 7.22 and POSIX */
#ifndef _STDLIB_H
#define _STDLIB_H

#include <heddle/types.h>
#include <heddle/null.h>
#include <heddle/wait.h>
#include <stdint.h>
#include <sys/types.h>
#include <alloca.h>

typedef __WCHAR_TYPE__ wchar_t;

typedef struct {
	int quot;
	int rem;
} div_t;
typedef struct {
	long quot;
	long rem;
} ldiv_t;
typedef struct {
	long long quot;
	long long rem;
} lldiv_t;

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX (__ctype_get_mb_cur_max())

size_t __ctype_get_mb_cur_max(void);

void *malloc(size_t n);
void *calloc(size_t n, size_t size);
void *realloc(void *p, size_t n);
void *reallocarray(void *p, size_t n, size_t size);
void free(void *p);
void *aligned_alloc(size_t align, size_t n);
int posix_memalign(void **p, size_t align, size_t n);
void *valloc(size_t n);

_Noreturn void abort(void);
_Noreturn void exit(int status);
_Noreturn void _Exit(int status);
_Noreturn void quick_exit(int status);
int atexit(void (*handler)(void));
int at_quick_exit(void (*handler)(void));
int on_exit(void (*handler)(int, void *), void *arg);

char *getenv(const char *name);
int setenv(const char *name, const char *value, int overwrite);
int unsetenv(const char *name);
int putenv(char *entry);
int clearenv(void);
int system(const char *command);

double atof(const char *s);
int atoi(const char *s);
long atol(const char *s);
long long atoll(const char *s);
double strtod(const char *restrict s, char **restrict end);
float strtof(const char *restrict s, char **restrict end);
long double strtold(const char *restrict s, char **restrict end);
long strtol(const char *restrict s, char **restrict end, int base);
unsigned long strtoul(const char *restrict s, char **restrict end, int base);
long long strtoll(const char *restrict s, char **restrict end, int base);
unsigned long long strtoull(const char *restrict s, char **restrict end, int base);

int rand(void);
void srand(unsigned seed);
int rand_r(unsigned *seed);
long random(void);
void srandom(unsigned seed);
char *initstate(unsigned seed, char *state, size_t n);
char *setstate(char *state);
double drand48(void);
double erand48(unsigned short state[3]);
long lrand48(void);
long nrand48(unsigned short state[3]);
long mrand48(void);
void srand48(long seed);

void *bsearch(const void *key, const void *base, size_t n, size_t size,
	      int (*compare)(const void *, const void *));
void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *));
#ifdef _GNU_SOURCE
void qsort_r(void *base, size_t n, size_t size,
	     int (*compare)(const void *, const void *, void *), void *arg);
char *secure_getenv(const char *name);
#endif

int abs(int n);
long labs(long n);
long long llabs(long long n);
div_t div(int a, int b);
ldiv_t ldiv(long a, long b);
lldiv_t lldiv(long long a, long long b);

int mblen(const char *s, size_t n);
int mbtowc(wchar_t *restrict c, const char *restrict s, size_t n);
int wctomb(char *s, wchar_t c);
size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t n);
size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t n);

int mkstemp(char *name);
char *mkdtemp(char *name);
char *mktemp(char *name);
char *realpath(const char *restrict path, char *restrict resolved);
int getloadavg(double average[], int n);

int getsubopt(char **restrict options, char *const *restrict names, char **restrict value);
long a64l(const char *s);
char *l64a(long n);
long jrand48(unsigned short state[3]);
unsigned short *seed48(unsigned short state[3]);
void lcong48(unsigned short parameters[7]);
#if defined _XOPEN_SOURCE || defined _GNU_SOURCE
void setkey(const char *key);
int posix_openpt(int flags);
int grantpt(int fd);
int unlockpt(int fd);
char *ptsname(int fd);
#endif

#endif
