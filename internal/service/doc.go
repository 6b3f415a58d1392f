// Package service is the HTTP service that the command "serve" starts. It computes and compares
// fingerprints, and searches and changes indexes. The file openapi.yaml describes it.
//
//	s, err := service.New(service.Options{Shelves: map[string]*liveindex.Shelf{"archive": archive}})
//	err = s.Serve(ctx, listener, nil)
//
// Package liveindex below it keeps an index file that is searched and changed at the same time.
//
// Only the command may import the group.
package service
