/* worksharing.c - loops, sections and single constructs of OpenMP (see team.h). */
#include "intrinsics.h"
#include "team.h"

/* The number of pieces in which a loop is handed out: chunks, or iterations. */
static unsigned long long __heddle_omp_pieces(const struct __heddle_omp_loop *l)
{
	return l->kind == HEDDLE_OMP_DYNAMIC && l->chunk > 1 ? (l->n - 1) / l->chunk + 1 : l->n;
}

/* Chooses the piece at which a loop starts, once for all threads. Inside a section. */
static void __heddle_omp_start(struct __heddle_omp_loop *l, struct __heddle_omp_work *w)
{
	if (l->kind == HEDDLE_OMP_STATIC || l->ordered || l->n < 2)
		return;
	if (!w->begun)
		w->start = __heddle_choose_range(0, __heddle_omp_pieces(l) - 1, HEDDLE_CHOOSE_NONDET);
	w->begun = 1;
	l->start = w->start;
}

/* The next worksharing construct of a task's team, a loop or, with null, another one. */
static struct __heddle_omp_work *__heddle_omp_next_work(struct __heddle_omp_task *t, const char *site, struct __heddle_omp_loop *l)
{
	struct __heddle_omp_work *w, *new = __heddle_alloc(sizeof *w, _Alignof(struct __heddle_omp_work), HEDDLE_ALLOC_MODEL);

	__heddle_atomic_begin();
	w = t->work ? t->work->next : t->team->works;
	__heddle_block_until(!w || (w->site == site && w->left == t->left), HEDDLE_BLOCK_CONDITION);
	if (!w) {
		w = new;
		w->next = 0;
		w->site = site;
		w->left = t->left;
		w->at = w->start = w->turn = w->passed = 0;
		w->begun = w->taken = 0;
		w->copies = 0;
		w->sources = 0;
		if (t->work)
			t->work->next = w;
		else
			t->team->works = w;
	}
	if (l && t->team->threads > 1)
		__heddle_omp_start(l, w);
	__heddle_atomic_end();
	t->work = w;
	return w;
}

static struct __heddle_omp_loop *__heddle_omp_new_loop(unsigned long long *memory, unsigned long long n, int kind, unsigned long long chunk)
{
	struct __heddle_omp_loop *l = (struct __heddle_omp_loop *)memory;

	l->n = n;
	l->ordered = kind / HEDDLE_OMP_ORDERED;
	l->kind = (unsigned char)(kind % HEDDLE_OMP_ORDERED);
	l->chunk = chunk;
	l->at = l->end = 0;
	l->rounds = 0;
	l->turn = 0;
	l->start = 0;
	__heddle_omp_self()->loop = l;
	return l;
}

void __heddle_omp_loop(unsigned long long *loop, const char *site, unsigned long long n, int kind, unsigned long long chunk)
{
	struct __heddle_omp_loop *l = __heddle_omp_new_loop(loop, n, kind, chunk);

	l->work = __heddle_omp_next_work(__heddle_omp_me, site, l);
}

/* Loops of several teams that share their iterations: each team begins with the construct around it. */
void __heddle_omp_part(unsigned long long *part, const char *site)
{
	((struct __heddle_omp_loop *)part)->work = __heddle_omp_next_work(__heddle_omp_self(), site, 0);
}

void __heddle_omp_parted(unsigned long long *loop, unsigned long long *part, unsigned long long n, int kind, unsigned long long chunk)
{
	struct __heddle_omp_loop *l = __heddle_omp_new_loop(loop, n, kind, chunk);

	if (l->kind == HEDDLE_OMP_STATIC)
		l->kind = HEDDLE_OMP_ANY;
	l->work = ((struct __heddle_omp_loop *)part)->work;
	__heddle_atomic_begin();
	__heddle_omp_start(l, l->work);
	__heddle_atomic_end();
}

/* The chunk of a static schedule, by the thread and the round. */
static int __heddle_omp_static(struct __heddle_omp_loop *l, const struct __heddle_omp_task *t)
{
	unsigned long long threads = t->team->threads, number = t->number, size;

	if (l->chunk == 0) {
		size = l->n / threads;
		if (l->rounds++)
			return 0;
		l->at = number * size + (number < l->n % threads ? number : l->n % threads);
		l->end = l->at + size + (number < l->n % threads);
		return l->at < l->end;
	}
	l->at = (number + l->rounds * threads) * l->chunk;
	l->rounds++;
	l->end = l->n - l->at < l->chunk ? l->n : l->at + l->chunk;
	return l->at < l->n;
}

/* Takes the next chunk. Positions count from the loop's start. */
static int __heddle_omp_take(struct __heddle_omp_loop *l)
{
	struct __heddle_omp_task *t = __heddle_omp_me;
	unsigned long long pieces, length = 1, at;

	if (l->n == 0)
		return 0;
	if (l->kind == HEDDLE_OMP_STATIC)
		return __heddle_omp_static(l, t);
	pieces = __heddle_omp_pieces(l);
	if (l->rounds == pieces)
		return 0;
	__heddle_atomic_begin();
	at = l->work->at;
	if (l->kind != HEDDLE_OMP_DYNAMIC && pieces > at + 1)
		length = __heddle_choose_range(1, pieces - at, HEDDLE_CHOOSE_NONDET);
	if (at < pieces)
		l->work->at = at + length;
	__heddle_atomic_end();
	if (at >= pieces)
		return 0;
	l->at = at;
	l->end = l->rounds = at + length;
	return 1;
}

/* Takes an iteration, whose number is then the loop's first word, or returns -1. */
static unsigned long long __heddle_omp_iteration(struct __heddle_omp_loop *l)
{
	unsigned long long k;

	if (l->kind == HEDDLE_OMP_DYNAMIC && l->chunk > 1) {
		if (l->turn == 0) {
			unsigned long long pieces = __heddle_omp_pieces(l), piece;

			if (!__heddle_omp_take(l))
				return -1ULL;
			piece = l->start + l->at;
			if (piece >= pieces)
				piece -= pieces;
			l->at = piece * l->chunk;
			l->end = l->n - l->at < l->chunk ? l->n : l->at + l->chunk;
		}
		l->k = l->at++;
		l->turn = l->at < l->end;
		return l->k;
	}
	if (l->at == l->end && !__heddle_omp_take(l))
		return -1ULL;
	k = l->at++;
	if (l->kind == HEDDLE_OMP_ANY || l->kind == HEDDLE_OMP_DYNAMIC) {
		k += l->start;
		if (k >= l->n)
			k -= l->n;
	}
	l->k = k;
	return k;
}

/*
 * For loops that all threads of the team leave before one begins the construct again, because of a barrier or the region's end. The
 * static proofs rely on the role. The iteration variable has the given width in bytes and can hold its values. In a nest of two loops, whose
 * variables have one width, it is negative; with 0 the variables are unknown.
 */
__heddle_role(take, loop)
unsigned long long __heddle_omp_next(unsigned long long *loop, int width)
{
	(void)width;
	return __heddle_omp_iteration((struct __heddle_omp_loop *)loop);
}

/*
 * For loops that a thread may begin again while others are in them. The static proofs rely on the role: threads that begin the loop once
 * take different iterations.
 */
__heddle_role(takeonce, loop)
unsigned long long __heddle_omp_next_nowait(unsigned long long *loop, int width)
{
	(void)width;
	return __heddle_omp_iteration((struct __heddle_omp_loop *)loop);
}

/* For loops of several teams that share their iterations. */
unsigned long long __heddle_omp_next_part(unsigned long long *loop)
{
	return __heddle_omp_iteration((struct __heddle_omp_loop *)loop);
}

/*
 * For loops of two lanes with the clause safelen: lanes execute iterations beside each other whose numbers differ by less than length
 * (10.4). One group of so many iterations is handed out to both. The first lane executes those before and behind it alone.
 */
unsigned long long __heddle_omp_next_lane(unsigned long long *loop, unsigned long long length)
{
	struct __heddle_omp_loop *l = (struct __heddle_omp_loop *)loop;
	struct __heddle_omp_task *t = __heddle_omp_me;
	unsigned long long at;

	if (l->rounds == 0) {
		if (t->number == 0 && l->at < l->start)
			return l->at++;
		__heddle_omp_barrier();
		l->rounds = 1;
	}
	if (l->rounds == 1) {
		__heddle_atomic_begin();
		at = l->work->at++;
		__heddle_atomic_end();
		if (at < length && at < l->n - l->start)
			return l->start + at;
		__heddle_omp_barrier();
		l->rounds = 2;
		l->at = length < l->n - l->start ? l->start + length : l->n;
	}
	return t->number == 0 && l->at < l->n ? l->at++ : -1ULL;
}

/* Gives a loop a record of the iterations that have passed a source, for a nest of n iterations. Once for all threads. */
void __heddle_omp_cross(unsigned long long *loop, unsigned long long n)
{
	struct __heddle_omp_work *w = ((struct __heddle_omp_loop *)loop)->work;
	unsigned long long words = n / 64 + 1, i, *new = __heddle_alloc(words * sizeof *new, _Alignof(unsigned long long), HEDDLE_ALLOC_MODEL);

	__heddle_atomic_begin();
	if (!w->sources) {
		for (i = 0; i < words; i++)
			new[i] = 0;
		w->sources = new;
	}
	__heddle_atomic_end();
}

/* Iterations that wait for iteration k go on. */
void __heddle_omp_source(unsigned long long *loop, unsigned long long k)
{
	struct __heddle_omp_work *w = ((struct __heddle_omp_loop *)loop)->work;

	__heddle_atomic_begin();
	w->sources[k / 64] |= 1ULL << k % 64;
	__heddle_send(w, (long long)k);
	__heddle_atomic_end();
}

/* Waits for iteration k. */
void __heddle_omp_sink(unsigned long long *loop, unsigned long long k)
{
	struct __heddle_omp_work *w = ((struct __heddle_omp_loop *)loop)->work;

	__heddle_atomic_begin();
	__heddle_block_until(w->sources[k / 64] >> k % 64 & 1, HEDDLE_BLOCK_CONDITION);
	__heddle_recv(w, (long long)k);
	__heddle_atomic_end();
}

/* Begins an ordered region: all earlier iterations have ended theirs, or have ended without one. */
void __heddle_omp_ordered(void)
{
	struct __heddle_omp_loop *l = __heddle_omp_self()->loop;

	if (!l || !l->ordered)
		__heddle_unsupported("an ordered construct outside of a loop with the clause ordered");
	__heddle_atomic_begin();
	__heddle_block_until(l->work->turn == l->k, HEDDLE_BLOCK_CONDITION);
	__heddle_recv(l->work, 0);
	__heddle_atomic_end();
}

/* An iteration has no ordered region any more. Inside a section. */
static void __heddle_omp_pass(struct __heddle_omp_loop *l)
{
	struct __heddle_omp_work *w = l->work;

	if (l->k - w->turn >= 64)
		__heddle_limit("iterations before an ordered region");
	w->passed |= 1ULL << (l->k - w->turn);
	while (w->passed & 1) {
		w->turn++;
		w->passed >>= 1;
	}
}

void __heddle_omp_ordered_end(void)
{
	struct __heddle_omp_loop *l = __heddle_omp_self()->loop;

	__heddle_atomic_begin();
	__heddle_omp_pass(l);
	__heddle_send(l->work, 0);
	__heddle_atomic_end();
}

/* The end of an iteration, which may have had an ordered region. It orders nothing. */
void __heddle_omp_iterated(void)
{
	struct __heddle_omp_loop *l = __heddle_omp_self()->loop;

	__heddle_atomic_begin();
	if (l->work->turn <= l->k)
		__heddle_omp_pass(l);
	__heddle_atomic_end();
}

/* Whether the thread is the first of its team at a construct. The static proofs rely on the role, for threads that come there once. */
__heddle_role(takeonce, team)
int __heddle_omp_single_nowait(const char *site)
{
	struct __heddle_omp_work *w = __heddle_omp_next_work(__heddle_omp_self(), site, 0);
	int first;

	__heddle_atomic_begin();
	first = !w->taken;
	w->taken = 1;
	__heddle_atomic_end();
	return first;
}

/* Of a construct with a barrier: the static proofs rely on the role. */
__heddle_role(take, team)
int __heddle_omp_single(const char *site)
{
	return __heddle_omp_single_nowait(site);
}

/* Hands the places of copyprivate variables over; the one thread that has executed the construct gives them. */
void **__heddle_omp_give(void **places)
{
	struct __heddle_omp_work *w = __heddle_omp_self()->work;

	if (places) {
		__heddle_atomic_begin();
		w->copies = places;
		__heddle_atomic_end();
	}
	__heddle_omp_barrier();
	__heddle_atomic_begin();
	places = w->copies;
	__heddle_atomic_end();
	return places;
}
