// 14.10: so may one whose address is in a structure that the function gets.
//
// expect: assert=violation race=safe deadlock=safe memory=safe
// strict: assert=unknown race=unknown memory=unknown
#include <assert.h>

struct operations {
	int version;
	void (*open)(void);
};

extern int register_driver(const char *name, const struct operations *ops);

static int opened;

static void driver_open(void)
{
	opened++;
}

static const struct operations table = {1, driver_open};

int main(void)
{
	register_driver("driver", &table);
	assert(opened == 0);
	return 0;
}
