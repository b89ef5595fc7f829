#include "instrumentation/language/preprocessor/condition.h"

#include <gtest/gtest.h>

#include <map>

namespace tilescope::language {
namespace {

std::optional<std::int64_t> value(std::string_view expression) {
  static const std::map<std::string, std::int64_t, std::less<>> names{{"n", 1000}, {"BLOCK", 256}, {"zero", 0}};
  return value_of(expression, [](std::string_view name) -> std::optional<std::int64_t> {
    const auto known = names.find(name);
    return known == names.end() ? std::nullopt : std::optional(known->second);
  });
}

TEST(Condition, HasTheValueOfAnExpressionOverNames) {
  EXPECT_EQ(value("(n + BLOCK - 1) / BLOCK"), 4);
  EXPECT_EQ(value("n % 8 == 0 && BLOCK <= 128 || n == 1000"), 1);
  EXPECT_EQ(value("BLOCK < 64 ? 2 : BLOCK / 16"), 16);
  EXPECT_EQ(value("min(32, max(n, max(zero, 4)))"), 32);
  EXPECT_EQ(value("4 - n"), -996);
}

TEST(Condition, HasNoValueIfANameHasNoneOrItIsMalformed) {
  EXPECT_EQ(value("n / zero"), std::nullopt);
  EXPECT_EQ(value("m + 1"), std::nullopt);
  EXPECT_EQ(value("n +"), std::nullopt);
  EXPECT_EQ(value("n n"), std::nullopt);
  EXPECT_EQ(value("max(n)"), std::nullopt);
  EXPECT_EQ(value("half(n)"), std::nullopt);
  EXPECT_EQ(value(""), std::nullopt);
  EXPECT_EQ(value(std::string(100000, '(')), std::nullopt);
}

}  // namespace
}  // namespace tilescope::language
