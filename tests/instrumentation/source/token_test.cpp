#include "instrumentation/source/token.h"

#include <gtest/gtest.h>

#include "instrumentation/source/instrument.h"

namespace tilescope::source {
namespace {

std::vector<std::string> texts(std::string_view source) {
  std::vector<std::string> all;
  for (const Token& token : tokenize(source)) all.emplace_back(token.text);
  all.pop_back();  // the end
  return all;
}

TEST(Tokens, WordsNumbersAndMarks) {
  EXPECT_EQ(texts("sum+=As[ty][k]*1.5e-3f;"),
            (std::vector<std::string>{"sum", "+=", "As", "[", "ty", "]", "[", "k", "]", "*", "1.5e-3f", ";"}));
  EXPECT_EQ(texts("a<<=b>>c"), (std::vector<std::string>{"a", "<<=", "b", ">>", "c"}));
  EXPECT_EQ(texts(".5f 1'000 'c'"), (std::vector<std::string>{".5f", "1'000", "'c'"}));
}

TEST(Tokens, CommentsAndLinesAreSkippedAndCounted) {
  const auto tokens = tokenize("a /* b\nc */ d // e\nf \\\n g");
  ASSERT_EQ(tokens.size(), 5U);
  EXPECT_EQ(tokens[1].text, "d");
  EXPECT_EQ(tokens[1].line, 2U);
  EXPECT_EQ(tokens[2].line, 3U);
  EXPECT_EQ(tokens[3].line, 4U);
}

TEST(Tokens, DirectivesReachOverContinuedLinesAndEndBeforeComments) {
  const auto tokens = tokenize("#define A \\\n  b // c\nd");
  EXPECT_EQ(tokens[0].kind, Token::Kind::directive);
  EXPECT_EQ(tokens[0].text, "#define A \\\n  b ");
  EXPECT_EQ(tokens[1].line, 3U);
  EXPECT_EQ(tokenize("a # b")[1].kind, Token::Kind::mark);
}

TEST(Tokens, WhatDoesNotEndIsRefusedWithItsLine) {
  for (const char* text : {"\n/* a", "\n\"a", "\n'a\n'"}) {
    try {
      static_cast<void>(tokenize(text));
      ADD_FAILURE() << text;
    } catch (const SourceError& error) {
      EXPECT_EQ(error.line(), 2U) << text;
    }
  }
}

}  // namespace
}  // namespace tilescope::source
