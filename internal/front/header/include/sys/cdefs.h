/* <sys/cdefs.h>: what programs expect of it */
#ifndef _SYS_CDEFS_H
#define _SYS_CDEFS_H

#define __BEGIN_DECLS
#define __END_DECLS
#define __P(args) args
#define __THROW
#define __nonnull(params)
#define __wur
#define __STRING(x) #x
#define __CONCAT(x, y) x ## y

#endif
