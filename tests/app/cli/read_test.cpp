// tilescope read and tilescope bench language as a user meets them.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/run_program.h"

namespace tilescope::test {
namespace {

using Json = nlohmann::json;

void file(const char* name, const std::string& text) { std::ofstream(scratch() / name) << text; }

constexpr const char* product = R"(#define TILE 16
__constant__ float factors[2];
__global__ void __launch_bounds__(TILE * TILE) product(const float* A, const float* B, float* C, int n) {
  __shared__ float As[TILE][TILE], Bs[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int tile = 0; tile < n / TILE; ++tile) {
    As[threadIdx.y][threadIdx.x] = A[row * n + tile * TILE + threadIdx.x];
    Bs[threadIdx.y][threadIdx.x] = B[(tile * TILE + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += As[threadIdx.y][k] * Bs[k][threadIdx.x];
    __syncthreads();
  }
  C[row * n + column] = factors[0] * sum;
}
__global__ void scaled(float* x, float by) { x[threadIdx.x] *= by; }
int main() {
  const int n = 256;
  float *A, *B, *C;
  product<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(A, B, C, n);
  scaled<<<n / 64, 64>>>(C, 2.0f);
}
)";

TEST(Read, TellsWhatItUnderstood) {
  file("product.cu", product);
  const Outcome outcome = run("read product.cu");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, R"(product.cu: 2 kernels, 2 launches, 1 note

product
  A  const float  array   read
  B  const float  array   read
  C  float        array   written
  n  int          scalar
  knobs          TILE = 16
  shared memory  2 048 bytes
  threads        at most 256 per block
  global         factors: float array, read

scaled
  x   float  array   read and written
  by  float  scalar

launch on line  kernel   grid     block    arguments
20              product  16 x 16  16 x 16  A, B, C, n
21              scaled   4        64       C, 2.0f

product.cu:4:20: note: 'As' has 16 x 16 elements: this needs blocks of 16 x 16 threads
    __shared__ float As[TILE][TILE], Bs[TILE][TILE];
                     ^~
)");
}

TEST(Read, GivesTheSameAsData) {
  file("product.cu", product);
  const Json all = Json::parse(run("read product.cu --json").out);
  const Json& kernel = all["kernels"][0];
  EXPECT_EQ(kernel["name"], "product");
  EXPECT_EQ(kernel["runnable"], true);
  EXPECT_EQ(kernel["parameters"].size(), 4U);
  EXPECT_EQ(kernel["parameters"][2], Json::parse(R"({"name": "C", "type": "float", "kind": "array", "reads": false,
                                                     "writes": true})"));
  EXPECT_EQ(kernel["parameters"][3]["kind"], "scalar");
  EXPECT_EQ(kernel["knobs"][0]["name"], "TILE");
  EXPECT_EQ(kernel["knobs"][0]["value"], "16");
  EXPECT_EQ(kernel["knobs"][0]["guessed"], false);
  EXPECT_EQ(kernel["knobs"][0]["place"], Json::parse(R"({"line": 1, "column": 9})"));
  EXPECT_EQ(kernel["shared_bytes"], 2048);
  EXPECT_EQ(kernel["shared"][0]["name"], "As");
  EXPECT_EQ(kernel["dynamic_shared"], nullptr);
  EXPECT_EQ(kernel["most_threads"], 256);
  EXPECT_EQ(kernel["globals"][0]["name"], "factors");
  EXPECT_EQ(all["launches"][0]["grid"], Json({16, 16, 1}));
  EXPECT_EQ(all["launches"][1]["block"], Json({64, 1, 1}));
  const Json& arguments = all["launches"][1]["arguments"];
  EXPECT_EQ(arguments[0], Json({{"text", "C"}, {"value", nullptr}, {"bytes", nullptr}}));
  EXPECT_EQ(arguments[1], Json({{"text", "2.0f"}, {"value", 2}, {"bytes", nullptr}}));
  ASSERT_EQ(all["diagnostics"].size(), 1U);
  const Json& note = all["diagnostics"][0];
  EXPECT_EQ(note["severity"], "note");
  EXPECT_EQ(note["line"], 4);
  EXPECT_EQ(note["column"], 20);
  EXPECT_EQ(note["length"], 2);
  EXPECT_NE(note["message"], "");
  EXPECT_TRUE(note.contains("mend"));
}

TEST(Read, ReadsStandardInputAndWritesToAFile) {
  file("product.cu", product);
  const Outcome outcome = run("read - --json -o read.json", "", "product.cu");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(read(scratch() / "read.json"), run("read product.cu --json").out);
  EXPECT_EQ(run("read -").code, 1);  // of nothing
}

TEST(Read, LooksAtOneKernelWithOtherNumbers) {
  file("product.cu", product);
  const Json all = Json::parse(run("read --entry product --knob TILE=32 product.cu --json").out);
  ASSERT_EQ(all["kernels"].size(), 1U);
  EXPECT_EQ(all["kernels"][0]["shared_bytes"], 8192);
  EXPECT_EQ(all["kernels"][0]["knobs"][0]["value"], "32");
  ASSERT_EQ(all["launches"].size(), 1U);
  EXPECT_EQ(all["launches"][0]["grid"], Json({8, 8, 1}));
}

// The marks stand below what they mean: behind tabs, letters that are wide, and letters that stand on others.
TEST(Read, MarksWhatIsWrong) {
  file("wrong.cu",
       "__global__ void k(float* a) {\n"
       "\ta[0] =\tthere;\n"
       "  a[1] = 1; /* \xE7\x9F\xA9\xE9\x98\xB5 */ where = 1;\n"
       "  a[2] = 1; /* e\xCC\x81 \xC3\xA9 */ hence = 1;\n"
       "  a[3] = 1; /* \x1B[31m \xFF */ forth = 1;\n"
       "}\n");
  const Outcome outcome = run("read wrong.cu");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "");
  EXPECT_NE(outcome.out.find("wrong.cu:2:9: error: "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("\n  \ta[0] =\tthere;\n  \t      \t^~~~~\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("\xE9\x98\xB5 */ where = 1;\n                         ^~~~~\n"), std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("\xC3\xA9 */ hence = 1;\n                        ^~~~~\n"), std::string::npos)
      << outcome.out;
  EXPECT_EQ(outcome.out.find('\x1B'), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find('\xFF'), std::string::npos) << outcome.out;
}

TEST(Read, TellsOfOneKernelOnlyWhatIsWrongInIt) {
  file("two.cu",
       "__global__ void right(float* a) { a[0] = 1; }\n__global__ void wrong(float* a) { a[0] = nothing; }\n");
  EXPECT_EQ(run("read two.cu").code, 0);
  const Outcome right = run("read two.cu --entry right"), wrong = run("read two.cu --entry wrong");
  EXPECT_EQ(right.code, 0);
  EXPECT_EQ(right.out.find("error"), std::string::npos) << right.out;
  EXPECT_EQ(wrong.code, 1);
  EXPECT_NE(wrong.out.find("two.cu:2:42: error: "), std::string::npos) << wrong.out;
  EXPECT_NE(wrong.out.find("\nwrong: cannot run, because of the mistakes below\n"), std::string::npos) << wrong.out;
}

TEST(Read, ShowsWhatIsAroundTheMarksOfALongLine) {
  file("long.cu", "__global__ void k(float* a) { " + std::string(100000, ' ') + "a[0] = nothing;" +
                      std::string(100000, ' ') + "}\n");
  const std::string told = run("read long.cu").out;
  EXPECT_LT(told.size(), 1000U);
  EXPECT_NE(told.find("a[0] = nothing;"), std::string::npos) << told;
}

TEST(Read, EveryMistakeGetsOneLine) {
  file("product.cu", product);
  const std::pair<const char*, const char*> mistakes[] = {
      {"read", "FILE"},
      {"read none.cu", "none.cu: cannot be read: No such file or directory"},
      {"read .", ".: cannot be read: it is a folder"},
      {"read product.cu --entry prodct",
       "there is no kernel 'prodct': did you mean product? The file has product, scaled"},
      {"read product.cu --knob TIEL=2", "--knob TIEL=2: there is no knob 'TIEL', only TILE"},
      {"read product.cu --entry scaled --knob TILE=2", "there is no knob 'TILE': the file has none"},
      {"read product.cu --knob TILE", "--knob TILE: give NAME=VALUE"},
      {"read product.cu --knob =2", "--knob =2: give NAME=VALUE"},
      {"read product.cu --knob TILE=", "--knob TILE=: give NAME=VALUE"},
      {"bench language --runs 0", "--runs 0"},
  };
  for (const auto& [arguments, named] : mistakes) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments << "\n" << outcome.err;
    EXPECT_EQ(outcome.out, "") << arguments;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << arguments << "\n" << outcome.err;
    EXPECT_NE(outcome.err.find(named), std::string::npos) << arguments << "\n" << outcome.err;
  }
}

TEST(Read, IsTimed) {
  const Json bench = Json::parse(run("bench language --runs 3 --json").out);
  ASSERT_EQ(bench["texts"].size(), 4U);
  for (const Json& text : bench["texts"]) {
    EXPECT_GT(text["median_seconds"], 0) << text;
    EXPECT_GE(text["p99_seconds"], text["median_seconds"]) << text;
    EXPECT_GT(text["kernels"], 0) << text;
  }
  EXPECT_GE(bench["texts"][3]["lines"], 1000);
  EXPECT_NE(run("bench language --runs 1").out.find("us/line"), std::string::npos);
}

}  // namespace
}  // namespace tilescope::test
