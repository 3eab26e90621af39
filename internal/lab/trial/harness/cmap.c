// A reader finds the old entries of the map while a writer inserts.
#include <assert.h>
#include <pthread.h>
#include "cmap.h"

static struct cmap map;
static struct elem {
    struct cmap_node node;
    int value;
} e[2] = {{.value = 1}, {.value = 2}};

static void *reader(void *arg)
{
    struct elem *p;
    int found = 0;
    struct cmap_state s = cmap_state_acquire(&map);
    MAP_FOREACH_WITH_HASH (p, node, 5, s) found |= p->value == 1;
    cmap_state_release(s);
    assert(found);
    return arg;
}

int main(void)
{
    pthread_t t;
    cmap_init(&map), cmap_insert(&map, &e[0].node, 5);
    pthread_create(&t, 0, reader, 0);
    cmap_insert(&map, &e[1].node, 5), pthread_join(t, 0), cmap_destroy(&map);
    return 0;
}
