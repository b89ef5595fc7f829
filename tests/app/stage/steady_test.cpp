// Playing a launch moves and resizes nothing: matrices, tiles, lists, threads, the grid and the legend.
#include <gtest/gtest.h>

#include <map>

#include "app/stage/stage.h"
#include "tests/support/pictures.h"

namespace tilescope::test {
namespace {

Replay replay_of_classic(const std::string& file, const std::string& entry = "") {
  Request request;
  request.kernel = TILESCOPE_SOURCES "/kernels/classics/" + file;
  request.entry = entry;
  return Replay(traced(plan(request)));
}

// The named grids and the words of the legend, with their boxes.
std::multimap<std::string, Box> places_in(const Picture& picture) {
  std::multimap<std::string, Box> places;
  for (const Grid& grid : picture.grids) places.emplace(grid.name, grid.box);
  for (const Label& label : picture.labels)
    if (label.text == "read now" || label.text == "read" || label.text == "written now" || label.text == "written")
      places.emplace(label.text, label.box);
  return places;
}

void expect_steady(const Replay& replay, const std::string& what) {
  for (const View& size : {view(895, 607, 15), view(592, 607, 15), view(650, 458, 15), view(420, 560, 15)})
    for (const bool for_a_class : {false, true}) {
      StageOptions options;
      options.for_a_class = for_a_class;
      const auto places_at = [&](std::uint64_t moment) {
        return places_in(stage_picture(replay.at({moment, Grain::step, 0, 0}), options, size));
      };
      const auto first = places_at(0);
      EXPECT_TRUE(first.lower_bound("legend ")->first.starts_with("legend ")) << what;
      for (std::uint32_t step = 0; step < replay.order().step_count(); ++step)
        ASSERT_EQ(places_at(replay.moments().end_of(step)), first)
            << what << " after step " << step << ", " << size.width << " x " << size.height;
    }
}

TEST(Steady, TheStageOfAProduct) {
  expect_steady(Replay(traced(launch("tiled", 8, 8, 8, 4))), "tiled");
  expect_steady(Replay(traced(launch("tiled_bounded", 7, 9, 5, 3))), "tiled_bounded");
  expect_steady(Replay(traced(launch("naive", 8, 8, 8, 4))), "naive");
}

TEST(Steady, TheStageOfAReduction) { expect_steady(replay_of_classic("reduction/reduce_sequential.cu"), "reduction"); }
TEST(Steady, TheStageOfATransposition) {
  expect_steady(replay_of_classic("transpose/transpose_tiled.cu"), "transposition");
}

}  // namespace
}  // namespace tilescope::test
