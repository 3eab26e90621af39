/*
 * example_test.c - an account that two threads use, and two tests of it. One fails:
 *
 *	heddle test example_test.c
 */
#include "heddle.h"

struct account {
	pthread_mutex_t lock;
	int balance;
};

static void deposit(struct account *a, int amount)
{
	pthread_mutex_lock(&a->lock);
	a->balance += amount;
	pthread_mutex_unlock(&a->lock);
}

/* Forgets that the balance may have changed since the comparison. */
static int withdraw(struct account *a, int amount)
{
	int enough;

	pthread_mutex_lock(&a->lock);
	enough = a->balance >= amount;
	pthread_mutex_unlock(&a->lock);
	if (enough)
		deposit(a, -amount);
	return enough;
}

static struct account account = {PTHREAD_MUTEX_INITIALIZER, 100};

static void *depositor(void *amount)
{
	deposit(&account, *(int *)amount);
	return 0;
}

static void *customer(void *amount)
{
	withdraw(&account, *(int *)amount);
	return 0;
}

HEDDLE_TEST(deposits_add_up)
{
	int first = heddle_any_int(0, 1000), second = heddle_any_int(0, 1000);
	heddle_thread a = heddle_spawn(depositor, &first), b = heddle_spawn(depositor, &second);

	heddle_join(a);
	heddle_join(b);
	heddle_assert(account.balance == 100 + first + second);
}

HEDDLE_TEST(nobody_overdraws)
{
	int first = heddle_any_int(0, 100), second = heddle_any_int(0, 100);
	heddle_thread a = heddle_spawn(customer, &first), b = heddle_spawn(customer, &second);

	heddle_join(a);
	heddle_join(b);
	heddle_assert(account.balance >= 0);
}
