/* search.c - <search.h>: lists, linear search, binary trees that are not balanced, one hash table. */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include "intrinsics.h"

struct __heddle_link {
	struct __heddle_link *next;
	struct __heddle_link *before;
};

void insque(void *element, void *before)
{
	struct __heddle_link *e = element, *b = before;

	e->before = b;
	e->next = b ? b->next : 0;
	if (e->next)
		e->next->before = e;
	if (b)
		b->next = e;
}

void remque(void *element)
{
	struct __heddle_link *e = element;

	if (e->next)
		e->next->before = e->before;
	if (e->before)
		e->before->next = e->next;
}

void *lfind(const void *key, const void *base, size_t *n, size_t size, int (*compare)(const void *, const void *))
{
	const char *at = base;

	for (size_t i = 0; i < *n; i++, at += size)
		if (compare(key, at) == 0)
			return (void *)at;
	return 0;
}

void *lsearch(const void *key, void *base, size_t *n, size_t size, int (*compare)(const void *, const void *))
{
	void *found = lfind(key, base, n, size, compare);

	return found ? found : memcpy((char *)base + (*n)++ * size, key, size);
}

/* A node begins with its key, as POSIX has it. */
struct __heddle_node {
	const void *key;
	struct __heddle_node *left;
	struct __heddle_node *right;
};

/* The place of a node with a key, or where it belongs. */
static struct __heddle_node **__heddle_find(const void *key, struct __heddle_node **at, struct __heddle_node **parent,
					    int (*compare)(const void *, const void *))
{
	*parent = 0;
	while (*at) {
		int order = compare(key, (*at)->key);

		if (order == 0)
			break;
		*parent = *at;
		at = order < 0 ? &(*at)->left : &(*at)->right;
	}
	return at;
}

void *tsearch(const void *key, void **root, int (*compare)(const void *, const void *))
{
	struct __heddle_node **at, *parent;

	if (!root)
		return 0;
	at = __heddle_find(key, (struct __heddle_node **)root, &parent, compare);
	if (!*at) {
		struct __heddle_node *new = malloc(sizeof *new);

		if (!new)
			return 0;
		new->key = key;
		new->left = new->right = 0;
		*at = new;
	}
	return *at;
}

void *tfind(const void *key, void *const *root, int (*compare)(const void *, const void *))
{
	struct __heddle_node *parent;

	return root ? *__heddle_find(key, (struct __heddle_node **)root, &parent, compare) : 0;
}

/* The result for the root is a pointer that is not null and has no other meaning: here the deleted place. */
void *tdelete(const void *restrict key, void **restrict root, int (*compare)(const void *, const void *))
{
	struct __heddle_node **at, *parent, *gone;

	if (!root)
		return 0;
	at = __heddle_find(key, (struct __heddle_node **)root, &parent, compare);
	gone = *at;
	if (!gone)
		return 0;
	if (!gone->left) {
		*at = gone->right;
	} else if (!gone->right) {
		*at = gone->left;
	} else {
		struct __heddle_node **next = &gone->right, *moved;

		while ((*next)->left)
			next = &(*next)->left;
		moved = *next;
		*next = moved->right;
		moved->left = gone->left;
		moved->right = gone->right;
		*at = moved;
	}
	free(gone);
	return parent ? parent : (void *)root;
}

static void __heddle_walk(const struct __heddle_node *n, void (*visit)(const void *, VISIT, int), int depth)
{
	if (!n->left && !n->right) {
		visit(n, leaf, depth);
		return;
	}
	visit(n, preorder, depth);
	if (n->left)
		__heddle_walk(n->left, visit, depth + 1);
	visit(n, postorder, depth);
	if (n->right)
		__heddle_walk(n->right, visit, depth + 1);
	visit(n, endorder, depth);
}

void twalk(const void *root, void (*visit)(const void *, VISIT, int))
{
	if (root && visit)
		__heddle_walk(root, visit, 0);
}

static void __heddle_end_tree(struct __heddle_node *n, void (*end)(void *))
{
	if (!n)
		return;
	__heddle_end_tree(n->left, end);
	__heddle_end_tree(n->right, end);
	end((void *)n->key);
	free(n);
}

void tdestroy(void *root, void (*end)(void *))
{
	__heddle_end_tree(root, end);
}

/* The table is a list. Its entries belong to the table, and their keys to the program. */
HEDDLE_STATE(hsearch);

struct __heddle_entry {
	ENTRY entry;
	struct __heddle_entry *next;
};
static struct __heddle_entry *__heddle_table;
static size_t __heddle_room;
static _Bool __heddle_created;

int hcreate(size_t n)
{
	_Bool created;

	HEDDLE_NOT_THREAD_SAFE(hsearch);
	__heddle_atomic_begin();
	created = __heddle_created;
	__heddle_created = 1;
	if (!created)
		__heddle_room = n;
	__heddle_atomic_end();
	return !created;
}

void hdestroy(void)
{
	struct __heddle_entry *e;

	HEDDLE_NOT_THREAD_SAFE(hsearch);
	__heddle_atomic_begin();
	e = __heddle_table;
	__heddle_table = 0;
	__heddle_created = 0;
	__heddle_atomic_end();
	while (e) {
		struct __heddle_entry *next = e->next;

		__heddle_free(e);
		e = next;
	}
}

ENTRY *hsearch(ENTRY item, ACTION action)
{
	struct __heddle_entry *e;
	_Bool created, full;

	HEDDLE_NOT_THREAD_SAFE(hsearch);
	__heddle_atomic_begin();
	e = __heddle_table;
	created = __heddle_created;
	full = __heddle_room == 0;
	__heddle_atomic_end();
	for (; e; e = e->next)
		if (strcmp(item.key, e->entry.key) == 0)
			return &e->entry;
	if (!created || action == FIND) {
		errno = created ? ESRCH : EINVAL;
		return 0;
	}
	if (full && __heddle_flip(HEDDLE_CHOOSE_ALLOC_FAIL)) {
		errno = ENOMEM; /* a table may grow */
		return 0;
	}
	e = __heddle_alloc(sizeof *e, sizeof(void *), HEDDLE_ALLOC_MODEL);
	e->entry = item;
	__heddle_atomic_begin();
	e->next = __heddle_table;
	__heddle_table = e;
	if (__heddle_room)
		__heddle_room--;
	__heddle_atomic_end();
	return &e->entry;
}
