/* <search.h>, POSIX */
#ifndef _SEARCH_H
#define _SEARCH_H

#include <heddle/types.h>

typedef struct entry {
	char *key;
	void *data;
} ENTRY;
typedef enum { FIND, ENTER } ACTION;
typedef enum { preorder, postorder, endorder, leaf } VISIT;

int hcreate(size_t n);
void hdestroy(void);
ENTRY *hsearch(ENTRY item, ACTION action);
void insque(void *element, void *before);
void remque(void *element);
void *lfind(const void *key, const void *base, size_t *n, size_t size, int (*compare)(const void *, const void *));
void *lsearch(const void *key, void *base, size_t *n, size_t size, int (*compare)(const void *, const void *));
void *tsearch(const void *key, void **root, int (*compare)(const void *, const void *));
void *tfind(const void *key, void *const *root, int (*compare)(const void *, const void *));
void *tdelete(const void *restrict key, void **restrict root, int (*compare)(const void *, const void *));
void twalk(const void *root, void (*visit)(const void *, VISIT, int));
#ifdef _GNU_SOURCE
void tdestroy(void *root, void (*end)(void *));
#endif

#endif
