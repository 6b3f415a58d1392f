package service

import (
	"container/list"
	"net"
	"net/http"
	"sync"
)

// connectionMemory is the part of the memory of a process for which one connection may be open.
const connectionMemory = 256 << 10

// connections bounds the number of open connections. Beyond it, the connection that has waited
// longest for a request is closed.
type connections struct {
	most int

	mu    sync.Mutex
	count int
	idle  list.List // of net.Conn, in the order in which they began to wait
	at    map[net.Conn]*list.Element
}

// state is for [http.Server.ConnState].
func (c *connections) state(conn net.Conn, now http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at == nil {
		c.at = make(map[net.Conn]*list.Element)
	}
	c.forget(conn)
	switch now {
	case http.StateNew:
		c.count++
		c.at[conn] = c.idle.PushBack(conn)
	case http.StateIdle:
		c.at[conn] = c.idle.PushBack(conn)
	case http.StateClosed, http.StateHijacked:
		c.count--
	}
	if now == http.StateNew && c.count > c.most {
		longest := c.idle.Front().Value.(net.Conn)
		c.forget(longest)  // so that the next new one does not close it again
		go longest.Close() // state is called some time later
	}
}

// forget removes a connection from those that wait.
func (c *connections) forget(conn net.Conn) {
	if e := c.at[conn]; e != nil {
		c.idle.Remove(e)
		delete(c.at, conn)
	}
}
