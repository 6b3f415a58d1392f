//go:build !purego

#include "textflag.h"
#include "kinds.h"

// Comparisons with 0, 7 and 31 tell the kinds from one another.
DATA constants<>+0(SB)/1, $0x0F
DATA constants<>+1(SB)/1, $7
DATA constants<>+2(SB)/1, $31
DATA constants<>+3(SB)/1, $0x20 // what a letter has if it is small
GLOBL constants<>(SB), RODATA|NOPTR, $4

// HALF reads 32 bytes into Y0 and writes them in lower case. The top bit of each byte tells
// of words in Y2, of digits in Y3, and of words and hints in Y4.
#define HALF(at) \
	VMOVDQU at(SI), Y0; \
	VPSRLW $4, Y0, Y1; \
	VPAND Y15, Y1, Y1; \
	VPSHUFB Y0, Y14, Y2; \
	VPSHUFB Y1, Y13, Y1; \
	VPAND Y1, Y2, Y1; \
	VPCMPGTB Y12, Y1, Y2; \
	VPCMPGTB Y11, Y1, Y3; \
	VPCMPGTB Y10, Y1, Y4; \
	VPANDN Y2, Y3, Y1; \
	VPAND Y9, Y1, Y1; \
	VPOR Y1, Y0, Y1; \
	VMOVDQU Y1, at(SI)

// func classifyAVX2(text *byte, blocks int, word, digit, hint, foreign *mask)
TEXT ·classifyAVX2(SB), NOSPLIT, $0-48
	MOVQ text+0(FP), SI
	MOVQ blocks+8(FP), CX
	MOVQ word+16(FP), R8
	MOVQ digit+24(FP), R9
	MOVQ hint+32(FP), R10
	MOVQ foreign+40(FP), R11
	VPBROADCASTB constants<>+0(SB), Y15
	VBROADCASTI128 low<>(SB), Y14
	VBROADCASTI128 high<>(SB), Y13
	VPBROADCASTB constants<>+1(SB), Y12
	VPBROADCASTB constants<>+2(SB), Y11
	VPXOR Y10, Y10, Y10
	VPBROADCASTB constants<>+3(SB), Y9
	TESTQ CX, CX
	JE   done

block:
	HALF(32)
	VPMOVMSKB Y0, R12
	VPMOVMSKB Y2, R13
	VPMOVMSKB Y3, R15
	VPMOVMSKB Y4, BX
	HALF(0)
	VPMOVMSKB Y0, AX
	SHLQ $32, R12
	ORQ  R12, AX
	MOVQ AX, (R11)
	VPMOVMSKB Y3, AX
	SHLQ $32, R15
	ORQ  R15, AX
	MOVQ AX, (R9)
	VPMOVMSKB Y2, AX
	SHLQ $32, R13
	ORQ  R13, AX
	MOVQ AX, (R8)
	VPMOVMSKB Y4, DX
	SHLQ $32, BX
	ORQ  BX, DX
	ANDNQ DX, AX, DX // hints only
	MOVQ DX, (R10)
	ADDQ $64, SI
	ADDQ $8, R8
	ADDQ $8, R9
	ADDQ $8, R10
	ADDQ $8, R11
	DECQ CX
	JNE  block

done:
	VZEROUPPER
	RET
