// 3.1: a bound on allocations stops the thread; it invents no failure, no leak.
//
// expect: assert=safe race=safe deadlock=safe memory=safe
#include <assert.h>
#include <stdlib.h>

struct node {
	struct node *next;
};

int main(void)
{
	struct node *list = NULL, *n;
	int length = 0;

	for (int i = 0; i < 20; i++) {
		n = malloc(sizeof *n);
		n->next = list;
		list = n;
	}
	while (list) {
		n = list;
		list = n->next;
		free(n);
		length++;
	}
	assert(length == 20);
	return 0;
}
