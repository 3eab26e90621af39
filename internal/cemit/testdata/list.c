// A list, a switch and a loop.
#include <stdio.h>
#include <stdlib.h>

struct node {
	int value;
	unsigned seen : 1;
	struct node *next;
};

static struct node *head;
static const char *const names[] = { "none", "one", "few" };

static void push(int value)
{
	struct node *n = malloc(sizeof *n);

	n->value = value;
	n->seen = 0;
	n->next = head;
	head = n;
}

static const char *count(int *sum)
{
	int n = 0;

	for (struct node *p = head; p; p = p->next) {
		if (p->seen)
			continue;
		p->seen = 1;
		*sum += p->value;
		n++;
	}
	switch (n) {
	case 0:
		return names[0];
	case 1:
		return names[1];
	}
	return names[2];
}

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 3; i++)
		push(i * i);
	printf("%s\n", count(&sum));
	printf("%s %d\n", count(&sum), sum);
	return sum > 4;
}
