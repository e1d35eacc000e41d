"""`python3 -m engine` as a process of its own: what goes through pipes and to terminals, and how it ends."""

import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

from engine.record import read
from tests.engine.test_command_line import COMPLAINT, ILLEGAL, LEGAL, SIMULATE, simulating

ROOT = Path(__file__).parents[2]
ENGINE = [sys.executable, "-m", "engine"]


def run(*arguments: str, **more: Any) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([*ENGINE, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60, **more)


def test_a_legal_record_is_met_with_silence(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(LEGAL)
    ended = run("replay", str(path))
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_an_illegal_record_is_one_line_on_stderr(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(ILLEGAL)
    ended = run("replay", str(path))
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", f"{path}: {COMPLAINT}\n")


def test_a_reader_who_has_seen_enough_gets_no_traceback(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f"{LEGAL}\n" * 50)
    for arguments in (["replay", "--trace", str(path)], simulating(games="100000")):
        with subprocess.Popen(
            [*ENGINE, *arguments], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdout
            assert process.stderr
            assert process.stdout.readline().startswith(b"{")
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait(timeout=30) != 0


def test_the_same_arguments_give_the_same_bytes() -> None:
    first, second = (run(*SIMULATE, env={**os.environ, "PYTHONHASHSEED": seed}) for seed in "12")
    assert first.stdout == second.stdout
    assert (first.returncode, first.stderr) == (0, "")
    assert len(first.stdout.splitlines()) == 3


def on_a_terminal(out_too: bool) -> tuple[str, str]:
    """What a simulation writes to a terminal, and what to a pipe."""
    ours, its = pty.openpty()
    process = subprocess.Popen(
        [*ENGINE, *SIMULATE], cwd=ROOT, stdout=its if out_too else subprocess.PIPE, stderr=its
    )
    os.close(its)
    shown = b""
    try:
        while part := os.read(ours, 1 << 16):
            shown += part
    except OSError:  # how Linux tells that nobody holds the other end any more
        pass
    finally:
        os.close(ours)
    piped = process.communicate(timeout=30)[0] or b""
    assert process.returncode == 0
    return shown.decode(), piped.decode()


def test_who_waits_at_a_terminal_sees_how_far_it_is() -> None:
    shown, piped = on_a_terminal(out_too=False)
    assert "3 of 3 games" in shown
    assert len(piped.splitlines()) == 3


def test_nothing_is_shown_between_records_on_a_terminal() -> None:
    shown, _ = on_a_terminal(out_too=True)
    assert " of 3 games" not in shown
    assert [read(line).winners for line in shown.splitlines()]


def test_nothing_is_shown_into_a_pipe(tmp_path: Path) -> None:
    assert run(*SIMULATE, "--out", str(tmp_path / "games.jsonl")).stderr == ""


def test_it_lists_the_commands() -> None:
    ended = run("--help")
    assert ended.returncode == 0
    assert "replay" in ended.stdout
    assert "simulate" in ended.stdout


def test_records_can_come_through_a_pipe() -> None:
    ended = run("replay", "/dev/stdin", input=f"{LEGAL}\n{ILLEGAL}\n")
    assert (ended.returncode, ended.stderr) == (1, f"/dev/stdin: line 2: {COMPLAINT}\n")
