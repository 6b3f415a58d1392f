#!/bin/sh
# wheels.sh: runs the tests of the Python package from wheels for other systems than this one, which is to be Debian
# 12 on x86-64: aarch64 with Debian's Python by an emulator, musl with a Python built from Debian's sources, and
# Windows by Wine with the Python in a jar of Bytedeco's. The source distribution is built and tested with a
# free-threaded Python from Debian's sources. dist-check reads the headers of the wheels for macOS, which nothing
# here can run.
set -eu
cd "$(dirname "$0")/../.."
root=$PWD
mkdir -p "${FPCHECK_CACHE:=$root/.cache}/wheels"
FPCHECK_CACHE=$(cd "$FPCHECK_CACHE" && pwd)
export FPCHECK_CACHE PYTHONDONTWRITEBYTECODE=1 FPCHECK_VECTORS="$root/vectors"
work=$FPCHECK_CACHE/wheels
zig="$FPCHECK_CACHE/python-build/bin/python -m ziglang"

# debian runs apt-get with lists of its own, so that this system's stay as they are.
debian() { # ARCH TYPE RELEASE COMMAND [PACKAGE]...
	lists=$work/apt-$1-$2-$3
	mkdir -p "$lists/lists/partial" "$lists/cache/archives/partial"
	sed "s/^Types: .*/Types: $2/; /^Suites: /s/bookworm/$3/g" /etc/apt/sources.list.d/debian.sources >"$lists/debian.sources"
	options="APT::Architecture=$1 APT::Architectures=$1 APT::Sandbox::User=root Dir::State::status=/dev/null
		Dir::State::lists=$lists/lists Dir::Cache=$lists/cache Dir::Etc::sourceparts=- Dir::Etc::sourcelist=$lists/debian.sources"
	shift 3
	# shellcheck disable=SC2086
	apt-get -qq $(printf -- '-o %s ' $options) "$@"
}

# folder makes the folder of a system, with packages that the tests need. It installs no wheel of PyYAML, since
# those are for one system and one version of Python.
folder() { # NAME [PACKAGE]...
	name=$1
	shift
	rm -rf "${work:?}/$name"
	mkdir -p "$work/$name"
	PYYAML_FORCE_LIBYAML=0 python3 -m pip --disable-pip-version-check install --quiet --root-user-action ignore \
		--target "$work/$name" --no-binary PyYAML PyYAML "$@"
}

# unpacked makes a folder with a wheel and its tests.
unpacked() { # NAME TAG
	folder "$1"
	python3 -m zipfile -e "$work/dist"/*"$2".whl "$work/$1"
	cp -R ports/python/tests ports/python/README.md ports/python/pyproject.toml "$work/$1"
	cd "$work/$1"
	echo "== $1"
}

program='import sys, unittest, fpcheck, platform
print(platform.platform(), platform.machine(), platform.python_version())
assert fpcheck.IMPLEMENTATION == "native"
unittest.main(None, argv=["wheels", "discover", "--start-directory", "tests"])'

aarch64() {
	lab/scripts/programs.sh qemu-aarch64-static=qemu-user-static
	if [ ! -d "$work/debian" ]; then
		debian arm64 deb bookworm update
		rm -rf "$work/debs" && mkdir "$work/debs"
		cd "$work/debs"
		debian arm64 deb bookworm download python3.11-minimal libpython3.11-minimal libpython3.11-stdlib zlib1g libc6 libgcc-s1 \
			libexpat1 libssl3 libffi8 libbz2-1.0 liblzma5 libuuid1 libcrypt1 libsqlite3-0
		for file in *.deb; do
			dpkg-deb -x "$file" "$work/debian.new"
		done
		mv "$work/debian.new" "$work/debian"
		cd "$root"
	fi
	unpacked aarch64 manylinux_2_17_aarch64
	# The system cannot start this Python by itself, which tests do with sys.executable.
	printf '#!/bin/sh\nexec qemu-aarch64-static -L "%s" "%s" "$@"\n' "$work/debian" "$work/debian/usr/bin/python3.11" >python
	chmod +x python
	PYTHONPATH=$PWD ./python -c "import sys; sys.executable = '$PWD/python'
$program"
}

# source_of goes into a folder with the sources of a package.
source_of() { # RELEASE PACKAGE
	rm -rf "$work/source" && mkdir "$work/source"
	debian amd64 deb-src "$1" update
	cd "$work/source"
	debian amd64 deb-src "$1" source --download-only --tar-only "$2"
	tar -xf "$2"_*.orig.tar.* --strip-components 1
}

# build_into builds the sources in this folder and installs them.
build_into() { # PREFIX [FLAG OF CONFIGURE]...
	./configure --prefix="$@" >log 2>&1 && make -j 2 >log 2>&1 && make install >log 2>&1 || { tail -n 30 log; exit 1; }
}

install_python() { # PREFIX [FLAG OF CONFIGURE]...
	build_into "$@" --disable-test-modules --without-ensurepip
}

musl() {
	lab/scripts/programs.sh musl-gcc=musl-tools
	if [ ! -d "$work/musl-python" ]; then
		# musl-gcc is gcc, and would name the C library of this system.
		printf '#!/bin/sh\ncase "$*" in *-print-multiarch) echo x86_64-linux-musl; exit ;; esac\nexec musl-gcc "$@"\n' >"$work/cc"
		chmod +x "$work/cc"
		source_of bookworm zlib
		CC=$work/cc build_into "$work/musl-libs" --static
		source_of bookworm libffi
		CC=$work/cc build_into "$work/musl-libs" --disable-shared --with-pic --disable-docs --disable-exec-static-tramp
		source_of bookworm python3.11
		CC=$work/cc CPPFLAGS=-I$work/musl-libs/include LDFLAGS=-L$work/musl-libs/lib \
			LIBFFI_INCLUDEDIR=$work/musl-libs/include PKG_CONFIG_LIBDIR=$work/musl-libs/lib/pkgconfig install_python "$work/musl-python"
		cd "$root"
	fi
	unpacked musl musllinux_1_1_x86_64
	PYTHONPATH=$PWD "$work/musl-python/bin/python3.11" -c "$program"
}

threads() {
	if [ ! -d "$work/threads-python" ]; then
		source_of trixie python3.13
		install_python "$work/threads-python" --disable-gil
		cd "$root"
	fi
	folder threads setuptools==80.9.0
	tar -C "$work/threads" -xzf "$work/dist"/fpcheck-*.tar.gz --strip-components 1
	cp -R ports/python/tests "$work/threads/tests"
	cd "$work/threads"
	echo "== threads"
	PYTHONPATH=$PWD "$work/threads-python/bin/python3.13t" setup.py --quiet build --build-lib . >log 2>&1 || { tail -n 30 log; exit 1; }
	PYTHONPATH=$PWD "$work/threads-python/bin/python3.13t" -c "import sys; assert not sys._is_gil_enabled()
$program"
}

windows() {
	lab/scripts/programs.sh wine objdump=binutils
	export WINEDEBUG=-all WINEPREFIX="$work/wine"
	if [ ! -d "$work/bytedeco" ]; then
		mvn -B -q dependency:copy -Dartifact=org.bytedeco:cpython:3.11.3-1.5.9:jar:windows-x86_64 -DoutputDirectory="$work"
		python3 -m zipfile -e "$work"/cpython-*-windows-x86_64.jar "$work/bytedeco.new"
		mv "$work/bytedeco.new/org/bytedeco/cpython/windows-x86_64" "$work/bytedeco"
	fi
	unpacked windows win_amd64
	# The jar lacks python3.dll, which passes calls on to the library of one version.
	objdump -p fpcheck/_native.pyd | awk '
		BEGIN { print "LIBRARY python3\nEXPORTS" }
		/DLL Name:/ { own = $3 == "python3.dll" }
		own && NF == 3 && $2 ~ /^[0-9]+$/ { print $3 "=python311." $3 }' >python3.def
	echo 'int DllMain(void *library, unsigned reason, void *reserved) { return 1; }' >python3.c
	# shellcheck disable=SC2086
	ZIG_LOCAL_CACHE_DIR=$work/zig $zig cc -target x86_64-windows-gnu -shared -nostdlib -e DllMain -o "$work/bytedeco/python3.dll" python3.c python3.def
	printf '%s\n' "$program" >program.py
	# Python refuses to start without handles for its streams.
	PYTHONHOME="Z:$work/bytedeco" PYTHONPATH="Z:$PWD" FPCHECK_VECTORS="Z:$FPCHECK_VECTORS" \
		/usr/lib/wine/wine64 "$work/bytedeco/python.exe" program.py </dev/null 2>&1 | tee log
	grep -qE '^OK' log
}

rm -rf "$work/dist"
ports/python/build.sh "$work/dist"
for name in ${*:-aarch64 musl threads windows}; do
	("$name")
done
echo "wheels: the tests pass with the wheels for ${*:-aarch64, musl, threads and Windows}"
