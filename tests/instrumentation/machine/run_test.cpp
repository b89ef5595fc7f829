// What the machine makes of texts that are no product: values, where threads wait, and texts that try to break it.
#include "instrumentation/machine/run.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>

namespace tilescope::machine {
namespace {

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
Got got(const std::string& text, const Given& given = {}) {
  language::Program program = language::read(text);
  for (const language::Diagnostic& d : program.diagnostics())
    if (d.severity == language::Severity::error) throw std::runtime_error(d.message);
  const Prepared prepared(program, program.kernels().front());
  Launch launch;
  launch.block = {given.threads, 1, 1};
  launch.grid = {given.blocks, 1, 1};
  launch.schedule = given.schedule;
  launch.together = given.together;
  launch.most_rounds = given.most_rounds;
  launch.dynamic_shared_bytes = given.dynamic_shared;
  for (const Array& array : prepared.code().arrays) {
    std::vector<std::byte> bytes(array.given == nullptr ? 0 : array.bytes != 0 ? array.bytes : given.words * 4);
    for (std::uint32_t n = 0; n * 4 + 4 <= bytes.size() && array.bytes == 0; ++n)
      std::memcpy(bytes.data() + n * 4, &n, 4);
    launch.arrays.push_back(std::move(bytes));
  }
  launch.scalars.assign(prepared.code().scalars.size(), 4);
  RunOptions options;
  options.cores = 2;
  options.pool = std::make_shared<EventPool>(16);
  Ran ran = run(prepared, launch, options);
  Got result;
  result.out.resize(ran.arrays.at(0).size() / 4);
  std::memcpy(result.out.data(), ran.arrays[0].data(), result.out.size() * 4);
  if (ran.fault) result.fault = ran.fault->message;
  result.printed = ran.printed;
  result.in_turns = ran.in_turns;
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
    if (!given.together && given.schedule.kind != Schedule::Kind::reverse &&
        given.schedule.kind != Schedule::Kind::warp_interleaved && given.schedule.kind != Schedule::Kind::random)
      continue;  // in order, the first thread never lets the others go
    const Got r = got(text, given);
    EXPECT_EQ(r.fault, "");
    EXPECT_EQ(r.out[5], 7);
  }
  EXPECT_NE(got(text).fault.find("still in a loop after 20000 iterations"), std::string::npos);
}

struct Hostile {
  const char* text;
  const char* fault;  // a part of what is told; empty: it comes to its end
};
const Hostile hostiles[] = {
    {"__global__ void k(int* out) { for (;;) { } }", "still in a loop after 20000 iterations"},
    {"__global__ void k(int* out) { while (true) out[threadIdx.x] += 1; }", "its last access is in line 1"},
    {"__global__ void k(int* out) { for (long i = 0; i < 1000000000L; ++i) out[threadIdx.x] = i; }", "still in a loop"},
    {"__global__ void k(int* out) { again: out[0] = 1; goto again; }", "still in a loop"},
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
    {"__global__ void k(int* out) { assert(out[threadIdx.x] < 20); out[0] = 1; }", "failed the assertion in line 1"},
    {"__global__ void k(int* out) { if (threadIdx.x == 3) __trap(); }", "(0,3)"},
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
        EXPECT_TRUE(r.fault.empty() || r.fault.find("not aligned") != std::string::npos) << hostile.text << "\n"
                                                                                         << r.fault;
      else
        EXPECT_NE(r.fault.find(hostile.fault), std::string::npos) << hostile.text << "\n" << r.fault;
      EXPECT_LT(r.printed.size(), std::size_t{2} << 20);
    }
}

}  // namespace
}  // namespace tilescope::machine
