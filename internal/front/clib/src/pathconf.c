/* pathconf.c - limits of files. A limit that <limits.h> states has this value, another any that POSIX allows. Files have the same limits. */
#include <errno.h>
#include <limits.h>
#include <unistd.h>
#include "channel.h"
#include "file.h"
#include "intrinsics.h"
#include "stream.h"

int __heddle_may_fail(void);

static long __heddle_limit_of_files(int name)
{
	switch (name) {
	case _PC_NAME_MAX:
		return NAME_MAX;
	case _PC_PATH_MAX:
		return PATH_MAX;
	case _PC_PIPE_BUF:
		return PIPE_BUF;
	case _PC_MAX_CANON:
		return MAX_CANON;
	case _PC_MAX_INPUT:
		return MAX_INPUT;
	case _PC_CHOWN_RESTRICTED:
	case _PC_NO_TRUNC:
		return 1;
	case _PC_VDISABLE:
		return 0;
	case _PC_LINK_MAX:
		return (long)__heddle_pick(_POSIX_LINK_MAX, LONG_MAX);
	}
	if (name < 0 || name > _PC_2_SYMLINKS)
		return __heddle_error(EINVAL);
	return __heddle_flip(HEDDLE_CHOOSE_IO) ? -1 : (long)__heddle_pick(1, LONG_MAX);
}

long fpathconf(int fd, int name)
{
	if (fd < 0)
		return __heddle_error(EBADF);
	if (HEDDLE_ON_FILE(fd, 0, HEDDLE_FILE_FLAGS) == -1 || HEDDLE_REFUSED(fd, "fpathconf", 0, 0) || __heddle_may_fail())
		return -1;
	return __heddle_limit_of_files(name);
}

long pathconf(const char *path, int name)
{
	__heddle_read_string(path, -1);
	return __heddle_may_fail() ? -1 : __heddle_limit_of_files(name);
}
