#!/bin/sh
# test_port.sh PROGRAM: what the port program answers to lines that no runner sends (annex A), and that
# it goes on after each.
set -eu
program=$1
hello='{"protocols":[1]}'
right='{"id":"7","stage":"hash","scheme":"sd1","octets":"w6l0w6k="}'
failed=0
rows=0

fault() {
	echo "test_port: $*" >&2
	failed=1
}

# What the reply begins with, the reason for the row, and the line, with tabs between.
while IFS='	' read -r want reason line; do
	rows=$((rows + 1))
	got=$(printf '%s\n%s\n%s\n' "$hello" "$line" "$right" | "$program") || fault "$reason: it ended with status $?"
	case $(echo "$got" | sed -n 2p) in
	"$want"*) ;;
	*) fault "$reason: $(echo "$got" | sed -n 2p): expected $want" ;;
	esac
	[ "$(echo "$got" | sed -n 3p)" = '{"id":"7","hash":"ebaf34f958452a03"}' ] || fault "$reason: it did not go on"
done <<'ROWS'
{"id":"","outcome":"error"	no JSON	nonsense
{"id":"","outcome":"error"	an empty line	
{"id":"","outcome":"error"	a number	5
{"id":"","outcome":"error"	null	null
{"id":"","outcome":"error"	a list	["id"]
{"id":"","outcome":"error"	half an object	{"id":"a"
{"id":"","outcome":"error"	something after the object	{"id":"a"} b
{"id":"","outcome":"error"	a word that is no value	{"id":"a","stage":hash}
{"id":"","outcome":"error"	an id of another form, no octets	{"id":5,"stage":"hash","scheme":"sd1"}
{"id":"a","outcome":"error"	octets of another form	{"id":"a","stage":"hash","scheme":"sd1","octets":5}
{"id":"b","outcome":"error"	base64 without padding	{"id":"b","stage":"hash","scheme":"sd1","octets":"w6l"}
{"id":"c","outcome":"unsupported"	no such stage	{"id":"c","stage":"nothing","scheme":"sd1"}
{"id":"d","outcome":"unsupported"	no such scheme, first	{"id":"d","stage":"text-digest","scheme":"sd9","octets":5}
{"id":"e","outcome":"unsupported"	a form that is no scheme	{"id":"e","stage":"hash","scheme":"mh1b4","octets":""}
{"id":"f","outcome":"unsupported"	a full form of a SimHash	{"id":"f","stage":"full","scheme":"sm1","elements":[]}
{"id":"g","outcome":"error"	cuts that descend	{"id":"g","stage":"stream","scheme":"sm1","octets":"YWJj","cuts":[2,1]}
{"id":"h","outcome":"error"	a cut after the end	{"id":"h","stage":"stream","scheme":"sm1","octets":"YWJj","cuts":[4]}
{"id":"i","outcome":"error"	a cut before the beginning	{"id":"i","stage":"text-digest","scheme":"sm1","octets":"YWJj","cuts":[-1]}
{"id":"j","outcome":"error"	a cut that is no integer	{"id":"j","stage":"text-digest","scheme":"sm1","octets":"YWJj","cuts":[1.5]}
{"id":"k","outcome":"error"	a cut that is no number	{"id":"k","stage":"text-digest","scheme":"sm1","octets":"YWJj","cuts":["1"]}
{"id":"l","outcome":"error"	cuts that are no list	{"id":"l","stage":"stream","scheme":"sm1","octets":"YWJj","cuts":5}
{"id":"m","digest":"dc1114cd	cuts that are equal, or at the ends	{"id":"m","stage":"text-digest","scheme":"sm1","octets":"YWJj","cuts":[0,0,1,1,3,3]}
{"id":"n","fingerprint":"sm1:by4xmmj4ao7j4"	as in a stream	{"id":"n","stage":"stream","scheme":"sm1","octets":"YWJj","cuts":[0,2,2,3]}
{"id":"o","fingerprint":"sm1:by4xmmj4ao7j4"	an unknown key is ignored	{"id":"o","stage":"pipeline","scheme":"sm1","octets":"YWJj","cuts":[9]}
{"id":"p","outcome":"no-digest"	no items	{"id":"p","stage":"text-digest","scheme":"sm1","octets":"Li4u"}
ROWS

for first in '{"protocols":[2]}' '{}' '{"protocols":1}' '[]' 'hello' ''; do
	rows=$((rows + 1))
	status=0
	got=$(printf '%s\n%s\n' "$first" "$right" | "$program") || status=$?
	[ "$status" -ne 0 ] || fault "after the first line $first: it ended with status 0"
	case $got in
	'{"error":"'*'"}') ;;
	*) fault "after the first line $first: $got: expected an error" ;;
	esac
done

[ "$failed" -eq 0 ] && echo "test_port: $rows rows"
