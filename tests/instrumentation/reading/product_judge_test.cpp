// A right C passes, whatever the order of its sums; a C with one mistake is not.
#include "instrumentation/reading/product_judge.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "instrumentation/launching/derive/inputs.h"
#include "instrumentation/launching/header/catalogue.h"

namespace tilescope::test {
namespace {

Factors random_product(std::int64_t m, std::int64_t n, std::int64_t k, std::uint64_t seed) {
  Factors product{m, n, k, {}, {}};
  random_factors(product.a, product.b, static_cast<std::size_t>(m * k), static_cast<std::size_t>(k * n), seed);
  return product;
}

enum class Sums { forwards, backwards, in_tens };

std::vector<float> product_of(const Factors& p, Sums how, float (*factor)(float) = nullptr) {
  std::vector<float> c;
  for (std::int64_t row = 0; row < p.m; ++row)
    for (std::int64_t column = 0; column < p.n; ++column) {
      float sum = 0, part = 0;
      for (std::int64_t n = 0; n < p.k; ++n) {
        const std::int64_t k = how == Sums::backwards ? p.k - 1 - n : n;
        float a = p.a[static_cast<std::size_t>(row * p.k + k)], b = p.b[static_cast<std::size_t>(k * p.n + column)];
        if (factor != nullptr) a = factor(a), b = factor(b);
        part = std::fma(a, b, part);
        if (how == Sums::in_tens && n % 10 != 9 && n + 1 < p.k) continue;
        if (how != Sums::in_tens && n + 1 < p.k) continue;
        sum += part;
        part = 0;
      }
      c.push_back(sum);
    }
  return c;
}

// 10 bits after the first, as tensor cores round factors when they are allowed to.
float tf32(float number) { return std::bit_cast<float>((std::bit_cast<std::uint32_t>(number) + 0x1000) & ~0x1fffU); }

TEST(ProductJudge, LetsEveryOrderOfSumsPass) {
  for (const std::int64_t k : {1, 3, 64, 700}) {
    const Factors product = random_product(33, 20, k, 5);
    const ProductJudge judge(product, 1);
    const std::vector<float> forwards = product_of(product, Sums::forwards);
    for (const Sums how : {Sums::forwards, Sums::backwards, Sums::in_tens}) {
      EXPECT_FALSE(judge.judge(product_of(product, how)));
      EXPECT_FALSE(judge.compare(product_of(product, how), forwards));
    }
  }
}

TEST(ProductJudge, SeesFactorsOfFewerBits) {
  const Factors product = random_product(32, 32, 512, 9);
  EXPECT_TRUE(ProductJudge(product, 1).judge(product_of(product, Sums::forwards, tf32)));
}

TEST(ProductJudge, NamesTheOneWrongElement) {
  const Factors product = random_product(40, 24, 50, 2);
  const ProductJudge judge(product, 7);
  const std::vector<float> right = product_of(product, Sums::forwards);
  std::vector<float> wrong = right;
  wrong[39 * 24 + 5] += 0.01f;  // the last row is always looked at
  const auto found = judge.judge(wrong);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->row, 39);
  EXPECT_EQ(found->column, 5);
  EXPECT_EQ(in_words(*found).find("C[39][5] is "), 0U);
  wrong = right;
  wrong[17 * 24 + 23] = std::numeric_limits<float>::quiet_NaN();
  const auto compared = judge.compare(wrong, right);
  ASSERT_TRUE(compared);
  EXPECT_EQ(compared->row, 17);
  EXPECT_EQ(compared->column, 23);
}

}  // namespace
}  // namespace tilescope::test
