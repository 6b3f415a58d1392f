package fpcheck_test

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// docLink matches a link to a name: [Open], [Options.Skip], [extract.Open] or a whole import path.
var docLink = regexp.MustCompile(`(?:^|[^\w\]])\[\*?((?:[\w-]+(?:\.[\w-]+)*/)*[A-Za-z_]\w*(?:\.\w+){0,2})\](?:[^\w(:]|$)`)

// docPackage matches the name of a package in a sentence.
var docPackage = regexp.MustCompile(`\b(?:Package|[Oo]f package|[Ii]n package|[Ss]ee package) ([a-z][\w/]*)`)

// TestDocLinks checks the links and the names of packages in the documentation of public packages. A reader
// must be able to reach them.
func TestDocLinks(t *testing.T) {
	exported := make(map[string]map[string]bool) // by import path
	sources := make(map[string][]*ast.File)
	known := make(map[string]bool) // packages, by the ends of their import paths
	for _, p := range publicPackages(t) {
		importPath := path.Join(modulePath, p)
		sources[importPath] = parsed(t, cmp.Or(p, "."))
		exported[importPath] = exportedNames(sources[importPath])
		known[path.Base(importPath)], known[p], known[sources[importPath][0].Name.Name] = true, true, true
	}
	for importPath, files := range sources {
		for _, f := range files {
			imports := importsOf(f)
			for text := range publicDocs(f) {
				for _, m := range docLink.FindAllStringSubmatch(text, -1) {
					if !resolves(m[1], importPath, imports, exported) {
						t.Errorf("%s: the documentation links to [%s], which it does not export", importPath, m[1])
					}
				}
				for _, m := range docPackage.FindAllStringSubmatch(text, -1) {
					if p := imports[m[1]]; !known[m[1]] && (p == "" || strings.Contains(p, "/internal/")) {
						t.Errorf("%s: the documentation names package %s, which other modules cannot import", importPath, m[1])
					}
				}
			}
		}
	}
}

// parsed returns the files of a package, without its tests.
func parsed(t *testing.T, dir string) (files []*ast.File) {
	t.Helper()
	p, err := linuxAMD64.ImportDir(dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(set, filepath.Join(dir, name), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}

// exportedNames returns the exported names of a package: "Open", "Options.Skip".
func exportedNames(files []*ast.File) map[string]bool {
	names := make(map[string]bool)
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				names[strings.TrimPrefix(receiver(d)+"."+d.Name.Name, ".")] = true
			case *ast.GenDecl:
				for _, s := range d.Specs {
					switch s := s.(type) {
					case *ast.ValueSpec:
						for _, n := range s.Names {
							names[n.Name] = true
						}
					case *ast.TypeSpec:
						names[s.Name.Name] = true
						for _, field := range fieldsOf(s) {
							for _, n := range field.Names {
								names[s.Name.Name+"."+n.Name] = true
							}
						}
					}
				}
			}
		}
	}
	return names
}

// receiver returns the name of the type of a method, or "".
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	name := ""
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return true
	})
	return name
}

func fieldsOf(s *ast.TypeSpec) []*ast.Field {
	switch u := s.Type.(type) {
	case *ast.StructType:
		return u.Fields.List
	case *ast.InterfaceType:
		return u.Methods.List
	}
	return nil
}

// publicDocs yields the comments that go doc shows, without their code.
func publicDocs(f *ast.File) func(yield func(string) bool) {
	var texts []string
	add := func(comments ...*ast.CommentGroup) {
		for _, c := range comments {
			if text := c.Text(); text != "" {
				texts = append(texts, regexp.MustCompile(`(?m)^\t.*$`).ReplaceAllString(text, ""))
			}
		}
	}
	add(f.Doc)
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if of := receiver(d); d.Name.IsExported() && (of == "" || ast.IsExported(of)) {
				add(d.Doc)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ValueSpec:
					if slices.ContainsFunc(s.Names, (*ast.Ident).IsExported) {
						add(d.Doc, s.Doc, s.Comment)
					}
				case *ast.TypeSpec:
					if !s.Name.IsExported() {
						continue
					}
					add(d.Doc, s.Doc, s.Comment)
					for _, field := range fieldsOf(s) {
						if len(field.Names) == 0 || slices.ContainsFunc(field.Names, (*ast.Ident).IsExported) {
							add(field.Doc, field.Comment)
						}
					}
				}
			}
		}
	}
	return slices.Values(texts)
}

// importsOf returns the import paths of a file by the names of the packages.
func importsOf(f *ast.File) map[string]string {
	imports := make(map[string]string)
	for _, i := range f.Imports {
		p := strings.Trim(i.Path.Value, `"`)
		imports[path.Base(p)] = p
	}
	return imports
}

// resolves reports whether a link in a package leads to an exported name, or to a package.
func resolves(link, in string, imports map[string]string, exported map[string]map[string]bool) bool {
	if isExported(link) && exported[in][link] {
		return true
	}
	at := strings.LastIndex(link, "/") + 1
	name, rest, _ := strings.Cut(link[at:], ".")
	importPath := cmp.Or(imports[link[:at]+name], link[:at]+name)
	names, own := exported[importPath]
	switch {
	case own:
		return rest == "" || isExported(rest) && names[rest]
	case strings.HasPrefix(importPath, modulePath):
		return false // an internal package
	}
	return rest != "" && isExported(rest) || at > 0 // of the standard library
}

func isExported(name string) bool {
	for part := range strings.SplitSeq(name, ".") {
		if !ast.IsExported(part) {
			return false
		}
	}
	return true
}
