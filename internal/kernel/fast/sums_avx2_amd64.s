//go:build !purego

#include "textflag.h"

DATA deadbeef<>+0(SB)/4, $0xdeadbeef
GLOBL deadbeef<>(SB), RODATA|NOPTR, $4
DATA twelve<>+0(SB)/4, $12
GLOBL twelve<>(SB), RODATA|NOPTR, $4
DATA bits<>+0(SB)/4, $32
DATA bits<>+4(SB)/4, $64
DATA bits<>+8(SB)/4, $96
GLOBL bits<>(SB), RODATA|NOPTR, $12

// A key has a lane of 32 bits. Of eight keys: a, b, c are in Y0, Y1, Y2; how many bytes are
// left in Y3, where they begin in Y4, and three words of them in Y5, Y6, Y7.

// ROTATED is x rotated by n in Y9.
#define ROTATED(x, n) \
	VPSLLD $n, x, Y9; \
	VPSRLD $(32-n), x, Y10; \
	VPOR Y10, Y9, Y9

// MIX is a line of mix: x -= z; x ^= z rotated; z += y (R6.5).
#define MIX(x, y, z, n) \
	VPSUBD z, x, x; \
	ROTATED(z, n); \
	VPXOR Y9, x, x; \
	VPADDD y, z, z

// FINAL is a line of final: x ^= y; x -= y rotated (R6.5).
#define FINAL(x, y, n) \
	VPXOR y, x, x; \
	ROTATED(y, n); \
	VPSUBD Y9, x, x

// LOAD loads 16 bytes of two keys.
#define LOAD(low, high, x, y) \
	MOVL low(SP), AX; \
	MOVL high(SP), BX; \
	VMOVDQU (SI)(AX*1), x; \
	VINSERTI128 $1, (SI)(BX*1), y, y

// KEEP clears the bytes of x, a word of the block, that are not the key's.
#define KEEP(word, x) \
	VPBROADCASTD bits<>+word(SB), Y9; \
	VPSUBD Y8, Y9, Y9; \
	VPMAXSD Y15, Y9, Y9; \
	VPSRLVD Y9, Y14, Y9; \
	VPAND Y9, x, x

// func sumsAVX2(sums *uint64, text *byte, bounds *uint16, groups int)
TEXT ·sumsAVX2(SB), NOSPLIT, $32-32
	MOVQ sums+0(FP), DI
	MOVQ text+8(FP), SI
	MOVQ bounds+16(FP), DX
	MOVQ groups+24(FP), CX
	VPXOR Y15, Y15, Y15
	VPCMPEQD Y14, Y14, Y14
	VPBROADCASTD deadbeef<>(SB), Y13
	VPBROADCASTD twelve<>(SB), Y12
	TESTQ CX, CX
	JE   done

group:
	VMOVDQU (DX), Y4
	VPSRLD $16, Y4, Y3
	VPSLLD $16, Y4, Y4
	VPSRLD $16, Y4, Y4
	VPSUBD Y4, Y3, Y3
	VPADDD Y13, Y3, Y0
	VMOVDQA Y0, Y1
	VMOVDQA Y0, Y2

words:
	VMOVDQU Y4, (SP)
	LOAD(0, 16, X5, Y5)
	LOAD(4, 20, X6, Y6)
	LOAD(8, 24, X8, Y8)
	LOAD(12, 28, X9, Y9)
	VPUNPCKHDQ Y6, Y5, Y7
	VPUNPCKLDQ Y6, Y5, Y5
	VPUNPCKHDQ Y9, Y8, Y10
	VPUNPCKLDQ Y9, Y8, Y8
	VPUNPCKHQDQ Y8, Y5, Y6
	VPUNPCKLQDQ Y8, Y5, Y5
	VPUNPCKLQDQ Y10, Y7, Y7

	VPCMPGTD Y12, Y3, Y11 // more than 12, not 12 or more: R6.2
	VPTEST Y11, Y11
	JE   last

	// The others, which have their last block here, wait: what they add is 0, and what
	// they become is not taken.
	VPAND Y11, Y5, Y5
	VPAND Y11, Y6, Y6
	VPAND Y11, Y7, Y7
	VPADDD Y0, Y5, Y5
	VPADDD Y1, Y6, Y6
	VPADDD Y2, Y7, Y7
	MIX(Y5, Y6, Y7, 4)
	MIX(Y6, Y7, Y5, 6)
	MIX(Y7, Y5, Y6, 8)
	MIX(Y5, Y6, Y7, 16)
	MIX(Y6, Y7, Y5, 19)
	MIX(Y7, Y5, Y6, 4)
	VPBLENDVB Y11, Y5, Y0, Y0
	VPBLENDVB Y11, Y6, Y1, Y1
	VPBLENDVB Y11, Y7, Y2, Y2
	VPAND Y12, Y11, Y11
	VPADDD Y11, Y4, Y4
	VPSUBD Y11, Y3, Y3
	JMP  words

last:
	VPSLLD $3, Y3, Y8
	KEEP(0, Y5)
	KEEP(4, Y6)
	KEEP(8, Y7)
	VPADDD Y5, Y0, Y0
	VPADDD Y6, Y1, Y1
	VPADDD Y7, Y2, Y2
	FINAL(Y2, Y1, 14)
	FINAL(Y0, Y2, 11)
	FINAL(Y1, Y0, 25)
	FINAL(Y2, Y1, 16)
	FINAL(Y0, Y2, 4)
	FINAL(Y1, Y0, 14)
	FINAL(Y2, Y1, 24)
	VPUNPCKLDQ Y2, Y1, Y5 // c is the high word: R6.6
	VPUNPCKHDQ Y2, Y1, Y6
	VMOVDQU X5, (DI)
	VMOVDQU X6, 16(DI)
	VEXTRACTI128 $1, Y5, 32(DI)
	VEXTRACTI128 $1, Y6, 48(DI)
	ADDQ $32, DX
	ADDQ $64, DI
	DECQ CX
	JNE  group

done:
	VZEROUPPER
	RET

// steps are where the words of four keys of 6 bytes begin that stand 3 bytes apart: the first
// words, of 4 bytes, and the second, of 2. A byte of 0x80 makes 0.
DATA steps<>+0(SB)/8, $0x0605040303020100
DATA steps<>+8(SB)/8, $0x0c0b0a0909080706
DATA steps<>+16(SB)/8, $0x8080080780800504
DATA steps<>+24(SB)/8, $0x80800e0d80800b0a
DATA steps<>+32(SB)/4, $0xdeadbef5 // R6.1, of 6 bytes
GLOBL steps<>(SB), RODATA|NOPTR, $36

// func gramSumsAVX2(sums *uint64, text *byte, runs *uint16, n int)
//
// The words of eight grams are shuffled from two loads.
TEXT ·gramSumsAVX2(SB), NOSPLIT, $0-32
	MOVQ sums+0(FP), DI
	MOVQ text+8(FP), SI
	MOVQ runs+16(FP), DX
	MOVQ n+24(FP), CX
	VBROADCASTI128 steps<>+0(SB), Y14
	VBROADCASTI128 steps<>+16(SB), Y13
	VPBROADCASTD steps<>+32(SB), Y12

run:
	MOVWLZX (DX), AX
	MOVWLZX 2(DX), BX
	ADDQ SI, AX // the next gram
	LEAQ -3(SI)(BX*1), BX // the last cluster, where no gram begins

grams:
	VMOVDQU (AX), X1
	VINSERTI128 $1, 12(AX), Y1, Y1
	VPSHUFB Y14, Y1, Y0
	VPSHUFB Y13, Y1, Y1
	VPADDD Y12, Y0, Y0
	VPADDD Y12, Y1, Y1
	VMOVDQA Y12, Y2
	FINAL(Y2, Y1, 14)
	FINAL(Y0, Y2, 11)
	FINAL(Y1, Y0, 25)
	FINAL(Y2, Y1, 16)
	FINAL(Y0, Y2, 4)
	FINAL(Y1, Y0, 14)
	FINAL(Y2, Y1, 24)
	VPUNPCKLDQ Y2, Y1, Y5 // c is the high word: R6.6
	VPUNPCKHDQ Y2, Y1, Y6
	VMOVDQU X5, (DI)
	VMOVDQU X6, 16(DI)
	VEXTRACTI128 $1, Y5, 32(DI)
	VEXTRACTI128 $1, Y6, 48(DI)
	ADDQ $64, DI
	ADDQ $24, AX
	CMPQ AX, BX
	JCS  grams

	SUBQ BX, AX // what is beyond the last gram, of which 8 bytes are stored for 3 read
	IMUL3Q $171, AX, AX
	SHRQ $9, AX
	SHLQ $3, AX
	SUBQ AX, DI
	ADDQ $4, DX
	DECQ CX
	JNE  run
	VZEROUPPER
	RET
