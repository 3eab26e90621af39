// The arguments, the threads, and the end.
#include "download.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// The name of the file that has the table is that of the target and this.
static const char suffix[] = ".part";
enum { LONGEST_NAME = 256 };

// complain says what went wrong, and returns the exit code of that.
static int complain(const char *what, const char *name)
{
	fprintf(stderr, "download: cannot %s %s: %s\n", what, name, strerror(errno));
	return 2;
}

// fetch_all fetches the missing blocks, each segment by a thread.
static enum outcome fetch_all(const struct transfer *t)
{
	static struct task task[SEGMENTS]; // threads that continue after the return use it
	pthread_t thread[SEGMENTS];
	enum outcome outcome = DONE;
	int started = 0;

	for (int i = 0; i < SEGMENTS; i++) {
		task[i].transfer = t;
		task[i].segment = i;
		if (pthread_create(&thread[i], NULL, worker, &task[i]) != 0) {
			outcome = FAILED;
			break;
		}
		started++;
	}
	for (int i = 0; i < SEGMENTS && i < started; i++) {
		pthread_join(thread[i], NULL);
		if (task[i].outcome != DONE)
			outcome = FAILED;
	}
	return outcome;
}

// finish ends the program: after a failure there is a table for the next call, else none.
static int finish(struct transfer *t, const char *source, const char *table)
{
	struct snapshot now;
	enum outcome closed;

	interrupt_end();
	closed = target_close(t);
	if (closed == DONE && progress_complete()) {
		resume_forget(table);
		return 0;
	}
	progress_take(&now);
	if (resume_save(&now, table) != DONE)
		return complain("save what has come of", source);
	fprintf(stderr, "download: %d of %d blocks of %s have come\n", now.whole, now.blocks, source);
	return 1;
}

int main(int argc, char **argv)
{
	static struct transfer transfer;
	static char table[LONGEST_NAME];
	struct snapshot begun;

	if (argc != 3) {
		fprintf(stderr, "usage: download SOURCE TARGET\n");
		return 2;
	}
	if (strlen(argv[2]) + sizeof suffix > sizeof table) {
		errno = ENAMETOOLONG;
		return complain("write", argv[2]);
	}
	strcpy(table, argv[2]);
	strcat(table, suffix);
	if (source_open(&transfer, argv[1]) != DONE)
		return complain("read", argv[1]);
	if (target_open(&transfer, argv[2]) != DONE)
		return complain("write", argv[2]);
	resume_load(&begun, table, range_blocks(transfer.length));
	progress_begin(&begun);
	if (interrupt_begin(table) != DONE)
		return complain("wait for interruptions of", argv[1]);
	(void)fetch_all(&transfer); // what has come of it is in the table
	return finish(&transfer, argv[1], table);
}
