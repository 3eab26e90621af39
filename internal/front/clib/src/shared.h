/* shared.h - hooks for descriptors of shm_open; see shared.c. */
#ifndef HEDDLE_SHARED_H
#define HEDDLE_SHARED_H

#include <sys/types.h>

#define HEDDLE_FIRST_SHARED 1040
#define HEDDLE_IS_SHARED(fd) ((fd) >= HEDDLE_FIRST_SHARED && (fd) < HEDDLE_FIRST_SHARED + 8)

/* Maps, unmaps, resizes, and returns the size: null in programs without shared memory. */
extern void *(*__heddle_map_hook)(int fd, size_t n, off_t offset);
extern int (*__heddle_unmap_hook)(const void *p);
extern int (*__heddle_resize_hook)(int fd, off_t size);
extern off_t (*__heddle_size_hook)(int fd);

/* Their targets. The second returns whether the memory is shared. */
void *__heddle_map_shared(int fd, size_t n, off_t offset);
int __heddle_unmap_shared(const void *p);
int __heddle_resize_shared(int fd, off_t size);
off_t __heddle_shared_size(int fd);

#endif
