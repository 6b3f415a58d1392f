//go:build !purego

#include "textflag.h"
#include "edges_amd64.h"

// EDGE stores the place of the lowest bit of AX, and clears it.
#define EDGE(at) \
	TZCNTQ AX, BX; \
	ADDQ DX, BX; \
	MOVW BX, at(DI); \
	BLSRQ AX, AX

#define EDGES(at) \
	EDGE(at); \
	EDGE(at+2); \
	EDGE(at+4); \
	EDGE(at+6); \
	EDGE(at+8); \
	EDGE(at+10); \
	EDGE(at+12); \
	EDGE(at+14)

// func edgesBMI1(bounds *uint16, words *mask, blocks int) int
//
// It stores bounds in groups of 8, or of 24 at first.
TEXT ·edgesBMI1(SB), NOSPLIT, $0-32
	MOVQ bounds+0(FP), DI
	MOVQ words+8(FP), SI
	MOVQ blocks+16(FP), CX
	MOVQ DI, R8
	XORQ DX, DX // of the first byte of the block
	XORQ R9, R9 // the top bit of the block before
	TESTQ CX, CX
	JE   done

block:
	ENDS
	POPCNTQ AX, R11
	LEAQ (DI)(R11*2), R11
	EDGES(0)
	EDGES(16)
	EDGES(32)
	TESTQ AX, AX
	JE   next

more:
	ADDQ $48, DI

eight:
	EDGES(0)
	ADDQ $16, DI
	TESTQ AX, AX
	JNE  eight

next:
	MOVQ R11, DI
	ADDQ $8, SI
	ADDQ $64, DX
	DECQ CX
	JNE  block

done:
	SUBQ R8, DI
	SHRQ $1, DI
	MOVQ DI, ret+24(FP)
	RET
