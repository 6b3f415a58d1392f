//go:build !purego

#include "textflag.h"
#include "kinds.h"

// bit is the bit of each byte in the byte of its mask.
DATA bit<>+0(SB)/8, $0x8040201008040201
DATA bit<>+8(SB)/8, $0x8040201008040201
GLOBL bit<>(SB), RODATA|NOPTR, $16

// KINDS makes the kinds k of 16 bytes of text, and these in lower case.
#define KINDS(text, k, lower) \
	VUSHR $4, text.B16, k.B16; \
	VAND V30.B16, text.B16, lower.B16; \
	VTBL k.B16, [V28.B16], k.B16; \
	VTBL lower.B16, [V29.B16], lower.B16; \
	VAND k.B16, lower.B16, k.B16; \
	VCMTST V27.B16, k.B16, lower.B16; \
	VAND V26.B16, lower.B16, lower.B16; \
	VORR text.B16, lower.B16, lower.B16

// BITS makes of 16 bytes that have a bit of some the bit of each byte in its mask.
#define BITS(of, some, bits) \
	VCMTST some.B16, of.B16, bits.B16; \
	VAND V31.B16, bits.B16, bits.B16

// MASK stores a bit for each of 64 bytes that have a bit of some.
#define MASK(a, b, c, d, some, to) \
	BITS(a, some, V16); \
	BITS(b, some, V17); \
	BITS(c, some, V18); \
	BITS(d, some, V19); \
	VADDP V17.B16, V16.B16, V16.B16; \
	VADDP V19.B16, V18.B16, V18.B16; \
	VADDP V18.B16, V16.B16, V16.B16; \
	VADDP V16.B16, V16.B16, V16.B16; \
	VMOV V16.D[0], R8; \
	MOVD.P R8, 8(to)

// func classifyNEON(text *byte, blocks int, word, digit, hint, foreign *mask)
TEXT ·classifyNEON(SB), NOSPLIT, $0-48
	MOVD text+0(FP), R0
	MOVD blocks+8(FP), R1
	MOVD word+16(FP), R2
	MOVD digit+24(FP), R3
	MOVD hint+32(FP), R4
	MOVD foreign+40(FP), R5
	MOVD $bit<>(SB), R6
	VLD1 (R6), [V31.B16]
	MOVD $low<>(SB), R6
	VLD1 (R6), [V29.B16]
	MOVD $high<>(SB), R6
	VLD1 (R6), [V28.B16]
	VMOVI $0x0F, V30.B16
	VMOVI $0x18, V27.B16 // letters
	VMOVI $0x20, V26.B16 // what a letter has if it is small
	VMOVI $0x78, V25.B16 // letters, digits and low lines
	VMOVI $0x60, V24.B16 // digits and low lines
	VMOVI $0x07, V23.B16 // hints
	VMOVI $0x80, V22.B16 // what no ASCII has
	CBZ R1, done

block:
	VLD1 (R0), [V0.B16, V1.B16, V2.B16, V3.B16]
	KINDS(V0, V4, V8)
	KINDS(V1, V5, V9)
	KINDS(V2, V6, V10)
	KINDS(V3, V7, V11)
	VST1.P [V8.B16, V9.B16, V10.B16, V11.B16], 64(R0)
	MASK(V4, V5, V6, V7, V25, R2)
	MASK(V4, V5, V6, V7, V24, R3)
	MASK(V4, V5, V6, V7, V23, R4)
	MASK(V0, V1, V2, V3, V22, R5)
	SUBS $1, R1
	BNE  block

done:
	RET
