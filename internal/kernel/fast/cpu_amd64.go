//go:build !purego

package fast

import "golang.org/x/sys/cpu"

// What the processor has, as far as the assembly needs it. Some processors have AVX-512 and
// become slower by it; those have no VBMI2.
var (
	hasAVX2   = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT
	hasAVX512 = hasAVX2 && cpu.X86.HasBMI2 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW &&
		cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512VBMI2 && cpu.X86.HasAVX512BITALG
)
