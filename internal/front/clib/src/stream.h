/* stream.h - a FILE as the models see it; stream.c owns the data. */
#ifndef HEDDLE_STREAM_H
#define HEDDLE_STREAM_H

#include <stdarg.h>
#include <stdio.h>

/* Characters come from the environment; written data goes to the output. */
struct __heddle_stream {
	int fd;
	int pushed; /* the character that ungetc put back, plus 1; 0: none */
	int at_end; /* a read met the end: 1; an operation failed: 2 */
	int holds;  /* of the lock, beyond the first */
};

#define HEDDLE_STREAM(f) ((struct __heddle_stream *)(f))

/* Whether a stream has a file with contents; see file.h. */
#define HEDDLE_HAS_FILE(s) (__heddle_file_hook && HEDDLE_IS_FILE((s)->fd))

/* The character of ungetc, which is then gone, or EOF. The other clears the end-of-file mark, too. */
int __heddle_pop(struct __heddle_stream *s);
void __heddle_forget(struct __heddle_stream *s);

/* Reads a string as %s does: at most limit bytes, or up to its zero if that is negative. */
void __heddle_approximates(void);
void __heddle_read_string(const char *s, ssize_t limit);

/* Reads a format and the strings that it prints, and stores what %n asks for. */
void __heddle_use_arguments(const char *format, va_list list);

void __heddle_read_bytes(const void *p, size_t n);

/* The text that strerror has for a code. */
const char *__heddle_error_text(int code);

/* A read that did not go character by character met the end. */
void __heddle_reached_end(struct __heddle_stream *s);

/* Notes that a call of printf or scanf uses the stream. The contents of its file are then not known. */
void __heddle_printed(FILE *f);
void __heddle_scanned(struct __heddle_stream *s);

/* Whether a stream has a file with contents; writes the text of a call of printf to it. */
int __heddle_is_kept(FILE *f);
void __heddle_keep_text(FILE *f, const char *text, int n);

/* The flags of open for a mode of fopen. */
int __heddle_mode_flags(const char *mode);

FILE *__heddle_new_stream(int fd);

/* Writes to a file with contents: the number of bytes, or -1; HEDDLE_OUTSIDE for another stream. */
ssize_t __heddle_put_bytes(struct __heddle_stream *s, const void *p, size_t n);

/* One character from the environment, or EOF. */
int __heddle_next_char(struct __heddle_stream *s);

#endif
