#include "app/stage/assignment.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>

namespace tilescope::test {
namespace {

std::string told(std::string_view text, std::string_view name, std::uint32_t line = 1) {
  const auto found = assignment_in(text, line, name);
  return found ? found->op + " | " + found->right + " | " + found->shape : "none";
}

TEST(Assignment, IsTakenAsItStands) {
  EXPECT_EQ(told("    sum += expf(in[row * n + k]);", "sum"), "+= | expf(in[row * n + k]) | ");
  EXPECT_EQ(told("S[i][j] = score * SCALE;", "S"), "= | score * SCALE | x*x");
  EXPECT_EQ(told("O[row * D + d] = o[d] / sum;  // at last", "O"), "= | o[d] / sum | ");
  EXPECT_EQ(told("for (int k = 0; k < n; ++k) sum += A[row * n + k] * B[k];", "sum"),
            "+= | A[row * n + k] * B[k] | x*x");
  EXPECT_EQ(told("\nfloat d = a[t + 1]\n    - a[t];\n", "d", 2), "= | a[t + 1] - a[t] | x-x");
  EXPECT_EQ(told("float x = 1, y = p[2] << 1;", "x"), "= | 1 | x");
  EXPECT_EQ(told("bits >>= 1;", "bits"), ">>= | 1 | x");
}

TEST(Assignment, IsFoundOnlyWhereThereIsOne) {
  EXPECT_EQ(told("if (sum == 1 || sum <= 2 || sum != 3) ++sum;", "sum"), "none");
  EXPECT_EQ(told("if (c) x = 1; else x = 2;", "x"), "none");
  EXPECT_EQ(told("p.x = 1;", "x"), "none") << "a member";
  EXPECT_EQ(told("*reinterpret_cast<float4*>(&C[i]) = v;", "C"), "none");
  EXPECT_EQ(told("x = 1;", "y"), "none");
  EXPECT_EQ(told("x = 1;", "x", 2), "none");
  EXPECT_EQ(told("x = 1;", "x", 0), "none");
  EXPECT_EQ(told("x =", "x"), "none");
  EXPECT_EQ(told("x = ((", "x"), "= | (( | ");
}

TEST(Assignment, HasAShapeWhereItIsMadeOfPlainThings) {
  const std::array<std::pair<const char*, const char*>, 24> shapes{{
      {"in[i]", "x"},
      {"(float)in[i]", "x"},
      {"static_cast<float>(in[i].x)", "x"},
      {"__ldg(&in[i])", "x"},
      {"*p", "x"},
      {"-1.0f", "x"},
      {"p->next", "x"},
      {"(in[i])", "x"},
      {"-in[i]", ""},
      {"a[i] + b[i]", "x+x"},
      {"a[i] + b[i] + c[i]", "x+x+x"},
      {"sum + a[i] * b[i]", "x+x*x"},
      {"fmaf(a[i], b[i], sum)", "x*x+x"},
      {"fmaf(2 * a[i], b[i], sum)", ""},
      {"fmaxf(most, in[i])", "max(x,x)"},
      {"std::min(least, in[i])", "min(x,x)"},
      {"fmaxf(most, in[i] - 1)", ""},
      {"i < n ? in[i] : 0.0f", "?x"},
      {"i < n ? 2 * in[i] : 0.0f", ""},
      {"(a[i] + b[i]) * 2", ""},
      {"make_float2(a[i], b)", "x"},
      {"make_float2(2 * a, b)", ""},
      {"{}", "x"},
      {"a / b", ""},
  }};
  for (const auto& [right, shape] : shapes) {
    const auto found = assignment_in("x = " + std::string(right) + ";", 1, "x");
    ASSERT_TRUE(found) << right;
    EXPECT_EQ(found->shape, shape) << right;
    EXPECT_EQ(found->right, right);
  }
}

TEST(Assignment, IsShortenedBetweenLetters) {
  EXPECT_EQ(shortened_text("a + b", 5), "a + b");
  EXPECT_EQ(shortened_text("a + b + c", 8), "a + ...");
  EXPECT_EQ(shortened_text("ä × ö × ü", 7), "ä × ...");
}

}  // namespace
}  // namespace tilescope::test
