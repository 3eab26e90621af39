/* What programs written for Goblint expect of its header. */
#ifndef _GOBLINT_H
#define _GOBLINT_H

void __goblint_check(int condition);
void __goblint_assert(int condition);
void __goblint_assume(int condition);
void __goblint_assume_join();
void __goblint_split_begin(int value);
void __goblint_split_end(int value);
void __goblint_bounded(unsigned long long value);
void __goblint_globalize(void *p);

#endif
