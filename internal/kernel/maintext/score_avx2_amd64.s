//go:build !purego

#include "textflag.h"

DATA debruijn<>+0(SB)/2, $0x09AF
GLOBL debruijn<>(SB), RODATA|NOPTR, $2
DATA none<>+0(SB)/2, $0x8000
DATA none<>+2(SB)/2, $0x0080
GLOBL none<>(SB), RODATA|NOPTR, $4

// func scoreAVX2(scores *int32, features *vector, nodes *wideNode, trees *wideTree, n int)
TEXT ·scoreAVX2(SB), NOSPLIT, $0-40
	MOVQ scores+0(FP), DI
	MOVQ features+8(FP), BX
	MOVQ nodes+16(FP), SI
	MOVQ trees+24(FP), DX
	MOVQ n+32(FP), R8
	VPBROADCASTW debruijn<>+0(SB), Y15
	VPBROADCASTW none<>+0(SB), Y14
	VPBROADCASTW none<>+2(SB), Y13
	VPXOR Y12, Y12, Y12
	VPXOR Y10, Y10, Y10  // scores of lanes 0 to 7
	VPXOR Y11, Y11, Y11  // scores of lanes 8 to 15

tree:
	MOVQ (DX), CX
	VPCMPEQW Y0, Y0, Y0  // the leaves that are left

node:
	MOVL (SI), AX
	VPBROADCASTW 4(SI), Y1
	VPBROADCASTW 6(SI), Y3
	VMOVDQU (BX)(AX*1), Y2
	VPCMPGTW Y1, Y2, Y2  // feature > threshold
	VPAND Y3, Y2, Y2
	VPANDN Y0, Y2, Y0
	ADDQ $8, SI
	DECQ CX
	JNZ node

	// The place of the first leaf.
	VPSUBW Y0, Y12, Y1
	VPAND Y0, Y1, Y1
	VPMULLW Y15, Y1, Y1
	VPSRLW $12, Y1, Y1

	// Its low byte and its high byte. An index of 80 stands for 0.
	VBROADCASTI128 8(DX), Y2
	VBROADCASTI128 24(DX), Y3
	VPOR Y14, Y1, Y4
	VPSLLW $8, Y1, Y1
	VPOR Y13, Y1, Y1
	VPSHUFB Y4, Y2, Y2
	VPSHUFB Y1, Y3, Y3
	VPOR Y3, Y2, Y2

	VPMOVSXWD X2, Y3
	VPADDD Y3, Y10, Y10
	VEXTRACTI128 $1, Y2, X2
	VPMOVSXWD X2, Y3
	VPADDD Y3, Y11, Y11
	ADDQ $40, DX
	DECQ R8
	JNZ tree

	VMOVDQU Y10, (DI)
	VMOVDQU Y11, 32(DI)
	VZEROUPPER
	RET
