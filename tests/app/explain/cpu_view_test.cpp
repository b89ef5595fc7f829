// The view of a CPU's loops, compared with the cache model run from the beginning.
#include "app/explain/cpu_view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "app/session/session.h"
#include "instrumentation/error.h"
#include "tests/support/opened.h"

namespace tilescope {

namespace {

using namespace tilescope::test;

std::unique_ptr<Session> opened() {
  auto session = session_with({});
  session->apply(Explain{"cpu"});
  return session;
}

const Grid* grid_named(const Picture& picture, const std::string& name) {
  for (const Grid& grid : picture.grids)
    if (grid.name == name) return &grid;
  return nullptr;
}

TEST(CpuView, CountsAreThoseOfTheModelAtEveryPlace) {
  const LoopSizes sizes{8, 8, 8, 4};
  const CacheShape shape{256, 32, 2};
  const auto runs = run_both(sizes, shape);
  for (const LoopRun& of : runs->nests) {
    EXPECT_EQ(of.in_the_end, count_cache(of.run.nest(), sizes, shape));
    EXPECT_EQ(of.run.size(), accesses_of(of.run.nest(), sizes));
    EXPECT_EQ(of.accesses_at(0), 0U);
    EXPECT_EQ(of.accesses_at(1), of.run.size());
    EXPECT_EQ(of.accesses_at(7), of.run.size());
    EXPECT_EQ(of.misses.size(), LoopRun::parts);
  }
  CacheModel model(sizes, shape);
  MatrixCounts counts;
  const LoopRun& plain = runs->nests[0];
  for (std::size_t n = 0; n < plain.run.size(); ++n) {
    counts.add(plain.run.access(n).matrix, model.access(plain.run.access(n)));
    if (n % 37 != 0) continue;  // now and then
    LoopsChoice choice{sizes, shape, std::nullopt};
    const double part = static_cast<double>(n + 1) / static_cast<double>(plain.run.size());
    const std::string words = labels_of(cpu_picture(*runs, choice, part, true, view_of(720)));
    const CacheCounts all = counts.all();
    EXPECT_TRUE(has(words, "all\n" + std::to_string(all.hits) + "\n" + std::to_string(all.misses()) + "\n")) << words;
  }
}

// The panel at 1280 x 720: the caches and the tracks come before the loops.
TEST(CpuView, TheTracksAreInSightInASmallWindow) {
  const auto session = opened();
  const ExplainChoices& choices = session->explaining().choices;
  const Picture picture = cpu_picture(*choices.loop_runs, choices.loops, 0.5, true, view_of(455, 455));
  for (const char* const name : {"cache plain", "cache blocked", "accesses plain", "accesses blocked"}) {
    const Grid* const grid = grid_named(picture, name);
    ASSERT_NE(grid, nullptr) << name;
    EXPECT_LT(grid->box.bottom(), 0.5F * 455) << name;
  }
}

TEST(CpuView, BlockingHelpsTheUsualExample) {
  const auto session = opened();
  const LoopRuns& runs = *session->explaining().choices.loop_runs;
  EXPECT_EQ(runs.sizes.m, 16);
  EXPECT_EQ(runs.shape, CacheShape{});
  EXPECT_GT(runs.nests[0].in_the_end.all().misses(), 2 * runs.nests[1].in_the_end.all().misses());
}

TEST(CpuView, StandsWherePlaybackStandsUntilItIsPlaced) {
  const auto session = opened();
  EXPECT_EQ(session->explainable().loops_part(), 0);
  session->apply(Act::to_end);
  EXPECT_EQ(session->explainable().loops_part(), 1);
  session->apply(Seek{session->shown().replay().moments().count() / 2});
  EXPECT_NEAR(session->explainable().loops_part(), 0.5, 0.01);
  session->apply(Select{{.kind = Target::Kind::place, .number = 23}});
  EXPECT_DOUBLE_EQ(session->explainable().loops_part(), 0.25);
  session->apply(Act::to_end);
  EXPECT_DOUBLE_EQ(session->explainable().loops_part(), 0.25);
  session->apply(PlaceLoops{});
  EXPECT_EQ(session->explainable().loops_part(), 1);
  session->apply(PlaceLoops{-3.0});
  EXPECT_EQ(session->explainable().loops_part(), 0);
}

TEST(CpuView, ShowsBothTextsWithTheLineThatRunsAndTheCachesLines) {
  const auto session = opened();
  session->apply(PlaceLoops{0.3});
  const LoopRuns& runs = *session->explaining().choices.loop_runs;
  const Picture picture = cpu_picture(runs, session->explaining().choices.loops, 0.3, true, view_of(720));
  const std::string words = labels_of(picture);
  EXPECT_TRUE(has(words, "r += Y[i][k] * Z[k][j];")) << words;
  EXPECT_TRUE(has(words, "for (int jj = 0; jj < N; jj += B)")) << words;
  for (const LoopRun& of : runs.nests) {
    const std::size_t place = of.accesses_at(0.3);
    const CacheRun::State state = of.run.at(place);
    const Grid* const cells = grid_named(picture, "cache " + std::string(name_of(of.run.nest())));
    ASSERT_NE(cells, nullptr);
    EXPECT_EQ(cells->cells.size(), runs.shape.lines());
    EXPECT_EQ(cells->block_columns, runs.shape.places());
    EXPECT_EQ(std::count_if(cells->cells.begin(), cells->cells.end(), [](const Cell& cell) { return cell.lit; }), 1);
    const std::uint32_t now = of.run.memory().line_of(of.run.access(place - 1));
    const auto at = std::find(state.contents.begin(), state.contents.end(), now) - state.contents.begin();
    EXPECT_TRUE(cells->cells[static_cast<std::size_t>(at)].lit);
    EXPECT_EQ(cells->cells[static_cast<std::size_t>(at)].mark,
              of.run.result(place - 1) == CacheResult::hit ? Mark::none : Mark::corner);
  }
  EXPECT_EQ(std::count_if(picture.shapes.begin(), picture.shapes.end(),
                          [](const Shape& shape) { return shape.fill == Ink::now && shape.opacity == 0.25F; }),
            2)
      << "a line of each text is lit";
}

// The maps of Y and Z shade what the cache holds, and frame what a lesson names of the launch's own matrices.
TEST(CpuView, MapsWhatTheCacheHolds) {
  const auto session = opened();
  const LoopRuns& runs = *session->explaining().choices.loop_runs;
  const Launch& launch = session->shown().trace().launch();
  const LoopSizes same = runs.sizes;
  const std::optional<LoopArrays> arrays =
      std::optional(LoopArrays{2, 0, 1});  // C, A and B, in the order of X, Y and Z
  EXPECT_FALSE(loop_arrays(launch, {same.m + 1, same.n, same.k, same.block})) << "another size";
  for (const LoopRun& of : runs.nests) {
    const std::size_t place = of.accesses_at(0.3);
    View view = view_of(720);
    const std::vector<ElementOf> named{{0, 1}};
    const std::size_t before = cpu_picture(runs, {}, 0.3, true, view, arrays).lines.size();
    view.linked_elements = named;
    const Picture picture = cpu_picture(runs, {}, 0.3, true, view, arrays);
    EXPECT_GT(picture.lines.size() + picture.frames.size(), before);
    EXPECT_TRUE(picture.shows({.kind = Target::Kind::element, .array = 0, .number = 1}));
    ASSERT_TRUE(picture.wanted);
    std::size_t held = 0, shaded = 0;
    for (const std::uint32_t line : of.run.at(place).contents) {
      if (line == Cache::none) continue;
      const LoopMemory::Elements elements = of.run.memory().elements_of(line);
      if (elements.matrix != LoopMatrix::x) held += elements.count;
    }
    for (const char* const matrix : {"Y ", "Z "}) {
      const Grid* const map = grid_named(picture, matrix + std::string(name_of(of.run.nest())));
      ASSERT_NE(map, nullptr);
      shaded += static_cast<std::size_t>(
          std::count_if(map->cells.begin(), map->cells.end(), [](const Cell& cell) { return cell.strength > 0; }));
    }
    EXPECT_EQ(shaded, held);
  }
}

TEST(CpuView, EveryChoiceRunsAnew) {
  const auto session = opened();
  const std::size_t count = [&] {
    std::size_t sum = 0;
    for (const OptionRow& row : session->explaining().options(session->explainable())) sum += row.options.size();
    return sum;
  }();
  for (std::uint32_t n = 0; n < count; ++n) {
    session->apply(Select{{.kind = Target::Kind::option, .number = n}});
    EXPECT_FALSE(session->banner()) << session->banner()->text;
    EXPECT_EQ(session->explaining().choices.loop_runs->shape, session->explaining().choices.loops.shape);
    EXPECT_TRUE(has(labels_of(cpu_picture(*session->explaining().choices.loop_runs, session->explaining().choices.loops,
                                          0.5, true, view_of(720))),
                    "Total misses:"));
  }
  const CacheShape before = session->explaining().choices.loop_runs->shape;
  session->apply(UseLoops{{16, 16, 16, 4}, {1000, 64, 4}});
  ASSERT_TRUE(session->banner());
  EXPECT_TRUE(has(session->banner()->text, "a cache of 1000 bytes"));
  EXPECT_EQ(session->explaining().choices.loop_runs->shape, before) << "what was there stays";
}

TEST(CpuView, NamesWhatALineHolds) {
  const auto runs = run_both({8, 8, 8, 4}, {256, 32, 2});
  EXPECT_EQ(contents_name(runs->nests[0], runs->sizes, 0), "X[0][0..7]");
  EXPECT_EQ(contents_name(runs->nests[0], runs->sizes, 8), "Y[0][0..7]");
  EXPECT_EQ(contents_name(runs->nests[0], runs->sizes, 23), "Z[7][0..7]");
  const auto wide = run_both({4, 4, 4, 2}, {256, 64, 2});
  EXPECT_EQ(contents_name(wide->nests[0], wide->sizes, 1), "Y[0..3]");
}

TEST(CpuView, IsTallerAndCompleteInALowView) {
  const auto session = opened();
  const auto& choices = session->explaining().choices;
  for (const float least : {0.6F, 0.8F})
    for (const float height : {160.0F, 500.0F, 1000.0F})
      for (const float width : {366.0F, 480.0F, 720.0F}) {
        View view = view_of(width, height);
        view.least = least;
        const Picture picture = cpu_picture(*choices.loop_runs, choices.loops, 0.5, true, view);
        for (const Label& label : picture.labels) EXPECT_LE(label.box.bottom(), picture.height + 0.5F) << label.text;
        for (const Grid& grid : picture.grids) EXPECT_LE(grid.box.bottom(), picture.height + 0.5F) << grid.name;
        const std::string words = labels_of(picture);
        for (const char* const part : {"Total misses:", "r += Y", "bright: misses", "A product on a CPU"})
          EXPECT_TRUE(has(words, part)) << width << " x " << height << ": " << part;
        EXPECT_NE(grid_named(picture, "cache plain"), nullptr);
        EXPECT_EQ(has(words, "follow playback"), !view.is_for_a_class());
        EXPECT_FALSE(has(words, "more height"));
        EXPECT_GT(picture.height, std::min(height, 499.0F));
      }
}

TEST(CpuView, SaysWhyItIsShownForAKernelThatIsNotAProduct) {
  const auto session = opened();
  const auto words = [&](bool is_product) {
    const auto& choices = session->explaining().choices;
    return labels_of(cpu_picture(*choices.loop_runs, choices.loops, 0.5, is_product, view_of(720)));
  };
  EXPECT_TRUE(has(words(false), "The launch does not compute a product.")) << words(false);
  EXPECT_FALSE(has(words(true), "The launch does not compute a product.")) << words(true);
}

}  // namespace

}  // namespace tilescope
