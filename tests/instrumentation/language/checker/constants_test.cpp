// The values of constant expressions: with structures, pointers, strings, loops and calls; and expressions that are not
// constant.
#include <gtest/gtest.h>

#include "instrumentation/language/program.h"

namespace tilescope::language {
namespace {

std::string constant_errors(const Program& program) {
  std::string all;
  for (const Diagnostic& d : program.diagnostics())
    if (d.severity == Severity::error) all += d.message + "\n";
  return all;
}

struct Row {
  const char* before;
  const char* expression;
  const char* value;  // with its type
};

constexpr const char* unknown = "the value of a constexpr must be a constant\n";

// The value that `x` has in a kernel after these declarations, or why it has none.
std::string constant_of(const std::string& before, const std::string& expression) {
  const Program program = read(before + "\n__global__ void k() { constexpr auto x = " + expression + "; }");
  if (const std::string told = constant_errors(program); !told.empty()) return told;
  for (const Variable* const v : program.kernels().at(0).function->locals)
    if (v->name == "x" && v->value != nullptr) return plain_name_of(v->type) + " " + to_text(*v->value);
  return "nothing";
}

constexpr const char* point =
    "struct P { int x, y; constexpr int sum() const { return x + y; } constexpr P flipped() const { return {y, x}; }\n"
    "  constexpr P& add(int n) { x += n; y -= n; return *this; } static constexpr P unit() { return P{1, 1}; }\n"
    "  static constexpr int sides = 2; };\n"
    "constexpr P operator+(P a, const P& b) { return {a.x + b.x, a.y + b.y}; }\n"
    "constexpr bool operator==(const P& a, const P& b) { return a.x == b.x && a.y == b.y; }\n"
    "constexpr P p{1, 2};\n";

constexpr const char* made =
    "struct M { int n; float f; int v[3]; constexpr M() : n(7), f(0.5f), v{1, 2} {}\n"
    "  constexpr M(int a, float b = 2) : n(a), f(b), v{a, a + 1, a + 2} { n *= 2; for (int& e : v) e += n; }\n"
    "  constexpr explicit M(bool b) : M(b ? 100 : 200) { f = -1; }\n"
    "  constexpr int operator[](int i) const { return v[i]; } constexpr operator int() const { return n; } };\n"
    "struct Pair { M a, b{3}; int c = 9; };\n";

constexpr const char* hash =
    "constexpr unsigned hash(const char* s) { return *s ? (hash(s + 1) ^ *s) * 16777619u : 2166136261u; }\n"
    "constexpr int length(const char* s) { const char* e = s; while (*e) ++e; return e - s; }\n"
    "constexpr bool same(const char* a, const char* b) { while (*a && *a == *b) { ++a; b++; } return *a == *b; }\n"
    "constexpr const char* name(int i) { switch (i) { case 0: return \"zero\"; case 1: return \"one\"; default: break; "
    "}"
    " return \"many\"; }\n"
    "constexpr const char* words[] = {\"a\", \"bcd\", \"\"};\n";

constexpr const char* config =
    "struct Cfg { int bm, bn; bool wide = false; };\nconstexpr Cfg cfgs[] = {{16, 32}, {8, 64, true}};\n"
    "struct Nested { Cfg c[2]; float w; };\nconstexpr Nested nested{{{1, 2}, {3, 4}}, 0.25f};\n"
    "template <int I> struct At { static constexpr Cfg c = cfgs[I]; static constexpr int area = c.bm * c.bn; };\n";

constexpr const char* tables =
    "struct Table { int v[64]; };\n"
    "constexpr Table primes() { Table t{}; int n = 0; for (int i = 2; n < 64; ++i) { bool is = true;\n"
    "  for (int j = 0; j < n && t.v[j] * t.v[j] <= i; ++j) if (i % t.v[j] == 0) { is = false; break; }\n"
    "  if (!is) continue; t.v[n++] = i; } return t; }\n"
    "constexpr Table table = primes();\n"
    "constexpr int sum(const int* a, int n) { int s = 0; do { s += *a++; } while (--n > 0); return s; }\n"
    "template <class T, int N> constexpr T total(const T (&a)[N]) { T s = 0; for (T e : a) s += e; return s; }\n"
    "constexpr int grid[3][4] = {{1, 2, 3, 4}, {5, 6}, {7}};\n"
    "constexpr void swap(int& a, int& b) { const int c = a; a = b; b = c; }\n"
    "constexpr int sorted(int i) { int a[] = {3, 1, 2}; for (int n = 0; n < 2; ++n) for (int m = 0; m < 2; ++m)\n"
    "  if (a[m] > a[m + 1]) swap(a[m], a[m + 1]); return a[i]; }\n";

constexpr const char* flow =
    "constexpr int pick(int n) { int r = 0; switch (n) { case 1: r = 10; break; case 2: r += 2; case 3: r += 3; "
    "break;\n"
    "  case 4: { r = 40; for (;;) { if (++r > 44) break; } break; } default: r = -1; } return r; }\n"
    "constexpr int none(unsigned char c) { switch (c) { case 'a': return 1; } return 2; }\n"
    "constexpr int skip(int n) { int s = 0; for (int i = 0; i < n; ++i) { switch (i % 3) { case 0: continue; } s += i; "
    "}"
    " return s; }\n"
    "constexpr int deep(int n) { if (n > 0) { return 1 + deep(n - 1); } return 0; }\n"
    "constexpr bool odd(unsigned n); constexpr bool even(unsigned n) { return n == 0 || odd(n - 1); }\n"
    "constexpr bool odd(unsigned n) { return n != 0 && even(n - 1); }\n"
    "constexpr long power(int b, int e) { long r = 1; while (e-- > 0) r *= b; return r; }\n"
    "enum Way { up, down = 4 }; enum class Far : short { near, far = -3 };\n"
    "constexpr int steps(Way w, Far f) { return w == down ? (int)f : -1; }\n";

constexpr const char* wrong =
    "constexpr int a[4] = {1, 2, 3, 4};\nconstexpr int at(int i) { return a[i]; }\n"
    "constexpr int shift(int n) { return 1 << n; }\nconstexpr int quotient(int a, int b) { return a / b; }\n"
    "constexpr int unset(bool b) { int n; if (b) n = 1; return n; }\n"
    "constexpr int gone() { int* p = nullptr; { int n = 3; p = &n; } return *p; }\n"
    "constexpr const int& dangling() { const int n = 3; return n; }\n"
    "constexpr int null() { const int* p = nullptr; return *p; }\n"
    "constexpr int behind() { const int* p = a + 4; return *p; }\n"
    "constexpr int before() { const int* p = a; --p; return p == a; }\n"
    "constexpr bool across() { int n = 0, m = 0; return &n < &m; }\n"
    "constexpr int endless() { int n = 0; for (;;) n ^= 1; return n; }\n"
    "constexpr int bottomless(int n) { return 1 + bottomless(n); }\n"
    "constexpr int nothing(int n) { if (n > 0) return n; }\n"
    "__device__ int plain() { return 1; }\nint host = 4; const volatile int sometimes = 4;\n"
    "struct S { int v[2]; int w; };\nconstexpr S s{{1, 2}, 3};\nconstexpr int in(int i) { return s.v[i]; }\n"
    "constexpr int counted(int n) { while (n < 2000000000) n += n; return n + n; }\n";

const Row rows[] = {
    // Structures.
    {point, "p.x * 10 + p.y", "int 12"},
    {point, "p.sum()", "int 3"},
    {point, "P{4, 5}.sum()", "int 9"},
    {point, "(p + P{10, 20}).flipped().x", "int 22"},
    {point, "p + P{1} == P{2, 2}", "bool true"},
    {point, "P(p).add(5).add(1).x", "int 7"},
    {point, "P::unit().y + P::sides", "int 3"},
    {point, "(true ? p : P{3, 4}).flipped().flipped().y", "int 2"},
    {point, "p == P{1, 2} ? sizeof(P) : 0", "unsigned long 8UL"},
    {made, "M().n + M().v[1] + M().v[2]", "int 9"},
    {made, "M(5).n", "int 10"},
    {made, "M(5)[2]", "int 17"},
    {made, "M(5).f * M(1, 0.25f).f", "float 0.5f"},
    {made, "M(true)[0]", "int 300"},
    {made, "M(false).f", "float -1.0f"},
    {made, "M(4) + 1", "int 9"},
    {made, "Pair{}.a.n * 100 + Pair{}.b.n * 10 + Pair{}.c", "int 769"},
    {made, "Pair{M(1), M(2), 3}.b[0]", "int 6"},
    {config, "cfgs[1].bn + cfgs[0].bm", "int 80"},
    {config, "cfgs[0].wide || cfgs[1].wide", "bool true"},
    {config, "nested.c[1].bm + nested.w", "float 3.25f"},
    {config, "At<0>::area + At<1>::c.bn", "int 576"},
    {"template <class T, int N> struct V { T v[N]; constexpr T dot(const V& o) const { T s{}; for (int i = 0; i < N; "
     "++i) s += v[i] * o.v[i]; return s; } };\nconstexpr V<float, 3> v{{1, 2, 3}};",
     "v.dot(v)", "float 14.0f"},
    {"struct In { int a = 1; struct Of { int b = 2; constexpr int c() const { return b * 3; } } of; };\n"
     "constexpr In in{};",
     "in.of.c() + in.a", "int 7"},
    {"struct E {}; struct F { E e[3]; int n; };\nconstexpr F f{{}, 4};\nconstexpr int n(E) { return 5; }",
     "f.n + n(f.e[2])", "int 9"},
    {"struct C { unsigned bits; constexpr C& operator|=(unsigned b) { bits |= 1u << b; return *this; }\n"
     "  constexpr unsigned operator()(int a) const { return bits + a; } };\n"
     "constexpr C c() { C c{}; c |= 3; (c |= 1) |= 0; return c; }",
     "c()(1)", "unsigned 12U"},
    {"struct It { int n; constexpr int operator*() const { return n * n; } constexpr It& operator++() { ++n; return "
     "*this;"
     " } constexpr bool operator!=(const It& o) const { return n != o.n; } };\nstruct To { int n; constexpr It begin() "
     "const { return {1}; } constexpr It end() const { return {n + 1}; } };\n"
     "constexpr int squares(int n) { int s = 0; for (int e : To{n}) s += e; return s; }",
     "squares(4)", "int 30"},
    // Strings.
    {hash, "hash(\"\")", "unsigned 2166136261U"},
    {hash, "hash(\"gemm\") % 1000", "unsigned 179U"},
    {hash, "length(\"hello\") + length(words[1])", "int 8"},
    {hash, "same(\"ab\", \"ab\") && !same(\"ab\", \"abc\") && !same(\"b\", \"a\")", "bool true"},
    {hash, "length(name(0)) * 100 + length(name(1)) * 10 + length(name(7))", "int 434"},
    {hash, "words[1][2]", "char 'd'"},
    {hash, "\"xyz\"[1]", "char 'y'"},
    {hash, "*words[2] == 0 ? words[0][0] : '?'", "char 'a'"},
    // Arrays, references and pointers.
    {tables, "table.v[63]", "int 311"},
    {tables, "sum(table.v, 4)", "int 17"},
    {tables, "sum(&table.v[60], 4) - sum(table.v + 60, 3)", "int 311"},
    {tables, "total(grid[0]) * total(grid[1])", "int 110"},
    {tables, "total<double, 2>({1.5, 2.5})", "double 4.0"},
    {tables, "sorted(0) * 100 + sorted(1) * 10 + sorted(2)", "int 123"},
    {tables, "&grid[2][1] - &grid[2][0] + grid[2][0] + grid[2][3]", "long 8L"},
    {"constexpr int f() { int a = 1; int& r = a; int* p = &r; int** q = &p; **q += 4; r *= 2; return a + *p; }", "f()",
     "int 20"},
    {"constexpr int f() { int a[2][3] = {}; int n = 0; for (auto& row : a) for (int& e : row) e = n++; return a[1][1] "
     "* "
     "10 + *(a[0] + 2); }",
     "f()", "int 42"},
    {"constexpr const int& larger(const int& a, const int& b) { return a < b ? b : a; }", "larger(3, larger(9, 4))",
     "int 9"},
    {"constexpr int f() { const float w[] = {1, 2, 3}; float s = 0; for (float e : w) s += e; return s; }", "f()",
     "int 6"},
    // Loops, switches, calls.
    {flow, "pick(1) * 1000 + pick(2) * 100 + pick(3) * 10 + pick(4)", "int 10575"},
    {flow, "pick(5)", "int -1"},
    {flow, "none('a') * 10 + none('b')", "int 12"},
    {flow, "skip(7)", "int 12"},
    {flow, "deep(200)", "int 200"},
    {flow, "even(10) && odd(7)", "bool true"},
    {flow, "power(3, 20)", "long 3486784401L"},
    {flow, "steps(down, Far::far) + steps(up, Far::near)", "int -4"},
    {"constexpr unsigned char f() { unsigned char c = 255; c++; c -= 1; --c; return c; }", "f()", "unsigned char 254"},
    {"template <int N> constexpr int f() { if constexpr (N > 1) return N * f<N - 1>(); else return 1; }", "f<6>()",
     "int 720"},
    {"", "std::max(3, 4) + std::min(2, 1)", "int 5"},
    // What is none.
    {wrong, "at(4)", unknown},
    {wrong, "at(-1)", unknown},
    {wrong, "in(2)", unknown},
    {wrong, "shift(32)", unknown},
    {wrong, "quotient(1, 0)", unknown},
    {wrong, "quotient(-2147483647 - 1, -1)", unknown},
    {wrong, "unset(false)", unknown},
    {wrong, "unset(true)", "int 1"},
    {wrong, "gone()", unknown},
    {wrong, "dangling()", unknown},
    {wrong, "null()", unknown},
    {wrong, "behind()", unknown},
    {wrong, "before()", unknown},
    {wrong, "across()", unknown},
    {wrong, "endless()", unknown},
    {wrong, "bottomless(1)", unknown},
    {wrong, "nothing(0)", unknown},
    {wrong, "nothing(2)", "int 2"},
    {wrong, "plain()", unknown},
    {wrong, "counted(1)", unknown},
    {flow, "deep(100000)", unknown},
    {flow, "power(10, 30)", unknown},
    {hash, "\"abc\"[4]", unknown},
    {hash, "length(nullptr)", unknown},
};

TEST(Constants, AreWorthWhatACompilerSays) {
  for (const Row& row : rows) EXPECT_EQ(constant_of(row.before, row.expression), row.value) << row.expression;
}

const char* const kernels =
    "#define TILE 16\n"
    "struct P { int x, y; constexpr int sum() const { return x + y; } };\n"
    "constexpr P p{1, 2}; static_assert(p.x == 1 && p.sum() == 3, \"\");\n"
    "struct Cfg { int bm, bn; }; constexpr Cfg cfgs[] = {{TILE, 32}, {8, 64}};\n"
    "constexpr unsigned hash(const char* s) { return *s ? hash(s + 1) * 31 + *s : 7; }\n"
    "enum Way { left = hash(\"left\") & 0xff, right = p.sum() };\n"
    "template <int N> struct Row { float v[N]; };\n"
    "template <int I> __global__ void k(float* a, unsigned u) {\n"
    "  constexpr Cfg c = cfgs[I]; __shared__ float s[c.bm][c.bn]; int t[p.sum() + p.y]; Row<p.sum() * 2> row;\n"
    "  s[threadIdx.x][0] = row.v[5] = t[4] = a[0]; __syncthreads();\n"
    "  switch (u) { case hash(\"add\"): a[1] = s[0][0]; break; case right: a[2] = row.v[0]; }\n"
    "  if constexpr (cfgs[I].bm > 10 && p.sum() == 3) a[4] = 1;\n"
    "  constexpr auto q = P{I, hash(\"q\") % 8}; for (int i = 0; i < c.bm; ++i) a[i] += q.y;\n}\n"
    "int main() { k<0><<<p.sum(), dim3(cfgs[1].bm, p.y)>>>(0, 1); }\n";

TEST(Constants, ServeWhereverOnesAreWanted) {
  const Program program = read(kernels);
  EXPECT_EQ(constant_errors(program), "");
  ASSERT_TRUE(program.runnable());
  const Kernel& kernel = program.kernels().at(0);
  EXPECT_EQ(kernel.shared_bytes, 16U * 32 * 4);
  EXPECT_TRUE(kernel.function->calls.empty());
  ASSERT_EQ(kernel.knobs.size(), 2U);  // I and what its sides are made of
  EXPECT_EQ(kernel.knobs[1].name + "=" + kernel.knobs[1].value, "TILE=16");
  EXPECT_EQ(program.launches().at(0).grid, (std::array<std::int64_t, 3>{3, 1, 1}));
  EXPECT_EQ(program.launches().at(0).block, (std::array<std::int64_t, 3>{8, 2, 1}));
}

TEST(Constants, AreNotMadeOfWhatRuns) {
  const auto told = [](const std::string& body) {
    return constant_errors(
        read("struct P { int x; constexpr int twice() const { return 2 * x; } };\nconstexpr int f(int n) { return "
             "n < 2 ? n : f(n - 1) + 1; }\n__global__ void k(int* a, int n) { " +
             body + " }"));
  };
  EXPECT_EQ(told("constexpr P p{n}; a[0] = p.x;"), unknown);
  EXPECT_EQ(told("P p{3}; int b[p.twice()]; a[0] = b[0];"), "the size of an array must be a constant\n");
  EXPECT_EQ(told("const P p{3}; int b[p.twice()]; b[5] = n; a[0] = b[5];"), "");
  EXPECT_EQ(told("const P p{n}; a[0] = p.twice();"), "");
  EXPECT_EQ(told("static_assert(f(n) > 0, \"\");"), "a static_assert needs a constant condition\n");
  EXPECT_EQ(told("a[0] = f(3);"), "");
  EXPECT_EQ(told("a[0] = f(n);"), "'f' calls itself: recursion is not supported\n");
}

TEST(Constants, AreNoLargerThanMemoryAllows) {
  EXPECT_EQ(constant_of("constexpr int big[1000000] = {1}; constexpr int at(int n) { return big[n]; }", "at(0)"), unknown);
  EXPECT_EQ(constant_of("struct S { int v[1000000]; }; constexpr S s() { return S{}; }", "s().v[0]"), unknown);
  EXPECT_EQ(constant_of("struct S { int v[50000]; }; constexpr int f(S s, int n) { return n ? f(s, n - 1) : s.v[0]; }",
                     "f(S{}, 1000)"),
            unknown);
}

}  // namespace
}  // namespace tilescope::language
