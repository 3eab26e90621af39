/*
 * shared.c - shared memory of this process: shm_open with mmap, and System V's. All mappings of an object have one address. No
 * access after the last munmap or shmdt is reported. Another process has none.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <unistd.h>
#include "intrinsics.h"
#include "name.h"
#include "process.h"
#include "shared.h"

enum { OBJECTS = 8, PAGE = 4096 };

/* The first are of shm_open, the others of shmget. */
static struct __heddle_memory {
	size_t size;
	void *memory;
	mode_t mode;
	key_t key;
	_Bool exists; /* shmget finds it */
	_Bool removed;
} __heddle_memories[2 * OBJECTS];

/* How often the process has attached them. */
static int __heddle_attached[2 * OBJECTS];

static struct __heddle_name __heddle_memory_names[OBJECTS];
static int __heddle_memories_made, __heddle_segments_made;

/* Of each descriptor: the object, whether it may be written, and whether exec closes it. */
static struct {
	int memory;
	_Bool writes;
	_Bool exec;
} __heddle_memory_ends[OBJECTS];
static int __heddle_memory_ends_made;

void __heddle_share_memories(void)
{
	__heddle_share(__heddle_memories);
	__heddle_share(__heddle_memory_names);
	__heddle_share(&__heddle_memories_made);
	__heddle_share(&__heddle_segments_made);
	for (int i = 0; i < 2 * OBJECTS; i++)
		if (__heddle_memories[i].memory)
			__heddle_share(__heddle_memories[i].memory);
}

/* Its descriptors are not closed: close has no effect on them. */
int shm_open(const char *name, int flags, mode_t mode)
{
	struct __heddle_name words;
	int i, end = 0, code = __heddle_read_name(name, &words);

	mode = __heddle_masked_mode(mode);
	if (code)
		return __heddle_error(code);
	__heddle_atomic_begin();
	i = __heddle_find_name(__heddle_memory_names, OBJECTS, &words);
	if (i >= 0 && (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) {
		code = EEXIST;
	} else if (i < 0 && !(flags & O_CREAT)) {
		code = ENOENT;
	} else {
		if (i < 0) {
			i = __heddle_memories_made;
			if (i == OBJECTS)
				__heddle_unsupported("more than 8 objects of shared memory");
			__heddle_memories_made = i + 1;
			__heddle_memory_names[i] = words;
			__heddle_memories[i].mode = mode;
		}
		if (flags & O_TRUNC && __heddle_memories[i].memory)
			__heddle_unsupported("shared memory that is mapped and gets another size");
		if (flags & O_TRUNC)
			__heddle_memories[i].size = 0;
		end = __heddle_memory_ends_made;
		if (end == OBJECTS)
			__heddle_unsupported("more than 8 descriptors of shared memory");
		__heddle_memory_ends_made = end + 1;
		__heddle_memory_ends[end].memory = i;
		__heddle_memory_ends[end].writes = (flags & O_ACCMODE) == O_RDWR;
		__heddle_memory_ends[end].exec = 1;
	}
	__heddle_atomic_end();
	return code ? __heddle_error(code) : HEDDLE_FIRST_SHARED + end;
}

int shm_unlink(const char *name)
{
	struct __heddle_name words;
	int i, code = __heddle_read_name(name, &words);

	if (code)
		return __heddle_error(code == EINVAL ? ENOENT : code);
	__heddle_atomic_begin();
	i = __heddle_find_name(__heddle_memory_names, OBJECTS, &words);
	if (i >= 0)
		__heddle_memory_names[i] = (struct __heddle_name){0};
	__heddle_atomic_end();
	return i < 0 ? __heddle_error(ENOENT) : 0;
}

/* The memory of an object, which is made when it is first needed. Inside a section. */
static void *__heddle_attach(struct __heddle_memory *m)
{
	if (!m->memory) {
		HEDDLE_SHARE_LATE();
		m->memory = __heddle_alloc(m->size, PAGE, HEDDLE_ALLOC_HEAP_ZERO);
	}
	__heddle_attached[m - __heddle_memories]++;
	return m->memory;
}

/* The object of a descriptor. Inside a section. */
static struct __heddle_memory *__heddle_memory_of(int fd)
{
	return &__heddle_memories[__heddle_memory_ends[fd - HEDDLE_FIRST_SHARED].memory];
}

void *__heddle_map_shared(int fd, size_t n, off_t offset, _Bool writes)
{
	struct __heddle_memory *m;
	void *memory = MAP_FAILED;

	__heddle_atomic_begin();
	m = __heddle_memory_of(fd);
	if (!writes || __heddle_memory_ends[fd - HEDDLE_FIRST_SHARED].writes) {
		if (offset || n > m->size)
			__heddle_unsupported("mmap of more than an object of shared memory, or of a part behind its beginning");
		memory = __heddle_attach(m);
	}
	__heddle_atomic_end();
	if (memory == MAP_FAILED)
		errno = EACCES;
	return memory;
}

int __heddle_resize_shared(int fd, off_t size)
{
	struct __heddle_memory *m;
	int code = 0;

	if (size < 0)
		return __heddle_error(EINVAL);
	__heddle_atomic_begin();
	m = __heddle_memory_of(fd);
	if (!__heddle_memory_ends[fd - HEDDLE_FIRST_SHARED].writes)
		code = EINVAL;
	else if (m->memory && m->size != (size_t)size)
		__heddle_unsupported("shared memory that is mapped and gets another size");
	else
		m->size = (size_t)size;
	__heddle_atomic_end();
	return code ? __heddle_error(code) : 0;
}

void __heddle_shared_status(int fd, struct stat *s)
{
	off_t size;
	mode_t mode;

	__heddle_atomic_begin();
	size = (off_t)__heddle_memory_of(fd)->size;
	mode = __heddle_memory_of(fd)->mode;
	__heddle_atomic_end();
	s->st_size = size;
	s->st_mode = S_IFREG | mode;
	s->st_uid = geteuid();
	s->st_gid = getgid();
}

int __heddle_shared_flags(int fd, int command, int flags)
{
	int is = 0;

	__heddle_atomic_begin();
	if (command == F_GETFD)
		is = __heddle_memory_ends[fd - HEDDLE_FIRST_SHARED].exec ? FD_CLOEXEC : 0;
	else if (command == F_SETFD)
		__heddle_memory_ends[fd - HEDDLE_FIRST_SHARED].exec = flags & FD_CLOEXEC;
	else if (command == F_GETFL)
		is = __heddle_memory_ends[fd - HEDDLE_FIRST_SHARED].writes ? O_RDWR : O_RDONLY;
	__heddle_atomic_end();
	return is;
}

/* Ends one mapping of an object at an address. Inside a section. */
static int __heddle_detach(const void *p, int first)
{
	int found = 0;

	for (int i = first; i < first + OBJECTS; i++)
		if (p && p == __heddle_memories[i].memory && __heddle_attached[i]) {
			__heddle_attached[i]--;
			found = 1;
		}
	return found;
}

int __heddle_unmap_shared(const void *p)
{
	int found;

	__heddle_atomic_begin();
	found = __heddle_detach(p, 0);
	__heddle_atomic_end();
	return found;
}

int shmget(key_t key, size_t size, int flags)
{
	int found = -1, code = 0;

	__heddle_atomic_begin();
	for (int i = OBJECTS; i < 2 * OBJECTS; i++)
		if (key != IPC_PRIVATE && __heddle_memories[i].exists && !__heddle_memories[i].removed && __heddle_memories[i].key == key)
			found = i;
	if (found >= 0) {
		if ((flags & (IPC_CREAT | IPC_EXCL)) == (IPC_CREAT | IPC_EXCL))
			code = EEXIST;
		else if (size > __heddle_memories[found].size)
			code = EINVAL;
	} else if (key != IPC_PRIVATE && !(flags & IPC_CREAT)) {
		code = ENOENT;
	} else if (size == 0) {
		code = EINVAL;
	} else {
		found = OBJECTS + __heddle_segments_made;
		if (found == 2 * OBJECTS)
			__heddle_unsupported("more than 8 segments of shared memory");
		__heddle_segments_made++;
		__heddle_memories[found].size = size;
		__heddle_memories[found].key = key;
		__heddle_memories[found].exists = 1;
	}
	__heddle_atomic_end();
	return code ? __heddle_error(code) : found;
}

/* Whether a removed segment is still there. */
static _Bool __heddle_is_attached(int id)
{
	if (!__heddle_attached[id])
		HEDDLE_SHARE_LATE();
	return __heddle_attached[id] != 0;
}

#define IS_SEGMENT(id) ((id) >= OBJECTS && (id) < 2 * OBJECTS && __heddle_memories[id].exists && (!__heddle_memories[id].removed || __heddle_is_attached(id)))

void *shmat(int id, const void *address, int flags)
{
	void *memory = 0;

	(void)flags;
	if (address)
		__heddle_unsupported("shmat at an address");
	__heddle_atomic_begin();
	if (IS_SEGMENT(id))
		memory = __heddle_attach(&__heddle_memories[id]);
	__heddle_atomic_end();
	if (!memory) {
		errno = EINVAL;
		return (void *)-1;
	}
	return memory;
}

int shmdt(const void *p)
{
	int found;

	__heddle_atomic_begin();
	found = __heddle_detach(p, OBJECTS);
	__heddle_atomic_end();
	return found ? 0 : __heddle_error(EINVAL);
}

int shmctl(int id, int command, struct shmid_ds *status)
{
	struct shmid_ds is = {.shm_perm.mode = 0600};
	int code = 0;

	__heddle_atomic_begin();
	if (!IS_SEGMENT(id)) {
		code = EINVAL;
	} else {
		if (command == IPC_RMID)
			__heddle_memories[id].removed = 1;
		is.shm_segsz = __heddle_memories[id].size;
		if (command == IPC_STAT)
			HEDDLE_SHARE_LATE();
		is.shm_nattch = (shmatt_t)__heddle_attached[id];
		is.shm_perm.__key = __heddle_memories[id].key;
	}
	__heddle_atomic_end();
	if (code || (command != IPC_RMID && command != IPC_STAT && command != IPC_SET))
		return __heddle_error(EINVAL);
	if (command == IPC_STAT)
		*status = is;
	return 0;
}
