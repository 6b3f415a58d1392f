// Command reference writes the Go packages of a module as HTML, by go/doc. It fails if an exported name
// has no comment. The Go team's own pages need a server; these are plain files.
//
//	reference DIR MODULE-DIR
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/parser"
	"go/printer"
	"go/token"
	"html/template"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: reference DIR MODULE-DIR")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "reference:", err)
		os.Exit(1)
	}
}

// listed is what "go list" reports of a package.
type listed struct {
	Dir, ImportPath, Name string
	GoFiles, CgoFiles     []string
	Module                struct{ Path string }
}

// write writes a page for each public package of the module, and a list of them.
func write(dir, module string) error {
	packages, err := list(module)
	if err != nil {
		return err
	}
	var missing []error
	var links []link
	for _, p := range packages {
		page, problems, err := render(p)
		if err != nil {
			return err
		}
		missing = append(missing, problems...)
		name := strings.ReplaceAll(strings.TrimPrefix(p.ImportPath, p.Module.Path), "/", ".")
		name = strings.TrimPrefix(name, ".")
		if name == "" {
			name = p.Name
		}
		links = append(links, link{p.ImportPath, name + ".html", page.Synopsis})
		if err := execute(filepath.Join(dir, name+".html"), packagePage, page); err != nil {
			return err
		}
	}
	if len(links) == 0 {
		return fmt.Errorf("%s: no public package", module)
	}
	if err := execute(filepath.Join(dir, "index.html"), indexPage, links); err != nil {
		return err
	}
	fmt.Printf("reference: %d packages of Go\n", len(links))
	return errors.Join(missing...)
}

type link struct{ Name, URL, Synopsis string }

// list returns the public packages of the module in a folder.
func list(module string) ([]listed, error) {
	command := exec.Command("go", "list", "-json=Dir,ImportPath,Name,GoFiles,CgoFiles,Module", "./...")
	command.Dir, command.Stderr = module, os.Stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var packages []listed
	decoder := json.NewDecoder(bytes.NewReader(out))
	for {
		var p listed
		switch err := decoder.Decode(&p); {
		case errors.Is(err, io.EOF):
			return packages, nil
		case err != nil:
			return nil, err
		}
		internal := strings.Contains(p.ImportPath+"/", "/internal/")
		if p.Name != "main" && !internal && len(p.GoFiles)+len(p.CgoFiles) > 0 {
			packages = append(packages, p)
		}
	}
}

// A page is a package, or what the templates show of it.
type page struct {
	Name, ImportPath, Synopsis string
	Doc                        template.HTML
	Sections                   []section
}

type section struct {
	ID, Title string
	Names     []string // of other things in the section that comments link to
	Code      string
	Doc       template.HTML
	Method    bool
}

// render returns the page of a package, and an error for each exported name without a comment.
func render(p listed) (page, []error, error) {
	files := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range append(p.GoFiles, p.CgoFiles...) {
		file, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.ParseComments)
		if err != nil {
			return page{}, nil, err
		}
		parsed = append(parsed, file)
	}
	d, err := doc.NewFromFiles(files, parsed, p.ImportPath)
	if err != nil {
		return page{}, nil, err
	}
	r := renderer{files: files, doc: d, printer: d.Printer()}
	r.printer.DocLinkURL = linkURL(p)
	r.page = page{Name: d.Name, ImportPath: p.ImportPath, Synopsis: d.Synopsis(d.Doc), Doc: r.html(d.Doc)}
	if d.Doc == "" {
		r.missing = append(r.missing, fmt.Errorf("%s: the package has no comment", p.ImportPath))
	}
	r.values(d.Consts, false)
	r.values(d.Vars, false)
	r.funcs(d.Funcs, "", false)
	for _, t := range d.Types {
		r.add(t.Name, "type "+t.Name, t.Decl, t.Doc, false)
		r.values(t.Consts, true)
		r.values(t.Vars, true)
		r.funcs(t.Funcs, "", true)
		r.funcs(t.Methods, t.Name+".", true)
	}
	return r.page, r.missing, nil
}

// linkURL returns the address of a name in a comment: a page beside this one, or Go's own site.
func linkURL(p listed) func(*comment.DocLink) string {
	return func(l *comment.DocLink) string {
		id := l.Name
		if l.Recv != "" {
			id = l.Recv + "." + l.Name
		}
		switch {
		case l.ImportPath == "":
			return "#" + id
		case l.ImportPath == p.Module.Path:
			return "fpcheck.html#" + id
		case strings.HasPrefix(l.ImportPath, p.Module.Path+"/"):
			name := strings.TrimPrefix(l.ImportPath, p.Module.Path+"/")
			return strings.ReplaceAll(name, "/", ".") + ".html#" + id
		}
		return l.DefaultURL("https://pkg.go.dev/")
	}
}

type renderer struct {
	files   *token.FileSet
	doc     *doc.Package
	printer *comment.Printer
	page    page
	missing []error
}

func (r *renderer) html(text string) template.HTML {
	return template.HTML(r.printer.HTML(r.doc.Parser().Parse(text))) //nolint:gosec // go/doc/comment escapes
}

func (r *renderer) add(id, title string, node ast.Node, text string, method bool) {
	if text == "" {
		r.missing = append(r.missing, fmt.Errorf("%s: %s has no comment", r.page.ImportPath, title))
	}
	var code bytes.Buffer
	if err := printer.Fprint(&code, r.files, node); err != nil {
		r.missing = append(r.missing, err)
	}
	r.page.Sections = append(r.page.Sections, section{id, title, named(id, node), code.String(), r.html(text), method})
}

// named returns the other names that a declaration makes. These are the constants and variables of a
// group, and the fields of a type as "Type.Field".
func named(id string, node ast.Node) []string {
	var names []string
	ast.Inspect(node, func(n ast.Node) bool {
		prefix := ""
		var own []*ast.Ident
		switch n := n.(type) {
		case *ast.FuncDecl:
			return false
		case *ast.ValueSpec:
			own = n.Names
		case *ast.Field:
			prefix, own = id+".", n.Names
		}
		for _, name := range own {
			if name.IsExported() && prefix+name.Name != id {
				names = append(names, prefix+name.Name)
			}
		}
		return true
	})
	return names
}

// values adds constants or variables. A group may have one comment, or one for each name.
func (r *renderer) values(values []*doc.Value, method bool) {
	for _, v := range values {
		text := v.Doc
		if text == "" && commented(v.Decl) {
			text = "\n"
		}
		r.add(v.Names[0], strings.Join(v.Names, ", "), v.Decl, text, method)
	}
}

func (r *renderer) funcs(funcs []*doc.Func, prefix string, method bool) {
	for _, f := range funcs {
		f.Decl.Body = nil
		r.add(prefix+f.Name, "func "+prefix+f.Name, f.Decl, f.Doc, method)
	}
}

// commented reports whether each exported name of a group has a comment.
func commented(group *ast.GenDecl) bool {
	for _, spec := range group.Specs {
		v, ok := spec.(*ast.ValueSpec)
		if ok && ast.IsExported(v.Names[0].Name) && v.Doc == nil && v.Comment == nil {
			return false
		}
	}
	return true
}

func execute(path string, t *template.Template, data any) error {
	var out bytes.Buffer
	if err := t.Execute(&out, data); err != nil {
		return err
	}
	return os.WriteFile(path, out.Bytes(), 0o644)
}

const head = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{max-width:56rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}
pre{padding:.6rem;background:#8881;overflow-x:auto}h3{font-size:1rem}</style>
`

var indexPage = template.Must(template.New("").Parse(head + `<title>fpcheck for Go</title>
<h1>fpcheck for Go</h1>
<dl>{{range .}}<dt><a href="{{.URL}}">{{.Name}}</a></dt><dd>{{.Synopsis}}</dd>
{{end}}</dl>
`))

var packagePage = template.Must(template.New("").Parse(head + `<title>{{.ImportPath}}</title>
<p><a href="index.html">All packages</a></p>
<h1>package {{.Name}}</h1>
<pre>import "{{.ImportPath}}"</pre>
{{.Doc}}
{{range .Sections}}{{if .Method}}<h3 id="{{.ID}}">{{.Title}}</h3>{{else}}<h2 id="{{.ID}}">{{.Title}}</h2>{{end}}{{range .Names}}<a id="{{.}}"></a>{{end}}
<pre>{{.Code}}</pre>
{{.Doc}}
{{end}}`))
