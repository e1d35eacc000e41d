"""The site on this computer, for playing and for development."""

import errno
import threading
import webbrowser
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import BinaryIO

from tools import Trouble, runtime, site

HOST = "127.0.0.1"
DEFAULT_PORT = 8000
PORTS_TO_TRY = 20


class Handler(SimpleHTTPRequestHandler):
    # Not left to the system's own table, which may lack or twist these.
    extensions_map = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def end_headers(self) -> None:
        # Changes show at the next reload, and a sandboxed frame, being of no origin, may load the parts.
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Silence for what went well; errors are still logged."""


class FreshHandler(Handler):
    """Assembles the site anew whenever the page is loaded, so that a reload shows what was edited.

    Without a service worker, which would go on showing what it has kept. While it is being assembled,
    whoever asks for a part of it waits.
    """

    assembling = threading.Lock()

    def send_head(self) -> BinaryIO | None:
        with self.assembling:
            if self.path.partition("?")[0] in ("/", "/index.html"):
                assemble()
            return super().send_head()


def assemble() -> None:
    site.assemble(site.PLAYED, offline=False)


def play(port: int | None, browser: bool) -> None:
    """Serve the site until interrupted, at this port or at the first free one from the default on."""
    server = listen(port, partial(FreshHandler, directory=site.PLAYED))
    runtime.ensure(tools=False)
    assemble()  # for whoever asks for another page than the first
    address = f"http://{HOST}:{server.server_port}/"
    print(f"Deltille is at {address} – press Ctrl-C to stop.", flush=True)
    if browser:
        webbrowser.open(address)
    server.serve_forever()


def listen(port: int | None, handler: Callable[..., Handler]) -> ThreadingHTTPServer:
    """A server that has its port already."""
    ports = range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TO_TRY) if port is None else [port]
    for candidate in ports:
        try:
            return ThreadingHTTPServer((HOST, candidate), handler)
        except OverflowError:
            raise Trouble(f"There is no port {candidate}: choose one from 1 to 65535.") from None
        except PermissionError:
            raise Trouble(f"Port {candidate} is not ours to use: choose another with --port.") from None
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    if port is None:
        raise Trouble(f"Ports {ports[0]} to {ports[-1]} are all in use: choose another with --port.")
    raise Trouble(f"Port {port} is in use: stop what is using it, or choose another with --port.")
