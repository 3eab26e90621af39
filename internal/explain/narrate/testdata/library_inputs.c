// Inputs are called as what gets them in the program, or else after the function that they
// come from: what scanf writes, not what it returns; nothing that is computed from them.
//
// expect: reach=violation
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

extern void reach_error(void);

static struct { int level, size; } conf;
static int roll;

static int die(void) { return rand() % 6; }

int main(void)
{
	int n = 0, done = scanf("%d %d", &n, &conf.level);
	int *p = malloc(2 * sizeof *p);
	if (p == NULL)
		return 1;
	p[1] = rand();
	roll = die();
	conf.size = (int)(time(NULL) & 7);
	if (done == 2 && n != conf.level && p[1] > 0 && roll != 0 && conf.size > 0 && getchar() != EOF)
		reach_error();
	free(p);
	return 0;
}
