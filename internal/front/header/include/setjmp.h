/* <setjmp.h>, C11 7.13; clib/jump.c */
#ifndef _SETJMP_H
#define _SETJMP_H

typedef struct {
	long __words[sizeof(long) == 8 ? 25 : 39];
} jmp_buf[1];
typedef jmp_buf sigjmp_buf;

int setjmp(jmp_buf env);
int _setjmp(jmp_buf env);
int sigsetjmp(sigjmp_buf env, int save);
_Noreturn void longjmp(jmp_buf env, int value);
_Noreturn void _longjmp(jmp_buf env, int value);
_Noreturn void siglongjmp(sigjmp_buf env, int value);
#define setjmp(env) setjmp(env)

#endif
