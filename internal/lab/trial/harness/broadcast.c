// A subscriber sees each published value, or learns that it missed one.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include "broadcast.h"

static broadcast_t *b;
static void *publisher(void *arg)
{
    long message = 7;
    assert(broadcast_pub(b, &message, sizeof message));
    return arg;
}

int main(void)
{
    pthread_t t[2];
    broadcast_sub_t sub;
    long got = 0;
    size_t size, drops, seen = 0;
    b = broadcast_new(2, sizeof got);
    broadcast_sub_begin(&sub, b);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, publisher, 0);
    while (seen < 2)
        if (broadcast_sub_next(&sub, &got, &size, &drops))
            assert(got == 7 && size == sizeof got), seen += 1 + drops;
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    broadcast_delete(b);
    return 0;
}
