/* <termios.h>, POSIX; Linux's numbers */
#ifndef _TERMIOS_H
#define _TERMIOS_H

#include <heddle/types.h>

typedef unsigned char cc_t;
typedef unsigned speed_t;
typedef unsigned tcflag_t;
#define NCCS 32
struct termios {
	tcflag_t c_iflag;
	tcflag_t c_oflag;
	tcflag_t c_cflag;
	tcflag_t c_lflag;
	cc_t c_line;
	cc_t c_cc[NCCS];
	speed_t c_ispeed;
	speed_t c_ospeed;
};
#define VINTR 0
#define VQUIT 1
#define VERASE 2
#define VKILL 3
#define VEOF 4
#define VTIME 5
#define VMIN 6
#define VSTART 8
#define VSTOP 9
#define VSUSP 10
#define VEOL 11
#define IGNBRK 01
#define BRKINT 02
#define IGNPAR 04
#define PARMRK 010
#define INPCK 020
#define ISTRIP 040
#define INLCR 0100
#define IGNCR 0200
#define ICRNL 0400
#define IXON 02000
#define IXANY 04000
#define IXOFF 010000
#define OPOST 01
#define ONLCR 04
#define OCRNL 010
#define ONOCR 020
#define ONLRET 040
#define OFILL 0100
#define OFDEL 0200
#define NLDLY 0400
#define NL0 0
#define NL1 0400
#define CRDLY 03000
#define CR0 0
#define CR1 01000
#define CR2 02000
#define CR3 03000
#define TABDLY 014000
#define TAB0 0
#define TAB1 04000
#define TAB2 010000
#define TAB3 014000
#define BSDLY 020000
#define BS0 0
#define BS1 020000
#define VTDLY 040000
#define VT0 0
#define VT1 040000
#define FFDLY 0100000
#define FF0 0
#define FF1 0100000
#define B0 0
#define B50 1
#define B75 2
#define B110 3
#define B134 4
#define B150 5
#define B200 6
#define B300 7
#define B600 8
#define B1200 9
#define B1800 10
#define B2400 11
#define B4800 12
#define B9600 13
#define B19200 14
#define B38400 15
#define B57600 010001
#define B115200 010002
#define B230400 010003
#define CSIZE 060
#define CS5 0
#define CS6 020
#define CS7 040
#define CS8 060
#define CSTOPB 0100
#define CREAD 0200
#define PARENB 0400
#define PARODD 01000
#define HUPCL 02000
#define CLOCAL 04000
#define ISIG 01
#define ICANON 02
#define ECHO 010
#define ECHOE 020
#define ECHOK 040
#define ECHONL 0100
#define NOFLSH 0200
#define TOSTOP 0400
#define IEXTEN 0100000
#define TCSANOW 0
#define TCSADRAIN 1
#define TCSAFLUSH 2
#define TCOOFF 0
#define TCOON 1
#define TCIOFF 2
#define TCION 3
#define TCIFLUSH 0
#define TCOFLUSH 1
#define TCIOFLUSH 2

speed_t cfgetospeed(const struct termios *state);
speed_t cfgetispeed(const struct termios *state);
int cfsetospeed(struct termios *state, speed_t speed);
int cfsetispeed(struct termios *state, speed_t speed);
int tcgetattr(int fd, struct termios *state);
int tcsetattr(int fd, int when, const struct termios *state);
int tcsendbreak(int fd, int duration);
int tcdrain(int fd);
int tcflush(int fd, int queue);
int tcflow(int fd, int action);
pid_t tcgetsid(int fd);
#ifdef _GNU_SOURCE
void cfmakeraw(struct termios *state);
#endif

#define B1000000 0x1008
#define B1152000 0x1009
#define B1500000 0x100a
#define B2000000 0x100b
#define B2500000 0x100c
#define B3000000 0x100d
#define B3500000 0x100e
#define B4000000 0x100f
#define B460800 0x1004
#define B500000 0x1005
#define B576000 0x1006
#define B921600 0x1007
#define CBAUD 0x100f
#define CBAUDEX 4096
#define CBRK 0
#define CDISCARD 15
#define CDSUSP 25
#define CEOF 4
#define CEOL 0
#define CEOT 4
#define CERASE 127
#define CFLUSH 15
#define CIBAUD 0x100f0000
#define CINTR 3
#define CKILL 21
#define CLNEXT 22
#define CMIN 1
#define CMSPAR 0x40000000
#define CQUIT 28
#define CREPRINT 18
#define CRPRNT 18
#define CRTSCTS 0x80000000U
#define CSTART 17
#define CSTATUS 0
#define CSTOP 19
#define CSUSP 26
#define CTIME 0
#define CWERASE 23
#define ECHOCTL 512
#define ECHOKE 2048
#define ECHOPRT 1024
#define EXTA 14
#define EXTB 15
#define EXTPROC 0x10000
#define FLUSHO 4096
#define IMAXBEL 0x2000
#define IUCLC 512
#define IUTF8 0x4000
#define OLCUC 2
#define PENDIN 0x4000
#define VDISCARD 13
#define VEOL2 16
#define VLNEXT 15
#define VREPRINT 12
#define VSWTC 7
#define VWERASE 14
#define XCASE 4
#define XTABS 0x1800

#endif
