/*
 * semset.c - System V's sets of semaphores, of this process alone. An operation on several happens at once. Order: an
 * increase of a semaphore happens before each later decrease (channel 0); every change happens before a later wait for zero (channel 1).
 */
#include <errno.h>
#include <stdarg.h>
#include <sys/sem.h>
#include <unistd.h>
#include "intrinsics.h"
#include "process.h"

enum { SETS = 4, SEMAPHORES = 8, OPERATIONS = 8, MOST = 32767 };

static struct __heddle_set {
	_Bool exists;
	key_t key;
	int n;
	int values[SEMAPHORES];
	int users[SEMAPHORES]; /* the last process that changed it; 0: none */
} __heddle_sets[SETS];

static int __heddle_sets_made;

int semget(key_t key, int n, int flags)
{
	int found = -1, code = 0;

	HEDDLE_SHARE();
	__heddle_atomic_begin();
	for (int i = 0; i < SETS; i++)
		if (key != IPC_PRIVATE && __heddle_sets[i].exists && __heddle_sets[i].key == key)
			found = i;
	if (found >= 0) {
		if ((flags & (IPC_CREAT | IPC_EXCL)) == (IPC_CREAT | IPC_EXCL))
			code = EEXIST;
		else if (n > __heddle_sets[found].n)
			code = EINVAL;
	} else if (key != IPC_PRIVATE && !(flags & IPC_CREAT)) {
		code = ENOENT;
	} else if (n <= 0) {
		code = EINVAL;
	} else {
		found = __heddle_sets_made;
		if (found == SETS || n > SEMAPHORES)
			__heddle_unsupported("more than 4 sets of semaphores, or of 8 semaphores in one");
		__heddle_sets_made = found + 1;
		__heddle_sets[found].exists = 1;
		__heddle_sets[found].key = key;
		__heddle_sets[found].n = n;
	}
	__heddle_atomic_end();
	return code ? __heddle_error(code) : found;
}

#define IS_SET(id) ((id) >= 0 && (id) < SETS && __heddle_sets[id].exists)

/* Executes several operations if all can be: returns 0, -1 if they wait, or an error. Inside a section. */
static int __heddle_try(struct __heddle_set *s, const struct sembuf *operations, size_t n)
{
	int values[SEMAPHORES], fails = 0, waits;

	for (int i = 0; i < SEMAPHORES; i++)
		values[i] = s->values[i];
	for (size_t i = 0; i < OPERATIONS; i++)
		if (i < n && operations[i].sem_num >= s->n)
			return EFBIG;
	for (size_t i = 0; i < OPERATIONS; i++)
		if (i < n && !fails) {
			const struct sembuf *o = &operations[i];

			waits = o->sem_op == 0 ? values[o->sem_num] != 0 : values[o->sem_num] + o->sem_op < 0;
			if (waits)
				fails = o->sem_flg & IPC_NOWAIT ? EAGAIN : -1;
			else if (values[o->sem_num] + o->sem_op > MOST)
				fails = ERANGE;
			else
				values[o->sem_num] += o->sem_op;
		}
	if (!fails)
		for (int i = 0; i < SEMAPHORES; i++)
			s->values[i] = values[i];
	return fails;
}

/* The order that operations have with others. Inside a section. */
static void __heddle_order(struct __heddle_set *s, const struct sembuf *operations, size_t n, pid_t user)
{
	for (size_t i = 0; i < OPERATIONS; i++)
		if (i < n) {
			int *value = &s->values[operations[i].sem_num];

			if (operations[i].sem_op > 0)
				__heddle_send(value, 0);
			else if (operations[i].sem_op < 0)
				__heddle_recv(value, 0);
			if (operations[i].sem_op)
				__heddle_send(value, 1);
			else
				__heddle_recv(value, 1);
			s->users[operations[i].sem_num] = user;
		}
}

/* A wait with a time limit never blocks: see pthread_mutex_timedlock. */
int semtimedop(int id, struct sembuf *operations, size_t n, const struct timespec *timeout)
{
	struct sembuf own[OPERATIONS];
	int code, limited = timeout != 0;
	pid_t user = getpid();

	if (limited && (timeout->tv_sec < 0 || (unsigned long)timeout->tv_nsec >= 1000000000))
		return __heddle_error(EINVAL);
	if (n == 0)
		return __heddle_error(EINVAL);
	if (n > OPERATIONS)
		__heddle_unsupported("semop of more than 8 operations");
	for (size_t i = 0; i < OPERATIONS; i++)
		if (i < n) {
			own[i].sem_num = operations[i].sem_num;
			own[i].sem_op = operations[i].sem_op;
			own[i].sem_flg = operations[i].sem_flg;
			if (own[i].sem_flg & SEM_UNDO)
				HEDDLE_SHARE();
		}
	__heddle_atomic_begin();
	if (IS_SET(id))
		code = __heddle_try(&__heddle_sets[id], own, n);
	else /* it may have been removed while the thread waited */
		code = id >= 0 && id < __heddle_sets_made && __heddle_flip(HEDDLE_CHOOSE_WAKE) ? EIDRM : EINVAL;
	__heddle_block_until(code >= 0 || limited, HEDDLE_BLOCK_SEMAPHORE);
	if (code == 0)
		__heddle_order(&__heddle_sets[id], own, n, user);
	__heddle_atomic_end();
	return code ? __heddle_error(code < 0 ? EAGAIN : code) : 0;
}

int semop(int id, struct sembuf *operations, size_t n)
{
	return semtimedop(id, operations, n, 0);
}

union __heddle_semun {
	int val;
	struct semid_ds *buf;
	unsigned short *array;
};

/* Gets and sets all values. */
static int __heddle_all_values(int id, int sets, unsigned short *values)
{
	unsigned short own[SEMAPHORES] = {0};
	int n = 0, bad = 0;

	__heddle_atomic_begin();
	if (IS_SET(id))
		n = __heddle_sets[id].n;
	__heddle_atomic_end();
	if (n == 0)
		return __heddle_error(EINVAL);
	for (int i = 0; i < SEMAPHORES; i++)
		if (sets && i < n) {
			own[i] = values[i];
			bad |= values[i] > MOST;
		}
	if (bad)
		return __heddle_error(ERANGE);
	__heddle_atomic_begin();
	for (int i = 0; i < SEMAPHORES; i++)
		if (i < n) {
			int *value = &__heddle_sets[id].values[i];

			if (sets) {
				*value = own[i];
				__heddle_send(value, 0);
				__heddle_send(value, 1);
			} else {
				own[i] = (unsigned short)*value;
			}
		}
	__heddle_atomic_end();
	for (int i = 0; i < SEMAPHORES; i++)
		if (!sets && i < n)
			values[i] = own[i];
	return 0;
}

/* The number of threads that wait is any: whether one waits already is not known. */
int semctl(int id, int semaphore, int command, ...)
{
	struct semid_ds status = {.sem_perm.mode = 0600};
	union __heddle_semun arg = {0};
	int result = 0, code = 0, is_one, *value;
	va_list list;

	if (command == SETVAL || command == SETALL || command == GETALL || command == IPC_STAT || command == IPC_SET) {
		va_start(list, command);
		arg = va_arg(list, union __heddle_semun);
		va_end(list);
	}
	if (command == SETALL || command == GETALL)
		return __heddle_all_values(id, command == SETALL, arg.array);
	is_one = command == GETVAL || command == SETVAL || command == GETPID || command == GETNCNT || command == GETZCNT;
	if (!is_one && command != IPC_RMID && command != IPC_STAT && command != IPC_SET)
		return __heddle_error(EINVAL);
	if (command == SETVAL && (arg.val < 0 || arg.val > MOST))
		return __heddle_error(ERANGE);
	if (command == GETNCNT || command == GETZCNT)
		result = (int)__heddle_pick(0, MOST);
	__heddle_atomic_begin();
	if (!IS_SET(id) || (is_one && (semaphore < 0 || semaphore >= __heddle_sets[id].n))) {
		code = EINVAL;
	} else if (is_one) {
		value = &__heddle_sets[id].values[semaphore];
		if (command == GETVAL)
			result = *value;
		else if (command == GETPID)
			result = __heddle_sets[id].users[semaphore];
		else if (command == SETVAL) {
			*value = arg.val;
			__heddle_send(value, 0);
			__heddle_send(value, 1);
		}
	} else if (command == IPC_RMID) {
		__heddle_sets[id].exists = 0;
	} else {
		status.sem_nsems = (unsigned long)__heddle_sets[id].n;
	}
	__heddle_atomic_end();
	if (code)
		return __heddle_error(code);
	if (command == IPC_STAT)
		*arg.buf = status;
	return result;
}
