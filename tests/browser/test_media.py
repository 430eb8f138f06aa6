"""Photos, animations, documents, stickers: shown, opened, saved and sent."""

import asyncio
import io
from pathlib import Path

import pytest
from PIL import Image
from playwright.async_api import Route, expect
from telegram import InputMediaPhoto

from tests.browser.conftest import OpenWindow
from tests.browser.tiny_bot import TinyBot, picture

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def _gif() -> bytes:
    buffer = io.BytesIO()
    frames = [Image.new("RGB", (320, 220), colour) for colour in ("red", "green", "blue")]
    frames[0].save(buffer, "GIF", save_all=True, append_images=frames[1:], duration=200, loop=0)
    return buffer.getvalue()


async def test_a_photo_opens_large_and_closes_again(tiny: TinyBot, open_window: OpenWindow) -> None:
    window = await open_window(width=390)
    await window.open_chat("Пасьянс")
    chat = await window.begin(tiny)
    await tiny.api.send_photo(chat, picture("navy"), caption="Первая")
    await tiny.api.send_photo(chat, picture("teal"), caption="Вторая")
    photos = window.button("Открыть фото")
    await expect(photos).to_have_count(2)
    await photos.last.click()
    viewer = window.page.get_by_role("dialog", name="Фото")
    await expect(viewer).to_contain_text("Вторая")
    large = viewer.get_by_role("img")
    await expect(large).to_have_js_property("naturalWidth", 1280)
    fitted = await large.evaluate("image => image.clientWidth")
    await large.click()
    assert await large.evaluate("image => image.clientWidth") > fitted

    await window.page.keyboard.press("ArrowLeft")
    await expect(viewer).to_contain_text("Первая")
    await window.page.keyboard.press("Escape")
    await expect(viewer).to_have_count(0)
    await expect(photos.last).to_be_focused()


async def test_a_veiled_photo_is_uncovered_first(tiny: TinyBot, open_window: OpenWindow) -> None:
    window = await open_window()
    chat = await window.begin(tiny)
    await tiny.api.send_photo(chat, picture("navy"), has_spoiler=True)
    photo = window.button("Открыть фото")
    await photo.click()
    await expect(window.dialog).to_have_count(0)
    await photo.click()
    await expect(window.dialog).to_be_visible()


async def test_a_photo_exchanged_under_the_finger_still_opens(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    sent = await tiny.api.send_photo(await window.begin(tiny), picture("navy"))
    shown = window.page.locator(".photo img")
    await expect(shown).to_have_js_property("complete", value=True)
    before = await shown.get_attribute("src")
    held = asyncio.Event()

    async def hold(route: Route) -> None:
        await held.wait()
        await route.continue_()

    await window.page.route("**/api/file/*", hold)
    async with window.page.expect_request("**/api/file/*"):
        await sent.edit_media(InputMediaPhoto(picture("teal")))
    await window.button("Открыть фото").hover()
    await window.page.mouse.down()
    held.set()
    await expect(shown).not_to_have_attribute("src", before or "")
    await window.page.mouse.up()
    await expect(window.dialog).to_be_visible()


async def test_a_caption_may_stand_above(tiny: TinyBot, open_window: OpenWindow) -> None:
    window = await open_window()
    chat = await window.begin(tiny)
    for above in (False, True):
        await tiny.api.send_photo(
            chat, picture("navy"), caption=f"Подпись {above}", show_caption_above_media=above
        )
        await expect(window.last).to_contain_text(f"Подпись {above}")
        text = await window.last.locator(".text").bounding_box()
        photo = await window.last.locator(".photo").bounding_box()
        assert text is not None
        assert photo is not None
        assert (text["y"] < photo["y"]) is above


async def test_an_animation_runs_by_itself(tiny: TinyBot, open_window: OpenWindow) -> None:
    window = await open_window()
    chat = await window.begin(tiny)
    await tiny.api.send_animation(chat, _gif(), filename="game.gif", caption="Повтор")
    await expect(window.last.get_by_role("img", name="Анимация")).to_be_visible()
    await expect(window.last.locator(".document")).to_have_count(0)

    await tiny.api.send_animation(chat, b"\x00\x00\x00\x18ftypmp42", filename="game.mp4")
    video = window.last.locator("video")
    await expect(video).to_have_js_property("loop", value=True)
    await expect(video).to_have_js_property("muted", value=True)
    await expect(video).to_have_js_property("autoplay", value=True)


async def test_nothing_moves_for_those_who_want_it_so(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window(calm=True)
    chat = await window.begin(tiny)
    await tiny.api.send_animation(chat, _gif(), filename="game.gif")
    await expect(window.last.get_by_role("img")).to_have_count(0)
    await window.button("Показать анимацию").click()
    await expect(window.last.get_by_role("img", name="Анимация")).to_be_visible()

    await tiny.api.send_animation(chat, b"\x00\x00\x00\x18ftypmp42", filename="game.mp4")
    await expect(window.last.locator("video")).to_have_js_property("autoplay", value=False)


async def test_a_document_is_saved_under_its_name(tiny: TinyBot, open_window: OpenWindow) -> None:
    window = await open_window()
    chat = await window.begin(tiny)
    record = "Протокол партии v1\n".encode() * 100
    await tiny.api.send_document(chat, record, filename="Протокол № 7.txt", caption="Ваша партия")
    await expect(window.last).to_contain_text("Ваша партия")
    await expect(window.last).to_contain_text("3,2\N{NO-BREAK SPACE}КБ")
    async with window.page.expect_download() as download:
        await window.last.get_by_role("link", name="Протокол № 7.txt").click()
    saved = await download.value
    assert saved.suggested_filename == "Протокол № 7.txt"
    assert Path(await saved.path()).read_bytes() == record


async def test_people_send_pictures_and_files(
    tiny: TinyBot, open_window: OpenWindow, tmp_path: Path
) -> None:
    window = await open_window()
    await window.begin(tiny)
    file = tmp_path / "стол.jpg"
    file.write_bytes(picture("navy"))
    for item in ("Фото", "Файл"):
        await window.button("Прикрепить").click()
        async with window.page.expect_file_chooser() as chooser:
            await window.page.get_by_role("menuitem", name=item).click()
        await (await chooser.value).set_files(file)
        message = await tiny.heard()
        assert bool(message.photo) is (item == "Фото")
        assert bool(message.document) is (item == "Файл")
    await expect(window.rows.nth(1).locator(".photo")).to_be_visible()
    await expect(window.rows.nth(2).locator(".document")).to_contain_text("стол.jpg")
