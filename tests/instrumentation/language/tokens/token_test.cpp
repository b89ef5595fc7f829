// Texts and the words, numbers and marks that they are cut into.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/language/tokens/lexer.h"

namespace tilescope::language {
namespace {

struct Cut {
  explicit Cut(std::string text) : source(std::move(text)), tokens(tokens_of(source, arena, diagnostics)) {}

  [[nodiscard]] std::vector<std::string> texts() const {
    std::vector<std::string> all;
    for (const Token& token : tokens)
      if (token.kind != TokenKind::end) all.emplace_back(token.text);
    return all;
  }
  // "line:column message"
  [[nodiscard]] std::vector<std::string> told() const {
    std::vector<std::string> all;
    for (const Diagnostic& one : diagnostics.sorted()) {
      const Position at = source.position(one.place.offset);
      all.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + " " + one.message);
    }
    return all;
  }

  Source source;
  Arena arena;
  Diagnostics diagnostics;
  std::vector<Token> tokens;
};

using Texts = std::vector<std::string>;

TEST(Tokens, OfAKernel) {
  const Cut cut("__global__ void k(float* A) {\n  A[0] += .5f; // half\n}\nk<<<1, 2>>>(A);");
  EXPECT_EQ(cut.texts(),
            (Texts{"__global__", "void", "k", "(",   "float", "*", "A", ")", "{", "A", "[", "0", "]", "+=", ".5f",
                   ";",          "}",    "k", "<<<", "1",     ",", "2", ">", ">", ">", "(", "A", ")", ";"}));
  EXPECT_TRUE(cut.tokens[0].is(Keyword::global));
  EXPECT_TRUE(cut.tokens[0].starts_line);
  EXPECT_FALSE(cut.tokens[1].starts_line);
  EXPECT_TRUE(cut.tokens[1].after_space);
  EXPECT_TRUE(cut.tokens[2].is_name());
  EXPECT_FALSE(cut.tokens[3].after_space);
  EXPECT_TRUE(cut.tokens[9].starts_line);
  EXPECT_EQ(cut.tokens[14].kind, TokenKind::number);
  EXPECT_EQ(cut.tokens.back().kind, TokenKind::end);
  EXPECT_EQ(cut.tokens.back().place, (Place{static_cast<std::uint32_t>(cut.source.text().size()), 0}));
  EXPECT_EQ(cut.told(), Texts{});
}

TEST(Tokens, HaveTheirPlaces) {
  const Cut cut("int  x;\r\n  /* c */ y");
  EXPECT_EQ(cut.tokens[0].place, (Place{0, 3}));
  EXPECT_EQ(cut.tokens[1].place, (Place{5, 1}));
  EXPECT_EQ(cut.tokens[3].place, (Place{19, 1}));
  EXPECT_TRUE(cut.tokens[3].starts_line);
}

TEST(Tokens, AreTheLongestMarksThatFit) {
  const Cut cut("a<<<b <<=c <<d <=e ->*f ->g .*h ...i ::j --> &&& ||| ## #");
  EXPECT_EQ(cut.texts(), (Texts{"a", "<<<", "b", "<<=", "c", "<<", "d", "<=", "e", "->*", "f", "->", "g", ".*",
                                "h", "...", "i", "::",  "j", "--", ">", "&&", "&", "||",  "|", "##", "#"}));
  EXPECT_TRUE(cut.tokens[1].is(Mark::launch_open));
  EXPECT_TRUE(cut.tokens[3].is(Mark::left_equals));
}

TEST(Tokens, JoinWhatFormattersPart) {
  EXPECT_EQ(Cut("a<< <b << < c").texts(), (Texts{"a", "<< <", "b", "<< <", "c"}));
  EXPECT_EQ(Cut("a<< <<b << <= c << d").texts(), (Texts{"a", "<<", "<<", "b", "<<", "<=", "c", "<<", "d"}));
}

TEST(Tokens, LeaveWhatStartsWithGreaterToTheParser) {
  const Cut cut("a>>b>>=c>=d> >e>>>f");
  EXPECT_EQ(cut.texts(), (Texts{"a", ">", ">", "b", ">", ">=", "c", ">=", "d", ">", ">", "e", ">", ">", ">", "f"}));
  const auto joined = [&](std::size_t i) { return cut.tokens[i].joined; };
  EXPECT_TRUE(joined(1));
  EXPECT_FALSE(joined(2));
  EXPECT_TRUE(joined(4));
  EXPECT_TRUE(cut.tokens[5].is(Mark::greater_equal));
  EXPECT_FALSE(joined(5));
  EXPECT_FALSE(joined(9));
  EXPECT_TRUE(joined(12));
  EXPECT_TRUE(joined(13));
  EXPECT_FALSE(joined(14));
}

TEST(Tokens, WrittenAsWordsAreMarks) {
  const Cut cut("and or not bitand bitor xor compl and_eq or_eq xor_eq not_eq android");
  const std::vector<Mark> marks{Mark::and_and,    Mark::bar_bar,      Mark::bang,     Mark::ampersand,
                                Mark::bar,        Mark::caret,        Mark::tilde,    Mark::and_equals,
                                Mark::bar_equals, Mark::caret_equals, Mark::not_equal};
  for (std::size_t i = 0; i < marks.size(); ++i) EXPECT_TRUE(cut.tokens[i].is(marks[i])) << i;
  EXPECT_TRUE(cut.tokens[marks.size()].is_name());
}

TEST(Tokens, KnowEveryMarkAndKeyword) {
#define TILESCOPE_MARK(name, written) EXPECT_STREQ(text(Mark::name), written);
#include "instrumentation/language/tokens/marks.inc"
#undef TILESCOPE_MARK
#define TILESCOPE_KEYWORD(name, written)         \
  EXPECT_STREQ(text(Keyword::name), written);    \
  EXPECT_EQ(keyword_of(written), Keyword::name); \
  EXPECT_TRUE(Cut(written).tokens[0].is(Keyword::name));
#include "instrumentation/language/tokens/keywords.inc"
#undef TILESCOPE_KEYWORD
  EXPECT_EQ(keyword_of("integer"), Keyword::none);
  EXPECT_EQ(keyword_of("and"), Keyword::none);
  EXPECT_EQ(keyword_of(""), Keyword::none);
}

TEST(Tokens, AreWholeNumbers) {
  for (const char* number :
       {"0", "1'000'000", "0x1p-3", "0X1.8P+2f", "1e-5f", "1.e+3", ".5", "0b1010u", "077ULL", "1.5h", "12_km", "1..2"})
    EXPECT_EQ(Cut(number).texts(), Texts{number}) << number;
  EXPECT_EQ(Cut("1+2").texts(), (Texts{"1", "+", "2"}));
  EXPECT_EQ(Cut("0x1e+2").texts(), Texts{"0x1e+2"});
}

TEST(Tokens, AreStringsAndCharacters) {
  for (const char* text :
       {"\"a\\\"b\"", "u8\"x\"", "L\"x\"", "U\"\"", "R\"(a\"b)\"", "u8R\"x(a)\" )x\"", "R\"(\n\\\n)\""}) {
    const Cut cut(text);
    EXPECT_EQ(cut.texts(), Texts{text});
    EXPECT_EQ(cut.tokens[0].kind, TokenKind::string);
    EXPECT_EQ(cut.told(), Texts{});
  }
  for (const char* text : {"'a'", "'\\''", "L'x'", "u8'x'", "'\\x41'", "'\xC3\xA9'"}) {
    const Cut cut(text);
    EXPECT_EQ(cut.texts(), Texts{text});
    EXPECT_EQ(cut.tokens[0].kind, TokenKind::character);
  }
  EXPECT_EQ(Cut("R'x'").texts(), (Texts{"R", "'x'"}));
  EXPECT_EQ(Cut("\"a\"\"b\"").texts(), (Texts{"\"a\"", "\"b\""}));
  EXPECT_EQ(Cut("\"/* \" x // \"").texts(), (Texts{"\"/* \"", "x"}));
}

TEST(Tokens, GoOnBehindABackslashAtALinesEnd) {
  const Cut cut("fo\\\no b\\\r\nar 1\\\n2 +\\\n= \"a\\\nb\" /\\\n/ com\\\nment\nx");
  EXPECT_EQ(cut.texts(), (Texts{"foo", "bar", "12", "+=", "\"ab\"", "x"}));
  EXPECT_EQ(cut.tokens[0].place, (Place{0, 5}));
  EXPECT_FALSE(cut.tokens[1].starts_line);
  EXPECT_TRUE(cut.tokens[5].starts_line);
  EXPECT_EQ(cut.told(), Texts{});
}

TEST(Tokens, ThatAreTypedWholePointIntoTheText) {
  const Cut cut("word \\\n other");
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(cut.tokens[i].text.data(), cut.source.text().data() + cut.tokens[i].place.offset);
}

TEST(Tokens, AreLettersOfAllLanguages) {
  const Cut cut("\xEF\xBB\xBF\xC3\xA9t\xC3\xA9 = \xE5\x80\xA4;");
  EXPECT_EQ(cut.texts(), (Texts{"\xC3\xA9t\xC3\xA9", "=", "\xE5\x80\xA4", ";"}));
  EXPECT_TRUE(cut.tokens[0].starts_line);
  EXPECT_EQ(cut.told(), Texts{});
}

TEST(Tokens, ThatMeanNothingAreToldOf) {
  const Cut cut("a @ $ ` b\\ c \xFF \xFE /* \xFF */ \"\xFF\" " + std::string(1, '\0') + " d");
  EXPECT_EQ(cut.told(), (Texts{"1:3 '@' means nothing in CUDA C++", "1:5 '$' means nothing in CUDA C++",
                               "1:7 '`' means nothing in CUDA C++", "1:10 '\\' means nothing in CUDA C++",
                               "1:14 this byte is not valid UTF-8", "1:30 the byte 0x00 means nothing in CUDA C++"}));
  EXPECT_EQ(cut.tokens[1].kind, TokenKind::other);
  const Cut space("#define A \\ \n 1");
  ASSERT_EQ(space.diagnostics.errors(), 1U);
  EXPECT_EQ(space.diagnostics.sorted()[0].mend, "remove the space after it to continue the line");
}

TEST(Tokens, WithoutAnEndAreToldOfAtTheirStart) {
  const Cut string("f(\"abc);\ng();");
  EXPECT_EQ(string.told(), Texts{"1:3 this string is not closed"});
  EXPECT_EQ(string.diagnostics.sorted()[0].mend, "write \" where it should end");
  EXPECT_EQ(string.texts(), (Texts{"f", "(", "\"abc);\"", "g", "(", ")", ";"}));
  EXPECT_EQ(string.tokens[2].place, (Place{2, 6}));
  const Cut character("L'a\n'b'");
  EXPECT_EQ(character.told(), Texts{"1:2 this character constant is not closed"});
  EXPECT_EQ(character.texts(), (Texts{"L'a'", "'b'"}));
  const Cut comment("x /* y\nz");
  EXPECT_EQ(comment.told(), Texts{"1:3 this comment is not closed"});
  EXPECT_EQ(comment.diagnostics.sorted()[0].mend, "write */ where it should end");
  EXPECT_EQ(comment.texts(), Texts{"x"});
  const Cut raw("R\"x(a\nb)\"");
  EXPECT_EQ(raw.told(), Texts{"1:2 this string is not closed"});
  EXPECT_EQ(raw.texts(), Texts{"R\"x(a\nb)\")x\""});
  EXPECT_EQ(Cut("\"abc\\").texts(), Texts{"\"abc\""});
  EXPECT_EQ(Cut("'").texts(), Texts{"''"});
}

TEST(Tokens, StartDirectivesOnlyFirstOnALine) {
  const Cut cut("/* a */ # define X\nx # y\n#error it's\n");
  EXPECT_EQ(cut.tokens[0].kind, TokenKind::directive);
  EXPECT_TRUE(cut.tokens[4].is(Mark::hash));
  EXPECT_EQ(cut.tokens[6].kind, TokenKind::directive);
  EXPECT_EQ(cut.told(), Texts{});
}

TEST(Tokens, OfNothing) {
  for (const char* text : {"", "\n", "  ", "// x", "/**/", "\\\n", "\r\n\r", "\xEF\xBB\xBF"}) {
    const Cut cut(text);
    EXPECT_EQ(cut.tokens.size(), 1U) << text;
    EXPECT_EQ(cut.told(), Texts{});
  }
}

}  // namespace
}  // namespace tilescope::language
