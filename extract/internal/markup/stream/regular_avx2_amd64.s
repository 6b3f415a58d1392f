//go:build !purego

#include "textflag.h"

DATA asked<>+0(SB)/1, $0x20
DATA asked<>+1(SB)/1, $0x26 // "&"
GLOBL asked<>(SB), RODATA|NOPTR, $2

// func regularAVX2(p *byte, n int) int
TEXT ·regularAVX2(SB), NOSPLIT, $0-24
	MOVQ p+0(FP), SI
	MOVQ n+8(FP), CX
	SUBQ $32, CX // where the last block begins
	XORQ AX, AX
	VPBROADCASTB asked<>+0(SB), Y15
	VPBROADCASTB asked<>+1(SB), Y14

next:
	VMOVDQU (SI)(AX*1), Y0
	VPMINUB Y15, Y0, Y1
	VPCMPEQB Y0, Y1, Y1
	VPCMPEQB Y14, Y0, Y2
	VPCMPEQB Y15, Y0, Y3
	VPOR Y2, Y1, Y1
	VPMOVMSKB Y1, R8 // spaces, what is below them, and "&"
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
	MOVQ AX, ret+16(FP)
	VZEROUPPER
	RET
