// The text in the editor: what each key does, and that no input breaks it.
#include "app/editor/document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "app/editor/keys.h"

namespace tilescope::editor {

namespace {

KeyPress key(Key which, bool shift = false, bool control = false, bool alt = false) {
  return {which, 0, control, shift, alt, false};
}
KeyPress letter(char32_t which, bool control = false, bool shift = false) {
  return {Key::character, which, control, shift, false, false};
}

// The text with the caret as | and, with a selection, its other end as ^.
std::string seen(const Document& document) {
  std::string text = document.text();
  const Span chosen = document.selection();
  const bool caret_first = document.caret() == chosen.begin;
  if (!chosen.is_empty()) {
    text.insert(chosen.end, caret_first ? "^" : "|");
    text.insert(chosen.begin, caret_first ? "|" : "^");
  } else {
    text.insert(document.caret(), "|");
  }
  return text;
}

// A document as `seen` writes it.
Document at(std::string text) {
  const std::size_t caret = text.find('|');
  text.erase(caret, 1);
  std::size_t other = text.find('^');
  if (other == std::string::npos) {
    Document document(text);
    document.place_caret(caret, false);
    return document;
  }
  text.erase(other, 1);
  const std::size_t place = other < caret ? caret - 1 : caret;
  Document document(text);
  document.place_caret(other, false);
  document.place_caret(place, true);
  return document;
}

std::string after(const std::string& text, const std::vector<KeyPress>& keys) {
  Document document = at(text);
  for (const KeyPress& each : keys) static_cast<void>(press(document, each, 10));
  return seen(document);
}

}  // namespace

TEST(document, the_caret_goes_by_letters_words_and_lines) {
  EXPECT_EQ(after("aä|b", {key(Key::left)}), "a|äb");
  EXPECT_EQ(after("a|äb", {key(Key::right)}), "aä|b");
  EXPECT_EQ(after("int sum_1 = a|;", {key(Key::left, false, true)}), "int sum_1 = |a;");
  EXPECT_EQ(after("int sum_1 |= a;", {key(Key::left, false, true)}), "int |sum_1 = a;");
  EXPECT_EQ(after("int |sum_1 = a;", {key(Key::right, false, true)}), "int sum_1 = |a;");
  EXPECT_EQ(after("a\n|b", {key(Key::left, false, true)}), "a|\nb");
  EXPECT_EQ(after("a|\nb", {key(Key::right, false, true)}), "a\n|b");
  EXPECT_EQ(after("  ab|c", {key(Key::home)}), "  |abc");
  EXPECT_EQ(after("  |abc", {key(Key::home)}), "|  abc");
  EXPECT_EQ(after("ab|c\nd", {key(Key::end)}), "abc|\nd");
  EXPECT_EQ(after("abc\nd|", {key(Key::home, false, true)}), "|abc\nd");
  // It remembers its column over shorter lines.
  EXPECT_EQ(after("abcd|\nx\nefgh", {key(Key::down), key(Key::down)}), "abcd\nx\nefgh|");
  EXPECT_EQ(after("ab|", {key(Key::up)}), "|ab");
  EXPECT_EQ(after("a|b", {key(Key::down)}), "ab|");
}

TEST(document, shift_selects_and_what_is_typed_takes_its_place) {
  EXPECT_EQ(after("a|bc", {key(Key::right, true), key(Key::right, true)}), "a^bc|");
  EXPECT_EQ(after("a^bc|", {letter(U'x')}), "ax|");
  EXPECT_EQ(after("a^bc|d", {key(Key::left)}), "a|bcd");
  EXPECT_EQ(after("a|bc^d", {key(Key::right)}), "abc|d");
  EXPECT_EQ(after("a^bc|d", {key(Key::backspace)}), "a|d");
  EXPECT_EQ(after("a|b", {letter(U'a', true), letter(U'x')}), "x|");
}

TEST(document, new_lines_and_braces_go_in_as_far_as_they_belong) {
  EXPECT_EQ(after("  a;|", {key(Key::enter)}), "  a;\n  |");
  EXPECT_EQ(after("for (;;) {|", {key(Key::enter)}), "for (;;) {\n  |");
  EXPECT_EQ(after("for (;;) {|}", {key(Key::enter)}), "for (;;) {\n  |\n}");
  EXPECT_EQ(after("{\n    a;\n    |", {letter(U'}')}), "{\n    a;\n}|");
  EXPECT_EQ(after("{\n\ta;|", {key(Key::enter)}), "{\n\ta;\n\t|");
  EXPECT_EQ(after("  |  a", {key(Key::enter)}), "  \n  |  a");
}

TEST(document, one_statement_without_braces_goes_in_and_what_follows_comes_back) {
  const KeyPress enter = key(Key::enter);
  EXPECT_EQ(after("  if (i < n)|", {enter}), "  if (i < n)\n    |");
  EXPECT_EQ(after("  for (int k = 0; k < n; ++k)  // all|", {enter}), "  for (int k = 0; k < n; ++k)  // all\n    |");
  EXPECT_EQ(after("  else|", {enter}), "  else\n    |");
  EXPECT_EQ(after("  } else if (a)|", {enter}), "  } else if (a)\n    |");
  EXPECT_EQ(after("  if (i < n)\n    x = 1;|", {enter}), "  if (i < n)\n    x = 1;\n  |");
  EXPECT_EQ(after("  for (;;)\n    if (a)\n      x;|", {enter}), "  for (;;)\n    if (a)\n      x;\n  |");
  EXPECT_EQ(after("  if (a) {\n    x;|", {enter}), "  if (a) {\n    x;\n    |") << "braces hold it";
  EXPECT_EQ(after("  } while (a);|", {enter}), "  } while (a);\n  |");
  EXPECT_EQ(after("  if (a) x;|", {enter}), "  if (a) x;\n  |");
  EXPECT_EQ(after("  iffy(a)|", {enter}), "  iffy(a)\n  |");
  EXPECT_EQ(after("  if (f(a)|", {enter}), "  if (f(a)\n  |") << "it is not whole yet";
  EXPECT_EQ(after("  if (a)| x;", {enter}), "  if (a)\n    | x;");
  EXPECT_EQ(after("  if (a)|", {enter, letter(U'{')}), "  if (a)\n  {|");
}

TEST(document, tab_moves_lines_and_else_goes_to_the_next_stop) {
  EXPECT_EQ(after("{\n  a\n}\nb|", {key(Key::tab)}), "{\n  a\n}\nb |");
  EXPECT_EQ(after("^a\nb|", {key(Key::tab)}), "^  a\n  b|");
  EXPECT_EQ(after("^  a\n  b|", {key(Key::tab, true)}), "^a\nb|");
  EXPECT_EQ(after("  a|", {key(Key::tab, true)}), "a|");
  EXPECT_EQ(after("\ta|", {key(Key::tab, true)}), "a|");
  EXPECT_EQ(after("    |a", {key(Key::backspace)}), "  |a");
}

TEST(document, comments_come_and_go) {
  EXPECT_EQ(after("  a|;", {letter(U'/', true)}), "  // a|;");
  EXPECT_EQ(after("  // a|;", {letter(U'/', true)}), "  a|;");
  EXPECT_EQ(after("^  a\n\n    b|", {letter(U'/', true)}), "^  // a\n\n  //   b|");
  EXPECT_EQ(after("^  // a\n\n  //   b|", {letter(U'/', true)}), "^  a\n\n    b|");
}

TEST(document, lines_are_moved_and_copied) {
  EXPECT_EQ(after("a\nb|\nc", {key(Key::down, false, false, true)}), "a\nc\nb|");
  EXPECT_EQ(after("a\nb|\nc", {key(Key::up, false, false, true)}), "b|\na\nc");
  EXPECT_EQ(after("a|\nb", {key(Key::up, false, false, true)}), "a|\nb");
  EXPECT_EQ(after("a|\nb", {letter(U'd', true)}), "a\na|\nb");
}

TEST(document, words_are_undone_at_once_and_other_edits_alone) {
  Document document("");
  for (const char c : std::string("int sum = 1;")) document.type(std::string(1, c));
  EXPECT_EQ(document.text(), "int sum = 1;");
  EXPECT_TRUE(document.undo());
  EXPECT_EQ(document.text(), "int sum = ");
  EXPECT_TRUE(document.undo());
  EXPECT_EQ(document.text(), "int ");
  EXPECT_TRUE(document.redo());
  EXPECT_EQ(document.text(), "int sum = ");
  document.paste("a\nb");
  EXPECT_FALSE(document.redo()) << "what was undone is gone once something else is typed";
  document.undo();
  EXPECT_EQ(document.text(), "int sum = ");
}

TEST(document, lines_of_other_systems_stay_theirs) {
  const Document document("a\r\nb\r\n");
  EXPECT_EQ(document.text(), "a\nb\n");
  EXPECT_EQ(document.text_to_save(), "a\r\nb\r\n");
  EXPECT_EQ(Document("a\nb").text_to_save(), "a\nb");
}

TEST(document, brackets_find_each_other) {
  const Document document = at("f(a[|1], g(2))");
  const auto found = document.brackets();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->first, 3U);
  EXPECT_EQ(found->second, std::optional<std::size_t>(5));
  EXPECT_EQ(at("f((a)|").brackets()->second, std::optional<std::size_t>(2));
  EXPECT_EQ(at("f(|(a)").brackets()->second, std::nullopt) << "nothing closes it";
  EXPECT_FALSE(at("ab|c").brackets());
}

TEST(document, a_search_goes_round) {
  Document document = at("|Sum sum SUM");
  EXPECT_EQ(document.find("sum", true, true), (std::optional<Span>{{4, 7}}));
  document.select({4, 7});
  EXPECT_EQ(document.find("sum", true, false), (std::optional<Span>{{8, 11}}));
  document.select({8, 11});
  EXPECT_EQ(document.find("sum", true, false), (std::optional<Span>{{0, 3}}));
  EXPECT_EQ(document.find("sum", false, false), (std::optional<Span>{{4, 7}}));
  EXPECT_EQ(document.find("nothing", true, false), std::nullopt);
  EXPECT_EQ(document.replace_all("sum", "x", false), 3U);
  EXPECT_EQ(document.text(), "x x x");
  document.undo();
  EXPECT_EQ(document.text(), "Sum sum SUM");
}

TEST(document, columns_are_those_that_are_seen) {
  const Document document("\tä\tb");
  EXPECT_EQ(document.place_of(1), (TextPosition{0, 4}));
  EXPECT_EQ(document.place_of(3), (TextPosition{0, 5}));
  EXPECT_EQ(document.place_of(4), (TextPosition{0, 8}));
  for (const std::size_t byte : {0U, 1U, 3U, 4U, 5U}) EXPECT_EQ(document.at(document.place_of(byte)), byte);
  EXPECT_EQ(document.at({0, 1}), 0U) << "the nearer side of a tab";
  EXPECT_EQ(document.at({7, 99}), document.text().size());
}

// Keys in any order: the text stays whole letters, its lines are consistent, and all of it can be undone.
TEST(document, whatever_is_typed_can_be_undone) {
  const std::string begin = "__global__ void k(float* a) {\n\tint ä = threadIdx.x;  // 線\n  a[ä] += 1;\n}\n";
  const std::vector<KeyPress> keys{letter(U'a'),
                                   letter(U' '),
                                   letter(U'}'),
                                   letter(U'{'),
                                   letter(U'ß'),
                                   letter(0x1F600),
                                   key(Key::enter),
                                   key(Key::tab),
                                   key(Key::tab, true),
                                   key(Key::backspace),
                                   key(Key::erase),
                                   key(Key::left),
                                   key(Key::right),
                                   key(Key::up),
                                   key(Key::down),
                                   key(Key::home),
                                   key(Key::end),
                                   key(Key::page_up),
                                   key(Key::page_down),
                                   key(Key::left, true),
                                   key(Key::down, true),
                                   key(Key::up, true),
                                   letter(U'x', true),
                                   letter(U'd', true),
                                   letter(U'/', true),
                                   letter(U'z', true),
                                   letter(U'y', true),
                                   letter(U'a', true),
                                   key(Key::backspace, false, true),
                                   key(Key::erase, false, true),
                                   key(Key::up, false, false, true),
                                   key(Key::down, false, false, true)};
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    Document document(begin);
    for (int n = 0; n < 200; ++n) {
      const KeyPress& each = keys[random() % keys.size()];
      static_cast<void>(press(document, each, 5));
      if (random() % 50 == 0) document.paste("for (;;) {\r\n\tx;\r\n}");
      const std::string& text = document.text();
      ASSERT_LE(document.caret(), text.size());
      ASSERT_TRUE(document.caret() == text.size() || !continues(text[document.caret()])) << seed << " " << n;
      ASSERT_EQ(document.lines(), 1U + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')));
      ASSERT_EQ(document.at(document.place_of(document.caret())), document.caret()) << seed << " " << n;
    }
    while (document.redo()) {
    }
    const std::string end = document.text();
    while (document.undo()) {
    }
    ASSERT_EQ(document.text(), begin) << seed;
    while (document.redo()) {
    }
    ASSERT_EQ(document.text(), end) << seed;
  }
}

}  // namespace tilescope::editor
