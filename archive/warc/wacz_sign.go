package warc

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/lsh-interop/fpcheck/archive/validation"
)

// maxChain is the greatest length of a chain of certificates.
const maxChain = 16

// signedData is the signature of a package, in one of two forms.
type signedData struct {
	Hash, Created, Signature string
	PublicKey                string
	Domain, DomainCert       string
	TimeSignature            string
	TimestampCert            string
	CrossSignedCert          string
}

// digest validates datapackage-digest.json against the bytes of datapackage.json.
func (p *packageChecker) digest(octets []byte) error {
	f := p.file(digestFile)
	if f == nil {
		p.say(validation.Warning, rulePackage, "", waczSpec, "no "+digestFile, "one")
		return nil
	}
	text, ok, err := p.small(f)
	if err != nil || !ok {
		return err
	}
	var d struct {
		Path, Hash string
		SignedData *signedData
	}
	if err := json.Unmarshal(text, &d); err != nil {
		p.bad(rulePackage, digestFile, err.Error(), "an object of JSON")
		return nil
	}
	if d.Path != packageFile {
		p.bad(rulePackage, digestFile, fmt.Sprintf("path %q", abridged(d.Path)), packageFile)
	}
	declared, err := parseDigest(d.Hash)
	switch {
	case errors.Is(err, errAlgorithm):
		p.say(validation.Unjudged, ruleAlgorithm, digestFile, waczSpec, err.Error(), "")
	case err != nil:
		p.bad(rulePackage, digestFile, err.Error(), "")
	case !declared.Of(octets):
		p.bad(ruleResource, packageFile, "its hash does not match "+digestFile, abridged(d.Hash))
	default:
		p.checked.Digests++
	}
	if d.SignedData != nil {
		p.signature(d.SignedData, d.Hash)
	}
	return nil
}

// signature validates the signature against the data in the package.
func (p *packageChecker) signature(s *signedData, hash string) {
	wrong := func(what, expected string) {
		p.say(validation.Error, ruleSignature, digestFile, authSpec, what, expected)
	}
	if s.Hash != hash {
		wrong(fmt.Sprintf("the signature is of hash %q", abridged(s.Hash)), abridged(hash))
	}
	if p.created != "" && s.Created != p.created {
		p.say(validation.Warning, ruleSignature, digestFile, authSpec, fmt.Sprintf("created %q", abridged(s.Created)), fmt.Sprintf("%q, as in %s", abridged(p.created), packageFile))
	}
	signature, err := base64.StdEncoding.DecodeString(s.Signature)
	if err != nil || len(signature) == 0 {
		wrong("no signature in base64", "one")
		return
	}
	switch {
	case s.DomainCert != "":
		certs, err := chain(s.DomainCert)
		if err != nil {
			wrong("domainCert: "+err.Error(), "")
			return
		}
		leaf := certs[0]
		if !verifies(leaf.PublicKey, s.Hash, signature) {
			wrong("the signature does not match domainCert", "")
			return
		}
		if leaf.Subject.CommonName != s.Domain && leaf.VerifyHostname(s.Domain) != nil {
			wrong(fmt.Sprintf("domain %q does not match domainCert", abridged(s.Domain)), "")
		}
		if at, err := time.Parse(time.RFC3339, s.Created); err != nil {
			wrong(fmt.Sprintf("created %q", abridged(s.Created)), "a date of ISO 8601")
		} else if at.Before(leaf.NotBefore) || at.After(leaf.NotAfter) {
			wrong(fmt.Sprintf("domainCert was not valid on %s", s.Created), "")
		}
		p.checked.Signature = fmt.Sprintf("signed by the key of %s; trust in its certificate and its time stamp is not judged", abridged(s.Domain))
	case s.PublicKey != "":
		der, err := base64.StdEncoding.DecodeString(s.PublicKey)
		if err != nil {
			wrong("publicKey is not base64", "")
			return
		}
		key, err := x509.ParsePKIXPublicKey(der)
		if err != nil {
			wrong("publicKey: "+err.Error(), "a key of ECDSA")
			return
		}
		if !verifies(key, s.Hash, signature) {
			wrong("the signature does not match publicKey", "")
			return
		}
		p.checked.Signature = fmt.Sprintf("signed by an anonymous key, of SHA-256 %x", sha256.Sum256(der))
	default:
		wrong("neither publicKey nor domainCert", "one of them")
	}
}

// chain parses a chain of certificates. Each must be signed by the next.
func chain(text string) (certs []*x509.Certificate, err error) {
	for rest := []byte(text); ; {
		var block *pem.Block
		if block, rest = pem.Decode(rest); block == nil {
			break
		}
		if len(certs) == maxChain {
			return nil, fmt.Errorf("more than %d certificates", maxChain)
		}
		cert, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, err
		}
		certs = append(certs, cert)
	}
	if len(certs) == 0 {
		return nil, errors.New("no certificate in PEM")
	}
	for i, cert := range certs[1:] {
		if err := cert.CheckSignature(certs[i].SignatureAlgorithm, certs[i].RawTBSCertificate, certs[i].Signature); err != nil {
			return nil, fmt.Errorf("certificate %d is not signed by the next: %w", i+1, err)
		}
	}
	return certs, nil
}

// verifies reports whether a key made the signature of a text. Browsers concatenate both halves of
// an ECDSA signature; other programs use DER.
func verifies(key any, text string, signature []byte) bool {
	sum := sha256.Sum256([]byte(text))
	switch key := key.(type) {
	case *ecdsa.PublicKey:
		if ecdsa.VerifyASN1(key, sum[:], signature) {
			return true
		}
		half := len(signature) / 2
		if len(signature)%2 != 0 || half != (key.Curve.Params().BitSize+7)/8 {
			return false
		}
		return ecdsa.Verify(key, sum[:], new(big.Int).SetBytes(signature[:half]), new(big.Int).SetBytes(signature[half:]))
	case *rsa.PublicKey:
		return rsa.VerifyPKCS1v15(key, crypto.SHA256, sum[:], signature) == nil
	}
	return false
}
