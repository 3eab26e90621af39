// Compress: compresses a file block by block, by several threads at once.
//
// The program is of the kind of bzip2smp. The main thread reads blocks, a pool of workers
// compresses them, and a writer writes the results in the order of the blocks:
//
//     main ──▶ queue of jobs ──▶ workers ──▶ jobs that are done ──▶ writer
//
//     main      main.c       the arguments, the threads, the end; expands as well
//     pool      pool.c       jobs, the queue, and the waits for them
//     worker    worker.c     a thread: compresses blocks
//     writer    writer.c     a thread: writes results, in order
//     block     block.c      a block: all steps below one after the other, and back
//     sort      sort.c       Burrows-Wheeler transformation
//     front     front.c      letters by how long ago they were seen
//     code      code.c       prefix codes by frequency (Huffman)
//     bits      bits.c       rows of bits
//
// A compressed file is a row of records, each made of a block:
//
//     | kind | length of the block: 2 bytes | length of the rest: 2 bytes | the rest |
//
// and the rest is the block itself (STORED), or what block.c says (PACKED). The kind END ends it.
//
// As it stands, the program is right. With BUG a worker releases the pool's lock after it has marked a
// job as done and before it stores the length of the result.
//
//     compress SOURCE TARGET      compress
//     compress -d SOURCE TARGET   expand
//
//     heddle check --args 'source target' -D COMPRESS_BLOCK=2 -D COMPRESS_LETTERS=2 -D COMPRESS_MOST=2 -D COMPRESS_JOBS=2 examples/compress/*.c
#ifndef COMPRESS_H
#define COMPRESS_H

#include <stdbool.h>
#include <stdint.h>

// How much there is of everything; a checker wants little, a file more.
#ifndef COMPRESS_BLOCK
#define COMPRESS_BLOCK 4096 // bytes of a block; at most 16383
#endif
#ifndef COMPRESS_LETTERS
#define COMPRESS_LETTERS 256 // blocks with bytes from this on are stored; at most 256
#endif
#ifndef COMPRESS_WORKERS
#define COMPRESS_WORKERS 2
#endif
#ifndef COMPRESS_JOBS
#define COMPRESS_JOBS 4 // that there are at once
#endif
#ifndef COMPRESS_MOST
#define COMPRESS_MOST 1000000 // blocks of a file
#endif

enum {
	BLOCK = COMPRESS_BLOCK,
	LETTERS = COMPRESS_LETTERS,
	WORKERS = COMPRESS_WORKERS,
	JOBS = COMPRESS_JOBS,
	MOST_BLOCKS = COMPRESS_MOST,

	// Of a packed block: where the order of sorting begins, a code length for each letter, and
	// no more bits for a letter than there are letters.
	START_BYTES = 2,
	HEAD_BYTES = 5,
	PACKED_MOST = START_BYTES + LETTERS + BLOCK, // else it is stored
	RESULT_MOST = HEAD_BYTES + PACKED_MOST
};

// What a record is.
enum kind { END, STORED, PACKED };

// bits.c

// A row of bits, the highest of each byte first.
struct bits {
	unsigned char *bytes;
	int limit; // of bytes
	int at;    // the next bit
	bool over; // more was wanted than there is room or there are bits
};

// bits_put appends the lowest n bits of a number, the highest of those first.
void bits_put(struct bits *b, uint32_t number, int n);

// bits_get takes the next bit; after the end 0.
int bits_get(struct bits *b);

// bits_bytes returns how many bytes have been begun.
int bits_bytes(const struct bits *b);

// sort.c

// sort_forward writes the last column of the sorted rotations of n bytes, n > 0, and returns in which
// row they themselves are.
int sort_forward(const unsigned char *from, int n, unsigned char *to);

// sort_back undoes that; false: there is no such row.
bool sort_back(const unsigned char *from, int n, int row, unsigned char *to);

// front.c

// front_forward replaces each of n letters by how many others were seen since it was seen last.
void front_forward(unsigned char *letters, int n);

// front_back undoes that; false: there are not so many.
bool front_back(unsigned char *letters, int n);

// code.c

// A prefix code: for each letter how many bits its word has, none if it does not occur.
struct code {
	unsigned char length[LETTERS];
};

// code_make finds the code with which n letters take the fewest bits.
void code_make(struct code *c, const unsigned char *letters, int n);

// code_write appends the words of n letters.
void code_write(const struct code *c, const unsigned char *letters, int n, struct bits *to);

// code_read reads n letters; false: the bits are no words of the code.
bool code_read(const struct code *c, unsigned char *letters, int n, struct bits *from);

// block.c

// block_compress writes the record of n bytes, n > 0, and returns its length.
int block_compress(const unsigned char *from, int n, unsigned char *to);

// A record's head.
struct head {
	enum kind kind;
	int length; // of the block
	int rest;   // of the record
};

// block_head reads a head; false: there is no such head.
bool block_head(const unsigned char *from, struct head *h);

// block_expand undoes block_compress, given what follows the head; false: it cannot.
bool block_expand(const struct head *h, const unsigned char *from, unsigned char *to);

// pool.c

// The state of a job.
enum stage { FREE, FILLED, TAKEN, READY };

// A block on its way.
struct job {
	enum stage stage;
	int number; // of the block
	int length;
	unsigned char block[BLOCK];
	int result_length; // 0: there is no result
	unsigned char result[RESULT_MOST];
};

// pool_get waits for a job that is free. Main's.
struct job *pool_get(void);

// pool_fill gives a job to the workers: the number comes after that of the one before. Main's.
void pool_fill(struct job *job, int number, int length);

// pool_close says that no more jobs come. Main's.
void pool_close(void);

// pool_take waits for a job that is filled. A null pointer: none comes any more. A worker's.
struct job *pool_take(void);

// pool_done says that a job has a result of so many bytes. A worker's.
void pool_done(struct job *job, int result_length);

// pool_next waits until the job of that number is ready. A null pointer: none comes. The writer's.
struct job *pool_next(int number);

// pool_free gives a job back. The writer's.
void pool_free(struct job *job);

// worker.c

// worker compresses blocks until none comes any more.
void *worker(void *unused);

// writer.c

// A file that is written.
struct output {
	int file;    // descriptor
	bool failed; // something could not be written
};

// output_write writes bytes, unless something failed before.
void output_write(struct output *o, const unsigned char *from, int n);

// writer writes results until none comes any more; its argument is an output.
void *writer(void *output);

#endif
