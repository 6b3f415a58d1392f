// The kind of an ASCII byte is what the tables say of both its low and its high four bits:
// one bit, or none. Bits 1, 2 and 4 are of hints, 8 and 16 of letters, 32 and 64 of digits
// and the low line.
//
//	1  2D 2E            8   41-4F 61-6F     32  30-39
//	2  3A-3F           16   50-5A 70-7A     64  5F
//	4  40
DATA low<>+0(SB)/8, $0x3838383838383834
DATA low<>+8(SB)/8, $0x4A0B0B0A0A1A3838
GLOBL low<>(SB), RODATA|NOPTR, $16
DATA high<>+0(SB)/8, $0x1008500C22010000
DATA high<>+8(SB)/8, $0
GLOBL high<>(SB), RODATA|NOPTR, $16
