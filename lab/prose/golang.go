package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

// readGo returns three sources of a Go file. NAME#package is the comment of the package. NAME#errors
// has the texts of errors and warnings. NAME has the other comments. Generated files have no source.
func readGo(name string, data []byte) ([]source, error) {
	doc, complaints, comments := source{name: name + "#package"}, source{name: name + "#errors"}, source{name: name}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, data, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || ast.IsGenerated(file) {
		return nil, err
	}
	for _, group := range file.Comments {
		if group == file.Doc {
			doc.comment(fset, group)
		} else {
			comments.comment(fset, group)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if complaint.MatchString(called(n.Fun)) {
				for _, arg := range n.Args {
					complaints.literals(fset, arg)
				}
			}
		case *ast.FuncDecl:
			if n.Name.Name == "Error" && n.Recv != nil && n.Body != nil {
				complaints.literals(fset, n.Body)
			}
		}
		return true
	})
	return []source{doc, complaints, comments}, nil
}

var (
	directive = regexp.MustCompile(`^//([a-z0-9]+:[a-z0-9]|line |export |nolint)`)
	item      = regexp.MustCompile(`^\s+(-|\d+[.)])\s`)
	output    = regexp.MustCompile(`^ *(Unordered )?[Oo]utput:`)
)

// comment adds a group of comments without directives, code and what examples print.
func (s *source) comment(fset *token.FileSet, group *ast.CommentGroup) {
	s.pause()
	for _, c := range group.List {
		if directive.MatchString(c.Text) {
			continue
		}
		number := fset.Position(c.Pos()).Line
		text := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(c.Text, "//"), "/*"), "*/")
		for i, t := range strings.Split(text, "\n") {
			heading, isHeading := strings.CutPrefix(t, " # ")
			switch {
			case output.MatchString(t):
				return
			case isHeading:
				s.paragraph(number+i, heading)
				s.lines[len(s.lines)-2].text = "# " + plain(heading)
			case strings.TrimSpace(t) == "", strings.HasPrefix(strings.TrimPrefix(t, " "), "\t"):
				s.pause()
			case item.MatchString(t):
				s.pause()
				s.add(number+i, item.ReplaceAllString(t, ""))
			default:
				s.add(number+i, t)
			}
		}
	}
	s.pause()
}

// complaint matches the names of functions whose arguments are texts of errors and warnings.
var complaint = regexp.MustCompile(
	`^errors\.New$|^fmt\.Errorf$|(?i)\b(complain|fail|fault|faulty|malformed|note|refuse|usage|warn)f?$`)

// called returns the name of a function that is called, such as fmt.Errorf.
func called(f ast.Expr) string {
	switch f := f.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if x, ok := f.X.(*ast.Ident); ok {
			return x.Name + "." + f.Sel.Name
		}
		return f.Sel.Name
	}
	return ""
}

// literals adds the strings in a part of a file. Strings joined by + are one.
func (s *source) literals(fset *token.FileSet, part ast.Node) {
	ast.Inspect(part, func(n ast.Node) bool {
		e, isExpr := n.(ast.Expr)
		if !isExpr {
			return true
		}
		text, ok := constant(e)
		if ok {
			s.paragraph(fset.Position(n.Pos()).Line, text)
		}
		return !ok
	})
}

// constant returns the string that literals joined by + make.
func constant(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		x, ok1 := constant(e.X)
		y, ok2 := constant(e.Y)
		return x + y, ok1 && ok2
	}
	return "", false
}
