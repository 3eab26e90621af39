int read_counter(void);
void *add(void *arg);
