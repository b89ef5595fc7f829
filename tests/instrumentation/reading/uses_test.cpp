// What a kernel's instructions do with its numbers and with the contents of its arrays.
#include "instrumentation/reading/uses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

#include "instrumentation/reading/fill.h"
#include "tests/instrumentation/machine/recorded.h"

namespace tilescope::reading {
namespace {

Uses uses_in(const std::string& text) { return uses_of(machine::test::prepared(text).code()); }

TEST(Uses, TellLimitsFactorsAndPlacesApart) {
  const Uses uses = uses_in(
      "__global__ void k(float* a, int n, int width, int depth, int at) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n) return;\n"
      "  for (int d = 0; d < depth; ++d) a[i * width + d + at] = 1;\n}\n");
  const auto& [n, width, depth, at] = std::tie(uses.numbers[0], uses.numbers[1], uses.numbers[2], uses.numbers[3]);
  EXPECT_TRUE(n.covers_all && n.is_guard && !n.counts_loop);
  EXPECT_TRUE(width.is_factor && !width.is_limit && !width.is_place());
  EXPECT_TRUE(depth.counts_loop && !depth.covers_all && !depth.is_guard);
  EXPECT_TRUE(at.is_place() && at.is_used);
}

TEST(Uses, KnowAMatrixByColumns) {
  const Uses uses = uses_in(
      "__global__ void k(float* a, int high, int n, int k) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x + k + 1;\n  if (i < n) a[i + k * high] /= a[k + k * "
      "high];\n}\n");
  EXPECT_TRUE(uses.numbers[0].is_factor);
  EXPECT_TRUE(uses.numbers[1].covers_all);
  EXPECT_TRUE(uses.numbers[2].is_place());
}

TEST(Uses, SeeBeginsAndEndsOfRows) {
  const Uses uses = uses_in(
      "__global__ void k(const int* row, const int* column, const float* x, float* y) {\n  int r = threadIdx.x;\n"
      "  float sum = 0;\n  for (int e = row[r]; e < row[r + 1]; ++e) sum += x[column[e]];\n  y[r] = sum;\n}\n");
  EXPECT_TRUE(uses.arrays[0].begins && uses.arrays[0].ends_itself && uses.arrays[0].finds);
  EXPECT_TRUE(uses.arrays[1].finds && !uses.arrays[1].begins && !uses.arrays[1].finds_itself);
  EXPECT_FALSE(uses.arrays[2].finds || uses.arrays[3].finds);
}

TEST(Uses, SeeWhereRowsEndThatAnotherArrayBegins) {
  const Uses uses = uses_in(
      "__global__ void k(const int* begin, const int* end, const float* x, float* y) {\n  int r = threadIdx.x;\n"
      "  float sum = 0;\n  for (int e = begin[r]; e != end[r]; ++e) sum += x[e];\n  y[r] = sum;\n}\n");
  EXPECT_TRUE(uses.arrays[0].begins && !uses.arrays[0].ends_itself);
  EXPECT_TRUE(uses.arrays[1].ends && uses.arrays[1].limits && !uses.arrays[1].finds);
}

TEST(Uses, SeeListsAndTheirEnds) {
  const Uses list = uses_in(
      "__global__ void k(const int* next, int* length) {\n  int n = 0;\n"
      "  for (int at = threadIdx.x; at != -1; at = next[at]) ++n;\n  length[threadIdx.x] = n;\n}\n");
  EXPECT_TRUE(list.arrays[0].finds_itself && list.arrays[0].has_none);
  const Uses tree = uses_in(
      "__global__ void k(const int* parent, int* root) {\n  int at = threadIdx.x;\n"
      "  while (parent[at] != at) at = parent[at];\n  root[threadIdx.x] = at;\n}\n");
  EXPECT_TRUE(tree.arrays[0].finds_itself && !tree.arrays[0].has_none);
}

// Each round of the loop brings a value one variable further.
TEST(Uses, FollowAValueThroughAnyNumberOfRounds) {
  std::string variables, moves;
  for (int n = 20; n > 0; --n) {
    variables += ", v" + std::to_string(n) + " = 0";
    moves += " v" + std::to_string(n) + " = v" + std::to_string(n - 1) + ";";
  }
  const Uses uses = uses_in("__global__ void k(const int* from, int* to, int n) {\n  int v0 = 0" + variables +
                            ";\n  for (int i = 0; i < n; ++i) {" + moves + " v0 = from[i]; }\n  to[v20] = 1;\n}\n");
  EXPECT_TRUE(uses.arrays[0].finds_stored);
}

// What a thread sets before it returns is not what the others go on with.
TEST(Uses, EndAtAReturn) {
  const Uses uses = uses_in(
      "__global__ void k(const int* from, int* to, int n) {\n  int at = 0;\n"
      "  if (n > 5) { at = from[0]; to[0] = at; return; }\n  to[at] = 1;\n}\n");
  EXPECT_FALSE(uses.arrays[0].finds);
}

// What is kept for each jump grows with all variables, so a long kernel is looked at less closely.
TEST(Uses, OfALongKernelKnowOnlyWhatItUses) {
  std::string text = "__global__ void k(int* a, int n, int unused) {\n";
  for (int i = 0; i < 3000; ++i) text += "  if (a[" + std::to_string(i) + "] > n) a[threadIdx.x] += n;\n";
  const Uses uses = uses_in(text + "}\n");
  EXPECT_TRUE(uses.numbers[0].is_used && !uses.numbers[1].is_used);
  EXPECT_FALSE(uses.numbers[0].is_limit);
}

TEST(Uses, ADigitIsNoPlaceToGoTo) {
  const Uses uses = uses_in(
      "__global__ void k(const unsigned* key, int* count) { atomicAdd(&count[key[threadIdx.x] >> 4 & 15], 1); }");
  EXPECT_FALSE(uses.arrays[0].finds);
}

// What arrays are filled with where their values lead somewhere.
TEST(Fills, LeadInsideAndComeToAnEnd) {
  const machine::Prepared kernel = machine::test::prepared("__global__ void k(int* a) { a[0] = a[1]; }");
  const auto of = [&](Fill fill) {
    std::vector<int> values(64);
    const auto bytes = filled(kernel.code().arrays[0], 0, values.size(), fill);
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  };
  const std::vector<int> rows = of(Fill::ascending), links = of(Fill::linked), parents = of(Fill::halves);
  EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
  EXPECT_EQ((std::vector<int>(rows.begin(), rows.begin() + 8)), (std::vector<int>{0, 2, 3, 6, 6, 8, 9, 12}));
  std::vector<int> places = of(Fill::scattered);
  std::sort(places.begin(), places.begin() + 32);
  for (int n = 0; n < 32; ++n) EXPECT_EQ(places[static_cast<std::size_t>(n)], n);
  for (std::size_t n = 0; n < links.size(); ++n) {
    EXPECT_TRUE(links[n] == -1 || links[n] == static_cast<int>(n) + 1);
    EXPECT_EQ(links[n] == -1, n % 4 == 3);
    EXPECT_EQ(parents[n], static_cast<int>(n / 2));
  }
}

}  // namespace
}  // namespace tilescope::reading
