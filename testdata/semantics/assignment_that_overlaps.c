// 9.9: an assignment between structures that overlap in part is a memory error (C11 6.5.16.1p3); one to itself is none.
//
// expect: assert=safe race=safe deadlock=safe memory=violation
struct pair {
	int a, b;
};

static int cells[4];

static void copy(struct pair *to, struct pair *from)
{
	*to = *from;
}

int main(void)
{
	copy((struct pair *)cells, (struct pair *)cells);
	copy((struct pair *)cells, (struct pair *)(cells + 2));
	copy((struct pair *)cells, (struct pair *)(cells + 1));
	return 0;
}
