/*
 * What Heddle is told about a function of a program, before its declaration:
 *
 *	__heddle_role(lock, spinlock)
 *	void take(struct lock *l);
 *
 * docs/library.md lists the roles and says what is made of them.
 */
#ifndef _HEDDLE_H
#define _HEDDLE_H

#ifdef __HEDDLE__
#define __heddle_role(verb, object) __attribute__((__heddle_role__(#verb, #object)))
#else
#define __heddle_role(verb, object)
#endif

#endif
