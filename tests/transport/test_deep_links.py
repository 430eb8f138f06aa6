"""The codec of deep links."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.games.registry import PATIENCES
from bot.transport.deep_links import DatedLink, Link, NumberedLink, pack, parse, share_url, url

KINDS = st.sampled_from(sorted(PATIENCES))
DATES = st.dates().map(str)
TOKENS = st.text(string.ascii_letters + string.digits, min_size=10, max_size=10)
LINKS: st.SearchStrategy[Link] = st.one_of(
    st.builds(DatedLink),
    st.builds(DatedLink, DATES),
    st.builds(DatedLink, DATES, KINDS),
    st.builds(NumberedLink, st.integers(1, 999_999_999), KINDS),
    st.builds(DatedLink, DATES, KINDS, TOKENS),
    st.builds(NumberedLink, st.integers(1, 999_999_999), KINDS, TOKENS),
)


@given(LINKS)
def test_every_link_survives_the_way_through_telegram(link: Link) -> None:
    payload = pack(link)
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", payload)
    assert parse(payload) == link


@given(st.text())
def test_whatever_parses_is_what_would_be_packed(text: str) -> None:
    link = parse(text)
    assert link is None or pack(link) == text


@pytest.mark.parametrize(
    "payload",
    [
        "",
        "x",
        "d_",
        "d_2026-02-30",
        "d_20261130",
        "d_2026-11-30_",
        "d__devils",
        "d_２０２６-11-30",
        "n_0_devils",
        "n_01_devils",
        "n_1000000000_devils",
        "n_481516",
        "n_481516_",
        "n_481516_DEVILS",
        "n_481516_devils_short",
        "n_481516_devils_elevenchars",
        "n_481516_devils_under_score",
        "n_481516_abcdefghiJ",
        "d_2026-11-30_abcdefghiJ",
        "d_abcdefghiJ",
    ],
)
def test_the_malformed_is_nothing(payload: str) -> None:
    assert parse(payload) is None


def test_a_link_without_a_day_has_no_kind() -> None:
    with pytest.raises(ValueError, match="not a link"):
        pack(DatedLink("", "devils"))


def test_the_longest_link_of_a_challenge_is_taken_by_telegram() -> None:
    kind = "k" * 32
    assert len(pack(NumberedLink(999_999_999, kind, "A" * 10))) <= 64
    assert len(pack(DatedLink("2026-11-30", kind, "A" * 10))) <= 64


def test_addresses() -> None:
    dated = DatedLink("2026-11-30", "devils")
    assert url("pasyans_bot", dated) == "https://t.me/pasyans_bot?start=d_2026-11-30_devils"
    assert url("pasyans_bot", dated, to_group=True).endswith("?startgroup=d_2026-11-30_devils")
    assert share_url("https://t.me/b?start=d", "Сошёлся & точка") == (
        "https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fb%3Fstart%3Dd"
        "&text=%D0%A1%D0%BE%D1%88%D1%91%D0%BB%D1%81%D1%8F%20%26%20%D1%82%D0%BE%D1%87%D0%BA%D0%B0"
    )
