/* <linux/userfaultfd.h>: requests and messages; the calls that take them have no model */
#ifndef _LINUX_USERFAULTFD_H
#define _LINUX_USERFAULTFD_H

#include <linux/ioctl.h>
#include <linux/types.h>

#define UFFD_API 0xAAULL
#define UFFDIO 0xAA
#define UFFD_USER_MODE_ONLY 1
#define UFFD_FEATURE_PAGEFAULT_FLAG_WP (1 << 0)
#define UFFD_FEATURE_EVENT_FORK (1 << 1)
#define UFFD_FEATURE_EVENT_REMAP (1 << 2)
#define UFFD_FEATURE_EVENT_REMOVE (1 << 3)
#define UFFD_FEATURE_MISSING_HUGETLBFS (1 << 4)
#define UFFD_FEATURE_MISSING_SHMEM (1 << 5)
#define UFFD_FEATURE_EVENT_UNMAP (1 << 6)
#define UFFD_FEATURE_SIGBUS (1 << 7)
#define UFFD_FEATURE_THREAD_ID (1 << 8)
#define UFFD_EVENT_PAGEFAULT 0x12
#define UFFD_EVENT_FORK 0x13
#define UFFD_EVENT_REMAP 0x14
#define UFFD_EVENT_REMOVE 0x15
#define UFFD_EVENT_UNMAP 0x16
#define UFFD_PAGEFAULT_FLAG_WRITE (1 << 0)
#define UFFD_PAGEFAULT_FLAG_WP (1 << 1)

struct uffd_msg {
	__u8 event;
	__u8 reserved1;
	__u16 reserved2;
	__u32 reserved3;
	union {
		struct {
			__u64 flags;
			__u64 address;
			union {
				__u32 ptid;
			} feat;
		} pagefault;
		struct {
			__u32 ufd;
		} fork;
		struct {
			__u64 from;
			__u64 to;
			__u64 len;
		} remap;
		struct {
			__u64 start;
			__u64 end;
		} remove;
		struct {
			__u64 reserved1;
			__u64 reserved2;
			__u64 reserved3;
		} reserved;
	} arg;
} __attribute__((__packed__));
struct uffdio_range {
	__u64 start;
	__u64 len;
};
struct uffdio_api {
	__u64 api;
	__u64 features;
	__u64 ioctls;
};
struct uffdio_register {
	struct uffdio_range range;
	__u64 mode;
	__u64 ioctls;
};
struct uffdio_copy {
	__u64 dst;
	__u64 src;
	__u64 len;
	__u64 mode;
	__s64 copy;
};
struct uffdio_zeropage {
	struct uffdio_range range;
	__u64 mode;
	__s64 zeropage;
};
struct uffdio_writeprotect {
	struct uffdio_range range;
	__u64 mode;
};
#define UFFDIO_REGISTER_MODE_MISSING ((__u64)1 << 0)
#define UFFDIO_REGISTER_MODE_WP ((__u64)1 << 1)
#define UFFDIO_COPY_MODE_DONTWAKE ((__u64)1 << 0)
#define UFFDIO_COPY_MODE_WP ((__u64)1 << 1)
#define UFFDIO_ZEROPAGE_MODE_DONTWAKE ((__u64)1 << 0)
#define UFFDIO_WRITEPROTECT_MODE_WP ((__u64)1 << 0)
#define UFFDIO_WRITEPROTECT_MODE_DONTWAKE ((__u64)1 << 1)

#define UFFDIO_REGISTER _IOWR(UFFDIO, 0x00, struct uffdio_register)
#define UFFDIO_UNREGISTER _IOR(UFFDIO, 0x01, struct uffdio_range)
#define UFFDIO_WAKE _IOR(UFFDIO, 0x02, struct uffdio_range)
#define UFFDIO_COPY _IOWR(UFFDIO, 0x03, struct uffdio_copy)
#define UFFDIO_ZEROPAGE _IOWR(UFFDIO, 0x04, struct uffdio_zeropage)
#define UFFDIO_WRITEPROTECT _IOWR(UFFDIO, 0x06, struct uffdio_writeprotect)
#define UFFDIO_API _IOWR(UFFDIO, 0x3F, struct uffdio_api)

#endif
