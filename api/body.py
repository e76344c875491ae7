"""Bodies of requests: parsed strictly, once, within a limit of size."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import IO, Any, ClassVar, Final, NoReturn

from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from api.codes import Code
from api.problems import Place, Problem, escape_pointer

BODY_LIMIT: Final = 65_536
_DIGITS: Final = re.compile("[0-9]{1,9}")


class StrictJsonParser(BaseParser):
    """JSON as RFC 8259 has it, and no more: UTF-8, each key once, no NaN, no lone surrogates."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,  # noqa: ARG002 - DRF's face
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:  # noqa: ANN401 - JSON
        """Return the value. Raises Problem (400, 413)."""
        limit: int = getattr((parser_context or {}).get("view"), "body_limit", BODY_LIMIT)
        body = stream.read(limit + 1)
        if len(body) > limit:
            detail = f"the body is longer than {limit} bytes"
            raise Problem(Code.TOO_LARGE, detail, more={"limit": limit})
        return parse_json(body)


def parse_json(body: bytes) -> object:
    """Return the value of a JSON text. Raises Problem (400)."""
    try:
        value = _DECODER.decode(body.decode("utf-8"))
        if b"\\u" in body:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeDecodeError as error:
        raise Problem(Code.MALFORMED_BODY, f"not UTF-8 at byte {error.start}") from None
    except UnicodeEncodeError:
        raise Problem(Code.MALFORMED_BODY, "a string holds half of a surrogate pair") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Problem(Code.MALFORMED_BODY, f"not JSON: {error.msg}, {place}") from None
    except RecursionError:
        raise Problem(Code.MALFORMED_BODY, "nested too deeply") from None
    except ValueError as error:
        raise Problem(Code.MALFORMED_BODY, f"not JSON as wanted here: {error}") from None
    return value


class Text(serializers.CharField):
    """A string, as it came; DRF's would take numbers and trim."""

    def __init__(self, **kwargs: Any) -> None:  # noqa: ANN401 - DRF's options
        super().__init__(trim_whitespace=False, **kwargs)

    def to_internal_value(self, data: Any) -> str:  # noqa: ANN401 - JSON
        """Return the string; anything else is invalid."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Number(serializers.IntegerField):
    """A whole number; DRF's would take strings, floats and booleans."""

    def to_internal_value(self, data: Any) -> int:  # noqa: ANN401 - JSON
        """Return the number; anything else is invalid."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    """True or false; DRF's would take words and numbers."""

    def to_internal_value(self, data: Any) -> bool:  # noqa: ANN401 - JSON
        """Return the flag; anything else is invalid."""
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


class QueryNumber(serializers.IntegerField):
    """A whole number from 0 in a query; above `most` it is over the limit, which is said apart."""

    default_error_messages: ClassVar = {
        "over_limit": "{most} is the most",
        "invalid": "expected a whole number of at most 9 digits",
    }

    def __init__(self, *, most: int = 10**9 - 1, **kwargs: Any) -> None:  # noqa: ANN401
        self.most = most
        super().__init__(min_value=0, max_value=most, **kwargs)
        self.validators = []

    def to_internal_value(self, data: Any) -> int:  # noqa: ANN401 - a query's text
        """Return the number."""
        if not isinstance(data, str) or not _DIGITS.fullmatch(data):
            self.fail("invalid")
        if int(data) > self.most:
            self.fail("over_limit", most=self.most)
        return int(data)


class Input(serializers.Serializer[None]):
    """The fields of a body; a field that is not among them is refused."""

    def to_internal_value(self, data: Any) -> Any:  # noqa: ANN401 - DRF's face
        """Read the fields; an unknown one is an error at its name."""
        if isinstance(data, Mapping) and (unknown := sorted(set(data) - set(self.fields))):
            raise serializers.ValidationError(
                {name: serializers.ErrorDetail("no such field", "unknown") for name in unknown}
            )
        return super().to_internal_value(data)


def read_body(kind: type[Input], request: Request) -> dict[str, Any]:
    """Return the fields of a request's body. Raises Problem (422) that names each bad place."""
    try:
        return dict(_form(kind).run_validation(request.data))
    except serializers.ValidationError as error:
        places = tuple(_places("", error.detail))
        raise Problem(Code.INVALID_BODY, errors=places) from None


def read_query(kind: type[Input], request: Request) -> dict[str, Any]:
    """Return the parameters of a request. Raises Problem (400) that names each bad one."""
    given = dict(request.query_params.lists())
    if twice := [name for name, values in given.items() if len(values) > 1]:
        places = [Place(name, "repeated", "stands twice") for name in twice]
        raise Problem(Code.INVALID_QUERY, errors=places)
    try:
        return dict(_form(kind).run_validation({name: one for name, (one,) in given.items()}))
    except serializers.ValidationError as error:
        found = [
            Place(place.pointer.lstrip("/"), place.code, place.detail)
            for place in _places("", error.detail)
        ]
        over = any(place.code == "over_limit" for place in found)
        raise Problem(Code.OVER_LIMIT if over else Code.INVALID_QUERY, errors=found) from None


@cache
def _form(kind: type[Input]) -> Input:
    """Return the one form of a kind: to copy all fields for each request costs more than reading.

    Validating a value leaves nothing behind in it, whichever threads do so at once.
    """
    return kind()


def _places(pointer: str, errors: object) -> Iterator[Place]:
    """Walk DRF's tree of errors; each leaf becomes a place with its JSON pointer."""
    if isinstance(errors, Mapping):
        for name, below in errors.items():
            whole = name == "non_field_errors"
            step = "" if whole else "/" + escape_pointer(str(name))
            yield from _places(pointer + step, below)
    elif isinstance(errors, list):
        for below in errors:
            yield from _places(pointer, below)
    else:
        code = getattr(errors, "code", "invalid")
        yield Place(pointer, str(code), str(errors))


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse_constant)
"""Made once: to make one costs more than to read a small body."""
