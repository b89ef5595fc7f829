// The launch panel: what its sliders reach, and what dragging them asks for; and the menu of texts by keys.
#include <gtest/gtest.h>

#include <set>
#include <variant>

#include "app/panels/panels.h"
#include "tests/support/headless.h"
#include "tests/support/opened.h"

namespace tilescope {

namespace {

using namespace tilescope::test;

TEST(Reach, GoesAroundTheNumberThatIsThere) {
  EXPECT_EQ(reach_around(5).least, 0);
  EXPECT_EQ(reach_around(5).most, 16);
  EXPECT_EQ(reach_around(100).most, 128);
  EXPECT_EQ(reach_around(-20).least, -32);
}

TEST(Reach, SidesDoubleWhereThisOneIsAPowerOfTwo) {
  EXPECT_EQ(reach_of_side(8, 1024).only, (std::vector<std::int64_t>{1, 2, 4, 8, 16, 32, 64}));
  EXPECT_EQ(reach_of_side(512, 1024).only.back(), 1024);
  EXPECT_EQ(reach_of_side(8, 1024).nearest(11), 8);
  EXPECT_EQ(reach_of_side(8, 1024).nearest(13), 16);
  EXPECT_TRUE(reach_of_side(12, 1024).only.empty());
}

TEST(Reach, OnlyWhatCanBeIsReached) {
  const Reach even = reach_of_possible(4, [](std::int64_t value) { return value % 4 == 0; });
  EXPECT_EQ(even.only, (std::vector<std::int64_t>{4, 8, 12, 16}));
  EXPECT_EQ(even.nearest(1), 4);
  EXPECT_EQ(even.nearest(99), 16);
  EXPECT_EQ(reach_of_possible(3, [](std::int64_t) { return false; }).only, (std::vector<std::int64_t>{3}));
}

TEST(Menu, IsGoneThroughByTheArrowsAndChosenByEnter) {
  FilesView view;
  EXPECT_TRUE(key_in_menu(view, Key::down).empty());
  EXPECT_EQ(view.row, 1U);
  const auto chosen = key_in_menu(view, Key::enter);
  ASSERT_EQ(chosen.size(), 2U) << "the menu closes, and then it is done";
  EXPECT_EQ(std::get<Act>(chosen[0]), Act::text_menu);
  EXPECT_EQ(std::get<Act>(chosen[1]), Act::open_beside);
  EXPECT_TRUE(key_in_menu(view, Key::up).empty());
  EXPECT_TRUE(key_in_menu(view, Key::up).empty()) << "from the first row to the last one";
  EXPECT_GT(view.row, 1U);
}

// All that is asked for where each row of the panel is dragged to the right, as if it were a slider.
std::vector<Relaunch> dragged_everywhere(Headless& screen, const Session& session, LaunchView& view) {
  std::vector<Relaunch> all;
  const auto frame = [&] {
    screen.gui.begin(dark(), 0.016F);
    for (const Command& command : launch_panel(session, view, 15))
      if (const auto* const relaunch = std::get_if<Relaunch>(&command)) all.push_back(*relaunch);
    screen.gui.end();
  };
  frame();
  for (float y = 112; y < 700; y += 7) {  // below the list of kernels, which would cover the others
    screen.gui.move_mouse({930, y});
    frame();
    screen.gui.hold_mouse(true);
    frame();
    screen.gui.move_mouse({1090, y});
    frame();
    frame();
    screen.gui.hold_mouse(false);
    frame();
  }
  return all;
}

TEST(LaunchPanel, SlidersAskForWhatTheKernelTakes) {
  TILESCOPE_HEADLESS(screen, (Extent{1280, 800}));
  Request request;
  request.m = request.n = request.k = 8;
  request.tile = 4;
  const auto session = session_with(request);
  session->apply(Act::launch_panel);
  LaunchView view;
  std::set<std::int64_t> ks;
  std::set<int> tiles;
  for (const Relaunch& wish : dragged_everywhere(screen, *session, view)) {
    ks.insert(wish.request.k.value());
    tiles.insert(wish.request.tile.value());
  }
  EXPECT_GT(ks.size(), 1U) << "K can be dragged";
  EXPECT_GT(tiles.size(), 1U) << "so can T";
  for (const std::int64_t k : ks) EXPECT_EQ(k % 4, 0) << "of tiled, whose sides are multiples of T";
}

TEST(LaunchPanel, KnobsOfATypedTextAreDragged) {
  TILESCOPE_HEADLESS(screen, (Extent{1280, 800}));
  Request request;
  request.kernel = "scaled.cu";
  request.text = R"(#define WIDTH 8
__global__ void scaled(float* out, const float* in, int n) {
  int i = blockIdx.x * WIDTH + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}
int main() { float *a, *b; scaled<<<2, WIDTH>>>(a, b, 16); }
)";
  const auto session = session_with(request);
  ASSERT_TRUE(session->shown().has_trace());
  session->apply(Act::launch_panel);
  LaunchView view;
  std::set<std::string> widths, numbers;
  for (const Relaunch& wish : dragged_everywhere(screen, *session, view)) {
    EXPECT_EQ(wish.request.text, request.text);
    if (const auto knob = wish.request.knobs.find("WIDTH"); knob != wish.request.knobs.end())
      widths.insert(knob->second);
    if (const auto number = wish.request.numbers.find("n"); number != wish.request.numbers.end())
      numbers.insert(number->second);
  }
  EXPECT_FALSE(widths.empty());
  EXPECT_FALSE(numbers.empty());
  for (const std::string& width : widths)
    EXPECT_TRUE((std::set<std::string>{"1", "2", "4", "8", "16", "32", "64"}.contains(width))) << width;
}

TEST(LaunchPanel, WhatCannotBeIsRefusedAndWhatWasStays) {
  Request request;
  request.m = request.n = request.k = 8;
  request.tile = 4;
  const auto session = session_with(request);
  session->apply(Act::launch_panel);
  const Replay* const before = &session->shown().replay();
  Request wanted = request;
  wanted.k = 7;
  open_in(*session, wanted);
  EXPECT_EQ(&session->shown().replay(), before);
  EXPECT_TRUE(has(session->launching().refused, "7")) << session->launching().refused;
  EXPECT_FALSE(session->banner()) << "the panel says it";
  open_in(*session, request);
  EXPECT_EQ(session->launching().refused, "");
}

}  // namespace

}  // namespace tilescope
