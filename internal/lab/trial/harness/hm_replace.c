#include <pthread.h>
#include "free_later.h"
#include "hashmap.h"

static hashmap_t *map;
static uint32_t key = 7, old_value, new_value;

static uint8_t cmp(const void *x, const void *y) { return *(uint32_t *) x != *(uint32_t *) y; }
static uint64_t hash(const void *k) { return *(uint32_t *) k; }

static void *replacer(void *arg)
{
    hashmap_put(map, &key, &new_value);
    return arg;
}

static void *getter(void *arg) { return arg ? arg : hashmap_get(map, &key); }

int main(void)
{
    pthread_t a, b;
    free_later_init();
    map = hashmap_new(2, cmp, hash);
    hashmap_put(map, &key, &old_value);
    pthread_create(&a, NULL, replacer, NULL);
    pthread_create(&b, NULL, getter, NULL);
    return pthread_join(a, NULL) + pthread_join(b, NULL);
}
