// The whole window, in every size and situation: nothing overlaps, nothing is cut off, every word is whole.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <functional>

#include "app/screen/screen.h"
#include "app/screen/text_column.h"
#include "tests/support/example_tables.h"
#include "tests/support/headless.h"
#include "tests/support/opened.h"
#include "tests/support/tidy.h"

namespace tilescope::test {
namespace {

struct Size {
  float width, height, scale;
};
constexpr std::array sizes{Size{1024, 768, 1},  Size{1280, 720, 1},  Size{1600, 900, 1},  Size{1920, 1080, 1},
                           Size{1920, 1080, 2}, Size{2560, 1440, 1}, Size{3840, 2160, 2}, Size{800, 600, 1}};

// Words and badges that cannot be pressed give way first.
TEST(Layout, NoButtonGivesWayToWords) {
  Request request;
  request.kernel = "tiled_no_second_barrier";
  request.m = request.n = request.k = 4;
  request.tile = 2;
  const auto session = session_with(request);
  ASSERT_NE(session->shown().replay_beside(), nullptr);
  for (const bool as_ran : {false, true}) {
    if (as_ran) session->apply(Act::switch_order);
    session->wait_for_recording();
    for (const Size& size :
         {Size{900, 540, 1}, {1024, 768, 1}, {1280, 720, 1}, {1366, 768, 1.21F}, {1366, 768, 1.4641F}, {1920, 1080, 2}})
      for (const float target : {0.0F, 44.0F * size.scale}) {
        const Screen screen =
            screen_of(*session, {.width = size.width, .height = size.height, .scale = size.scale, .target = target});
        for (const Act act : {Act::copy_share, Act::switch_order, Act::switch_lock, Act::start_page, Act::help}) {
          const auto& hits = screen.picture.hits;
          EXPECT_TRUE(std::any_of(hits.begin(), hits.end(), [&](const Hit& hit) { return hit.target == button(act); }))
              << static_cast<int>(act) << " at " << size.width << " x " << size.height << ", " << size.scale << ", "
              << target;
        }
      }
  }
}

TEST(Layout, PartsStandApartAndInsideOfTheWindow) {
  for (float width = 700; width <= 4000; width += 60)
    for (float height = 500; height <= 2200; height += 100)
      for (const float text : {11.0F, 15.0F, 22.0F, 30.0F, 44.0F})
        for (int wish = 0; wish < 32; ++wish) {
          if (width < 48 * text || height < 30 * text) continue;  // unreadable
          const Layout layout = layout_of({width, height, text, (wish & 1) != 0, (wish & 2) != 0, (wish & 4) != 0,
                                           (wish & 8) != 0, (wish & 16) != 0});
          const auto parts = parts_of(layout);
          for (const auto& [name, box] : parts) {
            ASSERT_TRUE(holds({0, 0, width, height}, box, 0.01F))
                << name << " at " << width << " x " << height << ", " << text;
            ASSERT_GT(box.h, text) << name << " at " << width << " x " << height << ", " << text;
            for (const auto& [other_name, other] : parts)
              ASSERT_TRUE(name == other_name || !overlap(box, other, 0.01F))
                  << name << " and " << other_name << " at " << width << " x " << height << ", " << text;
          }
          if (layout.is_little && layout.panel != Panel::stage) continue;
          ASSERT_GT(layout.stage.w, 15 * text) << width << " x " << height << ", " << text << ", wish " << wish;
        }
}

TEST(TextColumn, BreaksCodeThatIsWiderThanALine) {
  for (const std::string code : {"sums[place(right)] += sums[place(right - s)]", "atomicAdd(&counts[warp][data[i]], 1)",
                                 "atomicAdd(&counts_of_all[data[i]],1)"}) {
    Picture picture;
    TextColumn column(picture, {0, 0, 240, 400}, 16);
    column.prose({{"In line 31, ", Ink::text, false, false, {}}, {code, Ink::keyword, true, true, {}}}, 1);
    std::string said, meant = code;
    for (const Label& label : picture.labels) {
      EXPECT_LE(label.box.right(), 240 + 8) << label.text;
      if (label.face == Face::mono) said += label.text;
    }
    std::erase(said, ' '), std::erase(meant, ' ');
    EXPECT_EQ(said, meant);
    EXPECT_GT(column.y(), 3 * 16);
  }
}

TEST(Layout, WhatIsAskedForIsThereWhereThereIsRoom) {
  const Layout roomy = layout_of({1920, 1080, 15, true, true, true, false});
  EXPECT_EQ(parts_of(roomy).size(), 9U);
  EXPECT_EQ(layout_of({1920, 1080, 15, false, true, false, false}).source.w, 0);
  EXPECT_EQ(layout_of({1920, 1080, 15, true, true, false, true}).source.w, 0) << "presenting, there is no source";
  EXPECT_EQ(layout_of({1920, 1080, 15, true, false, false, false}).beside.w, 0);
  // What explains takes the place of the counters and of the kernel beside; at small windows the source goes as well.
  const Layout explains = layout_of({1920, 1080, 15, true, true, false, false, true});
  EXPECT_EQ(explains.counters.w + explains.beside.w, 0);
  EXPECT_GT(explains.source.w, 0);
  EXPECT_NEAR(explains.explain.w, 0.38F * 1920, 25);
  EXPECT_EQ(layout_of({1024, 768, 15, true, true, false, false, true}).source.w, 0);
  // What is selected tells its story in every size that people have.
  for (const Size& size : sizes)
    for (const bool source : {false, true})
      for (const bool explain : {false, true})
        EXPECT_GT(layout_of({size.width, size.height, 15 * size.scale, source, true, true, false, explain}).inspector.w,
                  0)
            << size.width << " x " << size.height << " at " << size.scale;
}

struct Case {
  const char* name;
  const char* kernel;
  std::int64_t m, n, k;
  int tile;
  Explanation explains = Explanation{};  // what is open; of findings each in its turn
};

class EverySituation : public testing::TestWithParam<Case> {};

TEST_P(EverySituation, IsTidyInEverySize) {
  TILESCOPE_HEADLESS(headless, (Extent{64, 64}));
  headless.draw(picture_of(64, 64));
  if (!headless.gui.fonts().warnings().empty()) GTEST_SKIP() << headless.gui.fonts().warnings()[0];
  const Case& of = GetParam();
  Session session(Settings{});
  Relaunch launch;
  launch.request.kernel = of.kernel;
  launch.request.m = of.m;
  launch.request.n = of.n;
  launch.request.k = of.k;
  launch.request.tile = of.tile;
  launch.backend = "cpu";
  session.apply(launch);
  session.wait_for_recording();
  ASSERT_TRUE(session.shown().has_trace());
  if (of.explains == Explanation{"findings"}) session.apply(Explain{"findings"});
  if (of.explains == Explanation{"warps"}) session.apply(Explain{"warps"});
  if (of.explains == Explanation{"heat"}) session.apply(Explain{"heat"});
  if (of.explains == Explanation{"limits"}) session.apply(Explain{"limits"});
  if (of.explains == Explanation{"cpu"}) session.apply(Explain{"cpu"});
  if (of.explains == Explanation{"times"}) {
    session.use_tables(example_tables());
    session.apply(Explain{"times"});
  }
  constexpr std::array gpus{"the textbook GPU", "B200", "GeForce RTX 3090"};
  constexpr std::array tiles{32, 16, 128, 5};
  constexpr std::array<CacheShape, 4> caches{CacheShape{1024, 64, 4}, {4096, 32, 0}, {256, 128, 1}, {2048, 32, 2}};
  std::size_t round = 0;
  ASSERT_NE(session.shown().focus.explained.get(), nullptr);
  const std::size_t findings = session.shown().focus.explained->hazards.findings.size();
  const auto& arrays = session.shown().replay().trace().arrays();
  const auto element = [&](const std::string& name, std::uint32_t number) {
    const auto found =
        std::find_if(arrays.begin(), arrays.end(), [&](const ArrayInfo& array) { return array.name == name; });
    return Target{Target::Kind::element, 0, static_cast<std::uint8_t>(found - arrays.begin()), number, 0};
  };
  const std::vector<std::pair<std::string, std::optional<Target>>> selections{
      {"nothing", std::nullopt},
      {"A[0][2]", element("A", 2)},
      {"the last of C", element("C", static_cast<std::uint32_t>(of.m * of.n - 1))},
      {"As[0][1]", element("As", 1)},
      {"a thread", Target{Target::Kind::thread, 0, 0, 3, 0}}};
  const Moments& moments = session.shown().replay().moments();
  const std::uint32_t steps = session.shown().replay().order().step_count();
  std::vector<std::uint64_t> places{0, 1, moments.count()};
  for (std::uint32_t n = 0; n < 7; ++n) places.push_back(moments.end_of(n * (steps - 1) / 7));
  places.push_back((moments.begin_of(2) + moments.end_of(2)) / 2);
  places.push_back((moments.begin_of(steps / 2) + moments.end_of(steps / 2)) / 2);

  Complaints complaints;
  float scale = 1;
  for (const Size& size : sizes) {
    if (size.scale != scale) {
      headless.gui.set_user_scale(scale = size.scale);
      headless.draw(picture_of(64, 64));
    }
    for (const bool presents : {false, true}) {
      if (session.overlays().presenter != presents) session.apply(Act::presenter);
      for (std::size_t chosen = 0; chosen < selections.size(); ++chosen) {
        const auto& [name, target] = selections[chosen];
        session.apply(Act::deselect);
        if (target) session.apply(Select{*target});
        // With nothing selected every moment, and otherwise some.
        for (std::size_t n = chosen == 0 ? 0 : chosen - 1; n < places.size(); n += chosen == 0 ? 1 : 4) {
          if (findings > 0)
            session.apply(Select{{.kind = Target::Kind::finding, .number = static_cast<std::uint32_t>(n % findings)}});
          session.apply(Seek{places[n]});
          ++round;
          if (of.explains == Explanation{"times"}) session.apply(UseTable{round % 3});
          if (of.explains == Explanation{"limits"}) {
            session.apply(UseGpu{gpus[round % gpus.size()]});
            session.apply(UseTile{tiles[round % tiles.size()]});
          }
          if (of.explains == Explanation{"cpu"} && round % 3 == 0)
            session.apply(UseLoops{{16, 16, 16, 4}, caches[round / 3 % caches.size()]});
          const Screen screen = screen_of(session, {size.width, size.height, size.scale, 0});
          inspect(screen, headless.gui.fonts(),
                  fmt::format("{} x {} at {}{}, moment {} of {}, {} selected", size.width, size.height, size.scale,
                              presents ? ", presenting" : "", places[n], moments.count(), name),
                  complaints);
        }
      }
    }
  }
  const std::string text = complaints.text();
  EXPECT_TRUE(text.empty()) << text;
}

INSTANTIATE_TEST_SUITE_P(Screen, EverySituation,
                         testing::Values(Case{"small", "tiled", 4, 4, 4, 2},
                                         Case{"ragged", "tiled_bounded", 7, 9, 5, 3},
                                         Case{"large", "tiled", 64, 64, 64, 16},
                                         Case{"race", "tiled_no_first_barrier", 4, 4, 4, 2, Explanation{"findings"}},
                                         Case{"fault", "tiled_barrier_in_branch", 4, 4, 4, 2, Explanation{"findings"}},
                                         Case{"unguarded", "tiled_unguarded", 3, 3, 3, 2, Explanation{"findings"}},
                                         Case{"nothing_wrong", "tiled", 16, 16, 16, 4, Explanation{"findings"}},
                                         Case{"warps", "tiled", 64, 64, 64, 16, Explanation{"warps"}},
                                         Case{"conflicts", "tiled_transposed", 32, 32, 32, 32, Explanation{"warps"}},
                                         Case{"warps_small", "tiled_bounded", 7, 9, 5, 3, Explanation{"warps"}},
                                         Case{"heat", "tiled", 4, 4, 4, 2, Explanation{"heat"}},
                                         Case{"limits", "tiled", 64, 64, 64, 16, Explanation{"limits"}},
                                         Case{"limits_ragged", "tiled_bounded", 7, 9, 5, 3, Explanation{"limits"}},
                                         Case{"cpu", "tiled", 4, 4, 4, 2, Explanation{"cpu"}},
                                         Case{"times", "tiled", 64, 64, 64, 16, Explanation{"times"}},
                                         Case{"times_ragged", "tiled_bounded", 7, 9, 5, 3, Explanation{"times"}},
                                         Case{"heat_large", "tiled_bounded", 60, 40, 64, 16, Explanation{"heat"}}),
                         [](const auto& of) { return of.param.name; });

TEST(Layout, ADraggedBorderStaysWhereItWasPut) {
  LayoutWish wish{.width = 1600, .height = 900, .explain = true};
  const Layout usual = layout_of(wish);
  wish.sizes = {{"explain", usual.explain.w / wish.text + 10}, {"source", usual.source.w / wish.text - 5}};
  const Layout dragged = layout_of(wish);
  EXPECT_FLOAT_EQ(dragged.explain.w, usual.explain.w + 10 * wish.text);
  EXPECT_FLOAT_EQ(dragged.source.w, usual.source.w - 5 * wish.text);
  EXPECT_FLOAT_EQ(dragged.stage.w, usual.stage.w - 5 * wish.text);
  wish.sizes = {{"explain", 900}, {"source", 900}, {"timeline", 900}};
  EXPECT_GT(layout_of(wish).stage.w, 15 * wish.text) << "never without a stage";
  EXPECT_GT(layout_of(wish).stage.h, 15 * wish.text);
}

TEST(Layout, EveryBorderSizesItsPanel) {
  for (const bool lesson : {false, true}) {
    const LayoutWish wish{.width = 1600, .height = 900, .lesson = lesson};
    const Layout usual = layout_of(wish);
    EXPECT_GE(usual.borders.size(), 3U);
    for (const Border& border : usual.borders) {
      LayoutWish larger = wish;
      larger.sizes[border.panel] = border.size + 2;
      const Layout moved = layout_of(larger);
      const auto now = std::find_if(moved.borders.begin(), moved.borders.end(),
                                    [&](const Border& other) { return std::string(other.panel) == border.panel; });
      ASSERT_NE(now, moved.borders.end()) << border.panel;
      EXPECT_NEAR(now->size, border.size + 2, 0.05F) << border.panel;
    }
  }
}

// In every situation that a step of a lesson, or the reader, may bring about.
void for_every_lesson(const std::function<void(const LayoutWish& closed, const LayoutWish& wish)>& see) {
  for (float width = 720; width <= 2600; width += 40)
    for (float height = 500; height <= 1500; height += 40)
      for (const float text : {15.0F, 22.0F})
        for (int bits = 0; bits < 128; ++bits) {
          if (width < 48 * text || height < 30 * text) continue;  // unreadable
          LayoutWish wish{.width = width, .height = height, .text = text, .lesson = true, .task = (bits & 64) != 0};
          const LayoutWish closed = wish;
          wish.source = (bits & 1) != 0, wish.beside = (bits & 2) != 0, wish.inspector = (bits & 4) != 0;
          wish.explain = (bits & 8) != 0, wish.stage = (bits & 16) != 0 || !wish.explain;
          wish.typing = (bits & 32) != 0;
          see(closed, wish);
          if (testing::Test::HasFatalFailure()) return;
        }
}

TEST(Layout, ALessonStaysInPlaceWhateverItOpens) {
  for_every_lesson([](const LayoutWish& closed, const LayoutWish& wish) {
    ASSERT_EQ(layout_of(closed).narration, layout_of(wish).narration)
        << wish.width << " x " << wish.height << ", " << wish.text << (wish.explain ? ", a view" : "")
        << (wish.typing ? ", typing" : "");
  });
}

TEST(Layout, BesideALessonPartsStandApart) {
  for_every_lesson([](const LayoutWish&, const LayoutWish& wish) {
    const auto where = [&](const std::string& part) {
      return fmt::format("{} at {} x {}, {}{}{}{}{}{}", part, wish.width, wish.height, wish.text,
                         wish.explain ? wish.stage ? ", findings" : ", a view" : "", wish.typing ? ", typing" : "",
                         wish.source ? ", source" : "", wish.beside ? ", beside" : "",
                         wish.inspector ? ", inspector" : "");
    };
    const Layout layout = layout_of(wish);
    const auto parts = parts_of(layout);
    for (const auto& [name, box] : parts) {
      ASSERT_TRUE(holds({0, 0, wish.width, wish.height}, box, 0.01F)) << where(name);
      for (const auto& [other_name, other] : parts)
        ASSERT_TRUE(name == other_name || !overlap(box, other, 0.01F))
            << where(fmt::format("{} and {}", name, other_name));
    }
    const float least = 15 * wish.text;
    ASSERT_EQ(layout.explain.w > 0, wish.explain) << where("view");
    const bool needs_stage = wish.stage && !(wish.typing && (wish.explain || wish.inspector)) &&
                             (!layout.is_little || layout.panel == Panel::stage);
    // 0: not asked for, or not needed.
    ASSERT_GT(layout.explain.w, wish.explain ? least : -1) << where("view");
    ASSERT_GT(layout.stage.w, needs_stage ? least : -1) << where("stage");
    const bool has_story = wish.inspector && !(layout.is_little && wish.typing && !wish.explain);
    ASSERT_GT(layout.inspector.w, has_story ? 0 : -1) << where("inspector");
  });
}

TEST(Layout, TheSourceStaysWhenAViewOpensOnALaptop) {
  EXPECT_GT(layout_of({.width = 1280, .height = 720, .explain = true}).source.w, 0);
}

TEST(Layout, APresenterEnlargesTheStageWithAndWithoutALesson) {
  for (const auto& [width, height] : {std::pair(1024.0F, 768.0F), {1280.0F, 720.0F}, {1920.0F, 1080.0F}}) {
    const Layout usual = layout_of({.width = width, .height = height});
    const Layout large = layout_of(
        {.width = width, .height = height, .text = text_for_a_class(height, 1), .presenter = true, .counters = 60});
    EXPECT_GT(large.stage.w, 1.3F * usual.stage.w);
    EXPECT_GT(large.stage.h * large.stage.w, 1.4F * usual.stage.w * usual.stage.h);
    EXPECT_GE(large.text * least_presented, height / 40);
    EXPECT_GT(large.transport.h, 0) << "the mouse can play it";
  }
}

// A frame in another page may be small: the stage has it, with a lesson's words and what was clicked beside it.
TEST(Layout, WithFewControlsTheStageHasTheRoom) {
  for (const auto& [width, height] : {std::pair(560.0F, 380.0F), {800.0F, 450.0F}, {1280.0F, 720.0F}}) {
    LayoutWish wish{.width = width, .height = height, .beside = true, .few = true};
    const Layout plain = layout_of(wish);
    for (const Box& gone : {plain.title, plain.timeline}) EXPECT_EQ(gone.h, 0);
    for (const Box& gone : {plain.source, plain.counters, plain.beside, plain.narration}) EXPECT_LE(gone.w, 0);
    EXPECT_GT(plain.stage.w, width - 3 * wish.text);
    EXPECT_GT(plain.stage.h, height - 6 * wish.text);
    EXPECT_LE(plain.stage.bottom(), plain.transport.y);
    EXPECT_LT(plain.transport.right(), width - 6 * wish.text) << "there the page has its link";
    wish.lesson = true;
    EXPECT_GT(layout_of(wish).narration.w, 0);
    EXPECT_GT(layout_of(wish).stage.w, 15 * wish.text);
    wish.lesson = false;
    wish.inspector = true;
    if (width > 600) {
      EXPECT_GT(layout_of(wish).inspector.w, 10 * wish.text);
    }
  }
}

}  // namespace
}  // namespace tilescope::test
