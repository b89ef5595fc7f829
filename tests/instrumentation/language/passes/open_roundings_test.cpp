// Finds where nvcc may round differently, and leaves plain sums of products alone.
#include <gtest/gtest.h>

#include <string>

#include "instrumentation/language/program.h"

namespace tilescope::language {
namespace {

Kernel kernel_of(const std::string& text) {
  const Program program = read(text);
  for (const Diagnostic& diagnostic : program.diagnostics())
    EXPECT_NE(diagnostic.severity, Severity::error) << diagnostic.message << "\n" << text;
  EXPECT_EQ(program.kernels().size(), 1U) << text;
  return program.kernels().empty() ? Kernel{} : program.kernels().front();
}

std::string whole(const std::string& body, const std::string& before) {
  return before +
         "\n__global__ void k(const float* A, const float* B, float* C, float a, float b, float c, float d, int n) "
         "{\n" +
         body + "\n}\n";
}

// The open places' texts, with a bar between them.
std::string open(const std::string& body, const std::string& before = "") {
  const std::string text = whole(body, before);
  const Kernel kernel = kernel_of(text);
  std::string all;
  for (const Place place : kernel.open_roundings) {
    if (!all.empty()) all += " | ";
    all += text.substr(place.offset, place.length);
  }
  EXPECT_EQ(kernel.rounding_may_differ, !all.empty());
  return all;
}

TEST(OpenRoundings, AreNotInPlainProducts) {
  EXPECT_EQ(open("float sum = 0; for (int k = 0; k < n; ++k) sum += A[k] * B[k]; C[n] = a * sum;"), "");
  EXPECT_EQ(open(R"(
    __shared__ float As[16][16], Bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    float sum = 0;
    for (int t = 0; t < n / 16; ++t) {
      As[ty][tx] = A[ty * n + t * 16 + tx];
      Bs[ty][tx] = B[(t * 16 + ty) * n + tx];
      __syncthreads();
      for (int k = 0; k < 16; ++k) sum += As[ty][k] * Bs[k][tx];
      __syncthreads();
    }
    C[ty * n + tx] = sum;)"),
            "");
  EXPECT_EQ(open(R"(
    float acc[4][4] = {}, x[4], y[4];
    for (int k = 0; k < n; ++k) {
      for (int i = 0; i < 4; ++i) x[i] = A[k * 4 + i], y[i] = B[k * 4 + i];
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) acc[i][j] += x[i] * y[j];
    }
    for (int i = 0; i < 4; ++i) C[i] = acc[i][i];)"),
            "");
}

TEST(OpenRoundings, AreNotInWhatHasOneReading) {
  EXPECT_EQ(open("C[0] = a * b - c * d;"), "");
  EXPECT_EQ(open("C[0] = c - a * b;"), "");
  EXPECT_EQ(open("C[0] = -(a * b) + c;"), "");
  EXPECT_EQ(open("C[0] = fmaf(a, b, c); C[1] = __fmul_rn(a, b) + c;"), "");
  EXPECT_EQ(open("C[0] = sqrtf(fabsf(a) / b) + fminf(c, d) + floorf(a);"), "");
  EXPECT_EQ(open("float t = 2.0f * a; C[0] = t + b;"), "");
  EXPECT_EQ(open("float t = a * b; C[0] = t; C[1] = t * c;"), "");
  EXPECT_EQ(open("C[0] = a + b; C[1] = a * n / 3;"), "");
}

TEST(OpenRoundings, AreWhereProductsAreKept) {
  EXPECT_EQ(open("float t = a * b; C[0] = t + c;"), "t + c");
  EXPECT_EQ(open("float t = a; t *= b; t += c; C[0] = t;"), "t += c");
  EXPECT_NE(open("float t; C[0] = (t = a * b) + c;"), "");
  EXPECT_NE(open("C[0] = (n ? a * b : d) + c;"), "");
  EXPECT_EQ(open("float t = c; if (n) t = a * b; C[0] = d - t;"), "d - t");
  EXPECT_EQ(open("C[0] = times(a, b) + c;", "__device__ float times(float x, float y) { return x * y; }"),
            "times(a, b) + c");
  EXPECT_EQ(open("C[0] = plus(a * b, c);", "__device__ float plus(float x, float y) { return x + y; }"), "x + y");
  EXPECT_EQ(open("float4 v = make_float4(a * b, 0, 0, 0); C[0] = v.x + c;"), "v.x + c");
  EXPECT_EQ(open("float4 v; v.x = a * b; v.y = c; C[0] = v.y + c;"), "");
  EXPECT_EQ(open("float s = 0; for (; n; --n) { s += c; s *= d; } C[0] = s;"), "s += c");
  EXPECT_EQ(open("double t = (double)(a * b) + c; C[0] = t;"), "(double)(a * b) + c");
  EXPECT_EQ(open("float t; times(a, b, t); C[0] = t + c;",
                 "__device__ void times(float x, float y, float& to) { to = x * y; }"),
            "t + c");
}

TEST(OpenRoundings, AreWhereMemoryHasJustGotAProduct) {
  EXPECT_EQ(open("C[n] = a * b; C[n] = C[n] + c;"), "C[n] + c");
  EXPECT_EQ(open("__shared__ float s[64]; int t = threadIdx.x; s[t] = A[t] * B[t]; __syncthreads(); "
                 "if (t < 32) s[t] += s[t + 32]; C[0] = s[0];"),
            "");
}

TEST(OpenRoundings, AreWhereAProductIsNeededTwice) {
  EXPECT_EQ(open("C[0] = a * b + c; C[1] = b * a - d;"), "a * b + c | b * a - d");
  EXPECT_EQ(open("if (n) C[0] = a * b + c; else C[0] = d - a * b;"), "a * b + c | d - a * b");
  EXPECT_EQ(open("C[0] = a * b + c; a = d; C[1] = a * b + c;"), "");
  EXPECT_EQ(open("C[0] = add(a, b, c); C[1] = add(a, b, d);",
                 "__device__ float add(float x, float y, float z) { return x * y + z; }"),
            "x * y + z");
  EXPECT_EQ(open("C[0] = add(a, b, c); C[1] = add(b, c, d);",
                 "__device__ float add(float x, float y, float z) { return x * y + z; }"),
            "");
}

TEST(OpenRoundings, AreWhereALoopDoesNotChangeAProduct) {
  EXPECT_EQ(open("float s = 0; for (int k = 0; k < n; ++k) s += a * b; C[0] = s;"), "s += a * b");
  EXPECT_EQ(open("float s = 0; for (int k = 0; k < n; ++k) { float x = A[0]; s += x * B[1]; } C[0] = s;"),
            "s += x * B[1]");
  EXPECT_EQ(open("float s = 0; for (int i = 0; i < n; ++i) for (int k = 0; k < 4; ++k) s += A[k] * B[k]; C[0] = s;"),
            "s += A[k] * B[k]");
  EXPECT_EQ(open("float s = 0; for (int i = 0; i < n; ++i) for (int k = 0; k < n; ++k) s += A[k] * B[k]; C[0] = s;"),
            "");
  EXPECT_EQ(open("do { C[0] = a * b + c; } while (0);"), "");
  EXPECT_EQ(open("float t = d; again: C[n] = t + c; t = a * b; if (--n > 0) goto again;"), "t + c");
}

TEST(OpenRoundings, AreWhereSignsMayBeMoved) {
  EXPECT_EQ(open("C[0] = a * b + c * d;"), "a * b + c * d");
  EXPECT_EQ(open("C[0] = -(a * b) + c * d;"), "-(a * b) + c * d");
  EXPECT_EQ(open("C[0] = -a * b + c * d;"), "-a * b + c * d");
  EXPECT_EQ(open("C[0] = 2.0f * a + c * d;"), "2.0f * a + c * d");
}

TEST(OpenRoundings, AreInFunctionsOfMathematics) {
  EXPECT_EQ(open("C[0] = expf(a); C[1] = __sinf(b); C[2] = powf(a, b) + rsqrtf(c);"),
            "expf(a) | __sinf(b) | powf(a, b) | rsqrtf(c)");
  EXPECT_EQ(open("C[0] = max(n, 3) + abs(n) + fmodf(a, b) + truncf(c);"), "");
}

bool order_matters(const std::string& body) { return kernel_of(whole(body, "__device__ int count;")).order_matters; }

TEST(OrderOfAtomics, MattersWhereItCanBeSeen) {
  EXPECT_TRUE(order_matters("atomicAdd(&C[0], a);"));
  EXPECT_FALSE(order_matters("atomicAdd(&count, 1);"));
  EXPECT_FALSE(order_matters("for (int i = 0; i < n; atomicMax(&count, i)) ++i;"));
  EXPECT_TRUE(order_matters("int at = atomicAdd(&count, 1); C[at] = 0;"));
  EXPECT_TRUE(order_matters("atomicExch(&count, n);"));
  EXPECT_TRUE(order_matters("if (__activemask() == 1) C[0] = 0;"));
  EXPECT_FALSE(order_matters("C[0] = 0;"));
}

}  // namespace
}  // namespace tilescope::language
