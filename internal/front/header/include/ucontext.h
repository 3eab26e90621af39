/* <ucontext.h>: declared, without models */
#ifndef _UCONTEXT_H
#define _UCONTEXT_H

#include <signal.h>

typedef struct ucontext_t {
	struct ucontext_t *uc_link;
	sigset_t uc_sigmask;
	stack_t uc_stack;
	unsigned long __registers[96];
} ucontext_t;

int getcontext(ucontext_t *to);
int setcontext(const ucontext_t *from);
void makecontext(ucontext_t *context, void (*run)(void), int argc, ...);
int swapcontext(ucontext_t *restrict save, const ucontext_t *restrict next);

#endif
