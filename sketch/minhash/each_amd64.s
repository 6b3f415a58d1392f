//go:build !purego

#include "textflag.h"

DATA factors<>+0(SB)/8, $0xBF58476D1CE4E5B9
DATA factors<>+8(SB)/8, $0x94D049BB133111EB
DATA factors<>+16(SB)/8, $0x01FFFFFFFFFFFFFF // maxValue
GLOBL factors<>(SB), RODATA|NOPTR, $24

// TAKE takes in element i of those that are mixed.
#define TAKE(i) \
	MOVQ (i*8)(SP), AX; \
	MOVQ (i*8+64)(SP), BX; \
	MOVQ (DI)(AX*8), R8; \
	CMPQ BX, R8; \
	CMOVQHI BX, R8; \
	MOVQ R8, (DI)(AX*8)

// func addAVX512(complement *[Slots]uint64, elements *uint64, groups int)
TEXT ·addAVX512(SB), NOSPLIT, $128-24
	MOVQ complement+0(FP), DI
	MOVQ elements+8(FP), SI
	MOVQ groups+16(FP), CX
	VPBROADCASTQ factors<>+0(SB), Z8
	VPBROADCASTQ factors<>+8(SB), Z9
	VPBROADCASTQ factors<>+16(SB), Z10
	TESTQ CX, CX
	JE   done

group:
	VMOVDQU64 (SI), Z0
	VPSRLQ $30, Z0, Z1
	VPXORQ Z1, Z0, Z0
	VPMULLQ Z8, Z0, Z0
	VPSRLQ $27, Z0, Z1
	VPXORQ Z1, Z0, Z0
	VPMULLQ Z9, Z0, Z0
	VPSRLQ $31, Z0, Z1
	VPXORQ Z1, Z0, Z0
	VPSRLQ $57, Z0, Z1
	VPTERNLOGQ $0x3F, Z0, Z10, Z0 // not (value)
	VMOVDQU64 Z1, (SP)
	VMOVDQU64 Z0, 64(SP)
	TAKE(0)
	TAKE(1)
	TAKE(2)
	TAKE(3)
	TAKE(4)
	TAKE(5)
	TAKE(6)
	TAKE(7)
	ADDQ $64, SI
	DECQ CX
	JNE  group

done:
	VZEROUPPER
	RET
