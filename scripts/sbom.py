"""Write a software bill of materials (CycloneDX, JSON) of what playing needs: python scripts/sbom.py FILE.

Everything in it comes from requirements.txt: names, versions, hashes and dependencies. The same lock gives
the same file.
"""

from __future__ import annotations

import json
import re
import sys
import uuid
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements.txt"
VERSION = re.compile(r'__version__ = "([^"]+)"')
ENTRY = re.compile(r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;\\]+)(?:\s*;\s*(?P<where>[^\\]+?))?\s*\\")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
OURS = "ardennes"


class Package(NamedTuple):
    """One entry of the lock."""

    name: str
    version: str
    where: str  # a marker, such as sys_platform == 'win32'
    hashes: list[str]
    wanted_by: list[str]

    @property
    def ref(self) -> str:
        return f"pkg:pypi/{self.name}@{self.version}"


def read_lock(text: str) -> list[Package]:
    """Parse the packages of a lock as `uv pip compile --generate-hashes` writes it."""
    result = []
    for block in re.split(r"(?m)^(?=[A-Za-z0-9])", text):
        if not block.strip():
            continue
        entry = ENTRY.match(block)
        if entry is None:
            raise SystemExit(f"sbom: not an entry of a lock with hashes: {block.splitlines()[0]!r}")
        remarks = [line.strip(" #") for line in block.splitlines() if line.strip().startswith("#")]
        wanted = [line.removeprefix("via").split("(")[0].strip() for line in remarks]
        result.append(
            Package(
                entry["name"],
                entry["version"],
                entry["where"] or "",
                HASH.findall(block),
                [*filter(None, wanted)],
            )
        )
    return result


def bill(packages: list[Package], version: str) -> dict[str, Any]:
    """Return the bill; its serial number follows from its content."""
    ours = f"pkg:pypi/{OURS}@{version}"
    refs = {OURS: ours} | {package.name: package.ref for package in packages}
    needs: dict[str, set[str]] = {ref: set() for ref in refs.values()}
    for package in packages:
        for name in package.wanted_by:
            needs[refs[name]].add(package.ref)
    listed = [_component(package) for package in packages]
    number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([ours, listed]))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{number}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": ours,
                "name": OURS,
                "version": version,
                "purl": ours,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": listed,
        "dependencies": [{"ref": ref, "dependsOn": sorted(on)} for ref, on in sorted(needs.items())],
    }


def _component(package: Package) -> dict[str, Any]:
    result: dict[str, Any] = {
        "type": "library",
        "bom-ref": package.ref,
        "name": package.name,
        "version": package.version,
        "purl": package.ref,
        "hashes": [{"alg": "SHA-256", "content": one} for one in package.hashes],  # of each downloadable file
    }
    if package.where:
        result["properties"] = [{"name": "ardennes:only-where", "value": package.where}]
    return result


def main(file: str) -> int:
    version = VERSION.search((ROOT / "src" / OURS / "__init__.py").read_text(encoding="utf-8"))
    assert version is not None
    packages = read_lock(LOCK.read_text(encoding="utf-8"))
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    Path(file).write_text(json.dumps(bill(packages, version[1]), indent=1) + "\n", encoding="utf-8")
    print(f"{file}: {len(packages)} packages")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    sys.exit(main(sys.argv[1]))
