// Which point of the cube is which event, both ways; which points are visible when; and that a click finds the right
// one.
#include "app/explain/cube.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/explain/cube_view.h"
#include "app/names/situation_fields.h"
#include "app/session/session.h"
#include "instrumentation/reading/launch_product.h"
#include "tests/app/explain/told_by_provenance.h"
#include "tests/support/opened.h"
#include "tests/support/pictures.h"

namespace tilescope {

namespace {

using namespace tilescope::test;

std::unique_ptr<Session> with_cube(const std::string& kernel, std::int64_t side, int tile) {
  Request request;
  request.kernel = kernel;
  request.m = side;
  request.n = side + (tile > 1 ? tile : 1);
  request.k = side;
  request.tile = tile;
  auto session = session_with(request);
  session->apply(Explain{*explanation_named("cube")});
  session->wait_for_variables();
  return session;
}

void expect_points_are_events(const Session& session) {
  const Cube& cube = *session.explainable().cube;
  const Trace& trace = session.shown().replay().trace();
  ASSERT_TRUE(cube.is_product);
  ASSERT_FALSE(cube.is_merged());
  const auto [m, n, k] = reading::sides_of(trace.launch());
  EXPECT_EQ(cube.placed, static_cast<std::uint64_t>(m * n * k));
  EXPECT_EQ(cube.again, 0U);
  EXPECT_EQ(cube.others, 0U);
  for (std::uint32_t cell = 0; cell < cube.points.size(); ++cell) {
    ASSERT_TRUE(cube.points[cell].is_there()) << cell;
    const EventRef event = cube.event_of(cell);
    const Event done = event_at(trace, event);
    ASSERT_EQ(done.kind(), Kind::partial_sum);
    ASSERT_EQ(done.sum_form(), SumForm::multiply_add);
    EXPECT_EQ(cube.points[cell].step,
              session.shown().replay().moments().step_of(event.block, event.thread, event.event));
    if (cell % 7 == 0) {
      EXPECT_EQ(cube.place_of(cell), place_told_by_provenance(trace, event)) << cell;
    }
  }
}

TEST(Cube, HasEachMultiplyAddAtItsPlace) {
  for (const auto& [kernel, tile] : {std::pair{"naive", 2}, std::pair{"tiled", 2}, std::pair{"tiled_transposed", 4},
                                     std::pair{"register_tiled", 8}, std::pair{"vectorized", 8}}) {
    SCOPED_TRACE(kernel);
    expect_points_are_events(*with_cube(kernel, 8, tile));
  }
}

TEST(Cube, HasThoseOfPastedProducts) {
  for (const char* const file : {"coarsened_2d.cu", "b_transposed.cu", "column_major.cu", "double_buffer.cu"}) {
    SCOPED_TRACE(file);
    Request request;
    request.kernel = std::string(TILESCOPE_SOURCES "/tests/kernels/products/") + file;
    const auto session = session_with(request);
    session->apply(Explain{*explanation_named("cube")});
    session->wait_for_variables();
    const auto product = reading::product_of(session->shown().replay().trace().launch());
    ASSERT_TRUE(product);
    const Cube& cube = *session->explainable().cube;
    const auto all = static_cast<std::uint64_t>(product->m() * product->n() * product->k());
    if (session->shown().replay().trace().fully_recorded()) {
      EXPECT_EQ(cube.placed, all);
    }
    std::size_t looked_at = 0;
    for (std::uint32_t cell = 0; cell < cube.points.size() && !cube.is_merged(); cell += 61)
      if (cube.points[cell].is_there() && ++looked_at < 60) {
        EXPECT_EQ(cube.place_of(cell),
                  place_told_by_provenance(session->shown().replay().trace(), cube.event_of(cell)));
      }
    EXPECT_GT(looked_at, 0U);
  }
}

TEST(Cube, TellsWhatHasNoPlaceInIt) {
  const auto session = with_cube("tiled_bounded", 7, 4);
  const Cube& cube = *session->explainable().cube;
  EXPECT_EQ(cube.placed, 7U * 11 * 7);
  EXPECT_EQ(cube.padding, 8U * 12 * 8 - 7 * 11 * 7);
}

// In the near view, each point has its own cell.
TEST(Cube, HasAPartPointByPoint) {
  const auto session = with_cube("tiled", 80, 16);  // 80 x 96 x 80
  EXPECT_TRUE(session->explainable().cube->is_merged());
  for (const std::array<std::uint32_t, 3> near :
       {std::array{0U, 0U, 0U}, std::array{40U, 50U, 41U}, std::array{79U, 95U, 79U}}) {
    CubeLook look;
    look.near = near;
    session->apply(LookAtCube{look});
    session->wait_for_variables();
    const Cube& cube = *session->explainable().cube;
    const Trace& trace = session->shown().replay().trace();
    EXPECT_TRUE(cube.is_part());
    EXPECT_FALSE(cube.is_merged());
    EXPECT_EQ(cube.placed, 64U * 64 * 64);
    EXPECT_EQ(cube.again, 0U);
    for (std::size_t n = 0; n < 3; ++n) EXPECT_TRUE(cube.axes[n].has(near[n]));
    for (std::uint32_t cell = 0; cell < cube.points.size(); cell += 977) {
      ASSERT_TRUE(cube.points[cell].is_there()) << cell;
      std::array<std::uint32_t, 3> place = cube.place_of(cell);
      for (std::size_t n = 0; n < 3; ++n) place[n] = static_cast<std::uint32_t>(cube.axes[n].place_of(place[n]));
      EXPECT_EQ(place, place_told_by_provenance(trace, cube.event_of(cell))) << cell;
    }
    // A click on one goes to its event, and the part stays.
    const std::uint32_t cell = cube.cell_at(3, 5, 7);
    const EventRef event = cube.event_of(cell);
    session->apply(Select{{.kind = Target::Kind::point, .number = cell}});
    EXPECT_EQ(session->selection().thread, event.thread);
    EXPECT_EQ(session->playback().moment,
              session->shown().replay().moments().after(event.block, event.thread, event.event));
    EXPECT_EQ(session->explainable().cube, &cube);
  }
  session->apply(LookAtCube{});
  session->wait_for_variables();
  EXPECT_FALSE(session->explainable().cube->is_part());
}

// A block's points in the near view are the same as in the whole.
TEST(Cube, OfAccessesHasAPartToo) {
  Request request;
  request.kernel = TILESCOPE_SOURCES "/assets/templates/one-dimensional.cu";
  request.grid = {{40, 1, 1}};
  const auto session = session_with(request);
  session->apply(Explain{*explanation_named("cube")});
  session->wait_for_variables();
  const Cube whole = *session->explainable().cube;
  ASSERT_TRUE(whole.is_merged());
  CubeLook look;
  look.near = {5, 70, 3};
  session->apply(LookAtCube{look});
  session->wait_for_variables();
  const Cube& part = *session->explainable().cube;
  ASSERT_TRUE(part.is_part());
  EXPECT_GT(part.placed, 0U);
  EXPECT_LT(part.placed, whole.placed);
}

TEST(Cube, OfNoProductHoldsAccesses) {
  Request request;
  request.kernel = TILESCOPE_SOURCES "/assets/templates/one-dimensional.cu";
  const auto session = session_with(request);
  session->apply(Explain{*explanation_named("cube")});
  session->wait_for_variables();
  const Cube& cube = *session->explainable().cube;
  EXPECT_FALSE(cube.is_product);
  std::uint64_t accesses = 0;
  const Trace& trace = session->shown().replay().trace();
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread)
      for (const Event event : trace.events(block, thread))
        accesses += event.kind() == Kind::global_load || event.kind() == Kind::global_store ||
                            event.kind() == Kind::shared_load || event.kind() == Kind::shared_store ||
                            event.kind() == Kind::atomic
                        ? 1
                        : 0;
  EXPECT_EQ(cube.placed, accesses);
  for (std::uint32_t cell = 0; cell < cube.points.size(); ++cell)
    if (cube.points[cell].is_there()) {
      EXPECT_EQ(cube.place_of(cell)[0], cube.points[cell].thread / cube.axes[0].merged);
      EXPECT_EQ(cube.place_of(cell)[2], cube.points[cell].step / cube.axes[2].merged);
    }
}

// How many cells have each state.
std::map<std::string, std::uint64_t> cells_of(const Session& session) {
  Json state;
  dump_cube(session.explainable(), state);
  return nlohmann::json::parse(state.dump(0))["cube"]["cells"].get<std::map<std::string, std::uint64_t>>();
}

using Counts3 = std::map<std::string, std::uint64_t>;

TEST(CubeView, FollowsPlayback) {
  const auto session = with_cube("tiled", 4, 2);  // 4 x 6 x 4, two phases
  EXPECT_EQ(cells_of(*session), (Counts3{{"done", 0}, {"now", 0}, {"later", 96}}));
  const Cube& cube = *session->explainable().cube;
  const std::uint32_t first = cube.points[cube.cell_at(0, 0, 0)].step;
  session->apply(Seek{session->shown().replay().moments().end_of(first)});
  EXPECT_EQ(cells_of(*session), (Counts3{{"done", 0}, {"now", 24}, {"later", 72}}));
  session->apply(Seek{session->shown().replay().moments().end_of(cube.points[cube.cell_at(0, 0, 1)].step)});
  EXPECT_EQ(cells_of(*session), (Counts3{{"done", 24}, {"now", 24}, {"later", 48}}));
  session->apply(Act::to_end);
  EXPECT_EQ(cells_of(*session), (Counts3{{"done", 96}, {"now", 0}, {"later", 0}}));
}

TEST(CubeView, IsSlicedAndBrushedByKeys) {
  const auto session = with_cube("tiled", 4, 2);
  session->apply(Act::to_end);
  session->apply(Act::next_slice);
  EXPECT_EQ(cells_of(*session).at("done"), 24U) << "one k";
  session->apply(Act::more);
  EXPECT_EQ(session->explaining().choices.cube.slice, (CubeLook::Slice{2, 3}));
  session->apply(Act::next_slice);
  EXPECT_EQ(cells_of(*session).at("done"), 16U) << "one j";
  session->apply(Act::next_slice);
  session->apply(Act::next_slice);
  EXPECT_EQ(cells_of(*session).at("done"), 96U);
  for (const std::uint64_t expected : {16U, 16U, 4U, 96U}) {  // a block, its only warp, a thread, all
    session->apply(Act::next_brush);
    EXPECT_EQ(cells_of(*session).at("done"), expected);
  }
}

const Solid& points_of(const Picture& picture) {
  for (const Solid& solid : picture.solids)
    if (solid.firsts[solid.facets.front().of].kind == Target::Kind::point) return solid;
  ADD_FAILURE() << "there are no points";
  return picture.solids.front();
}

// Everything visible, clicked in the middle.
TEST(CubeView, FindsWhatIsClicked) {
  const auto session = with_cube("tiled", 4, 2);
  session->apply(Act::to_end);
  for (const auto& [yaw, pitch] : {std::pair{32, 24}, std::pair{-140, -50}, std::pair{90, 0}}) {
    CubeLook look;
    look.yaw = yaw;
    look.pitch = pitch;
    session->apply(LookAtCube{look});
    const Cube& cube = *session->explainable().cube;
    const Picture picture = cube_picture(session->explainable(), view_of(600, 800));
    ASSERT_EQ(picture.solids.size(), yaw == 90 ? 2U : 4U)
        << "the points, and of A, B and C what is not seen from its edge";
    const Solid& solid = points_of(picture);
    std::size_t points = 0;
    for (const Facet& facet : solid.facets) {
      if (solid.firsts[facet.of].kind != Target::Kind::point) continue;
      const auto corners = solid.corners(facet);
      const Point middle{(corners[0].x + corners[2].x) / 2, (corners[0].y + corners[2].y) / 2};
      const Target target = picture.at(middle);
      if (target.kind == Target::Kind::point && target.number == facet.number) ++points;
    }
    EXPECT_GE(points, yaw == 90 ? 16U : 4U * 6 + 4 * 4 + 6 * 4 - 24) << yaw;
    const std::uint32_t cell = cube.cell_at(2, 3, 0);
    session->apply(Select{{.kind = Target::Kind::point, .number = cell}});
    const EventRef event = cube.event_of(cell);
    EXPECT_EQ(session->selection().thread, event.thread);
    EXPECT_EQ(session->selection().block, event.block);
    EXPECT_EQ(session->playback().moment,
              session->shown().replay().moments().after(event.block, event.thread, event.event));
    session->apply(Act::to_end);
  }
}

// Seen from the front, above and the right, with everything done: its three sides, and nothing behind them.
TEST(CubeView, DrawsOnlyWhatIsNotHidden) {
  const auto session = with_cube("tiled", 4, 2);
  session->apply(Act::to_end);
  const Picture picture = cube_picture(session->explainable(), view_of(600, 800));
  std::size_t sides = 0;
  for (const Facet& facet : points_of(picture).facets)
    if (points_of(picture).firsts[facet.of].kind == Target::Kind::point) ++sides;
  EXPECT_EQ(sides, 4U * 6 + 4 * 4 + 6 * 4);
}

// A class sees the cube above the options, others below them; in a low view both scroll.
TEST(CubeView, HasAllPartsHoweverLowItIs) {
  const auto session = with_cube("tiled", 4, 2);
  for (const float height : {100.0F, 400.0F, 1200.0F})
    for (const bool is_for_a_class : {false, true}) {
      View view = view_of(600, height);
      view.least = is_for_a_class ? 0.9F : 0.6F;
      const Picture picture = cube_picture(session->explainable(), view);
      for (const char* words : {"colour", "slice", "not yet", "first to last phase", "Drag, or press"})
        EXPECT_TRUE(has(labels_of(picture), words)) << words << ", " << height;
      const auto option = std::find_if(picture.hits.begin(), picture.hits.end(),
                                       [](const Hit& hit) { return hit.target.kind == Target::Kind::option; });
      ASSERT_NE(option, picture.hits.end());
      const Box cube = points_of(picture).box;
      EXPECT_EQ(is_for_a_class, option->box.y > cube.bottom()) << height;
      EXPECT_GT(cube.h, 4 * view.text) << height;
      EXPECT_EQ(untidy(picture), "") << height;
    }
}

TEST(CubeView, OpensAsItWasShared) {
  const auto session = with_cube("tiled", 4, 2);
  CubeLook look;
  look.yaw = -75;
  look.pitch = 10;
  look.zoom = 160;
  look.colour = CubeLook::Colour::warp;
  look.brush = CubeLook::Brush::block;
  look.slice = CubeLook::Slice{1, 3};
  look.near = {3, 2, 1};
  session->apply(LookAtCube{look});
  tilescope::Situation read;
  for (const SituationField& field : situation_fields())
    if (const std::string words = field.write(session->situation()); !words.empty()) field.read(read, words, "test");
  EXPECT_EQ(read.cube, look);
}

}  // namespace

}  // namespace tilescope
