/*
 * stream.c - streams: opening may fail, reading yields any data, writing reads its argument and prints the output to
 * descriptors 1 and 2. A stream over a file with contents (file.c) reads and writes them.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "channel.h"
#include "file.h"
#include "intrinsics.h"
#include "stream.h"

#undef stdin
#undef stdout
#undef stderr

static struct __heddle_stream __heddle_stdin = { .fd = 0 };
static struct __heddle_stream __heddle_stdout = { .fd = 1 };
static struct __heddle_stream __heddle_stderr = { .fd = 2 };

FILE *stdin = (FILE *)&__heddle_stdin;
FILE *stdout = (FILE *)&__heddle_stdout;
FILE *stderr = (FILE *)&__heddle_stderr;

void __heddle_read_string(const char *s, ssize_t limit)
{
	while (limit-- != 0 && *s)
		s++;
}

void __heddle_read_bytes(const void *p, size_t n)
{
	const volatile char *s = p;

	for (size_t i = 0; i < n; i++)
		(void)s[i];
}

static void __heddle_mark(struct __heddle_stream *s, int bit)
{
	__heddle_atomic_begin();
	s->at_end |= bit;
	__heddle_atomic_end();
}

/* The character of ungetc, which is then gone, or EOF. */
int __heddle_pop(struct __heddle_stream *s)
{
	int c;

	__heddle_atomic_begin();
	c = s->pushed - 1;
	s->pushed = 0;
	__heddle_atomic_end();
	return c;
}

/* Reads up to n bytes out of a file, or up to a character. */
static size_t __heddle_get_bytes(struct __heddle_stream *s, char *to, size_t n, int end)
{
	size_t got = 0;
	ssize_t more;
	int c = n ? __heddle_pop(s) : EOF;

	if (c != EOF)
		to[got++] = (char)c;
	if (got == n || (c != EOF && c == end))
		return got;
	more = __heddle_flip(HEDDLE_CHOOSE_IO_FAIL) ? -1 : __heddle_read_file_hook(s->fd, to + got, n - got, -1, end);
	if (more < 0)
		__heddle_mark(s, 2);
	else if (got + (size_t)more < n && (end < 0 || !more || to[got + (size_t)more - 1] != (char)end))
		__heddle_mark(s, 1);
	return more < 0 ? got : got + (size_t)more;
}

ssize_t __heddle_put_bytes(struct __heddle_stream *s, const void *p, size_t n)
{
	ssize_t put;

	if (!HEDDLE_HAS_FILE(s))
		return HEDDLE_OUTSIDE;
	put = __heddle_flip(HEDDLE_CHOOSE_IO_FAIL) ? -1 : __heddle_write_file_hook(s->fd, p, n, -1, 1);
	if (put < 0)
		__heddle_mark(s, 2);
	return put;
}

void __heddle_printed(FILE *f)
{
	if (HEDDLE_HAS_FILE(HEDDLE_STREAM(f)))
		__heddle_file_hook(HEDDLE_STREAM(f)->fd, 1, HEDDLE_FILE_BLUR);
}

int __heddle_is_kept(FILE *f)
{
	return HEDDLE_HAS_FILE(HEDDLE_STREAM(f));
}

void __heddle_keep_text(FILE *f, const char *text, int n)
{
	if (n >= 256)
		__heddle_unsupported("more than 255 characters of one call of printf in a file");
	__heddle_put_bytes(HEDDLE_STREAM(f), text, (size_t)n);
}

void __heddle_scanned(struct __heddle_stream *s)
{
	if (HEDDLE_HAS_FILE(s)) {
		__heddle_approximates();
		__heddle_file_hook(s->fd, 0, HEDDLE_FILE_BLUR);
	}
}

int __heddle_next_char(struct __heddle_stream *s)
{
	unsigned char byte;
	int c;

	if (HEDDLE_HAS_FILE(s))
		return __heddle_get_bytes(s, (char *)&byte, 1, HEDDLE_FILE_ALL) ? byte : EOF;
	__heddle_atomic_begin();
	c = s->pushed;
	if (c) {
		s->pushed = 0;
		c--;
	} else {
		c = (int)__heddle_pick(0, 256) - 1;
		s->at_end |= c < 0;
	}
	__heddle_atomic_end();
	return c;
}

void __heddle_reached_end(struct __heddle_stream *s)
{
	__heddle_atomic_begin();
	s->pushed = 0;
	s->at_end = 1;
	__heddle_atomic_end();
}

/* Drops the character of ungetc and clears the end-of-file mark. */
void __heddle_forget(struct __heddle_stream *s)
{
	__heddle_atomic_begin();
	s->pushed = 0;
	s->at_end = 0;
	__heddle_atomic_end();
}

int fileno(FILE *f)
{
	return HEDDLE_STREAM(f)->fd;
}

int feof(FILE *f)
{
	int at_end;

	__heddle_atomic_begin();
	at_end = HEDDLE_STREAM(f)->at_end & 1;
	__heddle_atomic_end();
	return at_end;
}

int ferror(FILE *f)
{
	int failed;

	if (!HEDDLE_HAS_FILE(HEDDLE_STREAM(f)))
		return __heddle_flip(HEDDLE_CHOOSE_IO_FAIL);
	__heddle_atomic_begin();
	failed = HEDDLE_STREAM(f)->at_end & 2;
	__heddle_atomic_end();
	return failed;
}

void clearerr(FILE *f)
{
	__heddle_atomic_begin();
	HEDDLE_STREAM(f)->at_end = 0;
	__heddle_atomic_end();
}

/*
 * The lock of a stream, held as often as it was taken. Only these functions look
 * at it: what reads and writes a stream that another thread holds does not wait.
 */
static int __heddle_take_stream(struct __heddle_stream *s, int wait)
{
	int held, busy = 0;

	__heddle_atomic_begin();
	held = __heddle_lock_state(s);
	if (held & HEDDLE_HELD_BY_SELF) {
		s->holds++;
	} else if (held && !wait) {
		busy = -1;
	} else {
		__heddle_acquire(s, HEDDLE_EXCLUSIVE);
		__heddle_recv(s, 0);
	}
	__heddle_atomic_end();
	return busy;
}

static void __heddle_free_stream(struct __heddle_stream *s)
{
	__heddle_atomic_begin();
	if (__heddle_lock_state(s))
		__heddle_release(s);
	s->holds = 0;
	__heddle_atomic_end();
}

void __heddle_free_streams(void)
{
	__heddle_free_stream(&__heddle_stdin);
	__heddle_free_stream(&__heddle_stdout);
	__heddle_free_stream(&__heddle_stderr);
}

__heddle_role(lock, stream)
void flockfile(FILE *f)
{
	__heddle_take_stream(HEDDLE_STREAM(f), 1);
}

__heddle_role(trylock, stream)
int ftrylockfile(FILE *f)
{
	return __heddle_take_stream(HEDDLE_STREAM(f), 0);
}

__heddle_role(unlock, stream)
void funlockfile(FILE *f)
{
	struct __heddle_stream *s = HEDDLE_STREAM(f);

	__heddle_atomic_begin();
	if (s->holds) {
		s->holds--;
	} else {
		__heddle_send(s, 0);
		__heddle_release(s);
	}
	__heddle_atomic_end();
}

/* Writing. */

int fputc(int c, FILE *f)
{
	unsigned char byte = (unsigned char)c;

	if (HEDDLE_HAS_FILE(HEDDLE_STREAM(f)))
		return __heddle_put_bytes(HEDDLE_STREAM(f), &byte, 1) < 0 ? EOF : byte;
	__heddle_output(HEDDLE_STREAM(f)->fd, "%c", c);
	return byte;
}

int putc(int c, FILE *f)
{
	return fputc(c, f);
}

int _IO_putc(int c, FILE *f)
{
	return fputc(c, f);
}

int putchar(int c)
{
	__heddle_output(1, "%c", c);
	return (unsigned char)c;
}

int fputs(const char *restrict s, FILE *restrict f)
{
	if (HEDDLE_HAS_FILE(HEDDLE_STREAM(f)))
		return __heddle_put_bytes(HEDDLE_STREAM(f), s, strlen(s)) < 0 ? EOF : 1;
	__heddle_read_string(s, -1);
	__heddle_output(HEDDLE_STREAM(f)->fd, "%s", s);
	return 1;
}

int puts(const char *s)
{
	__heddle_read_string(s, -1);
	__heddle_output(1, "%s\n", s);
	return 1;
}

size_t fwrite(const void *restrict p, size_t size, size_t n, FILE *restrict f)
{
	const char *s = p;
	size_t bytes = size * n;
	int fd = HEDDLE_STREAM(f)->fd;

	if (HEDDLE_HAS_FILE(HEDDLE_STREAM(f)))
		return __heddle_put_bytes(HEDDLE_STREAM(f), p, bytes) < 0 || !size ? 0 : n;
	for (size_t i = 0; i < bytes; i++)
		__heddle_output(fd, "%c", s[i]);
	return size ? n : 0;
}

void perror(const char *s)
{
	if (s && *s) {
		__heddle_read_string(s, -1);
		__heddle_output(2, "%s: ", s);
	}
	__heddle_output(2, "%s\n", __heddle_error_text(errno));
}

/* Reading. */

int fgetc(FILE *f)
{
	return __heddle_next_char(HEDDLE_STREAM(f));
}

int getc(FILE *f)
{
	return fgetc(f);
}

int _IO_getc(FILE *f)
{
	return fgetc(f);
}

int getchar(void)
{
	return __heddle_next_char(&__heddle_stdin);
}

int ungetc(int c, FILE *f)
{
	if (c == EOF)
		return EOF;
	__heddle_atomic_begin();
	HEDDLE_STREAM(f)->pushed = (unsigned char)c + 1;
	HEDDLE_STREAM(f)->at_end = 0;
	__heddle_atomic_end();
	return (unsigned char)c;
}

char *fgets(char *restrict to, int n, FILE *restrict f)
{
	int i = 0;

	if (HEDDLE_HAS_FILE(HEDDLE_STREAM(f)) && n > 1)
		i = (int)__heddle_get_bytes(HEDDLE_STREAM(f), to, (size_t)n - 1, '\n');
	else while (i + 1 < n) {
		int c = __heddle_next_char(HEDDLE_STREAM(f));

		if (c == EOF)
			break;
		to[i++] = (char)c;
		if (c == '\n')
			break;
	}
	if (i == 0 && n > 1)
		return 0;
	if (n > 0)
		to[i] = 0;
	return to;
}

/*
 * A buffer that is too short grows to twice its size, or to the necessary size. It
 * exists even if there is no line, as in glibc.
 */
ssize_t getdelim(char **restrict line, size_t *restrict size, int delimiter, FILE *restrict f)
{
	size_t n = 0;
	int c;

	if (!line || !size) {
		errno = EINVAL;
		return -1;
	}
	if (!*line)
		*size = 0;
	do {
		if (n + 1 >= *size) {
			size_t more = *size < 2 ? 2 : 2 * *size;
			char *grown = realloc(*line, more);

			if (!grown)
				return -1;
			*line = grown;
			*size = more;
		}
		c = __heddle_next_char(HEDDLE_STREAM(f));
		if (c == EOF)
			break;
		(*line)[n++] = (char)c;
	} while (c != (unsigned char)delimiter);
	if (n == 0)
		return -1;
	(*line)[n] = 0;
	return (ssize_t)n;
}

/* Headers of glibc call it in an inline getline. */
ssize_t __getdelim(char **restrict line, size_t *restrict size, int delimiter, FILE *restrict f)
{
	return getdelim(line, size, delimiter, f);
}

ssize_t getline(char **restrict line, size_t *restrict size, FILE *restrict f)
{
	return getdelim(line, size, '\n', f);
}

size_t fread(void *restrict p, size_t size, size_t n, FILE *restrict f)
{
	char *to = p;
	size_t got;

	(void)HEDDLE_STREAM(f)->fd;
	if (size == 0 || n == 0)
		return 0;
	if (HEDDLE_HAS_FILE(HEDDLE_STREAM(f)))
		return __heddle_get_bytes(HEDDLE_STREAM(f), to, size * n, HEDDLE_FILE_ALL) / size;
	got = (size_t)__heddle_pick(0, n);
	if (got < n && __heddle_flip(HEDDLE_CHOOSE_IO))
		__heddle_reached_end(HEDDLE_STREAM(f));
	for (size_t i = 0; i < got * size; i++)
		to[i] = (char)__heddle_pick(0, 255);
	return got;
}

/*
 * The forms that need not be thread-safe: who calls them holds the stream. Only the
 * standard streams have a state whose races are seen.
 */
HEDDLE_STATE(getchar_unlocked);
HEDDLE_STATE(putchar_unlocked);

static void __heddle_unlocked(struct __heddle_stream *s)
{
	if (s->fd == 0)
		HEDDLE_NOT_THREAD_SAFE(getchar_unlocked);
	else if (s->fd == 1)
		HEDDLE_NOT_THREAD_SAFE(putchar_unlocked);
	else
		__heddle_unsupported("an unlocked access of a stream other than stdin and stdout");
}

int putc_unlocked(int c, FILE *f)
{
	__heddle_unlocked(HEDDLE_STREAM(f));
	return fputc(c, f);
}

int putchar_unlocked(int c)
{
	return putc_unlocked(c, (FILE *)&__heddle_stdout);
}

int getc_unlocked(FILE *f)
{
	__heddle_unlocked(HEDDLE_STREAM(f));
	return fgetc(f);
}

int getchar_unlocked(void)
{
	return getc_unlocked((FILE *)&__heddle_stdin);
}
