"""Browsers that Playwright cannot drive here, each by its own door: Firefox and WebKitGTK.

with LAUNCH["firefox"]() as engine:
    engine.open(address)            # waits until the page says it is ready
    engine.click("[data-action=draw]")
    engine.run("deltille.record()")
"""

import json
import os
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from marionette_driver import Wait
from marionette_driver.marionette import Marionette
from selenium.webdriver import WebKitGTK, WebKitGTKOptions
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.service import Service

from tools import environment

PATIENCE = 120
"""Seconds that anything may take; a busy machine starts Python slowly."""
READY = "html[data-ready=true]"
CSS = "css selector"

# Awaits what stands in it, and hands over whether that worked and what came of it.
RUN = """const done = arguments[arguments.length - 1];
(async () => (EXPRESSION))()
  .then((value) => done([true, value ?? null]), (error) => done([false, String(error)]));"""

# The errors that Firefox told of pages; of itself it has others to tell.
COMPLAINTS = """return Services.console.getMessageArray()
  .filter((said) => said instanceof Ci.nsIScriptError && !(said.flags & Ci.nsIScriptError.warningFlag))
  .filter(({ sourceName, innerWindowID }) => sourceName.startsWith("http") || innerWindowID)
  .map(String);"""
# Of what a page had asked for that is left before the answer.
HARMLESS = "rcepted the request and encountered an unexpected error"


class Refused(Exception):
    """What the page was asked for it refused."""


class Engine(ABC):
    """A browser with a page in it, whose driver finds and clicks like any other's."""

    def __init__(self, driver: Any, wait: Any) -> None:
        self.driver = driver
        self._wait = wait

    @abstractmethod
    def go(self, address: str) -> None: ...

    @abstractmethod
    def enter(self, frame: Any) -> None: ...

    @abstractmethod
    def execute(self, script: str) -> Any: ...

    def complaints(self) -> list[str]:
        """What went wrong in the pages so far, where the browser can tell."""
        return []

    def open(self, address: str) -> None:
        self.go(address)
        self.wait_for(READY)

    def enter_frame(self) -> None:
        """Go on in the game that is in a frame of the page."""
        self.enter(self.wait_for("iframe"))
        self.wait_for(READY)

    def wait_for(self, selector: str) -> Any:
        """The first element of this kind, once there is one."""
        return self._wait.until(lambda driver: driver.find_elements(CSS, selector))[0]

    def click(self, selector: str) -> None:
        self.wait_for(selector).click()

    def text(self, selector: str) -> str:
        return self.run(f"document.querySelector({json.dumps(selector)}).textContent")

    def run(self, expression: str) -> Any:
        """What comes of this expression in the page, awaited."""
        worked, value = self.execute(RUN.replace("EXPRESSION", expression))
        if not worked:
            raise Refused(value)
        return value


class Firefox(Engine):
    def go(self, address: str) -> None:
        self.driver.navigate(address)

    def enter(self, frame: Any) -> None:
        self.driver.switch_to_frame(frame)

    def execute(self, script: str) -> Any:
        # In no sandbox, which would keep from it what the page has defined.
        return self.driver.execute_async_script(script, sandbox=None)

    def complaints(self) -> list[str]:
        with self.driver.using_context("chrome"):
            told = self.driver.execute_script(COMPLAINTS)
        return [error for error in told if HARMLESS not in error]


class WebKit(Engine):
    def go(self, address: str) -> None:
        self.driver.get(address)

    def enter(self, frame: Any) -> None:
        self.driver.switch_to.frame(frame)

    def execute(self, script: str) -> Any:
        return self.driver.execute_async_script(script)


@contextmanager
def firefox() -> Iterator[Firefox]:
    driver = Marionette(
        bin=environment.find("firefox"),
        port=0,
        headless=True,
        gecko_log="-",
        # Without it, nobody outside is told what is on Firefox's console.
        app_args=["-remote-allow-system-access"],
    )
    try:
        driver.start_session()
        driver.timeout.script = PATIENCE
        yield Firefox(driver, Wait(driver, timeout=PATIENCE))
    finally:
        # Left to itself Marionette makes another profile, and cleans up when Python is half gone.
        driver.instance.runner.stop()
        driver.instance.profile.cleanup()
        driver.instance.profile.restore = False
        driver.cleanup_ran = True


@contextmanager
def webkit() -> Iterator[WebKit]:
    with screen() as display:
        service = Service(environment.find("webkit"), env={**os.environ, "DISPLAY": display})
        driver = WebKitGTK(options=WebKitGTKOptions(), service=service)
        try:
            driver.set_script_timeout(PATIENCE)
            driver.set_window_size(1280, 800)
            yield WebKit(driver, WebDriverWait(driver, PATIENCE))
        finally:
            driver.quit()


@contextmanager
def screen() -> Iterator[str]:
    """A screen that nobody sees."""
    command = [environment.find("screen"), "-displayfd", "1", "-screen", "0", "1400x1000x24"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            yield f":{process.stdout.readline().strip()}"
        finally:
            process.terminate()


LAUNCH = {"firefox": firefox, "webkit": webkit}
