#!/bin/sh
# test_readme.sh: compiles the examples of README.md as it says, runs them, and compares what they print.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rows=0

block() { # LANGUAGE HEADING: the first block of code after a heading
	awk -v open="\`\`\`$1" -v heading="$2" '
		$0 == heading { after = 1 }
		inside && /^```$/ { exit }
		inside { print }
		after && $0 == open { inside = 1 }' README.md >"$work/block"
	[ -s "$work/block" ] || {
		echo "test_readme: README.md has no block of $1 after $2" >&2
		exit 1
	}
	cat "$work/block"
}

# expect compiles the files and the program on standard input, and runs it where the index will be.
expect() { # REASON WANT FILE...
	rows=$((rows + 1))
	reason=$1
	want=$2
	shift 2
	cat >"$work/program.c"
	"${CC:-cc}" -std=c11 -I. "$work/program.c" "$@" -o "$work/program"
	got=$(cd "$work" && ./program)
	[ "$got" = "$want" ] || {
		echo "test_readme: $reason: it prints \"$got\": expected \"$want\"" >&2
		exit 1
	}
}

block sh "# fpcheck for C" | sed -n "/^cat/,/^END/p" | sed '1d;$d' >"$work/near"
expect "the first program" "$(block "" "It prints")" fpcheck.c <"$work/near"

{
	cat <<'C'
#include <stdio.h>
#include "fpcheck_index.h"
int main(void) {
  const fpcheck_index_options options = {.scheme = FPCHECK_SM1, .distance = 3};
  fpcheck_fingerprint fp;
  fpcheck_index *made;
  if (fpcheck_sum(FPCHECK_SM1, "a rose is a rose", 16, &fp) || fpcheck_index_new(&options, &made) ||
      fpcheck_index_add(made, "rose", 4, &fp) || fpcheck_index_save(made, "archive.fpx"))
    return 1;
C
	block c "## Search"
	echo 'return error; }'
} >"$work/search"
expect "a search in a file" "rose 0" fpcheck.c fpcheck_index.c <"$work/search"

# A text of 400,000 distinct words of four letters, which needs several larger blocks.
{
	cat <<'C'
#include <stdio.h>
#include <string.h>
#include "fpcheck.h"
static unsigned moves;
static void *more_memory(size_t size) {
  static unsigned char arena[1 << 26];
  static size_t used;
  if (size > sizeof arena - used) return NULL;
  moves++;
  used += size;
  return arena + used - size;
}
int main(void) {
  static char octets[5 * 400000];
  const size_t n = sizeof octets;
  for (unsigned i = 0; i < 400000; i++) {
    char *word = octets + 5 * i;
    for (unsigned k = 0, rest = i; k < 4; k++, rest /= 26) word[k] = (char)('a' + rest % 26);
    word[4] = ' ';
  }
C
	block c "### Memory"
	cat <<'C'
  fpcheck_fingerprint whole;
  char got[FPCHECK_STRING_SIZE], want[FPCHECK_STRING_SIZE];
  if (error || fpcheck_sum(FPCHECK_SM1, octets, n, &whole)) return 1;
  fpcheck_string(&fp, got);
  fpcheck_string(&whole, want);
  printf("%s, %s\n", moves >= 2 ? "moved again" : "moved once at most",
         strcmp(got, want) ? "another fingerprint" : "the same fingerprint");
  return 0;
}
C
} >"$work/memory"
expect "a block that is full again and again" "moved again, the same fingerprint" fpcheck.c <"$work/memory"

echo "test_readme: $rows rows"
