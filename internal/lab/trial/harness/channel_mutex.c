// The futex mutex of the channel keeps three threads apart.
#define main published_main
#include <channel.c>
#undef main

static struct mutex m;
static int count;

static void *worker(void *arg)
{
    mutex_lock(&m);
    count++;
    mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t t[3];
    mutex_init(&m);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(count == 3);
    return 0;
}
