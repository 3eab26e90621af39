/* errno.c - errno, one per thread. */
static _Thread_local int __heddle_errno;

int *__errno_location(void)
{
	return &__heddle_errno;
}
