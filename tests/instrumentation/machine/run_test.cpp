// What the machine makes of texts that are not products: values, where threads wait, and texts that try to break it.
#include "instrumentation/machine/run.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>

#include "instrumentation/error.h"
#include "tests/instrumentation/machine/recorded.h"

namespace tilescope::machine {
namespace {

using test::prepared;

struct Given {
  std::uint32_t threads = 32, blocks = 1;
  Schedule schedule{};
  bool together = false;
  std::uint64_t most_rounds = 20000;
  std::uint32_t dynamic_shared = 0;
  std::size_t words = 256;
};

struct Got {
  std::vector<std::int32_t> out;  // the first array
  std::string fault, printed;
  bool in_turns = false;
};

// Each array has so many words, 0, 1, 2 and so on; each number is 4.
Launch launch_of(const Code& code, const Given& given) {
  Launch launch;
  launch.block = {given.threads, 1, 1};
  launch.grid = {given.blocks, 1, 1};
  launch.schedule = given.schedule;
  launch.together = given.together;
  launch.most_rounds = given.most_rounds;
  launch.dynamic_shared_bytes = given.dynamic_shared;
  for (const Array& array : code.arrays) {
    std::vector<std::byte> bytes(array.given == nullptr ? 0 : array.bytes != 0 ? array.bytes : given.words * 4);
    for (std::uint32_t n = 0; n * 4 + 4 <= bytes.size() && array.bytes == 0; ++n)
      std::memcpy(bytes.data() + n * 4, &n, 4);
    launch.arrays.push_back(std::move(bytes));
  }
  launch.scalars.assign(code.scalars.size(), 4);
  return launch;
}

RunOptions options() {
  RunOptions options;
  options.cores = 2;
  options.pool = std::make_shared<EventPool>(16);
  return options;
}

Got got(const std::string& text, const Given& given = {}) {
  const Prepared kernel = prepared(text);
  Ran ran = run(kernel, launch_of(kernel.code(), given), options());
  Got result;
  result.out.resize(ran.arrays.at(0).size() / 4);
  std::memcpy(result.out.data(), ran.arrays[0].data(), result.out.size() * 4);
  if (ran.fault) result.fault = ran.fault->message;
  result.printed = ran.printed;
  result.in_turns = ran.in_turns();
  return result;
}

std::vector<Given> ways() {
  std::vector<Given> all;
  for (const auto kind :
       {Schedule::Kind::in_order, Schedule::Kind::reverse, Schedule::Kind::warp_interleaved, Schedule::Kind::random})
    all.push_back({.schedule = {kind, 5}});
  all.push_back({.together = true});
  return all;
}

TEST(Run, LocksThatAreTakenInBranchesAreTakenByEach) {
  const std::string text =
      "__device__ int lock;\n"
      "__global__ void k(int* out) {\n"
      "  while (atomicCAS(&lock, 0, 1) != 0);\n"
      "  out[0] = out[0] + 1;\n"
      "  __threadfence();\n"
      "  atomicExch(&lock, 0);\n"
      "}\n";
  for (Given given : ways()) {
    const Got r = got(text, given);
    EXPECT_EQ(r.fault, "") << given.together;
    EXPECT_EQ(r.out[0], 32) << given.together;
  }
}

TEST(Run, ThreadsWaitForWhatOthersStoreFurtherOn) {
  const std::string text =
      "__global__ void k(volatile int* out) {\n"
      "  __shared__ volatile int flag;\n"
      "  if (threadIdx.x == 0) flag = 0;\n"
      "  __syncthreads();\n"
      "  if (threadIdx.x != 31) { while (flag == 0) { } }\n"
      "  else { flag = 7; }\n"
      "  out[threadIdx.x] = flag;\n"
      "}\n";
  for (const Given& given : ways()) {
    const Got r = got(text, given);
    EXPECT_EQ(r.fault, "");
    EXPECT_EQ(r.out[5], 7);
  }
}

struct Hostile {
  const char* text;
  const char* fault;  // a part of what is told; empty: it comes to its end
};
const Hostile hostiles[] = {
    {"__global__ void k(int* out) { for (;;) { } }", "is in an endless loop on line 1"},
    {"__global__ void k(int* out) { while (true) out[threadIdx.x] += 1; }", "is in an endless loop on line 1"},
    {"__global__ void k(int* out) { while (out[threadIdx.x] >= 0) out[threadIdx.x] += 1; }",
     "its last access is on line 1"},
    {"__global__ void k(int* out) { for (long i = 0; i < 1000000000L; ++i) out[threadIdx.x] = i; }",
     "still in a loop after 20000 iterations"},
    {"__global__ void k(int* out) { again: out[0] = 1; goto again; }", "is in an endless loop"},
    {"__global__ void k(int* out, int n) { out[threadIdx.x] = n / (n - 4) + n % (n - 4); }", ""},
    {"__global__ void k(int* out, int n) { out[threadIdx.x] = (1 << (n + 60)) + ((unsigned)n >> (n + 60)); }", ""},
    {"__global__ void k(int* out, unsigned long p) { int* q = (int*)(p * 12345678901UL); *q = 7; out[0] = *q; }", ""},
    {"__global__ void k(int* out) { long p = (long)out; out[0] = *(int*)(p + 4000000000L); *(int*)(p - 8) = 1; }", ""},
    {"__global__ void k(float* out) { float4 v = *(float4*)(out + threadIdx.x); out[0] = v.x; }", ""},
    {"__global__ void k(int* out) { int* p = nullptr; out[0] = *p; p[3] = 4; }", ""},
    {"__global__ void k(int* out) { int a[4]; for (int i = -3; i < 900; ++i) a[i] = i; out[0] = a[threadIdx.x * "
     "1000003]; }",
     ""},
    {"__global__ void k(int* out) { out[threadIdx.x - 2000000000] = out[threadIdx.x * 2000000000u]; }", ""},
    {"__global__ void k(int* out) { long i = 9223372036854775807L; out[i] = out[-i]; (out + i)[i] = 1; }", ""},
    {"__global__ void k(int* out) { for (int i = 0; i < 15000; ++i) printf(\"%d %s %n %9999999d\\n\", i, \"x\", i); }",
     ""},
    {"__global__ void k(int* out) { assert(out[threadIdx.x] < 20); out[0] = 1; }", "failed the assertion on line 1"},
    {"__global__ void k(int* out) { if (threadIdx.x == 3) __trap(); }", "thread 3 of block 0"},
    {"__global__ void k(int* out) { if (threadIdx.x & 1) __syncthreads(); else { out[0] = 1; __syncthreads(); } }",
     "a barrier is not reached by all threads"},
    {"__global__ void k(int* out) { if (threadIdx.x & 1) return; __syncthreads(); out[threadIdx.x] = 1; }", ""},
    {"__global__ void k(int* out) { out[threadIdx.x] = __shfl_sync(0xffffffff, threadIdx.x, 1 << 30, 0); }", ""},
    {"__global__ void k(int* out) { if (threadIdx.x < 7) out[0] = __ballot_sync(0xffffffff, 1); }", ""},
    {"__global__ void k(int* out, int n) { extern __shared__ int s[]; s[n * 1000] = 1; out[0] = s[-n]; }", ""},
    {"struct S { int a[200]; }; __global__ void k(S* out) { S s = out[0]; s.a[out[0].a[7]] = 3; out[0] = s; }", ""},
};

TEST(Run, HostileTextsEndInTheirLimitOrGoOnAsOnAGpu) {
  for (const Hostile& hostile : hostiles)
    for (const Given& given : ways()) {
      const Got r = got(hostile.text, given);
      if (std::string(hostile.fault).empty())
        EXPECT_TRUE(r.fault.empty() || r.fault.find("misaligned") != std::string::npos) << hostile.text << "\n"
                                                                                        << r.fault;
      else
        EXPECT_NE(r.fault.find(hostile.fault), std::string::npos) << hostile.text << "\n" << r.fault;
      EXPECT_LT(r.printed.size(), std::size_t{11} << 20);
    }
}

struct Worth {
  const char* text;
  std::vector<std::int32_t> out;  // what it begins with
  Given given{};
};
const Worth worths[] = {
    // A local array at an index that is the same for all, and a number less.
    {"__global__ void k(int* out) { int a[8] = {}, s = 0; for (int i = 0; i < 4; ++i) a[i] = i + 5;"
     " for (int i = 2; i < 6; ++i) s += a[i - 2]; out[threadIdx.x] = s; }",
     {26, 26}},
    {"__global__ void k(int* out) { int t = threadIdx.x; long a[1] = {t}; double d[1] = {t + 0.5};"
     " out[t] = a[0] * 100 + d[0] * 10; }",
     {5, 115, 225, 335}},
    // The result of a barrier belongs to a block, whichever of its threads are there.
    {"__global__ void k(int* out) { int n = 7; n = __syncthreads_or(blockIdx.x == 1 && threadIdx.x == 2);"
     " out[blockIdx.x * blockDim.x + threadIdx.x] = n; }",
     {0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0},
     {.threads = 4, .blocks = 3}},
    {"__global__ void k(int* out) { if (threadIdx.x == 0) return; int n = 7; n = __syncthreads_count(1);"
     " out[threadIdx.x] = n; }",
     {0, 31, 31, 31}},
    // An index that is far outside does not come back.
    {"__global__ void k(int* out) { unsigned u = threadIdx.x - 5; long v = u; if (u != 0) out[v + v + v + v - 16] = 3; "
     "}",
     {0, 1, 2, 3, 4, 5},
     {.threads = 7}},
    // What is added to a pointer changes a number that was known.
    {"__device__ void put(int* p, int n) { int* const q = p + (n += 2); *q = n * 100; }"
     " __global__ void k(int* out) { put(out + threadIdx.x * 4, 1); }",
     {0, 1, 2, 300, 4, 5, 6, 300}},
    // Of two places, one is set by those alone that choose it.
    {"__global__ void k(int* out, int n) { int t = threadIdx.x, m = 7; int x = t == 1 ? (n = 9) : m;"
     " out[t] = n * 10 + x; }",
     {47, 99, 47, 47}},
    // What is the same for all that are here was not computed for others.
    {"__device__ int twice(int n) { return n * 2; }"
     " __global__ void k(int* out, int n) { int t = threadIdx.x;"
     " if (t >= 2) { int x = 5; x = n > 3 ? twice(n) : n; out[t] = x; } }",
     {0, 1, 8, 8}},
};

TEST(Run, EachTextGivesItsNumbers) {
  for (const Worth& worth : worths)
    for (Given given : ways()) {
      given.threads = worth.given.threads;
      given.blocks = worth.given.blocks;
      const Got r = got(worth.text, given);
      for (std::size_t n = 0; n < worth.out.size(); ++n) EXPECT_EQ(r.out[n], worth.out[n]) << worth.text << n;
    }
}

// A float's NaN is always the same; a double's is that of the first operand that is one. In lanes that go together, in
// those after the last full row of a processor's, and in some of them.
TEST(Run, ANanIsTheSameOnEachWay) {
  const std::string begin =
      "__global__ void k(unsigned long long* out) { unsigned t = threadIdx.x; unsigned long long* to = out + t * 12;"
      " float f = __int_as_float(0x7fc00001 + t), g = __int_as_float(0xffc00007 + t);"
      " double a = __longlong_as_double(0x7ff0000000000005ull + t), b = __longlong_as_double(0xfff8000000000077ull + "
      "t);";
  const std::string end =
      " to[0] = __float_as_uint(f + g); to[1] = __float_as_uint(f * 2); to[2] = __float_as_uint(fmaf(2, f, g));"
      " to[3] = __float_as_uint(fminf(f, g)); to[4] = __float_as_uint(fdimf(1, f)); to[5] = __float_as_uint(f / g);"
      " to[6] = __double_as_longlong(a + b); to[7] = __double_as_longlong(b * a);"
      " to[8] = __double_as_longlong(fma(2.0, b, a)); to[9] = __double_as_longlong(b - 1);"
      " to[10] = __double_as_longlong(2 / a); to[11] = __double_as_longlong(fmax(b, a)); }";
  for (const std::string middle : {"", " if (t % 3 == 1) return;"}) {
    const Prepared kernel = prepared(begin + middle + end);
    const Ran ran = run(kernel, launch_of(kernel.code(), {.threads = 45, .words = 2048}), options());
    for (std::uint64_t t = 0; t < 45; ++t) {
      if (!middle.empty() && t % 3 == 1) continue;
      std::uint64_t to[12];
      std::memcpy(to, ran.arrays[0].data() + t * sizeof to, sizeof to);
      for (int n = 0; n < 6; ++n) EXPECT_EQ(to[n], 0x7fffffffU) << n;
      const std::uint64_t a = 0x7ff8000000000005U + t, b = 0xfff8000000000077U + t;
      const std::uint64_t firsts[] = {a, b, b, b, a, b};
      for (int n = 0; n < 6; ++n) EXPECT_EQ(to[6 + n], firsts[n]) << n;
    }
  }
}

// --- What is recorded. ---

// A line an event: its kind, array, index and so on.
std::vector<std::string> told(const Code& code, const BlockResult& block, std::uint32_t thread) {
  constexpr const char* kinds[] = {"load",    "store",   "shared_load", "shared_store", "sum", "arrive",
                                   "release", "outside", "atomic",      "shuffle",      "vote"};
  std::vector<std::string> lines;
  for (const Event event : test::events_of(code, block, thread)) {
    std::string line = fmt::format("{} {}", kinds[static_cast<int>(event.kind())], event.operand());
    if (event.array() < code.arrays.size()) line += " " + code.arrays[event.array()].name;
    line += fmt::format("[{}] {:x}", event.index, event.bits);
    if (event.second != 0) line += fmt::format(" second {:x}", event.second);
    if (event.origin != no_origin) line += fmt::format(" origin {:x}", event.origin);
    lines.push_back(line);
  }
  return lines;
}

std::vector<std::string> told(const std::string& text, std::uint32_t thread, const Given& given = {}) {
  const Prepared kernel = prepared(text);
  const Ran ran = run(kernel, launch_of(kernel.code(), given), options());
  return told(*ran.code, ran.blocks[0], thread);
}

using Lines = std::vector<std::string>;

TEST(Run, AnAtomicTellsWhatItFoundAndWhatItLeft) {
  const std::string text =
      "__global__ void k(int* out) {\n"
      "  int by = out[threadIdx.x + 1];\n"
      "  int was = atomicAdd(&out[40], by);\n"
      "  out[threadIdx.x + 50] = was;\n"
      "}\n";
  EXPECT_EQ(told(text, 2, {.threads = 4}),
            (Lines{"load 0 out[3] 3", "atomic 0 out[40] 2b second 2e origin 0", "store 0 out[52] 2b origin 1"}));
  EXPECT_EQ(told("__global__ void k(int* out) { atomicExch(&out[threadIdx.x + 1000], 5); }", 1),
            (Lines{"outside 2 out[1001] 7fc0dead"}));
  EXPECT_EQ(told("__global__ void k(unsigned long long* out) {"
                 "  __shared__ unsigned long long s[32]; s[threadIdx.x] = 1ULL << 40;"
                 "  atomicCAS(&s[threadIdx.x], 1ULL << 40, 1ULL << 50); }",
                 3),
            (Lines{"shared_store 0 s[3] 10000000000", "atomic 8 s[3] 10000000000 second 4000000000000"}));
}

TEST(Run, AShuffleTellsWhoGaveAndTheEventThatMadeIt) {
  const std::string text =
      "__global__ void k(int* out) {\n"
      "  int v = out[threadIdx.x];\n"
      "  if (threadIdx.x & 1) v = out[threadIdx.x + 100];\n"
      "  int sum = v;\n"
      "  sum += __shfl_xor_sync(0xffffffff, v, 1);\n"
      "  out[threadIdx.x] = sum + __shfl_sync(0xffffffff, 7, 3);\n"
      "}\n";
  EXPECT_EQ(told(text, 34, {.threads = 64}),
            (Lines{"load 0 out[34] 22", "shuffle 3[35] 87 second 1", "sum 1 sum[0] a9 origin 1",
                   "shuffle 0[35] 7 second c0000000", "sum 1 out[34] b0 origin 10002", "store 0 out[34] b0 origin 4"}));
}

TEST(Run, AVoteTellsWhatEachGaveAndWhatCameOut) {
  const std::string text =
      "__global__ void k(int* out) {\n"
      "  unsigned odd = __ballot_sync(0xffffffff, out[threadIdx.x] & 1);\n"
      "  __syncwarp();\n"
      "  out[threadIdx.x] = odd;\n"
      "  out[threadIdx.x] = __reduce_add_sync(0xffffffff, threadIdx.x & 3);\n"
      "}\n";
  EXPECT_EQ(told(text, 33, {.threads = 64}),
            (Lines{"load 1 out[33] 21", "vote 6[1] aaaaaaaa second 1 origin 0", "vote 8[1] ffffffff",
                   "store 0 out[33] aaaaaaaa origin 1", "vote 9[1] 30 second 1", "store 0 out[33] 30 origin 4"}));
}

TEST(Run, APointerThatLeadsIntoSeveralArraysTellsWhichOneItIs) {
  const std::string text =
      "__global__ void k(int* out) {\n"
      "  __shared__ int s[32];\n"
      "  int* p = threadIdx.x % 3 == 0 ? out : threadIdx.x % 3 == 1 ? s : nullptr;\n"
      "  p[threadIdx.x] = 5;\n"
      "  p[threadIdx.x + 300] += 5;\n"
      "}\n";
  EXPECT_EQ(told(text, 3), (Lines{"store 0 out[3] 5", "outside 3 out[303] 7fc0dead", "sum 1 out[303] 7fc0deb2 origin 0",
                                  "outside 0 out[303] 7fc0deb2 origin 2"}));
  EXPECT_EQ(told(text, 4), (Lines{"shared_store 0 s[4] 5", "outside 3 s[304] 7fc0dead",
                                  "sum 1 s[304] 7fc0deb2 origin 0", "outside 0 s[304] 7fc0deb2 origin 2"}));
  const Lines nowhere = told(text, 5);
  ASSERT_EQ(nowhere.size(), 4U);
  EXPECT_TRUE(nowhere[0].starts_with("outside 0[")) << nowhere[0];
}

TEST(Run, FaultsSayWhatTheyAre) {
  const auto kind_of = [](const std::string& text) {
    const Prepared kernel = prepared(text);
    return run(kernel, launch_of(kernel.code(), {}), options()).fault->kind;
  };
  EXPECT_EQ(kind_of("__global__ void k(int* out) { assert(out[0] == 1); }"), Fault::Kind::failed_assert);
  EXPECT_EQ(kind_of("__global__ void k(char* out) { *(int*)(out + 1) = 0; }"), Fault::Kind::misaligned_access);
  EXPECT_EQ(kind_of("__global__ void k(int* out) { for (;;); }"), Fault::Kind::endless_loop);
  EXPECT_EQ(kind_of("__global__ void k(int* out) { for (long i = 0; i < 1L << 40; ++i); }"),
            Fault::Kind::limit_reached);
}

TEST(Run, RefusesMoreArraysThanEventsCanName) {
  std::string text = "__global__ void k(int* out) {";
  for (int n = 0; n < 300; ++n) text += fmt::format(" __shared__ int s{}[4]; s{}[0] = out[{}];", n, n, n);
  EXPECT_THROW(prepared(text + " }"), UsageError);
}

// Texts in which threads part in many ways, and do not race.
const char* const parting[] = {
    "__global__ void k(int* out) { __shared__ int s[256]; int t = threadIdx.x; s[t] = out[t] * 7919 % 257;"
    " __syncthreads(); for (int k = 2; k <= 128; k *= 2) for (int j = k / 2; j > 0; j /= 2) { int x = t ^ j;"
    " if (x > t) { bool up = (t & k) == 0; int p = s[t], q = s[x]; if ((p > q) == up) { s[t] = q; s[x] = p; } }"
    " __syncthreads(); } out[t] = s[t]; }",
    "__global__ void k(int* out) { __shared__ int s[256]; int t = threadIdx.x; s[t] = t + 27;"
    " while (s[t] != 1) { if (s[t] % 2) s[t] = 3 * s[t] + 1; else s[t] = s[t] / 2; } out[t] = s[t]; }",
    "__global__ void k(double* out) { int t = threadIdx.x; double sum = 0; for (int i = 0; i < t % 37; ++i)"
    " { double v = out[i]; if (i % (t % 5 + 1) == 0) sum += v * 3; } out[t + 64] = sum; }",
    "__global__ void k(int* out) { int own[8]; int t = threadIdx.x; for (int i = 0; i < 8; ++i) own[i] = out[t + i];"
    " int n = 0; for (int i = 0; i < t % 11; ++i) n += own[(t * i) % 8]; own[t % 9] = n; out[t + 256] = own[t % 7]; }",
    "__global__ void k(int* out) { int t = threadIdx.x; int v = out[t]; if (t % 5 == 2) return;"
    " for (int i = 0; i < t % 9; ++i) v += atomicXor(&out[t + 256], v); out[t] = v; }",
    "__global__ void k(float* out) { __shared__ float s[128]; int t = threadIdx.x; s[t] = t; __syncthreads();"
    " for (int n = 64; n > 0; n /= 2) { if (t < n) s[t] += s[t + n]; __syncthreads(); } if (t == 0) out[0] = s[0]; }",
    "__global__ void k(int* out) { int t = threadIdx.x; int v = t; if (t % 3 == 0) v = out[t];"
    " for (int by = 16; by > 0; by /= 2) v += __shfl_down_sync(0xffffffff, v, by);"
    " if (__any_sync(0xffffffff, v == 7)) out[t] = v; else out[t + 128] = v; }",
    "__global__ void k(int* out) { int own[4] = {}; int t = threadIdx.x; for (int i = -1; i < 6; ++i) own[i] = out[t + "
    "i];"
    " for (int i = -1; i < 6; ++i) own[i] += out[t] * i; for (unsigned i = 0; i < 3; ++i) out[t + 512] += own[i - 1];"
    " for (int i = 3; i < 6; ++i) own[i]++; out[t + 256] = own[1] + own[4]; }",
    "__constant__ int given[2]; __global__ void k(int* out) { int t = threadIdx.x; for (unsigned i = 0; i < 3; ++i)"
    " out[t + 512] += given[i - 1] + given[t + i - 3] + out[-i] + out[i * 2000000000u]; }",
    "__device__ int three(const int* p) { int v = p[3]; return 3; } __global__ void k(int* out) { int t = threadIdx.x;"
    " int n = out[t]; n = n + t * three(out); out[t + 256] = n; }",
    "__global__ void k(float4* out) { int t = threadIdx.x; float4 v = out[t % 8 + 200]; float x = v.x;"
    " if (t & 4) x = v.y + v.z; else x += v.w * t; for (int i = t; i < 40; i += 3) x += 1.5f; out[t].x = x; }",
};

// All threads in step give the same events as one at a time, thread by thread.
TEST(Run, LanesThatPartTellWhatTheyTellInTurns) {
  for (const char* const text : parting)
    for (const std::uint32_t threads : {5U, 32U, 128U}) {
      const Prepared kernel = prepared(text);
      const Launch launch =
          launch_of(kernel.code(), {.threads = threads, .schedule = {Schedule::Kind::random, 5}, .words = 1024});
      const Ran ran = run(kernel, launch, options());
      ASSERT_FALSE(ran.fault) << ran.fault->message;
      EXPECT_FALSE(ran.in_turns()) << text;
      const Code& apart = kernel.code(Lanes::apart);
      Block block(apart, launch, std::make_shared<EventPool>(4), true, 1);
      const std::vector<BlockResult> turns = block.run(0, 1, true);
      for (std::uint32_t thread = 0; thread < threads; ++thread)
        ASSERT_EQ(told(*ran.code, ran.blocks[0], thread), told(apart, turns[0], thread)) << text << thread;
    }
}

TEST(Run, AStrayRowTellsWhatAStrayElementTells) {
  EXPECT_EQ(
      told("__global__ void k(int* out) { int own[2] = {}; for (int i = 1; i < 3; ++i) own[i] = out[threadIdx.x + i];"
           " out[40] = own[5]; }",
           3),
      (Lines{"load 0 out[4] 4", "load 0 out[5] 5", "outside 0 own[2] 5 origin 1", "outside 0 own[5] 7fc0dead",
             "store 0 out[40] 7fc0dead origin 3"}));
}

// What a block learnt of a loop that waits does not apply to another block.
TEST(Run, EventsDoNotDependOnTheNumberOfCores) {
  const Prepared kernel = prepared(
      "__global__ void k(int* out) { __shared__ int lock; if (threadIdx.x == 0) lock = 0; __syncthreads();"
      " while (atomicCAS(&lock, 0, 1) != 0) { } out[threadIdx.x] = 1; atomicExch(&lock, 0); }");
  for (const bool together : {false, true}) {
    const Launch launch = launch_of(kernel.code(), {.threads = 8, .blocks = 5, .together = together});
    RunOptions alone = options();
    alone.cores = 1;
    const Ran one = run(kernel, launch, alone), two = run(kernel, launch, options());
    for (std::size_t block = 0; block < 5; ++block)
      for (std::uint32_t thread = 0; thread < 8; ++thread)
        EXPECT_EQ(told(*one.code, one.blocks[block], thread), told(*two.code, two.blocks[block], thread));
  }
}

TEST(Run, CountsWhatItWouldRecord) {
  for (const char* const text : parting)
    for (const Given& given : {Given{.threads = 128, .words = 1024}, Given{.threads = 3, .blocks = 7, .words = 1024}})
      for (const Schedule schedule : {Schedule{}, Schedule{Schedule::Kind::random, 3}}) {
        const Prepared kernel = prepared(text);
        Launch launch = launch_of(kernel.code(), given);
        launch.schedule = schedule;
        const Ran kept = run(kernel, launch, options());
        RunOptions counting = options();
        counting.keeps = [](std::uint64_t) { return false; };
        const Ran counted = run(kernel, launch, counting);
        EXPECT_EQ(kept.arrays, counted.arrays);
        for (std::size_t n = 0; n < kept.blocks.size(); ++n) {
          EXPECT_EQ(counted.blocks[n].record, nullptr);
          EXPECT_EQ(test::tallies_of(*kept.code, kept.blocks[n], given.threads), counted.blocks[n].tallies) << text;
        }
      }
}

TEST(Run, ARecordingStopsInTheMiddleOfABlock) {
  const language::Program program =
      language::read("__global__ void k(int* out) { for (long i = 0; i < 4000000000L; ++i) out[threadIdx.x] = i; }");
  const Prepared prepared(program, program.kernels().front());
  Launch launch;
  launch.block = {32, 1, 1};
  launch.most_rounds = std::uint64_t{1} << 40;
  launch.arrays.assign(prepared.code().arrays.size(), {});
  launch.arrays[0].resize(1024);
  RunOptions options;
  options.pool = std::make_shared<EventPool>(16);
  options.event_bytes = 1 << 16;
  options.watch = [](double) { return false; };
  EXPECT_THROW(static_cast<void>(run(prepared, launch, options)), Error);
}

TEST(Run, WhatFindsNoRoomIsLostFromTheEnd) {
  const language::Program program =
      language::read("__global__ void k(int* out) { for (int i = 0; i < 100; ++i) out[threadIdx.x] += i; }");
  const Prepared prepared(program, program.kernels().front());
  for (const std::uint32_t threads : {32U, 8U}) {
    Launch launch;
    launch.block = {threads, 1, 1};
    launch.grid = {2, 1, 1};
    launch.most_rounds = 1000;
    launch.arrays.assign(prepared.code().arrays.size(), {});
    launch.arrays[0].resize(1024);
    RunOptions options;
    options.pool = std::make_shared<EventPool>(16);
    const Ran whole = run(prepared, launch, options);
    options.event_bytes = std::uint64_t{threads} * 24 * 100;
    const Ran some = run(prepared, launch, options);
    EXPECT_EQ(some.arrays, whole.arrays);
    for (std::size_t block = 0; block < 2; ++block) {
      std::uint64_t kept = 0, all = 0;
      for (std::uint32_t thread = 0; thread < threads; ++thread) {
        const Column a = test::events_of(*whole.code, whole.blocks[block], thread);
        const Column b = test::events_of(*some.code, some.blocks[block], thread);
        ASSERT_LE(b.size(), a.size());
        for (std::uint32_t n = 0; n < b.size(); ++n) ASSERT_TRUE(same_but_clock(a[n], b[n]));
        kept += b.size();
        all += a.size();
      }
      EXPECT_GT(kept, 0U);
      EXPECT_LT(kept, all);
      EXPECT_EQ(some.blocks[block].lost, all - kept);
      EXPECT_EQ(whole.blocks[block].lost, 0U);
    }
  }
}

}  // namespace
}  // namespace tilescope::machine
