#!/usr/bin/env bash
# lanes.sh N STEP[:STEP,...]...: runs steps of the Makefile, N at a time. The next step is the first one whose steps
# after the colon have ended, whether they passed or not. It prints what each printed when it ends. make -j would come
# back to a step that waits only after it has started all others.
set -euo pipefail
cd "$(dirname "$0")/../.."
lanes=$1
shift
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
declare -A after=() ended=() running=()
todo=()
for arg; do
	name=${arg%%:*}
	todo+=("$name")
	after[$name]=
	[[ $arg != *:* ]] || after[$name]=${arg#*:}
done

ready() { # STEP: what it waits for has ended, as far as it runs here
	for first in ${after[$1]//,/ }; do
		[[ ! -v after[$first] || -v ended[$first] ]] || return 1
	done
}

while ((${#todo[@]} + ${#running[@]})); do
	rest=()
	for name in "${todo[@]}"; do
		if ((${#running[@]} < lanes)) && ready "$name"; then
			"${MAKE:-make}" --no-print-directory "$name.step" >"$out/$name" 2>&1 &
			running[$!]=$name
		else
			rest+=("$name")
		fi
	done
	todo=("${rest[@]}")
	((${#running[@]})) || { echo "lanes.sh: ${todo[*]}: wait for each other" >&2; exit 1; }
	status=0
	wait -n -p pid || status=$?
	name=${running[$pid]}
	unset "running[$pid]"
	ended[$name]=$status
	cat "$out/$name"
done
for status in "${ended[@]}"; do ((status == 0)) || exit 1; done
