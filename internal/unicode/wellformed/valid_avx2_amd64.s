//go:build !purego

#include "textflag.h"

// The algorithm is that of John Keiser and Daniel Lemire, "Validating UTF-8 in less than one
// instruction per byte" (2021). Each pair of octets is looked up in three tables: by the high and
// by the low four bits of the first octet, and by the high four bits of the second. A bit that all
// three have is an error of the pair:
//
//	  1  no continuation after a leading octet      2  a continuation after ASCII
//	  4  three octets for what has two              8  beyond U+10FFFF, from F4 90 on
//	 16  a surrogate                               32  two octets for what has one
//	 64  beyond U+10FFFF, from F5 on; or four octets for what has three
//	128  two continuations, which is right in the third and the fourth octet of a sequence
DATA firstHigh<>+0(SB)/8, $0x0202020202020202
DATA firstHigh<>+8(SB)/8, $0x4915012180808080
GLOBL firstHigh<>(SB), RODATA|NOPTR, $16
DATA firstLow<>+0(SB)/8, $0xCBCBCB8B8383A3E7
DATA firstLow<>+8(SB)/8, $0xCBCBDBCBCBCBCBCB
GLOBL firstLow<>(SB), RODATA|NOPTR, $16
DATA secondHigh<>+0(SB)/8, $0x0101010101010101
DATA secondHigh<>+8(SB)/8, $0x01010101BABAAEE6
GLOBL secondHigh<>(SB), RODATA|NOPTR, $16

// The greatest octets at the end of a block that do not begin a sequence which ends after it.
DATA most<>+0(SB)/8, $0xFFFFFFFFFFFFFFFF
DATA most<>+8(SB)/8, $0xFFFFFFFFFFFFFFFF
DATA most<>+16(SB)/8, $0xFFFFFFFFFFFFFFFF
DATA most<>+24(SB)/8, $0xBFDFEFFFFFFFFFFF
GLOBL most<>(SB), RODATA|NOPTR, $32

DATA constants<>+0(SB)/1, $0x0F
DATA constants<>+1(SB)/1, $0x60 // what leaves the top bit of E0 and above
DATA constants<>+2(SB)/1, $0x70 // of F0 and above
DATA constants<>+3(SB)/1, $0x80
GLOBL constants<>(SB), RODATA|NOPTR, $4

// func validAVX2(p *byte, blocks int) bool
TEXT ·validAVX2(SB), NOSPLIT, $0-17
	MOVQ p+0(FP), SI
	MOVQ blocks+8(FP), CX
	VBROADCASTI128 firstHigh<>(SB), Y15
	VBROADCASTI128 firstLow<>(SB), Y14
	VBROADCASTI128 secondHigh<>(SB), Y13
	VPBROADCASTB constants<>+0(SB), Y12
	VPBROADCASTB constants<>+1(SB), Y11
	VPBROADCASTB constants<>+2(SB), Y10
	VPBROADCASTB constants<>+3(SB), Y9
	VMOVDQU most<>(SB), Y8
	VPXOR Y7, Y7, Y7 // errors
	VPXOR Y6, Y6, Y6 // the block before
	VPXOR Y5, Y5, Y5 // not 0 where that ends within a sequence

next:
	VMOVDQU (SI), Y0
	VPMOVMSKB Y0, AX
	TESTL AX, AX
	JNE  pairs
	VPOR Y5, Y7, Y7
	VPXOR Y5, Y5, Y5
	JMP  done

pairs:
	// Y2, Y3 and Y4 are the octets one, two and three places before.
	VPERM2I128 $0x21, Y0, Y6, Y1
	VPALIGNR $15, Y1, Y0, Y2
	VPALIGNR $14, Y1, Y0, Y3
	VPALIGNR $13, Y1, Y0, Y4
	VPSRLW $4, Y2, Y1
	VPAND Y12, Y1, Y1
	VPSHUFB Y1, Y15, Y1
	VPAND Y12, Y2, Y2
	VPSHUFB Y2, Y14, Y2
	VPAND Y2, Y1, Y1
	VPSRLW $4, Y0, Y2
	VPAND Y12, Y2, Y2
	VPSHUFB Y2, Y13, Y2
	VPAND Y2, Y1, Y1
	// The third and the fourth octet of a sequence have to be continuations after others.
	VPSUBUSB Y11, Y3, Y3
	VPSUBUSB Y10, Y4, Y4
	VPOR Y4, Y3, Y3
	VPAND Y9, Y3, Y3
	VPXOR Y3, Y1, Y1
	VPOR Y1, Y7, Y7
	VPSUBUSB Y8, Y0, Y5

done:
	VMOVDQA Y0, Y6
	ADDQ $32, SI
	DECQ CX
	JNE  next
	VPTEST Y7, Y7
	SETEQ ret+16(FP)
	VZEROUPPER
	RET
