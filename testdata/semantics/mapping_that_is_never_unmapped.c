// 9.3: a mapping is no heap object: the process's list of mappings reaches it, and what it points to.
//
// expect: assert=safe race=safe deadlock=safe memory=safe leak=safe
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>

int main(void)
{
	void **page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (page == MAP_FAILED)
		return 1;
	page[1] = malloc(8);
	page = 0;
	return 0;
}
