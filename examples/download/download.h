// Download: fetches a file in segments, by several threads at once.
//
// The program is of the kind of aget: a thread for each segment, a table of the fetched blocks, and
// a thread that waits for an interruption (Ctrl-C). It then saves the table, and the next call
// continues from there. The sources are files in place of sockets: they may be slow, give fewer
// bytes than requested, and fail.
//
//     main        main.c         the arguments, the threads, the end
//     worker      worker.c       a thread: fetches the blocks of a segment
//     interrupt   interrupt.c    a thread: waits for an interruption, and saves
//     progress    progress.c     the table: the fetched blocks of each segment
//     resume      resume.c       the table as a file
//     range       range.c        which blocks are in which segment
//     source      source.c       where blocks come from
//     target      target.c       where they go
//
// A file is a row of blocks, the last of which may be shorter. A segment is a row of blocks, too,
// and is fetched from its beginning on, so that a number states its fetched blocks.
//
// As it stands, the program is right. With BUG a thread counts a block in its segment, releases the
// table, and then counts the block in the sum: a table saved in between is inconsistent.
//
//     download SOURCE TARGET      fetch SOURCE, or continue
//
//     heddle check --args 'source target' -D DOWNLOAD_BLOCK=2 -D DOWNLOAD_BLOCKS=4 examples/download/*.c
#ifndef DOWNLOAD_H
#define DOWNLOAD_H

#include <stdbool.h>
#include <stddef.h>

// How much there is of everything; a checker wants little, a network more.
#ifndef DOWNLOAD_BLOCK
#define DOWNLOAD_BLOCK 4096 // bytes of a block
#endif
#ifndef DOWNLOAD_BLOCKS
#define DOWNLOAD_BLOCKS 65536 // of the longest file
#endif
#ifndef DOWNLOAD_SEGMENTS
#define DOWNLOAD_SEGMENTS 2 // each has a thread
#endif
#ifndef DOWNLOAD_TRIES
#define DOWNLOAD_TRIES 4 // of what fails, or comes in part
#endif

enum {
	BLOCK = DOWNLOAD_BLOCK,
	MOST_BLOCKS = DOWNLOAD_BLOCKS,
	SEGMENTS = DOWNLOAD_SEGMENTS,
	SEGMENT_BLOCKS = (MOST_BLOCKS + SEGMENTS - 1) / SEGMENTS, // of the longest segment
	TRIES = DOWNLOAD_TRIES
};

// What operations return.
enum outcome { DONE, FAILED };

// A row of blocks: first, first+1, …, end-1.
struct range {
	int first, end;
};

// The fetched blocks of a file, at one moment.
struct snapshot {
	int blocks;            // of the file
	int fetched[SEGMENTS]; // of each segment, from its beginning on
	int whole;             // of all segments together
};

// A file that is fetched, and the file that it is written to.
struct transfer {
	int source, target; // descriptors
	long length;        // bytes
};

// range.c

// range_blocks returns how many blocks a file of so many bytes has.
int range_blocks(long length);

// range_segment returns the blocks of a segment of a file with so many.
struct range range_segment(int blocks, int segment);

// range_bytes returns how many bytes a block has in a file of so many.
size_t range_bytes(long length, int block);

// range_offset returns where a block begins.
long range_offset(int block);

// source.c

// source_open opens the source, and finds its length.
enum outcome source_open(struct transfer *t, const char *name);

// source_get fetches a block, in several tries if need be.
enum outcome source_get(const struct transfer *t, int block, unsigned char *to);

// target.c

// target_open opens the file that is written, and makes it as long as the source.
enum outcome target_open(struct transfer *t, const char *name);

// target_put writes a block.
enum outcome target_put(const struct transfer *t, int block, const unsigned char *from);

// target_close makes sure that all is written.
enum outcome target_close(struct transfer *t);

// progress.c

// progress_begin sets the table to a snapshot.
void progress_begin(const struct snapshot *s);

// progress_fetched returns how many blocks of a segment have come.
int progress_fetched(int segment);

// progress_count counts one more of a segment.
void progress_count(int segment);

// progress_take copies the table.
void progress_take(struct snapshot *s);

// progress_complete reports whether all has come.
bool progress_complete(void);

// resume.c

// resume_is_sound reports whether a snapshot can be one of a file with so many blocks.
bool resume_is_sound(const struct snapshot *s, int blocks);

// resume_load reads a snapshot of a file with so many blocks. Where there is none that is sound,
// the snapshot is that of the beginning.
void resume_load(struct snapshot *s, const char *name, int blocks);

// resume_save writes a snapshot.
enum outcome resume_save(const struct snapshot *s, const char *name);

// resume_forget removes it.
void resume_forget(const char *name);

// worker.c

// A thread's task.
struct task {
	const struct transfer *transfer;
	int segment;
	enum outcome outcome; // when the thread has ended
};

// worker fetches the missing blocks of a segment; its argument is a task.
void *worker(void *task);

// interrupt.c

// interrupt_begin starts the thread that waits for an interruption. Then it saves a snapshot
// under that name and ends the program.
enum outcome interrupt_begin(const char *name);

// interrupt_end makes interruptions wait until the program has ended: nothing is saved any more.
void interrupt_end(void);

#endif
