// Objects of the C library that programs name: they are the library's, whoever
// prints the program anew.
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	FILE *in = stdin;
	int c;

	ungetc('a', stdin);
	c = getc(in);
	printf("%c %d\n", c, in == stdin);
	opterr = 0;
	printf("%d %d\n", optind, opterr);
	return 0;
}
