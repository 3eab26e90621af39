/* <string.h>, C11 7.24 and POSIX */
#ifndef _STRING_H
#define _STRING_H

#include <bits/types/locale_t.h>
#include <heddle/types.h>
#include <heddle/null.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memccpy(void *restrict to, const void *restrict from, int c, size_t n);
void *memset(void *s, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memchr(const void *s, int c, size_t n);

char *strcpy(char *restrict to, const char *restrict from);
char *strncpy(char *restrict to, const char *restrict from, size_t n);
char *strcat(char *restrict to, const char *restrict from);
char *strncat(char *restrict to, const char *restrict from, size_t n);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
int strcoll(const char *a, const char *b);
size_t strxfrm(char *restrict to, const char *restrict from, size_t n);
char *strdup(const char *s);
char *strndup(const char *s, size_t n);
char *strchr(const char *s, int c);
char *strrchr(const char *s, int c);
size_t strcspn(const char *s, const char *reject);
size_t strspn(const char *s, const char *accept);
char *strpbrk(const char *s, const char *accept);
char *strstr(const char *s, const char *part);
char *strtok(char *restrict s, const char *restrict delimiters);
char *strtok_r(char *restrict s, const char *restrict delimiters, char **restrict save);
char *strsep(char **restrict s, const char *restrict delimiters);
size_t strlen(const char *s);
size_t strnlen(const char *s, size_t n);
char *strerror(int code);
#ifdef _GNU_SOURCE
char *strerror_r(int code, char *buffer, size_t n);
#else
int strerror_r(int code, char *buffer, size_t n) __asm__("__xpg_strerror_r");
#endif
char *strsignal(int signal);
char *stpcpy(char *restrict to, const char *restrict from);
char *stpncpy(char *restrict to, const char *restrict from, size_t n);
void explicit_bzero(void *s, size_t n);
#ifdef _GNU_SOURCE
void *mempcpy(void *restrict to, const void *restrict from, size_t n);
void *memrchr(const void *s, int c, size_t n);
void *rawmemchr(const void *s, int c);
void *rawmemchr(const void *s, int c);
char *strchrnul(const char *s, int c);
char *strcasestr(const char *s, const char *part);
#endif

#include <strings.h>

#ifdef _GNU_SOURCE
void *memmem(const void *s, size_t n, const void *part, size_t length);
int strverscmp(const char *a, const char *b);
const char *strerrorname_np(int code);
const char *strerrordesc_np(int code);
#ifndef basename
char *basename(const char *path);
#endif
#endif
int strcoll_l(const char *a, const char *b, locale_t locale);
char *strerror_l(int code, locale_t locale);
size_t strxfrm_l(char *restrict to, const char *restrict from, size_t n, locale_t locale);

#endif
