//go:build !purego

#include "textflag.h"

// BYTES makes 32 of a byte.
#define BYTES(name, byte) \
	DATA name<>+0(SB)/8, $(byte*0x0101010101010101); \
	DATA name<>+8(SB)/8, $(byte*0x0101010101010101); \
	DATA name<>+16(SB)/8, $(byte*0x0101010101010101); \
	DATA name<>+24(SB)/8, $(byte*0x0101010101010101); \
	GLOBL name<>(SB), RODATA|NOPTR, $32

BYTES(blank, 0x20)
BYTES(hyphen, 0x2D)
BYTES(stop, 0x2E)
BYTES(slash, 0x2F)
BYTES(colon, 0x3A)
BYTES(nine, 0x39)
BYTES(letterA, 0x41)
BYTES(lowLine, 0x5F)
BYTES(grave, 0x60)
BYTES(brace, 0x7B)

// HALF reads 32 bytes into Y0 and writes them in lower case. The top bit of each byte tells
// of words in Y2, of digits in Y3 and of hints in Y4. Comparisons are signed: bytes beyond
// ASCII are less than all others.
#define HALF(at) \
	VMOVDQU at(SI), Y0; \
	VPOR Y15, Y0, Y1; \
	VPCMPGTB Y14, Y1, Y2; \
	VPCMPGTB Y1, Y13, Y1; \
	VPAND Y1, Y2, Y2; \
	VPAND Y15, Y2, Y1; \
	VPOR Y1, Y0, Y1; \
	VMOVDQU Y1, at(SI); \
	VPCMPGTB Y12, Y0, Y3; \
	VPCMPGTB Y0, Y11, Y1; \
	VPAND Y1, Y3, Y3; \
	VPCMPEQB Y10, Y0, Y1; \
	VPOR Y1, Y3, Y3; \
	VPOR Y3, Y2, Y2; \
	VPCMPGTB Y9, Y0, Y4; \
	VPCMPGTB Y0, Y8, Y1; \
	VPAND Y1, Y4, Y4; \
	VPCMPEQB Y7, Y0, Y1; \
	VPOR Y1, Y4, Y4; \
	VPCMPEQB Y6, Y0, Y1; \
	VPOR Y1, Y4, Y4

// func classifyAVX2(text *byte, blocks int, word, digit, hint, foreign *mask)
TEXT ·classifyAVX2(SB), NOSPLIT, $0-48
	MOVQ text+0(FP), SI
	MOVQ blocks+8(FP), CX
	MOVQ word+16(FP), R8
	MOVQ digit+24(FP), R9
	MOVQ hint+32(FP), R10
	MOVQ foreign+40(FP), R11
	VMOVDQU blank<>(SB), Y15
	VMOVDQU grave<>(SB), Y14
	VMOVDQU brace<>(SB), Y13
	VMOVDQU slash<>(SB), Y12
	VMOVDQU colon<>(SB), Y11
	VMOVDQU lowLine<>(SB), Y10
	VMOVDQU nine<>(SB), Y9
	VMOVDQU letterA<>(SB), Y8
	VMOVDQU hyphen<>(SB), Y7
	VMOVDQU stop<>(SB), Y6
	TESTQ CX, CX
	JE    done

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
	VPMOVMSKB Y2, AX
	SHLQ $32, R13
	ORQ  R13, AX
	MOVQ AX, (R8)
	VPMOVMSKB Y3, AX
	SHLQ $32, R15
	ORQ  R15, AX
	MOVQ AX, (R9)
	VPMOVMSKB Y4, AX
	SHLQ $32, BX
	ORQ  BX, AX
	MOVQ AX, (R10)
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
