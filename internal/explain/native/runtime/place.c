/*
 * place.c - the line table (DWARF 2 to 5) and the symbols of the program's own ELF
 * file. Format: DWARF Debugging Information Format 5, 2017, section 6.2; System V
 * ABI, chapter 4. Unreadable parts are skipped: their places are unknown.
 */
#include "place.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if UINTPTR_MAX > 0xffffffff
typedef Elf64_Ehdr elf_header;
typedef Elf64_Shdr elf_section;
typedef Elf64_Sym elf_symbol;
#define SYMBOL_TYPE ELF64_ST_TYPE
#else
typedef Elf32_Ehdr elf_header;
typedef Elf32_Shdr elf_section;
typedef Elf32_Sym elf_symbol;
#define SYMBOL_TYPE ELF32_ST_TYPE
#endif

struct row {
	uintptr_t address;
	const char *file;
	int line; /* 0: the end of a sequence */
	size_t order;
};

struct symbol {
	uintptr_t begin, size;
	const char *name;
};

struct symbols {
	struct symbol *list;
	size_t count;
};

static struct row *rows;
static size_t row_count, row_room;
static struct symbols functions, variables;
static uintptr_t bias; /* where the program was loaded, relative to its file */

static void *grow(void *list, size_t size)
{
	list = realloc(list, size);
	if (list == NULL)
		abort();
	return list;
}

const char *heddle_base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* A part of a section that is read from the front. */
struct reader {
	const unsigned char *at, *end;
};

static uint64_t read_fixed(struct reader *r, int n)
{
	uint64_t v = 0;
	int i;

	if (r->end - r->at < n) {
		r->at = r->end;
		return 0;
	}
	for (i = 0; i < n; i++)
		v |= (uint64_t)r->at[i] << (8 * i); /* little endian: the others are not read */
	r->at += n;
	return v;
}

static uint64_t read_leb(struct reader *r, int is_signed)
{
	uint64_t v = 0;
	int shift = 0;
	unsigned char byte;

	do {
		if (r->at >= r->end)
			return 0;
		byte = *r->at++;
		if (shift < 64)
			v |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80);
	if (is_signed && shift < 64 && (byte & 0x40))
		v |= ~(uint64_t)0 << shift;
	return v;
}

static const char *read_string(struct reader *r)
{
	const char *s = (const char *)r->at;
	const unsigned char *nul = memchr(r->at, 0, (size_t)(r->end - r->at));

	if (nul == NULL) {
		r->at = r->end;
		return "";
	}
	r->at = nul + 1;
	return s;
}

struct section {
	const unsigned char *data;
	size_t size;
};

static struct section line_section, string_section, line_string_section;

static const char *string_at(struct section s, uint64_t offset)
{
	struct reader r = { s.data + offset, s.data + s.size };

	return offset < s.size ? read_string(&r) : "";
}

/* Reads a value of a form; returns its text if it is one. */
static const char *read_form(struct reader *r, unsigned form, int offset_size)
{
	uint64_t n;

	switch (form) {
	case 0x08: return read_string(r);                                                /* string */
	case 0x0e: return string_at(string_section, read_fixed(r, offset_size));         /* strp */
	case 0x1f: return string_at(line_string_section, read_fixed(r, offset_size));    /* line_strp */
	case 0x0b: n = 1; break;                                                         /* data1 */
	case 0x05: n = 2; break;                                                         /* data2 */
	case 0x06: n = 4; break;                                                         /* data4 */
	case 0x07: n = 8; break;                                                         /* data8 */
	case 0x1e: n = 16; break;                                                        /* data16 */
	case 0x09: n = read_leb(r, 0); break;                                            /* block */
	case 0x0f: read_leb(r, 0); return "";                                            /* udata */
	default: r->at = r->end; return "";
	}
	if ((uint64_t)(r->end - r->at) < n)
		r->at = r->end;
	else
		r->at += n;
	return "";
}

struct files {
	const char **list;
	size_t count;
};

static void add_file(struct files *f, const char *name)
{
	f->list = grow(f->list, (f->count + 1) * sizeof *f->list);
	f->list[f->count++] = heddle_base_name(name);
}

/* The directories, which are of no interest, and the files of a version 5 table. */
static void read_entries(struct reader *r, int offset_size, struct files *out)
{
	unsigned formats = (unsigned)read_fixed(r, 1), types[32][2], i;
	uint64_t count;

	for (i = 0; i < formats && i < 32; i++) {
		types[i][0] = (unsigned)read_leb(r, 0);
		types[i][1] = (unsigned)read_leb(r, 0);
	}
	for (count = read_leb(r, 0); count > 0 && r->at < r->end; count--) {
		const char *name = "";

		for (i = 0; i < formats && i < 32; i++) {
			const char *text = read_form(r, types[i][1], offset_size);

			if (types[i][0] == 1)
				name = text;
		}
		if (out)
			add_file(out, name);
	}
}

static void add_row(uintptr_t address, const char *file, int line)
{
	if (row_count == row_room) {
		row_room = row_room ? 2 * row_room : 4096;
		rows = grow(rows, row_room * sizeof *rows);
	}
	rows[row_count].address = address;
	rows[row_count].file = file;
	rows[row_count].line = line;
	rows[row_count].order = row_count;
	row_count++;
}

struct program {
	unsigned char least, opcode_base, line_range;
	signed char line_base;
	const unsigned char *lengths; /* of the standard opcodes, from 1 */
	struct files files;
	unsigned first_file; /* what number the first has */
};

static void run_program(struct reader r, const struct program *p)
{
	uint64_t address = 0, file = 1, line = 1, n;

#define EMIT(l) add_row((uintptr_t)address, file - p->first_file < p->files.count ? p->files.list[file - p->first_file] : "", (int)(l))
	while (r.at < r.end) {
		unsigned op = (unsigned)read_fixed(&r, 1);

		if (op >= p->opcode_base) {
			op -= p->opcode_base;
			address += (uint64_t)(op / p->line_range) * p->least;
			line += (uint64_t)(int64_t)(p->line_base + (int)(op % p->line_range));
			EMIT(line);
			continue;
		}
		switch (op) {
		case 0: { /* extended */
			uint64_t length = read_leb(&r, 0);
			const unsigned char *next = r.at + length;

			if (length == 0 || length > (uint64_t)(r.end - r.at))
				return;
			switch (read_fixed(&r, 1)) {
			case 1: /* end_sequence */
				EMIT(0);
				address = 0, file = 1, line = 1;
				break;
			case 2: /* set_address */
				address = read_fixed(&r, (int)length - 1);
				break;
			}
			r.at = next;
			break;
		}
		case 1: EMIT(line); break;
		case 2: address += read_leb(&r, 0) * p->least; break;
		case 3: line += read_leb(&r, 1); break;
		case 4: file = read_leb(&r, 0); break;
		case 8: address += (uint64_t)((255 - p->opcode_base) / p->line_range) * p->least; break;
		case 9: address += read_fixed(&r, 2); break;
		default:
			for (n = p->lengths[op - 1]; n > 0; n--)
				read_leb(&r, 0);
		}
	}
#undef EMIT
}

/* A unit's table; r begins behind its length. */
static void read_unit(struct reader r, int offset_size)
{
	struct program p = { 0 };
	struct reader header;
	unsigned version = (unsigned)read_fixed(&r, 2);
	uint64_t length;

	if (version < 2 || version > 5)
		return;
	if (version >= 5)
		read_fixed(&r, 2); /* sizes of addresses and segments */
	length = read_fixed(&r, offset_size);
	if (length > (uint64_t)(r.end - r.at))
		return;
	header = r;
	header.end = r.at + length;
	r.at += length;
	p.least = (unsigned char)read_fixed(&header, 1);
	if (version >= 4)
		read_fixed(&header, 1);
	read_fixed(&header, 1);
	p.line_base = (signed char)read_fixed(&header, 1);
	p.line_range = (unsigned char)read_fixed(&header, 1);
	p.opcode_base = (unsigned char)read_fixed(&header, 1);
	p.lengths = header.at;
	if (p.line_range == 0 || p.opcode_base == 0 || header.end - header.at < p.opcode_base - 1)
		return;
	header.at += p.opcode_base - 1;
	if (version >= 5) {
		read_entries(&header, offset_size, NULL);
		read_entries(&header, offset_size, &p.files);
	} else {
		p.first_file = 1;
		while (*read_string(&header))
			;
		while (header.at < header.end && *header.at) {
			add_file(&p.files, read_string(&header));
			read_leb(&header, 0);
			read_leb(&header, 0);
			read_leb(&header, 0);
		}
	}
	run_program(r, &p);
}

static void read_lines(void)
{
	struct reader all = { line_section.data, line_section.data + line_section.size };

	while (all.end - all.at > 4) {
		struct reader unit;
		int offset_size = 4;
		uint64_t length = read_fixed(&all, 4);

		if (length == 0xffffffff) {
			offset_size = 8;
			length = read_fixed(&all, 8);
		}
		if (length > (uint64_t)(all.end - all.at))
			return;
		unit = all;
		unit.end = all.at + length;
		all.at += length;
		read_unit(unit, offset_size);
	}
}

static int by_address(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	if ((x->line == 0) != (y->line == 0))
		return x->line == 0 ? -1 : 1; /* a sequence may begin where another ends */
	return x->order < y->order ? -1 : 1;
}

static int by_begin(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	return x->begin < y->begin ? -1 : x->begin > y->begin;
}

static void add_symbol(struct symbols *s, const elf_symbol *from, const char *name)
{
	s->list = grow(s->list, (s->count + 1) * sizeof *s->list);
	s->list[s->count].begin = from->st_value;
	s->list[s->count].size = from->st_size;
	s->list[s->count].name = name;
	s->count++;
}

static void read_symbols(struct section symbols, struct section names)
{
	const elf_symbol *s = (const elf_symbol *)(const void *)symbols.data;
	size_t n = symbols.size / sizeof *s;

	for (; n > 0; n--, s++) {
		if (s->st_name >= names.size || s->st_shndx == SHN_UNDEF)
			continue;
		if (SYMBOL_TYPE(s->st_info) == STT_OBJECT)
			add_symbol(&variables, s, (const char *)names.data + s->st_name);
		if (SYMBOL_TYPE(s->st_info) == STT_FUNC)
			add_symbol(&functions, s, (const char *)names.data + s->st_name);
	}
	qsort(functions.list, functions.count, sizeof *functions.list, by_begin);
	qsort(variables.list, variables.count, sizeof *variables.list, by_begin);
}

static unsigned char *read_self(size_t *size)
{
	FILE *f = fopen("/proc/self/exe", "rb");
	unsigned char *data = NULL;
	size_t room = 0, n;

	*size = 0;
	if (f == NULL)
		return NULL;
	do {
		room = room ? 2 * room : 1 << 20;
		data = grow(data, room);
		n = fread(data + *size, 1, room - *size, f);
		*size += n;
	} while (*size == room);
	fclose(f);
	return data;
}

void heddle_load_places(void)
{
	size_t size, i;
	const unsigned char *data = read_self(&size);
	const elf_header *header = (const elf_header *)(const void *)data;
	const elf_section *list, *names;
	struct section symbols = { 0 }, symbol_names = { 0 };

	if (data == NULL || size < sizeof *header || memcmp(data, ELFMAG, SELFMAG) != 0 ||
	    header->e_shoff + (size_t)header->e_shnum * sizeof *list > size || header->e_shstrndx >= header->e_shnum)
		return;
	list = (const elf_section *)(const void *)(data + header->e_shoff);
	names = &list[header->e_shstrndx];
	for (i = 0; i < header->e_shnum; i++) {
		const char *name = (const char *)data + names->sh_offset + list[i].sh_name;
		struct section s = { data + list[i].sh_offset, list[i].sh_size };

		if (list[i].sh_type == SHT_NOBITS || list[i].sh_offset + list[i].sh_size > size)
			continue;
		if (strcmp(name, ".debug_line") == 0)
			line_section = s;
		else if (strcmp(name, ".debug_str") == 0)
			string_section = s;
		else if (strcmp(name, ".debug_line_str") == 0)
			line_string_section = s;
		else if (strcmp(name, ".symtab") == 0)
			symbols = s;
		else if (strcmp(name, ".strtab") == 0)
			symbol_names = s;
	}
	read_symbols(symbols, symbol_names);
	read_lines();
	qsort(rows, row_count, sizeof *rows, by_address);
	for (i = 0; i < functions.count; i++)
		if (strcmp(functions.list[i].name, "heddle_load_places") == 0)
			bias = (uintptr_t)heddle_load_places - functions.list[i].begin;
}

struct heddle_place heddle_place_of(const void *pc)
{
	struct heddle_place none = { "", 0 }, p;
	uintptr_t address = (uintptr_t)pc - bias - 1;
	size_t low = 0, high = row_count;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (rows[mid].address <= address)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == 0 || rows[low - 1].line == 0)
		return none;
	p.file = rows[low - 1].file;
	p.line = rows[low - 1].line;
	return p;
}

static const struct symbol *symbol_at(const struct symbols *s, uintptr_t address)
{
	size_t low = 0, high = s->count;

	address -= bias;
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (s->list[mid].begin <= address)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == 0 || address - s->list[low - 1].begin >= s->list[low - 1].size)
		return NULL;
	return &s->list[low - 1];
}

const char *heddle_function_of(const void *pc)
{
	const struct symbol *s = symbol_at(&functions, (uintptr_t)pc - 1);

	return s ? s->name : "";
}

/* Whether a symbol has the name: a static variable of a function has a number behind it. */
static int is_named(const char *symbol, const char *name)
{
	size_t n = strlen(name);

	return strncmp(symbol, name, n) == 0 &&
	       (symbol[n] == 0 || (symbol[n] == '.' && symbol[n + 1 + strspn(symbol + n + 1, "0123456789")] == 0));
}

uintptr_t heddle_variable(const char *name, unsigned long long size)
{
	const struct symbol *found = NULL;
	size_t i;

	for (i = 0; i < variables.count; i++) {
		const struct symbol *s = &variables.list[i];

		if (s->size != size || !is_named(s->name, name))
			continue;
		if (found)
			return 0;
		found = s;
	}
	return found ? found->begin + bias : 0;
}

int heddle_in_variable(uintptr_t address, uintptr_t *begin, uintptr_t *size)
{
	const struct symbol *s = symbol_at(&variables, address);

	if (s == NULL)
		return 0;
	*begin = s->begin + bias;
	*size = s->size;
	return 1;
}
