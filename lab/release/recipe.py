"""recipe.py RECIPE ARCHIVE DIR: renders a recipe by rattler-build for each system. Then it runs the commands that build
and test the package on this one, below DIR, from an archive, since the channels of conda cannot be reached here."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from rattler_build import PlatformConfig, RenderConfig, Stage0Recipe

recipe, archive, folder = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]).absolute()
platform = {"x86_64": "linux-64", "aarch64": "linux-aarch64"}[os.uname().machine]


def expect(what: str, got: object, want: object) -> None:
    if got != want:
        sys.exit(f"{recipe}: {what} {got}: expected {want}")


def rendered(system: str) -> dict:
    """The recipe as rattler-build reads it to build a package for a system on that system."""
    config = RenderConfig(platform=PlatformConfig(target_platform=system, build_platform=system, host_platform=system))
    [variant] = Stage0Recipe.from_file(recipe).render(render_config=config)
    return variant.recipe.to_dict()


digest = hashlib.sha256(archive.read_bytes()).hexdigest()
for system in ("linux-64", "linux-aarch64", "osx-64", "osx-arm64", "win-64"):
    of = rendered(system)
    [source] = of["source"]
    expect(f"{system}: digest", source["sha256"], digest)
    expect(f"{system}: address of", source["url"].rsplit("/", 1)[1], archive.name)
    expect(f"{system}: needs", of["requirements"], {"build": [f"go-nocgo_{system}"]})

of = rendered(platform)
prefix = folder / "prefix"
prefix.mkdir(parents=True)
subprocess.run(["tar", "-C", folder, "-xzf", archive], check=True)
[tree] = folder.glob("fpcheck-*")


def run(commands: list[str], path: Path) -> None:
    environment = os.environ | {"PREFIX": str(prefix), "PATH": f"{prefix}/bin:{os.environ['PATH']}", "CGO_ENABLED": "0"}
    subprocess.run(["bash", "-euo", "pipefail", "-c", "\n".join(commands)], cwd=path, env=environment, check=True)


run(of["build"]["script"], tree)
for name in of["about"]["license_file"]:
    expect(f"licence file {name}:", (tree / name).is_file(), True)
tests = folder / "tests"
tests.mkdir()
for test in of["tests"]:
    run(test.get("script", []), tests)
    for name in test.get("package_contents", {}).get("bin", []):
        expect(f"program {name}:", (prefix / "bin" / name).is_file(), True)
for path in ("bash-completion/completions/fpcheck", "zsh/site-functions/_fpcheck", "fish/vendor_completions.d/fpcheck.fish",
             "man/man1/fpcheck.1"):
    expect(f"share/{path}:", (prefix / "share" / path).is_file(), True)
print(f"recipe: built {of['package']['name']} {of['package']['version']}, and its tests passed")
