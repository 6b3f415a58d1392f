"""Names for the two checkboxes of the theme, so that keyboards and screen readers can use them."""

NAMES = {'id="__drawer"': "Menu", 'id="__search"': "Search"}


def on_post_page(output, **_):
    for mark, name in NAMES.items():
        if output.count(mark) != 1:
            raise ValueError(f"hooks.py: expected one {mark} in a page; read the theme's base.html")
        output = output.replace(mark, f'{mark} aria-label="{name}"')
    return output
