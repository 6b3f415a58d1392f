// ENDS sets in AX the bits of a block of words at (SI) where one begins or has ended. R9 is the
// top bit of the block before, and becomes that of this one.
#define ENDS \
	MOVQ (SI), AX; \
	MOVQ AX, R10; \
	SHLQ $1, R10; \
	ORQ  R9, R10; \
	MOVQ AX, R9; \
	SHRQ $63, R9; \
	XORQ R10, AX
