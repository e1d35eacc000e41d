"""The third-party half of the page: npm packages at the versions and hashes of package-lock.json.

Who only plays needs those that are part of the page; building and testing take some tools besides.
"""

import re
import shutil
import subprocess

from tools import ROOT, Trouble

PACKAGES = ROOT / "node_modules"
LOCK = ROOT / "package-lock.json"
INSTALLED = PACKAGES / ".installed-lock.json"
INSTALLED_WITH_TOOLS = PACKAGES / ".installed-lock-with-tools.json"
OLDEST_NODE = 20
# Few and quick retries: somebody without a network should hear of it within seconds.
NPM_CI = ["ci", "--ignore-scripts", "--loglevel=error", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"]
NETWORK_ERRORS = {"ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ENETUNREACH", "ETIMEDOUT"}


def ensure(tools: bool = True) -> None:
    """Have node_modules hold what the lock names. Needs the network only when the lock has changed."""
    installed = (INSTALLED_WITH_TOOLS,) if tools else (INSTALLED_WITH_TOOLS, INSTALLED)
    if any(copy.exists() and copy.read_bytes() == LOCK.read_bytes() for copy in installed):
        return
    npm = find_npm()
    print("Fetching Pyodide and PyScript from npm …", flush=True)
    chosen = [] if tools else ["--omit=dev"]
    done = subprocess.run([npm, *NPM_CI, *chosen], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise Trouble(explain(done.stderr))
    shutil.copy(LOCK, installed[-1])


def find_node() -> str:
    node = shutil.which("node")
    if not node:
        raise Trouble(f"Node.js is needed to build the site: install Node {OLDEST_NODE} or newer.")
    return node


def find_npm() -> str:
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        raise Trouble(
            f"Node.js is needed once, to fetch Pyodide: install Node {OLDEST_NODE} or newer with npm."
        )
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout.strip()
    major = re.match(r"v(\d+)", version)
    if not major or int(major[1]) < OLDEST_NODE:
        raise Trouble(
            f"Node {OLDEST_NODE} or newer is needed to fetch Pyodide; here it is {version or 'broken'}."
        )
    return npm


def explain(complaint: str) -> str:
    """What npm's error output comes down to, for somebody who only wants to play."""
    code = re.search(r"npm (?:error|ERR!) code (\S+)", complaint)  # ERR! is what older ones write
    if code and code[1] in NETWORK_ERRORS:
        return f"npm could not reach its registry ({code[1]}): check the network connection and try again."
    if code and code[1] == "EINTEGRITY":
        return "A package npm fetched does not have the hash in package-lock.json, so it was not installed."
    *_, last = ["it said nothing", *complaint.strip().splitlines()]
    return f"npm ci failed: run it in {ROOT} to see why. ({last})"
