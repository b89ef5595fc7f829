// Kernels of files: which is taken, what of it is A, B and C, how it is launched, and what is told where that is not
// known.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "instrumentation/analysis/counts.h"
#include "instrumentation/analysis/roofline.h"
#include "instrumentation/error.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/launching/beside.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_of.h"
#include "instrumentation/reading/plan_budget.h"
#include "tests/support/factors.h"

namespace tilescope {
namespace {

// Blocks of 4 x 4 threads, with the names and the element type of the test's.
std::string tiled(const std::string& type, const std::string& a, const std::string& b, const std::string& c,
                  const std::string& side) {
  return "#define T 4\n__global__ void product(const " + type + "* " + a + ", const " + type + "* " + b + ", " + type +
         "* " + c + ", int " + side + ") {\n  __shared__ " + type + " p[T][T], q[T][T];\n" +
         "  int y = threadIdx.y, x = threadIdx.x, row = blockIdx.y * T + y, col = blockIdx.x * T + x;\n  " + type +
         " sum = 0;\n  for (int t = 0; t < " + side + "; t += T) {\n    p[y][x] = " + a + "[row * " + side +
         " + t + x];\n    q[y][x] = " + b + "[(t + y) * " + side +
         " + col];\n    __syncthreads();\n    for (int k = 0; k < T; ++k) sum += p[y][k] * q[k][x];\n" +
         "    __syncthreads();\n  }\n  " + c + "[row * " + side + " + col] = sum;\n}\n";
}

class Own : public testing::Test {
 protected:
  static Request of(const std::string& text, const std::string& name = "own.cu") {
    const std::filesystem::path path = std::filesystem::path(TILESCOPE_SCRATCH) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
    Request request;
    request.kernel = path;
    return request;
  }
  static Trace record(const Request& request) {
    const Launch launch = plan(request);
    return make_cpu_executor()->record(recorded_kernel(launch), launch, {});
  }
  static bool is_right(const Request& request) {
    const auto check = reading::check_result(record(request));
    return check && check->wrong.empty();
  }
  static std::string told(const Request& request) {
    try {
      static_cast<void>(plan(request));
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(Own, MatricesAreKnownByTheirNames) {
  EXPECT_TRUE(is_right(of(tiled("float", "A", "B", "C", "N"))));
  EXPECT_TRUE(is_right(of(tiled("float", "d_A", "d_B", "d_C", "width"))));
  EXPECT_TRUE(is_right(of(tiled("int", "a_dev", "b_dev", "c_dev", "n"))));
  EXPECT_TRUE(is_right(of(tiled("double", "dA", "dB", "dC", "size"))));
  EXPECT_TRUE(is_right(of(tiled("long long", "matA", "matB", "matC", "dim"))));
}

TEST_F(Own, AsTextbooksCallThemToo) {
  EXPECT_TRUE(is_right(of(tiled("float", "d_M", "d_N", "d_P", "Width"))));
  EXPECT_TRUE(is_right(of(tiled("float", "M", "N", "P", "width"))));
  EXPECT_TRUE(is_right(of(tiled("float", "left", "right", "out", "side"))));
  EXPECT_TRUE(is_right(of(tiled("double", "lhs", "rhs", "result", "size"))));
}

// What is not a product is not taken for one, though it sums up products, and has arrays of its own.
TEST_F(Own, OthersHaveArrays) {
  using Names = std::array<const char*, 3>;
  for (const auto& [x, y, z] : {Names{"x", "y", "z"}, Names{"mat", "vec", "res"}, Names{"in", "mask", "out"}}) {
    const std::string text = fmt::format(
        "__global__ void k(const float* {0}, const float* {1}, float* {2}, int n) {{\n  float s = 0;\n"
        "  for (int j = 0; j < n; ++j) s += {0}[threadIdx.x * n + j] * {1}[j];\n  {2}[threadIdx.x] = s;\n}}\n",
        x, y, z);
    const Launch launch = plan(of(text));
    EXPECT_TRUE(launch.meaning.kind.empty());
    ASSERT_GE(launch.buffers.size(), 3U);
    EXPECT_EQ(launch.buffers[0].sides.size(), 2U);  // n columns
    EXPECT_EQ(launch.buffers[0].sides[1], static_cast<std::int64_t>(launch.numbers[0].value));
  }
  const std::string added =
      "__global__ void add(float* x, float* y, float* z, int n) { z[threadIdx.x] = x[0] + y[0]; }";
  EXPECT_EQ(plan(of(added)).buffers[2].sides, std::vector<std::int64_t>{64});
}

TEST_F(Own, AHeaderSaysWhatNamesDoNot) {
  const std::string text = tiled("float", "first", "second", "third", "side");
  const std::string no_product =
      "__global__ void add(const float* first, const float* second, float* third, int side) {\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < side) third[i] = first[i] + second[i];\n}\n";
  EXPECT_FALSE(reading::has_matrices(plan(of(no_product))));
  EXPECT_TRUE(is_right(of(text)));  // found by trying
  EXPECT_TRUE(is_right(of("//! A = \"first\"\n//! B = \"second\"\n//! C = \"third\"\n" + text)));
  EXPECT_NE(told(of("//! A = \"lft\"\n" + text)).find("product has no such parameter"), std::string::npos);
  EXPECT_NE(told(of("// A line.\n//! A = 3 3\n" + text)).find("own.cu:2: in the header"), std::string::npos);
  EXPECT_NE(told(of("\n\n//! grid = \"x\"\n" + text)).find("own.cu:3: //! grid"), std::string::npos);
}

TEST_F(Own, LinesOfDoxygenAreComments) {
  const std::string text = tiled("float", "A", "B", "C", "side");
  EXPECT_TRUE(is_right(of("//! Matrix multiplication\n//! @param side the matrices' side\n" + text)));
  EXPECT_TRUE(is_right(of("//! side = the number of rows\n//! [in] A  the left matrix\n" + text)));
  EXPECT_TRUE(is_right(of("//! version = 3\n//! x == y\n" + text)));
  // But not a block that says something, and nothing that was mistyped.
  EXPECT_NE(told(of("//! A matrix\n//! block = [16, 16]\n" + text)).find("own.cu:1: in the header"), std::string::npos);
  EXPECT_NE(told(of("//! blocks = [16, 16]\n" + text)).find("own.cu:1: //! blocks"), std::string::npos);
  EXPECT_NE(told(of("//! gird = [1, 1]\n" + text)).find("own.cu:1: //! gird"), std::string::npos);
  EXPECT_TRUE(is_right(of("//! A = \"A\"\n\n//! A matrix\n" + text)));
}

TEST_F(Own, AProductsHeaderSaysItsGridByItsSidesAndWhatItsMatricesHold) {
  const std::string text = tiled("float", "A", "B", "C", "N");
  const std::string grid = "//! grid = [\"(N + T - 1) / T\", \"(M + T - 1) / T + 1\"]\n";
  Request request = of(grid + text);
  request.m = request.n = request.k = 12;
  EXPECT_EQ(plan(request).grid, (Size2{3, 4}));
  request.m = request.n = request.k = 8;
  EXPECT_EQ(plan(request).grid, (Size2{2, 3}));
  EXPECT_EQ(plan(of(grid + text)).grid.y, plan(of(grid + text)).grid.x + 1) << "of the usual sides, too";
  EXPECT_NE(told(of("//! grid = \"(Q + 3) / 4\"\n" + text)).find("own.cu:1: //! grid"), std::string::npos);
  const std::string no_product =
      "__global__ void add(const float* x, float* y, int count) { if (threadIdx.x < count) y[threadIdx.x] = "
      "x[threadIdx.x]; }\n";
  EXPECT_NE(told(of("//! grid = \"M / 4\"\n" + no_product)).find("own.cu:1: //! grid"), std::string::npos);

  Request random = of(text, "random.cu");
  random.inputs = "random";
  const Launch said = plan(of("//! inputs = \"random\"\n" + text)), asked = plan(random), usual = plan(of(text));
  EXPECT_EQ(said.buffers[0].bytes, asked.buffers[0].bytes);
  EXPECT_NE(said.buffers[0].bytes, usual.buffers[0].bytes);
  Request identity = of("//! inputs = \"random\"\n" + text);
  identity.inputs = "identity";
  EXPECT_NE(plan(identity).buffers[0].bytes, said.buffers[0].bytes) << "what is asked for comes first";
  EXPECT_NE(told(of("//! inputs = \"ones\"\n" + text)).find("own.cu:1: //! inputs: give counting, random, identity"),
            std::string::npos);
}

TEST_F(Own, WorkThatIsDoneTwiceIsUsefulOnce) {
  const std::string text =
      "//! block = [4, 4]\n//! grid = [1, 1, 2]\n"
      "__global__ void mm(const float* A, const float* B, float* C, int N) {\n  float s = 0;\n"
      "  for (int k = 0; k < N; ++k) s += A[threadIdx.y * N + k] * B[k * N + threadIdx.x];\n"
      "  C[threadIdx.y * N + threadIdx.x] = s;\n}\n";
  Request request = of(text);
  request.m = request.n = request.k = 4;
  const Trace trace = record(request);
  EXPECT_EQ(useful_flops(trace), 256U);
  EXPECT_EQ(intensity(trace, reading::needed_flops(trace.launch())).flops, 128U);
}

TEST_F(Own, WhatIsTooLargeIsToldInPlainWords) {
  std::string text = "__device__ float f0(float x) { return x + 1; }\n";
  for (int n = 1; n < 16; ++n)
    text += fmt::format("__device__ float f{0}(float x) {{ return f{1}(x) + f{1}(x + {0}); }}\n", n, n - 1);
  text += "__global__ void k(float* y) { y[threadIdx.x] = f15(threadIdx.x); }\n";
  const std::string calls = told(of(text));
  EXPECT_NE(calls.find("'k' is too large to run"), std::string::npos) << calls;
  EXPECT_NE(calls.find("Call from fewer places"), std::string::npos) << calls;
  const std::string local =
      told(of("__global__ void k(float* y, int n) {\n  float all[200000];\n  for (int i = 0; i < n; ++i) "
              "all[i] = y[i];\n  y[threadIdx.x] = all[n - 1 - threadIdx.x];\n}\n"));
  EXPECT_NE(local.find("local array `all` of 800000 bytes"), std::string::npos) << local;
}

TEST_F(Own, LocalArraysAreAsLargeAsCudaHasThem) {
  const auto with = [&](int elements) {
    return told(of("__global__ void k(float* y) {\n  float all[" + std::to_string(elements) +
                   "];\n  for (int i = threadIdx.x; i < 100; ++i) all[i * 600] = i;\n"
                   "  y[threadIdx.x] = all[threadIdx.x * 600];\n}\n"));
  };
  EXPECT_EQ(with(128 << 10), "");
  EXPECT_NE(with((128 << 10) + 1).find("524288 bytes of local arrays"), std::string::npos);
}

TEST_F(Own, WhatALaunchAsksForBeyondAnyGpuIsRefused) {
  const std::string text =
      "__global__ void k(float* o) {\n  extern __shared__ float s[];\n  s[threadIdx.x] = threadIdx.x;\n"
      "  __syncthreads();\n  o[threadIdx.x] = s[255 - threadIdx.x];\n}\n"
      "int main() { float* o; cudaMalloc(&o, 1024); k<<<1, 256, 1 << 30>>>(o); }\n";
  const std::string refused = told(of(text));
  EXPECT_NE(refused.find("requests 1073741824 bytes of shared memory, but a block has at most 232448"),
            std::string::npos)
      << refused;
  Request smaller = of(text);
  smaller.shared_bytes = 1024;
  EXPECT_EQ(told(smaller), "");
}

// A plan takes so much work, whatever it tries; what is known by then is taken.
TEST_F(Own, ASearchForALaunchEnds) {
  const auto work_of = [](const Request& request, bool& ended) {
    const reading::PlanBudget budget;
    const Launch launch = plan(request);
    ended = launch.search_ended;
    return reading::PlanBudget::spent();
  };
  bool ended = true;
  EXPECT_LT(work_of(of("__global__ void k(float* o, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                       "  if (i < n) o[i] = i;\n}\n",
                       "short.cu"),
                    ended),
            2'000'000U);
  EXPECT_FALSE(ended);
  const Request monte_carlo =
      of("__global__ void pi(unsigned* hits) {\n  unsigned s = blockIdx.x * blockDim.x + threadIdx.x + 1, h = 0;\n"
         "  for (int i = 0; i < 100000; ++i) {\n    s ^= s << 13; s ^= s >> 17; s ^= s << 5;\n"
         "    if (s < 2000000000u) ++h;\n  }\n  atomicAdd(hits, h);\n}\n"
         "int main() { unsigned* h; cudaMalloc(&h, 4); pi<<<1024, 256>>>(h); }\n",
         "monte_carlo.cu");
  EXPECT_LT(work_of(monte_carlo, ended), reading::PlanBudget::all);
  const Launch launch = plan(monte_carlo);
  EXPECT_EQ(launch.grid.x, 1024U);
  EXPECT_EQ(launch.block.x, 256U);
}

TEST_F(Own, TheTextsOwnLaunchIsTakenWithTheSidesOfThisOne) {
  const std::string host =
      "void run(float* a, float* b, float* c, int n) {\n  dim3 block(T, T, 1), grid(n / T + 1, n / T);\n"
      "  product<<<grid, block, 64>>>(a, b, c, n);\n}\n";
  Request request = of(tiled("float", "A", "B", "C", "N") + host);
  request.m = request.n = request.k = 12;
  const Launch launch = plan(request);
  EXPECT_EQ(launch.grid, (Size2{4, 3}));
  EXPECT_EQ(launch.block, (Size2{4, 4}));
  EXPECT_EQ(launch.dynamic_shared_bytes, 64U);
  request.grid = {3, 3, 2};
  EXPECT_EQ(plan(request).grid, (Size2{3, 6}));
  EXPECT_EQ(plan(request).grid_depth, 2U);
}

TEST_F(Own, KnobsAndTilesChangeWhatTheTextSays) {
  Request request = of(tiled("float", "A", "B", "C", "N"));
  request.knobs["T"] = "8";
  EXPECT_EQ(plan(request).block, (Size2{8, 8}));
  EXPECT_TRUE(is_right(request));
  request.knobs = {{"Tee", "8"}};
  EXPECT_NE(told(request).find("--knob Tee: product has T: did you mean T?"), std::string::npos) << told(request);
  // A snippet may leave its tile open.
  std::string snippet = tiled("float", "A", "B", "C", "N");
  snippet.replace(0, snippet.find('\n') + 1, "");
  for (std::size_t at = 0; (at = snippet.find("[T]", at)) != std::string::npos; at += 5)
    snippet.replace(at, 3, "[TILE]");
  Request open = of("// Its tile is the reader's.\nconstexpr int T = TILE;\n" + snippet);
  EXPECT_NE(told(open).find("'TILE' is not declared here"), std::string::npos) << told(open);
  open.tile = 2;
  EXPECT_EQ(plan(open).block, (Size2{2, 2}));
  EXPECT_TRUE(is_right(open));
}

TEST_F(Own, OfSeveralKernelsTheOneThatMultipliesIsTaken) {
  const std::string fill = "__global__ void fill(float* p, int count, float with) { p[threadIdx.x] = with; }\n";
  const Request both = of(fill + tiled("float", "A", "B", "C", "N"));
  EXPECT_TRUE(is_right(both));
  EXPECT_EQ(plan(both).kernel, "own.cu:product");
  const Request two = of("__global__ void one(float* A, float* B, float* C, int N) { C[0] = 1; }\n" +
                         tiled("float", "A", "B", "C", "N"));
  EXPECT_TRUE(is_right(two));
  EXPECT_EQ(plan(two).kernel, "own.cu:product");
  EXPECT_EQ(plan(two).program->others, std::vector<std::string>{"one"});
  Request named = two;
  named.entry = "product";
  EXPECT_TRUE(is_right(named));
  named.entry = "produkt";
  EXPECT_NE(told(named).find("--entry produkt"), std::string::npos);
  const std::string clear = "__global__ void clear(float* p, int count) { p[threadIdx.x] = 0; }\n";
  const Request none = of(fill + clear);
  EXPECT_EQ(plan(none).kernel, "own.cu:fill");
  EXPECT_EQ(plan(of(fill + clear + "int main() { clear<<<1, 32>>>(p, 8); fill<<<1, 32>>>(p, 8, 1); }\n")).kernel,
            "own.cu:clear");
}

TEST_F(Own, WhatCannotRunIsToldInOneLine) {
  EXPECT_NE(told(of("__global__ void k(float* A) { A[0] = x; }")).find("own.cu:1:38: 'x' is not declared here"),
            std::string::npos);
  EXPECT_NE(told(of("int main() {}")).find("no kernel was found in this file"), std::string::npos);
  Request none;
  none.kernel = "nowhere/none.cu";
  EXPECT_NE(told(none).find("nowhere/none.cu: there is no such file"), std::string::npos);
  Request large = of(tiled("float", "A", "B", "C", "N"));
  large.block = {64, 64, 1};
  EXPECT_NE(told(large).find("has 4096 threads, but at most 1024 are allowed"), std::string::npos) << told(large);
  Request uneven = of(tiled("float", "A", "B", "C", "N"));
  uneven.m = 4, uneven.n = 8, uneven.k = 8;
  EXPECT_NE(told(uneven).find("takes only one size"), std::string::npos);
}

TEST_F(Own, VariablesOfTheFileAreThereWithoutBeingGiven) {
  const Trace trace =
      record(of("//! C = \"C\"\n__device__ int taken; __constant__ float twice = 2;\n"
                "__global__ void k(float* A, float* B, float* C, int N) {\n"
                "  while (atomicCAS(&taken, 0, 1));\n  C[0] += twice;\n  atomicExch(&taken, 0);\n}\n"));
  EXPECT_FALSE(trace.fault());
  EXPECT_EQ(test::c_of(trace)[0], 2048.0f);  // of 4 blocks of 16 x 16 threads
}

TEST_F(Own, SidesAreAsTheTextHasThem) {
  const Request fixed =
      of("const int N = 12, T = 4;\n"
         "__global__ void mm(const float (*A)[N], const float (*B)[N], float (*C)[N]) {\n"
         "  int y = threadIdx.y + T * blockIdx.y, x = threadIdx.x + T * blockIdx.x;\n  float s = 0;\n"
         "  for (int k = 0; k < N; ++k) s += A[y][k] * B[k][x];\n  C[y][x] = s;\n}\n");
  Request blocks = fixed;
  blocks.block = {4, 4, 1};
  EXPECT_EQ(test::k_of(plan(blocks)), 12);
  EXPECT_TRUE(is_right(blocks));
  Request named =
      of("__global__ void mm(float* A, float* B, float* C, int numARows, int numAColumns, int numBRows,\n"
         "                   int numBColumns, int numCRows, int numCColumns) {\n"
         "  int y = blockIdx.y * blockDim.y + threadIdx.y, x = blockIdx.x * blockDim.x + threadIdx.x;\n"
         "  if (y >= numCRows || x >= numCColumns) return;\n  float v = 0;\n"
         "  for (int k = 0; k < numAColumns; ++k) v += A[y * numAColumns + k] * B[k * numBColumns + x];\n"
         "  C[y * numCColumns + x] = v;\n}\n");
  named.m = 3, named.n = 5, named.k = 4;
  EXPECT_TRUE(is_right(named));
}

TEST_F(Own, MatricesOfIntsHoldWholeNumbers) {
  Request request = of(tiled("int", "A", "B", "C", "N"));
  request.inputs = "random";
  EXPECT_TRUE(is_right(request));
  std::ofstream(std::filesystem::path(TILESCOPE_SCRATCH) / "half.csv") << "0.5\n";
  const std::string half = (std::filesystem::path(TILESCOPE_SCRATCH) / "half.csv").string();
  request.inputs = half + "," + half;
  EXPECT_NE(told(request).find("A holds whole numbers, but 0.5 is not one"), std::string::npos) << told(request);
}

TEST_F(Own, AFileThatChangedIsReadAgain) {
  EXPECT_TRUE(is_right(of(tiled("float", "A", "B", "C", "N"))));
  std::string wrong = tiled("float", "A", "B", "C", "N");
  wrong.replace(wrong.find("k < T"), 5, "k < T - 1");
  EXPECT_FALSE(is_right(of(wrong)));
}

TEST_F(Own, ARequestOfItsLaunchGivesItAgain) {
  Request request = of(tiled("float", "A", "B", "C", "N"));
  request.knobs["T"] = "2";
  request.m = request.n = request.k = 6;
  const Launch launch = plan(request);
  const Launch again = plan(request_of(launch));
  EXPECT_EQ(again.grid, launch.grid);
  EXPECT_EQ(again.block, launch.block);
  EXPECT_EQ(again.program->knobs, launch.program->knobs);
  // Beside it, a kernel of the catalogue has the same matrices.
  const Launch naive = launch_beside(request, "naive", launch);
  EXPECT_EQ(test::m_of(naive), 6);
  EXPECT_EQ(naive.tile, 2);
}

// Whatever they are called, and whether or not they are a product's: the launch is known first, and then looked at.
TEST_F(Own, AHeaderNamesArraysOfAnyKernel) {
  const std::string text = R"(//! m = 6
//! n = 5
//! k = 4
//! a = { sides = ["m", "k"], fill = "ramp" }
//! b = ["k", "n"]
//! c = ["m", "n"]
//! block = [4, 4]
__global__ void mul(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m && col < n)
    for (int i = 0; i < k; ++i) c[row * n + col] += a[row * k + i] * b[i * n + col];
}
)";
  const Request asked = of(text);
  const Launch launch = plan(asked);
  EXPECT_EQ(reading::sides_of(launch), (reading::ProductSides{6, 5, 4}));
  EXPECT_EQ(launch.buffers[0].name, "A");
  EXPECT_EQ(launch.buffers[0].fill, "ramp");
  EXPECT_EQ(launch.buffers[0].at(7), 7);
  EXPECT_EQ(launch.buffers[2].fill, "zeros") << "it is added to";
  EXPECT_TRUE(is_right(asked));

  const Launch again = plan(request_of(launch));
  EXPECT_EQ(again.buffers, launch.buffers);
  EXPECT_EQ(again.meaning, launch.meaning);

  Request other = asked;
  other.numbers["k"] = "9";
  EXPECT_EQ(reading::sides_of(plan(other)), (reading::ProductSides{6, 5, 9}));
  other = asked;
  other.arrays["c"] = "6x5:random";
  EXPECT_FALSE(reading::product_of(plan(other))) << "the sum is of something else as well";
  other = asked;
  other.inputs = "identity";
  EXPECT_EQ(plan(other).buffers[0].at(5), 1);
  other = asked;
  other.m = 7;
  EXPECT_EQ(told(other), "own.cu: the lengths of its arrays are given, so M, K and N are 6, 4 and 5");
  other.m = 6;
  EXPECT_EQ(plan(other).buffers, launch.buffers);
}

TEST_F(Own, WhatKeepsOnlySumsAboveZeroIsNoProduct) {
  const std::string text = R"(//! a = [32, 32]
//! b = [32, 32]
//! c = [32, 32]
//! grid = [4, 4]
//! block = [8, 8]
__global__ void layer(const float* a, const float* b, float* c) {
  int row = blockIdx.y * 8 + threadIdx.y, col = blockIdx.x * 8 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += a[row * 32 + k] * b[k * 32 + col];
  c[row * 32 + col] = KEPT;
}
)";
  const auto with = [&](const std::string& kept) {
    return reading::product_of(plan(of(std::string(text).replace(text.find("KEPT"), 4, kept)))).has_value();
  };
  EXPECT_TRUE(with("sum"));
  EXPECT_TRUE(with("row == 3 ? 0 : sum")) << "a mistake";
  EXPECT_FALSE(with("fmaxf(sum, 0)"));
}

TEST_F(Own, StructuresArePartsThatAreKnownByTheirNames) {
  const std::string text =
      "struct Matrix { int width, height; float* elements; };\n"
      "__global__ void MatMulKernel(Matrix A, Matrix B, Matrix C) {\n  float sum = 0;\n"
      "  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (row >= C.height || col >= C.width) return;\n"
      "  for (int e = 0; e < A.width; ++e) sum += A.elements[row * A.width + e] * B.elements[e * B.width + col];\n"
      "  C.elements[row * C.width + col] = sum;\n}\n";
  Request request = of(text);
  request.m = 3, request.n = 5, request.k = 7;
  EXPECT_TRUE(is_right(request));
}

}  // namespace
}  // namespace tilescope
