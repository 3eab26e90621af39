/* shared.h - hooks for descriptors of shm_open; see shared.c. */
#ifndef HEDDLE_SHARED_H
#define HEDDLE_SHARED_H

#include <sys/stat.h>
#include <sys/types.h>

#define HEDDLE_FIRST_SHARED 1040
#define HEDDLE_IS_SHARED(fd) ((fd) >= HEDDLE_FIRST_SHARED && (fd) < HEDDLE_FIRST_SHARED + 8)

/* Maps, unmaps, resizes, stores the status and does commands of fcntl: null in programs without shared memory. */
extern void *(*__heddle_map_hook)(int fd, size_t n, off_t offset, _Bool writes);
extern int (*__heddle_unmap_hook)(const void *p);
extern int (*__heddle_resize_hook)(int fd, off_t size);
extern void (*__heddle_status_hook)(int fd, struct stat *s);
extern int (*__heddle_flags_hook)(int fd, int command, int flags);

/* Their targets. The second returns whether the memory is shared. */
void *__heddle_map_shared(int fd, size_t n, off_t offset, _Bool writes);
int __heddle_unmap_shared(const void *p);
int __heddle_resize_shared(int fd, off_t size);
void __heddle_shared_status(int fd, struct stat *s);
int __heddle_shared_flags(int fd, int command, int flags);

/* The permissions that a new file gets: those of a mode that the mask of the process leaves. */
mode_t __heddle_masked_mode(mode_t mode);

#endif
