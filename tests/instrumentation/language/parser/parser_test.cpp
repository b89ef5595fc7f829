// Correct texts: their trees, and the parts of a file that are skipped.
#include "instrumentation/language/parser/parser.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include "instrumentation/language/preprocessor/preprocessor.h"

namespace tilescope::language {
namespace {

using syntax::Declaration;
using syntax::DeclarationKind;
using syntax::DeclaratorStep;
using syntax::Expression;
using syntax::ExpressionKind;
using syntax::Initializer;
using syntax::ItemKind;
using syntax::Specifiers;
using syntax::Statement;
using syntax::StatementKind;

struct Text {
  explicit Text(const std::string& text) : source(text), preprocessed(preprocess(source, {}, arena, diagnostics)) {
    parsed = parse(source, preprocessed.tokens, arena, diagnostics);
  }

  [[nodiscard]] std::string errors() const {
    std::string all;
    for (const Diagnostic& each : diagnostics.sorted())
      all += std::to_string(source.line_of(each.place.offset)) + ": " + each.message + "\n";
    for (const Diagnostics& aside : parsed.put_aside)
      for (const Diagnostic& each : aside.sorted()) all += "aside: " + each.message + "\n";
    return all;
  }
  [[nodiscard]] const syntax::Item& item(std::string_view name) const {
    for (const syntax::Item& each : parsed.file.items)
      if (each.name == name) return each;
    throw std::runtime_error("no item " + std::string(name));
  }
  [[nodiscard]] const Declaration& declaration(std::string_view name) const { return *item(name).declaration; }

  Arena arena;
  Diagnostics diagnostics;
  Source source;
  Preprocessed preprocessed;
  Parsed parsed;
};

// The statements of a function f that has these.
struct Body : Text {
  explicit Body(const std::string& statements, const std::string& before = "")
      : Text(before + "\n__global__ void f(float* a, int n, int x, int y) {\n" + statements + "\n}\n") {}

  [[nodiscard]] const Statement& at(std::size_t i) const { return *declaration("f").body->list[i]; }
  [[nodiscard]] const Expression& expression() const { return *at(0).expression; }
};

// An expression with a bracket around each operator.
std::string spelled(const Expression* e) {
  if (e == nullptr) return "-";
  const auto list = [&] {
    std::string all;
    for (const Expression* each : e->list) all += (all.empty() ? "" : ", ") + spelled(each);
    return all;
  };
  switch (e->kind) {
    case ExpressionKind::name: return std::string(e->name->last().text);
    case ExpressionKind::unary: return std::string("(") + text(e->op) + spelled(e->a) + ")";
    case ExpressionKind::postfix: return "(" + spelled(e->a) + text(e->op) + ")";
    case ExpressionKind::binary:
    case ExpressionKind::assign:
    case ExpressionKind::comma:
      return "(" + spelled(e->a) + " " + (e->op == Mark::none ? "," : text(e->op)) + " " + spelled(e->b) + ")";
    case ExpressionKind::conditional: return "(" + spelled(e->a) + " ? " + spelled(e->b) + " : " + spelled(e->c) + ")";
    case ExpressionKind::call: return spelled(e->a) + "(" + list() + ")";
    case ExpressionKind::subscript: return spelled(e->a) + "[" + spelled(e->b) + "]";
    case ExpressionKind::member: return spelled(e->a) + text(e->op) + std::string(e->name->last().text);
    case ExpressionKind::cast: return "cast(" + spelled(e->a) + ")";
    case ExpressionKind::construct: return "construct(" + list() + ")";
    case ExpressionKind::size_of: return "sizeof(" + (e->type != nullptr ? "type" : spelled(e->a)) + ")";
    case ExpressionKind::braces: return "{" + list() + "}";
    case ExpressionKind::outside: return "outside " + std::string(e->text);
    case ExpressionKind::broken: return "broken";
    default: return std::string(e->text);
  }
}

std::string read(const std::string& expression, const std::string& before = "") {
  const Body body(expression + ";", before);
  EXPECT_EQ(body.errors(), "") << expression;
  return spelled(body.at(0).expression);
}

TEST(parser, operators_bind_as_in_cpp) {
  EXPECT_EQ(read("n = x + y * 2 - 1"), "(n = ((x + (y * 2)) - 1))");
  EXPECT_EQ(read("n = x << 1 + y"), "(n = (x << (1 + y)))");
  EXPECT_EQ(read("n = x >> 1 >> y"), "(n = ((x >> 1) >> y))");
  EXPECT_EQ(read("n >>= x >= y"), "(n >>= (x >= y))");
  EXPECT_EQ(read("n = x & 1 == 0 | y ^ 2"), "(n = ((x & (1 == 0)) | (y ^ 2)))");
  EXPECT_EQ(read("n = x && y || !x"), "(n = ((x && y) || (!x)))");
  EXPECT_EQ(read("n = x ? y : x ? 1 : 2"), "(n = (x ? y : (x ? 1 : 2)))");
  EXPECT_EQ(read("x = y = n += 2"), "(x = (y = (n += 2)))");
  EXPECT_EQ(read("x = -y++ - --n"), "(x = ((-(y++)) - (--n)))");
  EXPECT_EQ(read("*a++ = -*a, ++n"), "(((*(a++)) = (-(*a))) , (++n))");
}

TEST(parser, operands) {
  EXPECT_EQ(read("a[x * n + y] = blockIdx.x"), "(a[((x * n) + y)] = blockIdx.x)");
  EXPECT_EQ(read("atomicAdd(&a[x], 1.0f)"), "atomicAdd((&a[x]), 1.0f)");
  EXPECT_EQ(read("p->q.r(1)[2]"), "p->q.r(1)[2]");
  EXPECT_EQ(read("f(1, g(2, 3), {4, 5})"), "f(1, g(2, 3), {4, 5})");
  EXPECT_EQ(read("n = sizeof(float4) + sizeof n + sizeof(n)"), "(n = ((sizeof(type) + sizeof(n)) + sizeof(n)))");
  EXPECT_EQ(read("n = float(x) + int{3} + float4{1, 2}.x"),
            "(n = ((construct(x) + construct(3)) + construct(1, 2).x))");
}

TEST(parser, casts_need_a_type) {
  EXPECT_EQ(read("n = (float)x * y"), "(n = (cast(x) * y))");
  EXPECT_EQ(read("n = (x) - y"), "(n = (x - y))");
  EXPECT_EQ(read("n = (x)(y)"), "(n = x(y))");
  EXPECT_EQ(read("n = (unknown)-y"), "(n = (unknown - y))");
  EXPECT_EQ(read("n = (S)-y", "struct S {};"), "(n = cast((-y)))");
  EXPECT_EQ(read("n = *(float4*)&a[0]"), "(n = (*cast((&a[0]))))");
  EXPECT_EQ(read("n = static_cast<unsigned>(x) >> 2"), "(n = (cast(x) >> 2))");
  EXPECT_EQ(read("n = *reinterpret_cast<const float4*>(a + 4)"), "(n = (*cast((a + 4))))");
  EXPECT_EQ(read("n = (int)(float)x"), "(n = cast(cast(x)))");
}

TEST(parser, less_than_or_a_template) {
  const std::string sum = "template <int N, class T = float> __device__ T sum(T v) { return v; }";
  EXPECT_EQ(read("n = x < y && x > (n)"), "(n = ((x < y) && (x > n)))");
  EXPECT_EQ(read("n = sum<4>(x)", sum), "(n = sum(x))");
  EXPECT_EQ(read("n = sum<4, float>(x) < 3", sum), "(n = (sum(x) < 3))");
  EXPECT_EQ(read("n = sum<(3 > 2)>(x)", sum), "(n = sum(x))");
  EXPECT_EQ(read("n = std::numeric_limits<float>::max()"), "(n = max())");
  EXPECT_EQ(read("n = x < unknown"), "(n = (x < unknown))");
  EXPECT_EQ(read("n = min<unsigned int>(x, y) > 2"), "(n = (min(x, y) > 2))");
}

TEST(parser, what_is_outside_is_read_over) {
  EXPECT_EQ(read("g([=](int i) { return i; }, 2)"), "g(outside a lambda, 2)");
  EXPECT_EQ(read("g([=] __host__ __device__ (int i) { return i; }, 2)"), "g(outside a lambda, 2)");
  EXPECT_EQ(read("p = new float[n]"), "(p = outside new)");
  EXPECT_EQ(read("delete[] p"), "outside delete");
  EXPECT_EQ(read("throw 3"), "outside exception handling");
  EXPECT_EQ(read("f<<<1, 2>>>(a, n)"), "outside a kernel launch in device code");
  const Body body("asm volatile(\"mov\" : \"=r\"(n));\ngoto end;\nend: n = 2;\ntry { n = 1; } catch (...) {}\nn = 3;");
  EXPECT_EQ(body.errors(), "");
  EXPECT_EQ(body.at(0).text, "inline assembly");
  EXPECT_EQ(body.at(1).kind, StatementKind::goto_);
  EXPECT_EQ(body.at(2).kind, StatementKind::label);
  EXPECT_EQ(body.at(2).text, "end");
  EXPECT_EQ(body.at(4).text, "exception handling");
  EXPECT_EQ(spelled(body.at(5).expression), "(n = 3)");
}

TEST(parser, adjacent_strings_are_one) {
  const Body body("printf(\"a\" \"b\", n);");
  ASSERT_EQ(body.expression().list.size(), 2U);
  EXPECT_EQ(body.expression().list[0]->list.size(), 2U);
}

TEST(parser, declarators_go_from_the_name_outward) {
  using Kind = DeclaratorStep::Kind;
  const Body body("float (*p)[16], *q[4], r[2][3];\nint (*op)(float, int), &s = n;");
  EXPECT_EQ(body.errors(), "");
  const auto kinds = [&](std::size_t statement, std::size_t i) {
    std::vector<Kind> all;
    for (const DeclaratorStep& step : body.at(statement).declarations[i]->steps) all.push_back(step.kind);
    return all;
  };
  EXPECT_EQ(kinds(0, 0), (std::vector{Kind::pointer, Kind::array}));
  EXPECT_EQ(kinds(0, 1), (std::vector{Kind::array, Kind::pointer}));
  EXPECT_EQ(kinds(0, 2), (std::vector{Kind::array, Kind::array}));
  EXPECT_EQ(kinds(1, 0), (std::vector{Kind::pointer, Kind::function}));
  EXPECT_EQ(kinds(1, 1), (std::vector{Kind::reference}));
  EXPECT_EQ(body.at(1).declarations[0]->kind, DeclarationKind::variable);
}

TEST(parser, declaration_or_expression) {
  const Body body(
      "foo bar;\nfoo *p = 0;\nfoo<3> t;\nx * y;\nfloat4 v(1, 2, 3, 4), w{1, 2}, u = {1};\nint z(3);\nfloat4(1, 2, 3, "
      "4);");
  EXPECT_EQ(body.errors(), "");
  for (const std::size_t i : {0U, 1U, 2U, 4U, 5U}) EXPECT_EQ(body.at(i).kind, StatementKind::declaration) << i;
  for (const std::size_t i : {3U, 6U}) EXPECT_EQ(body.at(i).kind, StatementKind::expression) << i;
  EXPECT_EQ(body.at(4).declarations[0]->how, Initializer::parens);
  EXPECT_EQ(body.at(4).declarations[1]->how, Initializer::braces);
  EXPECT_EQ(body.at(4).declarations[2]->how, Initializer::equals);
}

// `float(x) = 1` declares, whatever it looks like; `float(x) + 1` cannot.
TEST(parser, a_name_in_brackets_may_be_declared) {
  const Body body(
      "float(u) = 0;\nint(i);\nS(s)[4];\nint(x) + 1;\nS(x).i;\nfor (float(v) = 0; v < 1; v += 1) {}\n"
      "if (int(w) = n) {}\nif (int(x) == n) {}\nn = int(x), y = 1;",
      "struct S { int i; };");
  EXPECT_EQ(body.errors(), "");
  for (const std::size_t i : {0U, 1U, 2U}) EXPECT_EQ(body.at(i).kind, StatementKind::declaration) << i;
  for (const std::size_t i : {3U, 4U, 8U}) EXPECT_EQ(body.at(i).kind, StatementKind::expression) << i;
  EXPECT_EQ(body.at(0).declarations[0]->name->last().text, "u");
  EXPECT_EQ(body.at(2).declarations[0]->steps.size(), 1U);
  EXPECT_EQ(body.at(5).init->kind, StatementKind::declaration);
  EXPECT_EQ(body.at(6).declarations.size(), 1U);
  EXPECT_TRUE(body.at(7).declarations.empty());
}

TEST(parser, a_local_name_hides_a_type) {
  const Body body("int half = n / 2;\nhalf * n;\n{ int S = 1; S * n; }\nS s;", "struct S { int i; };");
  EXPECT_EQ(body.errors(), "");
  EXPECT_EQ(body.at(1).kind, StatementKind::expression);
  EXPECT_EQ(body.at(2).list[1]->kind, StatementKind::expression);
  EXPECT_EQ(body.at(3).kind, StatementKind::declaration);
}

TEST(parser, statements) {
  const Body body(
      "if (int i = x; i > 0) n = 1; else if (n) { n = 2; } else n = 3;\n"
      "for (int i = 0, j = 1; i < n; ++i, --j) ;\n"
      "for (const auto& v : values) n += v;\n"
      "while (n) { break; }\ndo n--; while (n > 0);\n"
      "switch (n) { case 0: case 1: n = 1; break; default: return; }\n"
      "#pragma unroll\nif constexpr (sizeof(n) == 4) n = 1;\nfor (;;) {}");
  EXPECT_EQ(body.errors(), "");
  EXPECT_EQ(body.at(0).init->kind, StatementKind::declaration);
  EXPECT_EQ(body.at(0).else_body->kind, StatementKind::if_);
  EXPECT_EQ(body.at(1).init->declarations.size(), 2U);
  EXPECT_EQ(body.at(2).kind, StatementKind::for_each);
  EXPECT_TRUE(body.at(3).in_block);
  EXPECT_EQ(body.at(4).kind, StatementKind::do_);
  EXPECT_EQ(body.at(5).body->list[0]->body->kind, StatementKind::case_);
  EXPECT_TRUE(body.at(6).is_constexpr);
  EXPECT_EQ(body.at(7).condition, nullptr);
}

TEST(parser, heads_of_functions) {
  for (const std::string head :
       {"__global__ void f(int n)", "void __global__ f(int n)", "static __global__ void f(int n)",
        "template <int N> __global__ void f(int n)", "extern \"C\" __global__ void f(int n)",
        "__global__ void __launch_bounds__(256, 2) f(int n)", "__global__ __launch_bounds__(256) void f(int n)",
        "[[maybe_unused]] __global__ void f(int n)", "__attribute__((used)) __global__ void f(int n)"}) {
    const Text text(head + " { n = 1; }");
    EXPECT_EQ(text.errors(), "") << head;
    EXPECT_TRUE(text.declaration("f").specifiers->global) << head;
    EXPECT_TRUE(text.item("f").for_device) << head;
    EXPECT_NE(text.declaration("f").body, nullptr) << head;
  }
  EXPECT_EQ(Text("__global__ void __launch_bounds__(256, 2) f() {}").declaration("f").specifiers->launch_bounds.size(),
            2U);
}

TEST(parser, templates) {
  const Text text(
      "template <int N = 4, typename T = float, class... Rest> struct Tile { T v[N]; __device__ T at(int i) const { "
      "return v[i]; } };\n"
      "template <> struct Tile<2, int> { int v; };\n"
      "template <class T> constexpr int width = sizeof(T);\n"
      "template <class T> using Row = Tile<4, T>;\n"
      "template <int N, typename T> __global__ void f(Tile<N, T>* t, Row<float> r) { t->v[width<T>] = Tile<2, "
      "int>{}.v; }\n"
      "template __global__ void f<4, float>(Tile<4, float>*, Row<float>);\n");
  EXPECT_EQ(text.errors(), "");
  ASSERT_EQ(text.parsed.file.items.size(), 6U);
  EXPECT_EQ(text.parsed.file.items[0].declaration->parameters.size(), 3U);
  EXPECT_TRUE(text.parsed.file.items[1].declaration->specialization);
  EXPECT_EQ(text.parsed.file.items[3].declaration->kind, DeclarationKind::alias);
  EXPECT_EQ(text.parsed.file.items[5].declaration->kind, DeclarationKind::instantiation);
}

TEST(parser, structures) {
  const Text text(
      "struct alignas(16) Vec : Base {\n"
      " public:\n"
      "  float x = 0, y;\n"
      "  unsigned low : 4;\n"
      "  static const int size = 2;\n"
      "  enum Kind { A, B = 4 };\n"
      "  struct Inner { int i; } inner;\n"
      "  __device__ Vec() : x(1), y{2} {}\n"
      "  __device__ ~Vec() {}\n"
      "  Vec(const Vec&) = default;\n"
      "  __device__ Vec operator+(const Vec& o) const { return Vec(); }\n"
      "  __device__ float operator()(int i) const { return x; }\n"
      "  __device__ operator float() const { return x; }\n"
      "  void print() { std::cout << [this] { return x; }() << std::endl; }\n"
      "};\n"
      "__device__ float Vec::late(int i) const { return x; }\n");
  EXPECT_EQ(text.errors(), "");
  const auto members = text.declaration("Vec").specifiers->structure->members;
  ASSERT_EQ(members.size(), 13U);
  EXPECT_EQ(members[2]->bits->text, "4");
  EXPECT_EQ(members[4]->kind, DeclarationKind::enumeration);
  EXPECT_TRUE(members[6]->is_constructor);
  EXPECT_EQ(members[6]->initializers.size(), 2U);
  EXPECT_TRUE(members[7]->is_destructor);
  EXPECT_TRUE(members[8]->is_defaulted);
  EXPECT_EQ(members[9]->name->last().text, "operator+");
  EXPECT_EQ(members[10]->name->last().text, "operator()");
  EXPECT_NE(members[11]->converts_to, nullptr);
  EXPECT_TRUE(members[12]->of_host);
  EXPECT_EQ(text.declaration("late").name->parts.size(), 2U);
}

TEST(parser, host_code_is_passed_over) {
  const Text text(
      "#include <vector>\n"
      "template <typename T> concept Number = requires(T t) { t + t; };\n"
      "class Shape { public: virtual ~Shape() = default; virtual double area() const = 0; };\n"
      "struct Timer : Shape { Timer() : t{0}, name(\"a\") { start(); } int t; std::string name; };\n"
      "static auto twice = [](auto v) { return v * 2; };\n"
      "std::ostream& operator<<(std::ostream& o, const Timer& t) { return o << R\"(a { b)\"; }\n"
      "int run() try { throw 1; } catch (const std::exception& e) { return 2; } catch (...) { return 3; }\n"
      "namespace a::b { namespace { __global__ void k(int* p) { *p = 1; } } }\n"
      "int main(int argc, char** argv) { std::vector<int> v{1, 2}; for (auto& [x, y] : m) x = y; }\n");
  EXPECT_EQ(text.item("main").kind, ItemKind::passed_over);
  EXPECT_EQ(text.item("run").kind, ItemKind::passed_over);
  EXPECT_EQ(text.item("k").kind, ItemKind::declaration);
  EXPECT_EQ(text.item("k").namespaces.size(), 3U);
  EXPECT_FALSE(text.diagnostics.any_error());
}

TEST(parser, launches_of_host_functions) {
  const Text text(
      "template <int N> __global__ void k(float* p, int n) {}\n"
      "template <class F> void go(F f, float* p) { dim3 grid(4, 4); detail::k<16 * 2><<<grid, dim3(16, 16), 0>>>(p + "
      "1, f()); }\n"
      "int main() { auto l = [&] { k<8><<<(n + 255) / 256, 256>>>(p, [] { return 1; }()); }; (*q)<<<1, 2>>>(); }\n");
  ASSERT_EQ(text.parsed.file.launches.size(), 3U);
  const syntax::Launch& first = text.parsed.file.launches[0];
  EXPECT_EQ(first.kernel->parts.size(), 2U);
  EXPECT_EQ(first.kernel->last().arguments.size(), 1U);
  EXPECT_EQ(first.configuration.size(), 3U);
  EXPECT_EQ(first.arguments.size(), 2U);
  EXPECT_EQ(first.function, 1U);
  EXPECT_EQ(spelled(text.parsed.file.launches[1].configuration[0]), "((n + 255) / 256)");
  EXPECT_EQ(text.parsed.file.launches[2].kernel->last().text, "q");
}

TEST(parser, what_is_wrong_in_unused_things_is_put_aside) {
  const Text text("struct S { int i int j; };\n__global__ void f() {}\n");
  EXPECT_FALSE(text.diagnostics.any_error());
  ASSERT_NE(text.item("S").put_aside, nullptr);
  EXPECT_TRUE(text.item("S").put_aside->any_error());
}

TEST(parser, deep_nesting_is_one_error) {
  for (const std::string open :
       {"(", "[", "{", "!", "if (n) ", "f(", "a[", "n = ", "n ? 1 : ", "(int)", "{{", "else "}) {
    std::string statements = "n = 1;\nn = ";
    if (open == "{" || open == "{{" || open == "if (n) " || open == "else ") statements = "";
    for (int i = 0; i < 10000; ++i) statements += open;
    const Body body(statements);
    EXPECT_GE(body.diagnostics.errors(), 1U) << open;
    EXPECT_LE(body.diagnostics.errors(), 4U) << open << body.errors();
  }
  std::string brackets(10000, '(');
  const Body body("n = " + brackets + "1" + std::string(10000, ')') + ";");
  EXPECT_EQ(body.errors(), "3: this is nested more than 200 levels deep\n");
}

TEST(parser, long_chains_are_no_deep_trees) {
  std::string sum = "n = x";
  for (int i = 0; i < 400; ++i) sum += " + x";
  EXPECT_EQ(Body(sum + ";").errors(), "");
  for (int i = 0; i < 5000; ++i) sum += " + x";
  EXPECT_EQ(Body(sum + ";").diagnostics.errors(), 1U);
}

TEST(parser, the_collection_is_read) {
  std::size_t files = 0;
  for (const auto& each :
       std::filesystem::recursive_directory_iterator(TILESCOPE_SOURCES "/tests/instrumentation/language/collection")) {
    if (each.path().extension() != ".cu") continue;
    std::stringstream text;
    text << std::ifstream(each.path()).rdbuf();
    EXPECT_EQ(Text(text.str()).errors(), "") << each.path();
    ++files;
  }
  EXPECT_GT(files, 0U);
}

}  // namespace
}  // namespace tilescope::language
