// The launch panel: its rows, and what changing them asks for; and the menu of texts by keys.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <variant>

#include "app/panels/panels.h"
#include "tests/support/headless.h"
#include "tests/support/opened.h"

namespace tilescope {

namespace {

using namespace tilescope::test;

TEST(Reach, OfANumberIsEveryWholeNumberFromZero) {
  EXPECT_EQ(reach_around(5).beside(5, 1), 6);
  EXPECT_EQ(reach_around(5).beside(5, -1), 4);
  EXPECT_EQ(reach_around(5).beside(0, -1), 0);
  EXPECT_EQ(reach_around(-2).beside(-2, -1), -3);
}

TEST(Reach, SidesDoubleWhereThisOneIsAPowerOfTwo) {
  EXPECT_EQ(reach_of_side(8, 1024).beside(8, 1), 16);
  EXPECT_EQ(reach_of_side(8, 1024).beside(8, -1), 4);
  EXPECT_EQ(reach_of_side(1024, 1024).beside(1024, 1), 1024);
  EXPECT_EQ(reach_of_side(12, 1024).beside(12, 1), 13);
}

TEST(Reach, OnlyWhatCanBeIsReached) {
  const Reach even = reach_of_possible(4, [](std::int64_t value) { return value % 4 == 0; });
  EXPECT_EQ(even.only, (std::vector<std::int64_t>{4, 8, 12, 16}));
  EXPECT_EQ(even.beside(4, -1), 4);
  EXPECT_EQ(even.beside(5, -1), 4) << "a typed number need not be one of them";
  EXPECT_EQ(even.beside(5, 1), 8);
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

Request product_of(std::int64_t side, int tile) {
  Request request;
  request.m = request.n = request.k = side;
  request.tile = tile;
  return request;
}

// An array and a number of one name, a constant, and numbers that the text does not say.
Request own_text() {
  Request request;
  request.kernel = "scaled.cu";
  request.text = R"(#define WIDTH 8
__global__ void scaled(float* out, const float* N, int n, int times) {
  int i = blockIdx.x * WIDTH + threadIdx.x;
  if (i < n) out[i] = times * N[i];
}
__global__ void second(float* out, int N) {
  if (threadIdx.x < N) out[threadIdx.x] = 1;
}
int main(int argc, char** argv) { float *a, *b; scaled<<<2, WIDTH>>>(a, b, 16, atoi(argv[1])); }
)";
  return request;
}

struct Opened {
  explicit Opened(const Request& request) : session(session_with(request)) { read(); }

  void read() {
    draft = session->launching().asked;
    rows = launch_rows(*session, draft, kept);
  }
  [[nodiscard]] const LaunchRow* find(std::string_view heading, std::string_view name) const {
    for (const auto* groups : {&rows.usual, &rows.rest})
      for (const LaunchGroup& group : *groups)
        for (const LaunchRow& row : group.rows)
          if (group.heading == heading && row.name == name) return &row;
    return nullptr;
  }
  [[nodiscard]] const LaunchRow& row(std::string_view heading, std::string_view name) const {
    const LaunchRow* const found = find(heading, name);
    if (found == nullptr) throw std::runtime_error(std::string(name) + " is missing");
    return *found;
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto* groups : {&rows.usual, &rows.rest})
      for (const LaunchGroup& group : *groups) {
        if (!group.heading.empty()) all.push_back(group.heading);
        for (const LaunchRow& row : group.rows) all.push_back(row.name);
      }
    return all;
  }

  std::unique_ptr<Session> session;
  Relaunch draft;
  KeptOrigins kept;
  LaunchRows rows;
};

TEST(LaunchRows, HaveOneOrderForEveryKernel) {
  const std::vector<std::string> order{"Sizes",        "M",      "K",         "N",
                                       "TILE",         "Arrays", "Arguments", "Constants in the source",
                                       "Threads",      "Block",  "Grid",      "Shared memory",
                                       "A and B hold", "Seed",   "Schedule",  "Out of bounds",
                                       "Recorded",     "Runs on"};
  Request classic;
  classic.kernel = "reduce_atomic.cu";
  for (const Request& request : {product_of(8, 4), classic, own_text()}) {
    const Opened opened(request);
    std::vector<std::size_t> places;
    for (const std::string& name : opened.names())
      if (const auto at = std::find(order.begin(), order.end(), name); at != order.end() && name != "N")
        places.push_back(static_cast<std::size_t>(at - order.begin()));
    EXPECT_TRUE(std::is_sorted(places.begin(), places.end())) << request.kernel;
    EXPECT_GT(places.size(), 6U) << request.kernel;
  }
}

TEST(LaunchRows, SidesAreThoseThatTheKernelTakes) {
  const Opened opened(product_of(8, 4));
  EXPECT_EQ(opened.row("Sizes", "K").values, std::vector<std::int64_t>{8});
  for (const std::int64_t k : opened.row("Sizes", "K").reaches.front().only)
    EXPECT_EQ(k % 4, 0) << "of tiled, whose sides are multiples of TILE";
  EXPECT_EQ(opened.row("Sizes", "TILE").reaches.front().only, (std::vector<std::int64_t>{1, 2, 4, 8}));
  EXPECT_EQ(opened.row("Threads", "Block").fixed, "4 wide \u00d7 4 high");
}

TEST(LaunchRows, AnArrayIsNotANumberOfTheSameName) {
  Request second = own_text();
  second.entry = "second";
  EXPECT_TRUE(Opened(own_text()).find("Arrays", "N"));
  EXPECT_FALSE(Opened(own_text()).find("Arguments", "N"));
  EXPECT_TRUE(Opened(second).find("Arguments", "N"));
  EXPECT_FALSE(Opened(second).find("Arrays", "N"));
}

TEST(LaunchRows, TellWhatTheFileSaysAndWhatWasChosen) {
  Opened opened(own_text());
  EXPECT_EQ(words_of(opened.row("Arguments", "n").origin.value()), "from the file");
  EXPECT_EQ(words_of(opened.row("Arguments", "times").origin.value()), "chosen by TileScope");
  EXPECT_EQ(words_of(opened.row("Constants in the source", "WIDTH").origin.value()), "from the file");
  LaunchRow times = opened.row("Arguments", "times");
  times.values.front() = 3;
  times.ask(opened.draft, times);
  open_in(*opened.session, opened.draft.request);
  opened.read();
  EXPECT_EQ(words_of(opened.row("Arguments", "times").origin.value()), "set by you");
}

TEST(LaunchRows, SidesThatOnlyStayAreNotSetByTheUser) {
  Request request;
  request.kernel = "product.cu";
  request.text = R"(__global__ void product(const float* A, const float* B, float* C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= M || column >= N) return;
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + column];
  C[row * N + column] = sum;
}
)";
  Opened opened(request);
  ASSERT_TRUE(opened.find("Sizes", "M"));
  EXPECT_EQ(words_of(opened.row("Sizes", "M").origin.value()), "chosen by TileScope");
  const std::int64_t k = opened.row("Sizes", "K").values.front();
  LaunchRow m = opened.row("Sizes", "M");
  m.values.front() += 1;
  m.ask(opened.draft, m);
  opened.kept.erase("M");  // as the panel does
  open_in(*opened.session, opened.draft.request);
  opened.read();
  EXPECT_EQ(words_of(opened.row("Sizes", "M").origin.value()), "set by you");
  EXPECT_EQ(opened.row("Sizes", "K").values.front(), k) << "K stays";
  EXPECT_EQ(words_of(opened.row("Sizes", "K").origin.value()), "chosen by TileScope");
}

TEST(LaunchRows, AnotherKernelOfTheFileBeginsAnew) {
  Opened opened(own_text());
  LaunchRow which = opened.row("", "In this file");
  EXPECT_EQ(which.choices.size(), 2U);
  opened.draft.request.numbers["times"] = "3";
  which.chosen = "second";
  which.ask(opened.draft, which);
  EXPECT_TRUE(opened.draft.request.numbers.empty());
  open_in(*opened.session, opened.draft.request);
  EXPECT_TRUE(has(opened.session->shown().trace().launch().kernel, "second")) << opened.session->launching().refused;
}

TEST(LaunchRows, AnArrayHasSidesAndAFill) {
  Opened opened(own_text());
  LaunchRow array = opened.row("Arrays", "N");
  EXPECT_EQ(array.chosen, "counting");
  array.chosen = "ramp";
  array.ask(opened.draft, array);
  EXPECT_EQ(opened.draft.request.arrays.at("N"), *array.words + ":ramp");
}

TEST(LaunchRows, OldNamesStayInRequests) {
  Opened opened(product_of(8, 4));
  LaunchRow stray = opened.row("", "Out of bounds");
  EXPECT_EQ(stray.chosen, "poison");
  EXPECT_EQ(stray.choices.front().words, "NaN (poison)");
  stray.chosen = "stale";
  stray.ask(opened.draft, stray);
  EXPECT_EQ(opened.draft.request.out_of_bounds, OutOfBounds::stale);
}

constexpr Box panel_room{0, 40, 405, 700};

// The panel on a screen, clicked by hand.
struct ByHand {
  Headless& screen;
  const Session& session;
  LaunchView view;
  std::vector<Command> commands;

  void frame() {
    screen.gui.begin(dark(), 0.016F);
    for (Command& command : launch_panel(session, view, screen.gui.fonts(), panel_room, 15))
      commands.push_back(std::move(command));
    screen.gui.end();
  }
  void click(float x, float y) {
    screen.gui.move_mouse({x, y});
    frame();
    for (const bool down : {true, false}) {
      screen.gui.hold_mouse(down);
      frame();
    }
  }
  // Everything that is asked for by clicks down a column.
  std::vector<Relaunch> click_column(float x) {
    std::vector<Relaunch> all;
    frame();
    for (float y = panel_room.y + 30; y < panel_room.bottom(); y += 7) {
      commands.clear();
      click(x, y);
      for (const Command& command : commands)
        if (const auto* const relaunch = std::get_if<Relaunch>(&command)) all.push_back(*relaunch);
    }
    return all;
  }
};
constexpr float plus = 200;  // the + of a number

TEST(LaunchPanel, PlusAsksForTheNextValues) {
  TILESCOPE_HEADLESS(screen, (Extent{1280, 800}));
  const auto session = session_with(product_of(8, 4));
  session->apply(Act::launch_panel);
  ByHand hand{screen, *session, {}, {}};
  std::set<std::int64_t> ms, ks;
  std::set<int> tiles;
  for (const Relaunch& wish : hand.click_column(plus)) {
    ms.insert(wish.request.m.value());
    ks.insert(wish.request.k.value());
    tiles.insert(wish.request.tile.value());
  }
  EXPECT_TRUE(ms.contains(12));
  EXPECT_TRUE(ks.contains(12));
  EXPECT_TRUE(tiles.contains(8));
}

TEST(LaunchPanel, ChangesOfATypedTextKeepTheText) {
  TILESCOPE_HEADLESS(screen, (Extent{1280, 800}));
  const auto session = session_with(own_text());
  ASSERT_TRUE(session->shown().has_trace());
  session->apply(Act::launch_panel);
  ByHand hand{screen, *session, {}, {}};
  std::set<std::string> widths, numbers;
  for (const Relaunch& wish : hand.click_column(plus)) {
    EXPECT_EQ(wish.request.text, own_text().text);
    if (const auto knob = wish.request.knobs.find("WIDTH"); knob != wish.request.knobs.end())
      widths.insert(knob->second);
    if (const auto number = wish.request.numbers.find("n"); number != wish.request.numbers.end())
      numbers.insert(number->second);
  }
  EXPECT_TRUE(widths.contains("16"));
  EXPECT_TRUE(numbers.contains("17"));
}

TEST(LaunchPanel, TheRestIsFoldedAndStaysAsItWasLeft) {
  TILESCOPE_HEADLESS(screen, (Extent{1280, 800}));
  const auto session = session_with(product_of(8, 4));
  session->apply(Act::launch_panel);
  ByHand hand{screen, *session, {}, {}};
  EXPECT_FALSE(hand.view.shows_rest);
  for (float y = panel_room.y + 30; y < panel_room.bottom() && !hand.view.shows_rest; y += 7) hand.click(60, y);
  EXPECT_TRUE(hand.view.shows_rest);
  session->apply(Act::launch_panel);
  hand.frame();
  session->apply(Act::launch_panel);
  hand.frame();
  EXPECT_TRUE(hand.view.shows_rest);
}

TEST(StartPanel, FromTheLaunchPanelAKernelGetsTheMatricesOfTheLastOne) {
  TILESCOPE_HEADLESS(screen, (Extent{1280, 800}));
  const auto session = session_with(product_of(8, 4));
  const auto asked_of = [&](std::string_view kernel) {
    StartView view;
    screen.gui.begin(dark(), 0.016F);
    static_cast<void>(start_panel(
        *session, view, [](const Picture&, Point, float) {}, 15));
    screen.gui.end();
    for (const StartView::List& list : view.lists)
      for (const StartView::Row& row : list.rows)
        if (const auto* const open = std::get_if<Relaunch>(&row.command); open != nullptr && row.name == kernel)
          return open->request;
    return Request();
  };
  session->apply(Act::start_page);
  EXPECT_FALSE(asked_of("tiled_bounded").m);
  session->apply(Act::launch_panel);
  EXPECT_EQ(asked_of("tiled_bounded").m, 8);
  EXPECT_EQ(asked_of("tiled_bounded").tile, 4);
  EXPECT_EQ(asked_of("warp_tiled").m, 32) << "its tiles are wider";
  EXPECT_FALSE(asked_of("reduce_atomic").m);
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
