//go:build !purego

#include "textflag.h"
#include "plain_amd64.h"

// octets makes 32 of one.
#define OCTETS(name, octet) \
	DATA name<>+0(SB)/8, $(octet*0x0101010101010101); \
	DATA name<>+8(SB)/8, $(octet*0x0101010101010101); \
	DATA name<>+16(SB)/8, $(octet*0x0101010101010101); \
	DATA name<>+24(SB)/8, $(octet*0x0101010101010101); \
	GLOBL name<>(SB), RODATA|NOPTR, $32

OCTETS(blank, 0x20)
OCTETS(hyphen, 0x2D)
OCTETS(stop, 0x2E)
OCTETS(slash, 0x2F)
OCTETS(colon, 0x3A)
OCTETS(nine, 0x39)
OCTETS(letterA, 0x41)
OCTETS(lowLine, 0x5F)
OCTETS(grave, 0x60)
OCTETS(brace, 0x7B)

// HALF reads 32 octets and writes them in lower case. In the top bit of each octet: words
// in Y2, digits in Y3, tells in Y4; the octets are in Y0. Comparisons are of signed octets:
// those beyond ASCII are less than all others.
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

// func classifyAVX2(text *byte, blocks int, words, digits, tells, high *uint64)
TEXT ·classifyAVX2(SB), NOSPLIT, $0-48
	MOVQ text+0(FP), SI
	MOVQ blocks+8(FP), CX
	MOVQ words+16(FP), R8
	MOVQ digits+24(FP), R9
	MOVQ tells+32(FP), R10
	MOVQ high+40(FP), R11
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

// func edgesBMI(bounds *uint16, words *uint64, blocks int) int
//
// It stores some bounds more than there are: of 8, or 24 at the first.
TEXT ·edgesBMI(SB), NOSPLIT, $0-32
	MOVQ bounds+0(FP), DI
	MOVQ words+8(FP), SI
	MOVQ blocks+16(FP), CX
	MOVQ DI, R8
	XORQ DX, DX // of the first octet of the block
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
