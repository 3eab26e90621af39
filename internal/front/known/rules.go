package known

// rules is the table.
var rules = []rule{
	{Directive, Honoured, "if ifdef ifndef elif elifdef elifndef else endif", "C11 6.10.1, C23"},
	{Directive, Honoured, "define undef include include_next line error pragma", "C11 6.10, GNU"},
	{Directive, Honoured, "import", "as `include`, once for each file (GNU)"},
	{Directive, Ignored, "warning ident sccs", "they say nothing about the program"},
	{Directive, Refused, "embed assert unassert", "Heddle has no meaning for them"},

	{Pragma, Honoured, "once pack push_macro pop_macro", "they change the text or the layout of structures"},
	{Pragma, Ignored, "GCC clang STDC message region endregion mark warning ident comment optimize inline intrinsic", "diagnostics, optimisation, floating-point contraction"},
	{Pragma, Honoured, "omp", "OpenMP ([openmp.md](openmp.md)); with `-fno-openmp`, or in a build without `-fopenmp`, it is ignored, and named"},
	{Pragma, Noted, "acc simd cilk ivdep", "without a flag for them compilers ignore them, too; with it they are refused"},
	{Pragma, Refused, "scalar_storage_order ms_struct weak redefine_extname", "they change the meaning of declarations"},

	{Attribute, Honoured, "packed aligned mode transparent_union vector_size", "types and layout"},
	{Attribute, Honoured, "cleanup constructor destructor noreturn weak alias gnu_inline heddle_role", "what is executed"},
	{Attribute, Ignored, "unused used maybe_unused deprecated unavailable warn_unused_result nodiscard fallthrough warning error " +
		"diagnose_if enable_if nonstring designated_init format format_arg nonnull returns_nonnull sentinel access null_terminated_string_arg " +
		"tainted_args fd_arg fd_arg_read fd_arg_write", "diagnostics"},
	{Attribute, Ignored, "always_inline noinline flatten noclone noipa inline artificial hot cold optimize target target_clones leaf pure const reproducible unsequenced malloc " +
		"alloc_size alloc_align assume_aligned expected_throw no_icf stack_protect no_stack_protector no_split_stack returns_twice nothrow " +
		"no_reorder simd minsize optnone convergent assume may_alias", "optimisation: a program whose meaning follows C has the same without it"},
	{Attribute, Ignored, "section visibility externally_visible dllimport dllexport common nocommon tls_model retain no_instrument_function " +
		"no_profile_instrument_function patchable_function_entry symver", "places in the binary, linkage between libraries"},
	{Attribute, Ignored, "no_sanitize no_sanitize_address no_sanitize_thread no_sanitize_undefined no_address_safety_analysis no_sanitize_memory " +
		"disable_sanitizer_instrumentation no_sanitize_coverage no_caller_saved_registers zero_call_used_regs strub nocf_check fentry_name fentry_section " +
		"preserve_most preserve_all", "instrumentation and registers"},
	{Attribute, Ignored, "cdecl stdcall fastcall regparm sysv_abi ms_abi thiscall vectorcall force_align_arg_pointer", "calling conventions"},
	{Attribute, Ignored, "capability lockable scoped_lockable guarded_by pt_guarded_by acquired_after acquired_before requires_capability " +
		"requires_shared_capability exclusive_locks_required shared_locks_required acquire_capability acquire_shared_capability release_capability " +
		"release_shared_capability try_acquire_capability exclusive_lock_function shared_lock_function exclusive_trylock_function " +
		"shared_trylock_function unlock_function assert_capability assert_exclusive_lock assert_shared_lock locks_excluded lock_returned no_thread_safety_analysis", "clang's annotations of locks"},
	{Attribute, Ignored, "address_space noderef context safe force bitwise randomize_layout no_randomize_layout counted_by element_count warn_if_not_aligned strict_flex_array uninitialized " +
		"flag_enum enum_extensibility objc_boxable swift_name", "static checkers"},
	{Attribute, Refused, "ifunc", "the function that is called depends on a call before main"},
	{Attribute, Refused, "scalar_storage_order ms_struct", "another layout of structures"},
	{Attribute, Refused, "overloadable", "several functions of one name"},
	{Attribute, Refused, "naked interrupt signal", "the body is no function of C"},
	{Attribute, Refused, "weakref", "an alias of a name that may be absent"},
	{Attribute, Refused, "ext_vector_type neon_vector_type hardbool noinit persistent copy", "another type, initial value or other attributes"},

	{Constraint, Honoured, "= + & %", "output, input and output, written early, commutative"},
	{Constraint, Honoured, "r q Q R l m o V g i n e I J K L M N O X", "a register, memory or a constant"},
	{Constraint, Honoured, "a b c d S D", "a register of x86"},
	{Constraint, Honoured, "0 1 2 3 4 5 6 7 8 9", "the place of another operand"},
	{Constraint, Ignored, "? ! * # , ^ $", "which alternative a compiler prefers"},
	{Constraint, Refused, "A f t u x y v k w p < >", "register pairs, floating-point and vector registers, addresses that change"},

	{Flag, Honoured, "-I -isystem -iquote -idirafter -include -D -U -m32 -m64", "taken over"},
	{Flag, Noted, "-fwrapv -ftrapv -fno-strict-overflow", "signed overflow wraps here; property `overflow` reports it nevertheless"},
	{Flag, Honoured, "-fopenmp", "directives of OpenMP have their meaning, as without a flag"},
	{Flag, Noted, "-fno-openmp", "directives of OpenMP mean nothing, as in a build without `-fopenmp`"},
	{Flag, Refused, "-fopenmp-simd -fopenacc -fcilkplus", "where a pragma of them is reached"},
	{Flag, Refused, "-finstrument-functions", "it calls functions of the program"},
	{Flag, Refused, "-funsigned-char -fno-signed-char -fshort-enums -fshort-wchar -fpack-struct -funsigned-bitfields -mms-bitfields -malign-double " +
		"-mlong-double-64 -mlong-double-128 -fpcc-struct-return -m16 -mx32", "another data model"},
}
