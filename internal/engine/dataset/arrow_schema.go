package dataset

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/parquet-go/parquet-go/format"
)

// arrowKind is a type, by its number in the schema of Arrow's messages.
type arrowKind byte

const (
	arrowNull        arrowKind = 1
	arrowInt         arrowKind = 2
	arrowFloat       arrowKind = 3
	arrowBinary      arrowKind = 4
	arrowString      arrowKind = 5
	arrowBool        arrowKind = 6
	arrowDecimal     arrowKind = 7
	arrowDate        arrowKind = 8
	arrowTime        arrowKind = 9
	arrowTimestamp   arrowKind = 10
	arrowInterval    arrowKind = 11
	arrowList        arrowKind = 12
	arrowStruct      arrowKind = 13
	arrowUnion       arrowKind = 14
	arrowFixedBinary arrowKind = 15
	arrowFixedList   arrowKind = 16
	arrowMap         arrowKind = 17
	arrowDuration    arrowKind = 18
	arrowLargeBinary arrowKind = 19
	arrowLargeString arrowKind = 20
	arrowLargeList   arrowKind = 21
	arrowRunEnds     arrowKind = 22
	arrowBinaryView  arrowKind = 23
	arrowStringView  arrowKind = 24
	arrowListView    arrowKind = 25
	arrowLongView    arrowKind = 26 // a view of a large list
)

var arrowKindNames = []string{
	arrowNull: "null", arrowInt: "an integer", arrowFloat: "a fraction", arrowBinary: "bytes", arrowString: "a string",
	arrowBool: "a boolean", arrowDecimal: "a decimal", arrowDate: "a date", arrowTime: "a time",
	arrowTimestamp: "a timestamp",
	arrowInterval:  "an interval", arrowList: "a list", arrowStruct: "a struct", arrowUnion: "a union",
	arrowFixedBinary: "bytes",
	arrowFixedList:   "a list", arrowMap: "a map", arrowDuration: "a duration", arrowLargeBinary: "bytes",
	arrowLargeString: "a string",
	arrowLargeList:   "a list", arrowRunEnds: "runs", arrowBinaryView: "bytes", arrowStringView: "a string",
	arrowListView: "a list",
	arrowLongView: "a list",
}

func (k arrowKind) String() string {
	if int(k) < len(arrowKindNames) {
		return arrowKindNames[k]
	}
	return fmt.Sprintf("type %d", byte(k))
}

// arrowField is a field of a schema.
type arrowField struct {
	name   string
	kind   arrowKind
	width  int // of values in bytes, if it is fixed
	count  int // of elements, in a list of fixed size
	dense  bool
	below  []*arrowField
	as     *element            // the type of the values in Parquet; nil if it has none
	normal func([]byte) []byte // makes a value one of Parquet; nil if it is one
	index  *arrowField         // type of the indexes, if values are in a dictionary
	id     int64               // of the dictionary
	wanted bool                // by a path; of fields of the schema
}

// child returns the field of a struct.
func (f *arrowField) child(name string) *arrowField {
	if i := slices.IndexFunc(f.below, func(b *arrowField) bool { return b.name == name }); i >= 0 &&
		f.kind == arrowStruct {
		return f.below[i]
	}
	return nil
}

// has returns the number of fields of a struct with a name.
func (f *arrowField) has(name string) (n int) {
	for _, b := range f.below {
		if b.name == name {
			n++
		}
	}
	return n
}

// element returns the elements of a list or the values of a map, nil if f is neither.
func (f *arrowField) element() *arrowField {
	switch f.kind {
	case arrowList, arrowLargeList, arrowFixedList, arrowListView, arrowLongView:
		return f.below[0]
	case arrowMap:
		return f.below[0].below[1]
	}
	return nil
}

// field reads a field of the schema, the nth.
func (a *arrowReader) field(t flatTable, depth int, n *int) (*arrowField, error) {
	if *n++; *n > mostArrowFields || depth > mostSchema {
		return nil, fmt.Errorf("schema: more than %d columns, or %d nested ones", mostArrowFields, mostSchema)
	}
	f := &arrowField{name: t.string(0), kind: arrowKind(t.byte(2))}
	for _, child := range t.tables(5) {
		below, err := a.field(child, depth+1, n)
		if err != nil {
			return nil, err
		}
		f.below = append(f.below, below)
	}
	children := 0
	switch f.kind {
	case arrowList, arrowLargeList, arrowFixedList, arrowListView, arrowLongView, arrowMap:
		children = 1
	case arrowRunEnds:
		children = 2
	case arrowStruct, arrowUnion:
		children = len(f.below)
	}
	if len(f.below) != children || f.kind == arrowMap && (f.below[0].kind != arrowStruct || len(f.below[0].below) != 2) {
		return nil, fmt.Errorf("schema: %s with %d columns in it", f.kind, len(f.below))
	}
	if err := f.describe(t.table(3), isUUID(t)); err != nil {
		return nil, err
	}
	if d := t.table(4); d.pos > 0 {
		values := *f
		f.id = d.long(0)
		f.index = &arrowField{kind: arrowInt, width: 4}
		if index := d.table(1); index.pos > 0 {
			f.index.width = index.int(0, 0) / 8
		}
		if !slices.Contains([]int{1, 2, 4, 8}, f.index.width) {
			return nil, errors.New("schema: an index of a dictionary")
		}
		a.known[f.id] = &values
	}
	return f, nil
}

// isUUID reports whether a field is of the extension type of UUIDs.
func isUUID(t flatTable) bool {
	for _, pair := range t.tables(6) {
		if pair.string(0) == "ARROW:extension:name" && pair.string(1) == "arrow.uuid" {
			return true
		}
	}
	return false
}

// describe finds the type of a field in Parquet.
func (f *arrowField) describe(t flatTable, uuid bool) error {
	as := func(physical format.Type, logical format.LogicalTypeValue) {
		s := new(format.SchemaElement)
		s.Type.V, s.Type.Valid = physical, true
		s.LogicalType.Value = logical
		f.as = &element{SchemaElement: s}
	}
	switch f.kind {
	case arrowNull:
		as(format.ByteArray, new(format.NullType))
	case arrowBool:
		as(format.Boolean, nil)
	case arrowInt:
		bits, signed := t.int(0, 0), t.byte(1) != 0
		f.width = bits / 8
		switch bits {
		case 8, 16:
			as(format.Int32, &format.IntType{BitWidth: 32, IsSigned: signed})
			f.normal = func(v []byte) []byte { return binary.LittleEndian.AppendUint32(nil, uint32(widened(v, signed))) }
		case 32:
			as(format.Int32, &format.IntType{BitWidth: 32, IsSigned: signed})
		case 64:
			as(format.Int64, &format.IntType{BitWidth: 64, IsSigned: signed})
		default:
			return fmt.Errorf("schema: an integer of %d bits", bits)
		}
	case arrowFloat:
		switch precision := t.short(0, 0); precision {
		case 0:
			f.width = 2 // Parquet has none such without a type of its own
		case 1:
			f.width = 4
			as(format.Float, nil)
		case 2:
			f.width = 8
			as(format.Double, nil)
		default:
			return fmt.Errorf("schema: a fraction of precision %d", precision)
		}
	case arrowString, arrowLargeString, arrowStringView:
		as(format.ByteArray, new(format.StringType))
	case arrowBinary, arrowLargeBinary, arrowBinaryView:
		as(format.ByteArray, nil)
	case arrowFixedBinary:
		if f.width = t.int(0, 0); f.width < 0 {
			return errFlat
		}
		if as(format.FixedLenByteArray, nil); uuid && f.width == 16 {
			as(format.FixedLenByteArray, new(format.UUIDType))
		}
		f.as.TypeLength.V = int32(f.width)
	case arrowDecimal:
		f.width = t.int(2, 128) / 8
		as(format.FixedLenByteArray, &format.DecimalType{Precision: int32(t.int(0, 0)), Scale: int32(t.int(1, 0))})
		f.normal = func(v []byte) []byte {
			v = slices.Clone(v)
			slices.Reverse(v)
			return v
		}
		if f.width < 4 || f.width > 32 {
			return fmt.Errorf("schema: a decimal of %d bytes", f.width)
		}
	case arrowDate:
		f.width = 4
		as(format.Int32, new(format.DateType))
		if t.short(0, 1) == 1 {
			f.width = 8
			f.normal = func(v []byte) []byte {
				return binary.LittleEndian.AppendUint32(nil, uint32(widened(v, true)/86400000))
			}
		}
	case arrowTime:
		f.width = t.int(1, 32) / 8
		if f.width != 4 && f.width != 8 {
			return fmt.Errorf("schema: a time of %d bytes", f.width)
		}
		unit, times := arrowUnit(t.short(0, 1))
		as(format.Int64, &format.TimeType{Unit: unit})
		f.normal = multiplied(times)
	case arrowTimestamp:
		f.width = 8
		unit, times := arrowUnit(t.short(0, 0))
		as(format.Int64, &format.TimestampType{Unit: unit, IsAdjustedToUTC: t.string(1) != ""})
		f.normal = multiplied(times)
	case arrowFixedList:
		if f.count = t.int(0, 0); f.count < 0 {
			return errFlat
		}
	case arrowUnion:
		f.dense = t.short(0, 0) == 1
	}
	return t.err
}

// arrowUnit returns a unit of time, and how many of it a value counts.
func arrowUnit(n int) (unit format.TimeUnit, times int64) {
	switch n {
	case 0: // Parquet has no seconds
		return format.TimeUnit{Value: new(format.MilliSeconds)}, 1000
	case 1:
		return format.TimeUnit{Value: new(format.MilliSeconds)}, 1
	case 2:
		return format.TimeUnit{Value: new(format.MicroSeconds)}, 1
	}
	return format.TimeUnit{Value: new(format.NanoSeconds)}, 1
}

// multiplied makes an integer one of 64 bits.
func multiplied(times int64) func([]byte) []byte {
	return func(v []byte) []byte { return binary.LittleEndian.AppendUint64(nil, uint64(widened(v, true)*times)) }
}

// widened is an integer of 1 to 8 bytes.
func widened(v []byte, signed bool) int64 {
	var b [8]byte
	if copy(b[:], v); signed && len(v) > 0 && v[len(v)-1]&0x80 != 0 {
		for i := len(v); i < len(b); i++ {
			b[i] = 0xff
		}
	}
	return int64(binary.LittleEndian.Uint64(b[:]))
}
