/*
 * world.c - questions about users, groups, hosts, terminals, locks of files and files under watch. The answer is any that
 * fits the caller's room. Nothing of it orders threads.
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <iconv.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <unistd.h>
#include "channel.h"
#include "intrinsics.h"
#include "stream.h"
#include "thread.h"

int __heddle_may_fail(void);
int __heddle_may_be(void);
int __heddle_descriptor(void);
void __heddle_any_name(char *to, size_t n);

/* Any text of less than room characters. */
static char *__heddle_any_text(char *to, size_t room)
{
	size_t n = (size_t)__heddle_pick(0, room - 1);

	__heddle_any_name(to, n);
	to[n] = 0;
	return to;
}

/* 0 if the system has an entry for which n bytes suffice, and ERANGE if they do not; *found says whether it has one. */
static int __heddle_entry(size_t n, size_t least, _Bool *found)
{
	*found = 0;
	if (n < least || __heddle_flip(HEDDLE_CHOOSE_IO))
		return ERANGE;
	*found = __heddle_flip(HEDDLE_CHOOSE_IO);
	return 0;
}

enum { USER_TEXTS = 5, GROUP_TEXTS = 2 };

static int __heddle_user(struct passwd *user, char *buffer, size_t n, struct passwd **result)
{
	size_t room = n / USER_TEXTS;
	_Bool found;
	int error = __heddle_entry(n, USER_TEXTS, &found);

	*result = 0;
	if (error || !found)
		return error;
	user->pw_name = __heddle_any_text(buffer, room);
	user->pw_passwd = __heddle_any_text(buffer + room, room);
	user->pw_gecos = __heddle_any_text(buffer + 2 * room, room);
	user->pw_dir = __heddle_any_text(buffer + 3 * room, room);
	user->pw_shell = __heddle_any_text(buffer + 4 * room, room);
	user->pw_uid = __heddle_choose((uid_t)0, HEDDLE_CHOOSE_IO);
	user->pw_gid = __heddle_choose((gid_t)0, HEDDLE_CHOOSE_IO);
	*result = user;
	return 0;
}

int getpwnam_r(const char *restrict name, struct passwd *restrict user, char *restrict buffer, size_t n,
	       struct passwd **restrict result)
{
	__heddle_read_string(name, -1);
	return __heddle_user(user, buffer, n, result);
}

int getpwuid_r(uid_t id, struct passwd *restrict user, char *restrict buffer, size_t n, struct passwd **restrict result)
{
	(void)id;
	return __heddle_user(user, buffer, n, result);
}

/* The group has at most one member. The buffer begins with the list of members. */
static int __heddle_a_group(struct group *group, char *buffer, size_t n, struct group **result)
{
	size_t skip = -(unsigned long)buffer % sizeof(char *), list = skip + 2 * sizeof(char *);
	size_t room = n < list ? 0 : (n - list) / (GROUP_TEXTS + 1);
	_Bool found;
	int error = __heddle_entry(n, list + GROUP_TEXTS + 1, &found);

	*result = 0;
	if (error || !found)
		return error;
	group->gr_mem = (char **)(buffer + skip);
	group->gr_mem[0] = __heddle_flip(HEDDLE_CHOOSE_IO) ? __heddle_any_text(buffer + list + 2 * room, room) : 0;
	group->gr_mem[1] = 0;
	group->gr_name = __heddle_any_text(buffer + list, room);
	group->gr_passwd = __heddle_any_text(buffer + list + room, room);
	group->gr_gid = __heddle_choose((gid_t)0, HEDDLE_CHOOSE_IO);
	*result = group;
	return 0;
}

int getgrnam_r(const char *restrict name, struct group *restrict group, char *restrict buffer, size_t n,
	       struct group **restrict result)
{
	__heddle_read_string(name, -1);
	return __heddle_a_group(group, buffer, n, result);
}

int getgrgid_r(gid_t id, struct group *restrict group, char *restrict buffer, size_t n, struct group **restrict result)
{
	(void)id;
	return __heddle_a_group(group, buffer, n, result);
}

int getgroups(int n, gid_t groups[])
{
	int has = (int)__heddle_pick(0, 65536);

	if (n == 0)
		return has;
	if (n < has)
		return __heddle_error(EINVAL);
	for (int i = 0; i < has; i++)
		groups[i] = __heddle_choose((gid_t)0, HEDDLE_CHOOSE_IO);
	return has;
}

/* 0 and a text, or an error number: also that of too little room. */
static int __heddle_text_or_error(char *to, size_t n)
{
	if (n == 0 || __heddle_flip(HEDDLE_CHOOSE_IO))
		return ERANGE;
	if (__heddle_may_be())
		return errno;
	__heddle_any_text(to, n);
	return 0;
}

int getlogin_r(char *name, size_t n)
{
	return __heddle_text_or_error(name, n);
}

int ttyname_r(int fd, char *name, size_t n)
{
	return HEDDLE_REFUSED(fd, "ttyname_r", ENOTTY, ENOTTY) ? errno : __heddle_text_or_error(name, n);
}

HEDDLE_STATE(ctermid);
static char terminal_name[L_ctermid];

/* The terminal of the process is always named by the same text. */
char *ctermid(char *s)
{
	static const char name[] = "/dev/tty";

	if (!s) {
		HEDDLE_NOT_THREAD_SAFE(ctermid);
		s = terminal_name;
	}
	return memcpy(s, name, sizeof name);
}

char *if_indextoname(unsigned index, char *name)
{
	(void)index;
	return __heddle_may_be() ? 0 : __heddle_any_text(name, IF_NAMESIZE);
}

int getnameinfo(const struct sockaddr *restrict address, socklen_t n, char *restrict host, socklen_t host_room,
		char *restrict service, socklen_t service_room, int flags)
{
	(void)flags;
	__heddle_read_bytes(address, n);
	if (__heddle_flip(HEDDLE_CHOOSE_IO))
		return -(int)__heddle_pick(1, 12);
	if (host && host_room)
		__heddle_any_text(host, host_room);
	if (service && service_room)
		__heddle_any_text(service, service_room);
	return 0;
}

/* The lists that getaddrinfo and getifaddrs return are not the program's. */
void freeaddrinfo(struct addrinfo *info)
{
	(void)info;
}

void freeifaddrs(struct ifaddrs *list)
{
	(void)list;
}

/* Locks of files exclude other processes, not the threads of this one. */
int flock(int fd, int operation)
{
	if (HEDDLE_REFUSED(fd, "flock", 0, 0))
		return -1;
	return operation & LOCK_NB ? __heddle_may_be() : __heddle_may_fail();
}

int lockf(int fd, int command, off_t n)
{
	(void)n;
	__heddle_cancellation_point();
	if (HEDDLE_REFUSED(fd, "lockf", 0, 0))
		return -1;
	return command == F_TLOCK || command == F_TEST ? __heddle_may_be() : __heddle_may_fail();
}

/* What happens to files under watch is read from a descriptor that leads outside. */
int inotify_init1(int flags)
{
	(void)flags;
	return __heddle_descriptor();
}

int inotify_init(void)
{
	return __heddle_descriptor();
}

int inotify_add_watch(int fd, const char *path, uint32_t mask)
{
	(void)mask;
	if (HEDDLE_REFUSED(fd, "inotify_add_watch", EINVAL, EINVAL))
		return -1;
	__heddle_read_string(path, -1);
	return __heddle_may_be() ? -1 : (int)__heddle_pick(1, 2147483647);
}

int inotify_rm_watch(int fd, int watch)
{
	(void)watch;
	if (HEDDLE_REFUSED(fd, "inotify_rm_watch", EINVAL, EINVAL))
		return -1;
	return __heddle_may_be();
}

/* Unlike madvise, it keeps the contents whatever the advice. */
int posix_madvise(void *p, size_t n, int advice)
{
	(void)p, (void)n;
	return advice < 0 || advice > POSIX_MADV_DONTNEED ? EINVAL : 0;
}

ssize_t readlinkat(int dir, const char *restrict name, char *restrict to, size_t n)
{
	if (dir != AT_FDCWD && name[0] != '/' && HEDDLE_REFUSED(dir, "readlinkat", ENOTDIR, ENOTDIR))
		return -1;
	return readlink(name, to, n);
}

/* Any text: the caller's room may be too small for all of it. */
size_t confstr(int name, char *to, size_t n)
{
	if (name < 0) {
		errno = EINVAL;
		return 0;
	}
	if (n > 0)
		__heddle_any_text(to, n);
	return (size_t)__heddle_pick(1, 4096);
}

/* The object of a conversion has the address that is its descriptor. The system may not know the encodings. */
iconv_t iconv_open(const char *to, const char *from)
{
	char *conversion;

	__heddle_read_string(to, -1);
	__heddle_read_string(from, -1);
	if (__heddle_flip(HEDDLE_CHOOSE_IO)) {
		errno = EINVAL;
		return (iconv_t)-1;
	}
	conversion = __heddle_alloc(1, 1, HEDDLE_ALLOC_MODEL);
	*conversion = 0;
	return conversion;
}

/*
 * A conversion reads some of its input and writes some of its output, any characters. It ends with a count, or with an
 * error that says why input is left.
 */
size_t iconv(iconv_t conversion, char **restrict in, size_t *restrict in_left, char **restrict out, size_t *restrict out_left)
{
	static const int errors[] = { E2BIG, EILSEQ, EINVAL };
	size_t read = 0, written = 0;

	if (conversion == (iconv_t)-1)
		return (size_t)__heddle_error(EBADF);
	__heddle_read_bytes(conversion, 1);
	if (in && *in) {
		read = (size_t)__heddle_pick(0, *in_left);
		__heddle_read_bytes(*in, read);
		*in += read;
		*in_left -= read;
	}
	if (out && *out) {
		written = (size_t)__heddle_pick(0, *out_left);
		for (size_t i = 0; i < written; i++)
			(*out)[i] = (char)__heddle_pick(0, 255);
		*out += written;
		*out_left -= written;
	}
	if ((in && *in && *in_left) || __heddle_flip(HEDDLE_CHOOSE_IO))
		return (size_t)__heddle_error(errors[__heddle_pick(0, 2)]);
	return (size_t)__heddle_pick(0, read);
}

int iconv_close(iconv_t conversion)
{
	if (conversion == (iconv_t)-1)
		return __heddle_error(EBADF);
	__heddle_free(conversion);
	return 0;
}
