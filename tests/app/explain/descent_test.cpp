// How values are computed: the figures of a course's trees, scans, networks and shuffles; and that drawn boxes can be
// clicked.
#include "app/explain/descent.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/explain/descent_view.h"
#include "app/session/session.h"
#include "instrumentation/launching/request/request_fields.h"
#include "tests/support/opened.h"
#include "tests/support/pictures.h"

namespace tilescope {

namespace {

using namespace tilescope::test;

using RowKind = Descent::Row::Kind;

std::unique_ptr<Session> with_flow(const std::string& kernel) {
  Request request;
  request_field("kernel").read(request, kernel, "--kernel");
  auto session = session_with(request);
  session->apply(Explain{*explanation_named("flow")});
  return session;
}

const Descent& flow_of(const Session& session) { return *session.explainable().descent; }

std::uint32_t joined(const Descent& descent, RowKind kind) {
  std::uint32_t all = 0;
  for (const Descent::Row& row : descent.rows) all += row.kind == kind ? row.joined : 0;
  return all;
}
std::size_t rows(const Descent& descent, RowKind kind) {
  return static_cast<std::size_t>(std::count_if(descent.rows.begin(), descent.rows.end(),
                                                [&](const Descent::Row& row) { return row.kind == kind; }));
}

TEST(Descent, OfAReductionIsItsTree) {
  for (const char* const kernel : {"reduce_interleaved", "reduce_strided_index", "reduce_sequential"}) {
    SCOPED_TRACE(kernel);
    const auto session = with_flow(kernel);
    const Descent& flow = flow_of(*session);
    EXPECT_EQ(rows(flow, RowKind::cells), 1U + 8) << "filled once, and log2(256) steps";
    EXPECT_EQ(joined(flow, RowKind::cells), 255U) << "n - 1 additions";
    EXPECT_EQ(flow.rows.front().kind, RowKind::loaded);
    EXPECT_EQ(flow.rows.back().kind, RowKind::stored);
    std::uint32_t expected = 128;
    for (const Descent::Row& row : flow.rows) {
      if (row.joined == 0) continue;
      EXPECT_EQ(row.joined, expected);
      expected /= 2;
    }
  }
}

TEST(Descent, OfScansHasTheirAdditions) {
  const auto two_buffers = with_flow("scan_hillis_steele_two_buffers");
  EXPECT_EQ(joined(flow_of(*two_buffers), RowKind::cells), 17U);
  EXPECT_EQ(rows(flow_of(*two_buffers), RowKind::cells), 1U + 3);
  const auto tree = with_flow("scan_blelloch");
  EXPECT_EQ(joined(flow_of(*tree), RowKind::cells), 14U) << "7 up, 7 down";
  for (const Descent::Node& node : flow_of(*tree).nodes)
    for (const std::uint32_t source : node.sources)
      EXPECT_LT(flow_of(*tree).nodes[source].row, node.row) << "the zero is handed down, too";
  const auto lanes = with_flow("scan_warp_shuffle");
  EXPECT_GT(joined(flow_of(*lanes), RowKind::lanes), 0U);
}

TEST(Descent, OfASortIsItsNetwork) {
  const auto session = with_flow("sort_bitonic");
  const Descent& flow = flow_of(*session);
  EXPECT_EQ(rows(flow, RowKind::cells), 1U + 6) << "six stages";
  EXPECT_EQ(joined(flow, RowKind::cells), 2U * 24) << "24 comparisons, each of which leaves two keys";
  for (const Descent::Node& node : flow.nodes)
    if (node.sources.size() == 2) {
      std::vector<std::uint32_t> read;
      for (const std::uint32_t source : node.sources) read.push_back(flow.nodes[source].index);
      EXPECT_NE(std::find(read.begin(), read.end(), node.index), read.end()) << "a key stays or goes to its partner";
    }
}

// Each of 32 lanes adds five times, to what it has in a register.
TEST(Descent, OfShufflesTellsWhoGaveWhatToWhom) {
  const auto session = with_flow("warp_sum_xor");
  const Descent& flow = flow_of(*session);
  ASSERT_EQ(rows(flow, RowKind::lanes), 6U) << "what they had before, and five shuffles";
  std::uint32_t apart = 16;
  for (std::uint32_t row = 0; row < flow.rows.size(); ++row) {
    if (flow.rows[row].kind != RowKind::lanes || flow.rows[row].from.empty()) continue;
    EXPECT_EQ(flow.rows[row].from, "^" + std::to_string(apart));
    for (const Descent::Node& node : flow.nodes) {
      if (node.row != row || node.thread >= 32) continue;
      ASSERT_EQ(node.sources.size(), 2U) << node.thread;
      std::vector<std::uint32_t> from;
      for (const std::uint32_t source : node.sources) from.push_back(flow.nodes[source].index % 32);
      std::sort(from.begin(), from.end());
      std::vector<std::uint32_t> expected{node.thread % 32, (node.thread ^ apart) % 32};
      std::sort(expected.begin(), expected.end());
      EXPECT_EQ(from, expected) << apart;
    }
    apart /= 2;
  }
}

// A key that a lane keeps is the minimum or maximum of its own and its partner's.
TEST(Descent, OfASortByShufflesIsTheSameNetwork) {
  const auto session = with_flow("sort_bitonic_shuffle");
  const Descent& flow = flow_of(*session);
  ASSERT_EQ(rows(flow, RowKind::lanes), 16U);
  EXPECT_EQ(joined(flow, RowKind::lanes), 15U * 32);
  std::vector<std::uint32_t> apart;
  for (std::uint32_t size = 2; size <= 32; size *= 2)
    for (std::uint32_t step = size / 2; step > 0; step /= 2) apart.push_back(step);
  std::uint32_t stage = 0;
  for (std::uint32_t row = 0; row < flow.rows.size(); ++row) {
    if (flow.rows[row].kind != RowKind::lanes) continue;
    EXPECT_EQ(flow.rows[row].shift, 0) << "lanes stand below each other";
    if (flow.rows[row].from.empty()) continue;
    for (const Descent::Node& node : flow.nodes) {
      if (node.row != row) continue;
      std::vector<std::uint32_t> from;
      for (const std::uint32_t source : node.sources) from.push_back(flow.nodes[source].index);
      std::sort(from.begin(), from.end());
      std::vector<std::uint32_t> expected{node.thread, node.thread ^ apart[stage]};
      std::sort(expected.begin(), expected.end());
      EXPECT_EQ(from, expected) << stage;
    }
    ++stage;
  }
  // The result of the last stage is stored.
  const Trace& trace = session->shown().replay().trace();
  for (const Descent::Node& node : flow.nodes) {
    if (flow.rows[node.row].kind != RowKind::stored) continue;
    ASSERT_EQ(node.sources.size(), 1U);
    const Descent::Node& last = flow.nodes[node.sources.front()];
    EXPECT_EQ(trace.events(0, last.thread)[last.value].bits, trace.events(0, node.thread)[node.event].bits);
  }
}

// A window of 2 R + 1 elements for each result, with R = 2, and 16 results a block.
TEST(Descent, OfAStencilIsItsWindow) {
  const auto session = with_flow("stencil_halo");
  const Descent& flow = flow_of(*session);
  std::size_t results = 0;
  for (const Descent::Node& node : flow.nodes) {
    if (flow.rows[node.row].kind != RowKind::stored) continue;
    ++results;
    EXPECT_EQ(node.sources.size(), 5U);
    std::int64_t sum = 0;
    for (const std::uint32_t source : node.sources) sum += flow.column_of(flow.nodes[source]);
    EXPECT_EQ(sum, 5 * flow.column_of(node)) << "it stands below the middle of its window";
  }
  EXPECT_EQ(results, 16U);
}

// Every origin comes before its result.
TEST(Descent, OfAnyKernelGoesForward) {
  for (const char* const kernel : {"histogram_shared", "softmax_online_block", "attention_tiled", "transpose_padded",
                                   "dot_block", "scan_hillis_steele_in_place", "add", "tiled", "register_tiled"}) {
    SCOPED_TRACE(kernel);
    const auto session = with_flow(kernel);
    const Descent& flow = flow_of(*session);
    if (flow.is_too_much) continue;
    EXPECT_FALSE(flow.nodes.empty());
    for (std::uint32_t n = 0; n < flow.nodes.size(); ++n) {
      EXPECT_LT(flow.nodes[n].row, flow.rows.size());
      EXPECT_GE(flow.column_of(flow.nodes[n]), flow.first_column);
      EXPECT_LT(flow.column_of(flow.nodes[n]), flow.end_column);
      for (const std::uint32_t source : flow.nodes[n].sources) EXPECT_LT(source, flow.nodes.size());
    }
  }
}

TEST(DescentView, LeadsToWhoWroteWhatAndWhen) {
  const auto session = with_flow("sort_bitonic");
  const Picture picture = descent_picture(session->explainable(), view_of(600, 700));
  const Descent& flow = flow_of(*session);
  std::size_t found = 0;
  for (const Descent::Node& node : flow.nodes)
    for (const Hit& hit : picture.hits)
      if (hit.target.moment == session->shown().replay().moments().after(0, node.thread, node.event) &&
          hit.target.number == node.thread + 1) {
        ++found;
        break;
      }
  EXPECT_EQ(found, flow.nodes.size());
  const Hit hit = picture.hits[picture.hits.size() / 2];
  session->apply(Select{hit.target});
  EXPECT_EQ(session->playback().moment, hit.target.moment);
  EXPECT_EQ(session->selection().thread + 1, hit.target.number);
}

// A row shows all of its values or none, and columns have numbers if all rows share them.
TEST(DescentView, HasValuesByRowsAndNumbersAboveColumns) {
  const auto numbers = [](const Picture& picture, float y0, float y1) {
    std::size_t count = 0;
    for (const Label& label : picture.labels)
      count += label.box.y >= y0 && label.box.y < y1 && label.align == Align::center ? 1 : 0;
    return count;
  };
  for (const float width : {220.0F, 300.0F, 420.0F, 700.0F}) {
    const auto session = with_flow("sort_bitonic");
    session->apply(Act::to_end);
    const Picture picture = descent_picture(session->explainable(), view_of(width, 700));
    std::map<float, std::size_t> by_row;
    for (const Label& label : picture.labels)
      if (label.align == Align::center) ++by_row[label.box.y];
    ASSERT_FALSE(by_row.empty()) << width;
    for (const auto& [y, count] : by_row)
      if (y != by_row.begin()->first) {
        EXPECT_EQ(count, 8U) << width << ", at " << y;
      }
    EXPECT_GE(by_row.begin()->second, 2U) << "numbers of columns";
  }
  const auto tiles = with_flow("attention_tiled");
  const Picture picture = descent_picture(tiles->explainable(), view_of(600, 700));
  EXPECT_EQ(numbers(picture, 0, 700), 0U) << "rows are shifted, and nothing has happened yet";
}

// Two trees of four steps after a filled array, with one barrier between the trees, or two.
TEST(DescentView, ABarrierIsALineAndTwoAreTwo) {
  const auto session = with_flow("softmax_block_a_row");
  const Descent& flow = flow_of(*session);
  std::uint32_t all = 0, doubled = 0;
  for (std::size_t row = 1; row < flow.rows.size(); ++row) {
    all += flow.rows[row].barriers_behind(flow.rows[row - 1]);
    doubled += flow.rows[row].barriers_behind(flow.rows[row - 1]) == 2 ? 1 : 0;
  }
  EXPECT_EQ(all, 11U);
  EXPECT_EQ(doubled, 1U);
  const Picture picture = descent_picture(session->explainable(), view_of(500, 800));
  EXPECT_EQ(std::count_if(picture.lines.begin(), picture.lines.end(), [](const Line& line) { return line.dashed; }),
            11);
}

// 18 levels do not fit for a class: all are drawn, and the level of the current step is scrolled into sight.
TEST(DescentView, ShowsAllLevelsAndScrollsToTheCurrentOne) {
  const auto session = with_flow("sort_bitonic_shuffle");
  View view = view_of(560, 300);
  view.text = 22;
  view.least = 0.9F;
  const auto picture = [&] { return descent_picture(session->explainable(), view); };
  session->apply(Act::to_begin);
  const Picture begin = picture();
  session->apply(Act::to_end);
  const Picture end = picture();
  for (const Picture& drawn : {begin, end}) {
    EXPECT_GT(drawn.height, 300);
    EXPECT_TRUE(has(labels_of(drawn), "how values are computed")) << labels_of(drawn);
    EXPECT_EQ(std::count_if(drawn.hits.begin(), drawn.hits.end(),
                            [](const Hit& hit) { return hit.target.kind == Target::Kind::moment; }),
              static_cast<std::ptrdiff_t>(flow_of(*session).nodes.size()));
    for (const Line& line : drawn.lines) EXPECT_LE(std::max(line.from.y, line.to.y), drawn.height);
  }
  const float level = begin.wanted->h / 2;
  EXPECT_NEAR(end.wanted->bottom() - begin.wanted->y, 18 * level, 1);
  const auto last = std::max_element(end.hits.begin(), end.hits.end(),
                                     [](const Hit& one, const Hit& other) { return one.box.y < other.box.y; });
  EXPECT_GT(end.wanted->bottom(), last->box.bottom());
  view.height = 2000;
  EXPECT_GT(picture().wanted->h / 2, 1.5F * level) << "levels use the height that is there";
}

// Levels whose boxes are too narrow for values may be lower, so that more of them are in sight.
TEST(DescentView, LevelsWithoutValuesMayBeLower) {
  const auto session = with_flow("sort_bitonic_shuffle");
  const Picture narrow = descent_picture(session->explainable(), view_of(300, 100));
  const Picture wide = descent_picture(session->explainable(), view_of(1200, 100));
  EXPECT_FLOAT_EQ(narrow.wanted->h / 2, 15);
  EXPECT_GT(wide.wanted->h, 1.5F * narrow.wanted->h);
  EXPECT_EQ(untidy(narrow) + untidy(wide), "");
}

TEST(DescentView, FollowsTheBlockInFocus) {
  const auto session = with_flow("reduce_sequential");
  EXPECT_EQ(flow_of(*session).block, 0U);
  session->apply(Act::next_block);
  EXPECT_EQ(flow_of(*session).block, 1U);
}

}  // namespace

}  // namespace tilescope
