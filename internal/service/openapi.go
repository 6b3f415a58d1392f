package service

import (
	_ "embed"
	"net/http"
)

//go:embed openapi.yaml
var description []byte

func (s *Service) openAPI(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/yaml")
	w.Write(description)
	return nil
}
