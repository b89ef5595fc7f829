// Legal but probably wrong code gets a warning at its place; correct code gets none.
#include <gtest/gtest.h>

#include <string>

#include "instrumentation/language/program.h"

namespace tilescope::language {
namespace {

// What is told of a text, each with its line and, after an arrow, its mend.
std::string all_told(const std::string& text, bool notes) {
  const Program program = read(text);
  std::string told;
  for (const Diagnostic& diagnostic : program.diagnostics()) {
    EXPECT_NE(diagnostic.severity, Severity::error) << diagnostic.message << "\n" << text;
    if (diagnostic.severity == (notes ? Severity::warning : Severity::note)) continue;
    if (!told.empty()) told += "; ";
    told += std::to_string(program.source().line_of(diagnostic.place.offset)) + ": " + diagnostic.message;
    if (!diagnostic.mend.empty()) told += " -> " + diagnostic.mend;
  }
  return told;
}

// The body begins on line 2.
std::string kernel(const std::string& body) {
  return "__global__ void kernel(const float* A, float* C, int n) { int tx = threadIdx.x, i = blockIdx.x * blockDim.x "
         "+ tx; C[i] = n;\n" +
         body + "}\n";
}
std::string warned(const std::string& body, const std::string& after = "") {
  return all_told(kernel(body) + after, false);
}
std::string noted(const std::string& body) { return all_told(kernel(body), true); }

TEST(BarrierWarnings, TellOfConditions) {
  EXPECT_EQ(warned("if (tx < 8)\n __syncthreads();"),
            "3: this barrier is reached only by threads for which 'tx < 8' holds");
  EXPECT_EQ(warned("if (tx < 8)\n C[0] = 1; else\n __syncthreads();"),
            "4: this barrier is reached only by threads for which 'tx < 8' does not hold");
  EXPECT_EQ(warned("int lane = tx & 31; bool first = lane == 0; if (first) __syncthreads();"),
            "2: this barrier is reached only by threads for which 'first' holds");
  EXPECT_EQ(warned("if (blockIdx.x > 1 && n < blockDim.x) __syncthreads();"), "");
  EXPECT_EQ(warned("if (A[i] > 0) __syncthreads();"), "");  // not known
  EXPECT_EQ(warned("int t = tx; t = n; if (t > 3) __syncthreads();"), "");
  EXPECT_EQ(warned("dim3 at; at.x = tx; at.y = n; if (at.y > 3) __syncthreads();"), "");
}

TEST(BarrierWarnings, TellOfLoops) {
  EXPECT_EQ(warned("for (int k = tx; k < n; k += 32)\n __syncthreads();"),
            "3: this barrier is in a loop that threads leave at different times: 'k < n' depends on threadIdx");
  EXPECT_EQ(warned("for (int s = blockDim.x / 2; s > 0; s /= 2) { if (tx < s) C[tx] = 1;\n __syncthreads(); }"), "");
  EXPECT_EQ(warned("int k = tx; do { k += 1;\n __syncthreads(); } while (k < n);"),
            "3: this barrier is in a loop that threads leave at different times: 'k < n' depends on threadIdx");
  EXPECT_EQ(warned("int k = 0; for (int j = 0; j < n; ++j) { if (k > 3)\n __syncthreads(); k = tx; }"),
            "3: this barrier is reached only by threads for which 'k > 3' holds");
}

TEST(BarrierWarnings, TellOfThoseWhoLeft) {
  EXPECT_EQ(warned("if (i >= n)\n return;\n __syncthreads();\n __syncthreads();"),
            "4: threads that returned on line 3 never reach this barrier");
  EXPECT_EQ(warned("if (n == 0) return;\n __syncthreads();"), "");
  EXPECT_EQ(warned("__syncthreads();\n if (i >= n) return;"), "");
  EXPECT_EQ(warned("for (int k = 0; k < n; ++k) {\n __syncthreads();\n if (tx > k) break; }\n __syncthreads();"),
            "3: threads that left the loop on line 4 do not reach this barrier");
  EXPECT_EQ(warned("for (int k = 0; k < n; ++k) {\n if (tx > k) continue;\n __syncthreads(); }"),
            "4: threads that continue on line 3 do not reach this barrier");
  EXPECT_EQ(warned("switch (tx) { case 0: C[0] = 1; break; default: break; }\n __syncthreads();"), "");
}

TEST(BarrierWarnings, LookIntoCalls) {
  const std::string wait = "__device__ void wait(int t, int n) {\n if (t < n) __syncthreads(); }\n";
  EXPECT_EQ(all_told(wait + kernel("wait(n, 3);"), false), "");
  EXPECT_EQ(all_told(wait + kernel("wait(tx, 3);"), false),
            "2: this barrier is reached only by threads for which 't < n' holds");
  EXPECT_EQ(all_told(wait + kernel("if (tx > 3)\n wait(n, 3);"), false),
            "5: the barrier in this call is reached only by threads for which 'tx > 3' holds");
}

TEST(IndexWarnings, TellOfConstants) {
  EXPECT_EQ(warned("__shared__ float s[16]; s[tx] = 1; C[0] = s[16];"),
            "2: there is no element 16: 's' has elements 0 to 15");
  EXPECT_EQ(warned("float s[4] = {}; C[0] = s[-1]; float* end = &s[4]; C[1] = end[-1];"),
            "2: there is no element -1: 's' has elements 0 to 3");
}

TEST(IndexWarnings, TellOfLoopsThatGoTooFar) {
  const std::string s = "__shared__ float s[16][16]; s[threadIdx.y][tx] = 1; float sum = 0;\n";
  EXPECT_EQ(warned(s + "for (int k = 0; k <= 16; ++k) sum += s[threadIdx.y][k]; C[i] = sum;"),
            "3: 'k' goes up to 16, but 's[threadIdx.y]' has elements 0 to 15");
  EXPECT_EQ(warned(s + "for (int k = 0; k < 16; ++k) sum += s[k][tx]; C[i] = sum;"), "");
  EXPECT_EQ(warned(s + "for (int k = 0; k < 16; ++k) sum += s[k + 1][tx]; C[i] = sum;"),
            "3: 'k + 1' goes up to 16, but 's' has elements 0 to 15");
  EXPECT_EQ(warned(s + "for (int k = 0; k < 16; ++k) if (k < 15) sum += s[k + 1][tx]; C[i] = sum;"), "");
  EXPECT_EQ(warned(s + "for (int k = 0; k < 17; ++k) { if (k == n) break; sum += s[k][tx]; } C[i] = sum;"), "");
  EXPECT_EQ(warned(s + "for (int k = 0; k < 256; ++k) sum += s[0][k]; C[i] = sum;"), "");
  EXPECT_EQ(warned(s + "for (int k = 16; k > 0; k -= 4) sum += s[k - 4][tx]; C[i] = sum;"), "");
  EXPECT_EQ(warned(s + "for (int k = 15; k >= -1; --k) sum += s[k][tx]; C[i] = sum;"),
            "3: 'k' goes down to -1, but 's' has elements 0 to 15");
}

TEST(UnsetWarnings, TellOfWhatNothingSets) {
  EXPECT_EQ(warned("float sum; C[i] = sum;"), "2: 'sum' is read before it has a value -> write 'float sum = 0;'");
  EXPECT_EQ(warned("float sum; for (int k = 0; k < n; ++k) sum += A[k]; C[i] = sum;"),
            "2: 'sum' is read before it has a value -> write 'float sum = 0;'");
  EXPECT_EQ(warned("float sum; for (int t = 0; t < n; ++t) { for (int k = 0; k < n; ++k) sum += A[k]; } C[i] = sum;"),
            "2: 'sum' is read before it has a value -> write 'float sum = 0;'");
  EXPECT_EQ(warned("float last; for (int k = 0; k < n; ++k) { if (k > 0) C[k] = last; last = A[k]; }"), "");
  EXPECT_EQ(warned("float x; if (n > 3) x = 1; else x = 2; C[i] = x;"), "");
  EXPECT_EQ(warned("float x; if (n > 3) x = 1; C[i] = x;"), "");
  EXPECT_EQ(warned("float s, c; sincosf(A[i], &s, &c); C[i] = s + c;"), "");
  EXPECT_EQ(warned("float4 v; v.x = 1; v.y = 2; C[i] = v.x + v.y;"), "");
  EXPECT_EQ(warned("float v[4]; for (int k = 0; k < 4; ++k) v[k] = k; C[i] = v[1];"), "");
  EXPECT_EQ(warned("float v[4]; C[i] = v[1];"), "2: 'v' is read here, but nothing is ever written to it");
}

TEST(UnsetWarnings, TellOfSharedArraysThatNobodyFills) {
  EXPECT_EQ(warned("__shared__ float s[16];\n C[i] = s[tx];"), "3: 's' is read here, but no thread ever writes to it");
  EXPECT_EQ(warned("__shared__ float s[16]; float* p = s; p[tx] = 1; __syncthreads(); C[i] = s[tx];"), "");
}

TEST(UnusedWarnings, TellOfSizes) {
  EXPECT_EQ(all_told("__global__ void k(float* C, int N,\n int K, float alpha, int flag) { C[N] = 1; }", false),
            "2: 'K' is never used");
}

TEST(SlipWarnings, TellOfUnsigned) {
  EXPECT_EQ(warned("for (unsigned k = 3; k >= 0; --k) C[k] = 1;"),
            "2: 'k' is unsigned and never below 0, so the loop never ends -> make 'k' an int");
  EXPECT_EQ(warned("unsigned u = n; if (u < 0) C[0] = 1;"),
            "2: 'u < 0' is never true: an unsigned value cannot be below 0");
  EXPECT_EQ(warned("unsigned u = n; if (u > 0) C[0] = 1;"), "");
}

TEST(SlipWarnings, TellOfLostDivisions) {
  EXPECT_EQ(warned("float half = 1 / 2; C[i] = half;"), "2: 1 / 2 is 0: both operands are ints -> write 1.0f / 2");
  EXPECT_EQ(warned("C[i] = A[i] * (2/3);"), "2: 2 / 3 is 0: both operands are ints -> write 2.0f / 3");
  EXPECT_EQ(warned("float two = 4 / 2; int k = 1 / 2; C[k] = two + 1.0f / 2;"), "");
}

TEST(SlipWarnings, TellOfWhatDoesNothing) {
  EXPECT_EQ(warned("i == n;"), "2: this statement has no effect -> did you mean '='?");
  EXPECT_EQ(warned("C[i];"), "2: this statement has no effect");
  EXPECT_EQ(warned("(void)i; i++; n;"), "2: this statement has no effect");
  EXPECT_EQ(warned("for (int k = 0; k < n; k + 1) C[k] = 1;"), "2: this statement has no effect");
}

TEST(DoubleNotes, TellOfConstants) {
  EXPECT_EQ(noted("C[i] = A[i] * 0.5;"), "2: 0.5 is a double: this is computed in double precision -> write 0.5f");
  EXPECT_EQ(noted("C[i] *= 2.0;"), "2: 2.0 is a double: this is computed in double precision -> write 2.0f");
  EXPECT_EQ(noted("if (A[i] > 0.1) C[i] = 0.5;"),
            "2: 0.1 is a double: this is computed in double precision -> write 0.1f");
  EXPECT_EQ(noted("double d = A[i]; C[i] = d * 0.5; d = 2.0 * A[i]; C[0] = d;"), "");
}

TEST(BlockNotes, TellWhatSharedArraysAskFor) {
  const std::string tile =
      "__global__ void k(const float* A, float* C) { __shared__ float s[16][17]; int tx = threadIdx.x;\n"
      "s[threadIdx.y][tx] = A[tx]; __syncthreads(); C[tx] = s[tx][threadIdx.y]; }";
  EXPECT_EQ(all_told(tile, true), "1: 's' has 16 x 17 elements: this needs blocks of 16 x 16 threads");
  EXPECT_EQ(noted("__shared__ float s[256]; s[tx] = 1; __syncthreads(); C[i] = s[0];"),
            "2: 's' has 256 elements: this allows blocks of at most 256 threads");
  EXPECT_EQ(noted("__shared__ float s[256]; if (tx < 256) s[tx] = 1; __syncthreads(); C[i] = s[0];"), "");
}

}  // namespace
}  // namespace tilescope::language
