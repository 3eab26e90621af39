/*
 * plan.h - the plan: an execution that leads to a failure, as Heddle found it.
 * schedule.c has the plan; the program does not change it.
 */
#ifndef HEDDLE_PLAN_H
#define HEDDLE_PLAN_H

enum heddle_kind {
	HEDDLE_READ,    /* of bytes of an object */
	HEDDLE_WRITE,   /* likewise */
	HEDDLE_UPDATE,  /* any access of them */
	HEDDLE_CALL,    /* of a function of the library */
	HEDDLE_SECTION, /* an atomic section begins */
	HEDDLE_END      /* of the thread */
};

/* A visible operation. */
struct heddle_anchor {
	unsigned step; /* in the order of all threads, from 1 */
	unsigned char kind;
	unsigned char alone; /* a wait that ends without a signal */
	const char *file;
	int line;
	const char *call; /* the function, or "" */
	int object;       /* from 1; 0: none */
	unsigned long long offset, size;
};

struct heddle_object;

/* A value that a function returns, or a choice of the environment. */
struct heddle_input {
	const char *call;
	unsigned long long lo, hi;
	const struct heddle_object *given; /* of a pointer to a new object, lo then is the offset; NULL: none */
};

struct heddle_thread_plan {
	const char *name; /* main, main.1, ... */
	const struct heddle_anchor *anchors;
	int anchor_count;
	const struct heddle_input *inputs;
	int input_count;
};

/* A byte that is read before it is written. */
struct heddle_byte {
	unsigned long long offset;
	unsigned char value;
};

struct heddle_object {
	const char *global; /* its name, or "": made by the program */
	unsigned long long size;
	const struct heddle_byte *bytes;
	int byte_count;
};

struct heddle_access {
	const char *thread, *file;
	int line;
};

struct heddle_plan {
	const char *property, *kind, *message;
	struct heddle_access at;      /* the failure */
	struct heddle_access race[2]; /* the accesses of a race */
	const char *const *waits;     /* the threads of a deadlock */
	int wait_count;
	const struct heddle_thread_plan *threads;
	int thread_count;
	const struct heddle_object *objects;
	int object_count;
	char **arguments; /* of main, its name included */
	int argument_count;
};

extern const struct heddle_plan heddle_plan;

#endif
