// The views of warps and of heat, compared with figures computed by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "app/explain/access_picture.h"
#include "app/explain/descent.h"
#include "app/explain/descent_view.h"
#include "app/explain/heat_view.h"
#include "app/explain/shuffle_picture.h"
#include "app/explain/warp_words.h"
#include "app/explain/warps_view.h"
#include "app/session/session.h"
#include "app/stage/theme.h"
#include "instrumentation/launching/request/request_fields.h"
#include "tests/support/opened.h"
#include "tests/support/pictures.h"

namespace tilescope {

namespace {

using namespace tilescope::test;

std::unique_ptr<Session> opened(const std::string& kernel, std::int64_t m, std::int64_t n, std::int64_t k, int tile) {
  Request request;
  request.kernel = kernel;
  request.m = m;
  request.n = n;
  request.k = k;
  request.tile = tile;
  return session_with(request);
}

Picture warps_at(Session& session, std::uint32_t step, float height = 900) {
  session.apply(Seek{session.shown().replay().moments().end_of(step)});
  return warps_picture(session.shown().frame, *session.shown().focus.explained, view_of(480, height));
}

Request classic(const std::string& kernel) {
  Request request;
  request_field("kernel").read(request, kernel, "--kernel");
  return request;
}

// The first step of the launch that accesses this array in this way.
std::uint32_t step_with(const Session& session, Kind kind, const std::string& array) {
  const Replay& replay = session.shown().replay();
  for (std::uint32_t step = 0; step < replay.order().step_count(); ++step)
    for (const WarpAccess& access : warp_step(replay.trace(), replay.order(), 0, 0, step).accesses)
      if (access.name.kind == kind && replay.trace().arrays()[access.name.array].name == array) return step;
  ADD_FAILURE() << array;
  return 0;
}

const Grid* grid_named(const Picture& picture, const std::string& name, std::size_t number = 0) {
  for (const Grid& grid : picture.grids)
    if (grid.name == name && number-- == 0) return &grid;
  return nullptr;
}

TEST(WarpsView, AnUncoalescedLoadHasASectorForEveryLane) {
  const auto session = opened("naive_uncoalesced", 32, 32, 32, 32);
  const Picture picture = warps_at(*session, step_with(*session, Kind::global_load, "A"));
  EXPECT_TRUE(has(labels_of(picture), "32 elements in 32 sectors of 32 bytes (minimum 4): 12.5 % efficient"))
      << labels_of(picture);
  EXPECT_TRUE(has(labels_of(picture), "12.5 % used")) << labels_of(picture);
  EXPECT_TRUE(has(labels_of(picture), "1 of 8 used")) << labels_of(picture);
  std::size_t lines = 0;
  while (grid_named(picture, "memory", lines) != nullptr) ++lines;
  EXPECT_EQ(lines, 33U) << "one for each row of A, with a gap to the next, and one of B";
  EXPECT_GE(picture.lines.size(), 32U) << "from each lane to its sector";
}

// One float of each sector is bright, the other seven are dim, and the bar is as long as eight.
TEST(WarpsView, ASectorIsEightFloatsWideHoweverNarrow) {
  const auto session = opened("naive_uncoalesced", 32, 32, 32, 32);
  const Picture picture = warps_at(*session, step_with(*session, Kind::global_load, "A"));
  for (std::size_t n = 0; n < 32; ++n) {
    const Grid* const sector = grid_named(picture, "memory", n);
    ASSERT_NE(sector, nullptr);
    ASSERT_EQ(sector->cells.size(), 1U) << n;
    EXPECT_EQ(sector->cells[0].strength, comes_along);
    float bright = 0, bar = 0;
    for (const Shape& shape : picture.frames) {
      if (shape.box.x < sector->box.x - 0.01F || shape.box.right() > sector->box.right() + 0.01F) continue;
      if (shape.box.y == sector->box.y) bright += shape.box.w;
      if (shape.box.y > sector->box.y && shape.box.y < sector->box.bottom() + 8) bar += shape.box.w;
    }
    EXPECT_NEAR(bright, sector->box.w / 8, 0.01F) << n;
    EXPECT_GT(bar, 0.8F * sector->box.w) << n;
  }
  EXPECT_TRUE(has(labels_of(picture), "unused"));
}

TEST(WarpsView, HasTheLanesBeforeAnythingHappens) {
  const auto session = opened("naive", 32, 32, 32, 32);
  session->apply(Seek{0});
  const Picture picture = warps_picture(session->shown().frame, *session->shown().focus.explained, view_of(480, 900));
  EXPECT_TRUE(has(labels_of(picture), "t(0,0) to t(0,31)")) << labels_of(picture);
  const Grid* const lanes = grid_named(picture, "lanes");
  ASSERT_NE(lanes, nullptr);
  EXPECT_EQ(lanes->cells.size(), 32U);
  EXPECT_TRUE(lanes->cells[0].lit) << "the selected one";
}

TEST(WarpsView, ATransposedTileMeetsInOneBankAndAPaddedOneInNone) {
  const auto transposed = opened("tiled_transposed", 32, 32, 32, 32);
  bool conflicts = false;
  for (std::uint32_t step = 0; step < transposed->shown().frame.steps && !conflicts; ++step)
    conflicts = has(labels_of(warps_at(*transposed, step)), "32-way bank conflict: one bank serves 32 words");
  EXPECT_TRUE(conflicts);
  const auto padded = opened("tiled_transposed_padded", 32, 32, 32, 32);
  for (std::uint32_t step = 0; step < padded->shown().frame.steps; ++step)
    EXPECT_FALSE(has(labels_of(warps_at(*padded, step)), " ways: one bank")) << step;
}

// Of 32 words in one bank the first is served at once, and 31 wait.
TEST(WarpsView, OfTheWordsOfABankTheFirstDoesNotWait) {
  const auto session = opened("tiled_transposed", 32, 32, 32, 32);
  for (std::uint32_t step = 0; step < session->shown().frame.steps; ++step) {
    const Picture picture = warps_at(*session, step);
    if (!has(labels_of(picture), "32-way bank conflict: one bank serves 32 words")) continue;
    std::size_t words = 0, waiting = 0;
    for (const Grid& grid : picture.grids) {
      if (grid.name != "banks" || grid.rows != 32) continue;
      for (const Cell& cell : grid.cells) {
        words += cell.strength > 0 ? 1 : 0;
        waiting += cell.ink == Ink::bad ? 1 : 0;
      }
    }
    EXPECT_EQ(words, 32U);
    EXPECT_EQ(waiting, 31U);
    return;
  }
  ADD_FAILURE() << "no conflict";
}

TEST(WarpsView, LanesAreThreadsAndThoseThatAreNotThereAreNotDrawn) {
  const auto session = opened("tiled", 4, 4, 4, 2);
  session->apply(Select{{.kind = Target::Kind::thread, .number = 2}});
  const Picture picture = warps_at(*session, 0);
  const Grid* const lanes = grid_named(picture, "lanes");
  ASSERT_NE(lanes, nullptr);
  EXPECT_EQ(lanes->columns, 4U);
  EXPECT_EQ(lanes->first.kind, Target::Kind::thread);
  for (std::uint32_t lane = 0; lane < 4; ++lane) EXPECT_EQ(lanes->cells[lane].lit, lane == 2) << lane;
  EXPECT_TRUE(has(labels_of(picture), "Warp 0 of block (0,0): 4 of 4 lanes take part")) << labels_of(picture);
}

TEST(WarpsView, TheTableHasEveryAccessAndMarksTheLine) {
  const auto session = opened("tiled", 64, 64, 64, 16);
  const std::string words = labels_of(warps_at(*session, 0));
  EXPECT_TRUE(has(words, "All warps of the launch"));
  for (const char* access : {"load A", "load B", "load As", "load Bs", "store As", "store Bs", "store C"})
    EXPECT_TRUE(has(words, access)) << access;
  session->apply(Act::to_begin);
  const Picture before = warps_picture(session->shown().frame, *session->shown().focus.explained, view_of(480));
  EXPECT_EQ(grid_named(before, "memory"), nullptr);
  EXPECT_TRUE(has(labels_of(before), "Nothing has happened yet."));
}

// Of 32 random bytes ten are 1 or 9, and none is 3.
TEST(WarpsView, AnAtomicLeadsFromEachLaneToTheCellThatItWants) {
  const auto session = session_with(classic("histogram_global"));
  const Picture picture = warps_at(*session, 0);
  const std::string words = labels_of(picture);
  EXPECT_TRUE(has(words, "atomicAdd bins")) << words;
  EXPECT_TRUE(has(words, "10 want bins[1]: 10 rounds")) << words;
  for (const char* wanted : {"×5", "×10", "×3"}) EXPECT_TRUE(has(words, wanted)) << wanted;
  const Grid* const lanes = grid_named(picture, "lanes");
  ASSERT_NE(lanes, nullptr);
  std::map<float, int> ends;  // of lines that begin at the atomic's lanes, by their ends
  for (const Line& line : picture.lines)
    if (line.from.y == lanes->box.bottom()) ++ends[line.to.x];
  std::vector<int> wanted;
  for (const auto& [x, lines] : ends) wanted.push_back(lines);
  EXPECT_EQ(wanted, (std::vector<int>{5, 10, 3, 5, 3, 3, 3}));
}

TEST(WarpsView, AnAtomicOfFewLanesMarksTheOthers) {
  const auto session = session_with(classic("histogram_together"));
  const std::uint32_t last = session->shown().frame.steps - 1;
  const Picture picture = warps_at(*session, last);
  const Grid* const lanes = grid_named(picture, "lanes");
  ASSERT_NE(lanes, nullptr);
  const auto dots =
      std::count_if(lanes->cells.begin(), lanes->cells.end(), [](const Cell& cell) { return cell.mark == Mark::dot; });
  EXPECT_EQ(dots, 25) << "one lane for each of seven bins";
  EXPECT_TRUE(has(labels_of(picture), "one cell per lane: 1 round") || has(labels_of(picture), "each at its own cell"))
      << labels_of(picture);
  EXPECT_TRUE(has(labels_of(picture), "takes no part")) << "what the dot means";
}

// However low the view, the table has all rows, and the row of the current line is lit.
TEST(WarpsView, TheTableHasAllRowsAndTheCurrentLineIsLit) {
  const auto session = opened("tiled", 64, 64, 64, 16);
  const std::size_t all = session->shown().focus.explained->warps.sites.size();
  const std::uint32_t step = step_with(*session, Kind::global_load, "A");
  session->apply(Seek{session->shown().replay().moments().end_of(step)});
  for (const float height : {100.0F, 470.0F, 2000.0F})
    for (const float least : {0.6F, 0.8F}) {
      View view = view_of(480, height);
      view.least = least;
      const Picture picture = warps_picture(session->shown().frame, *session->shown().focus.explained, view);
      std::size_t rows = 0, lit = 0;
      bool is_heading = true;  // the current line's code, above the lanes
      for (const Hit& hit : picture.hits) {
        if (hit.target.kind != Target::Kind::line || std::exchange(is_heading, false)) continue;
        ++rows;
        const bool is_lit = std::any_of(picture.shapes.begin(), picture.shapes.end(), [&](const Shape& shape) {
          return shape.box == hit.box && shape.fill == Ink::now;
        });
        EXPECT_EQ(is_lit, hit.target.number == session->shown().frame.line);
        lit += is_lit ? 1 : 0;
      }
      EXPECT_EQ(rows, all) << height;
      EXPECT_EQ(lit, 2U) << "a load and a store";
      EXPECT_EQ(untidy(picture), "") << height;
    }
}

TEST(WarpsView, TheAccessesAreInTheOrderOfTheSourceAndScrolledIntoSight) {
  const auto session = opened("tiled_transposed", 32, 32, 32, 32);
  const std::uint32_t step = step_with(*session, Kind::shared_load, "Bs");
  const Picture low = warps_at(*session, step, 200), high = warps_at(*session, step, 2000);
  for (const Picture& picture : {low, high}) {
    ASSERT_TRUE(picture.wanted.has_value());
    float before = 0;
    for (const WarpAccess& access : session->shown().frame.warp.accesses) {
      const std::string words = access_words(session->shown().replay().scenery(), access.name);
      const auto title = std::find_if(picture.labels.begin(), picture.labels.end(), [&](const Label& label) {
        return label.text == words && label.face == Face::bold;
      });
      ASSERT_NE(title, picture.labels.end()) << words;
      EXPECT_GT(title->box.y, before) << words;
      EXPECT_LT(title->box.bottom(), picture.wanted->bottom()) << words;
      before = title->box.y;
    }
  }
  EXPECT_GT(low.height, 200) << "it scrolls";
  const auto links = [](const Picture& picture) { return picture.lines.front().to.y - picture.lines.front().from.y; };
  EXPECT_GT(links(high), 1.5F * links(low)) << "links use the height that is there";
}

// Both load sums: the one what the thread adds, the other what it adds to.
TEST(WarpsView, TwoAccessesOfOneNameAreToldApart) {
  const auto session = session_with(classic("reduce_interleaved"));
  const Picture picture = warps_at(*session, step_with(*session, Kind::shared_load, "sums"));
  const std::string words = labels_of(picture);
  EXPECT_TRUE(has(words, "sums[0]; ")) << words;
  EXPECT_TRUE(has(words, "sums[1]; ")) << words;
}

TEST(WarpsView, CellsOfOneRowHaveItsNameOnce) {
  const auto session = session_with(classic("histogram_bins_a_warp"));
  const Replay& replay = session->shown().replay();
  std::uint32_t step = 0;
  while (warp_step(replay.trace(), replay.order(), 0, 0, step).atomics.empty()) ++step;
  const std::string words = labels_of(warps_at(*session, step));
  EXPECT_TRUE(has(words, "counts[0]")) << words;
  for (const char* place : {"[0]", "[1]", "[2]", "[4]", "[5]", "[6]", "[7]"}) EXPECT_TRUE(has(words, place)) << words;
}

// With s = 16 the lower lanes read from the upper ones, which read their own value.
TEST(WarpsView, AShuffleLeadsFromWhoGivesToWhoGets) {
  const auto session = session_with(classic("warp_sum_down"));
  session->apply(Select{{.kind = Target::Kind::thread, .number = 35}});
  const Picture picture = warps_at(*session, 1);
  EXPECT_TRUE(has(labels_of(picture), "16 lanes get another lane's value, 16 their own")) << labels_of(picture);
  const Grid* const give = grid_named(picture, "give");
  const Grid* const get = grid_named(picture, "get");
  ASSERT_TRUE(give != nullptr && get != nullptr);
  EXPECT_EQ(get->first.number, 32U) << "the selected thread's warp";
  ASSERT_EQ(picture.lines.size(), 32U);
  const Line& own = picture.lines.back();
  EXPECT_EQ(own.ink, Ink::now) << "the selected lane's is on top";
  EXPECT_FLOAT_EQ(own.from.x, give->cell_box(19).middle().x);
  EXPECT_FLOAT_EQ(own.to.x, get->cell_box(3).middle().x);
  EXPECT_EQ(grid_named(warps_at(*session, 0), "give"), nullptr) << "a load is no exchange";
}

TEST(WarpsView, AShuffleMarksLanesThatStayAway) {
  const auto session = session_with(classic("warp_divergent_shuffle"));
  session->apply(Select{{.kind = Target::Kind::thread, .number = 40}});
  const Picture picture = warps_at(*session, 1);
  const Grid* const get = grid_named(picture, "get");
  ASSERT_NE(get, nullptr);
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(get->cells[lane].mark, lane < 18 ? Mark::none : Mark::dot) << lane;
}

TEST(WarpsView, AVoteShowsWhoSaysYes) {
  const auto session = session_with(classic("warp_vote"));
  const Picture picture = warps_at(*session, 1);
  EXPECT_TRUE(has(labels_of(picture), "16 of 32 lanes vote yes (dark); all get 0x55555555 = 1431655765"))
      << labels_of(picture);
  const Grid* const lanes = grid_named(picture, "lanes");
  ASSERT_NE(lanes, nullptr);
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(lanes->cells[lane].strength > 100, lane % 2 == 0) << "odd elements are those of even lanes";
}

TEST(WarpsView, HasTheSamePartsHoweverLowItIs) {
  const auto session = opened("tiled", 64, 64, 64, 16);
  const Picture high = warps_at(*session, 0, 2000);
  for (float height = 20; height < 900; height += 46) {
    const Picture picture = warps_at(*session, 0, height);
    EXPECT_EQ(labels_of(picture), labels_of(high)) << height;
    EXPECT_EQ(picture.grids.size(), high.grids.size()) << height;
    EXPECT_EQ(untidy(picture), "") << height;
  }
}

TEST(HeatView, BothKernelsAreOnOneScaleAndWhatIsSavedIsSaid) {
  const auto session = opened("tiled", 4, 4, 4, 2);
  const HeatOf focus{&session->shown().replay().scenery(), session->shown().focus.explained.get()};
  const HeatOf beside{&session->shown().replay_beside()->scenery(), session->shown().beside.explained.get()};
  ASSERT_NE(beside.explained, nullptr);
  const Picture picture = heat_picture(focus, beside, view_of(480));
  // Each element is loaded by N / T = 2 threads, and by N = 4 of the naive kernel, which is the most.
  for (const char* name : {"heat A", "heat B"}) {
    const Grid *const own = grid_named(picture, name), *const other = grid_named(picture, name, 1);
    ASSERT_NE(own, nullptr);
    ASSERT_NE(other, nullptr);
    for (const Cell& cell : own->cells) EXPECT_EQ(cell.strength, 127) << name;
    for (const Cell& cell : other->cells) EXPECT_EQ(cell.strength, 255) << name;
    EXPECT_EQ(own->first.launch, 0);
    EXPECT_EQ(other->first.launch, 1);
  }
  EXPECT_TRUE(has(labels_of(picture), "maximum 4 loads, minimum 2")) << labels_of(picture);
  EXPECT_TRUE(has(labels_of(picture), "As: 64 reads for 32 fills, 2 per fill")) << labels_of(picture);
  EXPECT_EQ(heat_words(focus, beside, grid_named(picture, "heat A")->first),
            "A[0][0]: loaded 2 times by tiled; 4 times by naive: 2 saved");
  EXPECT_EQ(heat_words(focus, beside, grid_named(picture, "heat B", 1)->first),
            "B[0][0]: loaded 2 times by tiled; 4 times by naive: 2 saved");
  EXPECT_EQ(heat_words(focus, beside, {.kind = Target::Kind::thread}), "");
}

TEST(HeatView, TheMapsUseTheHeightAndAreNeverTooLow) {
  const auto session = opened("tiled", 64, 64, 64, 16);
  const auto picture_of = [&](float height) {
    return heat_picture({&session->shown().replay().scenery(), session->shown().focus.explained.get()},
                        {&session->shown().replay_beside()->scenery(), session->shown().beside.explained.get()},
                        view_of(1200, height));
  };
  const Picture low = picture_of(100), high = picture_of(900);
  EXPECT_GE(grid_named(low, "heat B")->box.h, 6 * 15 - 1);
  EXPECT_GT(grid_named(high, "heat B")->box.h, 2 * grid_named(low, "heat B")->box.h);
  EXPECT_EQ(labels_of(low), labels_of(high));
  EXPECT_EQ(untidy(low), "");
  EXPECT_EQ(high.height, 900) << "everything is in sight";
}

TEST(WarpsView, ALaneAndItsBankOrSectorAreLinkedBothWays) {
  const auto session = opened("tiled", 64, 64, 64, 16);
  session->apply(Explain{"warps"});
  const std::uint32_t step = step_with(*session, Kind::global_load, "B");
  session->apply(Seek{session->shown().replay().moments().end_of(step)});
  const auto picture = [&] {
    View view = view_of(480);
    view.hovered = session->selection().hovered;
    return warps_picture(session->shown().frame, *session->shown().focus.explained, view);
  };
  const WarpStep warp = warp_step(session->shown().replay().trace(), session->shown().replay().order(), 0, 0, step);
  const auto b = std::find_if(warp.accesses.begin(), warp.accesses.end(), [&](const WarpAccess& access) {
    return session->shown().replay().trace().arrays()[access.name.array].name == "B" && access.name.is_global();
  });
  ASSERT_NE(b, warp.accesses.end());
  const auto number = static_cast<std::size_t>(b - warp.accesses.begin());
  // A lane: its sector is framed, its element and its thread are linked.
  session->apply(Hover{{.kind = Target::Kind::thread, .number = 9}});
  const Picture of_lane = picture();
  const auto lit = [](const Grid& grid) {
    return std::count_if(grid.cells.begin(), grid.cells.end(), [](const Cell& cell) { return cell.lit; });
  };
  EXPECT_EQ(session->selection().links.threads, (std::vector<std::uint32_t>{9}));
  const ElementOf element{b->name.array, b->lanes[9].index};
  EXPECT_NE(std::find(session->selection().links.elements.begin(), session->selection().links.elements.end(), element),
            session->selection().links.elements.end());
  // For its access alone: no other array is read from global memory in this step.
  const auto lit_in_memory = [&](const Picture& of) {
    std::ptrdiff_t all = 0;
    for (const Grid& grid : of.grids)
      if (grid.name == "memory") all += lit(grid);
    return all;
  };
  EXPECT_EQ(std::count_if(warp.accesses.begin(), warp.accesses.end(),
                          [](const WarpAccess& access) { return access.name.is_global(); }),
            1);
  EXPECT_EQ(lit_in_memory(of_lane), 2) << "its own, and that of the selected thread";
  // A sector: the eight lanes that share it, and no others.
  const Target sector{
      .kind = Target::Kind::bank, .array = static_cast<std::uint8_t>(number), .number = b->lanes[9].place};
  const bool can_be_pointed_at = std::any_of(of_lane.hits.begin(), of_lane.hits.end(), [&](const Hit& hit) {
    return hit.target == sector && of_lane.at(hit.box.middle()) == sector;
  });
  EXPECT_TRUE(can_be_pointed_at);
  session->apply(Hover{sector});
  std::vector<std::uint32_t> wanted;
  for (std::uint32_t lane = 0; lane < b->lanes.size(); ++lane)
    if (b->lanes[lane].place == b->lanes[9].place) wanted.push_back(lane);
  EXPECT_EQ(session->selection().links.threads, wanted);
  EXPECT_EQ(wanted.size(), 8U) << "a sector has eight elements";
  const Picture of_sector = picture();
  EXPECT_EQ(lit(*grid_named(of_sector, "lanes", number)), 8);
  EXPECT_EQ(lit_in_memory(of_sector), 8);
  session->apply(Hover{});
  EXPECT_TRUE(session->selection().links.threads.empty());
}

// What a lesson names is framed where a view draws it, and a click on it selects it as on the stage.
TEST(WarpsView, HasTheElementsThatTheLanesAccess) {
  const auto session = opened("tiled", 64, 64, 64, 16);
  session->apply(Explain{"warps"});
  const std::uint32_t step = step_with(*session, Kind::global_load, "B");
  session->apply(Seek{session->shown().replay().moments().end_of(step)});
  const std::vector<WarpAccess>& accesses = session->shown().frame.warp.accesses;
  for (const WarpAccess& access : accesses) {
    const std::vector<ElementOf> named{{access.name.array, access.lanes[9].index}};
    View view = view_of(480);
    const auto frames_of = [&] {
      return warps_picture(session->shown().frame, *session->shown().focus.explained, view).frames.size();
    };
    const std::size_t before = frames_of();
    view.linked_elements = named;
    EXPECT_EQ(frames_of(), before + 1);
    const Picture picture = warps_picture(session->shown().frame, *session->shown().focus.explained, view);
    const Target target{.kind = Target::Kind::element, .array = access.name.array, .number = access.lanes[9].index};
    EXPECT_TRUE(picture.shows(target));
    EXPECT_TRUE(std::any_of(picture.hits.begin(), picture.hits.end(), [&](const Hit& hit) {
      return hit.target == target && picture.at({hit.box.middle().x, hit.box.y + 1}) == target;
    }));
  }
  EXPECT_TRUE(warps_picture(session->shown().frame, *session->shown().focus.explained, view_of(480))
                  .shows({.kind = Target::Kind::block, .number = 0}));
}

TEST(FlowView, ANodeStandsForItsElementWhileAQuestionIsOpen) {
  const auto session = opened("tiled", 4, 4, 4, 2);
  session->apply(Explain{"flow"});
  session->apply(Act::to_end);
  const Explainable of = session->explainable();
  ASSERT_NE(of.descent, nullptr);
  View view = view_of(700, 500);
  const Picture usual = descent_picture(of, view);
  view.is_guessing = true;
  const std::vector<ElementOf> named{{of.descent->rows[0].array, of.descent->nodes[0].index}};
  view.linked_elements = named;
  const Picture asking = descent_picture(of, view);
  for (const Hit& hit : asking.hits) {
    if (hit.target.kind != Target::Kind::element) continue;
    EXPECT_EQ(asking.at(hit.box.middle()).kind, Target::Kind::element);
    EXPECT_EQ(usual.at(hit.box.middle()).kind, Target::Kind::moment);
    EXPECT_TRUE(usual.shows(hit.target));
  }
  EXPECT_TRUE(asking.shows({.kind = Target::Kind::element, .array = named[0].array, .number = named[0].element}));
  EXPECT_GT(asking.frames.size(), usual.frames.size());
}

TEST(HeatView, EveryCellThatHasRoomHasItsNumberInLettersThatCanBeRead) {
  const auto session = opened("tiled", 4, 4, 4, 2);
  const Picture picture = heat_picture(
      {&session->shown().replay().scenery(), session->shown().focus.explained.get()},
      {&session->shown().replay_beside()->scenery(), session->shown().beside.explained.get()}, view_of(480));
  std::size_t numbers = 0;
  for (const Label& label : picture.labels)
    if (label.ink == Ink::on_ink || label.ink == Ink::on_dark) ++numbers;
  EXPECT_EQ(numbers, 64U) << "A and B of both kernels";
  for (const Theme& theme : themes())
    for (int strength = 0; strength < 256; ++strength) {
      const auto part = static_cast<std::uint8_t>(strength);
      const Color fill = fill_of({Ink::cell, Mark::none, part, false, true}, theme);
      EXPECT_GE(contrast(theme.of(ink_on_heat(part)), fill), 4.2) << theme.name << ", " << strength;
    }
}

TEST(HeatView, AlonePointsAtItsOwnLoads) {
  const auto session = opened("tiled", 4, 4, 4, 2);
  const HeatOf focus{&session->shown().replay().scenery(), session->shown().focus.explained.get()};
  const Picture picture = heat_picture(focus, {}, view_of(480));
  EXPECT_EQ(grid_named(picture, "heat A", 1), nullptr);
  EXPECT_EQ(heat_words(focus, {}, grid_named(picture, "heat A")->first), "A[0][0]: loaded 2 times by tiled");
}

TEST(HeatView, SaysHowMuchOfAWindowWasCounted) {
  Relaunch relaunch;
  relaunch.request.kernel = "tiled";
  relaunch.request.m = relaunch.request.n = relaunch.request.k = 8;
  relaunch.request.tile = 2;
  relaunch.request.window = {{0, 0, 0, 1}};
  relaunch.backend = "cpu";
  Session session(Settings{});
  session.apply(relaunch);
  session.wait_for_recording();
  ASSERT_NE(session.shown().focus.explained.get(), nullptr);
  const std::string words = labels_of(
      heat_picture({&session.shown().replay().scenery(), session.shown().focus.explained.get()}, {}, view_of(480)));
  EXPECT_TRUE(has(words, "Counted in 2 of 16 blocks of tiled.")) << words;
}

}  // namespace

}  // namespace tilescope
