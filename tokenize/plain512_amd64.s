//go:build !purego

#include "textflag.h"

DATA ranges<>+0(SB)/1, $0x20 // what a letter has if it is small
DATA ranges<>+1(SB)/1, $0x61 // a
DATA ranges<>+2(SB)/1, $26
DATA ranges<>+3(SB)/1, $0x30 // 0
DATA ranges<>+4(SB)/1, $10
DATA ranges<>+5(SB)/1, $0x5F // low line
DATA ranges<>+6(SB)/1, $0x2D // hyphen and full stop
DATA ranges<>+7(SB)/1, $2
DATA ranges<>+8(SB)/1, $0x3A // : to @
DATA ranges<>+9(SB)/1, $7
GLOBL ranges<>(SB), RODATA|NOPTR, $10

// RANGE makes the mask of the octets of x that are one of so many from a first on.
#define RANGE(x, first, many, mask) \
	VPSUBB first, x, Z2; \
	VPCMPUB $1, many, Z2, mask

// func classifyAVX512(text *byte, blocks int, words, digits, tells, high *uint64)
TEXT ·classifyAVX512(SB), NOSPLIT, $0-48
	MOVQ text+0(FP), SI
	MOVQ blocks+8(FP), CX
	MOVQ words+16(FP), R8
	MOVQ digits+24(FP), R9
	MOVQ tells+32(FP), R10
	MOVQ high+40(FP), R11
	VPBROADCASTB ranges<>+0(SB), Z10
	VPBROADCASTB ranges<>+1(SB), Z11
	VPBROADCASTB ranges<>+2(SB), Z12
	VPBROADCASTB ranges<>+3(SB), Z13
	VPBROADCASTB ranges<>+4(SB), Z14
	VPBROADCASTB ranges<>+5(SB), Z15
	VPBROADCASTB ranges<>+6(SB), Z16
	VPBROADCASTB ranges<>+7(SB), Z17
	VPBROADCASTB ranges<>+8(SB), Z18
	VPBROADCASTB ranges<>+9(SB), Z19
	XORQ AX, AX
	TESTQ CX, CX
	JE   done

block:
	VMOVDQU8 (SI), Z0
	VPORQ Z10, Z0, Z1
	RANGE(Z1, Z11, Z12, K1)
	VMOVDQU8 Z1, K1, (SI)
	RANGE(Z0, Z13, Z14, K2)
	VPCMPEQB Z15, Z0, K3
	KORQ K3, K2, K2
	KORQ K2, K1, K1
	RANGE(Z0, Z16, Z17, K4)
	RANGE(Z0, Z18, Z19, K5)
	KORQ K5, K4, K4
	VPMOVB2M Z0, K6
	KMOVQ K1, (R8)(AX*8)
	KMOVQ K2, (R9)(AX*8)
	KMOVQ K4, (R10)(AX*8)
	KMOVQ K6, (R11)(AX*8)
	ADDQ $64, SI
	INCQ AX
	CMPQ AX, CX
	JNE  block

done:
	VZEROUPPER
	RET

// places are 0 to 63.
DATA places<>+0(SB)/8, $0x0706050403020100
DATA places<>+8(SB)/8, $0x0f0e0d0c0b0a0908
DATA places<>+16(SB)/8, $0x1716151413121110
DATA places<>+24(SB)/8, $0x1f1e1d1c1b1a1918
DATA places<>+32(SB)/8, $0x2726252423222120
DATA places<>+40(SB)/8, $0x2f2e2d2c2b2a2928
DATA places<>+48(SB)/8, $0x3736353433323130
DATA places<>+56(SB)/8, $0x3f3e3d3c3b3a3938
GLOBL places<>(SB), RODATA|NOPTR, $64

// func edgesAVX512(bounds *uint16, words *uint64, blocks int) int
//
// It stores up to 32 bounds more than there are.
TEXT ·edgesAVX512(SB), NOSPLIT, $0-32
	MOVQ bounds+0(FP), DI
	MOVQ words+8(FP), SI
	MOVQ blocks+16(FP), CX
	MOVQ DI, R8
	XORQ DX, DX // of the first octet of the block
	XORQ R9, R9 // the top bit of the block before
	VMOVDQU8 places<>(SB), Z0
	TESTQ CX, CX
	JE   done

block:
	MOVQ (SI), AX
	MOVQ AX, R10
	SHLQ $1, R10
	ORQ  R9, R10
	MOVQ AX, R9
	SHRQ $63, R9
	XORQ R10, AX
	KMOVQ AX, K1
	VPCOMPRESSB Z0, K1, Z1
	VPBROADCASTW DX, Z3
	VPMOVZXBW Y1, Z2
	VPADDW Z3, Z2, Z2
	VMOVDQU16 Z2, (DI)
	POPCNTQ AX, R11
	CMPQ R11, $32
	JLS  next
	VEXTRACTI64X4 $1, Z1, Y1
	VPMOVZXBW Y1, Z2
	VPADDW Z3, Z2, Z2
	VMOVDQU16 Z2, 64(DI)

next:
	LEAQ (DI)(R11*2), DI
	ADDQ $8, SI
	ADDQ $64, DX
	DECQ CX
	JNE  block

done:
	SUBQ R8, DI
	SHRQ $1, DI
	MOVQ DI, ret+24(FP)
	VZEROUPPER
	RET
