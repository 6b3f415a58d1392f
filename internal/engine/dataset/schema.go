package dataset

import (
	"errors"
	"fmt"
	"strings"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"github.com/lsh-interop/fpcheck/extract"
)

// mostSchema bounds how deeply columns nest.
const mostSchema = 100

// element is a node in the schema of a Parquet file.
type element struct {
	*format.SchemaElement
	below    []*element
	leaf     int // number of its column; -1 for a group
	rep, def int // greatest levels of repetition and of definition
}

// parseSchema builds the tree of a schema, in which each element is followed by its children. It
// also returns the number of columns.
func parseSchema(list []format.SchemaElement) (root *element, columns int, err error) {
	var next func(above *element, depth int) (*element, error)
	at := 0
	next = func(above *element, depth int) (*element, error) {
		if at == len(list) {
			return nil, errors.New("schema: fewer columns than declared")
		}
		if depth > mostSchema {
			return nil, fmt.Errorf("schema: more than %d nested columns", mostSchema)
		}
		e := &element{SchemaElement: &list[at], leaf: -1}
		at++
		if above != nil {
			e.rep, e.def = above.rep, above.def
			switch {
			case e.repeated():
				e.rep, e.def = e.rep+1, e.def+1
			case e.RepetitionType.Valid && e.RepetitionType.V == format.Optional:
				e.def++
			}
		}
		children := int(e.NumChildren.V)
		if children < 0 || children > len(list)-at {
			return nil, fmt.Errorf("schema: %d columns in one", children)
		}
		if children == 0 && e.Type.Valid && above != nil {
			if e.Type.V == format.FixedLenByteArray && e.TypeLength.V <= 0 {
				return nil, fmt.Errorf("schema: values of %d bytes", e.TypeLength.V)
			}
			e.leaf = columns
			columns++
		}
		for range children {
			child, err := next(e, depth+1)
			if err != nil {
				return nil, err
			}
			e.below = append(e.below, child)
		}
		return e, nil
	}
	root, err = next(nil, 0)
	return root, columns, err
}

func (e *element) repeated() bool {
	return e.RepetitionType.Valid && e.RepetitionType.V == format.Repeated
}

// each returns the elements of a list or the values of a map, nil if e is neither.
func (e *element) each() *element {
	list, isMap := false, false
	switch e.LogicalType.Value.(type) {
	case *format.ListType:
		list = true
	case *format.MapType:
		isMap = true
	case nil:
		if c := e.ConvertedType; c.Valid {
			list = c.V == deprecated.List
			isMap = c.V == deprecated.Map || c.V == deprecated.MapKeyValue
		}
	}
	if len(e.below) != 1 || !e.below[0].repeated() {
		return nil
	}
	inner := e.below[0]
	switch {
	case isMap && len(inner.below) == 2:
		return inner.below[1]
	case !list:
		return nil
	// The format's rules for older writers: the repeated field is the element itself.
	case len(inner.below) != 1, inner.Name == "array", inner.Name == e.Name+"_tuple":
		return inner
	}
	return inner.below[0]
}

// find returns the column of a path.
func (e *element) find(p Path) (*element, error) {
	at, each := e, 0
	for i, name := range p {
		var next *element
		if name == Each {
			if next = at.each(); next == nil && at.repeated() && at.rep > each {
				next = at
			}
			each++
		} else {
			for _, child := range at.below {
				if child.Name != name {
					continue
				}
				if next != nil {
					return nil, fmt.Errorf("%w: two columns are named %s", extract.ErrMalformed, shown(p[:i+1]))
				}
				next = child
			}
		}
		if next == nil {
			return nil, fmt.Errorf("%w: no column %s (there are %s)", extract.ErrMalformed, shown(p[:i+1]), e.names())
		}
		at = next
	}
	switch {
	case at.leaf < 0 && at.each() != nil:
		return nil, fmt.Errorf("%w: column %s: a list or a map: expected a path like %s",
			extract.ErrMalformed, shown(p), shown(append(p[:len(p):len(p)], Each)))
	case at.leaf < 0:
		return nil, fmt.Errorf("%w: no column %s (there are %s)", extract.ErrMalformed, shown(p), e.names())
	case at.rep != each:
		return nil, fmt.Errorf("%w: column %s: in a list: expected a path with %s after the list's name",
			extract.ErrMalformed, shown(p), eachMark)
	}
	return at, nil
}

// mostNames bounds the columns that an error lists.
const mostNames = 20

// names lists the columns below e.
func (e *element) names() string {
	var names []string
	var list func(e *element, p Path)
	list = func(e *element, p Path) {
		inner := e.each()
		switch {
		case len(names) > mostNames:
		case inner != nil:
			list(inner, append(p[:len(p):len(p)], Each))
		case e.leaf >= 0:
			names = append(names, shown(p))
		default:
			for _, child := range e.below {
				below := append(p[:len(p):len(p)], child.Name)
				if child.repeated() {
					below = append(below, Each)
				}
				list(child, below)
			}
		}
	}
	list(e, nil)
	if len(names) > mostNames {
		names = append(names[:mostNames], "...")
	}
	return strings.Join(names, ", ")
}
