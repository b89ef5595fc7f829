// Which loops are proved endless, and which run to a limit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <set>

#include "instrumentation/machine/run.h"
#include "tests/instrumentation/machine/recorded.h"

namespace tilescope::machine {
namespace {

using test::prepared;

struct Given {
  std::uint32_t threads = 32, blocks = 1;
  Schedule schedule{};
  bool together = false;
  std::vector<std::int32_t> words = std::vector<std::int32_t>(1024);
  std::uint64_t limit = 3'000'000;
  std::uint64_t scalar = 4;
  unsigned cores = 1;
};

Launch launch_of(const Code& code, const Given& given) {
  Launch launch;
  launch.block = {given.threads, 1, 1};
  launch.grid = {given.blocks, 1, 1};
  launch.schedule = given.schedule;
  launch.together = given.together;
  for (const Array& array : code.arrays) {
    std::vector<std::byte> bytes(array.given == nullptr ? 0 : given.words.size() * 4);
    std::memcpy(bytes.data(), given.words.data(), bytes.size());
    launch.arrays.push_back(std::move(bytes));
  }
  launch.scalars.assign(code.scalars.size(), given.scalar);
  return launch;
}

Ran ran(const std::string& text, const Given& given = {}, bool keeps = false) {
  const Prepared kernel = prepared(text);
  RunOptions options;
  options.cores = given.cores;
  options.pool = std::make_shared<EventPool>(16);
  options.limit = given.limit;
  options.event_bytes = 1 << 20;
  if (!keeps) options.keeps = [](std::uint64_t) { return false; };
  Ran all = run(kernel, launch_of(kernel.code(), given), options);
  all.code = nullptr;
  return all;
}

std::vector<Given> ways() {
  std::vector<Given> all;
  for (const auto kind :
       {Schedule::Kind::in_order, Schedule::Kind::reverse, Schedule::Kind::warp_interleaved, Schedule::Kind::random})
    all.push_back({.schedule = {kind, 5}});
  all.push_back({.together = true});
  return all;
}

std::string kind_of(const Ran& of) {
  if (!of.fault) return "none";
  return of.fault->kind == Fault::Kind::endless_loop    ? "endless"
         : of.fault->kind == Fault::Kind::limit_reached ? "limit"
                                                        : "other";
}

const char* const endless[] = {
    "for (;;) { }",
    "while (true) { out[threadIdx.x] = 1; }",
    "again: out[threadIdx.x + 32] = 1; goto again;",
    // What is only counted does not decide.
    "int c = 0; while (true) { ++c; } ",
    "float sum = 0; for (int k = 0; k < 8; k += 0) sum += out[k]; out[threadIdx.x] = sum;",
    "unsigned c = 0; while (true) { out[threadIdx.x] = ++c; }",
    "for (;;) atomicAdd(&out[threadIdx.x], 1);",
    // What wraps around.
    "for (unsigned char i = 0; i < 256; ++i) out[threadIdx.x] = i;",
    "unsigned x = threadIdx.x; while (x != 2000) x = (x * 5 + 3) & 1023;",
    "for (float f = 16777000.0f; f < 20000000.0f; f += 1.0f) ;",
    "float x = 0, e = 1; while (!(e < 1e-6f)) { float y = 0.5f * (x + (n - n) / x); e = fabsf(y - x); x = y; }",
    // Some of the threads, or each in a loop of its own.
    "if (threadIdx.x == 7) for (;;) { } out[threadIdx.x] = 1;",
    "if (threadIdx.x == 7) for (;;) { } __syncthreads(); out[threadIdx.x] = 1;",
    "if (threadIdx.x % 2 == 0) { for (;;) { } } else { int i = 0; while (i < 10) i = (i + 1) % 7; }",
    "int p = threadIdx.x % 13 + 2; for (int i = 0; i < p; i = (i + 1) % p) { for (int j = 0; j < p; ++j) n += j; }",
    // With barriers.
    "while (true) __syncthreads();",
    "__shared__ int s[32]; int t = threadIdx.x, x = t; while (x < 100) { __syncthreads(); s[t] = x; __syncthreads();"
    " x = s[(t + 1) % 32]; }",
    "__shared__ int done; for (;;) { __syncthreads(); done = 0; __syncthreads(); if (threadIdx.x == 3) done = out[0];"
    " __syncthreads(); if (done) break; }",
    // What waits for what no other thread does.
    "while (((volatile int*)out)[0] == 0) { } out[threadIdx.x] = 1;",
    "__shared__ int lock; if (threadIdx.x == 0) lock = 0; __syncthreads(); while (atomicCAS(&lock, 0, 1) != 0) { }",
    "if (threadIdx.x == 3) { while (atomicAdd(&out[0], 0) == 0) { } } else out[threadIdx.x + 8] = 1;",
    "if (threadIdx.x < 16) { while (atomicAdd(&out[0], 0) < 20) { } atomicAdd(&out[1], 1); }"
    " else { while (atomicAdd(&out[1], 0) < 3) { } atomicAdd(&out[0], 1); }",
    "int own[4] = {}; for (int i = 0; own[3] == 0; i = (i + 1) % 3) own[i] = i;",
    "while (__any_sync(0xffffffff, threadIdx.x == 5)) { }",
};

TEST(Repetition, WhatRepeatsItselfIsEndlessBySchedulesOfAllKinds) {
  for (const char* const body : endless)
    for (const Given& given : ways()) {
      const Ran of = ran(fmt::format("__global__ void k(int* out, int n) {{ {} }}", body), given);
      EXPECT_EQ(kind_of(of), "endless") << body << "\n"
                                        << static_cast<int>(given.schedule.kind) << given.together
                                        << (of.fault ? of.fault->message : "");
    }
}

const char* const ending[] = {
    "float s = 0; for (int i = 0; i < 400000; ++i) s = s * 0.999f + 1; out[threadIdx.x] = s;",
    "unsigned x = 1; do x = x * 1664525u + 1013904223u; while ((x >> 12) != 5); out[threadIdx.x] = x;",
    "int r = 0; for (int i = 0; i < 3000; ++i) for (int j = 0; j < 40; ++j) r ^= i * j; out[threadIdx.x] = r;",
    "for (int i = 0; i < 20000; ++i) out[threadIdx.x] = i % 3;",
    "int x = 0; for (int i = 0; i < 5000; ++i) { __syncthreads(); x = !x; } out[threadIdx.x] = x;",
    // A waiting thread is released by later ones.
    "if (threadIdx.x == 0) { while (atomicAdd(&out[0], 0) == 0) { } } else { for (int i = 0; i < 20000; ++i) n ^= i;"
    " if (threadIdx.x == 31) atomicExch(&out[0], n | 1); }",
    "if (threadIdx.x == 0) { while (((volatile int*)out)[0] == 0) { } } else if (threadIdx.x == 9) { for (int i = 0;"
    " i < 9000; ++i) out[1] = i; out[0] = 1; }",
    "if (threadIdx.x == 0) { while (((volatile int*)out)[0] < 600) { } } else if (threadIdx.x == 9) { for (int i = 0;"
    " i < 900; ++i) out[0] = i; }",
    // Each waits for the one before it, and each of several blocks for the one before.
    "while (atomicAdd(&out[0], 0) != threadIdx.x) { } atomicAdd(&out[0], 1);",
};

TEST(Repetition, WhatEndsIsNeverEndless) {
  for (const char* const body : ending)
    for (Given given : ways()) {
      given.limit = 100'000'000;
      const Ran of = ran(fmt::format("__global__ void k(int* out, int n) {{ {} }}", body), given);
      EXPECT_EQ(kind_of(of), "none") << body << "\n"
                                     << static_cast<int>(given.schedule.kind) << given.together
                                     << (of.fault ? of.fault->message : "");
    }
}

TEST(Repetition, ALoopWhoseEndIsNotInSightComesToItsLimit) {
  for (const char* const body :
       {"for (long long i = 0; i < 1LL << 62; ++i) n += i;",
        "unsigned x = threadIdx.x; do x = x * 1664525u + 1013904223u; while (x != threadIdx.x);",
        "for (unsigned i = 3; i != 2; ++i) out[threadIdx.x] = i;", "while (clock() < 1000) { }"})
    for (const Given& given : ways()) {
      const Ran of = ran(fmt::format("__global__ void k(int* out, int n) {{ {} }}", body), given);
      EXPECT_EQ(kind_of(of), "limit") << body;
      if (of.fault) {
        EXPECT_NE(of.fault->message.find("3 million instructions"), std::string::npos) << of.fault->message;
      }
    }
}

TEST(Repetition, WhatAnotherBlockMayChangeIsEndlessOnlyInTheLast) {
  const std::string text =
      "__device__ volatile int ready; __global__ void k(int* out) { if (blockIdx.x == 0) while (ready == 0) { }"
      " else ready = 1; }";
  const Ran waits = ran(text, {.blocks = 3});
  EXPECT_EQ(kind_of(waits), "none");
  const Ran in_step = ran(text, {.blocks = 3, .together = true});
  EXPECT_EQ(kind_of(in_step), "limit");
  EXPECT_NE(in_step.fault->message.find("waits in the loop on line 1 for a new value of ready"), std::string::npos)
      << in_step.fault->message;
  const Ran last =
      ran("__device__ volatile int ready; __global__ void k(int* out) { if (blockIdx.x == 2) while (ready == 0)"
          " { } else if (out[0] == 5) ready = 1; }",
          {.blocks = 3});
  EXPECT_EQ(kind_of(last), "endless");
  EXPECT_EQ(last.fault->block_x, 2U);
  const Ran given =
      ran("__global__ void k(const int* in, int* out) { while (in[0] == 0) { } out[0] = 1; }", {.blocks = 3});
  EXPECT_EQ(kind_of(given), "endless") << "no block stores there";
}

TEST(Repetition, OthersComeAsFarAsTheyCan) {
  for (const Given& given : ways()) {
    const Ran of =
        ran("__global__ void k(int* out) { if (threadIdx.x == 5) for (;;) { } out[threadIdx.x] = 1;"
            " __syncthreads(); out[threadIdx.x] = 2; }",
            given);
    ASSERT_EQ(kind_of(of), "endless");
    EXPECT_EQ(of.fault->threads.front().thread_x, 5U);
    std::vector<std::int32_t> left(32);
    std::memcpy(left.data(), of.arrays[0].data(), 32 * 4);
    EXPECT_EQ(left[4], 1);
    EXPECT_EQ(left[6], 1);
    EXPECT_EQ(left[5], 0);
  }
}

// Blocks that run side by side are told apart.
TEST(Repetition, NamesTheBlockOfSmallBlocks) {
  const Ran of = ran("__global__ void k(int* out) { if (blockIdx.x == 6 && threadIdx.x == 1) for (;;) { } }",
                     {.threads = 4, .blocks = 9, .cores = 2});
  ASSERT_EQ(kind_of(of), "endless");
  EXPECT_EQ(of.fault->block_x, 6U);
  EXPECT_EQ(of.fault->threads.front().thread_x, 1U);
  EXPECT_EQ(of.blocks.size(), 7U);
}

// Threads walk through tables at random, each from a place of its own, until they come to a place; the table says which
// of them ever do.
TEST(Repetition, IsRightAboutRandomWalks) {
  std::mt19937 engine(7);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  for (int n = 0; n < 60; ++n) {
    const std::uint32_t size = 2 + random() % 900, threads = 1 + random() % 70;
    Given given{.threads = threads, .limit = 400'000'000};
    const bool permutes = n % 2 == 0;
    for (std::uint32_t i = 0; i < size; ++i) given.words[i] = static_cast<std::int32_t>(permutes ? i : random() % size);
    if (permutes) std::shuffle(given.words.begin(), given.words.begin() + size, engine);
    const std::uint32_t goal = random() % size;
    given.scalar = goal;
    std::uint32_t first = threads;
    std::vector<std::int32_t> steps(threads);
    for (std::uint32_t thread = 0; thread < threads; ++thread) {
      std::set<std::uint32_t> seen;
      std::uint32_t at = thread % size;
      while (at != goal && seen.insert(at).second) at = static_cast<std::uint32_t>(given.words[at]);
      steps[thread] = static_cast<std::int32_t>(seen.size());
      if (at != goal) first = std::min(first, thread);
    }
    // A long way to go makes it take more rounds than one looks at from the first.
    const std::string text = fmt::format(
        "__global__ void k(int* next, int goal, int* out) {{ int at = threadIdx.x % {}, n = 0; while (at != goal) {{ "
        "at ="
        " next[at]; ++n; for (int i = 0; i < {}; ++i) n += i & 0; }} out[threadIdx.x] = n; }}",
        size, 1 + random() % 40);
    for (const bool in_turns : {false, true}) {
      given.schedule = {in_turns ? Schedule::Kind::random : Schedule::Kind::in_order, 3};
      const Ran of = ran(text, given);
      ASSERT_EQ(kind_of(of), first == threads ? "none" : "endless") << text << "\n" << n;
      if (of.fault) {
        EXPECT_EQ(of.fault->threads.front().thread_x, first) << n;
      } else {
        std::vector<std::int32_t> left(threads);
        std::memcpy(left.data(), of.arrays[1].data(), threads * 4);
        EXPECT_EQ(left, steps) << n;
      }
    }
  }
}

TEST(Repetition, IsRightAboutCollatzAndLinearSequences) {
  std::mt19937 engine(11);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  for (int n = 0; n < 40; ++n) {
    const std::uint32_t modulus = 3 + random() % 60000, a = random() % modulus, c = random() % modulus;
    const std::uint32_t goal = random() % modulus;
    const std::uint32_t threads = 1 + random() % 5;
    std::uint32_t first = threads;
    for (std::uint32_t thread = 0; thread < threads && first == threads; ++thread) {
      std::vector<bool> seen(modulus);
      std::uint64_t x = thread % modulus;
      while (x != goal && !seen[x]) seen[x] = true, x = (x * a + c) % modulus;
      if (x != goal) first = thread;
    }
    const Ran of =
        ran(fmt::format("__global__ void k(int* out) {{ unsigned long long x = threadIdx.x % {0}; while (x != {1})"
                        " x = (x * {2} + {3}) % {0}; out[0] = 1; }}",
                        modulus, goal, a, c),
            {.threads = threads, .limit = 400'000'000});
    ASSERT_EQ(kind_of(of), first == threads ? "none" : "endless") << modulus << " " << a << " " << c << " " << goal;
    if (of.fault) {
      EXPECT_EQ(of.fault->threads.front().thread_x, first);
    }
  }
  for (const bool typo : {false, true}) {
    const Ran of =
        ran(fmt::format("__global__ void k(int* out) {{ unsigned long long v = blockIdx.x * 64 + threadIdx.x + 1;"
                        " while (v != 1) v = v & 1 ? 3 * v {} 1 : v >> 1; out[0] = 1; }}",
                        typo ? '-' : '+'),
            {.threads = 64, .blocks = 20});
    EXPECT_EQ(kind_of(of), typo ? "endless" : "none");
    if (of.fault) {
      EXPECT_EQ(of.fault->threads.front().thread_x, 4U) << "of 5 it is 14, 7, 20, 10, 5";
    }
  }
}

TEST(Repetition, ALimitKeepsWhatWasDoneBefore) {
  const std::string text =
      "__global__ void k(int* out) { out[blockIdx.x] = 1; __syncthreads(); if (blockIdx.x == 4) for (long i = 0; i < "
      "1L << "
      "50; ++i) out[100] ^= i; }";
  for (const unsigned cores : {1U, 3U}) {
    const Ran of = ran(text, {.threads = 64, .blocks = 9, .cores = cores}, true);
    ASSERT_EQ(kind_of(of), "limit");
    EXPECT_EQ(of.fault->block_x, 4U);
    EXPECT_NE(of.fault->message.find("on line 1"), std::string::npos);
    ASSERT_EQ(of.blocks.size(), 5U);
    EXPECT_NE(of.blocks[3].record, nullptr);
    EXPECT_NE(of.blocks[4].record, nullptr);
  }
  EXPECT_EQ(kind_of(ran(text, {.threads = 64, .blocks = 4})), "none");
}

TEST(Printed, IsKeptAsFarAsThereIsRoomWhateverTheCores) {
  const std::string text =
      "__global__ void k(int* out) { for (int i = 0; i < 30; ++i) printf(\"block %d thread %d\\n\", blockIdx.x, "
      "threadIdx.x);"
      " }";
  const Prepared kernel = prepared(text);
  const auto printed = [&](unsigned cores, std::uint64_t bytes) {
    RunOptions options;
    options.cores = cores;
    options.pool = std::make_shared<EventPool>(16);
    options.printed_bytes = bytes;
    return run(kernel, launch_of(kernel.code(), {.threads = 70, .blocks = 40}), options);
  };
  const Ran all = printed(1, most_printed);
  EXPECT_EQ(all.said.size(), 70U * 40 * 30);
  EXPECT_EQ(all.left_out, 0U);
  for (const std::uint64_t bytes : {100U, 40'000U, 150'000U, 1'000'000U}) {
    const Ran some = printed(1, bytes);
    EXPECT_EQ(some.said.size() + some.left_out, all.said.size());
    const std::uint64_t kept = some.printed.rfind('[');
    std::uint64_t told = 0;
    for (const PrintCall& said : some.said) told += said.bytes;
    EXPECT_EQ(told, some.printed.size());
    EXPECT_LE(kept, bytes);
    EXPECT_LE(some.said.size(), bytes / 32);
    EXPECT_EQ(some.printed.substr(0, kept), all.printed.substr(0, kept));
    EXPECT_EQ(some.printed.substr(kept),
              fmt::format("[{} more printf calls left out: a run keeps {} bytes]\n", some.left_out, kept));
    const Ran two = printed(3, bytes);
    EXPECT_EQ(two.printed, some.printed);
    EXPECT_EQ(two.said, some.said);
    EXPECT_EQ(two.left_out, some.left_out);
  }
  const Ran none = printed(2, 0);
  EXPECT_EQ(none.printed, "");
  EXPECT_EQ(none.left_out, all.said.size());
}

// Stores to the same place again and again do not add up.
TEST(Writes, OfOnePlaceTakeRoomOnce) {
  for (const int rounds : {100, 1000}) {
    const Prepared kernel = prepared(
        fmt::format("__global__ void k(int* out) {{ for (int i = 0; i < {}; ++i) atomicAdd(out, 1); }}", rounds));
    RunOptions options;
    options.pool = std::make_shared<EventPool>(16);
    options.keeps = [](std::uint64_t) { return false; };
    const Ran of = run(kernel, launch_of(kernel.code(), {.threads = 256, .blocks = 3}), options);
    for (const BlockResult& block : of.blocks) EXPECT_LE(block.writes.capacity(), 4096U);
    std::int32_t sum = 0;
    std::memcpy(&sum, of.arrays[0].data(), 4);
    EXPECT_EQ(sum, rounds * 256 * 3);
  }
}

}  // namespace
}  // namespace tilescope::machine
