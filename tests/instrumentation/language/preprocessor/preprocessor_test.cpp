// Texts with directives and macros, and what the compiler would see of them.
#include "instrumentation/language/preprocessor/preprocessor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::language {
namespace {

using Texts = std::vector<std::string>;
using Given = std::map<std::string, std::string, std::less<>>;

struct Seen {
  explicit Seen(std::string text, const Given& given = {})
      : source(std::move(text)), result(preprocess(source, given, arena, diagnostics)) {}

  // All tokens with one space between them; a pragma between '{' and '}'.
  [[nodiscard]] std::string text() const {
    std::string all;
    for (const Token& token : result.tokens) {
      if (token.kind == TokenKind::end) break;
      if (!all.empty()) all += ' ';
      all += token.kind == TokenKind::pragma ? "{" + std::string(token.text) + "}" : std::string(token.text);
    }
    return all;
  }
  // "line:column severity: message"
  [[nodiscard]] Texts told() const {
    Texts all;
    for (const Diagnostic& one : diagnostics.sorted()) {
      const Position at = source.position(one.place.offset);
      all.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + " " + word(one.severity) + ": " +
                    one.message);
    }
    return all;
  }
  [[nodiscard]] std::string typed(Place place) const {
    return std::string(source.text().substr(place.offset, place.length));
  }

  Source source;
  Arena arena;
  Diagnostics diagnostics;
  Preprocessed result;
};

// What becomes of a text in which nothing is wrong.
std::string seen(const std::string& text, const Given& given = {}) {
  const Seen all(text, given);
  EXPECT_EQ(all.told(), Texts{}) << text;
  return all.text();
}

Texts told(const std::string& text) { return Seen(text).told(); }

// Which of the conditions hold.
bool holds(const std::string& condition) { return seen("#if " + condition + "\nyes\n#endif") == "yes"; }

std::string repeated(const std::string& text, std::size_t bytes) {
  std::string all;
  while (all.size() < bytes) all += text;
  return all;
}

TEST(Macros, StandForTheirText) {
  EXPECT_EQ(seen("#define N 16\nint a[N + N];"), "int a [ 16 + 16 ] ;");
  EXPECT_EQ(seen("#define A B\n#define B C\nA"), "C");
  EXPECT_EQ(seen("#define EMPTY\nEMPTY x EMPTY"), "x");
  EXPECT_EQ(seen("N\n#define N 1\nN\n#undef N\nN"), "N 1 N");
  EXPECT_EQ(seen("# /* c */ define  N \\\n 1 + /* d\n */ 2 // e\nN"), "1 + 2");
  EXPECT_EQ(seen("#define inline static\ninline int x;"), "static int x ;");
}

TEST(Macros, TakeArguments) {
  EXPECT_EQ(seen("#define SQ(x) ((x) * (x))\nSQ(a + 1)"), "( ( a + 1 ) * ( a + 1 ) )");
  EXPECT_EQ(seen("#define MAX(a, b) a > b\nMAX(f(1, 2), (3, 4))"), "f ( 1 , 2 ) > ( 3 , 4 )");
  EXPECT_EQ(seen("#define f(x) <x>\nf(f(f(1)))"), "< < < 1 > > >");
  EXPECT_EQ(seen("#define f(x) x\nf (1) f\n(\n2 // two\n)"), "1 2");
  EXPECT_EQ(seen("#define f(x) x\nf; f"), "f ; f");
  EXPECT_EQ(seen("#define f (x)\nf(1)"), "( x ) ( 1 )");
  EXPECT_EQ(seen("#define f() 1\nf()"), "1");
  EXPECT_EQ(seen("#define f(x, y) x|y\nf(,) f(1,) f(,2)"), "| 1 | | 2");
  EXPECT_EQ(seen("#define f(x) x\n#define g f\ng(1) g (2)"), "1 2");
  EXPECT_EQ(seen("#define f(x) x\nf(\n#ifdef NOPE\n1\n#else\n2\n#endif\n)"), "2");
}

TEST(Macros, TakeAnyNumberOfArguments) {
  EXPECT_EQ(seen("#define LOG(...) printf(__VA_ARGS__)\nLOG(\"a\", 1, 2)"), "printf ( \"a\" , 1 , 2 )");
  EXPECT_EQ(seen("#define LOG(f, ...) printf(f, ##__VA_ARGS__)\nLOG(1) LOG(1, 2, 3)"),
            "printf ( 1 ) printf ( 1 , 2 , 3 )");
  EXPECT_EQ(seen("#define LOG(f, args...) printf(f, ## args)\nLOG(1); LOG(1, 2, 3)"),
            "printf ( 1 ) ; printf ( 1 , 2 , 3 )");
  EXPECT_EQ(seen("#define f(a, ...) g(a __VA_OPT__(, (x)) __VA_ARGS__)\nf(1) f(1, 2)"), "g ( 1 ) g ( 1 , ( x ) 2 )");
  EXPECT_EQ(seen("#define f(...) #__VA_ARGS__\nf(a, b)"), "\"a, b\"");
}

TEST(Macros, MakeStringsOfArguments) {
  EXPECT_EQ(seen("#define STR(x) #x\nSTR( a  +\n \"b\\n\" '\\'' )"), R"("a + \"b\\n\" '\\''")");
  EXPECT_EQ(seen("#define N 4\n#define STR(x) #x\n#define XSTR(x) STR(x)\nSTR(N) XSTR(N) STR()"), "\"N\" \"4\" \"\"");
}

TEST(Macros, JoinWords) {
  EXPECT_EQ(seen("#define CAT(a, b) a ## b\nCAT(x, 1) CAT(, y) CAT(z, ) CAT(+, =) CAT(,)"), "x1 y z +=");
  EXPECT_EQ(seen("#define CAT(a, b) a##b\n#define XCAT(a, b) CAT(a, b)\nXCAT(tile_, __LINE__)"), "tile_3");
  EXPECT_EQ(seen("#define N 3\n#define CAT(a, b) a##b\nCAT(N, N)"), "NN");
  EXPECT_EQ(seen("#define XY x ## y\nXY"), "xy");
  EXPECT_EQ(seen("#define f(x) int v##x##_0 = x\nf(1)"), "int v1_0 = 1");
  EXPECT_EQ(told("#define CAT(a, b) a ## b\nCAT(x, +)"), Texts{"2:1 error: 'x' and '+' do not join into one token"});
}

TEST(Macros, ThatAreInThemselvesStayAsTheyAre) {
  EXPECT_EQ(seen("#define x x + 1\nx"), "x + 1");
  EXPECT_EQ(seen("#define A B\n#define B A 1\nA B"), "A 1 B 1");
  EXPECT_EQ(seen("#define f(x) f(x + 1)\nf(f(2))"), "f ( f ( 2 + 1 ) + 1 )");
  EXPECT_EQ(seen("#define f(a) a * g\n#define g(a) f(a)\nf(2)(9)"), "2 * 9 * g");
  EXPECT_TRUE(Seen("#define x x\nx").result.tokens[0].painted);
  // The standard's own example.
  EXPECT_EQ(seen("#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n"
                 "#define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n"
                 "f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\ng(x+(3,4)-w) | h 5) & m\n(f)^m(m);"),
            "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ; "
            "f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ;");
}

TEST(Macros, WithTheWrongNumberOfArgumentsAreToldOf) {
  const std::string two = "#define MAX(a, b) a > b\n";
  EXPECT_EQ(told(two + "MAX(1)"), Texts{"2:1 error: 'MAX' takes 2 arguments, but 1 was given"});
  EXPECT_EQ(told(two + "MAX()"), Texts{"2:1 error: 'MAX' takes 2 arguments, but none was given"});
  EXPECT_EQ(told(two + "MAX(1, 2, 3)"), Texts{"2:1 error: 'MAX' takes 2 arguments, but 3 were given"});
  EXPECT_EQ(told("#define f() 1\nf(2)"), Texts{"2:1 error: 'f' takes no argument, but 1 was given"});
  EXPECT_EQ(told("#define f(a, b, ...) a\nf(2)"), Texts{"2:1 error: 'f' takes at least 2 arguments, but 1 was given"});
  const Seen comma("#define CHECK(x) do_check(x)\nCHECK(f<int, 4>());");
  EXPECT_EQ(comma.told(), Texts{"2:1 error: 'CHECK' takes 1 argument, but 2 were given"});
  EXPECT_EQ(comma.diagnostics.sorted()[0].mend, "put parentheses around an argument that contains a comma");
  EXPECT_EQ(comma.text(), "do_check ( f < int , 4 > ( ) ) ;");
}

TEST(Macros, WhoseCallDoesNotEndAreToldOf) {
  const std::string text = "#define N 4\n#define SQ(x) x\nvoid f() { SQ(N + (1; }\nint y = SQ(N);";
  const Seen all(text);
  EXPECT_EQ(all.told(), Texts{"3:12 error: the call of 'SQ' has no closing ')'"});
  EXPECT_EQ(all.text(), "void f ( ) { SQ ( 4 + ( 1 ; } int y = 4 ;");
  EXPECT_EQ(told("#define f(x) x\nf(1"), Texts{"2:1 error: the call of 'f' has no closing ')'"});
}

TEST(Macros, HaveThePlaceOfTheirUse) {
  const Seen all("#define N 16\n#define TWICE(x) (x + N)\nint y = TWICE(abc);");
  ASSERT_EQ(all.text(), "int y = ( abc + 16 ) ;");
  const std::vector<Token>& tokens = all.result.tokens;
  EXPECT_EQ(all.typed(tokens[3].place), "TWICE");
  EXPECT_EQ(all.typed(tokens[4].place), "abc");
  EXPECT_EQ(all.typed(tokens[6].place), "TWICE");
  EXPECT_EQ(tokens[6].text, "16");
  EXPECT_TRUE(tokens[3].after_space);
  const std::vector<Expansion>& expansions = all.result.expansions;
  EXPECT_EQ(tokens[2].expansion, 0U);
  EXPECT_EQ(tokens[4].expansion, 0U);
  EXPECT_EQ(all.result.macros[expansions[tokens[3].expansion].macro].name, "TWICE");
  const Expansion inner = expansions[tokens[6].expansion];
  EXPECT_EQ(all.result.macros[inner.macro].name, "N");
  EXPECT_EQ(inner.parent, tokens[3].expansion);
  EXPECT_EQ(all.typed(inner.place), "TWICE");
}

TEST(Macros, StartALineWhereTheirNameDoes) {
  const Seen all("#define N 1 + 2\nN\nx N");
  EXPECT_TRUE(all.result.tokens[0].starts_line);
  EXPECT_FALSE(all.result.tokens[1].starts_line);
  EXPECT_FALSE(all.result.tokens[4].starts_line);
}

TEST(Macros, OfArgumentsKeepTheirExpansion) {
  const Seen all("#define N 16\n#define ID(x) x\nID(N)");
  const Token& number = all.result.tokens[0];
  EXPECT_EQ(number.text, "16");
  EXPECT_EQ(all.typed(number.place), "N");
  EXPECT_EQ(all.result.macros[all.result.expansions[number.expansion].macro].name, "N");
}

TEST(Macros, AreListedAsDefined) {
  const Seen all("#define N 16\n#define F(a, b...) a\nint x = INT_MAX;");
  ASSERT_EQ(all.result.macros.size(), 3U);
  EXPECT_EQ(all.typed(all.result.macros[0].place), "N");
  EXPECT_EQ(all.result.macros[0].body[0].text, "16");
  EXPECT_TRUE(all.result.macros[1].variadic);
  EXPECT_EQ(all.result.macros[1].parameters, (std::vector<std::string_view>{"a", "b"}));
  EXPECT_EQ(all.result.macros[2].name, "INT_MAX");
  EXPECT_EQ(all.result.macros[2].place.length, 0U);
}

TEST(Macros, DefinedAgainAreToldOf) {
  EXPECT_EQ(told("#define N 16\n\n#define N 32"), Texts{"3:9 warning: 'N' is redefined: it was 16 on line 1"});
  EXPECT_EQ(told("#define N\n#define N 32"), Texts{"2:9 warning: 'N' is redefined: it was empty on line 1"});
  EXPECT_EQ(told("#define f(x) x\n#define f(y) y"),
            Texts{"2:9 warning: 'f' is redefined: it was something else on line 1"});
  EXPECT_EQ(told("#define f(x) x + 1\n#define f(x)   x  +  1 // c"), Texts{});
  EXPECT_EQ(told("#define N 16\n#undef N\n#define N 32"), Texts{});
  EXPECT_EQ(seen("#define INT_MAX 5\nINT_MAX"), "5");
}

TEST(Macros, WithBadDefinitionsAreToldOf) {
  EXPECT_EQ(told("#define"), Texts{"1:1 error: #define needs a name"});
  EXPECT_EQ(told("#define 3"), Texts{"1:9 error: #define needs a name"});
  EXPECT_EQ(told("#define defined"), Texts{"1:9 error: 'defined' cannot be a macro"});
  EXPECT_EQ(told("#define f(x"), Texts{"1:9 error: a ',' or ')' is missing from the parameters of 'f'"});
  EXPECT_EQ(told("#define f(x, 1) x"), Texts{"1:14 error: the parameters of 'f' must be names separated by commas"});
  EXPECT_EQ(told("#define f(x, x) x"), Texts{"1:9 error: 'f' has two parameters named 'x'"});
  EXPECT_EQ(told("#define f(x) #y"), Texts{"1:14 error: a parameter of 'f' must follow '#'"});
  EXPECT_EQ(told("#define A ## b"), Texts{"1:11 error: '##' joins two tokens: it belongs between them"});
  EXPECT_EQ(told("#undef"), Texts{"1:1 error: #undef needs a name"});
}

TEST(GivenValues, ReplaceWhatTheTextDefines) {
  const Given given{{"TILE", "8 * 4"}, {"SQ", "1"}, {"INT_MAX", "2"}, {"OTHER", "3"}};
  EXPECT_EQ(seen("#define TILE 16\n#define SQ(x) x\nTILE SQ(5) OTHER INT_MAX", given), "8 * 4 5 OTHER 2147483647");
  EXPECT_EQ(seen("#define TILE 16\n#if TILE == 32\nyes\n#endif", given), "yes");
  EXPECT_EQ(seen("#ifndef TILE\n#define TILE\n#endif\n#pragma unroll TILE\nTILE", given), "{unroll 8 * 4} 8 * 4");
  const Seen all("#define TILE 16\nint x = TILE;", given);
  EXPECT_EQ(all.typed(all.result.macros[0].place), "TILE");
  EXPECT_EQ(all.typed(all.result.macros[0].body[1].place), "16");
  EXPECT_EQ(all.typed(all.result.tokens[4].place), "TILE");
}

TEST(KnownMacros, AreThere) {
  EXPECT_EQ(seen("__CUDACC__ __CUDA_ARCH__ __cplusplus __FILE__ CHAR_BIT SIZE_MAX NULL"),
            "1 900 201703L \"kernel.cu\" 8 18446744073709551615UL nullptr");
  EXPECT_EQ(seen("INFINITY NAN"), "( __builtin_inff ( ) ) ( __builtin_nanf ( \"\" ) )");
  EXPECT_EQ(seen("__LINE__\n\n__LINE__ __COUNTER__ __COUNTER__"), "1 3 0 1");
  EXPECT_EQ(seen("#define HERE __LINE__\n\nHERE"), "3");
  EXPECT_EQ(seen("assert(x) __func__ stdout"), "assert ( x ) __func__ stdout");
  EXPECT_EQ(seen("#undef INT_MAX\nINT_MAX"), "INT_MAX");
  EXPECT_EQ(seen("CUDART_PI_F\n#include <math_constants.h>\nCUDART_PI_F"), "CUDART_PI_F 3.141592654F");
}

TEST(Includes, AreListed) {
  const Seen all(
      "#include <cuda_runtime.h>\n#include \"my/foo.h\"\n#include <thrust/device_vector.h> // c\n"
      "#define H <cstdio>\n#include H");
  ASSERT_EQ(all.result.includes.size(), 4U);
  EXPECT_EQ(all.result.includes[0].name, "cuda_runtime.h");
  EXPECT_TRUE(all.result.includes[0].known);
  EXPECT_EQ(all.typed(all.result.includes[0].place), "<cuda_runtime.h>");
  EXPECT_EQ(all.result.includes[1].name, "my/foo.h");
  EXPECT_FALSE(all.result.includes[1].known);
  EXPECT_EQ(all.result.includes[2].name, "thrust/device_vector.h");
  EXPECT_TRUE(all.result.includes[2].known);
  EXPECT_EQ(all.result.includes[3].name, "cstdio");
  EXPECT_EQ(all.told(), Texts{"2:10 note: 'my/foo.h' is not read: its definitions are unknown here"});
}

TEST(Includes, TakeAName) {
  for (const char* text : {"#include", "#include <>", "#include <x", "#include \"\"", "#include x"})
    EXPECT_EQ(told(text), Texts{"1:1 error: #include takes the name of a header"}) << text;
  EXPECT_EQ(told("#include <cmath> x"), Texts{"1:18 warning: the text after the header's name has no effect"});
}

TEST(Conditions, ChooseOneGroup) {
  const std::string text = "#if A == 1\none\n#elif A == 2\ntwo\n#else\nmore\n#endif\nend";
  EXPECT_EQ(seen("#define A 1\n" + text), "one end");
  EXPECT_EQ(seen("#define A 2\n" + text), "two end");
  EXPECT_EQ(seen("#define A 3\n" + text), "more end");
  EXPECT_EQ(seen("#if 1\na\n#elif 1 / 0\nb\n#else\nc\n#endif"), "a");
  EXPECT_EQ(seen("#if 0\n#if 1\na\n#else\nb\n#endif\n#define X\n#elif 1\n#ifdef X\nc\n#endif\nd\n#endif"), "d");
  EXPECT_EQ(seen("#define X\n#ifdef X\na\n#endif\n#ifndef X\nb\n#else\nc\n#endif"), "a c");
  EXPECT_EQ(seen("#ifdef __CUDA_ARCH__\na\n#endif\n#undef __CUDACC__\n#ifndef __CUDACC__\nb\n#endif"), "a b");
}

TEST(Conditions, LeaveOutWhateverIsThere) {
  EXPECT_EQ(seen("#if 0\ndon't @ \" \xFF\n#incldue\n#error no\n#if (\n#endif it's\n#endif\nx"), "x");
  EXPECT_EQ(told("#if 0\n/* x\n#endif"),
            (Texts{"1:1 error: this #if has no #endif", "2:1 error: this comment is not closed"}));
}

TEST(Conditions, AreExpressions) {
  for (const char* text : {"1",
                           "!0",
                           "defined X || 1",
                           "!defined(X)",
                           "defined __CUDACC__ && __CUDA_ARCH__ >= 700",
                           "1 + 2 * 3 == 7",
                           "(1 + 2) * 3 == 9",
                           "7 / 2 == 3 && -7 % 3 == -1",
                           "1 << 4 == 16",
                           "-8 >> 1 == -4",
                           "~0 == -1",
                           "0 ? 0 : 1",
                           "1 ? 2 : 0 / 0",
                           "1 || 1 / 0",
                           "!(0 && 1 / 0)",
                           "-1 > 0u",
                           "0xFFu == 255",
                           "0b101 == 5",
                           "017 == 15",
                           "1'000 == 1000",
                           "'a' == 97",
                           "'\\n' == 10",
                           "'\\x41' == 'A'",
                           "'\\0' == 0",
                           "true",
                           "not false and 2 > 1",
                           "9223372036854775807 > 0",
                           "18446744073709551615u == -1",
                           "(2 | 4 ^ 1 & 3) == 7",
                           "UNKNOWN == 0",
                           "3 != 4",
                           "1 <= 1 && 2 >= 1 && 1 < 2",
                           "- - 1 == + 1",
                           "(-9223372036854775807 - 1) / -1 != 0",
                           "1 << 64 == 0"})
    EXPECT_TRUE(holds(text)) << text;
  for (const char* text : {"0", "defined(X)", "1 > 2", "1 - 1", "UNKNOWN", "int", "0 && 1 || 0"})
    EXPECT_FALSE(holds(text)) << text;
  EXPECT_EQ(seen("#define f(x) (x > 2)\n#define HAS defined(f)\n#if f(3) && HAS\nyes\n#endif"), "yes");
}

TEST(Conditions, ThatMakeNoSenseDoNotHold) {
  const auto complaint = [](const std::string& condition) {
    const Seen all("#if " + condition + "\nx\n#endif");
    EXPECT_EQ(all.text(), "") << condition;
    return all.told().size() == 1 ? all.told()[0] : "not one";
  };
  EXPECT_EQ(complaint(""), "1:1 error: a condition is missing here");
  EXPECT_EQ(complaint("1 / 0"), "1:7 error: this condition divides by 0");
  EXPECT_EQ(complaint("1 +"), "1:7 error: the condition is incomplete");
  EXPECT_EQ(complaint("(1"), "1:6 error: a ')' is missing from this condition");
  EXPECT_EQ(complaint("1 2"), "1:7 error: unexpected '2' after the condition");
  EXPECT_EQ(complaint("* 1"), "1:5 error: '*' is not a value");
  EXPECT_EQ(complaint("1.5"), "1:5 error: '1.5' is not an integer: an #if condition needs integers");
  EXPECT_EQ(complaint("99999999999999999999"), "1:5 error: '99999999999999999999' does not fit in 64 bits");
  EXPECT_EQ(complaint("f(1)"), "1:5 error: 'f' is not a macro, and an #if condition cannot call functions");
  EXPECT_EQ(complaint("defined(3)"), "1:5 error: 'defined' needs a name");
  EXPECT_EQ(complaint("1 ? 2"), "1:9 error: a ':' is missing from this condition");
  EXPECT_EQ(complaint("''"), "1:5 error: this character constant is empty");
  EXPECT_EQ(complaint("\"a\""), "1:5 error: '\"a\"' is not a value");
}

TEST(Conditions, HaveBeginningsAndEnds) {
  EXPECT_EQ(told("x\n#if 1\n#ifdef X\n#endif"), Texts{"2:1 error: this #if has no #endif"});
  EXPECT_EQ(told("#ifndef X"), Texts{"1:1 error: this #ifndef has no #endif"});
  EXPECT_EQ(told("#endif"), Texts{"1:1 error: this #endif has no #if"});
  EXPECT_EQ(told("#else"), Texts{"1:1 error: this #else has no #if"});
  EXPECT_EQ(told("#elif 1"), Texts{"1:1 error: this #elif has no #if"});
  EXPECT_EQ(told("#if 1\n#else\n#else\n#endif"), Texts{"3:1 error: this #else comes after the #else of the same #if"});
  EXPECT_EQ(told("#if 1\n#endif X"), Texts{"2:8 warning: the text after #endif has no effect"});
  EXPECT_EQ(told("#ifdef\n#endif"), Texts{"1:1 error: #ifdef needs a name"});
  EXPECT_EQ(told("#ifdef A B\n#endif"), Texts{"1:10 warning: the text after 'A' has no effect"});
}

TEST(Directives, SayWhatTheySay) {
  EXPECT_EQ(told("#error it's bad"), Texts{"1:1 error: #error: it's bad"});
  EXPECT_EQ(told("#warning \"old\""), Texts{"1:1 warning: #warning: \"old\""});
  EXPECT_EQ(told("#error"), Texts{"1:1 error: #error"});
  EXPECT_EQ(seen("#\n#line 3 \"x.cu\"\n# 12 \"y.cu\"\nx"), "x");
}

TEST(Directives, ThatAreNoneAreToldOf) {
  const Seen all("#incldue <cmath>");
  EXPECT_EQ(all.told(), Texts{"1:1 error: '#incldue' is not a directive"});
  EXPECT_EQ(all.diagnostics.sorted()[0].mend, "did you mean #include?");
  const Seen far("#frobnicate");
  EXPECT_EQ(far.told(), Texts{"1:1 error: '#frobnicate' is not a directive"});
  EXPECT_EQ(far.diagnostics.sorted()[0].mend, "");
}

TEST(Pragmas, AreTokens) {
  EXPECT_EQ(seen("#pragma once\n#pragma\n#pragma unroll\nfor (;;);"), "{unroll} for ( ; ; ) ;");
  EXPECT_EQ(seen("#define N 4\n#pragma unroll N // c\n#pragma omp  parallel N"), "{unroll 4} {omp parallel N}");
  EXPECT_EQ(seen("_Pragma(\"unroll 2\") _Pragma(\"a \\\"b\\\\\")"), "{unroll 2} {a \"b\\}");
  EXPECT_EQ(seen("#define UNROLL(n) _Pragma(#n) x\n#define U UNROLL(unroll)\nUNROLL(unroll 3) U"),
            "{unroll 3} x {unroll} x");
  EXPECT_EQ(told("_Pragma(x)"), Texts{"1:1 error: '_Pragma' needs a string in parentheses"});
  const Seen all("x\n  #pragma unroll 4\ny");
  EXPECT_EQ(all.typed(all.result.tokens[1].place), "#pragma unroll 4");
  EXPECT_TRUE(all.result.tokens[1].starts_line);
}

TEST(Limits, EndInOneErrorAndAStop) {
  std::string doubling = "#define A0 x\n";
  for (int i = 0; i < 60; ++i)
    doubling += "#define A" + std::to_string(i + 1) + " A" + std::to_string(i) + " A" + std::to_string(i) + "\n";
  EXPECT_EQ(told(doubling + "A60"), Texts{"62:1 error: the macros in this file expand to more than 400,000 tokens"});
  std::string chain;
  for (int i = 0; i < 1000; ++i) chain += "#define A" + std::to_string(i + 1) + " A" + std::to_string(i) + "\n";
  EXPECT_EQ(told(chain + "A1000"), Texts{"1001:1 error: the macros used here are nested more than 200 levels deep"});
  EXPECT_EQ(told(repeated("#if 1\n", 6000)), Texts{"201:1 error: #if is nested more than 200 levels deep"});
  EXPECT_EQ(told("#define f(x) x\n" + repeated("f(", 20'000)).size(), 1U);
  EXPECT_EQ(told("#if " + repeated("(", 10'000) + "\n#endif"),
            Texts{"1:204 error: the condition is nested more than 200 levels deep"});
  EXPECT_EQ(told("#if " + repeated("!", 10'000) + "\n#endif").size(), 1U);
  EXPECT_EQ(told("#define f(x) " + repeated("#x ", 300'000) + "\nf(" + repeated("a", 10'000) + ")"),
            Texts{"2:1 error: this source expands to more than 32 MiB, the maximum for its length"});
}

TEST(Limits, HoldForAMegabyteOfAnything) {
  const std::size_t size = std::size_t{1} << 20;
  const auto start = std::chrono::steady_clock::now();
  for (const char* piece : {"@",          "\xFF", "(",         ">",        "\"",       "\"\n",       "'",
                            "/*",         "\\\n", "+\\\n",     "R\"(",     "R\"(\n",   "#if (\n",    "#else\n",
                            "#incldue\n", "a ",   "__LINE__ ", "_Pragma(", "defined ", "#define A\n"})
    (void)Seen(repeated(piece, size));
  for (const char* piece : {"f(", "f(}", "f({", "f(a)", "f", "A ", "A(", "f(A,"})
    (void)Seen("#define f(x) x f(x) x\n#define A f(A) A\n" + repeated(piece, size));
  (void)Seen("#define f(x) x" + repeated("##x", size) + "\nf(ab)");
  (void)Seen("#define f(a" + repeated(",a", size) + ") x\nf()");
  (void)Seen("#if " + repeated("1+", size));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
}

}  // namespace
}  // namespace tilescope::language
