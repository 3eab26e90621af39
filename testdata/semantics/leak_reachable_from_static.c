// 9.3: a heap object that globals reach, also through others, is no leak.
//
// expect: assert=safe race=safe deadlock=safe memory=safe leak=safe
#include <stdlib.h>

struct node {
	struct node *next;
};

static struct node *list;

int main(void)
{
	list = malloc(sizeof *list);
	list->next = malloc(sizeof *list);
	list->next->next = NULL;
	return 0;
}
