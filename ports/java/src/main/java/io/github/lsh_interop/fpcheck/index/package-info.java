/** Searches index files, which {@code fpcheck index} writes (docs/index-file.md). */
package io.github.lsh_interop.fpcheck.index;
