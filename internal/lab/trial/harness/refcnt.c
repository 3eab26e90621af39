// The last of three references frees the string, and the string is not used afterwards.
#define main published_main
#include <main.c>
#undef main

static void *user(void *arg)
{
    char *s = refcnt_ref(arg);
    assert(s[0] == 'a');
    refcnt_unref(s);
    refcnt_unref(arg);
    return 0;
}

int main(void)
{
    pthread_t t[2];
    char *s = refcnt_strdup("a");
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, user, refcnt_ref(s));
    refcnt_unref(s);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
