#define main published_main
#include <channel.c>
#undef main

static struct mutex mu;
static _Atomic int count;

static void *locker(void *arg)
{
    mutex_lock(&mu);
    count++;
    mutex_unlock(&mu);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    mutex_init(&mu);
    pthread_create(&a, NULL, locker, NULL);
    pthread_create(&b, NULL, locker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
