// The figures that the curriculum asks for, each in the step that has to show it, and computed there: a figure that an
// author typed counts for nothing here.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "app/lessons/library.h"
#include "app/lessons/prepare.h"

namespace tilescope::lessons {
namespace {

const std::map<std::string, Prepared>& all() {
  static const std::map<std::string, Prepared> prepared = [] {
    std::map<std::string, Prepared> lessons;
    for (ReadLesson& read : all_lessons(TILESCOPE_SOURCES "/assets/lessons")) {
      const std::string name = read.lesson.name;
      lessons.emplace(name, prepare(std::move(read), std::make_shared<Scenes>()));
    }
    return lessons;
  }();
  return prepared;
}

// What a step says by references: figures in its text and its answer, and the words of all other references.
std::vector<std::string> computed_in(const PreparedStep& step) {
  std::vector<std::string> said;
  const auto collect = [&](const std::vector<Span>& spans) {
    for (const Span& span : spans) {
      const bool is_typed = span.ink == Ink::number && !span.code && span.from == Figure::From::text;
      if (span.bold && !is_typed) said.push_back(span.text);
    }
  };
  collect(step.text);
  if (step.question) {
    collect(step.question->text);
    collect(step.question->explain);
    said.push_back(step.question->accepted.front());
  }
  return said;
}

void expect_figures(const std::string& lesson, const std::string& step, const std::vector<std::string>& figures) {
  const auto found = all().find(lesson);
  ASSERT_NE(found, all().end()) << lesson;
  const auto at = found->second.step_named(step);
  ASSERT_TRUE(at) << lesson << " has no step " << step;
  const std::vector<std::string> said = computed_in(found->second.steps[*at]);
  for (const std::string& figure : figures)
    EXPECT_NE(std::find(said.begin(), said.end(), figure), said.end())
        << lesson << ", step " << step << ": " << figure << " is missing in "
        << plain_text(found->second.steps[*at].text);
}

// The notes of a step for its presenter.
void expect_in_notes(const std::string& lesson, const std::string& step, const std::vector<std::string>& figures) {
  const Prepared& prepared = all().at(lesson);
  const std::vector<Span>& notes = prepared.steps[prepared.step_named(step).value()].notes;
  for (const std::string& figure : figures)
    EXPECT_TRUE(std::any_of(notes.begin(), notes.end(), [&](const Span& span) { return span.text == figure; }))
        << lesson << ", step " << step << ": " << figure << " is missing in " << plain_text(notes);
}

std::string text_of(const std::string& lesson, const std::string& step) {
  const Prepared& prepared = all().at(lesson);
  return plain_text(prepared.steps[prepared.step_named(step).value()].text);
}

TEST(Curriculum, HasALessonForEachOfItsRows) {
  std::vector<int> numbers;
  for (const auto& [name, prepared] : all()) numbers.push_back(prepared.lesson.number);
  for (int row = 1; row <= 26; ++row) EXPECT_EQ(std::count(numbers.begin(), numbers.end(), row), 1) << "row " << row;
}

TEST(Curriculum, LeadsFromEachLessonToTheNext) {
  std::string name = "threads";
  for (int row = 1; row <= 26; ++row) {
    ASSERT_EQ(all().count(name), 1U) << name;
    const Lesson& lesson = all().at(name).lesson;
    EXPECT_EQ(lesson.number, row) << name;
    ASSERT_FALSE(lesson.next.empty()) << name;
    name = lesson.next.front().text;
  }
  EXPECT_EQ(name, "threads");
}

TEST(Curriculum, LeadsFromTheSortToAttention) {
  std::string name = "sort";
  for (int row = 24; row <= 26; ++row) {
    ASSERT_EQ(all().count(name), 1U) << name;
    const Lesson& lesson = all().at(name).lesson;
    EXPECT_EQ(lesson.number, row) << name;
    ASSERT_FALSE(lesson.next.empty()) << name;
    name = lesson.next.front().text;
  }
  EXPECT_EQ(name, "threads");
}

TEST(Curriculum, Row1ThreadsBlocksAndMemory) {
  expect_figures("threads", "grid", {"4", "2", "16"});
  expect_figures("threads", "row-and-column", {"C[2][1]", "C[1][2]"});
  expect_figures("threads", "memory", {"row·N + col = 1·4 + 2 = 6", "row·N + col = 2·4 + 1 = 9"});
}

TEST(Curriculum, Row2TheNaiveKernel) {
  expect_figures("naive", "count", {"8"});
  expect_figures("naive", "twice", {"8", "4", "A[0][0]"});
  expect_figures("naive", "reuse", {"4", "128", "32"});
}

TEST(Curriculum, Row3WhyThatIsSlow) {
  expect_figures("bandwidth", "cost", {"4", "0.25"});
  expect_figures("bandwidth", "memory", {"1 000", "4 000", "150", "37.5"});
  expect_figures("bandwidth", "tiles", {"0.5", "4", "8", "16"});
  expect_figures("bandwidth", "gpus", {"600", "1 000", "H200 SXM", "13.94", "38 400", "66 900"});
  expect_figures("bandwidth", "measured", {"4 800"});
  // A measurement by others is the only figure that cannot be computed here.
  EXPECT_NE(text_of("bandwidth", "roofline").find("about 25"), std::string::npos);
}

TEST(Curriculum, Row4OneBlock) {
  expect_figures("one-block", "shape", {"4", "16", "6"});
  expect_figures("one-block", "account", {"8", "12", "20", "48"});
  expect_figures("one-block", "limits", {"1 024", "32", "16", "14", "13"});
}

TEST(Curriculum, Row5TheTiledKernel) {
  expect_figures("phase-by-phase", "idea", {"4", "2"});
  expect_figures("phase-by-phase", "arithmetic", {"C[0][0] += A[0][2] × B[2][0]: 11 + 3 × 9 = 38", "11", "3", "9"});
  expect_figures("phase-by-phase", "store", {"4", "8", "64", "128", "2", "16"});
}

TEST(Curriculum, Row6TwoBarriers) {
  expect_figures("barriers", "both", {"4", "2", "3", "255"});
  expect_figures("barriers", "no-first",
                 {"0", "race on As[0][0] between thread (0,0) on line 11 and thread (0,1) on line 15, in block (0,0)"});
  expect_figures("barriers", "no-first-unlucky",
                 {"12", "NaN", "90",
                  "race on As[0][1] between thread (0,1) on line 11 and thread (0,0) on line 15, in block (0,0)"});
  expect_figures("barriers", "no-second", {"4", "104", "100"});
  expect_figures("barriers", "overwritten",
                 {"3", "1", "2", "4", "104", "100",
                  "race on As[0][0] between thread (0,0) on line 11 and thread (0,1) on line 15, in block (0,0)"});
  expect_figures("barriers", "looks-right", {"12", "16", "104", "100"});
  expect_figures("barriers", "inner", {"16", "3", "2", "6"});
}

TEST(Curriculum, Row7ChoosingT) {
  expect_figures("choosing-t", "sixteen", {"256", "2", "512", "8 192", "4 096"});
  expect_figures("choosing-t", "thirty-two", {"1 024", "8", "2 048", "65 536", "32 768"});
  expect_figures("choosing-t", "room", {"8", "2", "512", "4 096", "1 536", "6", "1", "threads"});
  expect_figures("choosing-t", "limits", {"1 024", "2 048", "64", "32", "48", "228"});
  expect_figures("choosing-t", "occupied", {"48", "100", "32", "67", "150", "600"});
  expect_figures("choosing-t", "wider", {"32", "128", "4", "16"});
}

TEST(Curriculum, Row8RaggedEdges) {
  expect_figures("ragged-edges", "next-row", {"3", "4", "A[1][0]", "A[2][0]"});
  expect_figures("ragged-edges", "beyond", {"9", "10"});
  expect_figures("ragged-edges", "poison", {"C[0][0] += As[0][1] × Bs[1][0]: 30 + 4 × NaN = NaN", "9"});
  expect_figures("ragged-edges", "zero", {"C[0][0] += As[0][1] × Bs[1][0]: 30 + 4 × 0 = 30"});
  expect_figures("ragged-edges", "stale", {"C[0][0] += As[0][1] × Bs[1][0]: 30 + 4 × 1 = 34", "34", "30"});
  expect_figures("ragged-edges", "guards", {"0", "9"});
  expect_figures("ragged-edges", "helpers", {"3", "4", "B[1][2]", "thread (1,0)"});
  expect_figures("ragged-edges", "price", {"6"});
}

TEST(Curriculum, Row9AnyRectangle) {
  expect_figures("any-rectangle", "large", {"1 000", "800", "1 200", "75", "63", "4 725", "50"});
  expect_figures("any-rectangle", "corner", {"74", "62", "1 192", "1 004"});
  expect_figures("any-rectangle", "edges", {"128", "75"});
}

TEST(Curriculum, Row10CountingExactly) {
  expect_figures("exact-counts", "formula", {"55", "48", "43", "64 704"});
  expect_figures("exact-counts", "counted", {"64 704", "9 460"});
  expect_figures("exact-counts", "useful", {"142", "110", "146", "4 561 040", "6 553 600"});
}

TEST(Curriculum, Row11OnACpu) {
  expect_figures("cpu-cache", "column", {"32 768", "0"});
  expect_figures("cpu-cache", "blocks", {"128", "1"});
  expect_figures("cpu-cache", "before-and-after", {"34 880", "31 680", "4 352", "77 568"});
}

TEST(Curriculum, Row12WhatWarpsDo) {
  expect_figures("warps", "coalesced", {"1", "4"});
  expect_figures("warps", "swapped", {"32", "1"});
  expect_figures("warps", "banks", {"0", "32"});
  expect_figures("warps", "padded", {"33", "1", "32", "128"});
  expect_figures("warps", "outputs", {"8", "2", "32", "16 384", "524 288", "294 912", "1.125"});
}

TEST(Curriculum, Row13SlipsInPrint) {
  expect_figures("slips", "short-loop", {"28", "90", "2", "4", "16"});
  expect_figures("slips", "wrong-column",
                 {"C[0][1] += A[0][0] × B[0][1]: 0 + 1 × 2 = 2", "C[0][1] += A[0][1] × B[1][1]: 2 + 2 × 4 = 10"});
  expect_figures("slips", "four-tiles", {"4", "16"});
  expect_figures("slips", "by-six", {"3", "6"});
  expect_figures("slips", "shared", {"2 048"});
  expect_figures("slips", "partial", {"1 184", "1 199", "1 200", "75"});
}

TEST(Curriculum, Row14AddCopySaxpy) {
  expect_figures("add-and-copy", "guard", {"1 000", "4", "256", "1 024", "24"});
  expect_figures("add-and-copy", "unguarded", {"72", "1 000"});
  expect_figures("add-and-copy", "rounds", {"2", "488", "24"});
  expect_figures("add-and-copy", "sectors", {"4"});
  expect_figures("add-and-copy", "strides", {"8", "16", "32"});
  expect_figures("add-and-copy", "shifted", {"5", "4"});
  expect_figures("add-and-copy", "runs", {"16", "500", "125", "32", "8"});
  expect_figures("add-and-copy", "saxpy", {"2", "1", "12", "0.1667", "25"});
}

TEST(Curriculum, Row15Transpose) {
  expect_figures("transpose", "straight", {"4", "32", "4 096", "512"});
  expect_figures("transpose", "other-way", {"32", "4"});
  expect_figures("transpose", "tile", {"4", "32", "1"});
  expect_figures("transpose", "padded", {"4", "1", "128", "33"});
  expect_figures("transpose", "turned", {"4 096", "1", "7", "Thread (1,3)"});
  expect_figures("transpose", "rows", {"1 024", "4 096", "4", "1"});
  expect_figures("transpose", "no-barrier",
                 {"race on tile[1][0] between thread (1,0) on line 16 and thread (0,1) on line 18", "NaN", "4"});
  expect_in_notes("transpose", "no-barrier", {"6", "16"});
}

TEST(Curriculum, Row16Reduction) {
  expect_figures("reduction", "tree", {"7", "3", "10", "4", "2", "1"});
  expect_figures("reduction", "interleaved", {"256", "8", "16", "4"});
  expect_figures("reduction", "strided", {"2", "4", "8", "1"});
  expect_figures("reduction", "sequential", {"1", "4", "2", "9", "8"});
  expect_figures("reduction", "shuffles", {"32", "5", "4", "9", "160", "129", "384", "thread 19"});
  expect_figures("reduction", "no-syncwarp",
                 {"race on sums[16] between threads 16 and 0 on line 26, in block 0", "0", "8", "9", "40", "270"});
  expect_figures("reduction", "atomics", {"4", "1 000", "32"});
  expect_figures("reduction", "orders", {"284"});
}

TEST(Curriculum, Row17Scan) {
  expect_figures("scan", "steps", {"6", "11", "7", "8"});
  expect_figures("scan", "doubling", {"18", "7", "6", "4", "17", "3", "21"});
  expect_figures("scan", "in-place", {"5", "6"});
  expect_figures("scan", "race", {"0", "6", "race on sums[1] between threads 1 and 2 on line 17"});
  expect_figures("scan", "buffers", {"4", "7", "64", "32"});
}

TEST(Curriculum, Row18ScanWithLessWork) {
  expect_figures("scan-work", "up", {"4", "2", "1", "36"});
  expect_figures("scan-work", "zero", {"0", "10"});
  expect_figures("scan-work", "levels", {"10", "11", "21"});
  expect_figures("scan-work", "down", {"14", "28", "7", "2046", "1 023", "9 217"});
  expect_figures("scan-work", "banks", {"1 024", "16", "32"});
  expect_figures("scan-work", "padded", {"32", "1", "2"});
  expect_figures("scan-work", "looking-back", {"2 046", "20", "9 217", "10"});
}

TEST(Curriculum, Row19ScanWithManyBlocks) {
  expect_figures("scan-blocks", "too-long", {"20", "3", "8", "block 2"});
  expect_figures("scan-blocks", "each-block", {"20", "3", "8", "4", "36", "100"});
  expect_figures("scan-blocks", "sums", {"3", "36", "100", "136"});
  expect_figures("scan-blocks", "blocks", {"4", "45", "36", "136", "190"});
  expect_figures("scan-blocks", "price", {"86", "20", "40"});
}

TEST(Curriculum, Row20Histogram) {
  expect_figures("histogram", "bins", {"32", "8", "10"});
  expect_figures("histogram", "lucky", {"8"});
  expect_figures("histogram", "lost", {"32", "7", "25", "0"});
  expect_figures("histogram", "contention", {"10", "55", "32", "256"});
  expect_figures("histogram", "private", {"256", "8", "16"});
  expect_figures("histogram", "bins-a-warp", {"4", "10", "33"});
  expect_figures("histogram", "together", {"2", "7", "3"});
  expect_figures("histogram", "first-lanes", {"1", "10", "61", "256"});
}

TEST(Curriculum, Row21StencilAndConvolution) {
  expect_figures("stencil", "window", {"2", "16", "5", "80", "20"});
  expect_figures("stencil", "halo", {"16", "4", "20", "80", "thread 1"});
  expect_figures("stencil", "ghosts", {"2", "8", "12", "10", "15"});
  expect_figures("stencil", "no-barrier",
                 {"6", "15", "16", "4", "0", "race on tile[1] between thread 1 on line 17 and thread 0 on line 24"});
  expect_figures("stencil", "constant", {"5", "32", "600", "20", "4"});
  expect_figures("stencil", "convolution", {"4", "6", "36", "9", "16", "3", "100", "64"});
  expect_figures("stencil", "corners", {"4", "36", "thread (0,3)"});
  expect_figures("stencil", "no-corners", {"30", "132", "4", "32", "uninitialised read of tile, line 35"});
}

TEST(Curriculum, Row22MatrixVectorAndDot) {
  expect_figures("matrix-vector", "thread-a-row", {"32", "128", "4", "16"});
  expect_figures("matrix-vector", "warp-a-row", {"64", "4", "5", "32", "2"});
  expect_figures("matrix-vector", "shuffles", {"32", "5", "0", "thread 8", "thread 24"});
  expect_figures("matrix-vector", "by-columns", {"4", "A[1][3]"});
  expect_figures("matrix-vector", "tail", {"100", "4", "32", "132", "50", "128", "13", "119"});
  expect_figures("matrix-vector", "dot", {"128", "4", "32"});
  expect_figures("matrix-vector", "no-atomic",
                 {"2", "1.30", "-1.37", "race on out[0] between threads 32 and 0 on line 17, in block 0"});
}

TEST(Curriculum, Row23Softmax) {
  expect_figures("softmax", "three-passes", {"3", "8", "24", "72"});
  expect_figures("softmax", "overflow", {"65", "96", "88", "89", "NaN", "40", "24", "0", "5"});
  expect_figures("softmax", "online", {"16", "24", "-0.79", "0.90", "1.18"});
  expect_figures("softmax", "block-a-row", {"8", "4", "3", "7"});
  expect_figures("softmax", "no-barrier",
                 {"8", "0", "race on part[0] between thread 0 on line 30 and thread 1 on line 26"});
  expect_figures("softmax", "one-tree", {"3", "7", "32", "16", "8", "24"});
  expect_figures("softmax", "warp-a-row", {"32", "10", "0", "thread 13"});
}

TEST(Curriculum, Row24Sort) {
  expect_figures("sort", "pairs", {"8", "4", "31", "19", "0"});
  expect_figures("sort", "network", {"6", "4", "24", "28", "8", "1 024", "55"});
  expect_figures("sort", "half-idle", {"8", "4", "24", "thread 3"});
  expect_figures("sort", "no-barrier",
                 {"race on part[6] between thread 3 on line 22 and thread 2 on line 20", "5", "8", "6", "7"});
  expect_figures("sort", "syncwarp", {"128", "2", "32", "64", "28", "4", "25", "29"});
  expect_figures("sort", "lockstep",
                 {"race on part[1] between thread 1 on line 23 and thread 0 on line 21", "0", "128", "104"});
  expect_figures("sort", "shuffle", {"32", "15", "0", "480", "240", "thread 7"});
  expect_figures("sort", "blocks",
                 {"race on keys[4] between thread 0 of block 0 on line 16 and thread 0 of block 1 on line 18", "2", "4",
                  "6", "16"});
}

TEST(Curriculum, Row25WarpsTalking) {
  expect_figures("warps-talking", "down", {"thread 19", "thread 11", "thread 27"});
  expect_figures("warps-talking", "sum", {"5", "32", "528", "160", "31", "thread 20"});
  expect_figures("warps-talking", "xor", {"5", "1", "528"});
  expect_figures("warps-talking", "ballot", {"0x55555555", "33", "64", "1", "4", "0"});
  expect_figures("warps-talking", "keep", {"4", "9", "2"});
  expect_figures("warps-talking", "compact", {"16", "4", "7", "in[10]", "out[2]"});
  expect_figures("warps-talking", "mask", {"mask mismatch, line 14", "2", "thread 19"});
  expect_figures("warps-talking", "guarded", {"50", "64", "thread 50"});
  expect_figures("warps-talking", "divergent", {"14", "1328", "747", "mask mismatch, line 14"});
}

TEST(Curriculum, Row26AttentionInTiles) {
  expect_figures("attention", "scores", {"5", "4", "25", "10", "100"});
  expect_figures("attention", "plain", {"75", "50", "20", "5", "10"});
  expect_figures("attention", "online", {"32", "1 120", "320", "576", "256"});
  expect_figures("attention", "no-rescale", {"wrong result in O", "31", "32", "1", "0"});
  expect_figures("attention", "tile", {"4", "2", "128", "thread 2"});
  expect_figures("attention", "tiles", {"4", "256", "2", "64", "32", "192"});
  expect_figures(
      "attention", "no-barrier",
      {"race on Ks[0][0] between thread 0 on line 27 and thread 1 on line 34, in block 0", "24", "32", "0", "2"});
  expect_figures("attention", "count", {"64", "69 888", "20 480", "8 704", "4 096", "1 024", "1024"});
}

}  // namespace
}  // namespace tilescope::lessons
