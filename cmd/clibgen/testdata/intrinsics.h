/* Prototypes of the intrinsics, good enough for gcc to check the models' syntax. */
#define __heddle_choose(like, reason) (*(volatile __typeof__((like) + 0) *)(0 * (reason)))
unsigned long long __heddle_choose_range(unsigned long long lo, unsigned long long hi, int reason);
int __heddle_choose_bit(unsigned long long mask, int reason);
void __heddle_assert(int condition, const char *text, int property);
void __heddle_assume(int condition);
void __heddle_unsupported(const char *construct);
void __heddle_output(int fd, const char *format, ...);
void __heddle_output_list(int fd, const char *format, __builtin_va_list list);
_Noreturn void __heddle_halt(int status);
void *__heddle_alloc(__SIZE_TYPE__ size, __SIZE_TYPE__ align, int kind);
void __heddle_free(void *p);
__SIZE_TYPE__ __heddle_object_size(const void *p);
void __heddle_spawn(void (*run)(void *), void *handle);
void __heddle_join(void *handle);
int __heddle_self(void);
_Noreturn void __heddle_thread_exit(void);
void __heddle_acquire(void *lock, int mode);
void __heddle_release(void *lock);
int __heddle_lock_state(void *lock);
void __heddle_block_until(int condition, int kind);
void __heddle_atomic_begin(void);
void __heddle_atomic_end(void);
void __heddle_send(void *object, long long channel);
void __heddle_recv(void *object, long long channel);
#define __heddle_atomic_load(p, order) __atomic_load_n((p), (order) - 1)
#define __heddle_atomic_cmpswap(p, expected, desired, order) __sync_val_compare_and_swap((p), (expected), (desired))
#define __heddle_fsqrt(x) (x)
#define __heddle_fabs(x) (x)
#define __heddle_fround(x, mode) ((x) + 0 * (mode))
#define __heddle_frem(x, y) ((x) + (y))
#define __heddle_fma(x, y, z) ((x) * (y) + (z))
