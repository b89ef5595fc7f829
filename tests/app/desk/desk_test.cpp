// Input that goes to a panel: clicks are answered without another move of the mouse, and an open list has the keys.
#include "app/desk/desk.h"

#include <gtest/gtest.h>
#include <imgui.h>

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

}  // namespace

}  // namespace tilescope
