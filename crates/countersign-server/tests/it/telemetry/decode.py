"""Decodes OTLP/JSON as a collector does, with OpenTelemetry's own messages: an unknown field is an error.

Each line of the input is {"path", "body"}; prints how many spans and log records there were.
"""

import base64
import json
import sys

from google.protobuf import json_format
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


def in_base64(value):
    """OTLP writes ids in hexadecimal digits, where the JSON of protobuf has base64."""
    if isinstance(value, dict):
        ids = {"traceId": 16, "spanId": 8, "parentSpanId": 8}
        for name, part in value.items():
            if name in ids:
                raw = bytes.fromhex(part)
                assert len(raw) == ids[name], (name, part)
                value[name] = base64.b64encode(raw).decode()
            else:
                in_base64(part)
    elif isinstance(value, list):
        for part in value:
            in_base64(part)


spans = records = 0
for line in sys.stdin:
    message = json.loads(line)
    in_base64(message["body"])
    kind = {"/v1/traces": ExportTraceServiceRequest, "/v1/logs": ExportLogsServiceRequest}[message["path"]]
    found = json_format.ParseDict(message["body"], kind())
    if kind is ExportTraceServiceRequest:
        for resource in found.resource_spans:
            assert any(a.key == "service.name" for a in resource.resource.attributes)
            for span in (span for scope in resource.scope_spans for span in scope.spans):
                assert span.name and span.trace_id and span.span_id, span
                assert 0 < span.start_time_unix_nano <= span.end_time_unix_nano, span
                spans += 1
    else:
        for scope in (scope for resource in found.resource_logs for scope in resource.scope_logs):
            for record in scope.log_records:
                assert record.body.string_value and record.time_unix_nano and record.severity_number, record
                records += 1
print(spans, records)
