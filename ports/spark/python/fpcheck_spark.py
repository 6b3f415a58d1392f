"""Near duplicates, and passages that texts share, in PySpark.

The jar fpcheck-spark has this module in it: name the jar both in ``--jars`` and in ``--py-files``.

    found = near_duplicates(spark.read.json("corpus.jsonl"), "id", "text", min_similarity=0.8)
    found.clusters().where("keep").write.parquet("kept")
"""

from pyspark.sql import DataFrame

__all__ = [
    "Corpus", "Decontamination", "NearDuplicates", "Passages", "decontaminate", "near_duplicates", "passages", "read_warc"
]


class NearDuplicates:
    """What was found. Results of stages are kept until it is closed; it is a context manager too."""

    def __init__(self, found, session):
        self._found = found
        self._session = session

    def clusters(self):
        """A row for each document: cluster, id, representative, similarity, keep."""
        return DataFrame(self._found.clusters(), self._session)

    def pairs(self):
        """The pairs that are near: first, other, similarity."""
        return DataFrame(self._found.pairs(), self._session)

    def stages(self):
        """What was done: a name, how many rows came of it, how many seconds it took."""
        stages = self._found.stages()
        return [(stages.get(i).name(), stages.get(i).rows(), stages.get(i).seconds()) for i in range(stages.size())]

    def close(self):
        """Forgets the results of stages."""
        self._found.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def near_duplicates(documents, id, text=None, *, position=None, fingerprint=None, features=None, **settings):
    """Finds the near duplicates among texts, or among fingerprints that are there already.

    The settings are those of ``fpcheck dedupe``: scheme, min_similarity, max_distance, floor, recall, most,
    exact, ignore_numbers; and directory, where results of stages are kept. Of texts with as many features the
    first by the column position is kept, or the first by id.
    """
    if (text is None) == (fingerprint is None):
        raise ValueError("text, fingerprint: expected one of them")
    package = _package(documents.sparkSession)
    if text is not None:
        found = package.NearDuplicates.ofTexts(documents._jdf, id, text, position, _settings(package, settings))
    else:
        found = package.NearDuplicates.ofFingerprints(
            documents._jdf, id, fingerprint, features, _settings(package, settings)
        )
    return NearDuplicates(found, documents.sparkSession)


class Corpus:
    """Fingerprints, bands and near pairs that are kept as Parquet from day to day.

    The settings of a new one are those of ``near_duplicates``; an old one has its own.
    """

    def __init__(self, corpus, session):
        self._corpus = corpus
        self._session = session

    @classmethod
    def create(cls, session, directory, **settings):
        """Makes a corpus without documents in a folder that is not there yet."""
        package = _package(session)
        return cls(package.Corpus.create(session._jsparkSession, directory, _settings(package, settings)), session)

    @classmethod
    def open(cls, session, directory):
        """Opens a corpus."""
        return cls(_package(session).Corpus.open(session._jsparkSession, directory), session)

    def add(self, documents, id, text=None, *, fingerprint=None, features=None):
        """Adds documents by their texts, or by fingerprints that are there already."""
        if (text is None) == (fingerprint is None):
            raise ValueError("text, fingerprint: expected one of them")
        if text is not None:
            self._corpus.add(documents._jdf, id, text)
        else:
            self._corpus.addFingerprints(documents._jdf, id, fingerprint, features)

    def remove(self, documents, id):
        """Removes the documents with these ids."""
        self._corpus.remove(documents._jdf, id)

    def fingerprints(self):
        """What is there: id, features, fingerprint."""
        return DataFrame(self._corpus.fingerprints(), self._session)

    def near_duplicates(self):
        """The near duplicates of all that is there, as those of near_duplicates."""
        return NearDuplicates(self._corpus.nearDuplicates(), self._session)


class _Found:
    """Rows that are found. Results of stages are kept until it is closed; it is a context manager too."""

    def __init__(self, found, session):
        self._found = found
        self._session = session

    def rows(self):
        """The rows that are found."""
        return DataFrame(self._found.rows(), self._session)

    def too_short(self):
        """The ids of the texts that are too short to be found."""
        return DataFrame(self._found.tooShort(), self._session)

    def close(self):
        """Forgets the results of stages."""
        self._found.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Passages(_Found):
    """Passages. Rows have document, holder, start, end, words, documents."""


class Decontamination(_Found):
    """References in documents. Rows have document, reference, cover, run, start, end, containment."""

    def not_looked_for(self):
        """The ids of the references that were not looked for, as all of their windows are left out."""
        return DataFrame(self._found.notLookedFor(), self._session)

    def left_out(self):
        """The number of windows that were left out, as too many documents have them."""
        return self._found.leftOut()


def passages(documents, id, text, *, position=None, words=16):
    """Finds the passages of this many words or more that texts share.

    The first document with a passage holds it, by the column position or by id.
    """
    session = documents.sparkSession
    found = _package(session).Passages.ofTexts(documents._jdf, id, text, position, words)
    return Passages(found, session)


def decontaminate(references, reference_id, reference_text, documents, id, text, *, any=False, words=None, cover=None,
                  common=None):
    """Finds references, such as the items of a benchmark, in the documents of a corpus.

    Windows of 4 words must cover more than 20 % of a reference, or all of one of fewer than 20 words. If cover is
    given, more than this share of any reference must be covered. With any, one
    window of 13 words is enough. Windows of more than common documents are left out.
    """
    if _truth(any) and cover is not None:
        raise ValueError("any, cover: expected one of them")
    session = documents.sparkSession
    package = _package(session)
    criterion = package.Criterion.anyWindow() if _truth(any) else package.Criterion.defaults()
    if words is not None:
        criterion = criterion.withWords(words)
    if cover is not None:
        criterion = criterion.withCover(float(cover)).withWhole(0)
    if common is not None:
        criterion = criterion.withCommon(common)
    found = package.Decontamination.of(
        references._jdf, reference_id, reference_text, documents._jdf, id, text, criterion
    )
    return Decontamination(found, session)


def read_warc(session, paths):
    """The records of web archives: type, uri, date, record_id, status, media_type, charset, octets, error."""
    return DataFrame(_package(session).Warc.read(session._jsparkSession, paths), session)


def _package(session):
    return session.sparkContext._jvm.io.github.lsh_interop.fpcheck.spark


def _truth(value):
    """A bool, or a string that Spark casts to one."""
    words = {"t": True, "true": True, "y": True, "yes": True, "1": True}
    words |= {"f": False, "false": False, "n": False, "no": False, "0": False}
    truth = words.get(str(value).strip().lower())
    if truth is None:
        raise ValueError(f"{value!r}: expected True or False")
    return truth


_SETTERS = {
    "scheme": ("withScheme", str),
    "min_similarity": ("withMinSimilarity", float),
    "max_distance": ("withMaxDistance", int),
    "floor": ("withFloor", float),
    "recall": ("withRecall", float),
    "most": ("withMost", int),
    "exact": ("withExact", _truth),
    "ignore_numbers": ("withIgnoreNumbers", _truth),
    "directory": ("withDirectory", str),
}


def _settings(package, given):
    settings = package.Settings.defaults()
    for name, value in given.items():
        if name not in _SETTERS:
            raise TypeError(f"{name}: expected one of {', '.join(_SETTERS)}")
        setter, kind = _SETTERS[name]
        if value is not None:
            try:
                settings = getattr(settings, setter)(kind(value))
            except (TypeError, ValueError) as error:
                raise type(error)(f"{name}: {error}") from None
    return settings
