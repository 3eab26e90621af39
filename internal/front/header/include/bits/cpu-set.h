#ifndef __HEDDLE_CPU_SET_H
#define __HEDDLE_CPU_SET_H
/* Sets of processors, which <pthread.h> needs even if <sched.h> was included without _GNU_SOURCE. */
#define CPU_SETSIZE 1024
typedef struct {
	unsigned long __bits[CPU_SETSIZE / (8 * sizeof(unsigned long))];
} cpu_set_t;
#define __HEDDLE_CPU_WORD(cpu) ((cpu) / (8 * sizeof(unsigned long)))
#define __HEDDLE_CPU_BIT(cpu) (1UL << ((cpu) % (8 * sizeof(unsigned long))))
#define CPU_ZERO(set) ((void)(*(set) = (cpu_set_t){{0}}))
#define CPU_SET(cpu, set) ((set)->__bits[__HEDDLE_CPU_WORD(cpu)] |= __HEDDLE_CPU_BIT(cpu))
#define CPU_CLR(cpu, set) ((set)->__bits[__HEDDLE_CPU_WORD(cpu)] &= ~__HEDDLE_CPU_BIT(cpu))
#define CPU_ISSET(cpu, set) (((set)->__bits[__HEDDLE_CPU_WORD(cpu)] & __HEDDLE_CPU_BIT(cpu)) != 0)
#endif
