// The stage of kernels that are not products: whether everything is readable at the beginning, in the middle and at the
// end, and in several sizes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>

#include "app/stage/array_values.h"
#include "app/stage/merged.h"
#include "app/stage/stage.h"
#include "instrumentation/executors/judged.h"
#include "tests/support/collection.h"
#include "tests/support/pictures.h"

namespace tilescope::test {
namespace {

namespace fs = std::filesystem;

Replay replay_of(const std::string& file, const std::string& kernel) {
  Request request;
  request.kernel = file;
  request.entry = kernel;
  return Replay(traced(plan(request)));
}
Replay replay_in(const std::string& file, const std::string& kernel) {
  return replay_of((fs::path(TILESCOPE_SOURCES "/tests/instrumentation/language/collection") / "other" / file).string(),
                   kernel);
}

Replay replay_of_text(const std::string& text, const std::string& kernel) {
  const fs::path file = fs::temp_directory_path() / ("tilescope_" + kernel + ".cu");
  std::ofstream(file) << text;
  return replay_of(file.string(), kernel);
}

// For every step: the headline, and the detail of thread 0.
std::set<std::string> said_in(const Replay& replay) {
  std::set<std::string> all;
  for (std::uint32_t step = 0; step < replay.order().step_count(); ++step) {
    const Frame frame = replay.at({replay.moments().end_of(step), Grain::step, 0, 0});
    const Detail now = detail(frame);
    all.insert(headline(frame));
    all.insert(now.code + " | " + now.numbers + " | " + now.origin);
  }
  return all;
}

// Text that is too wide for its box is drawn smaller.
float drawn_size(const Label& label) {
  const float wide = text_width(label.text, label.size, label.face);
  return wide > label.box.w ? label.size * label.box.w / wide : label.size;
}

// The box of its letters.
Box drawn_box(const Label& label) {
  const float size = drawn_size(label), wide = text_width(label.text, size, label.face), high = 0.9F * size;
  const float left = label.align == Align::left     ? label.box.x
                     : label.align == Align::center ? label.box.middle().x - wide / 2
                                                    : label.box.right() - wide;
  return {left, label.box.middle().y - high / 2, wide, high};
}

bool is_inside(const Box& box, const Picture& picture) {
  return box.x >= -0.5F && box.y >= -0.5F && box.right() <= picture.width + 0.5F &&
         box.bottom() <= picture.height + 0.5F;
}

// The label that is unreadable, covered or outside. None: "".
std::string unreadable(const Picture& picture) {
  constexpr float smallest = 8.5F;
  for (const Label& label : picture.labels) {
    if (drawn_size(label) < smallest) return label.text + " has letters of " + std::to_string(drawn_size(label));
    if (drawn_size(label) > label.box.h + 0.6F) return label.text + " is higher than its box";
    if (!is_inside(label.box, picture)) return label.text + " lies outside: " + name_of(label.box);
  }
  for (const Grid& grid : picture.grids)
    if (!is_inside(grid.box, picture)) return grid.name + " lies outside: " + name_of(grid.box);
  for (const std::vector<Shape>* shapes : {&picture.shapes, &picture.frames})
    for (const Shape& shape : *shapes)
      if (!is_inside(shape.box, picture)) return "shape outside: " + name_of(shape.box);
  for (std::size_t one = 0; one < picture.labels.size(); ++one)
    for (std::size_t other = 0; other < one; ++other) {
      const Box mine = drawn_box(picture.labels[one]), theirs = drawn_box(picture.labels[other]);
      if (overlap(mine, theirs))
        return picture.labels[one].text + " " + name_of(mine) + " lies over " + picture.labels[other].text + " " +
               name_of(theirs);
    }
  return "";
}

std::set<std::string> arrays_shown(const Picture& picture) {
  std::set<std::string> names;
  for (const Grid& grid : picture.grids)
    if (grid.first.kind == Target::Kind::element) names.insert(grid.name);
  return names;
}

// Sums in numbers give their result.
void hold_to_numbers(const Replay& replay) {
  const std::uint32_t steps = replay.order().step_count();
  for (std::uint32_t step = 0; step < steps; step += 1 + steps / 24) {
    const Frame frame = replay.at({replay.moments().end_of(step), Grain::step, replay.blocks().front(), 0});
    if (!frame.arithmetic) continue;
    const Detail now = detail(frame);
    EXPECT_EQ(now.origin.find("padding"), std::string::npos) << "step " << step;
    double before = 0, first = 0, second = 1, after = 0;
    const char* const numbers = now.numbers.c_str();
    const bool is_product = std::sscanf(numbers, "%lf + %lf × %lf = %lf", &before, &first, &second, &after) == 4;
    if (!is_product) second = 1;
    if (is_product || std::sscanf(numbers, "%lf + %lf = %lf", &before, &first, &after) == 3 ||
        std::sscanf(numbers, "%lf + (%lf) = %lf", &before, &first, &after) == 3) {
      if (!std::isfinite(before) || !std::isfinite(first * second) || !std::isfinite(after)) continue;
      const double size = std::max({1.0, std::abs(after), std::abs(before), std::abs(first), std::abs(second)});
      // Large floats have two digits.
      EXPECT_NEAR(before + first * second, after, 0.06 * size) << numbers << " at step " << step;
    }
  }
}

void look_at(const CollectedKernel& known) {
  SCOPED_TRACE(fs::path(known.file).filename().string() + " " + known.kernel);
  const Replay replay = replay_of(known.file, known.kernel);
  hold_to_numbers(replay);
  const std::uint64_t moments = replay.moments().count();
  const std::vector<View> views{view(905, 640, 15), view(600, 485, 15), view(740, 560, 20)};
  for (const std::uint64_t moment : {std::uint64_t{0}, moments / 2, moments}) {
    const Frame frame = replay.at({moment, Grain::step, replay.blocks().front(), 0});
    for (const View& view : views) {
      const Picture picture = stage_picture(frame, {}, view);
      EXPECT_EQ(unreadable(picture), "") << view.width << " wide, moment " << moment << " of " << moments;
    }
    const std::set<std::string> shown = arrays_shown(stage_picture(frame, {}, views.front()));
    for (std::uint8_t array = 0; array < replay.trace().arrays().size(); ++array) {
      const ArrayInfo& info = replay.trace().arrays()[array];
      if (info.space != Space::local && info.elements() > 0) {
        EXPECT_TRUE(shown.contains(info.name)) << info.name;
      }
    }
  }
}

class AnyArrays : public testing::TestWithParam<int> {};
constexpr int parts = 4;

TEST_P(AnyArrays, CanBeReadOnTheStage) {
  const std::vector<CollectedKernel> all =
      kernels_of(TILESCOPE_SOURCES "/tests/instrumentation/language/collection/other");
  ASSERT_GT(all.size(), 100U);
  for (std::size_t n = static_cast<std::size_t>(GetParam()); n < all.size(); n += parts) look_at(all[n]);
}
INSTANTIATE_TEST_SUITE_P(Parts, AnyArrays, testing::Range(0, parts));

// Elements of an array that have a cross, by their numbers.
std::set<std::uint32_t> crossed(const Picture& picture, const std::string& array) {
  std::set<std::uint32_t> all;
  for (const Grid& grid : picture.grids)
    if (grid.name == array && grid.first.kind == Target::Kind::element)
      for (std::uint32_t n = 0; n < grid.cells.size(); ++n)
        if (grid.cells[n].mark == Mark::cross) all.insert(grid.first.number + n);
  return all;
}

bool says(const Picture& picture, const std::string& words) {
  return std::any_of(picture.labels.begin(), picture.labels.end(),
                     [&](const Label& label) { return label.text.find(words) != std::string::npos; });
}

// An array of one side and one of two, both wrong in places, and one that is right.
TEST(AnyArraysResults, AreMarkedWhereTheyAreWrong) {
  const Replay replay = replay_of_text(R"(//! in = { sides = [24] }
//! line = { sides = [24] }
//! field = { sides = [4, 6] }
//! right = { sides = [24] }
//! grid = 3
//! block = 8
__global__ void several(const int* in, int* line, int* field, int* right) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  line[i] = i == 5 || i == 23 ? 0 : in[i];
  if (i != 14) field[i] = in[i];
  right[i] = in[i];
}
void reference(const int* in, int* line, int* field, int* right) {
  for (int i = 0; i < 24; ++i) line[i] = field[i] = right[i] = in[i];
}
)",
                                       "several");
  const Hazards judged = tilescope::judged(replay.trace());
  ASSERT_TRUE(judged.result);
  StageOptions options;
  options.result = &*judged.result;
  const Frame end = replay.at({replay.moments().count(), Grain::step, 0, 0});
  for (const View& view : {view(905, 640, 15), view(600, 485, 15), view(1300, 900, 20)}) {
    options.shows_wrong = false;
    EXPECT_TRUE(crossed(stage_picture(end, options, view), "line").empty());
    options.shows_wrong = true;
    const Picture picture = stage_picture(end, options, view);
    EXPECT_EQ(unreadable(picture), "");
    EXPECT_EQ(crossed(picture, "line"), (std::set<std::uint32_t>{5, 23}));
    EXPECT_EQ(crossed(picture, "field"), (std::set<std::uint32_t>{14}));
    EXPECT_TRUE(crossed(picture, "right").empty());
    EXPECT_TRUE(crossed(picture, "in").empty());
    EXPECT_TRUE(says(picture, "wrong"));
    EXPECT_FALSE(says(picture, "padded"));
  }
  const Picture picture = stage_picture(end, options, view(1300, 900, 15));
  EXPECT_TRUE(says(picture, "2 of 24 wrong"));
  EXPECT_TRUE(says(picture, "1 of 24 wrong"));
  EXPECT_TRUE(says(picture, "24 stored, all correct"));
  const Picture before = stage_picture(replay.at({1, Grain::step, 0, 0}), options, view(1300, 900, 15));
  EXPECT_FALSE(says(before, "24 wrong"));
  EXPECT_TRUE(crossed(before, "line").empty()) << "what is there will be replaced yet";
  const auto line =
      std::find_if(before.grids.begin(), before.grids.end(), [](const Grid& grid) { return grid.name == "line"; });
  ASSERT_NE(line, before.grids.end());
  EXPECT_EQ(line->cells[5].ink, Ink::bad) << "but it has the colour";
  EXPECT_NE(line->cells[6].ink, Ink::bad);
}

// If several elements share a cell, or cells are too small for a cross, wrong ones have their colour.
TEST(AnyArraysResults, AreMarkedInLargeArrays) {
  for (const auto& [elements, wide] : {std::pair{1 << 20, 905.0F}, std::pair{1 << 13, 600.0F}}) {
    SCOPED_TRACE(elements);
    const Replay replay = replay_of_text(fmt::format(R"(//! out = {{ sides = [{0}] }}
//! grid = 1
//! block = 8
__global__ void some(int* out) {{ out[threadIdx.x * 1000] = threadIdx.x == 3 ? 5 : 1; }}
void reference(int* out) {{
  for (int i = 0; i < 8; ++i) out[i * 1000] = 1;
}}
)",
                                                     elements),
                                         "some");
    const Hazards judged = tilescope::judged(replay.trace());
    ASSERT_TRUE(judged.result);
    ASSERT_EQ(judged.result->wrong, (std::vector<std::uint32_t>{3000}));
    StageOptions options;
    options.result = &*judged.result;
    options.shows_wrong = true;
    const Frame end = replay.at({replay.moments().count(), Grain::step, 0, 0});
    const Picture picture = stage_picture(end, options, view(wide, 640, 15));
    std::size_t bad = 0;
    for (const Grid& grid : picture.grids)
      if (grid.name == "out")
        for (std::size_t n = 0; n < grid.cells.size(); ++n)
          if (grid.cells[n].ink == Ink::bad || grid.cells[n].mark == Mark::cross) {
            ++bad;
            const auto side = static_cast<std::uint32_t>(grid.merged);
            const auto row = static_cast<std::uint32_t>(n) / grid.columns * side,
                       column = static_cast<std::uint32_t>(n) % grid.columns * side;
            const std::uint32_t columns = side == 1 ? grid.columns : grid.all_columns;
            EXPECT_LE(row, 3000 / columns);
            EXPECT_GT(row + side, 3000 / columns);
            EXPECT_LE(column, 3000 % columns);
            EXPECT_GT(column + side, 3000 % columns);
          }
    EXPECT_EQ(bad, 1U);
  }
}

TEST(AnyArraysSentences, NameTheMembersOfVectors) {
  const Replay replay = replay_in("dot_of_quaternions_operators.cu", "quatDot");
  std::size_t named = 0;
  for (std::uint32_t step = 0; step < replay.order().step_count(); ++step) {
    const Frame frame = replay.at({replay.moments().end_of(step), Grain::step, replay.blocks().front(), 0});
    if (detail(frame).code.starts_with("reads a[0].")) ++named;
  }
  EXPECT_GT(named, 0U);
  const ArrayInfo& a = replay.trace().arrays()[0];
  ASSERT_EQ(a.parts.size(), 4U);
  EXPECT_EQ(element_name(a, 5), a.name + "[1]." + a.parts[1]);
}

TEST(AnyArraysSentences, RepeatNoIndex) {
  const Replay replay = replay_in("vector_add_pointer_walk_old_c.cu", "vadd");
  for (std::uint32_t step = 0; step < replay.order().step_count(); ++step) {
    const std::string origin =
        detail(replay.at({replay.moments().end_of(step), Grain::step, replay.blocks().front(), 0})).origin;
    EXPECT_EQ(origin.find_first_not_of("0123456789"), origin.empty() ? std::string::npos : 0U) << origin;
  }
}

// The stored value may differ from the last loaded one.
TEST(AnyArraysSentences, CallNothingACopyThatIsComputed) {
  EXPECT_TRUE(said_in(replay_in("saxpy_overloads_axpby_types.cu", "axpby"))
                  .contains("y[0][0] = 2.50 |  | computed from x[0][0] and y[0][0]"));
  const std::set<std::string> sorted = said_in(replay_in("sort_bitonic_shared_gnu_style.cu", "bitonic_sort_shared"));
  EXPECT_TRUE(std::any_of(sorted.begin(), sorted.end(), [](const std::string& said) {
    return said.starts_with("dst_val[") && said.find("] = s_val[") != std::string::npos &&
           said.find("computed") == std::string::npos;
  }));
}

// A sum of an assignment is not added to the previous value.
TEST(AnyArraysSentences, TellWhatIsAddedToWhat) {
  const std::set<std::string> said = said_in(replay_of_text(R"(//! block = 4
__global__ void sums(const float* a, const float* w, float* out, int n) {
  int t = threadIdx.x;
  float d = 0;
  for (int k = 0; k < 2; ++k) {
    d = a[t + 1 + k] - a[t];
    out[t] += d;
  }
  float all = a[t] + w[t];
  all -= a[t + 1];
  out[t + n] = a[t] + w[t + 1] + all;
}
)",
                                                            "sums"));
  EXPECT_TRUE(said.contains("d = a[1] - a[0] | 2 - 1 = 1 | "));
  EXPECT_TRUE(said.contains("d = a[2] - a[0] | 3 - 1 = 2 | ")) << "and not onto what it was a round before";
  EXPECT_TRUE(said.contains("all -= a[1] | 2 - 2 = 0 | "));
  EXPECT_TRUE(std::none_of(said.begin(), said.end(), [](const std::string& each) { return each.starts_with("d +="); }));
}

// Other loads of the same statement may hold the same number.
TEST(AnyArraysSentences, NameTheLoadThatIsStored) {
  const std::set<std::string> placed = said_in(replay_of_text(R"(//! block = 4
__global__ void placed(const float* in, const int* place, float* out) { out[place[threadIdx.x]] = in[threadIdx.x]; }
)",
                                                              "placed"));
  EXPECT_TRUE(std::any_of(placed.begin(), placed.end(), [](const std::string& said) {
    return said.starts_with("out[") && said.find("] = in[0] | ") != std::string::npos;
  }));
  const std::set<std::string> chosen = said_in(replay_of_text(R"(//! block = 4
__global__ void chosen(const int* r, int* out) { int t = threadIdx.x; out[t] = r[t] < 0 ? r[t] : r[t] + r[t + 1]; }
)",
                                                              "chosen"));
  EXPECT_TRUE(chosen.contains("out[0] = r[t] < 0 ? r[t] : r[t] + r[t + 1] | = 1 | computed from r[0] and r[1]"));
}

// A function, a constant or a quotient is not a sum of the values that were read.
TEST(AnyArraysSentences, SayWhatTheTextSays) {
  const std::set<std::string> said = said_in(replay_of_text(R"(//! block = 4
//! in = { sides = [8], fill = "counting" }
#define SCALE 0.5f
__global__ void told(const float* in, float* out, float* scaled, float* part) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 2; ++k)
    sum += expf(in[t + k] * 100);
  float score = in[t];
  score += in[t + 1];
  scaled[t] = score * SCALE;
  out[t] = in[t + 2] / score;
  part[t] = sum;
}
)",
                                                            "told"));
  for (const char* begin : {"sum += expf(in[t + k] * 100) | = inf | ", "scaled[0] = score * SCALE | = 1.50 | ",
                            "out[0] = in[t + 2] / score | = 1 | ", "part[0] = sum | inf"})
    EXPECT_TRUE(std::any_of(said.begin(), said.end(), [&](const std::string& each) { return each.starts_with(begin); }))
        << begin << fmt::format("{}", fmt::join(said, "\n"));
}

// Threads that did the same, except for the element that each adds up.
TEST(AnyArrays, ThreadsOfOnePathNameTheirOwnElement) {
  const Replay replay = replay_of_text(R"(//! block = 4
//! in = { sides = [4], fill = "counting" }
__global__ void pairs(const int* in, int* out) {
  __shared__ int sums[4];
  sums[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  sums[threadIdx.x] += in[threadIdx.x];
  out[threadIdx.x] = sums[threadIdx.x];
}
)",
                                       "pairs");
  const Frame frame = replay.at({replay.moments().count(), Grain::step, replay.blocks().front(), 0});
  for (std::uint32_t thread = 0; thread < 4; ++thread) {
    ASSERT_EQ(frame.sums_of(thread).size(), 1U);
    EXPECT_EQ(frame.sums_of(thread)[0].index, thread);
  }
}

TEST(AnyArraysSentences, HoldSumsToWhatTheyComeTo) {
  EXPECT_TRUE(is_about(38, 38, 27));
  EXPECT_TRUE(is_about(0.1F + 0.2F, 0.3F, 0.2));
  EXPECT_FALSE(is_about(3e-7, 1e-7, 3e-7));
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(is_about(2.6e38, infinite, 2.6e38));
  EXPECT_TRUE(is_about(6e38, infinite, 3e38)) << "a float has no room for it";
  EXPECT_FALSE(is_about(-6e38, infinite, 3e38));
  EXPECT_TRUE(is_about(std::nan(""), std::nan(""), 1));
}

TEST(AnyArraysSentences, TellArraysFromWords) {
  const std::set<std::string> said = said_in(replay_of_text(R"(//! block = 4
__global__ void moved(const float* from, const float* now, float* to) {
  to[threadIdx.x] = from[threadIdx.x];
  if (threadIdx.x == 0) to[5] = now[0];
}
)",
                                                            "moved"));
  const auto begins = [&](const std::string& words) {
    return std::any_of(said.begin(), said.end(), [&](const std::string& each) { return each.starts_with(words); });
  };
  EXPECT_TRUE(begins("Storing: each thread writes its result to to[]"));
  EXPECT_TRUE(begins("Storing: one thread writes its result to to[]"));
  const Replay one = replay_of_text("//! block = 4\n__global__ void only(int* p) { p[threadIdx.x] = 1; }\n", "only");
  EXPECT_EQ(place_name(one.at({0, Grain::step, 0, 0})), "before the only step");
}

// Each member by its own type, independent of the others.
TEST(AnyArraysValues, OfStructuresAreOfTheirOwnTypes) {
  const Replay replay = replay_of_text(R"(//! block = 4
struct Link { float weight; int next; };
struct Body { int id; double mass; };
__global__ void follow(const Link* links, const Body* bodies, double* out) {
  int next = links[threadIdx.x].next & 3;
  out[threadIdx.x] = links[next].weight + bodies[threadIdx.x].mass + bodies[threadIdx.x].id;
}
)",
                                       "follow");
  const Trace& trace = replay.trace();
  ASSERT_EQ(trace.arrays()[0].part_kinds.size(), 2U);
  EXPECT_EQ(trace.arrays()[0].part_of(2).number, Number::f32);
  EXPECT_EQ(trace.arrays()[0].part_of(3).number, Number::i32);
  ASSERT_EQ(trace.arrays()[1].part_kinds.size(), 4U);
  EXPECT_EQ(trace.arrays()[1].part_of(2), (PartOfArray{Number::f64, 8, false}));
  EXPECT_EQ(trace.arrays()[1].part_of(3).bytes, 0U);
  for (std::uint32_t n = 0; n < 8; ++n)
    for (const std::uint8_t array : {std::uint8_t{0}, std::uint8_t{1}}) {
      const double value = trace.given(array, n);
      EXPECT_EQ(value, std::floor(value)) << int{array} << " " << n;
    }
  EXPECT_TRUE(trace.arrays()[2].part_kinds.empty());
  for (const Label& label : stage_picture(replay.at({0, Grain::step, 0, 0}), {}, view(905, 640, 15)).labels)
    EXPECT_EQ(label.text.find("e-"), std::string::npos) << label.text;
}

TEST(AnyArraysValues, OfVectorsHaveNames) {
  const Replay replay = replay_of_text(R"(//! block = 4
__global__ void lengths(const float2* at, float* out) {
  float2 p = at[threadIdx.x];
  out[threadIdx.x] = p.x * p.x + p.y * p.y;
}
)",
                                       "lengths");
  const ArrayInfo& at = replay.trace().arrays()[0];
  EXPECT_EQ(at.parts, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(at.sides.size(), 1U);
  EXPECT_EQ(element_name(at, 3), "at[1].y");
}

TEST(AnyArraysValues, AZeroThatAKernelIsGivenIsShown) {
  const Replay replay = replay_of_text(
      "//! block = 4\n__global__ void twice(int* data, int n) { if (threadIdx.x < n) data[threadIdx.x] *= 2; }\n",
      "twice");
  ASSERT_EQ(replay.trace().given(0, 0), 0);
  for (const Label& label : stage_picture(replay.at({0, Grain::step, 0, 0}), {}, view(905, 640, 15)).labels)
    EXPECT_NE(label.text, "·");
}

TEST(AnyArraysThreads, OfABlockOfThreeSidesAreNoStrip) {
  const Replay replay = replay_of_text(R"(//! block = [8, 8, 8]
__global__ void solid(float* p) { p[(threadIdx.z * 8 + threadIdx.y) * 8 + threadIdx.x] = 1; }
)",
                                       "solid");
  const Picture picture = stage_picture(replay.at({0, Grain::step, 0, 0}), {}, view(905, 640, 15));
  const auto threads =
      std::find_if(picture.grids.begin(), picture.grids.end(), [](const Grid& grid) { return grid.name == "threads"; });
  ASSERT_NE(threads, picture.grids.end());
  EXPECT_EQ(threads->cells.size(), 512U);
  EXPECT_LE(threads->rows, threads->columns);
  EXPECT_EQ(threads->block_columns, 8U);
}

// A few that are too wide leave the room of the others.
TEST(AnyArraysValues, AreShownWhereMostHaveRoom) {
  std::vector<std::optional<Value>> values(8, Value(Number::u32, 7));
  const View small = view(600, 480, 15);
  values[3] = Value(Number::u32, 0xffffffff);
  const CellNames most = names_in_cells(values, false, 18, 18, small);
  EXPECT_GT(most.size, 0);
  EXPECT_EQ(most.names[2], "7");
  EXPECT_EQ(most.names[3], "…");
  EXPECT_EQ(names_in_cells(values, false, 80, 18, small).names[3], "4294967295");
  for (std::size_t n = 0; n < 5; ++n) values[n] = Value(Number::u32, 0xffffffff);
  EXPECT_EQ(names_in_cells(values, false, 18, 18, small).size, 0);
}

// Probabilities in narrow cells: no small number looks like 0.
TEST(AnyArraysValues, OfSmallFractionsAreShortenedHonestly) {
  std::vector<std::optional<Value>> values(12, Value(0.0F));
  values[0] = Value(0.0213F);
  values[1] = Value(2.1e-5F);
  values[2] = Value(0.14F);
  std::set<std::string> hundredths, tiny;
  for (float wide = 16; wide < 60; ++wide) {
    const CellNames names = names_in_cells(values, false, wide, 27, view(600, 480, 15));
    if (names.size == 0) continue;
    hundredths.insert(names.names[0]);
    tiny.insert(names.names[1]);
    EXPECT_EQ(names.names[3], "0");
  }
  EXPECT_TRUE(hundredths.contains(".02"));
  EXPECT_TRUE(tiny.contains("2e-5"));
  for (const auto& names : {hundredths, tiny}) EXPECT_FALSE(names.contains("0"));
}

TEST(AnyArraysSentences, NameBothSidesOfAStore) {
  for (const std::string& said : said_in(replay_in("nbody_tile_float4_soften.cu", "integrateBodies"))) {
    EXPECT_EQ(said.find("=  to"), std::string::npos) << said;
    EXPECT_FALSE(said.starts_with(" to")) << said;
  }
}

// A and B are ordinary names if nothing is multiplied.
TEST(AnyArraysSentences, SpeakOfNoProductsSides) {
  const std::set<std::string> said = said_in(replay_in("transpose_naive_rectangular_rowcol.cu", "transpose"));
  EXPECT_TRUE(said.contains("B[0][0] = A[0][0] | 1 | index: row·width + col = 0·24 + 0 = 0"));
}

TEST(AnyArraysSentences, CountThreads) {
  EXPECT_TRUE(said_in(replay_in("hash_table_insert_lookup_cas.cu", "insertAll"))
                  .contains("Atomics: 2 threads update failures, one after another"));
  const fs::path alone = fs::temp_directory_path() / "tilescope_alone.cu";
  std::ofstream(alone)
      << "//! block = 1\n__global__ void alone(int* p) { p[0] = 1;\n  __syncthreads();\n  p[1] = p[0]; }\n";
  EXPECT_TRUE(said_in(replay_of(alone.string(), "alone"))
                  .contains("Barrier at line 3: the block's only thread has arrived and continues"));
}

TEST(AnyArraysSentences, SayThatNothingHappens) {
  const Replay replay = replay_in("sieve_primes_bitmap_atomic_or.cu", "cross_out");
  ASSERT_EQ(replay.order().step_count(), 0U);
  const Frame begin = replay.at({0, Grain::step, replay.blocks().front(), 0});
  EXPECT_EQ(headline(begin), "No thread reads or writes anything in this launch");
  EXPECT_EQ(place_name(begin), "no steps");
}

TEST(AnyArraysValues, AreToldInFull) {
  EXPECT_EQ(long_value_name(Value(Number::u64, ~std::uint64_t{0})), "18446744073709551615");
  EXPECT_EQ(long_value_name(Value(Number::i32, 0xffffffff)), "-1");
  EXPECT_EQ(long_value_name(Value(Number::u32, 0xffffffff)), "4294967295");
  EXPECT_EQ(value_name(Value(Number::u32, 0xffffffff)), "4.3e9");
  EXPECT_EQ(long_value_name(Value(Number::i32, poison_bits)), "poison");
  EXPECT_EQ(long_value_name(Value(Number::f64, std::bit_cast<std::uint64_t>(1.0 / 3))), "0.333333");
  EXPECT_EQ(value_name(Value(0.25F)), value_name(0.25F));
}

TEST(AnyArraysValues, SmallOnesAreNotZero) {
  EXPECT_EQ(value_name(-0.004F), "-4.0e-3");
  EXPECT_EQ(value_name(0.25F), "0.25");
  EXPECT_EQ(value_name(294912.0F), "2.9e5");
  EXPECT_EQ(value_name(1e-20F), "1.0e-20");
}

// Four cells for 4 x 4 elements that count up from 0: each as its first element, 0, 2, 8 and 10. A touched element, or
// an empty one, is left alone.
TEST(AnyArraysValues, AreShadesWhereTheyHaveNoRoom) {
  Grid grid;
  grid.box = {0, 0, 2, 2};
  lay_out(grid, 4, 4, 2, {Ink::a, Mark::none, 0, false, false});
  grid.cells[1].strength = 200;
  const auto value_of = [](std::size_t n) {
    return n == 8 ? std::nullopt : std::optional<Value>(static_cast<float>(n));
  };
  EXPECT_TRUE(shade_untouched(grid, {0, 10, true}, value_of));
  EXPECT_EQ(grid.cells[0], (Cell{Ink::dim, Mark::none, 10, false, false}));
  EXPECT_EQ(grid.cells[1], (Cell{Ink::a, Mark::none, 200, false, false}));
  EXPECT_EQ(grid.cells[2], (Cell{Ink::a, Mark::none, 0, false, false}));
  EXPECT_EQ(grid.cells[3], (Cell{Ink::dim, Mark::none, 110, false, false}));
  EXPECT_FALSE(shade_untouched(grid, {3, 3, true}, value_of)) << "all the same";
}

TEST(AnyArraysValues, AGridIsToldAsDim3HasItWithItsDirections) {
  EXPECT_EQ(sides_in_words({64, 1}, 1), "64");
  EXPECT_EQ(sides_in_words({32, 2}, 1), "32 wide x 2 high");
  EXPECT_EQ(sides_in_words({32, 6}, 3, " × "), "32 wide × 2 high × 3 deep");
}

// The last block's threads go beyond the arrays: the accesses are visible, and the block is named.
TEST(AnyArrays, WhatGoesAstrayIsDrawnBehindTheArray) {
  const Replay replay = replay_of_text(
      "//! a = { sides = [10], fill = \"counting\" }\n//! c = { sides = [10] }\n//! grid = 3\n//! block = 4\n"
      "__global__ void twice(const int* a, int* c) {\n  int k = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  c[k] = 2 * a[k];\n}\n",
      "twice");
  const auto picture_at = [&](std::size_t block) {
    View view;
    view.width = 480, view.height = 480, view.text = 15;
    return stage_picture(replay.at({replay.moments().end_of(0), Grain::step, block, 0}), {}, view);
  };
  const auto red = [](const Picture& picture, const std::string& words) {
    return std::any_of(picture.labels.begin(), picture.labels.end(), [&](const Label& label) {
      return label.ink == Ink::bad && label.text.find(words) != std::string::npos;
    });
  };
  const Picture last = picture_at(2), first = picture_at(0);
  EXPECT_TRUE(red(last, "2 threads reach beyond a"));
  EXPECT_TRUE(red(last, "10"));
  EXPECT_TRUE(red(last, "11"));
  EXPECT_FALSE(red(first, ""));
  EXPECT_EQ(unreadable(last), "");
  const auto names_block = [](const Picture& picture, const std::string& name) {
    return std::any_of(picture.labels.begin(), picture.labels.end(),
                       [&](const Label& label) { return label.text.ends_with("block " + name); });
  };
  EXPECT_TRUE(names_block(last, "2"));
  EXPECT_TRUE(names_block(first, "0"));
}

// For global and for shared memory, in wide rooms and in narrow ones.
TEST(AnyArrays, AShortListIsOneRow) {
  const Replay replay = replay_of_text(
      "//! a = { sides = [16], fill = \"counting\" }\n//! c = { sides = [32] }\n//! grid = 1\n//! block = 16\n"
      "__global__ void both(const int* a, int* c) {\n  __shared__ int part[16];\n  int t = threadIdx.x;\n"
      "  part[t] = a[t];\n  __syncthreads();\n  c[t] = part[15 - t];\n  c[t + 16] = part[t];\n}\n",
      "both");
  const Frame frame = replay.at({replay.moments().count(), Grain::step, 0, 0});
  for (const float width : {420.0F, 640.0F, 1200.0F})
    for (const float height : {420.0F, 900.0F}) {
      View view;
      view.width = width, view.height = height, view.text = 15;
      const Picture picture = stage_picture(frame, {}, view);
      for (const auto& [name, elements] : {std::pair{"a", 16U}, std::pair{"c", 32U}, std::pair{"part", 16U}}) {
        const auto grid = std::find_if(picture.grids.begin(), picture.grids.end(),
                                       [&](const Grid& each) { return each.name == name; });
        ASSERT_NE(grid, picture.grids.end()) << name << " in " << width << " x " << height;
        EXPECT_EQ(grid->rows, 1U) << name << " in " << width << " x " << height;
        EXPECT_EQ(grid->columns, elements) << name << " in " << width << " x " << height;
      }
    }
}

// Comparisons of keys are not additions.
TEST(AnyArrays, OnlyWhatIsAddedUpIsCalledARunningSum) {
  const auto says_sums = [](const Replay& replay) {
    for (std::uint64_t moment = 0; moment <= replay.moments().count(); ++moment) {
      View view;
      view.width = 900, view.height = 600, view.text = 15;
      const Picture picture = stage_picture(replay.at({moment, Grain::step, 0, 0}), {}, view);
      if (std::any_of(picture.labels.begin(), picture.labels.end(), [](const Label& label) {
            return label.text.find("running sums") != std::string::npos ||
                   label.text.find("so far") != std::string::npos;
          }))
        return true;
    }
    return false;
  };
  const std::string launch =
      "//! keys = { sides = [8], fill = \"random\" }\n//! grid = 1\n//! block = 4\n"
      "//! least = { sides = [4] }\n";
  EXPECT_FALSE(says_sums(replay_of_text(
      launch + "__global__ void choose(const int* keys, int* least) {\n  int found = keys[2 * threadIdx.x];\n"
               "  found = min(found, keys[2 * threadIdx.x + 1]);\n  least[threadIdx.x] = found;\n}\n",
      "choose")));
  EXPECT_TRUE(says_sums(replay_of_text(
      launch + "__global__ void add(const int* keys, int* least) {\n  int sum = 0;\n"
               "  for (int k = 0; k < 2; ++k) sum += keys[2 * threadIdx.x + k];\n  least[threadIdx.x] = sum;\n}\n",
      "add")));
}

}  // namespace
}  // namespace tilescope::test
