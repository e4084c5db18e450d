"""How Sphinx builds the site: `make docs`. Neither the build nor the pages fetch anything."""
import sys
import warnings
from pathlib import Path

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent)]

from mxnet.version import remixnet_version  # noqa: E402  -- found by the line above
from tools import reference, tutorials  # noqa: E402

project, author = "Remixnet", "The Remixnet contributors"
copyright = f"{author}, Apache License 2.0"
version = release = remixnet_version
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc", "sphinx_copybutton"]
root_doc = "index"
default_role = "py:obj"                  # `name` in a docstring links to what is documented, else is code

# ---- Markdown ----
myst_heading_anchors = 4                 # [text](page.md#a-heading) works, as it does on code hosts
myst_enable_extensions = ["colon_fence"]

# ---- reference: autodoc over pages that tools/reference.py writes ----
autosummary_generate = False
autodoc_typehints = "none"               # the stubs have them; here the Parameters sections speak
autodoc_preserve_defaults = True         # logger=logging, not what that prints as here
autodoc_member_order = "groupwise"
autodoc_inherit_docstrings = True
numpydoc_show_class_members = False      # autodoc lists them, with their documentation
numpydoc_class_members_toctree = False
toc_object_entries_show_parents = "hide"

# ---- pages ----
html_theme = "furo"
html_title = f"Remixnet {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_search_summary = False         # it fetches the pages, which a page opened from a file may not
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}  # arrows turn pages
pygments_style, pygments_dark_style = "friendly", "github-dark"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True


def mathml(self, node, block=False):
    """Write a formula as MathML, which browsers draw themselves: no script, no font, no request."""
    text = tex2mathml(node.astext())
    self.body.append(text.replace("<math", '<math display="block"', 1) if block else text)
    raise nodes.SkipNode


def offer_notebook(app, pagename, templatename, context, doctree):
    """Put a link to its notebook below the title of a tutorial."""
    name = pagename.partition("tutorials/")[2]
    if name in {page.stem for page in tutorials.pages()}:
        link = f'<p class="notebook"><a href="{name}.ipynb" download>Download this page as a notebook</a></p>'
        context["body"] = context["body"].replace("</h1>", f"</h1>\n{link}", 1)


def write_notebooks(app, exception):
    """Write the notebooks beside the pages of the tutorials."""
    if exception is None and app.builder.format == "html":
        tutorials.write_notebooks(Path(app.outdir) / "tutorials")


def setup(app):
    reference.write(HERE)
    app.connect("autodoc-process-signature", reference.signature)
    app.connect("autodoc-process-docstring", reference.words, priority=400)  # before numpydoc
    app.add_html_math_renderer("mathml", (mathml, None), (lambda self, node: mathml(self, node, block=True), None))
    app.config.html_math_renderer = "mathml"
    app.connect("html-page-context", offer_notebook)
    app.connect("build-finished", write_notebooks)
    warnings.filterwarnings("ignore", category=DeprecationWarning, module="sphinx|docutils")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
