"""The house keeps its order: who imports whom, sizes, documentation, the tree in the docs."""

import ast
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from dicestats.games import GAMES

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "dicestats"
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}
FOLDERS = {name: GAMES[name] for name in GAMES}  # game -> its package

MOST_LINES = 300  # of a module
MOST_IN_A_FUNCTION = 40  # lines, without its docstring
MOST_IN_NINE_OF_TEN = 25
MOST_POSITIONAL = 3

# Where a library may be imported: a module of the package, or a folder with all its modules.
HOMES = {
    "altair": {"charts", "notebook"},
    "choix": {"stats"},
    "cyclopts": {"cli", "__main__"},
    "dask": {"engines"},
    "distributed": {"engines"},
    "joblib": {"engines"},
    "nashpy": {"stats"},
    "numba": {"games", "jit", "lending", "linking", "machinecode"},
    "polars": {"charts", "games", "notebook", "rows", "simulate", "stats", "store"},
    "scipy": {"stats"},
    "statsmodels": {"stats"},
    "tomllib": {"settings"},
    "tqdm": {"schedule"},
    "vl_convert": {"charts"},
    "xxhash": {"games", "journal", "outcomes"},
}


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


class Imports(ast.NodeVisitor):
    """All that a module imports when it runs, apart from what only the type checker sees."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.at_once: set[str] = set()  # not inside a function
        self.depth = 0

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) != "TYPE_CHECKING":
            self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1

    def visit_Import(self, node: ast.Import) -> None:
        self.add(*(alias.name for alias in node.names))

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        assert node.level == 0
        full = [f"{node.module}.{alias.name}" for alias in node.names]
        self.add(*(name if name in MODULES else str(node.module) for name in full))

    def add(self, *names: str) -> None:
        self.names.update(names)
        if self.depth == 0:
            self.at_once.update(names)


@cache
def imports(module: str) -> Imports:
    found = Imports()
    found.visit(tree_of(module))
    return found


def ours(module: str) -> set[str]:
    return {name for name in imports(module).names if name in MODULES}


def reach(module: str) -> set[str]:
    """A module and all of the package that it needs."""
    seen, left = set[str](), [module]
    while left:
        here = left.pop()
        if here not in seen:
            seen.add(here)
            left += ours(here)
    return seen


def room(module: str) -> str:
    """The module or folder directly below the package."""
    return module.split(".")[1] if "." in module else ""


# --- who imports whom ---


def test_no_module_needs_itself() -> None:
    # A record of a game imports kernel and reference when they are used, never the other way.
    for module in MODULES:
        assert all(module not in reach(needed) for needed in ours(module) - {module}), module


@pytest.mark.parametrize("library", HOMES)
def test_a_library_has_one_home(library: str) -> None:
    users = {room(m) for m in MODULES for n in imports(m).names if n.split(".")[0] == library}
    assert users <= HOMES[library]


@pytest.mark.parametrize(
    ("rooms", "allowed"),
    [
        ({"arrays", "cache", "errors"}, set()),
        ({"files"}, {"errors"}),
        ({"machinecode"}, {"errors", "files"}),
        ({"linking"}, set()),
        ({"jit"}, {"errors", "files", "linking", "machinecode"}),
        ({"lending"}, {"errors", "files", "jit", "machinecode"}),
        ({"streams"}, {"errors", "files", "jit", "machinecode"}),
        ({"engines", "stats", "charts"}, {"errors"}),  # they see tasks, counts, frames: no game
        ({"game"}, {"errors"}),
        ({"outcomes"}, {"errors", "game"}),
        ({"bits"}, {"jit", "machinecode"}),
        ({"tally"}, {"arrays", "bits", "game", "jit", "machinecode", "outcomes"}),
        ({"shapes"}, {"errors"}),
        ({"difference"}, {"errors", "shapes"}),
        (
            {"games"},
            {
                "arrays",
                "cache",
                "difference",
                "errors",
                "files",
                "game",
                "jit",
                "lending",
                "shapes",
                "streams",
            },
        ),
        ({"settings"}, {"errors", "game", "games"}),
    ],
)
def test_rooms_know_only_what_lies_below(rooms: set[str], allowed: set[str]) -> None:
    for module in MODULES:
        if room(module) in rooms:
            assert {room(n) for n in ours(module)} <= allowed | {room(module)}, module


def test_nothing_rests_on_the_command_line() -> None:
    for module in MODULES:
        used = {room(name) for name in ours(module)}
        assert "commands" not in used or room(module) == "commands"
        assert "cli" not in used or room(module) == "__main__"


def own(game: str, name: str) -> set[str]:
    """A room of a game: one module, or a folder of them."""
    found = {m for m in MODULES if f"{m}.".startswith(f"{FOLDERS[game]}.{name}.")}
    assert found
    return found


def needs(game: str, name: str) -> set[str]:
    """A room of a game, and all of the package that it needs."""
    return set[str]().union(*map(reach, own(game, name)))


@pytest.mark.parametrize("game", FOLDERS)
def test_a_game_is_built_in_one_direction(game: str) -> None:
    """Streams, rules <- exact <- strategies <- reference or kernel <- the record."""
    home = FOLDERS[game]
    names = ("rules", "exact", "strategies", "reference", "kernel")
    rules, exact, strategies, reference, kernel = (needs(game, name) for name in names)
    inside = {module for module in MODULES if module.startswith(f"{home}.")}
    named = ("cards", "deck", "deckrows", "board", "throw")
    data = {f"{home}.{name}" for name in named}  # what rules may name
    assert rules & inside <= data | {f"{home}.rules"}
    below = (
        "arrays",
        "errors",
        "files",
        "game",
        "jit",
        "lending",
        "linking",
        "machinecode",
        "shapes",
        "streams",
    )
    assert exact - inside <= {f"dicestats.{name}" for name in below}
    for lower in (exact, strategies):
        assert not lower & (own(game, "reference") | own(game, "kernel"))
    assert not own(game, "strategies") & (exact | reference | kernel)
    # What both of them use is below both: numbers of the rules, what a seat sees. Never logic.
    shared = (reference & kernel & inside) - rules
    seen = ("columns", "luck", "seen", "sights", "skill", "state", "views")
    physical = {name for name in inside if name.startswith(f"{home}.physics")}
    assert shared <= {f"{home}.{name}" for name in seen} | physical
    assert not {m for m in inside if home in imports(m).names}
    assert not any("polars" in imports(m).names for m in reference | kernel)
    late = own(game, "kernel") | own(game, "reference") | own(game, "strategies")
    assert not imports(home).at_once & late  # the command line starts fast


@pytest.mark.parametrize("game", FOLDERS)
def test_a_game_imports_no_other_game(game: str) -> None:
    others = tuple(home for name, home in FOLDERS.items() if name != game)
    for module in MODULES:
        if module.startswith(FOLDERS[game]):
            assert not any(name.startswith(others) for name in ours(module)), module


def loaded(code: str, heavy: list[str]) -> list[str]:
    told = f"import sys; print(*(n for n in {heavy} if n in sys.modules), file=sys.stderr)"
    command = [sys.executable, "-c", f"{code}\n{told}"]
    quiet = {**os.environ, "DICESTATS_PROGRESS": "0"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=quiet)
    return done.stderr.split()


RUN = "from dicestats.__main__ import main\nassert main({argv!r}) == 0"


@pytest.mark.parametrize("argv", [["--help"], ["simulate", "--help"]])
def test_help_imports_nothing_heavy(argv: list[str]) -> None:
    heavy = ["numba", "polars", "altair", "scipy", "dask", "statsmodels", "joblib", "numpy"]
    assert loaded(RUN.format(argv=argv), [*heavy, "pydantic"]) == []


@pytest.mark.parametrize("game", FOLDERS)
def test_a_short_simulation_imports_no_statistics(game: str) -> None:
    argv = ["simulate", game, "--games", "100"]
    # Numba itself imports the bare name scipy, without any of its parts.
    heavy = ["scipy.special", "scipy.stats", "scipy.optimize", "statsmodels", "pandas", "altair"]
    heavy += ["dask", "joblib", "polars"]
    assert loaded(RUN.format(argv=argv), heavy) == []


# --- sizes and documentation ---


def functions(module: str) -> list[ast.FunctionDef]:
    return [n for n in ast.walk(tree_of(module)) if isinstance(n, ast.FunctionDef)]


def length(node: ast.FunctionDef) -> int:
    """Lines of a function without its docstring."""
    told = ast.get_docstring(node, clean=False)
    return (node.end_lineno or 0) - node.lineno + 1 - (told.count("\n") + 1 if told else 0)


@pytest.mark.parametrize("module", MODULES)
def test_a_module_is_short_and_says_what_it_is_for(module: str) -> None:
    text = MODULES[module].read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    told = ast.get_docstring(tree_of(module))
    assert told is not None
    assert told.splitlines()[0].endswith(".")


def test_functions_are_short() -> None:
    sizes = {f"{m}.{f.name}": length(f) for m in MODULES for f in functions(m)}
    assert {name: size for name, size in sizes.items() if size > MOST_IN_A_FUNCTION} == {}
    assert sorted(sizes.values())[int(0.9 * len(sizes))] <= MOST_IN_NINE_OF_TEN


def public(module: str) -> list[ast.FunctionDef]:
    """Functions of a module, and methods of its classes, whose names people may use."""
    top = [n for n in tree_of(module).body if not getattr(n, "name", "_").startswith("_")]
    found = [n for n in top if isinstance(n, ast.FunctionDef)]
    for node in top:
        if isinstance(node, ast.ClassDef):
            assert ast.get_docstring(node), f"{module}.{node.name}"
            found += [n for n in node.body if isinstance(n, ast.FunctionDef) and n.name[0] != "_"]
    return found


def arguments(node: ast.FunctionDef) -> list[str]:
    taken = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return [a.arg for a in taken if a.arg not in ("self", "cls")]


@pytest.mark.parametrize("module", MODULES)
def test_public_names_are_documented(module: str) -> None:
    for node in public(module):
        told, where = ast.get_docstring(node) or "", f"{module}.{node.name}"
        assert told, where
        # A property, a method of a protocol or a command says all in its first line.
        if not arguments(node) or node.decorator_list or told.count("\n") == 0:
            continue
        assert "Parameters\n---" in told, where
        section = told.split("Parameters\n---")[1].split("\n\n")[0] + told
        assert all(re.search(rf"\b{a}\b", section) for a in arguments(node)), where
        if node.returns is not None and ast.unparse(node.returns) != "None":
            assert "Returns\n---" in told or "Yields\n---" in told, where


@pytest.mark.parametrize("module", MODULES)
def test_few_arguments_are_positional(module: str) -> None:
    """Of what people call: machine code has no keywords, and a game's ``play`` is the record's."""
    for node in public(module):
        decorators = " ".join(map(ast.unparse, node.decorator_list))
        compiled = "jit" in decorators
        if compiled or (room(module) == "games" and node.name == "play"):
            continue
        taken = [a.arg for a in [*node.args.posonlyargs, *node.args.args]]
        few = [a for a in taken if a not in ("self", "cls")]
        assert len(few) <= MOST_POSITIONAL, f"{module}.{node.name}"


# --- the repository's text ---


def stems(folder: Path) -> set[str]:
    """Modules, folders and data, but for trained weights: their names hold digests."""
    found = folder.glob("[!_]*")
    return {path.stem for path in found if path.suffix != ".npz"}


def test_the_tree_in_the_docs_is_the_real_one() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    tree = text.split("```")[1]
    listed, games = set[str](), dict[str, str]()
    for line in tree.splitlines():
        if game := re.match(r"  games/(\w+)/ +(.*)", line):
            games[game[1]] = game[2]
        elif entry := re.match(r"  ((?:[\w.]+(?:\.py|/) ?)+)  ", line):
            listed |= set(entry[1].split())
        elif games and line.startswith(" " * 8):
            games[[*games][-1]] += line
    real = {f"{p.name}/" if p.is_dir() else p.name for p in PACKAGE.glob("[!_]*")}
    assert listed == real - {"games/", "py.typed"}
    assert games.keys() == {path.parent.name for path in PACKAGE.glob("games/*/__init__.py")}
    for game, told in games.items():
        home = PACKAGE / "games" / game
        rooms = {p.name for p in home.glob("[!_]*/")}
        inner = dict(re.findall(r"(\w+)/ \(([^)]*)\)", told))
        assert inner.keys() == rooms
        for name, modules in inner.items():
            assert set(re.findall(r"\w+", modules)) == stems(home / name)
            told = told.replace(f"{name}/ ({modules})", name)
        assert set(re.findall(r"\w+", told)) == stems(home)


def texts() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, cwd=ROOT)
    if listed.returncode:  # a copy without history
        names = [str(p.relative_to(ROOT)) for p in ROOT.rglob("*") if ".venv" not in p.parts]
    else:
        names = listed.stdout.decode().split("\0")
    kinds = {".py", ".md", ".toml", ".ipynb", ".txt", ".cfg", ".yml", ".json", ".csv", ""}
    paths = [ROOT / name for name in names if name and Path(name).suffix in kinds]
    return [path for path in paths if path.is_file() and path != Path(__file__)]


UNWANTED = {
    "a path of one machine": r"(?<![\w.+/])/(home|root|work|tmp|Users|mnt|opt)/\w",
    "a package registry": r"\b(pypi|pythonhosted|anaconda|npmjs)\.(org|com)\b",
    "unfinished work": r"\b(TODO|FIXME|XXX|NotImplementedError|mark\.(skip|xfail)\b)",
    "a swallowed error": r"except( Exception)?:\s*pass\b",
    "how the work is organised": r"(?i)\b(this\s+session|sub-?agents?|issue\s+#?\d+)\b",
}


@pytest.mark.parametrize("what", UNWANTED)
def test_the_text_is_about_the_product(what: str) -> None:
    paths = texts()
    assert len(paths) > 50
    for path in paths:
        text = re.sub(r'"image/png": "[^"]*"', "", path.read_text(encoding="utf-8"))
        found = re.search(UNWANTED[what], text)
        assert found is None, f"{path}: {found and found[0]}"
