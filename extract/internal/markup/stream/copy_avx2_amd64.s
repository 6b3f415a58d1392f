//go:build !purego

#include "textflag.h"

DATA asked<>+0(SB)/1, $0x20
DATA asked<>+1(SB)/1, $0x26 // "&"
DATA asked<>+2(SB)/1, $0x3c // "<"
GLOBL asked<>(SB), RODATA|NOPTR, $3

// func copyAVX2(to, text *byte, n int) int
TEXT ·copyAVX2(SB), NOSPLIT, $0-32
	MOVQ to+0(FP), DI
	MOVQ text+8(FP), SI
	MOVQ n+16(FP), CX
	SUBQ $32, CX // where the last block begins
	XORQ AX, AX
	VPBROADCASTB asked<>+0(SB), Y15
	VPBROADCASTB asked<>+1(SB), Y14
	VPBROADCASTB asked<>+2(SB), Y13

next:
	VMOVDQU (SI)(AX*1), Y0
	VMOVDQU Y0, (DI)(AX*1)
	VPMINUB Y15, Y0, Y1
	VPCMPEQB Y0, Y1, Y1
	VPCMPEQB Y14, Y0, Y2
	VPCMPEQB Y13, Y0, Y4
	VPCMPEQB Y15, Y0, Y3
	VPOR Y2, Y1, Y1
	VPOR Y4, Y1, Y1
	VPMOVMSKB Y1, R8 // spaces, what is below them, "&" and "<"
	VPMOVMSKB Y3, R9 // spaces
	MOVL R8, R10
	SHRL $1, R10
	ANDL R9, R10 // spaces before one of these
	NOTL R9
	ANDL R9, R8
	ORL  R10, R8
	JNE  found
	// A space at the end of the block is looked at again with what follows.
	SHRL $31, R9
	LEAQ 31(AX)(R9*1), AX
	CMPQ AX, CX
	JLE  next
	JMP  done

found:
	BSFL R8, R8
	ADDQ R8, AX

done:
	MOVQ AX, ret+24(FP)
	VZEROUPPER
	RET
