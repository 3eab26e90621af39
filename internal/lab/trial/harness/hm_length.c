#include <assert.h>
#include <pthread.h>
#include "hashmap.h"

static hashmap_t *map;
static uint32_t keys[2] = {0, 1};

static uint8_t cmp(const void *x, const void *y) { return *(uint32_t *) x != *(uint32_t *) y; }
static uint64_t hash(const void *key) { return *(uint32_t *) key; }

static void *putter(void *key)
{
    hashmap_put(map, key, key);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    map = hashmap_new(2, cmp, hash);
    pthread_create(&a, NULL, putter, &keys[0]);
    pthread_create(&b, NULL, putter, &keys[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(map->length == 2);
    return 0;
}
