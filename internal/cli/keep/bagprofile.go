package keep

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/lsh-interop/fpcheck/archive/validation"
	"github.com/lsh-interop/fpcheck/internal/cli"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/outcome"
	"github.com/lsh-interop/fpcheck/internal/cli/keep/profile"
	containers "github.com/lsh-interop/fpcheck/internal/engine/container"
	"github.com/lsh-interop/fpcheck/manifest/bagit"
)

// bagProfileFlags name BagIt Profiles to check. The flag --profile is for texts.
type bagProfileFlags struct{ names []string }

// load reads the profiles. It fetches only URLs that the user gave.
func (f *bagProfileFlags) load(ctx context.Context) ([]*profile.Profile, error) {
	var profiles []*profile.Profile
	for _, name := range f.names {
		octets, err := readProfile(ctx, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %s", cli.Display(name), cli.Display(cli.Message(err)))
		}
		p, err := profile.Parse(octets)
		if err != nil {
			return nil, fmt.Errorf("%s: not a BagIt Profile: %s", cli.Display(name), cli.Display(err.Error()))
		}
		profiles = append(profiles, p)
	}
	return profiles, nil
}

// readProfile reads a file, or fetches a URL, up to the maximum size of a profile.
func readProfile(ctx context.Context, name string) ([]byte, error) {
	if isURL(name) {
		return fetchProfile(ctx, name)
	}
	file, err := cli.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, profile.MaxSize+1))
}

func isURL(name string) bool {
	scheme, _, ok := strings.Cut(name, "://")
	return ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https"))
}

// Limits of what is fetched.
const (
	profileTimeout = 30 * time.Second
	maxRedirects   = 5
)

func fetchProfile(ctx context.Context, name string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, name, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json, */*;q=0.1")
	request.Header.Set("User-Agent", cli.ToolName)
	client := http.Client{Timeout: profileTimeout, CheckRedirect: mayRedirect}
	response, err := client.Do(request)
	var wrapped *url.Error
	switch {
	case errors.As(err, &wrapped) && wrapped.Timeout():
		return nil, fmt.Errorf("no answer within %v", profileTimeout)
	case errors.As(err, &wrapped):
		return nil, wrapped.Err // without the URL, which is known
	case err != nil:
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the server says %s: expected a BagIt Profile", response.Status)
	}
	return io.ReadAll(io.LimitReader(response.Body, profile.MaxSize+1))
}

// mayRedirect follows a few redirections, but none from https to another scheme.
func mayRedirect(to *http.Request, via []*http.Request) error {
	switch {
	case len(via) > maxRedirects:
		return fmt.Errorf("more than %d redirections", maxRedirects)
	case !isURL(to.URL.String()), via[0].URL.Scheme == "https" && to.URL.Scheme != "https":
		return fmt.Errorf("a redirection to %s: expected one to https", to.URL.Redacted())
	}
	return nil
}

// conformity is the result of comparing a bag with a profile.
type conformity struct {
	profile *profile.Profile
	validation.Counts
}

// conform compares a bag with profiles, and prints where it differs. It also prints which profiles
// the bag names that were not given. form is the form of the bag's container, or "".
func (b *bagOutput) conform(tree fs.FS, form containers.Form, bag *bagit.Bag, profiles []*profile.Profile) ([]conformity, error) {
	var all []conformity
	for _, p := range profiles {
		if !b.silent {
			b.warnIgnored(p)
		}
		c := conformity{profile: p}
		var failed error
		err := p.Check(b.a.Ctx, tree, bag, form, func(f bagit.Finding) {
			c.Add(f.Severity, 1)
			if err := b.take(f); err != nil && failed == nil {
				failed = err
			}
		})
		if err = errors.Join(err, failed); err == nil && b.json && !b.silent {
			err = b.a.Out.WriteJSON(c.object())
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", cli.Display(b.name), err)
		}
		all = append(all, c)
	}
	b.noteProfiles(bag, profiles)
	return all, nil
}

// noteProfiles names the profiles that a bag claims to conform to, but that were not given.
func (b *bagOutput) noteProfiles(bag *bagit.Bag, given []*profile.Profile) {
	if b.silent || b.json || b.quiet {
		return
	}
	var others []string
	for _, t := range bag.Info {
		known := func(p *profile.Profile) bool { return p.Identifier == t.Value }
		if strings.EqualFold(t.Label, "BagIt-Profile-Identifier") && !slices.ContainsFunc(given, known) {
			others = append(others, t.Value)
		}
	}
	const most = 3
	for i, name := range others[:min(len(others), most)] {
		text := "fpcheck: " + cli.Display(b.name) + ": says that it conforms to " + cli.Display(name)
		if more := len(others) - most; i+1 == most && more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		b.a.Out.Note(text + ", which is not compared (--bagit-profile)")
	}
}

// warnIgnored names fields of a profile that are not checked.
func (b *bagOutput) warnIgnored(p *profile.Profile) {
	const most = 10
	for _, field := range p.Ignored[:min(len(p.Ignored), most)] {
		b.a.Out.Warn(b.name, "not compared with "+cli.Display(p.Identifier)+": "+cli.Display(field))
	}
	if more := len(p.Ignored) - most; more > 0 {
		b.a.Out.Warn(b.name, fmt.Sprintf("not compared with %s: %d more fields", cli.Display(p.Identifier), more))
	}
}

// verdict returns the verdict on the profile alone, where a warning is not an error.
func (c conformity) verdict() outcome.Verdict { return outcome.Rules{}.VerdictOf(c.Counts) }

// String returns the comparison in a few words.
func (c conformity) String() string {
	text := "conforms to "
	switch c.verdict() {
	case outcome.Invalid:
		text = "does not conform to "
	case outcome.CannotBeJudged:
		text = "cannot be compared with "
	}
	text += cli.Display(c.profile.Identifier)
	if findings := outcome.CountFindings(c.Counts); findings != "" {
		text += ", " + findings
	}
	return text
}

// jsonProfile is a comparison.
type jsonProfile struct {
	Identifier string `json:"identifier"`
	Errors     int64  `json:"errors"`
	Warnings   int64  `json:"warnings"`
	NotJudged  int64  `json:"not_judged"`
	Conforms   bool   `json:"conforms"`
}

func (c conformity) object() any {
	return map[string]any{"profile": jsonProfile{
		c.profile.Identifier, c.Errors, c.Warnings, c.Unjudged, c.verdict() == outcome.Valid,
	}}
}
