//go:build !purego

#include "textflag.h"

DATA counts<>+0(SB)/8, $0x0302020102010100 // of the bits of 0 to 15
DATA counts<>+8(SB)/8, $0x0403030203020201
GLOBL counts<>(SB), RODATA|NOPTR, $16
DATA nibble<>+0(SB)/4, $0x0f0f0f0f
GLOBL nibble<>(SB), RODATA|NOPTR, $4
DATA ones8<>+0(SB)/4, $0x01010101
GLOBL ones8<>(SB), RODATA|NOPTR, $4
DATA ones16<>+0(SB)/4, $0x00010001
GLOBL ones16<>(SB), RODATA|NOPTR, $4

// func scanAVX2(probes *probe, n int, offsets, hots *byte, size int, hot uint32, distance int) (near uint64)
//
// A probe has 32 bytes: bucket, flipped, from, to.
TEXT ·scanAVX2(SB), NOSPLIT, $0-64
	MOVQ probes+0(FP), DI
	MOVQ n+8(FP), CX
	MOVQ offsets+16(FP), SI
	MOVQ hots+24(FP), DX
	MOVQ size+32(FP), R8
	MOVQ distance+48(FP), R9
	XORQ AX, AX
	TESTQ CX, CX
	JE   done
	MOVL hot+40(FP), BX
	VMOVD BX, X0
	VPBROADCASTD X0, Y0
	VBROADCASTI128 counts<>(SB), Y1
	VPBROADCASTD nibble<>(SB), Y2
	VPBROADCASTD ones8<>(SB), Y3
	VPBROADCASTD ones16<>(SB), Y4
	INCQ R9

	// Ask for the lines of the directory.
	MOVQ DI, R10
	MOVQ CX, R11
directory:
	MOVQ (R10), BX
	PREFETCHT0 (SI)(BX*4)
	ADDQ $32, R10
	DECQ R11
	JNE  directory

	// Read them, and ask for the sketches.
	MOVQ DI, R10
	MOVQ CX, R11
offset:
	MOVQ (R10), BX
	MOVL (SI)(BX*4), R12
	MOVL 4(SI)(BX*4), R13
	CMPQ R12, R8
	CMOVQHI R8, R12
	CMPQ R13, R8
	CMOVQHI R8, R13
	CMPQ R13, R12
	CMOVQLT R12, R13
	MOVQ R12, 16(R10)
	MOVQ R13, 24(R10)
	PREFETCHT0 (DX)(R12*4)
	PREFETCHT0 28(DX)(R12*4)
	ADDQ $32, R10
	DECQ R11
	JNE  offset

	// Count the bits, of eight sketches at a time. What is behind the last does no harm.
	MOVQ DI, R10
	XORQ R11, R11
	SUBQ $8, R8 // the last place of which eight can be read
probe:
	MOVQ 16(R10), R12
	MOVQ 24(R10), R13
	MOVQ R9, BX
	SUBQ 8(R10), BX
	VMOVD BX, X5
	VPBROADCASTD X5, Y5
	VPXOR Y6, Y6, Y6
	CMPQ R12, R13
	JGE  next

eight:
	CMPQ R12, R8
	JGT  found // near the end of the table, Go looks
	VPXOR (DX)(R12*4), Y0, Y7
	VPSRLW $4, Y7, Y8
	VPAND Y2, Y7, Y7
	VPAND Y2, Y8, Y8
	VPSHUFB Y7, Y1, Y7
	VPSHUFB Y8, Y1, Y8
	VPADDB Y7, Y8, Y7
	VPMADDUBSW Y3, Y7, Y7
	VPMADDWD Y4, Y7, Y7
	VPCMPGTD Y7, Y5, Y7
	VPOR Y7, Y6, Y6
	ADDQ $8, R12
	CMPQ R12, R13
	JLT  eight
	VPTEST Y6, Y6
	JE   next

found:
	BTSQ R11, AX

next:
	ADDQ $32, R10
	INCQ R11
	CMPQ R11, CX
	JLT  probe
	VZEROUPPER

done:
	MOVQ AX, near+56(FP)
	RET
