package read

import "testing"

// TestMistakes has texts with a mistake, and the messages.
func TestMistakes(t *testing.T) {
	const (
		c   = "C test\n{}\n"
		x86 = "X86 test\n{}\n"
		arm = "AArch64 test\n{ 0:X1=x; }\n"
		end = "\nexists (x=1)"
	)
	for text, want := range map[string]string{
		"": `1:1: a first line with a language and a name expected, found ""`,
		"X86 test\n{ int x[2]; }\nP0;\nNOP;\nexists (x=1)": "5:9: x is an array; one element such as x[0] expected",
		"PPC test\n{}":                           "1:1: language PPC is not supported; C, X86, AArch64 and RISCV are",
		"X86 test\n\"text":                       "2:1: string without an end",
		"X86 test\n{ x=1":                        `2:6: ";" expected, found the end of the file`,
		"X86 test\n{ 1:EAX=1; }\nP0;\n" + end:    "5:1: the initial state has registers of thread P1, and the test has 1 threads",
		"X86 test\n{ int x[2] = {1,2,3}; }":      "2:19: x has 2 elements",
		x86 + "P1;":                              "3:1: thread P0 expected, found \"P1\"",
		x86 + "P0;\nMOV [x],[y];" + end:          "4:1: mov has two operands in memory",
		x86 + "P0;\nMOV [x],$;" + end:            `4:10: number expected, found ";"`,
		x86 + "P0;\nMOV [x],$1 2;" + end:         `4:12: the end of the instruction expected, found "2"`,
		x86 + "P0;\nJMP L;" + end:                "4:5: label L is not in thread P0",
		x86 + "P0;\nNOP | NOP;" + end:            "4:7: more columns than threads",
		x86 + "P0;\nNOP;\nexists (1:EAX=1)":      "5:9: the test has no thread 1",
		x86 + "P0;\nNOP;\nexists (x=1) y":        `5:14: the end of the file expected, found "y"`,
		x86 + "P0;\nNOP;\nexists (x~1)":          `5:10: comparison expected, found "~"`,
		arm + "P0;\nLDR X1,[X1],#4;" + end:       "4:1: ldr writes its address to a register that has its data",
		arm + "P0;\nLDAR X0,[X1],#4;" + end:      "4:1: ldar cannot change the register of its address",
		arm + "P0;\nLDNP X0,X2,[X1];" + end:      "4:1: instruction LDNP is not supported",
		arm + "P0;\nADD W0,W2,W3,LSL #32;" + end: "4:18: a shift by 32 of 32 bits",
		x86 + "P0;\nCLFLUSH [x];" + end:          "4:1: instruction CLFLUSH is not supported",
		x86 + "P0;\nLOCK MOV [x],$1;" + end:      "4:1: lock of instruction mov is not supported",
		x86 + "P0;\nMOV AL,EBX;" + end:           "4:1: the operands of mov have different sizes",
		arm + "P0;\nDMB FULL;" + end:             `4:5: option of a barrier expected, found "FULL"`,
		c + "P0(int x) {}" + end:                 "3:8: parameter x is no pointer",
		c + "P0(int *x) { *y = 1; }\n{ int y; }": `4:1: thread P1 expected, found "{"`,
		c + "P0(int *x) { f(x); }" + end:         "3:14: function f is not supported",
		c + "P0(int *x) { switch (1) ; }" + end:  "3:14: statement switch is not supported",
		c + "P0(int *x) { break; }" + end:        "3:14: break stands outside of a loop",
		c + "P0(int *x) { goto L; }" + end:       "3:19: label L is not in thread P0",
		c + "P0(int *x) { *x = 1; smp_mb(); atomic_thread_fence(memory_order_seq_cst); }" + end: "3:32: the test calls atomic_thread_fence of C11 and smp_mb of the Linux kernel",
		c + "P0(int *x) { 1 = 2; }" + end: "3:16: the left side of the assignment is no variable",
	} {
		_, err := Test("t", text)
		if err == nil || err.Error() != "t:"+want {
			t.Errorf("%q: %v, expected t:%s", text, err, want)
		}
	}
}
