"""licences.py MANIFEST TARGET: prints the licences of every dependency that is part of the program for TARGET.

A crate without a licence file is named with its licence expression; one without either is an error.
"""

import json
import pathlib
import subprocess
import sys

manifest, target = sys.argv[1:]
command = ["cargo", "metadata", "--locked", "--format-version=1", "--filter-platform", target, "--manifest-path", manifest]
metadata = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
packages = {package["id"]: package for package in metadata["packages"]}
nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}

# What only builds or tests the program is not part of it.
parts, waiting = set(), [metadata["resolve"]["root"]]
while waiting:
    for dependency in nodes[waiting.pop()]["deps"]:
        is_part = any(kind["kind"] is None for kind in dependency["dep_kinds"])
        if is_part and dependency["pkg"] not in parts:
            parts.add(dependency["pkg"])
            waiting.append(dependency["pkg"])

print("fossick contains the following libraries.")
for package in sorted((packages[part] for part in parts), key=lambda package: (package["name"], package["version"])):
    folder = pathlib.Path(package["manifest_path"]).parent
    beginnings = ("license", "licence", "copying", "notice", "unlicense")
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name.lower().startswith(beginnings))
    title = f"{package['name']} {package['version']}"
    if not files and not package["license"]:
        sys.exit(f"{title} has no licence")
    print(f"\n{'=' * 100}\n{title}: {package['license'] or 'see below'}")
    if package["authors"]:
        print(f"by {', '.join(package['authors'])}")
    for file in files:
        print(f"\n--- {file.name}\n\n{file.read_text(encoding='utf-8', errors='replace').strip()}")
