// A function called `reference` in a kernel's text gives the expected result, of products and of all other kernels.
#include "instrumentation/reading/reference.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "instrumentation/executors/executor.h"
#include "instrumentation/executors/judged.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/trace/file/trace_file.h"

namespace tilescope::test {
namespace {

std::filesystem::path folder() {
  const std::filesystem::path made = std::filesystem::path(TILESCOPE_SCRATCH) / "references";
  std::filesystem::create_directories(made);
  return made;
}

Trace record(const std::string& text, const std::map<std::string, std::string, std::less<>>& knobs = {},
             std::size_t number = 0) {
  const std::filesystem::path path = folder() / "own.cu";
  std::ofstream(path) << text;
  Request request;
  request.kernel = path;
  request.knobs = knobs;
  request.launch = number;
  const Launch launch = plan(request);
  return make_cpu_executor()->record(recorded_kernel(launch), launch, {});
}

// "right", "2 wrong in bins", or why it was not compared.
std::string said_of(const Trace& trace) {
  const reading::Refereed said = reading::by_reference(trace);
  if (!said.check) return said.why_not;
  if (said.check->wrong.empty()) return "right";
  return std::to_string(said.check->wrong.size()) + " wrong in " + trace.arrays()[said.check->array].name;
}

// The arrays that were compared, each with how many of its elements are wrong: "bins 2, total 0".
std::string compared_in(const Trace& trace) {
  const reading::Refereed said = reading::by_reference(trace);
  std::string text;
  if (said.check)
    for (const std::uint8_t array : said.check->arrays())
      text += (text.empty() ? "" : ", ") + trace.arrays()[array].name + " " +
              std::to_string(said.check->of(array)->wrong.size());
  return text;
}

std::string histogram(const std::string& guard) {
  return "#define BINS 8\n"
         "__global__ void count(const unsigned char* data, int* bins, int n) {\n"
         "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
         "  if (" +
         guard + ") atomicAdd(&bins[data[i] % BINS], 1);\n}\n";
}
const std::string counts =
    "static void reference(const unsigned char* data, int* bins, int n) {\n"
    "  for (int i = 0; i < n; ++i) bins[data[i] % BINS] += 1;\n}\n";

TEST(Reference, JudgesWholeNumbersExactly) {
  EXPECT_EQ(said_of(record(histogram("i < n") + counts)), "right");
  EXPECT_EQ(said_of(record(counts.substr(7) + histogram("i < n"))).substr(0, 17),
            "it cannot be read");  // BINS comes later
  EXPECT_EQ(said_of(record(histogram("i < n && i > 0") + counts)), "1 wrong in bins");
  EXPECT_EQ(said_of(record(histogram("i < n"))), "");
}

// Sums of floats may go in any order.
TEST(Reference, LetsFloatsBeRounded) {
  const std::string sum =
      "__global__ void sum(const float* in, float* out, int n) {\n"
      "  __shared__ float part[64];\n  float s = 0;\n"
      "  for (int i = threadIdx.x; i < n; i += 64) s += in[i] * 0.1f;\n"
      "  part[threadIdx.x] = s;\n  __syncthreads();\n"
      "  for (int d = 32; d > 0; d /= 2) { if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];"
      " __syncthreads(); }\n"
      "  if (threadIdx.x == 0) out[0] = part[0]@;\n}\n";
  const std::string plain =
      "void reference(const float* in, float* out, int n) {\n  float s = 0;\n"
      "  for (int i = 0; i < n; ++i) s += in[i] * 0.1f;\n  out[0] = s;\n}\n";
  const auto with = [&](const std::string& change) {
    std::string text = sum + plain;
    return text.replace(text.find('@'), 1, change);
  };
  EXPECT_EQ(said_of(record(with(""))), "right");
  EXPECT_EQ(said_of(record(with(" * 1.001f"))), "1 wrong in out");
}

TEST(Reference, TakesThePlaceOfAProduct) {
  const std::string product =
      "__global__ void mul(const float* A, const float* B, float* C, int M, int N, int K) {\n"
      "  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (row >= M || col >= N) return;\n  float s = 0;\n"
      "  for (int k = 0; k < K; ++k) s += A[row * K + k] * B[k * N + col];\n  C[row * N + col] = s@;\n}\n";
  const std::string relu =
      "void reference(const float* A, const float* B, float* C, int M, int N, int K) {\n"
      "  for (int r = 0; r < M; ++r) for (int c = 0; c < N; ++c) {\n    float s = 0;\n"
      "    for (int k = 0; k < K; ++k) s += A[r * K + k] * B[k * N + c];\n    C[r * N + c] = s > 100 ? 100 : s;\n  "
      "}\n}\n";
  const auto trace = [&](const std::string& change) {
    std::string text = product + relu;
    return record(text.replace(text.find('@'), 1, change));
  };
  const Trace right = trace(" > 100 ? 100 : s"), wrong = trace("");
  EXPECT_EQ(said_of(right), "right");
  EXPECT_TRUE(judged(right).is_right());
  const Hazards hazards = judged(wrong);
  ASSERT_FALSE(hazards.findings.empty());
  EXPECT_EQ(hazards.findings.back().hazard, Hazard::wrong_result);
  EXPECT_EQ(hazards.findings.back().difference->expected, 100);
}

TEST(Reference, SaysWhyItIsOfNoUse) {
  const std::string kernel = histogram("i < n");
  EXPECT_EQ(said_of(record(kernel + "void reference(const unsigned char* data, int* bins) { bins[0] = data[0]; }\n")),
            "its parameters differ from the kernel's");
  EXPECT_NE(said_of(record(kernel + "void reference(const unsigned char* data, int* bins, int n) { bins[0] = m; }\n"))
                .find("it cannot be read: "),
            std::string::npos);
  EXPECT_NE(
      said_of(record(kernel + "void reference(const unsigned char* data, int* bins, int n) { for (;;) ++bins[0]; }\n"))
          .find("it does not finish: "),
      std::string::npos);
}

TEST(Reference, KnowsKnobsAndTracesThatWereKept) {
  const std::string scaled =
      "#define T 4\n__global__ void k(const float* in, float* out, int n) {\n  __shared__ float s[T];\n"
      "  int i = blockIdx.x * T + threadIdx.x;\n  s[threadIdx.x] = i < n ? in[i] : 0;\n  __syncthreads();\n"
      "  if (i < n) out[i] = s[threadIdx.x] * T;\n}\n"
      "void reference(const float* in, float* out, int n) { for (int i = 0; i < n; ++i) out[i] = in[i] * T; }\n";
  EXPECT_EQ(said_of(record(scaled, {{"T", "8"}})), "right");
  const Trace plain = record(histogram("i < n") + counts);
  const std::string path = folder() / "kept.tsc";
  save(plain, path);
  EXPECT_EQ(said_of(TraceFile(path).load()), "right");
  EXPECT_TRUE(reading::has_reference(plain.kernel_text()));
  EXPECT_FALSE(reading::has_reference("// void reference(int) is a comment\nint reference = 1;"));
}

// Of two arrays the second one is looked at as well; and one that the kernel never writes.
TEST(Reference, JudgesAllArrays) {
  const auto said = [](const std::string& body) {
    return record(
        "__global__ void k(const int* in, int* twice, int* next, int n) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) {" +
        body +
        "}\n}\nvoid reference(const int* in, int* twice, int* next, int n) {\n"
        "  for (int i = 0; i < n; ++i) { twice[i] = 2 * in[i]; next[i] = in[i] + 1; }\n}\n"
        "//! n = 6\n//! in = { sides = [6], fill = \"counting\" }\n//! twice = { sides = [6] }\n//! next = { sides = "
        "[6] }\n");
  };
  EXPECT_EQ(compared_in(said("twice[i] = 2 * in[i]; next[i] = in[i] + 1;")), "twice 0, next 0");
  EXPECT_EQ(compared_in(said("twice[i] = 2 * in[i]; next[i] = in[i];")), "twice 0, next 6");
  EXPECT_EQ(said_of(said("twice[i] = 2 * in[i]; next[i] = in[i];")), "6 wrong in next");
  EXPECT_EQ(compared_in(said("twice[i] = 2 * in[i];")), "twice 0, next 6");
  const Trace both = said("twice[i] = in[i]; next[i] = in[i];");
  EXPECT_EQ(compared_in(both), "twice 6, next 6");
  EXPECT_EQ(judged(both).findings.size(), 2U) << "one for each array";
}

// Each kernel of a file has its own, by the names of its parameters and by their types.
TEST(Reference, IsOfTheKernelWhoseParametersItHas) {
  const std::string text =
      "__global__ void twice(const float* in, float* out, int n) { int i = threadIdx.x; if (i < n) out[i] = 2 * in[i]; "
      "}\n"
      "__global__ void next(const int* in, int* out, int n) { int i = threadIdx.x; if (i < n) out[i] = in[i] + 1; }\n"
      "__global__ void less(int* data, int n) { int i = threadIdx.x; if (i < n) data[i] -= 1; }\n"
      "void reference(const int* in, int* out, int n) { for (int i = 0; i < n; ++i) out[i] = in[i] + 1; }\n"
      "void reference(const float* in, float* out, int n) { for (int i = 0; i < n; ++i) out[i] = in[i] + in[i]; }\n";
  const auto of = [&](const std::string& entry, const std::string& more = "") {
    return record("//! entry = \"" + entry + "\"\n//! n = 8\n//! grid = 1\n//! block = 8\n" + text + more);
  };
  EXPECT_EQ(said_of(of("twice")), "right");
  EXPECT_EQ(said_of(of("next")), "right");
  EXPECT_EQ(said_of(of("less")), "") << "none is of it";
  EXPECT_FALSE(reading::is_refereed(of("less")));
  EXPECT_EQ(said_of(of("less", "void reference(int* data, int n) { data[0] = 7; }\n")), "8 wrong in data");
}

const std::string two_steps =
    "//! n = 12\n//! grid = 1\n//! block = 12\n//! in = { sides = [12], fill = \"counting\" }\n"
    "//! [[launches]]\n//! entry = \"twice\"\n//! out = { sides = [12] }\n"
    "//! [[launches]]\n//! entry = \"sum_before\"\n//! data = \"out\"\n"
    "__global__ void twice(const int* in, int* out, int n) {\n  int i = threadIdx.x;\n  if (i < n) out[i] = 2 * "
    "in[i];\n}\n"
    "__global__ void sum_before(int* data, int n) {\n  int i = threadIdx.x;\n  int before = i > 0 ? data[i - 1] : 0;\n"
    "  __syncthreads();\n  if (i < n) data[i] += before;\n}\n";
const std::string of_all =
    "(const int* in, int* out, int n) {\n"
    "  for (int i = 0; i < n; ++i) out[i] = 2 * in[i] + (i > 0 ? 2 * in[i - 1] : 0);\n}\n";

// With parameters that no kernel has, it says what all launches leave of what was there before the first.
TEST(Reference, JudgesAListAtItsEnd) {
  const std::string list = two_steps.substr(0, two_steps.find("__global__")) +
                           "__global__ void twice(int n, const int* in, int* out) {\n"
                           "  int i = threadIdx.x;\n  if (i < n) out[i] = 2 * in[i];\n}\n" +
                           two_steps.substr(two_steps.find("__global__ void sum_before"));
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = list + "void reference" + of_all;
    if (!from.empty()) changed.replace(changed.find(from), from.size(), to);
    return changed;
  };
  const Trace first = record(with("", ""), {}, 1), last = record(with("", ""), {}, 2);
  EXPECT_FALSE(reading::is_refereed(first));
  EXPECT_TRUE(reading::references_of(first).is_of_last);
  EXPECT_EQ(compared_in(last), "data 0");
  EXPECT_TRUE(reading::references_of(last).is_of_list);
  EXPECT_EQ(said_of(record(with("+= before", "-= before"), {}, 2)), "11 wrong in data");
  EXPECT_EQ(said_of(record(with("= 2 * in[i];", "= 3 * in[i];"), {}, 2)), "12 wrong in data") << "the first launch's";
  EXPECT_EQ(said_of(record(with("int n) {\n  for", "int m) {\n  int n = m;\n  for"), {}, 2)),
            "its parameters differ from the kernel's, and it does not take the arrays and numbers of the list");
}

// Where a kernel has just these parameters, a name of its own says that it is of all.
TEST(Reference, OfAllHasAName) {
  const std::string own = "void reference(int* out, int n) { for (int i = n - 1; i > 0; --i) out[i] += out[i - 1]; }\n";
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = two_steps + "void reference_of_all" + of_all + own;
    if (!from.empty()) changed.replace(changed.find(from), from.size(), to);
    return changed;
  };
  const auto by = reading::references_of(record(with("", ""), {}, 2));
  EXPECT_TRUE(by.is_of_list && by.is_of_launch) << "the list calls the kernel's data out";
  EXPECT_EQ(said_of(record(with("", ""), {}, 2)), "right");
  EXPECT_EQ(said_of(record(with("+= before", "-= before"), {}, 2)), "11 wrong in data");
  EXPECT_EQ(said_of(record(with("= 2 * in[i];", "= 3 * in[i];"), {}, 2)), "12 wrong in data")
      << "this launch does what it should, and the first does not";
  EXPECT_EQ(said_of(record(with("", ""), {}, 1)), "") << "none is of the first launch alone";
}

}  // namespace
}  // namespace tilescope::test
