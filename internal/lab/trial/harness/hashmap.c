// If two threads delete the same key, exactly one succeeds.
#include <assert.h>
#include <pthread.h>
#include "free_later.h"
#include "hashmap.h"

static hashmap_t *map;
static int done[2];

static uint8_t cmp(const void *x, const void *y) { return *(int *)x != *(int *)y; }
static uint64_t hash(const void *key) { return *(int *)key; }

static void *deleter(void *arg)
{
    *(int *)arg = hashmap_del(map, &(int){7});
    return 0;
}

int main(void)
{
    static int key = 7, value;
    pthread_t t[2];
    free_later_init();
    map = hashmap_new(2, cmp, hash);
    hashmap_put(map, &key, &value);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, deleter, &done[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(done[0] + done[1] == 1 && !hashmap_get(map, &key));
    return 0;
}
