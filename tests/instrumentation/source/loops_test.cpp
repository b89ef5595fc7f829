// Which loops tick: all but those whose heads say how often they go round, and whose bodies cannot change that.
#include <gtest/gtest.h>

#include "instrumentation/source/instrument.h"

namespace tilescope::test {
namespace {

// What stands around the loop in `statements` once it is instrumented.
std::string marks(const std::string& statements, const std::string& before = "") {
  const std::string text =
      before + "__global__ void kernel(const float* A, float* C, int M, int N, int K) {\n  float sum = 0.0f;\n  " +
      statements + "\n  C[0] = sum;\n}\n";
  const std::string made = source::instrument(text, "kernel.cu").text;
  const std::string program = made.substr(0, made.find("tilescope_arrays"));
  std::string found;
  for (std::size_t at = 0; (at = program.find("TILESCOPE_", at)) != std::string::npos; ++at)
    for (const char* mark : {"TILESCOPE_LOOP", "TILESCOPE_UNROLL ", "TILESCOPE_UNROLL_SOME ", "TILESCOPE_UNROLL_OWN "})
      if (program.compare(at, std::string_view(mark).size(), mark) == 0) found += std::string(mark + 10) + ";";
  return found;
}

TEST(Loops, ThatEndForSureDoNotTick) {
  EXPECT_EQ(marks("for (int k = 0; k < TILE; ++k) sum += A[k];"), "UNROLL ;");
  EXPECT_EQ(marks("for (int k = 0; k < 8; k++) { sum += A[k]; }"), "UNROLL ;");
  EXPECT_EQ(marks("for (int k = 0; k < 64; k += 4) sum += A[k];"), "UNROLL ;");
  EXPECT_EQ(marks("for (int k = 0; k < K; ++k) sum += A[k];"), "UNROLL_SOME ;");
  EXPECT_EQ(marks("for (int k = 0; k < (K + TILE - 1) / TILE; ++k) sum += A[k];"), "UNROLL_SOME ;");
  EXPECT_EQ(marks("for (int k = 0; k < K; k += TILE) sum += A[k];"), "UNROLL_SOME ;");
  EXPECT_EQ(marks("for (int k = 0; k < K; ++k) if (k == 3) sum += A[k];"), "UNROLL_SOME ;");
  EXPECT_EQ(marks("for (int k = 0; k < K; ++k) for (int n = 0; n < TILE; ++n) sum += A[k + n];"), "UNROLL ;");
  EXPECT_EQ(marks("for (int k = 0; k < K; ++k) { sum += A[k]; __syncthreads(); }"), "");
  EXPECT_EQ(marks("\n#pragma unroll\n  for (int k = 0; k < TILE; ++k) sum += A[k];"), "");
}

TEST(Loops, ThatAConstantOfTheFileBoundsDoNotTick) {
  const std::string before =
      "const int SUMS = TILE < 64 ? 2 : TILE / 16;\nconst int DEPTH = 4 * TILE / (SUMS * SUMS);\n";
  EXPECT_EQ(marks("for (int k = 0; k < DEPTH; ++k) sum += A[k];", before), "UNROLL ;");
  EXPECT_EQ(marks("for (int k = 0; k < K / DEPTH; ++k) for (int n = 0; n < SUMS; ++n) sum += A[k + n];", before),
            "UNROLL ;");
  EXPECT_EQ(marks("for (int k = 0; k < 4 * SUMS; ++k) sum += A[k];", before), "UNROLL ;");
  EXPECT_EQ(marks("for (int k = 0; k < K * SUMS; ++k) sum += A[k];", before), "LOOP;");
  // Another variable of that name may be meant, or something else that is no constant.
  EXPECT_EQ(marks("int DEPTH = 3;\n  for (int k = 0; k < DEPTH; ++k) { sum += A[k]; ++DEPTH; }", before), "LOOP;");
  EXPECT_EQ(marks("int n = 0, DEPTH = 3;\n  for (int k = 0; k < DEPTH; ++k) { sum += A[k]; ++DEPTH; }", before),
            "LOOP;");
  EXPECT_EQ(marks("const int deep = M;\n  for (int k = 0; k < deep; ++k) sum += A[k];", before), "LOOP;");
}

TEST(Loops, ThatGoThroughAThreadsOwnArrayAreUnrolled) {
  const std::string own = "float acc[4][4] = {};\n  float2 pairs[2];\n  ";
  EXPECT_EQ(marks(own + "for (int i = 0; i < 4; ++i) for (int j = 0; j < 2 * 2; ++j) acc[i][j] += A[i + j];"),
            "UNROLL_OWN ;UNROLL_OWN ;");
  EXPECT_EQ(marks(own + "for (int i = 0; i < 2; ++i) sum += pairs[i].x;"), "UNROLL_OWN ;");
  EXPECT_EQ(marks(own + "for (int i = 0; i < 4; ++i) sum += A[i] + acc[0][3 - i];"), "UNROLL_OWN ;");
  EXPECT_EQ(marks(own + "for (int i = 0; i < 4; ++i) acc[0][1] += A[i];"), "UNROLL ;");
  EXPECT_EQ(marks(own + "for (int i = 0; i < M; ++i) acc[0][i] += A[i];"), "UNROLL_SOME ;");
}

TEST(Loops, ThatMayNotEndTick) {
  for (const char* statements : {
           "for (int k = 0; k < K; ++k) k = 0;",
           "for (int k = 0; k < K; ++k) { sum += A[k]; k -= 1; }",
           "for (int k = 0; k < K; ++k) sum += A[k--];",
           "for (int k = 0; k < K; ++k) sum += A[--k];",
           "for (int k = 0; k < K; ++k) (k) = 0;",
           "for (int k = 0; k < K; ++k) if (K > 3) { sum += A[k]; } else k = 0;",
           "for (int k = 0; k < K; ++k) K += 1;",
           "for (int k = 0; k < M; ++k) M <<= 1;",
           "for (int k = 0; k < TILE; k += 0) sum += A[k];",
           "for (int k = 0; k < TILE; k += 00) sum += A[k];",
           "for (int k = 0; k < TILE; --k) sum += A[k];",
           "for (int k = 0; k <= K; ++k) sum += A[k];",
           "for (int k = 9; k > 0; --k) sum += A[k];",
           "for (unsigned k = 0; k < 9; ++k) sum += A[k];",
           "for (int k = 0; k < 99999; ++k) sum += A[0];",
           "for (int k = 0; k < K * K; ++k) sum += A[0];",
           "int n = 3;\n  for (int k = 0; k < n; ++k) ++n;",
           "for (int k = 0; k < threadIdx.x; ++k) sum += A[k];",
           "for (;;) sum += A[0];",
           "while (M > 0) sum += A[0];",
       })
    EXPECT_EQ(marks(statements), "LOOP;") << statements;
  EXPECT_EQ(marks("for (int k = 0; k < K; ++k) do sum += A[0]; while (k-- > 0);"), "LOOP;LOOP;");
  EXPECT_EQ(marks("for (int k = 0; k < K; ++k) while (k > 0) k = k - 1;"), "LOOP;LOOP;");
}

}  // namespace
}  // namespace tilescope::test
