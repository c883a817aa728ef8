"""Validates each line of the input against OCSF 1.5.0, by the models that are made from the schema.

They let unknown attributes pass, which are an error here.
"""

import sys

from ocsf.v1_5_0.events import ApiActivity
from pydantic import BaseModel


def known(value, path="event"):
    if isinstance(value, BaseModel):
        assert not value.model_extra, (path, value.model_extra)
        # What these hold is no part of the schema.
        for name in value.model_fields_set - {"data", "unmapped"}:
            known(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, list):
        for part in value:
            known(part, path)


count = 0
for line in sys.stdin:
    known(ApiActivity.model_validate_json(line))
    count += 1
print(count)
