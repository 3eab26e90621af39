/* <stdio.h>, C11 7.21 and POSIX */
#ifndef _STDIO_H
#define _STDIO_H

#include <heddle/types.h>
#include <heddle/null.h>
#include <stdarg.h>

typedef struct _IO_FILE FILE;
typedef struct {
	long __pos;
	int __state[2];
} fpos_t;

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr

#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define TMP_MAX 238328
#define P_tmpdir "/tmp"
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2

int printf(const char *restrict format, ...) __attribute__((__format__(__printf__, 1, 2)));
int fprintf(FILE *restrict f, const char *restrict format, ...);
int sprintf(char *restrict s, const char *restrict format, ...);
int snprintf(char *restrict s, size_t n, const char *restrict format, ...);
int dprintf(int fd, const char *restrict format, ...);
int vprintf(const char *restrict format, va_list args);
int vfprintf(FILE *restrict f, const char *restrict format, va_list args);
int vsprintf(char *restrict s, const char *restrict format, va_list args);
int vsnprintf(char *restrict s, size_t n, const char *restrict format, va_list args);
int vdprintf(int fd, const char *restrict format, va_list args);
#ifdef _GNU_SOURCE
int asprintf(char **restrict s, const char *restrict format, ...);
int vasprintf(char **restrict s, const char *restrict format, va_list args);
#endif

int scanf(const char *restrict format, ...);
int fscanf(FILE *restrict f, const char *restrict format, ...);
int sscanf(const char *restrict s, const char *restrict format, ...);
int vscanf(const char *restrict format, va_list args);
int vfscanf(FILE *restrict f, const char *restrict format, va_list args);
int vsscanf(const char *restrict s, const char *restrict format, va_list args);

int putchar(int c);
int putc(int c, FILE *f);
int fputc(int c, FILE *f);
int puts(const char *s);
int fputs(const char *restrict s, FILE *restrict f);
int getchar(void);
int getc(FILE *f);
int fgetc(FILE *f);
int ungetc(int c, FILE *f);
char *gets(char *s);
char *fgets(char *restrict s, int n, FILE *restrict f);
ssize_t getline(char **restrict line, size_t *restrict n, FILE *restrict f);
ssize_t getdelim(char **restrict line, size_t *restrict n, int delimiter, FILE *restrict f);
int putchar_unlocked(int c);
int putc_unlocked(int c, FILE *f);
int getchar_unlocked(void);
int getc_unlocked(FILE *f);

FILE *fopen(const char *restrict name, const char *restrict mode);
FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict f);
FILE *fdopen(int fd, const char *mode);
FILE *tmpfile(void);
char *tmpnam(char *s);
char *tempnam(const char *dir, const char *prefix);
FILE *popen(const char *command, const char *mode);
FILE *fmemopen(void *s, size_t n, const char *mode);
FILE *open_memstream(char **s, size_t *n);
int pclose(FILE *f);
int fclose(FILE *f);
int fflush(FILE *f);
void setbuf(FILE *restrict f, char *restrict buffer);
void setlinebuf(FILE *f);
int setvbuf(FILE *restrict f, char *restrict buffer, int mode, size_t n);
size_t fread(void *restrict p, size_t size, size_t n, FILE *restrict f);
size_t fwrite(const void *restrict p, size_t size, size_t n, FILE *restrict f);
int fseek(FILE *f, long offset, int whence);
int fseeko(FILE *f, off_t offset, int whence);
long ftell(FILE *f);
off_t ftello(FILE *f);
void rewind(FILE *f);
int fgetpos(FILE *restrict f, fpos_t *restrict pos);
int fsetpos(FILE *f, const fpos_t *pos);
void clearerr(FILE *f);
int feof(FILE *f);
int ferror(FILE *f);
int fileno(FILE *f);
void flockfile(FILE *f);
int ftrylockfile(FILE *f);
void funlockfile(FILE *f);
void perror(const char *s);
int remove(const char *name);
int rename(const char *from, const char *to);

#define L_ctermid 9
char *ctermid(char *s);
int renameat(int from_dir, const char *from, int to_dir, const char *to);

#endif
