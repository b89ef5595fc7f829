// Input that goes to a panel: clicks are answered without another move of the mouse, and an open list has the keys.
#include "app/desk/desk.h"

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "app/gl/gui_keys.h"
#include "tests/support/headless.h"
#include "tests/support/opened.h"

namespace tilescope {

namespace {

using namespace tilescope::test;

// The window with the launch panel, whose arrays have lists.
struct WithLists {
  WithLists(Headless& on, Session& of) : screen(on), session(of), desk(of, on.gui, on.target) {
    session.apply(Act::launch_panel);
    settle();
  }

  void settle() {
    do desk.frame(0.016);
    while (desk.is_busy());
  }
  static bool has_list() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel); }
  void click(float x, float y) {
    screen.gui.move_mouse({x, y});
    settle();
    for (const bool down : {true, false}) {
      screen.gui.hold_mouse(down);
      desk.frame(0.016);
    }
  }
  // Clicks down the column of lists until one opens.
  bool open_list() {
    const Box source = desk.screen().layout.source;
    for (float y = source.y + 75; y < source.bottom() && !has_list(); y += 7) click(source.x + 260, y);
    return has_list();
  }
  void press(Key key) {
    KeyPress press;
    press.key = key;
    screen.target.hear(press);
    settle();
  }

  Headless& screen;
  Session& session;
  Desk desk;
};

Request with_arrays() {
  Request request;
  request.kernel = "saxpy.cu";
  return request;
}

TEST(Desk, AListIsShownAfterTheClick) {
  TILESCOPE_HEADLESS(screen, (Extent{1280, 800}));
  const auto session = session_with(with_arrays());
  WithLists window(screen, *session);
  ASSERT_TRUE(window.open_list());
  EXPECT_TRUE(window.desk.is_busy()) << "ImGui shows the list in a later frame";
}

TEST(Desk, AnOpenListHasTheKeys) {
  TILESCOPE_HEADLESS(screen, (Extent{1280, 800}));
  const auto session = session_with(with_arrays());
  WithLists window(screen, *session);
  window.press(Key::down);
  EXPECT_EQ(session->selection().thread, 1U);
  ASSERT_TRUE(window.open_list());
  window.settle();
  window.press(Key::down);
  EXPECT_EQ(session->selection().thread, 1U) << "the list moves, not the stage";
  window.press(Key::escape);
  EXPECT_TRUE(session->overlays().launch) << "Esc closes the list only";
}

// A link that is pasted into the field of the start page is opened, and so is one that is typed, after Enter.
TEST(Desk, TheStartPageOpensALink) {
  TILESCOPE_HEADLESS(screen, (Extent{1280, 800}));
  for (const bool is_pasted : {true, false}) {
    const auto session = session_with({});
    Desk desk(*session, screen.gui, screen.target);
    const auto settle = [&] {
      do desk.frame(0.016);
      while (desk.is_busy());
    };
    const auto type = [&](Key key, char32_t letter = 0) {
      KeyPress press;
      press.key = key;
      press.character = letter;
      for (const bool down : {true, false}) press_gui_key(press, down), settle();
    };
    session->apply(Act::start_page);
    for (int frame = 0; frame < 3; ++frame) settle();
    const std::string link = "https://example.org/#ts1:lesson/warps";
    if (is_pasted) {
      screen.target.set_clipboard(link);
      KeyPress press;
      press.key = Key::character;
      press.character = U'v';
      press.control = true;
      screen.target.hear(press);
    } else {
      for (const char letter : link) type(Key::character, static_cast<char32_t>(letter));
    }
    for (int frame = 0; frame < 3; ++frame) settle();
    EXPECT_EQ(session->overlays().start, !is_pasted);
    if (!is_pasted) type(Key::enter);
    for (int frame = 0; frame < 3; ++frame) settle();
    session->wait_for_lesson();
    EXPECT_FALSE(session->overlays().start);
    ASSERT_TRUE(session->course().is_open()) << is_pasted;
    EXPECT_EQ(session->course().lesson().lesson.name, "warps");
  }
}

// A message hides no button for playing.
TEST(Desk, AMessageIsAboveTheButtonsForPlaying) {
  for (const Extent size : {Extent{1280, 720}, {1366, 768}, {800, 600}})
    for (const bool presents : {false, true}) {
      TILESCOPE_HEADLESS(screen, size);
      const auto session = session_with({});
      if (presents) session->apply(Act::presenter);
      Desk desk(*session, screen.gui, screen.target);
      session->apply(
          Say{"A message that is long enough to take most of the width of a small window, and more than that."});
      for (int frame = 0; frame < 3; ++frame) do
          desk.frame(0.016);
        while (desk.is_busy());
      const ImGuiWindow* const banner = ImGui::FindWindowByName("banner");
      ASSERT_NE(banner, nullptr);
      ASSERT_TRUE(banner->WasActive);
      EXPECT_LE(banner->Pos.y + banner->Size.y, desk.screen().layout.transport.y) << size.width;
    }
}

TEST(Desk, ShowsThePointerThatItsPlaceAsksFor) {
  TILESCOPE_HEADLESS(screen, (Extent{1280, 800}));
  const auto session = session_with({});
  Desk desk(*session, screen.gui, screen.target);
  const auto point_at = [&](Point place) {
    screen.gui.move_mouse(place);
    do desk.frame(0.016);
    while (desk.is_busy());
    return ImGui::GetMouseCursor();
  };
  EXPECT_EQ(point_at({1, 1}), ImGuiMouseCursor_Arrow);
  const std::vector<Border> borders = desk.screen().layout.borders;
  for (const Border& border : borders)
    EXPECT_EQ(point_at(border.box.middle()),
              border.grows.y != 0 ? ImGuiMouseCursor_ResizeNS : ImGuiMouseCursor_ResizeEW)
        << border.panel;
  EXPECT_EQ(point_at(desk.screen().layout.timeline.middle()), ImGuiMouseCursor_Hand);
}

// A finger on a touch screen arrives as the mouse.
TEST(Desk, ADragBesideTheWordsOfAPanelScrollsIt) {
  TILESCOPE_HEADLESS(screen, (Extent{1280, 720}));
  const auto session = session_with({});
  session->apply(Explain{"limits"});
  Desk desk(*session, screen.gui, screen.target);
  const auto settle = [&] {
    do desk.frame(0.016);
    while (desk.is_busy());
  };
  settle();
  const auto n = static_cast<std::size_t>(Scrolling::explain);
  const Scroll before = desk.screen().scrolls[n];
  ASSERT_GT(before.most, 50);
  // Some place without words or buttons.
  Point begin{-1, -1};
  for (float y = before.room.bottom() - 40; y > before.room.y && begin.x < 0; y -= 3)
    for (float x = before.room.x; x < before.room.right() && begin.x < 0; x += 3)
      if (desk.screen().picture.at({x, y}).kind == Target::Kind::none && !has_words_at(desk.screen(), {x, y}))
        begin = {x, y};
  ASSERT_GT(begin.x, 0);
  screen.gui.move_mouse(begin);
  settle();
  screen.gui.hold_mouse(true);
  desk.frame(0.016);
  screen.gui.move_mouse({begin.x, begin.y - 40});
  settle();
  EXPECT_NEAR(desk.screen().scrolls[n].at, before.at + 40, 1);
  screen.gui.hold_mouse(false);
  screen.gui.move_mouse({begin.x, begin.y - 80});
  settle();
  EXPECT_NEAR(desk.screen().scrolls[n].at, before.at + 40, 1) << "the button is up";
}

// Shift and a page key are in the table of keys, so the help and a click on its row do the same.
TEST(Desk, ScrollsByAPage) {
  TILESCOPE_HEADLESS(screen, (Extent{1280, 720}));
  const auto session = session_with({});
  session->apply(Explain{"limits"});
  Desk desk(*session, screen.gui, screen.target);
  const auto at = [&] {
    do desk.frame(0.016);
    while (desk.is_busy());
    return desk.screen().scrolls[static_cast<std::size_t>(Scrolling::explain)].at;
  };
  EXPECT_EQ(at(), 0);
  desk.press({.key = Key::page_down, .shift = true});
  const float below = at();
  EXPECT_GT(below, 0);
  desk.press({.key = Key::page_up, .shift = true});
  EXPECT_EQ(at(), 0);
  session->apply(Act::scroll_on);
  EXPECT_EQ(at(), below);
}

}  // namespace

}  // namespace tilescope
