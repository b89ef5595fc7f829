#include <gtest/gtest.h>

#include <set>
#include <tuple>
#include <utility>

#include "tests/instrumentation/language/checker/expressions.h"

namespace tilescope::language {
namespace {

// Whether it is a literal and no more.
bool is_literal(const Tree& tree) {
  return tree.kind == Tree::Kind::leaf && !tree.text.starts_with('(') && tree.value.kind != TypeKind::bool_;
}

TEST(Folding, GivesWhatTheHostsCompilerFolds) {
  const Types types;
  const std::vector<Tree> trees = make_trees();
  ASSERT_GE(trees.size(), 10000U);
  ASSERT_EQ(trees.size(), expected_values().size());
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const Expected& expected = expected_values()[i];
    const std::optional<Value> value = value_of(types, trees[i]);
    ASSERT_EQ(text_of(trees[i]), expected.text);
    ASSERT_TRUE(value) << expected.text;
    EXPECT_EQ(name_of(types.of(value->kind)), expected.type) << expected.text;
    EXPECT_EQ(bits_of(*value), expected.bits) << expected.text;
  }
}

TEST(Folding, ReadsLiteralsAsTheHostsCompilerDoes) {
  const Types types;
  const std::vector<Tree> trees = make_trees();
  std::size_t read = 0;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    if (!is_literal(trees[i])) continue;
    const std::string& text = trees[i].text;
    const Literal literal = text.starts_with('\'') ? character(text) : number(text);
    ASSERT_TRUE(literal.value) << text << ": " << literal.error.text;
    EXPECT_EQ(name_of(types.of(literal.value->kind)), expected_values()[i].type) << text;
    EXPECT_EQ(bits_of(*literal.value), expected_values()[i].bits) << text;
    ++read;
  }
  EXPECT_GE(read, 100U);
}

// Each operator between each two types it is there for.
TEST(Folding, IsTriedForAllPairsOfTypes) {
  std::set<std::tuple<Mark, TypeKind, TypeKind>> pairs;
  std::set<std::pair<TypeKind, TypeKind>> casts;
  for (const Tree& tree : make_trees()) {
    const auto leaf = [&](std::size_t i) { return tree.parts[i].kind == Tree::Kind::leaf; };
    if (tree.kind == Tree::Kind::binary && leaf(0) && leaf(1)) {
      pairs.emplace(tree.op, tree.parts[0].value.kind, tree.parts[1].value.kind);
    }
    if (tree.kind == Tree::Kind::cast && leaf(0)) casts.emplace(tree.parts[0].value.kind, tree.to);
  }
  // 12 operators for 14 types, 6 for the 12 types that are integers.
  EXPECT_EQ(pairs.size(), 12U * 14 * 14 + 6 * 12 * 12);
  EXPECT_EQ(casts.size(), 14U * 14);
}

}  // namespace
}  // namespace tilescope::language
