//go:build !purego

#include "textflag.h"

// What a, b and c begin with, and the bytes of a block.
DATA numbers<>+0(SB)/4, $0xdeadbeef
DATA numbers<>+4(SB)/4, $12
GLOBL numbers<>(SB), RODATA|NOPTR, $8

// kept are the masks of each word of a block: which of its bytes are the key's, by how many
// bytes are left, 0 to 12.
DATA kept<>+0(SB)/8, $0x000000ff00000000
DATA kept<>+8(SB)/8, $0x00ffffff0000ffff
DATA kept<>+16(SB)/8, $0xffffffffffffffff
DATA kept<>+24(SB)/8, $0xffffffffffffffff
DATA kept<>+32(SB)/8, $0xffffffffffffffff
DATA kept<>+40(SB)/8, $0xffffffffffffffff
DATA kept<>+48(SB)/8, $0x00000000ffffffff
DATA kept<>+56(SB)/8, $0
DATA kept<>+64(SB)/8, $0
DATA kept<>+72(SB)/8, $0
DATA kept<>+80(SB)/8, $0x000000ff00000000
DATA kept<>+88(SB)/8, $0x00ffffff0000ffff
DATA kept<>+96(SB)/8, $0xffffffffffffffff
DATA kept<>+104(SB)/8, $0xffffffffffffffff
DATA kept<>+112(SB)/8, $0x00000000ffffffff
DATA kept<>+120(SB)/8, $0
DATA kept<>+128(SB)/8, $0
DATA kept<>+136(SB)/8, $0
DATA kept<>+144(SB)/8, $0
DATA kept<>+152(SB)/8, $0
DATA kept<>+160(SB)/8, $0x000000ff00000000
DATA kept<>+168(SB)/8, $0x00ffffff0000ffff
DATA kept<>+176(SB)/8, $0x00000000ffffffff
DATA kept<>+184(SB)/8, $0
GLOBL kept<>(SB), RODATA|NOPTR, $192

// pairs put the words of b and of c, which count from 16 on, in the order of the sums of
// eight keys, and of eight more.
DATA pairs<>+0(SB)/8, $0x0000001000000000
DATA pairs<>+8(SB)/8, $0x0000001100000001
DATA pairs<>+16(SB)/8, $0x0000001200000002
DATA pairs<>+24(SB)/8, $0x0000001300000003
DATA pairs<>+32(SB)/8, $0x0000001400000004
DATA pairs<>+40(SB)/8, $0x0000001500000005
DATA pairs<>+48(SB)/8, $0x0000001600000006
DATA pairs<>+56(SB)/8, $0x0000001700000007
DATA pairs<>+64(SB)/8, $0x0000001800000008
DATA pairs<>+72(SB)/8, $0x0000001900000009
DATA pairs<>+80(SB)/8, $0x0000001a0000000a
DATA pairs<>+88(SB)/8, $0x0000001b0000000b
DATA pairs<>+96(SB)/8, $0x0000001c0000000c
DATA pairs<>+104(SB)/8, $0x0000001d0000000d
DATA pairs<>+112(SB)/8, $0x0000001e0000000e
DATA pairs<>+120(SB)/8, $0x0000001f0000000f
GLOBL pairs<>(SB), RODATA|NOPTR, $128

// A key has a lane of 32 bits. Of sixteen keys: a, b, c are in Z0, Z1, Z2; how many bytes are
// left in Z3, where they begin in Z4, and three words of them in Z5, Z6, Z7. K1 has the keys
// that have more than one block left.

// MIX is a line of mix for the keys of K1: x -= z; x ^= z rotated; z += y (R6.5).
#define MIX(x, y, z, n) \
	VPSUBD z, x, K1, x; \
	VPROLD $n, z, Z9; \
	VPXORD Z9, x, K1, x; \
	VPADDD y, z, K1, z

// FINAL is a line of final: x ^= y; x -= y rotated (R6.5).
#define FINAL(x, y, n) \
	VPXORD y, x, x; \
	VPROLD $n, y, Z9; \
	VPSUBD Z9, x, x

// LOAD loads 16 bytes of the keys i, i+4, i+8 and i+12. Where they begin stands at from, in
// 4 bytes for each key.
#define LOAD(move, from, i, x, z) \
	move (i*4)(from), AX; \
	move (i*4+16)(from), BX; \
	move (i*4+32)(from), R8; \
	move (i*4+48)(from), R9; \
	VMOVDQU (SI)(AX*1), x; \
	VINSERTI32X4 $1, (SI)(BX*1), z, z; \
	VINSERTI32X4 $2, (SI)(R8*1), z, z; \
	VINSERTI32X4 $3, (SI)(R9*1), z, z

// WORDS makes three words of each key of what LOAD loaded.
#define WORDS \
	VPUNPCKHDQ Z6, Z5, Z7; \
	VPUNPCKLDQ Z6, Z5, Z5; \
	VPUNPCKHDQ Z9, Z8, Z10; \
	VPUNPCKLDQ Z9, Z8, Z8; \
	VPUNPCKHQDQ Z8, Z5, Z6; \
	VPUNPCKLQDQ Z8, Z5, Z5; \
	VPUNPCKLQDQ Z10, Z7, Z7

// func sumsAVX512(sums *uint64, text *byte, bounds *uint16, groups int)
TEXT ·sumsAVX512(SB), NOSPLIT, $64-32
	MOVQ sums+0(FP), DI
	MOVQ text+8(FP), SI
	MOVQ bounds+16(FP), DX
	MOVQ groups+24(FP), CX
	VPBROADCASTD numbers<>+0(SB), Z13
	VPBROADCASTD numbers<>+4(SB), Z12
	VMOVDQU32 kept<>+0(SB), Z16
	VMOVDQU32 kept<>+64(SB), Z17
	VMOVDQU32 kept<>+128(SB), Z18
	VMOVDQU32 pairs<>+0(SB), Z19
	VMOVDQU32 pairs<>+64(SB), Z20
	TESTQ CX, CX
	JE   done

group:
	VMOVDQU32 (DX), Z4
	LOAD(MOVWLZX, DX, 0, X5, Z5)
	LOAD(MOVWLZX, DX, 1, X6, Z6)
	LOAD(MOVWLZX, DX, 2, X8, Z8)
	LOAD(MOVWLZX, DX, 3, X9, Z9)
	VPSRLD $16, Z4, Z3
	VPSLLD $16, Z4, Z4
	VPSRLD $16, Z4, Z4
	VPSUBD Z4, Z3, Z3
	VPADDD Z13, Z3, Z0 // R6.1
	VMOVDQA32 Z0, Z1
	VMOVDQA32 Z0, Z2
	WORDS

words:
	VPCMPGTD Z12, Z3, K1 // more than 12, not 12 or more: R6.2
	KORTESTW K1, K1
	JE   last

	// The keys that are not in K1 have their last block here, and wait.
	VPADDD Z5, Z0, K1, Z0
	VPADDD Z6, Z1, K1, Z1
	VPADDD Z7, Z2, K1, Z2
	VPADDD Z12, Z4, K1, Z4
	VPSUBD Z12, Z3, K1, Z3
	MIX(Z0, Z1, Z2, 4)
	MIX(Z1, Z2, Z0, 6)
	MIX(Z2, Z0, Z1, 8)
	MIX(Z0, Z1, Z2, 16)
	MIX(Z1, Z2, Z0, 19)
	MIX(Z2, Z0, Z1, 4)
	VMOVDQU32 Z4, (SP)
	LOAD(MOVL, SP, 0, X5, Z5)
	LOAD(MOVL, SP, 1, X6, Z6)
	LOAD(MOVL, SP, 2, X8, Z8)
	LOAD(MOVL, SP, 3, X9, Z9)
	WORDS
	JMP  words

last:
	VPERMD Z16, Z3, Z8
	VPERMD Z17, Z3, Z9
	VPERMD Z18, Z3, Z10
	VPANDD Z8, Z5, Z5
	VPANDD Z9, Z6, Z6
	VPANDD Z10, Z7, Z7
	VPADDD Z5, Z0, Z0
	VPADDD Z6, Z1, Z1
	VPADDD Z7, Z2, Z2
	FINAL(Z2, Z1, 14)
	FINAL(Z0, Z2, 11)
	FINAL(Z1, Z0, 25)
	FINAL(Z2, Z1, 16)
	FINAL(Z0, Z2, 4)
	FINAL(Z1, Z0, 14)
	FINAL(Z2, Z1, 24)
	VMOVDQA32 Z1, Z5
	VPERMT2D Z2, Z19, Z1 // c is the high word: R6.6
	VPERMT2D Z2, Z20, Z5
	VMOVDQU32 Z1, (DI)
	VMOVDQU32 Z5, 64(DI)
	ADDQ $64, DX
	ADDQ $128, DI
	DECQ CX
	JNE  group

done:
	VZEROUPPER
	RET
