/*
 * place.h - addresses of the running program as places in its sources, and names of
 * variables as addresses, from the tables of its ELF file.
 */
#ifndef HEDDLE_PLACE_H
#define HEDDLE_PLACE_H

#include <stdint.h>

struct heddle_place {
	const char *file; /* without directories; "": unknown */
	int line;         /* 0: unknown */
};

/* Reads the tables. */
void heddle_load_places(void);

/* The place of the call that returns to pc. */
struct heddle_place heddle_place_of(const void *pc);

/* The function that pc is in, or "". */
const char *heddle_function_of(const void *pc);

/* The only variable of a name, static ones included. 0: there is none, or several. */
uintptr_t heddle_variable(const char *name, unsigned long long size);

/* Whether an address is in a variable; if so begin and size are its. */
int heddle_in_variable(uintptr_t address, uintptr_t *begin, uintptr_t *size);

/* The name of a file without directories. */
const char *heddle_base_name(const char *path);

#endif
