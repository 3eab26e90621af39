// 14.15: accesses of two processes to shared memory race, and any of them is first.
//
// expect: assert=violation race=violation deadlock=safe memory=safe
#include <assert.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int *n = mmap(0, sizeof *n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), private = 0;

	if (n == MAP_FAILED)
		return 1;
	if (fork() == 0) {
		*n = *n + 1;
		private++;
		_exit(0);
	}
	*n = *n + 1;
	wait(0);
	assert(private == 0);
	assert(*n == 2);
	munmap(n, sizeof *n);
	return 0;
}
