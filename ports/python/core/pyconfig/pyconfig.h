// SPDX-License-Identifier: Apache-2.0
//
// What Python's headers ask of a system, for systems that the core is compiled for elsewhere. The stable
// ABI needs no more.

#ifndef Py_PYCONFIG_H
#define Py_PYCONFIG_H

#define SIZEOF_VOID_P 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_TIME_T 8
#define SIZEOF_PID_T 4
#define SIZEOF_INT 4
#define SIZEOF_SHORT 2
#define SIZEOF_LONG_LONG 8
#define SIZEOF_FLOAT 4
#define SIZEOF_DOUBLE 8
#define HAVE_INTTYPES_H 1
#define HAVE_STDINT_H 1
#define HAVE_WCHAR_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_STDARG_PROTOTYPES 1
#define HAVE_PROTOTYPES 1
#define WITH_THREAD 1

#ifdef _WIN32
#define MS_WIN32
#define MS_WIN64
#define MS_WINDOWS
#define NT_THREADS
#define Py_ENABLE_SHARED 1
#define Py_NO_LINK_LIB  // the linker is told the library
#define HAVE_DECLSPEC_DLL 1
#define SIZEOF_LONG 4
#define SIZEOF_WCHAR_T 2
#define SIZEOF_OFF_T 4
#else
#define HAVE_SYS_TIME_H 1
#define HAVE_SYS_SELECT_H 1
#define HAVE_UNISTD_H 1
#define HAVE_PTHREAD_H 1
#define SIZEOF_LONG 8
#define SIZEOF_WCHAR_T 4
#define SIZEOF_OFF_T 8
#define HAVE_SSIZE_T 1
#endif

#endif
