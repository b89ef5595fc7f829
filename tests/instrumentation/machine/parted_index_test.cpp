// Lanes that have parted keep which words an index meant: that has to be forgotten whenever the index, the array, what
// is added to it, or the lanes are others.
#include <gtest/gtest.h>

#include <cstring>

#include "tests/instrumentation/machine/recorded.h"

namespace tilescope::machine {
namespace {

using test::prepared;

// s[n] is 100 + n, u[n] is 500 + n; of each thread, `to` is another place.
constexpr const char* before = R"(
__global__ void k(int* out, const int* in, int* more) {
  __shared__ int s[64], u[16];
  const int t = threadIdx.x, to = (t * 7 + 3) % 32;
  for (int n = t; n < 64; n += blockDim.x) s[n] = 100 + n;
  for (int n = t; n < 16; n += blockDim.x) u[n] = 500 + n;
  __syncthreads();
  int i = t % 32, seen = 0;
)";
constexpr const char* behind = R"(
  out[blockIdx.x * blockDim.x + t] = seen;
}
)";

using Number = std::uint32_t;
struct IndexCase {
  const char* text;
  Number (*seen)(Number t, Number i, Number to);
};
Number two(Number a, Number b) { return (100 + a) * 1000 + 100 + b; }

const IndexCase index_cases[] = {
    {"if (t % 3 != 0) { seen = s[i]; i = to; seen = seen * 1000 + s[i]; }",
     [](Number t, Number i, Number to) { return t % 3 == 0 ? 0 : two(i, to); }},
    {"if (t % 3 != 0) { seen = s[i]; i = in[to]; seen = seen * 1000 + s[i]; }",
     [](Number t, Number i, Number to) { return t % 3 == 0 ? 0 : two(i, to); }},
    {"if (t % 3 != 0) { seen = s[i]; i = atomicAdd(&more[to], 0); seen = seen * 1000 + s[i]; }",
     [](Number t, Number i, Number to) { return t % 3 == 0 ? 0 : two(i, to); }},
    {"if (t % 3 != 0) { seen = s[i]; i = __brev(__brev(to)); seen = seen * 1000 + s[i]; }",
     [](Number t, Number i, Number to) { return t % 3 == 0 ? 0 : two(i, to); }},
    {"if (t % 3 != 0) { seen = s[i]; i = __ffs(1 << to) - 1; seen = seen * 1000 + s[i]; }",
     [](Number t, Number i, Number to) { return t % 3 == 0 ? 0 : two(i, to); }},
    // Some of them have another index.
    {"if (t % 3 != 0) { seen = s[i]; if (t % 2 == 0) i = to; seen = seen * 1000 + s[i]; }",
     [](Number t, Number i, Number to) { return t % 3 == 0 ? 0 : two(i, t % 2 == 0 ? to : i); }},
    // More lanes come, and then fewer.
    {"if (t % 3 == 1) seen = s[i]; if (t % 3 != 0) seen = seen + s[i]; if (t % 6 == 1) seen = seen + s[i];",
     [](Number t, Number i, Number) {
       return (100 + i) * (t % 6 == 1 ? 3 : t % 3 == 1 ? 2 : t % 3 == 2 ? 1 : 0);
     }},
    // Others go on while these wait, and come back.
    {"if (t % 3 != 0) { seen = s[i]; if (t % 3 == 1) { i = to; seen = seen + s[i]; } else seen = seen + s[i] * 2; }"
     "else seen = s[i];",
     [](Number t, Number i, Number to) { return t % 3 == 0   ? 100 + i
                                                : t % 3 == 1 ? 200 + i + to
                                                             : (100 + i) * 3; }},
    // Rounds by different numbers of lanes.
    {"if (t % 3 != 0) for (int n = 0; n < t % 5; ++n) { i = (i * 5 + 1) % 32; seen = seen * 3 + s[i]; }",
     [](Number t, Number i, Number) {
       Number seen = 0;
       for (Number n = 0; t % 3 != 0 && n < t % 5; ++n) i = (i * 5 + 1) % 32, seen = seen * 3 + 100 + i;
       return seen;
     }},
    // More rows than are kept; and of one row, what is added.
    {"int a = to, b = i / 2; if (t % 3 != 0) { seen = s[i] + s[a] * 2 + s[b] * 3 + s[i + 1] * 4; a = b; seen = seen + "
     "s[a + 2] * 5 + s[i]; }",
     [](Number t, Number i, Number to) {
       const Number b = i / 2;
       return t % 3 == 0 ? 0 : 100 + i + (100 + to) * 2 + (100 + b) * 3 + (101 + i) * 4 + (102 + b) * 5 + 100 + i;
     }},
    // The words of a row of 64 bits lie in two.
    {"if (t % 3 != 0) { seen = s[(t * 5 + 1) % 32]; const long long w = in[to] * 3000000000LL + t; seen = seen * 1000 "
     "+ s[(int)((w - t) / 3000000000LL)]; }",
     [](Number t, Number, Number to) { return t % 3 == 0 ? 0 : two((t * 5 + 1) % 32, to); }},
    // What is inside of one array is outside of the other, and does not come from there.
    {"if (t % 3 != 0) { seen = s[i]; seen = seen * 1000 + u[i]; }",
     [](Number t, Number i, Number) { return t % 3 == 0 ? 0 : (100 + i) * 1000 + (i < 16 ? 500 + i : poison_bits); }},
    // A store by a kept index, and a load of the same.
    {"if (t % 3 != 0) { more[t] = 7; seen = more[t]; more[t + 300] = 8; seen = seen * 1000 + more[t + 300] + more[t]; "
     "}",
     [](Number t, Number, Number) -> Number { return t % 3 == 0 ? 0 : 7015; }},
};

std::vector<Number> run_case(const IndexCase& one, std::uint32_t threads, std::uint32_t blocks, bool together) {
  const Prepared kernel = prepared(std::string(before) + one.text + behind);
  Launch launch;
  launch.block = {threads, 1, 1};
  launch.grid = {blocks, 1, 1};
  launch.together = together;
  std::vector<std::byte> words(1024 * 4);
  for (Number n = 0; n < 1024; ++n) std::memcpy(words.data() + n * 4, &n, 4);
  launch.arrays = {words, words, words};
  RunOptions options;
  options.cores = 1;
  options.pool = std::make_shared<EventPool>(4);
  const Ran ran = run(kernel, launch, options);
  EXPECT_FALSE(ran.fault) << one.text;
  for (const BlockResult& block : ran.blocks)
    for (std::uint32_t thread = 0; thread < threads; ++thread)
      for (const Event event : test::events_of(*ran.code, block, thread))
        if (event.array() < ran.code->arrays.size() && ran.code->arrays[event.array()].name == "s") {
          EXPECT_EQ(event.bits, 100 + event.index) << one.text << " thread " << thread;
        }
  std::vector<Number> out(threads * blocks);
  std::memcpy(out.data(), ran.arrays[0].data(), out.size() * 4);
  return out;
}

TEST(PartedIndex, MeansTheWordsThatItMeansNow) {
  struct Shape {
    std::uint32_t threads, blocks;
  };
  for (const IndexCase& one : index_cases)
    for (const Shape shape : {Shape{256, 1}, Shape{200, 2}, Shape{40, 1}, Shape{8, 16}})
      for (const bool together : {false, true}) {
        const std::vector<Number> out = run_case(one, shape.threads, shape.blocks, together);
        for (Number n = 0; n < out.size(); ++n) {
          const Number t = n % shape.threads;
          ASSERT_EQ(out[n], one.seen(t, t % 32, (t * 7 + 3) % 32))
              << one.text << ", thread " << t << " of " << shape.threads << (together ? ", together" : "");
        }
      }
}

// A thread whose touches are known is not looked at again, but one that reaches the same word another way is found.
struct Touching {
  const char* text;
  bool races;
};
const Touching touchings[] = {
    // Each its own word, again and again.
    {"if (t % 3 != 0) for (int n = 0; n < 3 + t % 5; ++n) if (s[t] % 2 == 0) s[t] = s[t] / 2; else s[t] = s[t] + 3;",
     false},
    // Then that of another one, which stored to it, or loaded it, or did neither.
    {"if (t % 3 != 0) { for (int n = 0; n < 3 + t % 5; ++n) s[t] = s[t] + 3; seen = s[t ^ 3]; }", true},
    {"if (t % 3 != 0) { for (int n = 0; n < 3 + t % 5; ++n) seen += s[t]; if (t == 7) s[8] = 1; }", true},
    {"if (t % 3 != 0) { for (int n = 0; n < 3 + t % 5; ++n) s[t] = s[t] + 3; } else seen = s[t ^ 1];", true},
    {"if (t % 3 != 0) { for (int n = 0; n < 3 + t % 5; ++n) s[t] = s[t] + 3; if (t == 7) seen = s[6]; }", false},
    {"if (t % 3 != 0) { for (int n = 0; n < 3 + t % 5; ++n) s[t] = s[t] + 3; if (t == 7) atomicAdd(&s[8], 1); }", true},
    {"if (t % 3 != 0) { for (int n = 0; n < 3 + t % 5; ++n) s[t] = s[t] + 3; if (t == 7) seen = ((char*)s)[33]; }",
     true},
    // In between they go on with their own.
    {"int a = t; if (t % 3 != 0) { for (int n = 0; n < 3; ++n) s[t] = s[t] + 3; if (t == 7) { a = 64; s[a] = 1; } "
     "for (int n = 0; n < 3 + t % 5; ++n) s[t] = s[t] + 3; if (t == 8) { a = 64; seen = s[a]; } }",
     true},
    // Fewer than all, then the others.
    {"if (t % 3 != 0) { for (int n = 0; n < 3 + t % 5; ++n) if (t % 2 == 0) s[t] = s[t] + 3; seen = s[t]; if (t == 7) "
     "s[t + 1] = 1; }",
     true},
    // Two have one word: loading it is not a race, storing to it is one.
    {"if (t % 5 != 0) for (int n = 0; n < 3 + t % 4; ++n) seen += s[t / 2];", false},
    {"if (t % 5 != 0) { for (int n = 0; n < 3 + t % 4; ++n) seen += s[t / 2]; if (t == 7) s[t / 2] = 1; }", true},
    {"if (t % 5 != 0) for (int n = 0; n < 3 + t % 4; ++n) { seen += s[t / 2]; if (n == 2 && t == 7) s[t / 2] = 1; }",
     true},
    // A barrier parts them.
    {"if (t % 3 != 0) for (int n = 0; n < 3 + t % 5; ++n) s[t] = s[t] + 3; __syncthreads(); if (t % 3 != 0) seen = s[t "
     "^ 3];",
     false},
    {"if (t % 3 != 0) for (int n = 0; n < 3 + t % 5; ++n) s[t] = s[t] + 3; __syncthreads(); if (t % 3 != 0) { for (int "
     "n = 0; n < 3 + t % 5; ++n) s[t] = s[t] + 3; seen = s[t ^ 3]; }",
     true},
};

TEST(PartedIndex, WhoTouchesTheSameWordsIsFound) {
  const std::string begin = R"(
__global__ void k(int* out) {
  __shared__ int s[320];
  const int t = threadIdx.x;
  for (int n = t; n < 320; n += blockDim.x) s[n] = n;
  __syncthreads();
  int seen = 0;
)";
  const std::string end = R"(
  out[blockIdx.x * blockDim.x + t] = seen;
}
)";
  for (const Touching& one : touchings)
    for (const std::uint32_t threads : {256, 200, 40}) {
      const Prepared kernel = prepared(begin + one.text + end);
      Launch launch;
      launch.block = {threads, 1, 1};
      launch.grid = {3, 1, 1};
      launch.arrays = {std::vector<std::byte>(std::size_t{threads} * 3 * 4)};
      RunOptions options;
      options.cores = 1;
      options.pool = std::make_shared<EventPool>(4);
      EXPECT_EQ(run(kernel, launch, options).in_turns(), one.races) << one.text << ", " << threads << " threads";
    }
}

}  // namespace
}  // namespace tilescope::machine
