// The shape of the mouse pointer, and what a finger's drag scrolls.
#include "app/desk/pointer.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/stage/timeline.h"
#include "tests/support/opened.h"

namespace tilescope {

namespace {

using namespace tilescope::test;

ScreenOptions window(float width, float height) {
  ScreenOptions options;
  options.width = width, options.height = height;
  return options;
}

// The middle of a button.
Point place_of(const Screen& screen, Act act) {
  const auto& hits = screen.picture.hits;
  const auto hit = std::find_if(hits.begin(), hits.end(), [&](const Hit& one) { return one.target == button(act); });
  return hit == hits.end() ? Point{-1, -1} : hit->box.middle();
}

TEST(Pointer, SaysInWhichWayABorderMoves) {
  const auto session = session_with({});
  const Screen screen = screen_of(*session, window(1280, 720));
  ASSERT_FALSE(screen.layout.borders.empty());
  for (const Border& border : screen.layout.borders) {
    const bool is_level = std::string_view(border.panel) == "timeline";
    EXPECT_EQ(pointer_over(screen, border.box.middle()), is_level ? Pointer::up_and_down : Pointer::sideways)
        << border.panel;
  }
}

TEST(Pointer, IsAHandOverWhatCanBeClicked) {
  const auto session = session_with({});
  const Screen screen = screen_of(*session, window(1280, 720));
  EXPECT_EQ(pointer_over(screen, place_of(screen, Act::forward)), Pointer::hand);
  EXPECT_EQ(pointer_over(screen, screen.layout.timeline.middle()), Pointer::hand);
  for (const Grid& grid : screen.picture.grids)
    if (grid.first.kind == Target::Kind::element) {
      EXPECT_EQ(pointer_over(screen, grid.cell_box(0).middle()), Pointer::hand) << grid.name;
    }
  EXPECT_EQ(pointer_over(screen, {1, 1}), Pointer::arrow);
}

TEST(Pointer, IsABeamOverWordsAndCode) {
  const auto session = session_with({});
  session->apply(Explain{"findings"});
  const Screen screen = screen_of(*session, window(1280, 720));
  const auto label = std::find_if(screen.picture.labels.begin(), screen.picture.labels.end(),
                                  [](const Label& one) { return one.text == "No errors found."; });
  ASSERT_NE(label, screen.picture.labels.end());
  EXPECT_EQ(pointer_over(screen, {label->box.x + 20, label->box.middle().y}), Pointer::beam);
  EXPECT_EQ(pointer_over(screen, {label->box.right() - 5, label->box.middle().y}), Pointer::arrow)
      << "beside the words";
  session->apply(Act::edit_source);
  const Screen typed = screen_of(*session, window(1280, 720));
  ASSERT_TRUE(typed.editor);
  const Point text = typed.editor->text.middle();
  EXPECT_EQ(pointer_over(typed, {typed.editor_room.x + text.x, typed.editor_room.y + text.y}), Pointer::beam);
}

TEST(Finger, ScrollsAPanelThatIsTallerThanItsRoom) {
  const auto session = session_with({});
  session->apply(Explain{"limits"});
  const Screen screen = screen_of(*session, window(1280, 720));
  const Scroll& scroll = screen.scrolls[static_cast<std::size_t>(Scrolling::explain)];
  ASSERT_TRUE(scroll.is_needed());
  const Point words{scroll.room.x + 40, scroll.room.y + 6 * screen.layout.text};
  EXPECT_FLOAT_EQ(scroll_step_of_finger(screen, words), lines_of_wheel * screen.layout.text);
  EXPECT_GT(scroll_step_of_finger(screen, screen.layout.source.middle()), 0) << "the source";
  EXPECT_EQ(scroll_step_of_finger(screen, screen.layout.timeline.middle()), 0) << "a drag there goes to a moment";
  EXPECT_EQ(scroll_step_of_finger(screen, scroll.thumb().middle()), 0) << "the bar is dragged";
}

TEST(Finger, TurnsTheCubeAndMovesASlider) {
  const auto session = session_with({});
  session->apply(Explain{"cube"});
  session->wait_for_variables();
  const Screen cube = screen_of(*session, window(1280, 720));
  for (const Solid& solid : cube.picture.solids) EXPECT_EQ(scroll_step_of_finger(cube, solid.box.middle()), 0);
  session->apply(Explain{"limits"});
  ScreenOptions options = window(1280, 900);
  const Screen limits = screen_of(*session, options);
  for (const Hit& hit : limits.picture.hits)
    if (hit.target.kind == Target::Kind::tile) {
      EXPECT_EQ(scroll_step_of_finger(limits, hit.box.middle()), 0);
    }
}

// At the end of the content, nothing says that there is more.
TEST(Scroll, SaysThatThereIsMoreUntilTheEnd) {
  const auto session = session_with({});
  session->apply(Explain{"limits"});
  ScreenOptions options = window(1280, 720);
  const auto n = static_cast<std::size_t>(Scrolling::explain);
  const auto says_more = [](const Screen& screen) { return has(labels_of(screen.picture), "more below"); };
  const Screen begin = screen_of(*session, options);
  ASSERT_GT(begin.scrolls[n].most, 0);
  EXPECT_TRUE(says_more(begin));
  const Box sign = begin.scrolls[n].more(begin.layout.text);
  EXPECT_EQ(pointer_over(begin, sign.middle()), Pointer::hand);
  for (const Clipped& part : begin.picture.clipped) EXPECT_LE(part.box.bottom(), sign.y + 0.5F);
  options.scrolls[n] = begin.scrolls[n].most;
  options.follows = false;
  EXPECT_FALSE(says_more(screen_of(*session, options)));
}

}  // namespace

}  // namespace tilescope
