// Places in a text as lines and columns, and messages about them.
#include "instrumentation/language/tokens/source.h"

#include <gtest/gtest.h>

#include <string>

#include "instrumentation/language/tokens/diagnostic.h"

namespace tilescope::language {
namespace {

TEST(Source, CountsLinesWhateverEndsThem) {
  const Source source("one\ntwo\r\nthree\rfour");
  ASSERT_EQ(source.lines(), 4U);
  EXPECT_EQ(source.line(1), "one");
  EXPECT_EQ(source.line(2), "two");
  EXPECT_EQ(source.line(3), "three");
  EXPECT_EQ(source.line(4), "four");
  EXPECT_EQ(source.line(0), "");
  EXPECT_EQ(source.line(5), "");
  EXPECT_EQ(source.position(0), (Position{1, 1}));
  EXPECT_EQ(source.position(4), (Position{2, 1}));
  EXPECT_EQ(source.position(11), (Position{3, 3}));
  EXPECT_EQ(source.line_of(15), 4U);
  EXPECT_EQ(source.position(999), (Position{4, 5}));
}

TEST(Source, HasALineEvenWhenEmpty) {
  const Source source("");
  EXPECT_EQ(source.lines(), 1U);
  EXPECT_EQ(source.line(1), "");
  EXPECT_EQ(source.position(0), (Position{1, 1}));
  EXPECT_EQ(source.width({0, 0}), 1U);
  EXPECT_EQ(Source("a\n").lines(), 2U);
}

TEST(Source, CountsCharactersNotBytes) {
  const Source source("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80 x");
  EXPECT_EQ(source.position(2).column, 2U);
  EXPECT_EQ(source.position(5).column, 3U);
  EXPECT_EQ(source.position(7).column, 3U);  // amid one
  EXPECT_EQ(source.position(10).column, 5U);
  EXPECT_EQ(source.width({0, 9}), 3U);
}

TEST(Source, CountsCharactersOfLongLines) {
  std::string text = "first\n";
  for (int n = 0; n < 1000; ++n) text += "a\xC3\xA9";
  const Source source(text);
  for (std::uint32_t n = 0; n < 1000; ++n) {
    EXPECT_EQ(source.position(6 + 3 * n), (Position{2, 2 * n + 1}));
    EXPECT_EQ(source.position(7 + 3 * n), (Position{2, 2 * n + 2}));
    EXPECT_EQ(source.position(8 + 3 * n), (Position{2, 2 * n + 2}));  // amid one
  }
  EXPECT_EQ(source.position(6 + 3000), (Position{2, 2001}));
}

TEST(Source, CountsEachByteThatIsNoUtf8) {
  const Source source("\xFF\xC0\x80\xED\xA0\x80\xE2\x82 x");
  EXPECT_EQ(source.position(8).column, 9U);
  EXPECT_EQ(utf8_bytes("\xF4\x8F\xBF\xBF", 0), 4U);
  EXPECT_EQ(utf8_bytes("\xF4\x90\x80\x80", 0), 0U);
  EXPECT_EQ(utf8_bytes("\xE0\x80\x80", 0), 0U);
  EXPECT_EQ(utf8_bytes("\xF0\x80\x80\x80", 0), 0U);
}

TEST(Source, DoesNotCountAByteOrderMark) {
  const Source source("\xEF\xBB\xBFint x;");
  EXPECT_EQ(source.position(3), (Position{1, 1}));
  EXPECT_EQ(source.position(0), (Position{1, 1}));
  EXPECT_EQ(source.line(1), "int x;");
}

TEST(Source, MeasuresAPlaceOnItsFirstLine) {
  const Source source("first\nsecond");
  EXPECT_EQ(source.width({1, 3}), 3U);
  EXPECT_EQ(source.width({1, 9}), 4U);
  EXPECT_EQ(source.width({5, 1}), 1U);
  EXPECT_EQ(source.width({999, 4}), 1U);
}

TEST(Places, JoinWhicheverComesFirst) {
  EXPECT_EQ(joined({2, 3}, {8, 2}), (Place{2, 8}));
  EXPECT_EQ(joined({8, 2}, {2, 3}), (Place{2, 8}));
  EXPECT_EQ(joined({2, 9}, {4, 1}), (Place{2, 9}));
}

TEST(Diagnostics, TellTheSameOnce) {
  Diagnostics told;
  told.error({4, 1}, Mistake::undeclared_name, quoted("x") + " is unknown");
  told.error({4, 1}, Mistake::undeclared_name, quoted("x") + " is unknown");
  told.error({4, 1}, Mistake::const_changed, quoted("x") + " is const");
  told.warning({1, 1}, Mistake::unused_parameter, quoted("y") + " is not used");
  told.note({9, 1}, Mistake::header_not_read, "z is not read");
  EXPECT_EQ(told.errors(), 2U);
  EXPECT_TRUE(told.any_error());
  ASSERT_EQ(told.sorted().size(), 4U);
  EXPECT_EQ(told.sorted()[0].message, "'y' is not used");
  EXPECT_EQ(told.sorted()[1].message, "'x' is unknown");
  EXPECT_EQ(told.in_order_found().front().message, "'x' is unknown");
  Diagnostics others;
  others.add(told);
  others.add(told);
  EXPECT_EQ(others.in_order_found().size(), 4U);
}

TEST(Diagnostics, EndWhereMoreWouldHelpNobody) {
  Diagnostics told;
  for (unsigned i = 0; i < 500; ++i) told.warning({i, 1}, Mistake::does_nothing, "odd");
  for (unsigned i = 0; i < 500; ++i) told.error({i, 1}, Mistake::no_type, "wrong");
  EXPECT_TRUE(told.full());
  EXPECT_EQ(told.errors(), Diagnostics::most_errors);
  EXPECT_EQ(told.in_order_found().size(), 2 * Diagnostics::most_errors);
}

TEST(Diagnostics, CanBeShownWhateverTheTextIs) {
  Diagnostics told;
  told.error({0, 1}, Mistake::strange_letter, "'\xFF\n' is odd");
  told.error({1, 1}, Mistake::undeclared_name, "'" + std::string(100'000, 'a') + "' is unknown");
  EXPECT_EQ(told.sorted()[0].message, "'?\?' is odd");
  EXPECT_LT(told.sorted()[1].message.size(), 500U);
  EXPECT_STREQ(word(Severity::warning), "warning");
}

}  // namespace
}  // namespace tilescope::language
