"""What the type checker of the pages is told of the server's messages."""

from scripts.api_types import components_of


def a_call(answer: str, body: str) -> dict[str, object]:
    return {
        "requestBody": {"schema": {"$ref": f"#/components/schemas/{body}"}},
        "responses": {"200": {"schema": {"$ref": f"#/components/schemas/{answer}"}}},
    }


def of_properties(**properties: object) -> dict[str, object]:
    return {"properties": properties, "required": []}


def test_an_answer_has_all_its_fields_and_what_is_sent_need_not() -> None:
    inner = {"items": {"$ref": "#/components/schemas/hulldown__rulesets__face__garage__Field"}}
    schemas = {
        "Answer": of_properties(name={}, fields=inner),
        "hulldown__rulesets__face__garage__Field": of_properties(low={}),
        "Message": of_properties(name={}),
    }
    document = {"paths": {"/": {"get": a_call("Answer", "Message")}}, "components": {"schemas": schemas}}
    components = components_of(document)
    required = {name: schema["required"] for name, schema in components["components"]["schemas"].items()}
    assert required == {"Answer": ["name", "fields"], "GarageField": ["low"], "Message": []}
    assert components["paths"] == {}
