// ENDS sets in AX the bits of the block of words at (SI) at which a word begins or has
// ended. R9 is the top bit of the block before, and becomes that of this one.
#define ENDS \
	MOVQ (SI), AX; \
	MOVQ AX, R10; \
	SHLQ $1, R10; \
	ORQ  R9, R10; \
	MOVQ AX, R9; \
	SHRQ $63, R9; \
	XORQ R10, AX
