#!/usr/bin/env python3
"""Writes fpcheck_tables.h from the Unicode 15.0.0 data, fpcheck_markup_tables.h from the Encoding
Standard's and the HTML Standard's, and fpcheck_markup_main_tables.h from the lists and the model of
chapter 11a in the fpcheck repository.

    ./tables.py [--check] [VECTORS]

VECTORS is ../../vectors beside this file unless it is given here or by FPCHECK_VECTORS. With
--check nothing is written: the exit status says whether the files are up to date.
"""

import hashlib
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT = 0x110000

# In the order of the enum in fpcheck_internal.h.
CATEGORIES = (
    "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po "
    "Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn"
).split()
MARKS = {"Mn", "Mc", "Me"}
IN_SEQUENCE = set("Lu Ll Lt Lm Lo Nd Nl Pc".split())  # R4.4, without the marks

# R4.4: letters that look like apostrophes.
APOSTROPHES = {0x2B9, *range(0x2BB, 0x2C0), 0x2C8, 0x2EE, 0x7F4, 0x7F5, 0xA78B, 0xA78C}

# R4.5.
NONE, WORD, KANA_HAN, THAI, LAO, KHMER, MYANMAR, MARK = range(8)
K_SCRIPTS = {"Han", "Hiragana", "Katakana"}
K_OTHERS = {0x3006, *range(0x3031, 0x3036), 0x303C, 0x30FC, 0xFF70, 0xFF9E, 0xFF9F}
T_SCRIPTS = {"Thai": THAI, "Lao": LAO, "Khmer": KHMER, "Myanmar": MYANMAR}
HEAVY_SCRIPTS = {"Han", *T_SCRIPTS}  # R5.4

# Bits of a property word, as in fpcheck_internal.h.
CCC_SHIFT, CLASS_SHIFT, SCRIPT_SHIFT = 5, 13, 24
ALPHABETIC, WHITE_SPACE, DECOMPOSES, MAPS, SECOND, HEAVY = (1 << n for n in range(16, 22))


# What the short way of fpcheck_spans.c does with a code point, in bits 0 to 2 of the second word of
# its properties. Bits 3 to 23 are what to add to it, modulo 2^21, to normalise it.
LONG_WAY, PLAIN, PLAIN_OPEN, PLAIN_MARK, SEPARATES = range(5)
KEPT = {"Lu", "Ll", "Lt", "Lm", "Lo", *MARKS, "Nd", "Pc"}  # R3.2, what all schemes keep
SOMETIMES_KEPT = {"Nl", "Cf"}
SD_WORD = {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Nd", "Pc"}  # R4.1


def lines(directory, name):
    with open(os.path.join(directory, name + ".txt"), encoding="utf-8") as file:
        for line in file:
            line = line.rstrip("\n")
            if line and not line.startswith("#"):
                yield line.split(";")


def ranges(directory, name):
    """Each code point of the file with its value."""
    for code, *value in lines(directory, name):
        first, _, last = code.partition("..")
        for cp in range(int(first, 16), int(last or first, 16) + 1):
            yield cp, value[0] if value else True


def sequence(text):
    return tuple(int(cp, 16) for cp in text.split())


def class_of(cp, category, script):
    if category in MARKS:
        return MARK
    if category not in IN_SEQUENCE or cp in APOSTROPHES:
        return NONE
    if script in K_SCRIPTS or cp in K_OTHERS:
        return KANA_HAN
    if script in T_SCRIPTS and category != "Nd":
        return T_SCRIPTS[script]
    return WORD


def ways(category, ccc, word_of, fold, decompose, compose, white):
    """The second word of each code point: the way that chapters 2 and 3 treat it where what is
    around it does not matter. What comes after may matter, so PLAIN is followed by PLAIN,
    PLAIN_OPEN, SEPARATES, or one PLAIN_MARK and then one of these. PLAIN_OPEN is not followed by
    a PLAIN_MARK, since marks of its own may be sorted with it."""
    seconds = {cp for cp in range(LIMIT) if word_of(cp) & SECOND}
    jamo = range(0x1100, 0x1200)

    def compared(cp):  # what chapters 2 and 4 ask of a code point
        cat, word = category[cp], word_of(cp)
        return cat in MARKS, cat[0] == "L", cat in SD_WORD, word & (7 << CLASS_SHIFT | ALPHABETIC | HEAVY)

    def way(cp):
        cat, nfd = category[cp], decompose.get(cp, (cp,))
        if cat not in KEPT:
            separates = not (cat in SOMETIMES_KEPT or cp in decompose or cp in white or cp == 0x2010)
            return SEPARATES if separates else LONG_WAY
        if cp in (0x130, 0x131, 0x640) or cp in jamo or not all(category[c] in KEPT for c in nfd):
            return LONG_WAY
        if ccc.get(cp, 0):
            alone = nfd == (cp,) and cp not in fold and cp not in seconds and cp < 0x110000
            return PLAIN_MARK if alone else LONG_WAY
        mapped = [d for c in nfd for f in fold.get(c, (c,)) for d in decompose.get(f, (f,))]
        if not mapped or ccc.get(nfd[0], 0) or ccc.get(mapped[0], 0):
            return LONG_WAY
        if any(not ccc.get(c, 0) for c in mapped[1:]):
            return LONG_WAY
        if nfd[0] in seconds or mapped[0] in seconds or {0x131, 0x640, 0x307} & set(mapped):
            return LONG_WAY
        to, classes = mapped[0], [ccc[mark] for mark in mapped[1:]]
        if classes != sorted(classes):
            return LONG_WAY
        for mark in mapped[1:]:  # R3.9: no mark stays, so none blocks another
            if (to, mark) not in compose:
                return LONG_WAY
            to = compose[to, mark]
        if compared(to) != compared(cp) or to in seconds:
            return LONG_WAY
        kind = PLAIN if len(mapped) == 1 and len(nfd) == 1 else PLAIN_OPEN
        return kind | (to - cp) % (1 << 21) << 3

    return [way(cp) for cp in range(LIMIT)]


def trie(values):
    """Splits a list into (shift, index, blocks) so that
    values[cp] == blocks[index[cp >> shift] << shift | cp & mask]; the smallest split wins."""
    best = None
    for shift in range(4, 9):
        size, seen, index, blocks = 1 << shift, {}, [], []
        for start in range(0, len(values), size):
            block = tuple(values[start : start + size])
            if block not in seen:
                seen[block] = len(seen)
                blocks.extend(block)
            index.append(seen[block])
        cost = len(index) * (1 if len(seen) < 256 else 2) + 2 * len(blocks)
        if best is None or cost < best[0]:
            best = cost, shift, index, blocks
    return best[1:]


def array(name, values, kind=None, storage="static", sign="u"):
    if kind is None:
        top = max(values)
        kind = next(bits for bits in (8, 16, 32, 64) if top < 1 << bits)
    suffix = "u" if kind < 64 else "ull"
    out, line = [f"{storage} const {sign}int{kind}_t {name}[{len(values)}] = {{"], " "
    for value in values:
        text = f" {value}{suffix if value > 0x7FFF else ''},"
        if len(line) + len(text) > 100:
            out.append(line)
            line = " "
        line += text
    return "\n".join([*out, line, "};", ""])


def define(name, value):
    return f"#define {name} {value}"


def pooled(mapping):
    """A pool of sequences, each as its length and its code points, and the place of each
    key's sequence in it. Place 0 is a sequence of none."""
    pool, seen = [0], {(): 0}
    for value in sorted(set(mapping.values()), key=lambda s: (-len(s), s)):
        if value not in seen:
            seen[value] = len(pool)
            pool += [len(value), *value]
    return pool, {key: seen[value] for key, value in mapping.items()}


def pair_hash(first, second, bits):
    return (first * 0x9E3779B1 + second * 0x85EBCA6B) % (1 << 32) >> (32 - bits)


def pairs(compositions):
    bits = 11
    slots = [0] * (1 << bits)
    for (first, second), composite in sorted(compositions.items()):
        at = pair_hash(first, second, bits)
        while slots[at]:
            at = (at + 1) % len(slots)
        slots[at] = first << 42 | second << 21 | composite
    return bits, slots


def generate(directory):
    category = dict(ranges(directory, "GeneralCategory"))
    script = dict(ranges(directory, "Script"))
    ccc = {cp: int(value) for cp, value in ranges(directory, "CombiningClass")}
    alphabetic = dict(ranges(directory, "Alphabetic"))
    white = dict(ranges(directory, "White_Space"))
    fold = {cp: sequence(to) for cp, to in ranges(directory, "NFKC_Casefold")}
    decompose = {cp: sequence(to) for cp, to in ranges(directory, "CanonicalDecomposition")}
    compose = {sequence(pair): int(to, 16) for pair, to in lines(directory, "Composition")}

    seconds = {second for _, second in compose} | {*range(0x1161, 0x1176), *range(0x11A8, 0x11C3)}
    scripts = ["Unknown", *sorted(set(script.values()))]
    number = {name: n for n, name in enumerate(scripts)}

    words = []
    for cp in range(LIMIT):
        cat, scr = category[cp], script.get(cp, "Unknown")
        words.append(
            CATEGORIES.index(cat)
            | ccc.get(cp, 0) << CCC_SHIFT
            | class_of(cp, cat, scr) << CLASS_SHIFT
            | number[scr] << SCRIPT_SHIFT
            | (cp in alphabetic and ALPHABETIC)
            | (cp in white and WHITE_SPACE)
            | (cp in decompose and DECOMPOSES)
            | (cp in fold and MAPS)
            | (cp in seconds and SECOND)
            | (scr in HEAVY_SCRIPTS and HEAVY)
        )
    second = ways(category, ccc, words.__getitem__, fold, decompose, compose, white)
    words = list(zip(words, second))
    distinct = sorted(set(words))
    rank = {word: n for n, word in enumerate(distinct)}

    both = {("d", cp): to for cp, to in decompose.items()}
    both.update({("f", cp): to for cp, to in fold.items()})
    pool, place = pooled(both)

    defines, arrays = [], [("words", "property_words", [word for pair in distinct for word in pair], 32)]
    for name, values in (
        ("property", [rank[word] for word in words]),
        ("decomposition", [place.get(("d", cp), 0) for cp in range(LIMIT)]),
        ("casefold", [place.get(("f", cp), 0) for cp in range(LIMIT)]),
    ):
        shift, index, blocks = trie(values)
        defines.append(define(f"{name.upper()}_SHIFT", shift))
        arrays += [("", f"{name}_index", index, None), ("", f"{name}_blocks", blocks, None)]
    bits, slots = pairs(compose)
    defines.append(define("PAIR_BITS", bits))
    arrays.append(("sequences", "sequences", pool, 32))
    arrays.append(("pairs", "pair_slots", slots, 64))
    comments = {
        "": [],
        "words": [
            "// The property word of x is words[2 * r], and its second word is words[2 * r + 1],",
            "// where r is blocks[index[x >> s] << s | (x & (1 << s) - 1)].",
        ],
        "sequences": ["// What the two tries above point to: a length and as many code points."],
        "pairs": ["// An open hash table of first << 42 | second << 21 | composite; 0 is empty."],
    }
    declarations, definitions = [], []
    for comment, name, values, kind in arrays:
        text = array(f"fpi_{name}", values, kind, "FPI")
        declarations.append("extern " + text.partition("[")[0] + "[];")
        definitions += [*comments[comment], text]
    out = [
        "// Generated by tables.py from Unicode 15.0.0 data; do not edit.",
        "//",
        "// Copyright (c) 2022 Unicode, Inc. Derived from the Unicode Character Database,",
        "// Unicode License v3 (SPDX: Unicode-3.0).",
        "",
        "#ifndef FPCHECK_TABLES_H",
        "#define FPCHECK_TABLES_H",
        "",
        "#include <stdint.h>",
        "",
        *defines,
        "",
        "#ifndef FPCHECK_TABLES_HERE  // they are in another unit",
        *declarations,
        "#else",
        *definitions,
        "#ifdef FPCHECK_TABLES_NAMES  // for the test of the digests",
        "static const char *const category_names[] = {",
        *(f'  "{name}",' for name in CATEGORIES),
        "};",
        "static const char *const script_names[] = {",
        *(f'  "{name}",' for name in scripts),
        "};",
        "#endif",
        "#endif",
        "",
        "#endif",
        "",
    ]
    return "\n".join(out)


def index(directory, name):
    """The index of an encoding as a list; 0 is a pointer without a code point."""
    values = {}
    for pointer, codes in lines(directory, name):
        at = int(pointer)
        for code in codes.split():
            first, _, last = code.partition("..")
            for cp in range(int(first, 16), int(last or first, 16) + 1):
                values[at] = cp
                at += 1
    return [values.get(at, 0) for at in range(max(values) + 1)]


def bitmap(values):
    """The bits of the values above U+FFFF, all of which are of plane 2."""
    assert all(value < 0x10000 or value >> 16 == 2 for value in values)
    octets = [0] * (len(values) // 8 + 1)
    for at, value in enumerate(values):
        octets[at // 8] |= (value >> 16 != 0) << at % 8
    return octets


def entities(vectors):
    """The named character references, each with its text as escaped UTF-8."""
    with open(os.path.join(vectors, "markup", "entities.txt"), encoding="ascii") as file:
        rows = [line.split() for line in file if line.strip() and not line.startswith("#")]
    for name, *codes in sorted(rows):
        text = "".join(chr(int(code, 16)) for code in codes)
        yield name, "".join(f"\\{octet:03o}" for octet in text.encode())


def generate_markup(vectors):
    directory = os.path.join(vectors, "encodings")
    with open(os.path.join(directory, "LICENSE"), encoding="utf-8") as file:
        licence = file.read().replace("\N{COPYRIGHT SIGN}", "(c)").rstrip("- \n").splitlines()
    encodings = {name: labels.split() for name, labels in lines(directory, "labels")}
    single = sorted(
        name
        for name in encodings
        if name not in ("big5", "euc-kr", "gb18030")
        and os.path.exists(os.path.join(directory, name + ".txt"))
    )
    names = [*single, *(name for name in encodings if name not in single)]
    out = [
        "// Generated by tables.py from the data of the Encoding and HTML Standards; do not edit.",
        "//",
        *(f"// {line}".rstrip() for line in licence),
        "",
        "#ifndef FPCHECK_MARKUP_TABLES_H",
        "#define FPCHECK_MARKUP_TABLES_H",
        "",
        "#include <stdint.h>",
        "",
        "// Those of single octets come first, in the order of single_octets.",
        "enum {",
        *(f"  {name.upper().replace('-', '_')}," for name in names),
        "  ENCODINGS",
        "};",
        "static const char *const encoding_names[] = {",
        *(f'  "{name}",' for name in names),
        "};",
        "static const struct {",
        "  const char *label;",
        "  int encoding;",
        "} encoding_labels[] = {",
    ]
    for name in names:
        for label in encodings[name]:
            out.append(f'  {{"{label}", {name.upper().replace("-", "_")}}},')
    out += ["};", "// Of octet 80 on. In this and the other indexes, 0 is no code point."]
    table = [(index(directory, name) + [0] * 128)[:128] for name in single]
    flat = array("single_octets", [cp for row in table for cp in row], 16)
    out.append(flat.replace(f"[{len(single) * 128}]", f"[{len(single)} * 128]"))
    for name in ("big5", "euc-kr", "gb18030", "jis0208", "jis0212"):
        values, c_name = index(directory, name), name.replace("-", "_") + "_index"
        out.append(array(c_name, [value & 0xFFFF for value in values], 16))
        if name == "big5":
            out += ["// Which of them are of plane 2.", array("big5_plane_2", bitmap(values), 8)]
    ranges_of = []
    for pointer, code in lines(directory, "gb18030-ranges"):
        ranges_of += [int(pointer), int(code, 16)]
    out += [
        "// Pointers, each followed by its code point.",
        array("gb18030_ranges", ranges_of, 32),
        "// R11.14 (d), in the order of strcmp.",
        "static const struct html_entity {",
        "  const char *name, *text;",
        "} html_entities[] = {",
        *(f'  {{"{name}", "{text}"}},' for name, text in entities(vectors)),
        "};",
        "#endif",
        "",
    ]
    return "\n".join(out)


# R11.32: the model that chapter 11a names.
MODEL = "4fe1ee0649e01764d440b67127a4fc97dc174cbff5a7ecc41cb28bd525c53868"
LEAF = 0xFF
WORD_MAX, WORD_SLOTS = 15, 1024
LEAVES, DE_BRUIJN = 16, 0x09AF  # a bit of 16, times this, has in its four high bits a number of its own


def flags(vectors):
    """R11.28: the names of the flags in the order of R11.31, and the flags of each word: as the name
    of an element, in role, and in class and id."""
    lists, rule = {}, ""
    with open(os.path.join(vectors, "markup", "lists.yaml"), encoding="ascii") as file:
        for line in file:
            key, _, value = line.strip(" -\n").partition(": ")
            if key == "rule":
                rule = value
            elif key == "list":
                of = json.loads(value)
            elif key == "names" and rule == "R11.28":
                lists[tuple(of.split(": "))] = json.loads(value)
    kinds = "elements", "words of role", "words of class and id"
    order = sorted(dict.fromkeys(flag for flag, _ in lists), key=lambda flag: (flag, kinds[2]) not in lists)
    words = {}
    for (flag, kind), names in lists.items():
        for name in names:
            words.setdefault(name, [0, 0, 0])[kinds.index(kind)] |= 1 << order.index(flag)
    assert len(order) == 32 and all(len(word) <= WORD_MAX for word in words)
    return order, words


def word_hash(word):
    h = 0
    for c in word.encode("ascii"):
        h = (h ^ c) * 0x01000193 % (1 << 32)
    return h


def trees(vectors):
    """R11.32: the nodes (feature, most, tree, the leaves that are left), and the leaves of each tree."""
    with open(os.path.join(vectors, "markup", "main-1.model"), "rb") as file:
        model = file.read()
    assert hashlib.sha256(model).hexdigest() == MODEL
    nodes, leaves, at = [], [], 0

    def read(tree):
        nonlocal at
        feature, value = model[at], int.from_bytes(model[at + 1 : at + 3], "big")
        at += 3
        if feature == LEAF:
            leaves[tree].append(value - (value >> 15 << 16))
            return
        first = len(leaves[tree])
        read(tree)
        gone = (1 << len(leaves[tree])) - (1 << first)
        nodes.append((feature, value, tree, (1 << LEAVES) - 1 - gone))
        read(tree)

    while at < len(model):
        leaves.append([])
        read(len(leaves) - 1)
    assert max(map(len, leaves)) <= LEAVES
    return sorted(nodes), leaves


def generate_main(vectors):
    order, words = flags(vectors)
    names = sorted(words)
    slots = [0] * WORD_SLOTS
    for number, name in enumerate(names, 1):
        at = word_hash(name) % WORD_SLOTS
        while slots[at]:
            at = (at + 1) % WORD_SLOTS
        slots[at] = number
    nodes, leaves = trees(vectors)
    features = 39 + len(order)
    starts = [sum(node[0] < feature for node in nodes) for feature in range(features + 1)]
    placed = []
    for tree in leaves:
        row = [0] * LEAVES
        for number, leaf in enumerate(tree):
            row[((1 << number) * DE_BRUIJN & 0xFFFF) >> 12] = leaf
        placed += row
    return "\n".join([
        "// SPDX-License-Identifier: Apache-2.0",
        "//",
        "// Generated by tables.py from markup/lists.yaml and markup/main-1.model; do not edit.",
        "",
        "#ifndef FPCHECK_MARKUP_MAIN_TABLES_H",
        "#define FPCHECK_MARKUP_MAIN_TABLES_H",
        "",
        "#include <stdint.h>",
        "",
        "// The bits of flags (R11.28), in the order of R11.31.",
        "enum {",
        *(f"  FLAG_{flag.upper()} = {number}," for number, flag in enumerate(order)),
        "  FLAGS",
        "};",
        "",
        define("WORD_MAX", WORD_MAX),
        define("WORD_SLOTS", WORD_SLOTS),
        "",
        "// The flags of a word: as the name of an element, in role, and in class and id.",
        "static const struct word {",
        "  char word[WORD_MAX + 1];",
        "  uint32_t element, role, name;",
        "} words[] = {",
        *('  {"%s", 0x%X, 0x%X, 0x%X},' % (name, *words[name]) for name in names),
        "};",
        "",
        "// An open hash table of places in words, plus 1; 0 is empty.",
        array("word_slots", slots, 16),
        f"enum {{ TREES = {len(leaves)}, LEAVES = {LEAVES} }};",
        define("DE_BRUIJN", f"0x{DE_BRUIJN:04X}u"),
        "",
        "// The inner nodes of the trees (R11.32) by feature, and of one feature by the integer. Those of",
        "// feature f are from node_starts[f] on. Where the feature is greater than most, the leaves of the",
        "// tree whose bits are in left are left; bit 0 is the leaf that is first in the model.",
        "static const struct node {",
        "  uint16_t most, tree, left;",
        "} nodes[] = {",
        *(f"  {{{most}, {tree}, 0x{left:04X}}}," for _, most, tree, left in nodes),
        "};",
        array("node_starts", starts, 16),
        "// Of each tree, the leaf of bit b at ((1 << b) * DE_BRUIJN & 0xFFFF) >> 12.",
        array("leaves", placed, 16, sign="").replace(f"[{len(placed)}]", "[TREES * LEAVES]"),
        "#endif",
        "",
    ])


def main(arguments):
    check = "--check" in arguments
    rest = [a for a in arguments if a != "--check"]
    vectors = os.environ.get("FPCHECK_VECTORS") or os.path.join(HERE, "..", "..", "vectors")
    if rest:
        vectors = rest[0]
    status = 0
    for name, text in (
        ("fpcheck_tables.h", generate(os.path.join(vectors, "ucd"))),
        ("fpcheck_markup_tables.h", generate_markup(vectors)),
        ("fpcheck_markup_main_tables.h", generate_main(vectors)),
    ):
        path = os.path.join(HERE, name)
        if not check:
            with open(path, "w", encoding="ascii", newline="\n") as file:
                file.write(text)
            continue
        with open(path, encoding="ascii", newline="") as file:
            if file.read() != text:
                print(f"{name} is out of date: run ./tables.py", file=sys.stderr)
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
