// Texts that ask for too much: too deep, too long, endless. Each is refused or read, soon, and nothing breaks.
#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <functional>

#include "instrumentation/language/program.h"
#include "tests/support/walk_program.h"

namespace tilescope::test {
namespace {

#ifdef TILESCOPE_SANITIZE
constexpr double most_seconds = 10;
#else
constexpr double most_seconds = 1;
#endif

double own_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::string times(std::size_t count, const std::string& text) {
  std::string all;
  all.reserve(count * text.size());
  for (; count > 0; --count) all += text;
  return all;
}

// `text` for each number; "@" is the number.
std::string numbered(int count, const std::string& text) {
  std::string all;
  for (int n = 0; n < count; ++n)
    for (const char letter : text) letter == '@' ? all += std::to_string(n) : all += letter;
  return all;
}

// The same of the numbers from 1; "^" is the number before.
std::string each_on_the_one_before(int count, const std::string& text) {
  std::string all;
  for (int n = 1; n <= count; ++n)
    for (const char letter : text)
      letter == '@' || letter == '^' ? all += std::to_string(letter == '@' ? n : n - 1) : all += letter;
  return all;
}

std::string nested(std::size_t depth, const std::string& open, const std::string& middle, const std::string& close) {
  return times(depth, open) + middle + times(depth, close);
}

std::string kernel(const std::string& body) { return "__global__ void k(float* a, int n) {\n" + body + "\n}\n"; }

enum class Outcome { any, fine, refused };

struct Hostile {
  const char* name;
  std::function<std::string()> text;
  Outcome outcome = Outcome::any;
};

std::ostream& operator<<(std::ostream& out, const Hostile& hostile) { return out << hostile.name; }

class HostileTexts : public testing::TestWithParam<Hostile> {};

TEST_P(HostileTexts, AreToldOfOrRead) {
  const std::string text = GetParam().text();
  const double begin = own_seconds();
  const language::Program program = language::read(text);
  const double took = own_seconds() - begin;
  EXPECT_LT(took, most_seconds) << text.size() << " bytes";
  EXPECT_EQ(flaw_in(program), "");
  const bool any_error = std::any_of(program.diagnostics().begin(), program.diagnostics().end(),
                                     [](const auto& d) { return d.severity == language::Severity::error; });
  const std::string told = program.diagnostics().empty() ? "" : program.diagnostics()[0].message;
  if (GetParam().outcome != Outcome::any) {
    EXPECT_EQ(any_error, GetParam().outcome == Outcome::refused) << told;
  }
}

constexpr std::size_t deep = 10000;

const Hostile nestings[] = {
    {"parentheses", [] { return kernel("a[0] = " + nested(deep, "(", "1", ")") + ";"); }},
    {"open_parentheses", [] { return kernel("a[0] = " + times(deep, "(")); }, Outcome::refused},
    {"closed_parentheses", [] { return kernel("a[0] = 1" + times(deep, ")") + ";"); }, Outcome::refused},
    {"squares", [] { return kernel("a[0] = " + nested(deep, "a[", "0", "]") + ";"); }},
    {"open_squares", [] { return kernel("a" + times(deep, "[")); }, Outcome::refused},
    {"dimensions", [] { return kernel("int b" + times(deep, "[1]") + ";"); }},
    {"blocks", [] { return kernel(nested(deep, "{", ";", "}")); }},
    {"open_blocks", [] { return kernel(times(deep, "{")); }, Outcome::refused},
    {"closed_blocks", [] { return kernel(times(deep, "}")); }, Outcome::refused},
    {"mixed_brackets", [] { return kernel("a[0] = " + times(deep, "([{") + ";"); }, Outcome::refused},
    {"initializers", [] { return kernel("int b[1] = " + nested(deep, "{", "0", "}") + ";"); }},
    {"template_arguments",
     [] { return "template <typename T> struct S { T t; };\n" + kernel(nested(deep, "S<", "int", ">") + " s;"); }},
    {"open_template_arguments", [] { return "template <typename T> struct S {};\n" + kernel(times(deep, "S<")); },
     Outcome::refused},
    {"angles_at_the_file", [] { return times(deep, "<"); }},
    {"template_parameters", [] { return times(deep, "template <typename T> ") + "void f();"; }},
    {"templates_of_templates", [] { return times(deep, "template <template <"); }},
    {"namespaces", [] { return nested(deep, "namespace n {", kernel(""), "}"); }},
    {"structures", [] { return nested(deep, "struct S {", "int x;", "};"); }},
    {"structures_that_are_used",
     [] { return nested(deep, "struct S {", "int x;", "} s;") + "__global__ void k(S* s) { s[0].s.s.x = 1; }"; }},
    {"ifs", [] { return kernel(times(deep, "if (n) ") + ";"); }},
    {"else_ifs", [] { return kernel(times(5000, "if (n > 1) a[0] = 1; else ") + ";"); }},
    {"loops", [] { return kernel(times(deep, "for (;;) ") + ";"); }},
    {"whiles", [] { return kernel(times(deep, "while (n) ") + ";"); }},
    {"dos", [] { return kernel(nested(deep, "do ", ";", " while (0);")); }},
    {"switches", [] { return kernel(times(deep, "switch (n) ") + ";"); }},
    {"cases", [] { return kernel("switch (n) {" + numbered(10000, "case @: ") + ";}"); }},
    {"casts", [] { return kernel("a[0] = " + times(deep, "(float)") + "1;"); }},
    {"named_casts", [] { return kernel("a[0] = " + nested(deep, "static_cast<float>(", "1", ")") + ";"); }},
    {"calls", [] { return kernel("a[0] = " + nested(deep, "sqrtf(", "1", ")") + ";"); }},
    {"sizes", [] { return kernel("a[0] = " + times(deep, "sizeof ") + "n;"); }},
    {"pointers", [] { return kernel("int " + times(deep, "*") + "p;"); }},
    {"declarators", [] { return kernel("int " + nested(deep, "(", "p", ")") + ";"); }},
    {"functions_that_give_functions", [] { return "void f" + times(deep, "(int)") + ";"; }},
    {"parameters_of_parameters", [] { return nested(deep, "void f(", "int", ")") + ";"; }},
    {"types_of_expressions", [] { return kernel(nested(deep, "decltype(", "1", ")") + " x;"); }},
    {"host_brackets", [] { return "void host() " + nested(deep, "{", "", "}") + kernel(""); }},
    {"open_host_brackets", [] { return "void host() " + times(deep, "{(["); }, Outcome::refused},
    {"launches", [] { return "void host() {" + times(deep, "k<<<1, ") + "}" + kernel(""); }},
    {"lambdas", [] { return kernel(times(deep, "[&] { ") + times(deep, "}") + ";"); }},
};

const Hostile chains[] = {
    {"sums", [] { return kernel("a[0] = a[0]" + times(20000, "+a[0]") + ";"); }},
    {"sums_of_names", [] { return kernel("int b = n" + times(20000, "+n") + ";"); }},
    {"sums_of_constants", [] { return "const int c = 1" + times(20000, "+1") + ";\n" + kernel("a[0] = c;"); }},
    {"minuses", [] { return kernel("a[0] = " + times(20000, "- ") + "n;"); }},
    {"nots", [] { return kernel("a[0] = " + times(20000, "!") + "n;"); }},
    {"complements", [] { return kernel("a[0] = " + times(20000, "~") + "n;"); }},
    {"stars", [] { return kernel("a[0] = " + times(20000, "*&") + "n;"); }},
    {"members", [] { return "struct S { int x; };\n" + kernel("S s; s" + times(20000, ".s") + ";"); }},
    {"arrows", [] { return "struct S { S* s; };\n" + kernel("S* s; s" + times(20000, "->s") + ";"); }},
    {"assignments", [] { return kernel("n" + times(20000, "=n") + ";"); }},
    {"conditions", [] { return kernel("n = " + times(20000, "n?n:") + "n;"); }},
    {"commas", [] { return kernel("n" + times(20000, ",n") + ";"); }},
    {"ands", [] { return kernel("n = n" + times(20000, "&&n||n") + ";"); }},
    {"subscripts", [] { return kernel("a" + times(20000, "[0]") + " = 1;"); }},
    {"calls_of_calls", [] { return kernel("k" + times(20000, "(1)") + ";"); }},
    {"qualified_names", [] { return kernel("n" + times(20000, "::n") + ";"); }},
    {"increments", [] { return kernel("n" + times(20000, "++") + ";"); }},
    {"words_of_a_type", [] { return kernel(times(20000, "long ") + "x;"); }},
    {"consts", [] { return kernel(times(20000, "const ") + "int x = 1;"); }},
    {"strings", [] { return kernel("printf(" + times(20000, "\"a\" ") + ");"); }},
    {"shifts_of_launches", [] { return "void host() { k" + times(20000, "<<<") + "; }"; }},
    {"declarations_in_one", [] { return kernel("int b" + numbered(20000, ", c@") + ";"); }},
};

const Hostile macros[] = {
    {"a_macro_of_itself", [] { return "#define M M + M\n" + kernel("n = M;"); }, Outcome::refused},
    {"macros_of_each_other", [] { return "#define A B B\n#define B A A\n" + kernel("n = A;"); }, Outcome::refused},
    {"a_macro_of_itself_with_arguments", [] { return "#define M(x) M(x) M(x)\n" + kernel("n = M(M(M(1)));"); }},
    {"doubling_40_times",
     [] { return "#define M0 n +\n" + each_on_the_one_before(40, "#define M@ M^ M^\n") + kernel("n = M40 n;"); },
     Outcome::refused},
    {"doubling_to_nothing",
     [] { return "#define M0\n" + each_on_the_one_before(40, "#define M@ M^ M^\n") + kernel("n = 1 M40;"); }},
    {"doubling_arguments",
     [] {
       return "#define M0(x) x\n" + each_on_the_one_before(40, "#define M@(x) M^(x x)\n") + kernel("n = M40(+n);");
     },
     Outcome::refused},
    {"pasting_doubles",
     [] {
       return "#define P(a, b) a##b\n#define M0(x) x\n" + each_on_the_one_before(40, "#define M@(x) M^(P(x, x))\n") +
              kernel("n = M40(y);");
     },
     Outcome::refused},
    {"strings_double",
     [] {
       return "#define M0(x) #x\n" + each_on_the_one_before(40, "#define M@(x) M^(x x)\n") + kernel("printf(M40(a));");
     }},
    {"many_macros", [] { return numbered(10000, "#define M@ 1\n") + kernel("n = M9999;"); }, Outcome::fine},
    {"a_deep_chain",
     [] { return "#define M0 1\n" + each_on_the_one_before(10000, "#define M@ M^\n") + kernel("n = M10000;"); }},
    {"brackets_in_macros",
     [] { return "#define O " + times(deep, "(") + "\n#define C " + times(deep, ")") + "\n" + kernel("n = O 1 C;"); }},
    {"brackets_in_arguments", [] { return "#define I(x) x\n" + kernel("n = " + nested(deep, "I(", "1", ")") + ";"); }},
    {"many_arguments", [] { return "#define I(...) f(__VA_ARGS__)\n" + kernel("I(1" + times(20000, ",1") + ");"); }},
    {"many_parameters", [] { return "#define I(x" + numbered(10000, ", y@") + ") x\n" + kernel("n = I(1);"); }},
    {"conditions_of_text", [] { return times(deep, "#if 1\n") + kernel("") + times(deep, "#endif\n"); }},
    {"open_conditions_of_text", [] { return times(deep, "#if 1\n") + kernel(""); }, Outcome::refused},
    {"brackets_in_conditions", [] { return "#if " + nested(deep, "(", "1", ")") + "\n#endif\n"; }},
    {"sums_in_conditions", [] { return "#if 1" + times(20000, "+1") + "\n#endif\n"; }},
    {"choices_in_conditions", [] { return "#if " + times(20000, "1?1:") + "1\n#endif\n"; }},
    {"minuses_in_conditions", [] { return "#if " + times(20000, "- ") + "1\n#endif\n"; }},
    {"continued_lines", [] { return times(50000, "\\\n") + kernel(""); }, Outcome::fine},
};

const Hostile endless[] = {
    {"a_template_of_itself", [] { return "template <int N> struct S { S<N + 1> s; };\n" + kernel("S<0> s;"); },
     Outcome::refused},
    {"a_template_of_its_type", [] { return "template <typename T> struct S { S<S<T>> s; };\n" + kernel("S<int> s;"); },
     Outcome::refused},
    {"a_function_of_itself",
     [] { return "template <int N> __device__ int f() { return f<N + 1>(); }\n" + kernel("n = f<0>();"); },
     Outcome::refused},
    {"a_function_of_a_wider_type",
     [] { return "template <typename T> __device__ int f(T* t) { return f(&t); }\n" + kernel("n = f(a);"); },
     Outcome::refused},
    {"two_functions_each",
     [] {
       return "template <int N> __device__ int f() { return f<2 * N>() + f<2 * N + 1>(); }\n" + kernel("n = f<1>();");
     },
     Outcome::refused},
    {"a_structure_in_itself", [] { return "struct S { S s; };\n" + kernel("S s;"); }, Outcome::refused},
    {"structures_in_each_other", [] { return "struct B;\nstruct A { B b; };\nstruct B { A a; };\n" + kernel("A s;"); },
     Outcome::refused},
    {"an_array_of_structures_in_itself", [] { return "struct S { S s[2]; };\n" + kernel("S s = {};"); },
     Outcome::refused},
    {"doubled_structures_that_begin",
     [] {
       return "struct S0 { int c; };\n" + each_on_the_one_before(28, "struct S@ { S^ a, b; };\n") + kernel("S28 s{};");
     }},
    {"a_first_value_of_itself", [] { return "struct S { int a = S{}.a; };\n" + kernel("S s; n = s.a;"); },
     Outcome::refused},
    {"a_default_argument_of_itself",
     [] { return "__device__ int f(int n = f()) { return n; }\n" + kernel("n = f(1);"); }, Outcome::refused},
    {"an_empty_union", [] { return "union U {};\n" + kernel("U u = {1};"); }, Outcome::refused},
    {"a_chain_of_constants",
     [] {
       return "constexpr int c0 = 1;\n" + each_on_the_one_before(10000, "constexpr int c@ = c^ + 1;\n") +
              kernel("n = c10000;");
     },
     Outcome::refused},
    {"a_chain_of_aliases",
     [] { return "using A0 = int;\n" + each_on_the_one_before(10000, "using A@ = A^;\n") + kernel("A10000 x = n;"); },
     Outcome::refused},
    {"a_short_chain_of_aliases",
     [] { return "using A0 = int;\n" + each_on_the_one_before(190, "using A@ = A^;\n") + kernel("A190 x = n;"); },
     Outcome::fine},
    {"a_thousand_functions_of_one_name",
     [] {
       return numbered(1000, "struct S@ {};\n__device__ int f(S@ x) { return 1; }\n") +
              kernel(numbered(1000, "n += f(S@());\n"));
     },
     Outcome::refused},
    {"ten_thousand_variables",
     [] { return kernel("int v0 = n;\n" + each_on_the_one_before(10000, "int v@ = v^ + 1;\n") + "n = v10000;"); },
     Outcome::fine},
    {"ten_thousand_cases", [] { return kernel("switch (n) {\n" + numbered(10000, "case @: ++n; break;\n") + "}"); },
     Outcome::fine},
    {"mistakes_on_one_long_line", [] { return kernel(numbered(20000, "` @ ")); }, Outcome::refused},
    {"launches_on_one_long_line",
     [] { return kernel("n = 1;") + "int main() { float* a;" + numbered(20000, " k<<<@, 1>>>(a, 1);") + " }\n"; },
     Outcome::fine},
    {"a_constant_of_itself", [] { return "const int c = c + 1;\n" + kernel("n = c;"); }},
    {"constants_of_each_other",
     [] { return "extern const int b;\nconst int a0 = b;\nconst int b = a0;\n" + kernel("__shared__ int s[b];"); }},
    {"an_alias_of_itself", [] { return "using A = A;\n" + kernel("A x;"); }, Outcome::refused},
    {"aliases_of_each_other", [] { return "using A = B;\nusing B = A;\n" + kernel("A x;"); }, Outcome::refused},
    {"a_constexpr_without_end",
     [] {
       return "constexpr int f(int n) { return f(n + 1); }\n__global__ void k(int* a) { __shared__ int s[f(0)]; a[0] = "
              "s[0]; }\n";
     },
     Outcome::refused},
    {"a_constexpr_of_many_calls",
     [] {
       return "constexpr int f(int n) { return n < 2 ? 1 : f(n - 1) + f(n - 2); }\n__global__ void k(int* a) { "
              "__shared__ "
              "int s[f(60)]; a[0] = s[0]; }\n";
     },
     Outcome::refused},
    {"a_constexpr_loop_without_end",
     [] {
       return "constexpr int f() { int n = 1; while (n) n = 1; return n; }\n__global__ void k(int* a) { __shared__ int "
              "s[f()]; a[0] = s[0]; }\n";
     },
     Outcome::refused},
    {"a_loop_of_nothing_without_end",
     [] {
       return "constexpr int f() { for (;;); return 1; }\n__global__ void k(int* a) { __shared__ int s[f()]; a[0] = "
              "s[0]; "
              "}\n";
     },
     Outcome::refused},
    {"functions_that_call_each_other",
     [] {
       return "__device__ int g(int n);\n__device__ int f(int n) { return g(n); }\n__device__ int g(int n) { return "
              "f(n); }\n" +
              kernel("n = f(n);");
     }},
};

// As much as is read, and a little less.
constexpr std::size_t half = 500000;

const Hostile large[] = {
    {"a_megabyte", [] { return std::string(1 << 20, ' '); }, Outcome::refused},
    {"many_megabytes", [] { return std::string(1 << 26, ' '); }, Outcome::refused},
    {"half_a_megabyte_of_letters", [] { return times(half, "a"); }},
    {"half_a_megabyte_of_parentheses", [] { return times(half, "("); }},
    {"half_a_megabyte_of_braces", [] { return times(half, "}"); }},
    {"half_a_megabyte_of_nothing", [] { return std::string(half, '\0'); }},
    {"half_a_megabyte_of_bad_bytes", [] { return times(half, "\xFF"); }},
    {"half_a_megabyte_of_spaces", [] { return times(half, " ") + kernel(""); }, Outcome::fine},
    {"half_a_megabyte_of_lines", [] { return times(half, "\n") + kernel(""); }, Outcome::fine},
    {"half_a_megabyte_of_marks", [] { return times(half / 4, "+;*&"); }},
    {"half_a_megabyte_of_words", [] { return times(half / 8, "int foo "); }},
    {"half_a_megabyte_of_strings", [] { return times(half / 4, "\"a\" "); }},
    {"half_a_megabyte_of_numbers", [] { return times(half / 2, "1 "); }},
    {"half_a_megabyte_of_comment", [] { return "/*" + times(half, "*") + "/" + kernel(""); }, Outcome::fine},
    {"half_a_megabyte_of_kernels",
     [] { return numbered(6000, "__global__ void k@(float* a, int n) { if (n > @) a[n] = a[0] + @; }\n"); }},
    {"half_a_megabyte_of_host",
     [] { return numbered(8000, "void host@(int n) { if (n > @) host(n - 1, \"{\"); }\n") + kernel(""); },
     Outcome::fine},
    {"half_a_megabyte_of_defines", [] { return times(half / 32, "#define A(x) x + x\n#undef A\n") + kernel(""); },
     Outcome::fine},
    {"a_huge_array", [] { return kernel("float b[4611686018427387904]; a[0] = b[0];"); }, Outcome::refused},
    {"a_huge_array_of_arrays", [] { return kernel("float b" + times(9, "[1000000000]") + "; a[0] = 1;"); },
     Outcome::refused},
    {"a_huge_shared_array", [] { return kernel("__shared__ double b[1ull << 62]; a[0] = b[0];"); }, Outcome::refused},
    {"a_huge_structure",
     [] {
       return "struct S { char a[1ull << 61]; char b[1ull << 61]; char c[1ull << 61]; };\n__global__ void k(S* s) { "
              "s[1].c[0] = 1; }\n";
     }},
    {"huge_structures_in_each_other",
     [] {
       return "struct S0 { char c; };\n" + each_on_the_one_before(80, "struct S@ { S^ a, b; };\n") +
              "__global__ void k(S80* s) { s[0].a.a.b = s[0].b.b.a; }\n";
     }},
    {"a_huge_initializer", [] { return kernel("static const int b[1000000000] = {1, 2}; a[0] = b[n];"); }},
    {"a_long_initializer",
     [] { return "__constant__ int b[] = {0" + times(100000, ",1") + "};\n" + kernel("a[0] = b[n];"); }, Outcome::fine},
    {"locals", [] { return kernel(numbered(10000, "int b@ = @;\n") + "a[0] = b9999;"); }, Outcome::fine},
    {"shared_arrays", [] { return kernel(numbered(10000, "__shared__ int b@[1];\n") + "a[0] = b9999[0];"); }},
    {"parameters", [] { return "__global__ void k(float* a" + numbered(10000, ", int p@") + ") { a[0] = p9999; }\n"; }},
    {"kernels", [] { return numbered(10000, "__global__ void k@(float* a) { a[0] = @; }\n"); }},
    {"overloads",
     [] { return numbered(500, "struct S@ {}; __device__ int f(S@ s) { return @; }\n") + kernel("n = f(S499());"); },
     Outcome::fine},
    {"template_arguments_of_one",
     [] { return "template <int N> __device__ int f() { return N; }\n" + kernel(numbered(3000, "n += f<@>();\n")); }},
    {"instances_of_a_kernel",
     [] {
       return "template <int N> __global__ void k(float* a) { a[0] = N; }\n" +
              numbered(3000, "template __global__ void k<@>(float*);\n");
     }},
    {"members_of_one",
     [] { return "struct S {" + numbered(10000, "int m@;") + "};\n__global__ void k(S* s) { s[0].m9999 = 1; }\n"; },
     Outcome::fine},
    {"a_structure_of_many_as_parameter",
     [] { return "struct S {" + numbered(10000, "float* m@;") + "};\n__global__ void k(S s) { s.m9999[0] = 1; }\n"; }},
    {"enumerators", [] { return "enum E {" + numbered(20000, "e@,") + "};\n" + kernel("n = e19999;"); }, Outcome::fine},
    {"a_long_name", [] { return kernel("int " + times(60000, "b") + " = 1;"); }, Outcome::fine},
    {"a_long_number", [] { return kernel("a[0] = " + times(60000, "1") + ";"); }, Outcome::refused},
    {"a_long_fraction", [] { return kernel("a[0] = 0." + times(60000, "1") + "f;"); }, Outcome::fine},
    {"a_long_string", [] { return kernel("printf(\"" + times(60000, "b") + "\");"); }, Outcome::fine},
    {"an_open_string", [] { return kernel("printf(\"" + times(60000, "b")); }, Outcome::refused},
    {"an_open_raw_string", [] { return kernel("printf(R\"(" + times(60000, ")")); }, Outcome::refused},
    {"errors", [] { return kernel(numbered(10000, "b@ = c@;\n")); }, Outcome::refused},
    {"one_error_many_times", [] { return kernel(times(10000, "b = 1;\n")); }, Outcome::refused},
    {"calls_of_nothing", [] { return kernel(times(10000, "f(n, g(n));\n")); }, Outcome::refused},
    {"long_words_that_are_wrong", [] { return kernel(numbered(100, times(500, "syncthread") + "@();\n")); },
     Outcome::refused},
};

const Hostile wrong[] = {
    {"a_conversion_that_ends", [] { return std::string("__device__ operator float"); }, Outcome::refused},
    {"a_destructor_that_ends", [] { return kernel("") + "struct S {};\nS::~S"; }},
    {"a_reference_before_an_operator", [] { return std::string("device x&operator o{"); }, Outcome::refused},
    {"a_constructor_of_nothing", [] { return "__device__ S::S(int a) {}\n" + kernel(""); }, Outcome::refused},
    {"a_constructor_of_a_namespace", [] { return "namespace S {}\n__device__ S::S() {}\n" + kernel(""); },
     Outcome::refused},
    {"host_code_that_ends_in_a_value", [] { return std::string("*S},=l<<<}"); }, Outcome::refused},
    {"a_reference_to_nothing", [] { return "struct S { int& r; };\n" + kernel("S s{};"); }, Outcome::refused},
    {"a_specialization_of_a_nameless_type", [] { return "template <> struct {} s;\n" + kernel(""); }},
    {"braces_behind_no_token", [] { return std::string("@{ x}}"); }, Outcome::refused},
    {"a_letter_that_terminals_obey",
     [] {
       return "#error \xC2\x9B"
              "2J\n" +
              kernel("");
     },
     Outcome::refused},
    {"a_letter_that_deletes", [] { return "#error \x7F\n" + kernel(""); }, Outcome::refused},
};

std::string name_of(const testing::TestParamInfo<Hostile>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Nestings, HostileTexts, testing::ValuesIn(nestings), name_of);
INSTANTIATE_TEST_SUITE_P(Chains, HostileTexts, testing::ValuesIn(chains), name_of);
INSTANTIATE_TEST_SUITE_P(Macros, HostileTexts, testing::ValuesIn(macros), name_of);
INSTANTIATE_TEST_SUITE_P(Endless, HostileTexts, testing::ValuesIn(endless), name_of);
INSTANTIATE_TEST_SUITE_P(Wrong, HostileTexts, testing::ValuesIn(wrong), name_of);
INSTANTIATE_TEST_SUITE_P(Large, HostileTexts, testing::ValuesIn(large), name_of);

}  // namespace
}  // namespace tilescope::test
