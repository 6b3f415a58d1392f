#!/bin/sh
# Speaks the port protocol (annex A of SPEC.md); after `mvn test-compile`.
cd "$(dirname "$0")" || exit 1
exec java -XX:+UseSerialGC -Xshare:auto -cp 'target/classes:target/test-classes:target/lib/*' io.github.lsh_interop.fpcheck.Port
