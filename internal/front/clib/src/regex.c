/*
 * regex.c - <regex.h> in the "C" locale. An expression becomes a program of a machine that tries all ways to match and
 * keeps the longest, the first of several: R. Cox, "Regular Expression Matching: the Virtual Machine Approach", 2009. It
 * grows with the bounds of repetitions. Parts of the match are those of the first longest way, greedy ways first.
 */
#include <ctype.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wctype.h>
#include "intrinsics.h"

enum { CHARACTER, ANY, SET, BEGIN, END, OPEN, CLOSE, BACK, SPLIT, JUMP, STAR, FOUND };
enum { GROUPS = 10, NODES = 512, MOST = 255 };

/* Whether an alternative begins here, or begins behind its circumflex, which is an anchor once in basic expressions. */
enum { ANCHORS = 1, ANCHORED };

/* An instruction: a split goes on at x and at y. A star does so unless it was just here. */
struct __heddle_step {
	char kind;
	unsigned char c;
	int x;
	int y;
	const char *set; /* of SET: behind its bracket; of STAR: not null if the atom stands before it, too */
};

struct __heddle_regex {
	int flags;
	int stars;
	struct __heddle_step code[NODES];
	char pattern[];
};

/* A parse without code only finds the end of its pattern. */
struct __heddle_parse {
	const char *p;
	const char *start;
	int flags;
	int groups; /* opened */
	int closed; /* bits */
	int depth;
	int error;
	struct __heddle_regex *to;
	int emits;
	int n;
};

static int __heddle_emit(struct __heddle_parse *r, int kind, int c, int x, int y)
{
	if (!r->emits)
		return 0;
	if (r->n == NODES)
		__heddle_unsupported("regular expression with more than 512 steps");
	r->to->code[r->n] = (struct __heddle_step){(char)kind, (unsigned char)c, x, y, r->p};
	return r->n++;
}

static void __heddle_alternatives(struct __heddle_parse *r);

static int __heddle_extended(const struct __heddle_parse *r)
{
	return r->flags & REG_EXTENDED;
}

/* Whether an operator is here, which has a backslash in basic expressions. */
static int __heddle_at(const struct __heddle_parse *r, char c)
{
	return __heddle_extended(r) ? *r->p == c : r->p[0] == '\\' && r->p[1] == c;
}

static void __heddle_skip(struct __heddle_parse *r)
{
	r->p += __heddle_extended(r) ? 1 : 2;
}

static int __heddle_class_of(const char **p, char *name)
{
	int n = 0;

	for (*p += 2; **p && **p != ':'; ++*p)
		if (n < 7) /* no class has so many letters */
			name[n++] = **p;
	name[n] = 0;
	if ((*p)[0] != ':' || (*p)[1] != ']')
		return 0;
	*p += 2;
	return 1;
}

/* Checks a bracket expression, and moves behind it. */
static void __heddle_bracket(struct __heddle_parse *r)
{
	const char *p = r->p;
	char name[8];

	p += *p == '^';
	for (int first = 1; first || *p != ']'; first = 0) {
		unsigned char from = (unsigned char)*p;

		if (!*p) {
			r->error = REG_EBRACK;
			return;
		}
		if (p[0] == '[' && p[1] == ':') {
			if (!__heddle_class_of(&p, name)) {
				r->error = REG_EBRACK;
				return;
			}
			if (!wctype(name)) {
				r->error = REG_ECTYPE;
				return;
			}
			continue;
		}
		if (p[0] == '[' && (p[1] == '.' || p[1] == '='))
			__heddle_unsupported("collating element in a regular expression");
		p++;
		if (p[0] == '-' && p[1] && p[1] != ']') {
			if ((unsigned char)p[1] < from) {
				r->error = REG_ERANGE;
				return;
			}
			p += 2;
		}
	}
	r->p = p + 1;
}

static void __heddle_atom(struct __heddle_parse *r)
{
	char c = *r->p;

	if (__heddle_at(r, '(')) {
		int group = ++r->groups;

		__heddle_skip(r);
		__heddle_emit(r, OPEN, 0, group, 0);
		r->depth++;
		__heddle_alternatives(r);
		r->depth--;
		if (r->error)
			return;
		if (!__heddle_at(r, ')')) {
			r->error = REG_EPAREN;
			return;
		}
		__heddle_skip(r);
		if (group < GROUPS)
			r->closed |= 1 << group;
		__heddle_emit(r, CLOSE, 0, group, 0);
	} else if (c == '[') {
		r->p++;
		__heddle_emit(r, SET, 0, 0, 0);
		__heddle_bracket(r);
	} else if (c == '.') {
		r->p++;
		__heddle_emit(r, ANY, 0, 0, 0);
	} else if (c == '\\') {
		c = r->p[1];
		if (!c) {
			r->error = REG_EESCAPE;
			return;
		}
		r->p += 2;
		if (c >= '1' && c <= '9') {
			if (!(r->closed & 1 << (c - '0')))
				r->error = REG_ESUBREG;
			__heddle_emit(r, BACK, 0, c - '0', 0);
			return;
		}
		if (isalpha((unsigned char)c) || c == '<' || c == '>' || c == '`' || c == '\'')
			__heddle_unsupported("GNU's operator in a regular expression");
		__heddle_emit(r, CHARACTER, c, 0, 0);
	} else {
		r->p++;
		__heddle_emit(r, CHARACTER, c, 0, 0);
	}
}

/* A repetition behind an atom, if there is one: from least to most, or without end if most is -1. */
static int __heddle_repetition(struct __heddle_parse *r, int *least, int *most)
{
	if (*r->p == '*' || __heddle_at(r, '+') || __heddle_at(r, '?')) {
		char c = *r->p == '\\' ? r->p[1] : *r->p;

		if (c == '*')
			r->p++;
		else
			__heddle_skip(r);
		*least = c == '+';
		*most = c == '?' ? 1 : -1;
		return 1;
	}
	if (!__heddle_at(r, '{'))
		return 0;
	__heddle_skip(r);
	*least = *most = 0;
	if (!isdigit((unsigned char)*r->p) && *r->p != ',') {
		while (*r->p && *r->p != ',' && !__heddle_at(r, '}'))
			r->p++;
		r->error = *r->p ? REG_BADBR : REG_EBRACE;
		return 0;
	}
	for (; isdigit((unsigned char)*r->p) && *least <= MOST; r->p++)
		*least = *least * 10 + (*r->p - '0');
	*most = *least;
	if (*r->p == ',') {
		r->p++;
		*most = isdigit((unsigned char)*r->p) ? 0 : -1;
		for (; isdigit((unsigned char)*r->p) && *most <= MOST; r->p++)
			*most = *most * 10 + (*r->p - '0');
	}
	if (!__heddle_at(r, '}'))
		r->error = *r->p ? REG_BADBR : REG_EBRACE;
	else if (*most >= 0 && *most < *least)
		r->error = REG_BADBR;
	else if (*least > MOST || *most > MOST)
		__heddle_unsupported("regular expression with more than 255 repetitions");
	else
		__heddle_skip(r);
	return !r->error;
}

/* Parses an atom again, from its beginning, and emits it. */
static void __heddle_again(struct __heddle_parse *r, const char *from, int groups)
{
	r->p = from;
	r->groups = groups;
	__heddle_atom(r);
}

static void __heddle_piece(struct __heddle_parse *r)
{
	const char *from = r->p, *end;
	int groups = r->groups, after, least, most, emits = r->emits, splits = 0, first;

	r->emits = 0;
	__heddle_atom(r);
	end = r->p;
	after = r->groups;
	if (!r->error && !__heddle_repetition(r, &least, &most))
		least = most = 1;
	r->emits = emits;
	if (r->error)
		return;
	if (!(least == 1 && most == 1))
		end = r->p;
	if (*end == '*' || (__heddle_extended(r) && (*end == '+' || *end == '?' || *end == '{')))
		__heddle_unsupported("repetition of a repetition in a regular expression");
	if (emits) {
		for (int i = 0; i < least; i++)
			__heddle_again(r, from, groups);
		if (most < 0) {
			first = __heddle_emit(r, STAR, 0, 0, 0);
			r->to->code[first].c = (unsigned char)r->to->stars++;
			r->to->code[first].set = least ? from : 0;
			__heddle_again(r, from, groups);
			__heddle_emit(r, JUMP, 0, first, 0);
			r->to->code[first].x = first + 1;
			r->to->code[first].y = r->n;
		}
		first = r->n;
		for (int i = least; i < most; i++, splits++) {
			int split = __heddle_emit(r, SPLIT, 0, 0, -2);

			r->to->code[split].x = split + 1;
			__heddle_again(r, from, groups);
		}
		for (int i = first; splits > 0; i++)
			if (r->to->code[i].kind == SPLIT && r->to->code[i].y == -2) {
				r->to->code[i].y = r->n;
				splits--;
			}
	}
	r->p = end;
	r->groups = after;
}

/* Whether a dollar sign or circumflex here is an anchor. */
static int __heddle_ends_here(struct __heddle_parse *r)
{
	const char *p = r->p + 1;

	return __heddle_extended(r) || !*p || (p[0] == '\\' && (p[1] == ')' || p[1] == '|'));
}

static void __heddle_alternatives(struct __heddle_parse *r)
{
	int split = __heddle_emit(r, SPLIT, 0, r->n + 1, -1), jumps = -1, starts = ANCHORS;

	while (!r->error) {
		if (__heddle_at(r, '|')) {
			__heddle_skip(r);
			jumps = __heddle_emit(r, JUMP, 0, jumps, 0);
			if (r->emits)
				r->to->code[split].y = r->n;
			split = __heddle_emit(r, SPLIT, 0, r->n + 1, -1);
			starts = ANCHORS;
		} else if (!*r->p || (__heddle_at(r, ')') && (r->depth || !__heddle_extended(r)))) {
			break;
		} else if (*r->p == '^' && (starts == ANCHORS || __heddle_extended(r))) {
			r->p++;
			__heddle_emit(r, BEGIN, 0, 0, 0);
			if (starts)
				starts = ANCHORED;
		} else if (*r->p == '$' && __heddle_ends_here(r)) {
			r->p++;
			__heddle_emit(r, END, 0, 0, 0);
			starts = 0;
		} else if (starts && __heddle_extended(r) && (*r->p == '*' || *r->p == '+' || *r->p == '?' || *r->p == '{')) {
			r->error = REG_BADRPT;
		} else if (starts && *r->p == '*') {
			r->p++;
			__heddle_emit(r, CHARACTER, '*', 0, 0);
			starts = 0;
		} else {
			__heddle_piece(r);
			starts = 0;
		}
	}
	while (r->emits && jumps >= 0) {
		int next = r->to->code[jumps].x;

		r->to->code[jumps].x = r->n;
		jumps = next;
	}
}

int regcomp(regex_t *restrict to, const char *restrict pattern, int flags)
{
	size_t size = sizeof(struct __heddle_regex) + strlen(pattern) + 1;
	struct __heddle_regex *x = __heddle_alloc(size, sizeof(void *), HEDDLE_ALLOC_MODEL);
	struct __heddle_parse r = {strcpy(x->pattern, pattern), x->pattern, flags, 0, 0, 0, 0, x, 1, 0};

	x->flags = flags;
	x->stars = 0;
	__heddle_alternatives(&r);
	if (!r.error && *r.p)
		r.error = REG_EPAREN;
	__heddle_emit(&r, FOUND, 0, 0, 0);
	if (r.error) {
		__heddle_free(x);
		return r.error;
	}
	to->__program = x;
	to->re_nsub = (size_t)r.groups;
	return 0;
}

void regfree(regex_t *x)
{
	if (x->__program)
		__heddle_free(x->__program);
	x->__program = 0;
}

/* A run of the machine: groups have their beginnings, and their ends behind those. */
struct __heddle_match {
	const struct __heddle_regex *x;
	const char *start;
	const char *best;
	int flags;
	regmatch_t groups[GROUPS];
	regmatch_t found[GROUPS];
	const char *star[NODES / 3 + 1]; /* where the last round of a star began */
	int rounds[NODES / 3 + 1];
};

static int __heddle_equal(const struct __heddle_match *m, char a, char b)
{
	return a == b || (m->x->flags & REG_ICASE && tolower((unsigned char)a) == tolower((unsigned char)b));
}

static int __heddle_in_expression(const char *p, unsigned char c)
{
	int found = 0;
	char name[8];

	for (int first = 1; first || *p != ']'; first = 0) {
		unsigned char from = (unsigned char)*p, to = from;

		if (p[0] == '[' && p[1] == ':') {
			__heddle_class_of(&p, name);
			found |= iswctype(c, wctype(name)) != 0;
			continue;
		}
		p++;
		if (p[0] == '-' && p[1] != ']') {
			to = (unsigned char)p[1];
			p += 2;
		}
		found |= c >= from && c <= to;
	}
	return found;
}

static int __heddle_in_set(const struct __heddle_match *m, const char *set, char c)
{
	int not = *set == '^', found;

	if (c == '\n' && m->x->flags & REG_NEWLINE && not)
		return 0;
	set += not;
	found = __heddle_in_expression(set, (unsigned char)c);
	if (m->x->flags & REG_ICASE)
		found = __heddle_in_expression(set, (unsigned char)tolower((unsigned char)c)) ||
			__heddle_in_expression(set, (unsigned char)toupper((unsigned char)c));
	return found != not;
}

static void __heddle_step(struct __heddle_match *m, int at, const char *s)
{
	for (;;) {
		const struct __heddle_step *i = &m->x->code[at++];
		int lines = m->x->flags & REG_NEWLINE;
		regoff_t *place, before;
		const char *was;
		int rounds;

		switch (i->kind) {
		case CHARACTER:
			if (!*s || !__heddle_equal(m, (char)i->c, *s))
				return;
			s++;
			break;
		case ANY:
			if (!*s || (*s == '\n' && lines))
				return;
			s++;
			break;
		case SET:
			if (!*s || !__heddle_in_set(m, i->set, *s))
				return;
			s++;
			break;
		case BEGIN:
			if (!(s == m->start ? !(m->flags & REG_NOTBOL) : lines && s[-1] == '\n'))
				return;
			break;
		case END:
			if (!(*s ? lines && *s == '\n' : !(m->flags & REG_NOTEOL)))
				return;
			break;
		case OPEN:
		case CLOSE:
			if (i->x >= GROUPS)
				break;
			place = i->kind == OPEN ? &m->groups[i->x].rm_so : &m->groups[i->x].rm_eo;
			before = *place;
			*place = (regoff_t)(s - m->start);
			__heddle_step(m, at, s);
			*place = before;
			return;
		case BACK:
			for (regoff_t k = m->groups[i->x].rm_so; k < m->groups[i->x].rm_eo; k++, s++)
				if (!*s || !__heddle_equal(m, m->start[k], *s))
					return;
			if (m->groups[i->x].rm_eo < 0)
				return;
			break;
		case SPLIT:
			if (i->y >= 0) {
				__heddle_step(m, i->x, s);
				at = i->y;
			}
			break;
		case JUMP:
			at = i->x;
			break;
		case STAR:
			was = m->star[i->c];
			rounds = m->rounds[i->c];
			/* A round that matches nothing: only the first one counts, and only without atoms before. */
			if (was == s && (rounds > 1 || i->set))
				return;
			if (was != s) {
				m->star[i->c] = s;
				m->rounds[i->c] = rounds + 1;
				__heddle_step(m, i->x, s);
			}
			m->star[i->c] = 0; /* a later round of a star around this one begins anew */
			m->rounds[i->c] = 0;
			__heddle_step(m, i->y, s);
			m->star[i->c] = was;
			m->rounds[i->c] = rounds;
			return;
		case FOUND:
			if (!m->best || s > m->best) {
				m->best = s;
				for (int k = 1; k < GROUPS; k++)
					m->found[k] = m->groups[k];
			}
			return;
		}
	}
}

int regexec(const regex_t *restrict expression, const char *restrict s, size_t n, regmatch_t matches[restrict],
	    int flags)
{
	struct __heddle_match m;
	size_t start = 0, length = strlen(s);

	m.x = expression->__program;
	m.start = s;
	m.best = 0;
	m.flags = flags;
	for (int k = 0; k < m.x->stars; k++)
		m.star[k] = 0, m.rounds[k] = 0;
	for (int k = 1; k < GROUPS; k++)
		m.groups[k].rm_so = m.groups[k].rm_eo = -1;
	for (; start <= length && !m.best; start++)
		__heddle_step(&m, 0, s + start);
	if (!m.best)
		return REG_NOMATCH;
	if (m.x->flags & REG_NOSUB)
		return 0;
	m.found[0].rm_so = (regoff_t)(start - 1);
	m.found[0].rm_eo = (regoff_t)(m.best - s);
	for (size_t k = 0; k < n; k++) {
		matches[k].rm_so = matches[k].rm_eo = -1;
		if (k < GROUPS && m.found[k].rm_eo >= 0)
			matches[k] = m.found[k];
	}
	return 0;
}

size_t regerror(int code, const regex_t *restrict expression, char *restrict text, size_t n)
{
	static const char *const __heddle_texts[] = {"Success", "No match", "Invalid regular expression",
		"Invalid collation character", "Invalid character class name", "Trailing backslash", "Invalid back reference",
		"Unmatched [, [^, [:, [., or [=", "Unmatched ( or \\(", "Unmatched \\{", "Invalid content of \\{\\}",
		"Invalid range end", "Memory exhausted", "Invalid preceding regular expression"};

	(void)expression;
	if (code < 0 || code > REG_BADRPT)
		abort(); /* as glibc does */
	return (size_t)snprintf(text, n, "%s", __heddle_texts[code]) + 1;
}
