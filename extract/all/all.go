// Package all registers the readers of all formats with package extract. Import it for that effect:
//
//	import _ "github.com/lsh-interop/fpcheck/extract/all"
package all

import (
	_ "github.com/lsh-interop/fpcheck/extract/article"
	"github.com/lsh-interop/fpcheck/extract/internal/formats"
	_ "github.com/lsh-interop/fpcheck/extract/legacy"
	_ "github.com/lsh-interop/fpcheck/extract/lightweight"
	_ "github.com/lsh-interop/fpcheck/extract/mail"
	_ "github.com/lsh-interop/fpcheck/extract/office"
	_ "github.com/lsh-interop/fpcheck/extract/packed"
	_ "github.com/lsh-interop/fpcheck/extract/pdf"
)

func init() { formats.Complete = true }
