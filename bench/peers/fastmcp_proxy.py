"""A proxy made with fastmcp, on its standard streams: fastmcp_proxy.py COMMAND."""

import sys

from fastmcp.client.transports import StdioTransport
from fastmcp.server import create_proxy

create_proxy(StdioTransport(command=sys.argv[1], args=[]), name="bench").run(show_banner=False)
