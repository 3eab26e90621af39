/*
 * memory.c - the heap: one range of memory, taken from the front with space between
 * blocks, in which nothing is used twice. An access outside a block, or of a freed one,
 * is found by looking the address up.
 */
#include "memory.h"
#include "access.h"
#include "failure.h"
#include "turn.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { GAP = 64, STACK = 1 << 20 };
#define ARENA ((size_t)256 << 20)

struct block {
	uintptr_t begin;
	size_t size;
	const void *pc; /* of the call that allocated it */
	int dead;
	int external; /* it may be freed and need not */
};

static unsigned char *arena;
static size_t used, block_count, block_room;
static struct block *blocks; /* by address */

/* The last block that begins at or before an address. */
static struct block *before(uintptr_t address)
{
	size_t low = 0, high = block_count;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (blocks[mid].begin <= address)
			low = mid + 1;
		else
			high = mid;
	}
	return low ? &blocks[low - 1] : NULL;
}

static int in_arena(uintptr_t address)
{
	return arena && address >= (uintptr_t)arena && address < (uintptr_t)arena + ARENA;
}

int heddle_is_dead(uintptr_t address)
{
	struct block *b = in_arena(address) ? before(address) : NULL;

	return b && b->dead;
}

int heddle_leaks(struct heddle_place *at)
{
	size_t i;
	int found = 0;

	for (i = 0; i < block_count; i++) {
		if (blocks[i].dead || blocks[i].external)
			continue;
		if (!found || heddle_place_of(blocks[i].pc).line == heddle_plan.at.line)
			*at = heddle_place_of(blocks[i].pc);
		found = 1;
	}
	return found;
}

/* Whether an address is on a stack, but in nothing that is alive. */
static int is_dead_stack(uintptr_t address)
{
	struct heddle_thread *t;
	int i;

	for (i = 0; (t = heddle_thread_at(i)) != NULL; i++) {
		uintptr_t base = (uintptr_t)t->base;

		if (address > base || address < base - STACK)
			continue;
		return t->finished || (t->frame && address < (uintptr_t)t->frame);
	}
	return 0;
}

static void __attribute__((noreturn)) bad(const void *pc, const char *what)
{
	heddle_fail("memory", heddle_place_of(pc), what);
}

void heddle_check_access(uintptr_t address, unsigned long long size, const void *pc)
{
	if (address < 4096)
		bad(pc, "an access through a null pointer");
	if (in_arena(address)) {
		struct block *b = before(address);

		if (b == NULL || address - b->begin + size > b->size)
			bad(pc, "an access out of bounds");
		if (b->dead)
			bad(pc, "an access of freed memory");
		return;
	}
	if (is_dead_stack(address))
		bad(pc, "an access of a variable whose life has ended");
}

/* Bytes, zero, that lie apart from all others; NULL: there are no more. */
static void *reserve(size_t size, size_t align, const void *pc)
{
	struct block *b;
	size_t at;

	if (arena == NULL) {
		arena = calloc(1, ARENA);
		if (arena == NULL)
			heddle_give_up("no memory");
		used = 4096;
	}
	at = (used + GAP + align - 1) / align * align;
	if (size > ARENA || at + size + GAP > ARENA) {
		errno = ENOMEM;
		return NULL;
	}
	used = at + size;
	if (block_count == block_room) {
		block_room = block_room ? 2 * block_room : 1024;
		blocks = realloc(blocks, block_room * sizeof *blocks);
		if (blocks == NULL)
			heddle_give_up("no memory");
	}
	b = &blocks[block_count++];
	b->begin = (uintptr_t)arena + at;
	b->size = size;
	b->pc = pc;
	b->dead = b->external = 0;
	return arena + at;
}

/* Likewise, unless the plan has the allocation fail. */
static void *allocate(size_t size, size_t align, const void *pc)
{
	struct heddle_input fails;

	if (heddle_input("alloc_fail", &fails) && fails.lo) {
		errno = ENOMEM;
		return NULL;
	}
	return reserve(size, align, pc);
}

void *heddle_give(const struct heddle_object *object)
{
	unsigned char *p = reserve(object->size, 16, PC);
	int i;

	if (p == NULL)
		heddle_give_up("no memory");
	blocks[block_count - 1].external = 1;
	for (i = 0; i < object->byte_count; i++)
		p[object->bytes[i].offset] = object->bytes[i].value;
	return p;
}

static void release(void *p, const void *pc)
{
	struct block *b;

	if (p == NULL)
		return;
	b = in_arena((uintptr_t)p) ? before((uintptr_t)p) : NULL;
	if (b == NULL || b->begin != (uintptr_t)p)
		bad(pc, "a free of what was not allocated");
	if (b->dead)
		bad(pc, "a free of memory that was freed already");
	heddle_written(p, b->size, pc);
	b->dead = 1;
}

#define ALIGN 16

WEAK void *heddle_malloc(size_t n) { return allocate(n, ALIGN, PC); }

WEAK void *heddle_calloc(size_t n, size_t size)
{
	if (size && n > SIZE_MAX / size)
		return NULL;
	return allocate(n * size, ALIGN, PC);
}

WEAK void heddle_free(void *p)
{
	struct heddle_operation op = { .kind = HEDDLE_CALL, .call = "free", .pc = PC };

	heddle_arrive(&op);
	release(p, PC);
}

WEAK void *heddle_realloc(void *p, size_t n)
{
	struct heddle_operation op = { .kind = HEDDLE_CALL, .call = "realloc", .pc = PC };
	void *to;

	if (p)
		heddle_arrive(&op);
	to = allocate(n, ALIGN, PC);
	if (p && to) {
		struct block *b = in_arena((uintptr_t)p) ? before((uintptr_t)p) : NULL;

		if (b && b->begin == (uintptr_t)p)
			memcpy(to, p, b->size < n ? b->size : n);
		release(p, PC);
	}
	return to;
}

WEAK void *heddle_aligned_alloc(size_t align, size_t n) { return allocate(n, align < ALIGN ? ALIGN : align, PC); }

WEAK int heddle_posix_memalign(void **p, size_t align, size_t n)
{
	void *to = allocate(n, align < ALIGN ? ALIGN : align, PC);

	if (to == NULL)
		return ENOMEM;
	*p = to;
	return 0;
}

WEAK char *heddle_strdup(const char *s)
{
	size_t n = strlen(s) + 1;
	char *to;

	heddle_access_range(s, n, HEDDLE_READ, "strdup", PC);
	to = allocate(n, ALIGN, PC);
	return to ? memcpy(to, s, n) : NULL;
}

/* Functions that copy and compare: their accesses are checked as a whole. */

WEAK void *heddle_memcpy(void *to, const void *from, size_t n)
{
	if (to != from && (uintptr_t)to < (uintptr_t)from + n && (uintptr_t)from < (uintptr_t)to + n)
		bad(PC, "memcpy between places that overlap");
	heddle_access_range(from, n, HEDDLE_READ, "memcpy", PC);
	heddle_access_range(to, n, HEDDLE_WRITE, "memcpy", PC);
	return memmove(to, from, n);
}

WEAK void *heddle_memmove(void *to, const void *from, size_t n)
{
	heddle_access_range(from, n, HEDDLE_READ, "memmove", PC);
	heddle_access_range(to, n, HEDDLE_WRITE, "memmove", PC);
	return memmove(to, from, n);
}

WEAK void *heddle_memset(void *to, int c, size_t n)
{
	heddle_access_range(to, n, HEDDLE_WRITE, "memset", PC);
	return memset(to, c, n);
}

WEAK size_t heddle_strlen(const char *s)
{
	size_t n;

	heddle_access_range(s, 1, HEDDLE_READ, "strlen", PC);
	n = strlen(s);
	heddle_access_range(s, n + 1, HEDDLE_READ, "strlen", PC);
	return n;
}

WEAK char *heddle_strcpy(char *to, const char *from)
{
	size_t n;

	heddle_access_range(from, 1, HEDDLE_READ, "strcpy", PC);
	n = strlen(from) + 1;
	heddle_access_range(from, n, HEDDLE_READ, "strcpy", PC);
	heddle_access_range(to, n, HEDDLE_WRITE, "strcpy", PC);
	return memcpy(to, from, n);
}

WEAK int heddle_strcmp(const char *a, const char *b)
{
	heddle_access_range(a, 1, HEDDLE_READ, "strcmp", PC);
	heddle_access_range(b, 1, HEDDLE_READ, "strcmp", PC);
	return strcmp(a, b);
}
