/* tsd.h - thread-specific data as the models see it; see tsd.c. */
#ifndef HEDDLE_TSD_H
#define HEDDLE_TSD_H

int __heddle_key_create(unsigned *key, void (*destructor)(void *));
void __heddle_key_delete(unsigned key);
void *__heddle_key_get(unsigned key);
int __heddle_key_set(unsigned key, const void *value);

/* The target of __heddle_tsd_hook. */
void __heddle_tsd_end(void);

#endif
