// A function called `reference` in a kernel's text says what should come out, of products and of all other kernels.
#include "instrumentation/reading/reference.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "instrumentation/executors/executor.h"
#include "instrumentation/reading/check_result.h"
#include "instrumentation/trace/file/trace_file.h"
#include "kernels/catalogue.h"

namespace tilescope::test {
namespace {

std::filesystem::path folder() {
  const std::filesystem::path made = std::filesystem::path(TILESCOPE_SCRATCH) / "references";
  std::filesystem::create_directories(made);
  return made;
}

Trace record(const std::string& text, const std::map<std::string, std::string, std::less<>>& knobs = {}) {
  const std::filesystem::path path = folder() / "own.cu";
  std::ofstream(path) << text;
  Request request;
  request.kernel = path;
  request.knobs = knobs;
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
  EXPECT_EQ(said_of(record(counts.substr(7) + histogram("i < n"))).substr(0, 20),
            "it is not understood");  // BINS comes later
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
  EXPECT_TRUE(reading::judged(right).is_right());
  const Hazards hazards = reading::judged(wrong);
  ASSERT_FALSE(hazards.findings.empty());
  EXPECT_EQ(hazards.findings.back().hazard, Hazard::wrong_result);
  EXPECT_EQ(hazards.findings.back().difference->expected, 100);
}

TEST(Reference, SaysWhyItIsOfNoUse) {
  const std::string kernel = histogram("i < n");
  EXPECT_EQ(said_of(record(kernel + "void reference(const unsigned char* data, int* bins) { bins[0] = data[0]; }\n")),
            "its parameters are others than the kernel's");
  EXPECT_NE(said_of(record(kernel + "void reference(const unsigned char* data, int* bins, int n) { bins[0] = m; }\n"))
                .find("it is not understood: "),
            std::string::npos);
  EXPECT_NE(
      said_of(record(kernel + "void reference(const unsigned char* data, int* bins, int n) { for (;;) ++bins[0]; }\n"))
          .find("it comes to no end: "),
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

}  // namespace
}  // namespace tilescope::test
