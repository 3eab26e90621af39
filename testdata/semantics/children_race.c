// 14.15: two children interleave although the parent creates no thread.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int *n = mmap(0, sizeof *n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (n == MAP_FAILED)
		return 1;
	for (int i = 0; i < 2; i++)
		if (fork() == 0) {
			*n = *n + 1;
			_exit(0);
		}
	while (wait(0) > 0)
		;
	assert(*n == 2);
	munmap(n, sizeof *n);
	return 0;
}
