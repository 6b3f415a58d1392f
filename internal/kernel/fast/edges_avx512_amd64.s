//go:build !purego

#include "textflag.h"
#include "edges_amd64.h"
#include "places_amd64.h"

// func edgesAVX512(bounds *uint16, words *mask, blocks int) int
//
// It stores bounds in groups of 32.
TEXT ·edgesAVX512(SB), NOSPLIT, $0-32
	MOVQ bounds+0(FP), DI
	MOVQ words+8(FP), SI
	MOVQ blocks+16(FP), CX
	MOVQ DI, R8
	XORQ DX, DX // of the first byte of the block
	XORQ R9, R9 // the top bit of the block before
	VMOVDQU8 places<>(SB), Z0
	TESTQ CX, CX
	JE   done

block:
	ENDS
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
