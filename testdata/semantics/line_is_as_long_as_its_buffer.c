// 14.16: getline's buffer may have no room behind the line and its null byte.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *line = NULL;
	size_t size;
	ssize_t n = getline(&line, &size, stdin);

	if (n == 1) {
		assert(size > 1 && line[1] == 0);
		line[2] = 0;
	}
	free(line);
	return 0;
}
