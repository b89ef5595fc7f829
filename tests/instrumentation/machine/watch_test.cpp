// The values of variables in small kernels, at each moment.
#include "instrumentation/machine/watch.h"

#include <gtest/gtest.h>

#include <cstring>

#include "instrumentation/error.h"
#include "tests/instrumentation/machine/recorded.h"
#include "tests/instrumentation/machine/watched.h"

namespace tilescope::machine {
namespace {

using test::prepared;

// Arrays of 0, 1, 2 and so on as floats or ints, and each number is 4.
Launch launch_of(const Code& code, std::uint32_t threads = 4, std::uint32_t blocks = 1) {
  Launch launch;
  launch.block = {threads, 1, 1};
  launch.grid = {blocks, 1, 1};
  launch.most_rounds = 20000;
  for (const Array& array : code.arrays) {
    std::vector<std::byte> bytes(array.given == nullptr || array.variable->type.is_array() ? 0 : 64 * 4);
    for (std::uint32_t n = 0; n * 4 < bytes.size(); ++n) {
      const auto real = static_cast<float>(n);
      const void* const from =
          array.element.is_floating() ? static_cast<const void*>(&real) : static_cast<const void*>(&n);
      std::memcpy(bytes.data() + std::size_t{n} * 4, from, 4);
    }
    launch.arrays.push_back(std::move(bytes));
  }
  launch.scalars.assign(code.scalars.size(), 4);
  return launch;
}

// "row=1@2 sum=none" of a thread: each with the line that set it.
std::string told(const Locals& locals, std::uint32_t thread) {
  std::string all;
  for (const LocalValue& value : locals.threads[thread]) {
    const LocalName& name = locals.names[value.name];
    all += (all.empty() ? "" : " ") + (name.depth == 0 ? "" : name.function + ":") + name.name + "=" +
           text_of(locals, value) + (value.is_set ? "@" + std::to_string(value.line) : "");
  }
  return all;
}

class Kernel {
 public:
  explicit Kernel(const std::string& text, std::uint32_t threads = 4, std::uint32_t blocks = 1)
      : prepared_(prepared(text)), launch_(launch_of(prepared_.code(), threads, blocks)) {}
  std::string at(std::uint32_t moment, std::uint32_t thread = 1, std::uint64_t block = 0) {
    WatchOptions options;
    options.block = block;
    options.moments.assign(launch_.threads(), moment);
    const Locals locals = watch(prepared_, launch_, options);
    EXPECT_EQ(test::differs(test::history_of(prepared_, launch_, block), locals, options.moments), "") << moment;
    return told(locals, thread);
  }
  std::string at_end(std::uint32_t thread = 1) { return at(1000000, thread); }
  Launch& launch() { return launch_; }
  const Prepared& kernel() { return prepared_; }

 private:
  Prepared prepared_;
  Launch launch_;
};

TEST(Watch, ASumIsTheOldOneUntilItIsAdded) {
  Kernel kernel(
      "__global__ void k(const float* A, float* C, int n) {\n"
      "  int t = threadIdx.x;\n"
      "  float sum = 0;\n"
      "  for (int k = 0; k < n; ++k)\n"
      "    sum += A[k] * A[t + k];\n"
      "  C[t] = sum;\n"
      "}\n");
  EXPECT_EQ(kernel.at(0), "A=&A[0]@0 C=&C[0]@0 n=4@0 t=1@2 sum=0@3 k=0@4");
  EXPECT_EQ(kernel.at(1), "A=&A[0]@0 C=&C[0]@0 n=4@0 t=1@2 sum=0@3 k=0@4");
  EXPECT_EQ(kernel.at(2), "A=&A[0]@0 C=&C[0]@0 n=4@0 t=1@2 sum=0@3 k=0@4");
  EXPECT_EQ(kernel.at(3), "A=&A[0]@0 C=&C[0]@0 n=4@0 t=1@2 sum=0@5 k=0@4");
  EXPECT_EQ(kernel.at(4), "A=&A[0]@0 C=&C[0]@0 n=4@0 t=1@2 sum=0@5 k=1@4");
  EXPECT_EQ(kernel.at(6), "A=&A[0]@0 C=&C[0]@0 n=4@0 t=1@2 sum=2@5 k=1@4");
  EXPECT_EQ(kernel.at(9), "A=&A[0]@0 C=&C[0]@0 n=4@0 t=1@2 sum=8@5 k=2@4");
  EXPECT_EQ(kernel.at(12), "A=&A[0]@0 C=&C[0]@0 n=4@0 t=1@2 sum=20@5 k=3@4");
  EXPECT_EQ(kernel.at(13), "A=&A[0]@0 C=&C[0]@0 n=4@0 t=1@2 sum=20@5");
  EXPECT_EQ(kernel.at_end(3), "A=&A[0]@0 C=&C[0]@0 n=4@0 t=3@2 sum=32@5");
}

TEST(Watch, EachStepOfAnAssignmentHasAMomentOfItsOwn) {
  Kernel kernel(
      "__global__ void k(const int* A, int* C) {\n"
      "  int x = A[1];\n"
      "  x = x + A[2] + A[3];\n"
      "  x = max(x, A[9]);\n"
      "  C[0] = x;\n"
      "}\n",
      1);
  EXPECT_EQ(kernel.at(0, 0), "A=&A[0]@0 C=&C[0]@0");
  EXPECT_EQ(kernel.at(1, 0), "A=&A[0]@0 C=&C[0]@0 x=1@2");
  EXPECT_EQ(kernel.at(3, 0), "A=&A[0]@0 C=&C[0]@0 x=1@2");
  EXPECT_EQ(kernel.at(4, 0), "A=&A[0]@0 C=&C[0]@0 x=3@3");
  EXPECT_EQ(kernel.at(5, 0), "A=&A[0]@0 C=&C[0]@0 x=6@3");
  EXPECT_EQ(kernel.at(6, 0), "A=&A[0]@0 C=&C[0]@0 x=6@3");
  EXPECT_EQ(kernel.at(7, 0), "A=&A[0]@0 C=&C[0]@0 x=9@4");
}

TEST(Watch, AVariableThatAStatementSetsTwiceIsAsItIsAtTheEnd) {
  Kernel kernel(
      "__global__ void k(const int* A, int* C) {\n"
      "  int x = A[5];\n"
      "  x = 10 * x++;\n"
      "  C[0] = x;\n"
      "}\n",
      1);
  EXPECT_EQ(kernel.at(1, 0), "A=&A[0]@0 C=&C[0]@0 x=5@2");
  EXPECT_EQ(kernel.at(2, 0), "A=&A[0]@0 C=&C[0]@0 x=50@3");
  for (const char* const line : {"x = 10 * x++;", "  x += (int)(++x);", "x = x = 1;", "x <<= (x)--;",
                                 "x[y[1]] = (int)(x[w % 2]++);", "x[1].a[x[0].b] = --x[2].c;"})
    EXPECT_EQ(test::count_sets(line, "x"), 2U) << line;
  for (const char* const line : {"x = 10 * y++;", "if (x <= 3) x += max(x, xx++);", "x++;", "y = x == 1 ? x = 2 : 0;",
                                 "x[x[1]] += y[2]++;", "x.x[1] = x[2].y;"})
    EXPECT_EQ(test::count_sets(line, "x"), 1U) << line;
}

// For an index that is another one for each thread, it is not known where the steps before would go.
TEST(Watch, AnElementAtAnIndexOfAThreadsOwnChangesWithTheLastStep) {
  Kernel kernel(
      "__global__ void k(const int* A, int* C) {\n"
      "  int t = threadIdx.x;\n"
      "  int l[2] = {};\n"
      "  l[t] = A[5] + A[6] + A[7];\n"
      "  C[t] = l[t];\n"
      "}\n",
      2);
  const std::string before = "A=&A[0]@0 C=&C[0]@0 t=1@2 l[0]=0@3 ";
  EXPECT_EQ(kernel.at(3), before + "l[1]=0@3");
  EXPECT_EQ(kernel.at(4), before + "l[1]=0@3");
  EXPECT_EQ(kernel.at(5), before + "l[1]=18@4");
}

// What an event says that a sum came to is what is told of the number that it is kept in.
TEST(Watch, SumsAreFoundWhereverTheirNumbersLie) {
  const char* const texts[] = {
      "struct S { double a; int b[3]; float c; };\n"
      "__global__ void k(const int* A, int* C) {\n"
      "  int t = threadIdx.x;\n"
      "  S s[3] = {};\n"
      "  s[t % 3].b[t % 2] += A[t + 1];\n"
      "  s[1].b[t % 3] -= A[t + 2];\n"
      "  C[t] = s[1].b[1];\n"
      "}\n",
      "struct S { short a; union { int b; float c; }; long d; int e; };\n"
      "__global__ void k(const int* A, int* C) {\n"
      "  int t = threadIdx.x;\n"
      "  S s[2] = {};\n"
      "  s[t % 2].e += A[t + 3];\n"
      "  s[t % 2].b += A[t + 3];\n"
      "  C[t] = s[0].e;\n"
      "}\n",
      "__global__ void k(const int* A, int* C) {\n"
      "  int t = threadIdx.x;\n"
      "  int l[2] = {};\n"
      "  l[t % 2] = A[t + 1] + A[t + 2] + A[t + 3];\n"
      "  l[t % 2] = l[(t + 1) % 2]++ + A[t];\n"
      "  float x = (bool)(A[t] + 3);\n"
      "  C[t] = l[0] + x;\n"
      "}\n",
  };
  for (const char* const text : texts) {
    Kernel kernel(text);
    RunOptions options;
    options.pool = std::make_shared<EventPool>(16);
    const Ran ran = run(kernel.kernel(), kernel.launch(), options);
    const test::SumCheck check = test::check_sums(kernel.kernel(), kernel.launch(), ran, 0, 100);
    EXPECT_EQ(check.difference, "") << text;
    EXPECT_GE(check.checked, 8U) << text;
  }
}

TEST(Watch, WhatIsDeclaredOnlyHasNoValue) {
  Kernel kernel(
      "__global__ void k(int* A) {\n"
      "  int x, y = 3;\n"
      "  float m[2][2];\n"
      "  A[0] = 1;\n"
      "  if (threadIdx.x == 1) x = y;\n"
      "  m[1][0] = 2.5f;\n"
      "  A[1] = 1;\n"
      "  { int x = 8; A[2] = x; }\n"
      "  A[3] = 4;\n"
      "}\n",
      2);
  kernel.launch().together = true;
  EXPECT_EQ(kernel.at(1), "A=&A[0]@0 x=none y=3@2 m[0][0]=none m[0][1]=none m[1][0]=none m[1][1]=none");
  EXPECT_EQ(kernel.at(2), "A=&A[0]@0 x=3@5 y=3@2 m[0][0]=none m[0][1]=none m[1][0]=2.5@6 m[1][1]=none");
  EXPECT_EQ(kernel.at(2, 0), "A=&A[0]@0 x=none y=3@2 m[0][0]=none m[0][1]=none m[1][0]=2.5@6 m[1][1]=none");
  EXPECT_EQ(kernel.at(3), "A=&A[0]@0 x=3@5 y=3@2 m[0][0]=none m[0][1]=none m[1][0]=2.5@6 m[1][1]=none x=8@8");
  EXPECT_EQ(kernel.at(4), "A=&A[0]@0 x=3@5 y=3@2 m[0][0]=none m[0][1]=none m[1][0]=2.5@6 m[1][1]=none");
}

TEST(Watch, AHelperHasVariablesOfItsOwn) {
  Kernel kernel(
      "__device__ float twice(float v, int& count) {\n"
      "  float w = v + v;\n"
      "  ++count;\n"
      "  return w;\n"
      "}\n"
      "__device__ float load(const float* from, int at, int& count) {\n"
      "  float got = twice(from[at], count);\n"
      "  return got;\n"
      "}\n"
      "__global__ void k(const float* A, float* C) {\n"
      "  int count = 5;\n"
      "  float a = load(A, threadIdx.x, count);\n"
      "  C[threadIdx.x] = a;\n"
      "}\n");
  EXPECT_EQ(kernel.at(1),
            "A=&A[0]@0 C=&C[0]@0 count=5@11 load:from=&A[0]@12 load:at=1@12 load:count=5@11 twice:v=1@7 "
            "twice:count=5@11 twice:w=none");
  EXPECT_EQ(kernel.at(2),
            "A=&A[0]@0 C=&C[0]@0 count=5@11 load:from=&A[0]@12 load:at=1@12 load:count=5@11 twice:v=1@7 "
            "twice:count=5@11 twice:w=2@2");
  EXPECT_EQ(kernel.at(3), "A=&A[0]@0 C=&C[0]@0 count=6@3 a=2@12");
}

TEST(Watch, StructuresPointersAndReferencesAreTold) {
  Kernel kernel(
      "struct P { int x; double y; bool on; };\n"
      "enum Mode : int { slow = 1, fast = 7 };\n"
      "__global__ void k(int* A, float4* B) {\n"
      "  __shared__ int S[8];\n"
      "  P p{1, 2.5, true};\n"
      "  int* at = A + threadIdx.x;\n"
      "  int* none = nullptr;\n"
      "  int* some = threadIdx.x == 0 ? A + 3 : S + 2;\n"
      "  int& here = S[threadIdx.x];\n"
      "  P& q = p;\n"
      "  const unsigned char c = 200;\n"
      "  short s = -3;\n"
      "  unsigned long long big = 1ull << 63;\n"
      "  Mode mode = fast;\n"
      "  here = 4;\n"
      "  at += 2;\n"
      "  q.x = 9;\n"
      "  *at = here;\n"
      "}\n",
      2);
  EXPECT_EQ(kernel.at(1),
            "A=&A[0]@0 B=&B[0]@0 p.x=1@5 p.y=2.5@5 p.on=true@5 at=&A[1]@6 none=nullptr@7 some=&S[2]@8 here=&S[1]@9 "
            "q.x=1@5 q.y=2.5@5 q.on=true@5 c=200@11 s=-3@12 big=9223372036854775808@13 mode=7@14");
  EXPECT_EQ(kernel.at_end(0),
            "A=&A[0]@0 B=&B[0]@0 p.x=9@17 p.y=2.5@5 p.on=true@5 at=&A[2]@16 none=nullptr@7 some=&A[3]@8 here=&S[0]@9 "
            "q.x=9@17 q.y=2.5@5 q.on=true@5 c=200@11 s=-3@12 big=9223372036854775808@13 mode=7@14");
}

// There is nothing there that could be told, but where it leads.
TEST(Watch, AReferenceOutsideOfAThreadsArrayIsAnAddress) {
  for (const char* const index : {"3", "32", "-1", "-2147483648", "2147483647"}) {
    Kernel kernel(std::string("__global__ void k(double* A) {\n"
                              "  double mine[3] = {1, 2, 4};\n"
                              "  double& last = mine[2];\n"
                              "  double& other = mine[") +
                  index +
                  "];\n"
                  "  A[0] = last;\n"
                  "}\n");
    const std::string told = kernel.at_end();
    EXPECT_NE(told.find("last=4@"), std::string::npos) << told;
    EXPECT_NE(told.find("other=&mine["), std::string::npos) << told;
  }
}

TEST(Watch, ArraysOfAThreadAreToldByElement) {
  Kernel kernel(
      "__device__ void put(char* to, int at) { to[at] = 'a' + at; }\n"
      "__global__ void k(int* A) {\n"
      "  char text[3];\n"
      "  int many[3] = {7};\n"
      "  double wide[2];\n"
      "  put(text, threadIdx.x);\n"
      "  for (int n = 0; n < 2; ++n) wide[n] = n + 0.5;\n"
      "  many[threadIdx.x] = A[5];\n"
      "}\n",
      2);
  EXPECT_EQ(kernel.at_end(),
            "A=&A[0]@0 text[0]=none text[1]=98@1 text[2]=none many[0]=7@4 many[1]=5@8 many[2]=0@4 wide[0]=0.5@7 "
            "wide[1]=1.5@7");
}

TEST(Watch, MethodsUnionsTemplatesAndJumpsAreFollowed) {
  Kernel kernel(
      "struct Vec { float x, y; __device__ void add(float v) { x += v; y += v; } };\n"
      "union Bits { float f; unsigned u; };\n"
      "template <int N> __device__ int count(const int* a, int from) {\n"
      "  int total = 0;\n"
      "  for (int i = 0; i < N; i++) { int v = a[from + i]; if (v < 2) continue; total += v; }\n"
      "  return total;\n"
      "}\n"
      "__global__ void k(int* A) {\n"
      "  Vec many[2], u{1, 2};\n"
      "  u.add(4);\n"
      "  many[threadIdx.x].y = 7;\n"
      "  Bits b;\n"
      "  b.f = 1;\n"
      "  int l = 0;\n"
      "  switch (threadIdx.x) { case 0: { int z = 5; l = z; break; } case 1: l = 9; default: l += 1; }\n"
      "  int c = count<2>(A, 1) + count<1>(A, 4);\n"
      "again:\n"
      "  if (l < 40) { l += A[2] + 20; goto again; }\n"
      "  A[9] = l + c;\n"
      "}\n",
      2);
  const std::string before =
      "A=&A[0]@0 many[0].x=none many[0].y=none many[1].x=none many[1].y=7@11 u.x=5@1 u.y=6@1 b.f=1@13 "
      "b.u=1065353216@13 l=";
  EXPECT_EQ(kernel.at(0), before + "9@15");
  EXPECT_EQ(kernel.at(1), before + "10@15");
  const std::string first = before + "10@15 count<2>:a=&A[0]@16 count<2>:from=1@16 count<2>:total=";
  EXPECT_EQ(kernel.at(2), first + "0@4 count<2>:i=0@5 count<2>:v=1@5");
  EXPECT_EQ(kernel.at(3), first + "0@4 count<2>:i=1@5 count<2>:v=2@5");
  EXPECT_EQ(kernel.at(4), first + "2@5 count<2>:i=1@5 count<2>:v=2@5");
  EXPECT_EQ(kernel.at(5), before +
                              "10@15 count<1>:a=&A[0]@16 count<1>:from=4@16 count<1>:total=0@4 count<1>:i=0@5 "
                              "count<1>:v=4@5");
  const std::string last = kernel.at_end();
  EXPECT_EQ(last.substr(last.find("l=")), "l=54@18 c=6@16");
}

TEST(Watch, AConditionIsAStatementOfItsOwn) {
  Kernel kernel(
      "__global__ void k(int* A) {\n"
      "  int n = 0;\n"
      "  while (A[n] < 2) {\n"
      "    n += 1;\n"
      "  }\n"
      "  if (A[3] == 3) n = 70;\n"
      "  A[10] = n;\n"
      "}\n",
      1);
  EXPECT_EQ(kernel.at(1, 0), "A=&A[0]@0 n=0@2");
  EXPECT_EQ(kernel.at(2, 0), "A=&A[0]@0 n=1@4");
  EXPECT_EQ(kernel.at(3, 0), "A=&A[0]@0 n=2@4");
  EXPECT_EQ(kernel.at(4, 0), "A=&A[0]@0 n=2@4");
  EXPECT_EQ(kernel.at(5, 0), "A=&A[0]@0 n=70@6");
}

TEST(Watch, ThreadsWaitAtBarriersAsTheyAre) {
  Kernel kernel(
      "__global__ void k(int* A) {\n"
      "  __shared__ int S[4];\n"
      "  int x = 1;\n"
      "  S[threadIdx.x] = A[threadIdx.x];\n"
      "  __syncthreads();\n"
      "  x = S[3 - threadIdx.x];\n"
      "  int y = __syncthreads_count(x > 1);\n"
      "  A[threadIdx.x] = y;\n"
      "}\n");
  EXPECT_EQ(kernel.at(2), "A=&A[0]@0 x=1@3");
  EXPECT_EQ(kernel.at(3), "A=&A[0]@0 x=1@3");
  EXPECT_EQ(kernel.at(4), "A=&A[0]@0 x=1@3");
  EXPECT_EQ(kernel.at(5), "A=&A[0]@0 x=2@6");
  EXPECT_EQ(kernel.at(6), "A=&A[0]@0 x=2@6");
  EXPECT_EQ(kernel.at(7), "A=&A[0]@0 x=2@6 y=2@7");
}

TEST(Watch, AThreadThatHasAnotherMomentIsTakenAtIt) {
  Kernel kernel(
      "__global__ void k(int* A) {\n"
      "  int n = 0;\n"
      "  for (;;) { if (A[n] == 6) break; ++n; }\n"
      "}\n");
  WatchOptions options;
  options.moments = {0, 2, 4};
  options.in_turns = false;
  const Locals locals = watch(kernel.kernel(), kernel.launch(), options);
  EXPECT_EQ(told(locals, 0), "A=&A[0]@0 n=0@2");
  EXPECT_EQ(told(locals, 1), "A=&A[0]@0 n=1@3");
  EXPECT_EQ(told(locals, 2), "A=&A[0]@0 n=3@3");
  EXPECT_EQ(told(locals, 3), "A=&A[0]@0 n=6@3");
  ASSERT_NE(find_local(locals, 3, "n"), nullptr);
  EXPECT_EQ(find_local(locals, 3, "n")->bits, 6U);
  EXPECT_EQ(find_local(locals, 3, "m"), nullptr);
}

// Each thread stores to what the next one reads: what that finds is its schedule's choice.
TEST(Watch, WhereThreadsRaceTheyGoInTheSameTurns) {
  const std::string text =
      "__global__ void k(int* A) {\n"
      "  int x = A[3];\n"
      "  A[3] = x + threadIdx.x + 1;\n"
      "}\n";
  for (const auto& [kind, first, last] : {std::tuple{Schedule::Kind::in_order, "x=3@2", "x=9@2"},
                                          std::tuple{Schedule::Kind::reverse, "x=12@2", "x=3@2"}}) {
    Kernel kernel(text);
    kernel.launch().schedule.kind = kind;
    EXPECT_EQ(kernel.at(1, 0), std::string("A=&A[0]@0 ") + first);
    EXPECT_EQ(kernel.at(1, 3), std::string("A=&A[0]@0 ") + last);
  }
}

TEST(Watch, ABlockFindsWhatThoseBeforeItLeft) {
  Kernel kernel(
      "__device__ int total;\n"
      "__global__ void k(int* A) {\n"
      "  int before = total;\n"
      "  int x = A[0];\n"
      "  A[0] = x + 1;\n"
      "  total = before + 10;\n"
      "}\n",
      1, 5);
  EXPECT_EQ(kernel.at(2, 0, 0), "A=&A[0]@0 before=0@3 x=0@4");
  EXPECT_EQ(kernel.at(2, 0, 4), "A=&A[0]@0 before=40@3 x=4@4");
  EXPECT_THROW(static_cast<void>(kernel.at(2, 0, 5)), UsageError);
}

TEST(Watch, AtAFaultThreadsAreAsTheyWere) {
  Kernel kernel(
      "__global__ void k(int* A) {\n"
      "  int n = 1;\n"
      "  while (n > 0) { n = n == 7 ? 1 : n + 1; }\n"
      "  A[0] = n;\n"
      "}\n");
  kernel.launch().most_rounds = 100;
  EXPECT_EQ(kernel.at(5, 0).substr(0, 12), "A=&A[0]@0 n=");
}

TEST(Watch, StopsWhenItIsToldTo) {
  Kernel kernel("__global__ void k(volatile int* A) { int n = 0; while (A[1] == 1) { ++n; } }\n");
  kernel.launch().most_rounds = 0;
  int asked = 0;
  WatchOptions options;
  options.goes_on = [&] { return ++asked < 10; };
  EXPECT_THROW(static_cast<void>(watch(kernel.kernel(), kernel.launch(), options)), Error);
  options.goes_on = {};
  options.in_turns = false;
  options.moments.assign(4, 20);
  EXPECT_EQ(told(watch(kernel.kernel(), kernel.launch(), options), 2), "A=&A[0]@0 n=19@1");
}

}  // namespace
}  // namespace tilescope::machine
