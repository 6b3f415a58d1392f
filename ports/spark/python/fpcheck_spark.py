"""Near duplicates in PySpark.

The jar fpcheck-spark has this module in it: name the jar both in ``--jars`` and in ``--py-files``.

    found = near_duplicates(spark.read.json("corpus.jsonl"), "id", "text", min_similarity=0.8)
    found.clusters().where("keep").write.parquet("kept")
"""

from pyspark.sql import DataFrame

__all__ = ["Corpus", "NearDuplicates", "near_duplicates", "read_warc"]


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


def read_warc(session, paths):
    """The records of web archives: type, uri, date, record_id, status, media_type, charset, octets, error."""
    return DataFrame(_package(session).Warc.read(session._jsparkSession, paths), session)


def _package(session):
    return session.sparkContext._jvm.io.github.lsh_interop.fpcheck.spark


_SETTERS = {
    "scheme": ("withScheme", str),
    "min_similarity": ("withMinSimilarity", float),
    "max_distance": ("withMaxDistance", int),
    "floor": ("withFloor", float),
    "recall": ("withRecall", float),
    "most": ("withMost", int),
    "exact": ("withExact", bool),
    "ignore_numbers": ("withIgnoreNumbers", bool),
    "directory": ("withDirectory", str),
}


def _settings(package, given):
    settings = package.Settings.defaults()
    for name, value in given.items():
        if name not in _SETTERS:
            raise TypeError(f"{name}: expected one of {', '.join(_SETTERS)}")
        setter, kind = _SETTERS[name]
        if value is not None:
            settings = getattr(settings, setter)(kind(value))
    return settings
