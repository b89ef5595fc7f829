// The meaning of texts: signatures, templates, overloads, constants, knobs, launches, rounding.
#include <gtest/gtest.h>

#include "instrumentation/language/program.h"

namespace tilescope::language {
namespace {

// Errors and warnings, a line each: "3: error: ...".
std::string told(const Program& program) {
  std::string all;
  for (const Diagnostic& d : program.diagnostics())
    all += std::to_string(program.source().line_of(d.place.offset)) + ": " + word(d.severity) + ": " + d.message + "\n";
  return all;
}

std::string errors(const Program& program) {
  std::string all;
  for (const Diagnostic& d : program.diagnostics())
    if (d.severity == Severity::error) all += d.message + "\n";
  return all;
}

// "k(A: const float[] r, n: int)", with the kernel's global variables after it.
std::string signature(const Kernel& kernel) {
  const auto one = [](const Parameter& p) {
    std::string text = p.name + ": " + name_of(p.type) + (p.is_array ? "[]" : "");
    if (p.reads || p.writes) text += std::string(" ") + (p.reads ? "r" : "") + (p.writes ? "w" : "");
    return text;
  };
  std::string text = kernel.name + "(";
  for (const Parameter& p : kernel.parameters) text += (text.ends_with('(') ? "" : ", ") + one(p);
  text += ")";
  for (const Parameter& p : kernel.globals) text += " " + one(p);
  return text;
}

std::string knobs(const Kernel& kernel) {
  std::string text;
  for (const Knob& k : kernel.knobs)
    text += (text.empty() ? "" : " ") + k.name + "=" + k.value + (k.guessed ? "?" : "");
  return text;
}

Program fine(const std::string& text, const ReadOptions& options = {}) {
  Program program = read(text, options);
  EXPECT_EQ(errors(program), "") << text;
  EXPECT_TRUE(program.runnable()) << text;
  return program;
}

// The value that `x` has in a kernel after these declarations.
std::string value_of(const std::string& before, const std::string& expression) {
  const Program program = fine(before + "\n__global__ void k() { constexpr auto x = " + expression + "; }");
  const auto locals = program.kernels().at(0).function->locals;
  if (locals.empty() || locals[0]->value == nullptr) return "unknown";
  return plain_name_of(locals[0]->type) + " " + to_text(*locals[0]->value);
}

TEST(Checker, TakesStructuresApartInASignature) {
  const Program program = fine(
      "struct Matrix { int width, height; float* elements; };\n"
      "struct Pair { Matrix in; const double* weights; float2 offset; };\n"
      "__constant__ float bias[8]; __device__ unsigned hits;\n"
      "__global__ void k(Matrix A, Pair p, float* __restrict__ C, const int n, float4 v) {\n"
      "  if (threadIdx.x < n) { C[0] = A.elements[0] * p.in.width + bias[1]; atomicAdd(&hits, 1u); }\n}");
  EXPECT_EQ(signature(program.kernels().at(0)),
            "k(A.width: int, A.height: int, A.elements: float[] r, p.in.width: int, p.in.height: int, "
            "p.in.elements: float[], p.weights: const double[], p.offset: float2, C: float[] w, n: const int, "
            "v: float4) bias: float[] r hits: unsigned rw");
}

TEST(Checker, GivesTemplatesTheirArgumentsFromLaunchesDefaultsAndGuesses) {
  const std::string kernel =
      "template <int N, typename T = double, bool B> __global__ void k(T* a) { __shared__ T s[N]; s[0] = 0; a[0] = "
      "s[0]; }\n";
  EXPECT_EQ(knobs(fine(kernel).kernels().at(0)), "N=16? T=double B=true?");
  EXPECT_EQ(knobs(fine(kernel + "void f(float* a) { k<64, float, false><<<1, 64>>>(a); }").kernels().at(0)),
            "N=64 T=float B=false");
  EXPECT_EQ(
      knobs(fine(kernel + "int main() { const int side = 32; k<side * 2, int, true><<<1, 1>>>(0); }").kernels().at(0)),
      "N=64 T=int B=true");
  EXPECT_EQ(fine(kernel, {{{"N", "128"}, {"T", "float"}}}).kernels().at(0).shared_bytes, 512U);
  // For the numbers that are tried, one that the text agrees with.
  EXPECT_EQ(knobs(fine("template <unsigned W> __global__ void k(int* a) { static_assert(W >= 32 && W % 64 == 0, \"\"); "
                       "a[0] = W; }")
                      .kernels()
                      .at(0)),
            "W=64U?");
  // A type that has what the kernel asks of it.
  EXPECT_EQ(knobs(fine("struct Add { __device__ static float of(float a, float b) { return a + b; } };\n"
                       "template <class Op> __global__ void k(float* a) { a[0] = Op::of(a[1], a[2]); }")
                      .kernels()
                      .at(0)),
            "Op=Add?");
}

TEST(Checker, FindsTheKnobsThatArraysAndLaunchesDependOn) {
  const std::string text =
      "#define TILE 16\n#define PAD (1)\n#define AREA (TILE * TILE)\n#define UNUSED 7\n"
      "const int DEPTH = 8;\nconstexpr int TWICE = 2 * DEPTH;\nenum { WAYS = 4 };\nstatic const int THREADS = 128;\n"
      "struct Tile { float v[TWICE]; };\n"
      "__global__ void k(float* a) {\n  __shared__ float s[TILE][TILE + PAD];\n  __shared__ Tile t;\n  float "
      "own[AREA];\n"
      "  s[0][0] = t.v[0] = own[0] = UNUSED; a[0] = s[0][0] + t.v[0] + own[0];\n}\n"
      "int main() { dim3 block(THREADS); k<<<100, block>>>(0); }";
  const Program program = fine(text);
  EXPECT_EQ(knobs(program.kernels().at(0)), "TILE=16 PAD=1 DEPTH=8 THREADS=128");
  EXPECT_EQ(program.kernels().at(0).shared_bytes, 16U * 17 * 4 + 16 * 4);
  const Program other = fine(text, {{{"TILE", "32"}, {"DEPTH", "4"}, {"THREADS", "64"}}});
  EXPECT_EQ(knobs(other.kernels().at(0)), "TILE=32 PAD=1 DEPTH=4 THREADS=64");
  EXPECT_EQ(other.kernels().at(0).shared_bytes, 32U * 33 * 4 + 8 * 4);
  EXPECT_EQ(other.launches().at(0).block, (std::array<std::int64_t, 3>{64, 1, 1}));
}

// In a loop, as they are made the first time.
TEST(Checker, ComputesLaunchesFromWhatIsConstant) {
  const Program program = fine(
      "#define T 16\n__global__ void k(float* a) { a[0] = 1; }\nconstexpr int up(int a, int b) { return (a + b - 1) / "
      "b; }\n"
      "void f(int n) { k<<<n, T>>>(0); }\n"
      "int main(int argc, char** argv) {\n  const int N = 1000; int M = 512, size = N * M;\n  dim3 block(T, T), "
      "grid(up(N, T), (M + T - 1) / T);\n"
      "  k<<<grid, block>>>(0);\n  { dim3 block = dim3(8, 4, 2); k<<<7, block, sizeof(float) * T, 0>>>(0); }\n"
      "  k<<<block.x, block>>>(0);\n  int p = 3; scanf(\"%d\", &p); k<<<p, 1>>>(0);\n  for (int s = 1; s < 4; ++s) "
      "k<<<s, 32 * 2>>>(0);\n"
      "  [&] { k<<<dim3{2, 3}, size / 1000>>>(0); }();\n}");
  const auto said = [](const std::optional<std::array<std::int64_t, 3>>& s) {
    return s ? std::to_string((*s)[0]) + "," + std::to_string((*s)[1]) + "," + std::to_string((*s)[2])
             : std::string("?");
  };
  std::string all;
  for (const Launch& l : program.launches()) all += said(l.grid) + " " + said(l.block) + "\n";
  EXPECT_EQ(all, "? 16,1,1\n63,32,1 16,16,1\n7,1,1 8,4,2\n16,1,1 16,16,1\n? 1,1,1\n1,1,1 64,1,1\n2,3,1 512,1,1\n");
  EXPECT_EQ(program.launches().at(2).shared_bytes, 64);
  EXPECT_EQ(program.launches().at(1).grid_text, "grid");
}

TEST(Checker, KnowsConstants) {
  EXPECT_EQ(
      value_of("constexpr int f(int n) { int s = 0; for (int i = 1; i <= n; ++i) s += i * i; return s; }", "f(10)"),
      "int 385");
  EXPECT_EQ(value_of("constexpr int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }", "f(15)"), "int 610");
  EXPECT_EQ(value_of("constexpr int t[2][3] = {{1, 2, 3}, {4, 5}}; constexpr int f(int i) { return t[i / 3][i % 3]; }",
                     "f(4) * 10 + f(5)"),
            "int 50");
  EXPECT_EQ(value_of("template <int N> struct Log { static constexpr int value = 1 + Log<N / 2>::value; };\ntemplate "
                     "<> struct Log<1> { static constexpr int value = 0; };",
                     "Log<1024>::value"),
            "int 10");
  EXPECT_EQ(value_of("template <class T> constexpr int bytes = sizeof(T); template <> constexpr int bytes<char> = 8;",
                     "bytes<float4> + bytes<char>"),
            "int 24");
  EXPECT_EQ(value_of("enum class E : unsigned char { a = 3, b, c = 250, d };", "(int)E::d + int(E::b)"), "int 255");
  EXPECT_EQ(value_of("template <int A, class T> struct P { T v[A]; };", "sizeof(P<3, double>)"), "unsigned long 24UL");
  EXPECT_EQ(value_of("", "std::is_same<float, float>::value && !std::is_integral_v<float>"), "bool true");
  EXPECT_EQ(value_of("", "std::numeric_limits<unsigned char>::max() + INT_MAX % 2"), "int 256");
  EXPECT_EQ(value_of("#define MIN(a, b) ((a) < (b) ? (a) : (b))", "MIN(3, 2.5f)"), "float 2.5f");
}

TEST(Checker, ChoosesAmongOverloads) {
  const std::string functions =
      "constexpr int f(int) { return 1; }\nconstexpr int f(float) { return 2; }\nconstexpr int f(double) { return 3; "
      "}\n"
      "constexpr int f(unsigned long long) { return 4; }\ntemplate <class T> constexpr int g(T) { return 1; }\n"
      "template <> constexpr int g(char) { return 2; }\nconstexpr int g(float) { return 3; }\n"
      "template <class T, int N> constexpr int h(const T (&)[N]) { return N; }\nconstexpr int d(int a, int b = 5) { "
      "return a * b; }\n"
      "namespace n { constexpr int f(int) { return 9; } }\n";
  EXPECT_EQ(value_of(functions, "f('a') * 1000 + f(1.0f) * 100 + f(1.0) * 10 + f(1ull)"), "int 1234");
  EXPECT_EQ(value_of(functions, "g(1) * 100 + g('a') * 10 + g(1.0f)"), "int 123");
  EXPECT_EQ(value_of(functions, "d(3) + d(3, 2) + n::f(1)"), "int 30");
  const Program program = read(functions + "__global__ void k(long a) { f(a); }");
  EXPECT_EQ(errors(program), "several functions named 'f' match this call equally well\n");
}

// The first addition of a kernel's only expression statement.
const Expression* addition(const Expression* e) {
  if (e == nullptr || e->fused != Fused::none) return e;
  if (e->kind == ExpressionKind::binary && (e->op == Mark::plus || e->op == Mark::minus)) return e;
  if (e->kind == ExpressionKind::compound) return e;
  for (const Expression* const part : {e->b, e->a, e->c})
    if (const Expression* const found = part == nullptr ? nullptr : addition(part)) return found;
  return nullptr;
}

std::string fused(const std::string& statement) {
  const Program program = fine(
      "__global__ void k(float* o, float a, float b, float c, float d, double e, int i, int j) { " + statement + "; }");
  const Expression* const e = addition(program.kernels().at(0).function->body->list[0]->expression);
  if (e == nullptr) return "nothing";
  return e->fused == Fused::left ? "left" : e->fused == Fused::right ? "right" : "none";
}

TEST(Checker, KnowsTheWholePlaceOfWhatStandsInBrackets) {
  const std::string text = "__global__ void k(int* C, int a, int b) { C[0] = (a + b) * (a - (b)); }";
  const Program program = fine(text);
  const Expression* const sum = program.kernels().at(0).function->body->list[0]->expression->b;
  const auto written = [&](const Expression* e) { return text.substr(e->place.offset, e->place.length); };
  EXPECT_EQ(written(sum), "(a + b) * (a - (b))");
  EXPECT_EQ(written(sum->a), "(a + b)");
  EXPECT_EQ(written(sum->b), "(a - (b))");
}

TEST(Checker, ReadsAVariableInBrackets) {
  fine("__global__ void k(float* C) { for (float(x) = 0.0f; x < 1; x += 1) C[0] += x; int(i) = 0; C[i] = float(i); }");
}

TEST(Checker, SaysWhichProductAnAdditionTakesAlong) {
  EXPECT_EQ(fused("o[0] = a * b + c * d"), "left");
  EXPECT_EQ(fused("o[0] = a * b - c * d"), "left");
  EXPECT_EQ(fused("o[0] = c - a * b"), "right");
  EXPECT_EQ(fused("o[0] = -(a * b) + c"), "left");
  EXPECT_EQ(fused("o[0] = (((a * b))) + c"), "left");
  EXPECT_EQ(fused("o[0] = c + -(-(a * b))"), "right");
  EXPECT_EQ(fused("o[0] += a * b"), "right");
  EXPECT_EQ(fused("o[0] -= -(a * b)"), "right");
  EXPECT_EQ(fused("o[0] = e + a * b"), "none");  // the product is a float's, the sum a double's
  EXPECT_EQ(fused("o[0] = e * a + b"), "left");
  EXPECT_EQ(fused("o[0] = (i > 0 ? a * b : d) + c"), "none");
  EXPECT_EQ(fused("o[0] = (d = a * b) + c"), "none");
  EXPECT_EQ(fused("o[0] = (float)(a * b) + c"), "left");  // a cast to what it is already
  EXPECT_EQ(fused("o[0] = (double)(a * b) + e"), "none");
  EXPECT_EQ(fused("o[0] = i * j + i"), "none");
  EXPECT_EQ(fused("o[0] = a / b + c"), "none");
}

TEST(Checker, NamesWhatIsOutOfItsReach) {
  const auto of = [](const std::string& body) {
    return errors(read("__global__ void k(float* a, int n) { " + body + " }"));
  };
  EXPECT_NE(of("auto f = [&](int i) { return a[i]; }; a[0] = f(1);").find("a lambda is not supported"),
            std::string::npos);
  EXPECT_NE(of("float* p = new float[4]; a[0] = p[0];").find("new is not supported"), std::string::npos);
  EXPECT_NE(of("asm(\"nop;\");").find("inline assembly is not supported"), std::string::npos);
  EXPECT_NE(of("try { a[0] = 1; } catch (...) { }").find("not supported"), std::string::npos);
  EXPECT_NE(of("a[0] = tex1D<float>(n, 1);").find("textures"), std::string::npos);
  EXPECT_NE(of("k<<<1, 1>>>(a, n);").find("not supported"), std::string::npos);
  EXPECT_NE(errors(read("struct B { virtual __device__ float f() { return 1; } };\n__global__ void k(float* a) { B b; "
                        "a[0] = b.f(); }"))
                .find("virtual"),
            std::string::npos);
  EXPECT_NE(errors(read("__device__ int f(int n) { return n < 2 ? 1 : n * f(n - 1); }\n__global__ void k(int* a) { "
                        "a[0] = f(a[1]); }"))
                .find("'f' calls itself"),
            std::string::npos);
  EXPECT_NE(errors(read("__device__ int g(int);\n__device__ int f(int n) { return g(n); }\n__device__ int g(int n) { "
                        "return f(n); }\n__global__ void k(int* a) { a[0] = f(1); }"))
                .find("calls itself"),
            std::string::npos);
}

TEST(Checker, LetsAKernelRunThatAnothersMistakesDoNotConcern) {
  const Program program = read(
      "__device__ float f(float x) { return y; }\n__global__ void bad(float* a) { a[0] = f(1); }\n__global__ void "
      "good(float* a) { a[0] = 1; }");
  EXPECT_EQ(told(program), "1: error: 'y' is not declared here\n");
  EXPECT_FALSE(program.kernel("bad")->runnable);
  EXPECT_TRUE(program.kernel("good")->runnable);
}

TEST(Checker, ReadsTheConditionsOfTemplatesThatNobodyUses) {
  const std::string kernel = "__global__ void k(int* a) { a[0] = 1; }\n";
  for (const char* const condition :
       {"template <class T, class = std::enable_if_t<true>> __device__ T f(T x) { return x; }\n",
        "template <class T, std::enable_if_t<(sizeof(T) > 4), int> = 0> __device__ T f(T x) { return x; }\n",
        "template <class T> __device__ std::conditional_t<(sizeof(T) > 4), T, int> f(T x) { return x; }\n"})
    static_cast<void>(fine(condition + kernel));
}

TEST(Checker, TellsTheSameMistakeOfATemplateOnce) {
  const Program program = read(
      "template <int N> __device__ float f(float x) { return x + oops; }\n__global__ void k(float* a) { a[0] = f<1>(1) "
      "+ f<2>(2) + f<3>(3); }");
  EXPECT_EQ(told(program), "1: error: 'oops' is not declared here\n");
}

TEST(Checker, PassesOverTheHostsPartWhateverItIs) {
  const Program program = fine(
      "#include <vector>\ntemplate <class... A> struct H : std::vector<int>, A... { virtual ~H() noexcept(false); "
      "using A::f...; };\n"
      "auto operator\"\"_x(unsigned long long n) { return [n](auto&&... a) mutable -> decltype(auto) { return (a + ... "
      "+ n); }; }\n"
      "const char* raw = R\"d(}}} \" __global__ void no() {)d\"; // '\n"
      "static int broken = undeclared_thing<int>::value + ;\n"
      "__global__ void k(float* a) { a[0] = 1; }\n"
      "int main() try { throw std::runtime_error{\"}\"}; } catch (...) { return '}'; }");
  EXPECT_EQ(program.kernels().size(), 1U);
}

TEST(Checker, SeesWhatInlineNamespacesHoldWithAndWithoutTheirNames) {
  const Program program = read(
      "namespace lib { inline namespace v2 { __device__ int one() { return 1; } struct P { int a; }; } }\n"
      "inline namespace w { constexpr int N = 4; }\n"
      "__global__ void k(int* a) { lib::P p{3}; lib::v2::P q{4};\n"
      "  a[0] = lib::one() + lib::v2::one() + w::N + N + p.a + q.a; }\n");
  for (const Diagnostic& d : program.diagnostics()) ADD_FAILURE() << d.message;
  EXPECT_TRUE(program.runnable());
}

TEST(Checker, TakesWhatTheTextNamesForAKnobAndTellsWhatItCannotBe) {
  const std::string text =
      "struct Plus { __device__ int of(int a) { return a + 1; } };\nstruct Minus { __device__ int of(int a) { return a "
      "- 1; } };\n"
      "const int SIDE = 4;\n"
      "template <class Op, char WAY> __global__ void k(int* a) { __shared__ int s[SIDE]; a[0] = Op().of(s[0]) + WAY; "
      "}\n"
      "int main() { k<Plus, 'L'><<<1, 1>>>(0); }\n";
  const Program turned = fine(text, {.knobs = {{"Op", "Minus"}, {"WAY", "'U'"}, {"SIDE", "8"}}});
  EXPECT_EQ(knobs(turned.kernels().at(0)),
            knobs(fine(text, {.knobs = {{"Op", "Minus"}, {"WAY", "85"}, {"SIDE", "8"}}}).kernels().at(0)));
  EXPECT_EQ(turned.kernels().at(0).knobs.at(0).value, "Minus");
  for (const auto& [name, value] : {std::pair("Op", "Times"), {"WAY", "fast"}, {"SIDE", "wide"}}) {
    const Program program = read(text, {.knobs = {{name, value}}});
    EXPECT_NE(told(program).find(std::string("cannot be ") + value), std::string::npos) << told(program);
    EXPECT_TRUE(program.runnable());
  }
}

// Spaces aside.
std::string plain(const std::string& text, const char* name, const ReadOptions& options = {}) {
  const Program program = read(text, options);
  std::string plain = program.plain_text(*program.kernel(name)).text;
  std::erase_if(plain, [](char c) { return c == ' ' || c == '\n'; });
  return plain;
}

TEST(PlainText, LeavesOutWhatAKernelDoesNotName) {
  const std::string text =
      "struct Error : std::exception { std::string text; };\n"
      "const int SIDE = 4;\n"
      "const int OTHER = 5;\n"
      "template <class T> struct Pair { T a, b; };\n"
      "template <class T> struct Buffer { Buffer& operator=(const Buffer&) = delete; std::vector<T> all; };\n"
      "using Real = float;\n"
      "__device__ Real twice(Real x) { return x * SIDE; }\n"
      "__global__ void k(Real* a) { Pair<Real> p{a[0], 1}; a[0] = twice(p.a); }\n"
      "__global__ void other(int* b) { b[0] = OTHER; }\n"
      "int main() { k<<<1, 1>>>(nullptr); }\n";
  EXPECT_EQ(plain(text, "k"),
            "constintSIDE=4;template<classT>structPair{Ta,b;};usingReal=float;"
            "__device__Realtwice(Realx){returnx*SIDE;}"
            "__global__voidk(Real*a){Pair<Real>p{a[0],1};a[0]=twice(p.a);}");
  EXPECT_EQ(plain(text, "other"), "constintOTHER=5;__global__voidother(int*b){b[0]=OTHER;}");
}

TEST(PlainText, HasItsMacrosReplacedAndItsKnobsTurned) {
  const std::string text =
      "#define TILE 8\n"
      "#define KERNEL(name, T) __global__ void name(T* a) { __shared__ T s[TILE]; a[0] = s[SIDE]; }\n"
      "constexpr int SIDE = 4;\n"
      "KERNEL(of_floats, float)\n"
      "KERNEL(of_ints, int)\n";
  EXPECT_EQ(plain(text, "of_ints"), "constexprintSIDE=4;__global__voidof_ints(int*a){__shared__ints[8];a[0]=s[SIDE];}");
  const std::string sized =
      "const int SIDE = 4; __global__ void k(float* a) { __shared__ float s[SIDE]; a[0] = s[0]; }";
  EXPECT_EQ(plain(sized, "k", {.knobs = {{"SIDE", "16"}}}),
            "constintSIDE=16;__global__voidk(float*a){__shared__floats[SIDE];a[0]=s[0];}");
}

TEST(PlainText, IsWhatNvrtcTakes) {
  const std::string text =
      "namespace one {\n"
      "enum class Way : char { up, down };\n"
      "struct Pair { float a; __host__ void show() { std::cout << a; } __device__ float of() const { return a; } };\n"
      "}\n"
      "using one::Pair;\n"
      "template <one::Way W, bool B> __global__ void größe(Pair* p) { p->a = W == one::Way::up ? p->of() >> 1 : B; }\n"
      "template __global__ void größe<one::Way::down, true>(Pair*);\n";
  const Program program = read("int unused;\n" + text);
  const PlainText all = program.plain_text(program.kernels().at(0));
  EXPECT_EQ(all.kernel, "gruc3ub6uc3u9fe<one::Way::down, true>");
  EXPECT_EQ(all.text.find("show"), std::string::npos);
  EXPECT_NE(all.text.find("of ( ) >> 1"), std::string::npos) << all.text;
  EXPECT_NE(all.text.find("using one :: Pair"), std::string::npos);

  const Program other = read(
      "namespace chr = std::chrono;\nusing namespace std::chrono;\n"
      "namespace lib { template <class T> __constant__ T table[2] = {1, 2}; }\nnamespace l = lib;\n"
      "struct Op { enum Kind { add, mul }; friend std::ostream& operator<<(std::ostream& o, const Op&) { return o; } "
      "};\n"
      "template <Op::Kind K> __global__ void k(float* a) { a[0] = K == Op::mul ? l::table<float>[threadIdx.x] : 0; }\n"
      "template __global__ void k<Op::mul>(float*);\n");
  const PlainText left = other.plain_text(other.kernels().at(0));
  EXPECT_EQ(left.kernel, "k<Op::Kind::mul>");
  ASSERT_EQ(left.globals.size(), 1U);
  EXPECT_EQ(left.globals.begin()->second, "lib::table<float>");
  EXPECT_EQ(left.text.find("chrono"), std::string::npos) << left.text;
  EXPECT_EQ(left.text.find("ostream"), std::string::npos) << left.text;
  EXPECT_NE(left.text.find("namespace l = lib"), std::string::npos) << left.text;
}

}  // namespace
}  // namespace tilescope::language
