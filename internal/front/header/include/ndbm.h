/* <ndbm.h>, POSIX: declared, without models */
#ifndef _NDBM_H
#define _NDBM_H

#include <heddle/types.h>

typedef struct {
	char *dptr;
	int dsize;
} datum;
typedef struct __heddle_dbm DBM;
#define DBM_INSERT 0
#define DBM_REPLACE 1

DBM *dbm_open(const char *file, int flags, mode_t mode);
void dbm_close(DBM *db);
datum dbm_fetch(DBM *db, datum key);
int dbm_store(DBM *db, datum key, datum content, int mode);
int dbm_delete(DBM *db, datum key);
datum dbm_firstkey(DBM *db);
datum dbm_nextkey(DBM *db);
int dbm_error(DBM *db);
int dbm_clearerr(DBM *db);

#endif
