"""Band keys equal those of the reference."""

import unittest
from pathlib import Path

import fpcheck

KEYS = Path(__file__).parents[3] / "internal/engine/bandkey/testdata/keys.tsv"


class Bands(unittest.TestCase):
    @unittest.skipUnless(KEYS.exists(), "a copy of the port alone has no keys of the reference")
    def test_keys_are_those_of_the_reference(self) -> None:
        rows = KEYS.read_text("ascii").splitlines()
        self.assertGreater(len(rows), 40)
        for row in rows:
            fingerprint, layout, keys = row.split("\t")
            with self.subTest(fingerprint[:12], layout=layout):
                got = fpcheck.bands(fingerprint, None if layout == "auto" else layout)
                self.assertEqual(" ".join(got), keys)
                parsed = fpcheck.Fingerprint.parse(fingerprint)
                self.assertEqual(fpcheck.bands(parsed, None if layout == "auto" else layout), got)

    def test_what_has_no_keys_is_an_error(self) -> None:
        minhash = str(fpcheck.MH1.sum(b"the quick brown fox"))
        for fingerprint, layout, why in [
            (minhash, "17x8", "136 slots"),
            (minhash, "0x8", "no band"),
            (minhash, "8x0", "empty keys"),
            ("sm1:ci2fm6e2xtppa", "17x2", "136 keys"),
            ("sm1:ci2fm6e2xtppa", "65x1", "65 blocks of 64 bits"),
            ("sm1:ci2fm6e2xtppa", "4x5", "5 of 4 blocks"),
            ("sm1:ci2fm6e2xtppa", "4", "no layout"),
            ("sm1:ci2fm6e2xtppa", "٤x1", "a digit that is not ASCII"),
            ("sm1:ci2fm6e2xtpp", "4x1", "no fingerprint"),
        ]:
            with self.subTest(why), self.assertRaises(ValueError):
                fpcheck.bands(fingerprint, layout)


if __name__ == "__main__":
    unittest.main()
