//go:build !purego

#include "textflag.h"
#include "places_amd64.h"

DATA pairs<>+0(SB)/1, $0xC2 // the first lead of two bytes
DATA pairs<>+1(SB)/1, $0x1E // how many there are
DATA pairs<>+2(SB)/1, $0xC0 // the first byte beyond continuations
GLOBL pairs<>(SB), RODATA|NOPTR, $3

// func mapTwosAVX512(text *byte, n int, letters *letters) int
TEXT ·mapTwosAVX512(SB), NOSPLIT, $0-32
	MOVQ text+0(FP), SI
	MOVQ n+8(FP), CX
	MOVQ letters+16(FP), DI
	VPBROADCASTB pairs<>+0(SB), Z10
	VPBROADCASTB pairs<>+1(SB), Z11
	VPBROADCASTB pairs<>+2(SB), Z12
	VMOVDQU8 places<>(SB), Z13
	VPTERNLOGD $0xFF, Z14, Z14, Z14
	VPSUBB Z14, Z13, Z13 // the place after each
	XORQ DX, DX // how many are done

window:
	MOVQ CX, R8
	SUBQ DX, R8
	JLE  done
	MOVQ $-1, R9
	CMPQ R8, $64
	JGE  full
	BZHIQ R8, R9, R9

full:
	VMOVDQU8 (SI)(DX*1), Z0
	VPMOVB2M Z0, K1
	KMOVQ K1, R10
	ANDQ R9, R10 // bytes beyond ASCII
	JE   ascii
	VPSUBB Z10, Z0, Z1
	VPCMPUB $1, Z11, Z1, K2
	VPCMPUB $1, Z12, Z0, K3
	KMOVQ K2, R11
	ANDQ R10, R11 // leads
	KMOVQ K3, R12
	ANDQ R10, R12 // continuations
	LEAQ (R11)(R11*1), R13 // where they are wanted
	MOVQ R12, AX
	SHRQ $1, AX
	ANDNQ R11, AX, AX // a lead without a continuation
	ANDNQ R12, R13, R8 // a continuation without a lead
	ORQ  R8, AX
	ORQ  R11, R12
	ANDNQ R10, R12, R12 // another byte
	ORQ  R12, AX
	MOVQ R11, R12

lead:
	TZCNTQ R12, BX
	JCS  mapped
	ADDQ DX, BX
	MOVBLZX (SI)(BX*1), R8
	VPBROADCASTB R8, Z1
	VPCMPEQB Z1, Z0, K2
	KMOVQ K2, BX
	ANDNQ R12, BX, R12
	KADDQ K2, K2, K2
	ANDQ $0x1F, R8
	SHLQ $7, R8
	VPERMB (DI)(R8*1), Z0, K2, Z3
	VPERMB 64(DI)(R8*1), Z0, K2, Z4
	JMP  lead

mapped:
	KMOVQ R13, K2
	VPTESTNMB Z4, Z4, K2, K4 // not letters
	KMOVQ K4, BX
	SHRQ $1, BX
	ORQ  BX, AX
	TZCNTQ AX, BX // 64 if there is none
	MOVQ $-1, AX
	BZHIQ BX, AX, AX
	ANDQ AX, R11
	ANDQ AX, R13
	KMOVQ R11, K2
	KMOVQ R13, K3
	VPERMB Z4, Z13, Z4
	VMOVDQU8 Z3, K3, (SI)(DX*1)
	VMOVDQU8 Z4, K2, (SI)(DX*1)
	CMPQ BX, $64
	JNE  cut

ascii:
	ADDQ $64, DX
	JMP  window

cut:
	ADDQ BX, DX
	MOVQ DX, ret+24(FP)
	VZEROUPPER
	RET

done:
	MOVQ CX, ret+24(FP)
	VZEROUPPER
	RET

DATA threes<>+0(SB)/1, $0xE0 // the first lead of three bytes
DATA threes<>+1(SB)/1, $0x10 // how many there are
DATA threes<>+2(SB)/1, $0xC0 // the first byte beyond continuations
DATA threes<>+3(SB)/1, $0x21 // the first byte beyond gaps
DATA threes<>+4(SB)/1, $0xE4 // ideographs begin with this and
DATA threes<>+5(SB)/1, $0xB8 // no less than that, or with
DATA threes<>+6(SB)/1, $0xE5 // one of the
DATA threes<>+7(SB)/1, $0x05 // next leads
GLOBL threes<>(SB), RODATA|NOPTR, $8

// What planes has: three planes of each of 1024 blocks, and then three of ideographs.
#define IDEOGRAPHS 24576

// PLANE adds to a mask those of K2 that a plane of the block at R8 has.
#define PLANE(i, mask) \
	VPBROADCASTQ (i*8)(R8), Z5; \
	VPSHUFBITQMB Z2, Z5, K2, K3; \
	KORQ K3, mask, mask

// func findThreesAVX512(text *byte, planes *planes, found *found)
//
// It reads 66 bytes.
TEXT ·findThreesAVX512(SB), NOSPLIT, $0-24
	MOVQ text+0(FP), SI
	MOVQ planes+8(FP), DI
	MOVQ found+16(FP), R13
	VMOVDQU8 (SI), Z0
	VMOVDQU8 1(SI), Z1
	VMOVDQU8 2(SI), Z2
	VPMOVB2M Z0, K1
	KMOVQ K1, 32(R13) // foreign
	VPBROADCASTB threes<>+3(SB), Z3
	VPCMPUB $1, Z3, Z0, K1
	KMOVQ K1, 40(R13) // gaps

	VPBROADCASTB threes<>+0(SB), Z3
	VPBROADCASTB threes<>+1(SB), Z4
	VPSUBB Z3, Z0, Z3
	VPCMPUB $1, Z4, Z3, K1 // leads
	VPBROADCASTB threes<>+2(SB), Z4
	VPCMPB $1, Z4, Z1, K1, K1
	VPCMPB $1, Z4, Z2, K1, K1 // and their continuations
	KMOVQ K1, R9
	SHLQ $2, R9
	SHRQ $2, R9 // those of the last two lanes end beyond the window
	MOVQ R9, 24(R13) // threes

	VPBROADCASTB threes<>+6(SB), Z3
	VPBROADCASTB threes<>+7(SB), Z4
	VPSUBB Z3, Z0, Z3
	VPCMPUB $1, Z4, Z3, K2
	VPBROADCASTB threes<>+4(SB), Z3
	VPBROADCASTB threes<>+5(SB), Z4
	VPCMPEQB Z3, Z0, K3
	VPCMPUB $5, Z4, Z1, K3, K3
	KORQ K3, K2, K2
	KMOVQ K2, R10
	ANDQ R9, R10 // ideographs
	MOVQ IDEOGRAPHS(DI), AX
	MOVQ (IDEOGRAPHS+8)(DI), BX
	MOVQ (IDEOGRAPHS+16)(DI), CX
	MOVQ AX, R8
	ORQ  BX, R8
	ORQ  CX, R8
	ANDQ R8, R10 // none if they are not of one kind
	ANDQ R10, AX
	ANDQ R10, BX
	ANDQ R10, CX
	KMOVQ AX, K5
	KMOVQ BX, K6
	KMOVQ CX, K7
	ANDNQ R9, R10, R9 // the others

block:
	TZCNTQ R9, CX
	JCS  done
	VPBROADCASTB (SI)(CX*1), Z3
	VPBROADCASTB 1(SI)(CX*1), Z4
	MOVBLZX (SI)(CX*1), AX
	MOVBLZX 1(SI)(CX*1), BX
	VPCMPEQB Z3, Z0, K2
	VPCMPEQB Z4, Z1, K3
	KANDQ K2, K3, K2
	KMOVQ K2, CX
	ANDNQ R9, CX, R9
	ANDQ $0x0F, AX
	SHLQ $6, AX
	ANDQ $0x3F, BX
	ORQ  BX, AX
	LEAQ (AX)(AX*2), AX
	LEAQ (DI)(AX*8), R8
	PLANE(0, K5)
	PLANE(1, K6)
	PLANE(2, K7)
	JMP  block

done:
	KMOVQ K5, (R13)
	KMOVQ K6, 8(R13)
	KMOVQ K7, 16(R13)
	VZEROUPPER
	RET
