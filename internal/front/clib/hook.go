package clib

// Hook is a pointer through which a model calls a function that only some programs need. A model only
// tests it and calls through it. The linker replaces its reads: by the target in programs that have the
// user of the hook, else by null. Programs without the user contain neither the function nor the code
// that tests for it.
type Hook struct {
	Pointer string // a global of the library: null without the user
	User    string // the library function whose programs need it
	Target  string // the function to which the pointer then points
}

// Hooks are all hooks.
var Hooks = []Hook{
	{"__heddle_exit_hook", "atexit", "__heddle_run_at_exit"},
	{"__heddle_quick_exit_hook", "at_quick_exit", "__heddle_run_at_quick_exit"},
	{"__heddle_fork_hook", "pthread_atfork", "__heddle_at_fork"},
	{"__heddle_share_hook", "__heddle_child", "__heddle_share"},
	{"__heddle_tsd_hook", "__heddle_key_create", "__heddle_tsd_end"},
	{"__heddle_key_hook", "pthread_key_delete", "__heddle_key_is_gone"},
	{"__heddle_cleanup_hook", "__pthread_register_cancel", "__heddle_refuse_exit"},
	{"__heddle_cancel_hook", "pthread_cancel", "__heddle_cancel"},
	{"__heddle_cancelled_hook", "pthread_cancel", "__heddle_cancelled"},
	{"__heddle_routine_hook", "__heddle_once", "__heddle_refuse_in_routine"},
	{"__heddle_count_hook", "pthread_exit", "__heddle_refuse_in_routine"},
	{"__heddle_mask_hook", "pthread_sigmask", "__heddle_mask"},
	{"__heddle_blocked_hook", "pthread_sigmask", "__heddle_blocked_signals"},
	{"__heddle_block_hook", "pthread_sigmask", "__heddle_block_signals"},
	{"__heddle_masked_hook", "__heddle_get_now", "__heddle_masked"},
	{"__heddle_others_hook", "__heddle_thread_main", "__heddle_others"},
	{"__heddle_masked_wait_hook", "__heddle_handle", "__heddle_wait_masked"},
	{"__heddle_end_hook", "__heddle_has_ended", "__heddle_note_end"},
	{"__heddle_robust_hook", "pthread_mutexattr_setrobust", "__heddle_robust"},
	{"__heddle_robust_end_hook", "pthread_mutexattr_setrobust", "__heddle_robust_end"},
	{"__heddle_arrive_hook", "__heddle_handle", "__heddle_arrive"},
	{"__heddle_channel_hook", "__heddle_make_channel", "__heddle_channel"},
	{"__heddle_read_hook", "__heddle_make_channel", "__heddle_read_end"},
	{"__heddle_write_hook", "__heddle_make_channel", "__heddle_write_end"},
	{"__heddle_ready_hook", "__heddle_make_channel", "__heddle_note_ready"},
	{"__heddle_gone_hook", "__heddle_cond_destroy", "__heddle_is_gone"},
	{"__heddle_cond_hook", "__heddle_cond_destroy", "__heddle_check_destroyed"},
	{"__heddle_rwlock_hook", "pthread_rwlock_destroy", "__heddle_check_destroyed"},
	{"__heddle_spin_hook", "pthread_spin_destroy", "__heddle_check_destroyed"},
	{"__heddle_holds_hook", "__heddle_acquired", "__heddle_check_holds"},
	{"__heddle_stack_hook", "pthread_getattr_np", "__heddle_keep_stack"},
	{"__heddle_inside_hook", "pthread_barrier_destroy", "__heddle_inside"},
	{"__heddle_number_hook", "__heddle_waypoint_at", "__heddle_number"},
	{"__heddle_end_hook", "__heddle_generate", "__heddle_note_end"},
	{"__heddle_receiver_hook", "mq_notify", "__heddle_receiver"},
	{"__heddle_alarm_hook", "__heddle_wait_for", "__heddle_start_alarm"},
	{"__heddle_map_hook", "shm_open", "__heddle_map_shared"},
	{"__heddle_unmap_hook", "shm_open", "__heddle_unmap_shared"},
	{"__heddle_resize_hook", "shm_open", "__heddle_resize_shared"},
	{"__heddle_size_hook", "shm_open", "__heddle_shared_size"},
	{"__heddle_open_hook", "__heddle_send_signal", "__heddle_open"},
	{"__heddle_open_hook", "__heddle_generate", "__heddle_open"},
	{"__heddle_interrupted_hook", "__heddle_send_signal", "__heddle_run_sent"},
	{"__heddle_interrupted_hook", "__heddle_generate", "__heddle_run_sent"},
	{"__heddle_lock_hook", "__heddle_send_signal", "__heddle_lock_beside_signals"},
	{"__heddle_lock_hook", "__heddle_generate", "__heddle_lock_beside_signals"},
	{"__heddle_join_hook", "__heddle_send_signal", "__heddle_join_beside_signals"},
	{"__heddle_join_hook", "__heddle_generate", "__heddle_join_beside_signals"},
	{"__heddle_send_hook", "__heddle_handle", "__heddle_send_to_process"},
	{"__heddle_send_hook", "__heddle_mask", "__heddle_send_to_process"},
	{"__heddle_timerfd_hook", "timerfd_create", "__heddle_timerfd_expires"},
	{"__heddle_register_hook", "__heddle_generate", "__heddle_list_thread"},
}
