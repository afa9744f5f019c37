"""Sphinx's settings. The source is gathered by `website.__main__`."""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import referee

project = "Tabletop Referee"
author = "The Tabletop Referee developers"
copyright = "MIT licence"
release = version = referee.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinxcontrib.mermaid"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["extra"]
html_theme = "furo"
html_title = "Tabletop Referee"
html_extra_path = [str(Path(__file__).parent.parent / "build/site/source/extra")]
html_favicon = str(Path(__file__).parent.parent / "referee/web/static/icon.svg")
html_static_path: list[str] = []
html_show_sphinx = False
html_copy_source = False
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 3
# Diagrams of the flows are fenced as every forge shows them.
myst_fence_as_directive = ["mermaid"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_default_options = {"members": True, "show-inheritance": True}
# In the docstrings `name` is code.
default_role = "code"
suppress_warnings = ["myst.header"]

#: Pages that are not in English.
LANGUAGES = {"index": "de"}


def _in_its_language(
    app: Any, page: str, template: str, context: dict[str, Any], tree: Any
) -> None:
    """Tell screen readers and browsers which language a page speaks."""
    context["language"] = LANGUAGES.get(page, "en")


def setup(app: Any) -> None:
    app.connect("html-page-context", _in_its_language)
