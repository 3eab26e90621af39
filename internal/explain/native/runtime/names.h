/*
 * names.h - included in front of every source file. In front of it, Write defines the names of
 * the WEAK functions of this directory, which replace functions of the library.
 */
#define main heddle_main

#define __HEDDLE_NATIVE__

#ifndef HEDDLE_DECLARED
/* For programs that declare nothing: a result that is a pointer must not become an int. */
void *malloc(__SIZE_TYPE__);
void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void *realloc(void *, __SIZE_TYPE__);
#endif
