"""Schemas of the OpenAPI document keep their published names when classes get better ones."""

from hulldown.catalogue.schema_names import with_published_names
from hulldown.server.app import create_app
from hulldown.server.schemas.openapi import HOME, SCHEMA_NAMES


def test_a_schema_keeps_its_name_where_it_is_defined_and_referred_to() -> None:
    ref = {"$ref": "#/components/schemas/RuleDifference"}
    document = {
        "paths": {"/x": {"schema": ref}},
        "components": {
            "schemas": {"RuleDifference": {"title": "RuleDifference"}, "List": {"anyOf": [ref, {}]}}
        },
    }
    published = {"$ref": "#/components/schemas/Difference"}
    assert with_published_names(document, HOME, {"RuleDifference": "Difference"}) == {
        "paths": {"/x": {"schema": published}},
        "components": {
            "schemas": {"Difference": {"title": "Difference"}, "List": {"anyOf": [published, {}]}}
        },
    }


def test_every_name_of_the_table_is_in_the_document_and_no_class_behind_one() -> None:
    schemas = create_app().openapi()["components"]["schemas"].keys()
    assert set(SCHEMA_NAMES.values()) <= schemas
    assert not SCHEMA_NAMES.keys() & schemas


def test_a_json_schema_keeps_the_names_of_its_parts() -> None:
    schema = {
        "$defs": {"LessonStep": {"title": "LessonStep", "type": "object"}},
        "properties": {"steps": {"items": {"$ref": "#/$defs/LessonStep"}}, "name": {"const": "LessonStep"}},
    }
    assert with_published_names(schema, ("$defs",), {"LessonStep": "Step"}) == {
        "$defs": {"Step": {"title": "Step", "type": "object"}},
        "properties": {"steps": {"items": {"$ref": "#/$defs/Step"}}, "name": {"const": "LessonStep"}},
    }
