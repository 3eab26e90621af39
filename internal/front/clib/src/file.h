/*
 * file.h - files whose contents the program wrote; see file.c.
 *
 * The hooks are null in programs that open no file, or that only write to streams.
 */
#ifndef HEDDLE_FILE_H
#define HEDDLE_FILE_H

#include <sys/types.h>

enum {
	HEDDLE_OUTSIDE = -2, /* a file of which nothing is known */
	HEDDLE_FIRST_FILE = 640,
	HEDDLE_OPEN_FILES = 16
};

#define HEDDLE_IS_FILE(fd) ((fd) >= HEDDLE_FIRST_FILE && (fd) < HEDDLE_FIRST_FILE + HEDDLE_OPEN_FILES)

/* The operations on a descriptor, or on the stream over it. */
enum {
	HEDDLE_FILE_CLOSE,
	HEDDLE_FILE_COPY,
	HEDDLE_FILE_FLAGS,
	HEDDLE_FILE_SET_FLAGS,
	HEDDLE_FILE_SET_MODE, /* the flags of open */
	HEDDLE_FILE_EXEC,     /* FD_CLOEXEC */
	HEDDLE_FILE_SET_EXEC,
	HEDDLE_FILE_SIZE,     /* or HEDDLE_OUTSIDE */
	HEDDLE_FILE_RESIZE,
	HEDDLE_FILE_FLUSH,    /* of a stream */
	HEDDLE_FILE_MAP,      /* n: 1 a mapping begins, -1 one ends; 2 and -2: a shared mapping */
	HEDDLE_FILE_BLUR,     /* a stream is read or written in a way that the models do not follow; n: written */
	HEDDLE_FILE_SEEK      /* plus SEEK_SET or its like; plus HEDDLE_FILE_STREAM for a stream */
};
enum { HEDDLE_FILE_STREAM = 16 };

/* Where a read ends, or that it is no read of a stream. */
enum { HEDDLE_FILE_DIRECT = -2, HEDDLE_FILE_ALL = -1 };

/* The operations on names. The first stores the size of a file, or HEDDLE_OUTSIDE. */
enum {
	HEDDLE_PATH_FIND,
	HEDDLE_PATH_UNLINK,
	HEDDLE_PATH_RENAME
};

/* Opens a file: its descriptor, -1, or HEDDLE_OUTSIDE. A null path: a new file without a name. */
int __heddle_open_file(const char *path, int flags);
extern int (*__heddle_fopen_hook)(const char *path, int flags);

/* Reads and writes at an offset, or at the position if it is -1. */
ssize_t __heddle_read_file(int fd, void *to, size_t n, off_t at, int end);
ssize_t __heddle_write_file(int fd, const void *from, size_t n, off_t at, int stream);
off_t __heddle_file(int fd, off_t n, int operation);
int __heddle_path(const char *path, const char *to, int operation, off_t *size);
void __heddle_lose_files(void);
extern ssize_t (*__heddle_read_file_hook)(int fd, void *to, size_t n, off_t at, int end);
extern ssize_t (*__heddle_write_file_hook)(int fd, const void *from, size_t n, off_t at, int stream);
extern off_t (*__heddle_file_hook)(int fd, off_t n, int operation);
extern int (*__heddle_path_hook)(const char *path, const char *to, int operation, off_t *size);
extern void (*__heddle_lose_hook)(void);

/*
 * Copies the contents of a stream in memory, up to HEDDLE_FILE_KEPT bytes, with its position: whether the stream has written since
 * it was last flushed.
 */
enum { HEDDLE_FILE_KEPT = 256 };
_Bool __heddle_copy_file(int fd, char *to, off_t *size, off_t *at);

/* Stores the contents of a stream in memory: a hook, null in programs without such streams, and its target. */
extern void (*__heddle_sync_hook)(int fd, _Bool last);
void __heddle_sync(int fd, _Bool last);

/* An operation on a descriptor, if it is one of a file; else HEDDLE_OUTSIDE. */
#define HEDDLE_ON_FILE(fd, n, operation) \
	(__heddle_file_hook && HEDDLE_IS_FILE(fd) ? __heddle_file_hook((fd), (n), (operation)) : HEDDLE_OUTSIDE)

/* An operation on a name: 0, -1 with errno, or HEDDLE_OUTSIDE if nothing is known of the file. */
#define HEDDLE_ON_PATH(path, to, operation, size) \
	(__heddle_path_hook ? __heddle_path_hook((path), (to), (operation), (size)) : HEDDLE_OUTSIDE)

#endif
