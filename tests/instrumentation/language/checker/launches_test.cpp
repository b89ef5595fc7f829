// What launches are told to be: where a grid or block follows from constants that number, and else none. A number that
// is wrong is worse than none, so each way to change a variable has its row here.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "instrumentation/language/program.h"

namespace tilescope::language {
namespace {

std::string told(const std::optional<std::array<std::int64_t, 3>>& sides) {
  if (!sides) return "?";
  std::string text = std::to_string((*sides)[0]);
  if ((*sides)[1] != 1 || (*sides)[2] != 1) text += "," + std::to_string((*sides)[1]);
  if ((*sides)[2] != 1) text += "," + std::to_string((*sides)[2]);
  return text;
}

// "grid block" of each launch, with a comma and a space between launches.
std::string launches_of(const std::string& text) {
  std::string all;
  const Program program = read(text);
  for (const Launch& launch : program.launches())
    all += (all.empty() ? "" : "; ") + told(launch.grid) + " " + told(launch.block);
  return all;
}

const std::string kernel = "__global__ void k(int* p) { p[threadIdx.x] = 1; }\n";

struct LaunchRow {
  const char* text;
  const char* launches;
};

// `text` within a function.
void expect(const std::vector<LaunchRow>& rows) {
  for (const LaunchRow& row : rows)
    EXPECT_EQ(launches_of(kernel + "int main(int argc, char** argv) {\n" + row.text + "\n}\n"), row.launches)
        << row.text;
}

// `text` as it stands.
void expect_files(const std::vector<LaunchRow>& rows) {
  for (const LaunchRow& row : rows) EXPECT_EQ(launches_of(kernel + row.text), row.launches) << row.text;
}

TEST(Launches, FollowFromConstants) {
  expect({
      {"k<<<4, 32>>>(0);", "4 32"},
      {"k<< <4, 32>> >(0);", "4 32"},
      {"k << < dim3(2, 3), 32 > > > (0);", "2,3 32"},
      {"int n = 1000, t = 128; k<<<(n + t - 1) / t, t>>>(0);", "8 128"},
      {"const auto t = 256; k<<<1 << 4, t>>>(0);", "16 256"},
      {"size_t n = 1 << 20; k<<<n / 1024, 1024>>>(0);", "1024 1024"},
      {"std::size_t n{300}; k<<<unsigned(n), 1>>>(0);", "300 1"},
      {"unsigned n = 3; k<<<n - 4 > 0 ? 1 : 2, 1>>>(0);", "1 1"},
      {"unsigned char c = 300; k<<<c, 1>>>(0);", "44 1"},
      {"bool b = 5; k<<<b + 1, 1>>>(0);", "2 1"},
      {"int n = 7.9; float f = 2.5f; k<<<n, f * 2>>>(0);", "7 5"},
      {"long long big = 5000000000LL; k<<<big / 1000000000, 1>>>(0);", "5 1"},
      {"k<<<1e6 / 1000, 'a'>>>(0);", "1000 97"},
      {"int a = 10; { int a = 20; k<<<a, 1>>>(0); } k<<<a, 1>>>(0);", "20 1; 10 1"},
      {"static const int t = 64; constexpr int g = t / 2; k<<<g, t>>>(0);", "32 64"},
      {"int t(96), g{3}; k<<<g, t>>>(0);", "3 96"},
      {"k<<<sizeof(double), sizeof(int[4])>>>(0);", "8 16"},
      {"auto run = [] { const int t = 128; k<<<4, t>>>(0); }; run();", "4 128"},
      {"const int t = 64; auto run = [&](int g) { k<<<g, t>>>(0); }; run(3);", "? 64"},
  });
}

TEST(Launches, FollowFromMathematics) {
  expect({
      {"int g = (int)ceil(1000 / 256.0); k<<<g, 256>>>(0);", "4 256"},
      {"int n = 1000; float t = 256; k<<<ceil(n / t), t>>>(0);", "4 256"},
      {"int n = 1000; int g = std::ceil((float)n / 256); k<<<g, ceilf(2.5f)>>>(0);", "4 3"},
      {"int n = 100000; k<<<std::min(65535, (n + 127) / 128), std::max(32, 64)>>>(0);", "782 64"},
      {"k<<<std::max<size_t>(3, 7), min(5, 6)>>>(0);", "7 5"},
      {"k<<<sqrt(1024.0), (int)floor(7.9)>>>(0);", "32 7"},
      {"k<<<abs(-7), fabs(-3.0)>>>(0);", "7 3"},
      {"k<<<round(2.5), trunc(2.9f)>>>(0);", "3 2"},
      {"k<<<pow(2, 5), exp(1.0)>>>(0);", "? ?"},
      {"int n = 5; k<<<n / 0, n % 0>>>(0);", "? ?"},
      {"int n = 2147483647; k<<<n + 1, 1 << 40>>>(0);", "? ?"},
      {"double n = -8; k<<<n, (unsigned)(2.0 - 3)>>>(0);", "? ?"},
      {"k<<<static_cast<int>(std::ceil(10 / 4)), static_cast<unsigned>(std::ceil(10 / 4.))>>>(0);", "2 3"},
  });
}

TEST(Launches, FollowFromTriples) {
  expect({
      {"dim3 b(16, 16); dim3 g((1024 + b.x - 1) / b.x, 512 / b.y); k<<<g, b>>>(0);", "64,32 16,16"},
      {"dim3 b = {16, 4, 2}; k<<<b.x * b.y, b>>>(0);", "64 16,4,2"},
      {"dim3 d{4, 5}, c = {32}; k<<<d, c>>>(0);", "4,5 32"},
      {"dim3 d, z{}; k<<<d, z>>>(0);", "1 1"},
      {"const dim3 d = dim3(3, 2); dim3 e(d), f = e; k<<<f, dim3(d)>>>(0);", "3,2 3,2"},
      {"auto d = dim3{2, 3, 4}; k<<<d, dim3{4, 2}>>>(0);", "2,3,4 4,2"},
      {"uint3 u = {2, 2, 2}; k<<<u, 8>>>(0);", "2,2,2 8"},
      {"dim3 g; g.x = 1000 / 8; g.y = 2; dim3 b(8); k<<<g, b>>>(0);", "125,2 8"},
      {"dim3 g(5, 5); g.x = 2; k<<<g, 1>>>(0); g.x *= 3; k<<<g, g.y>>>(0);", "2,5 1; 6,5 5"},
      {"dim3 g(4); g = dim3(5, 6); k<<<g, 1>>>(0); g = {7}; k<<<g, 1>>>(0);", "5,6 1; 7 1"},
      {"dim3 g(4); if (argc > 1) g.x = 3; k<<<g, g.y>>>(0);", "4 1"},
      {"dim3 g(argc, 4); k<<<g, 32>>>(0);", "1,4 32"},
      {"dim3 g = 6; k<<<g, -1>>>(0);", "6 4294967295"},
      {"dim3 g(2, 3); g.y++; k<<<g, 1>>>(0);", "2,4 1"},
      {"dim3 g(2); auto& r = g; r.x = 3; k<<<g, 1>>>(0);", "? 1"},
      {"dim3 g(2); unsigned* p = &g.x; *p = 3; k<<<g, 1>>>(0);", "? 1"},
  });
}

TEST(Launches, FollowStraightLines) {
  expect({
      {"int n = 1000, t = 128; int blocks; blocks = n / t; k<<<blocks, t>>>(0);", "7 128"},
      {"int n = 1; k<<<n, 1>>>(0); n = 2; k<<<n, 1>>>(0); n = n * 3; k<<<n, 1>>>(0);", "1 1; 2 1; 6 1"},
      {"int n = 4; n += 3; n <<= 1; ++n; k<<<n, 1>>>(0);", "15 1"},
      {"int n; { n = 3; k<<<n, 1>>>(0); } k<<<n, 1>>>(0);", "3 1; ? 1"},
      {"int n = 3; if (argc > 1) n = 4; k<<<n, 1>>>(0);", "3 1"},
      {"int n = 3; if (argc > 1) { n = 4; k<<<n, 1>>>(0); } n = 5; k<<<n, 1>>>(0);", "4 1; 5 1"},
      {"int n = 3; for (int i = 0; i < 4; ++i) { k<<<n, 1>>>(0); n = 5; }", "3 1"},
      {"int n = 3; for (int i = 0; i < 4; ++i) { n = 5; k<<<n, i>>>(0); }", "5 0"},
      {"for (int n = 1; n < 9; n *= 2) k<<<n, 1>>>(0);", "1 1"},
      {"int n = 1; while (n < 9) n *= 2; k<<<n, 1>>>(0);", "? 1"},
      {"int n = 1; do { k<<<n, 1>>>(0); } while ((n *= 2) < 9);", "1 1"},
      {"int n; k<<<n, 1>>>(0);", "? 1"},
      {"int n = 1; again: k<<<n, 1>>>(0); n = 2; if (argc < 2) goto again;", "? 1"},
      {"int n = 1; switch (argc) { case 1: n = 2; case 2: k<<<n, 1>>>(0); }", "? 1"},
      {"int n = 1; argc > 1 && (n = 2); k<<<n, 1>>>(0);", "? 1"},
      {"int n = 1; int m = argc > 1 ? n++ : 0; k<<<n, m>>>(0);", "? 0"},
      {"int n = 3; auto f = [&] { n = 5; }; n = 4; f(); k<<<n, 1>>>(0);", "? 1"},
      {"int n = 3; auto f = [&] { k<<<n, 1>>>(0); }; n = 5; f();", "? 1"},
      {"static int n = 3; k<<<n, 1>>>(0); n = 5;", "? 1"},
      {"int n = 8; try { n = may_throw(); } catch (...) { } k<<<n, 1>>>(0);", "? 1"},
      {"int n = 3; { int n = 4; n = 5; } k<<<n, 1>>>(0);", "3 1"},
      {"int n = 2, m = 3; n = m = 4; k<<<n, m>>>(0);", "? ?"},
  });
}

TEST(Launches, KnowWhatMayChangeAVariable) {
  expect({
      {"int a = 1, b = 2; std::cin >> a; k<<<a, 32>>>(0); std::cin >> b >> argc; k<<<b, 1>>>(0);", "? 32; ? 1"},
      {"int n = 64, s = 2; k<<<n >> s, 1>>>(0);", "16 1"},
      {"int n = 2; scanf(\"%d\", &n); k<<<n, 1>>>(0);", "? 1"},
      {"int m = 2, *pm = &m; *pm = 5; k<<<m, 1>>>(0);", "? 1"},
      {"int n = 3; int& r = n; r = 7; k<<<n, r>>>(0);", "? ?"},
      {"int n = 3; auto&& r = n; r = 7; k<<<n, 1>>>(0);", "? 1"},
      {"int n = 3; const int& r = n; k<<<n, 1>>>(0);", "3 1"},
      {"int x = 1, y = 2; std::swap(x, y); k<<<x, y>>>(0);", "? ?"},
      {"int x = 1, y = 2; std::tie(x, y) = f(); k<<<x, y>>>(0);", "? ?"},
      {"int n = 3; from_somewhere_else(n); k<<<n, 1>>>(0);", "? 1"},
      {"int n = 3; printf(\"%d\\n\", n); std::vector<int> v(n); v.resize(n); k<<<n, 1>>>(0);", "3 1"},
      {"int n = 3; float* p; cudaMalloc(&p, n * 4); cudaMemset(p, 0, n); k<<<n, 1>>>(0);", "3 1"},
      {"int n = 3; cudaGetDeviceCount(&n); k<<<n, 1>>>(0);", "? 1"},
      {"int n = 3; cudaMemcpyToSymbol(c, &n, sizeof(n)); k<<<n, 1>>>(0);", "3 1"},
      {"int n = 3; cudaMemcpy(&n, p, 4, cudaMemcpyDeviceToHost); k<<<n, 1>>>(0);", "? 1"},
      {"int n = 3; parser.get(n); k<<<n, 1>>>(0);", "? 1"},
      {"int n = 3; (argc > 1 ? n : argc) = 4; k<<<n, 1>>>(0);", "? 1"},
      {"int n = 7, mask = 3; k<<<(n + 1) & mask, n & mask>>>(0);", "0 3"},
      {"auto set = [](int& p) { p = 9; }; int n = 3; set(n); k<<<n, 1>>>(0);", "? 1"},
      {"int n = 3; std::thread t(work, std::ref(n)); k<<<n, 1>>>(0);", "? 1"},
      {"int n = 3; asm(\"\" : \"=r\"(n)); k<<<n, 1>>>(0);", "? 1"},
      {"int n = 3; std::tuple<int&> t(n); std::get<0>(t) = 5; k<<<n, 1>>>(0);", "? 1"},
      {"int n = 3; std::reference_wrapper<int> r(n); r.get() = 5; k<<<n, 1>>>(0);", "? 1"},
      {"Size n = 3; n << 4; k<<<n, 1>>>(0);", "? 1"},
      {"int n = 3; if (n = argc) k<<<n, 1>>>(0);", "? 1"},
      {"int n = 3; n = 5, k<<<n, 1>>>(0);", "? 1"},
      {"for (int a = 0; a < 2; ++a) { int n = 2; for (;;) { k<<<n, 1>>>(0); n = 3; } }", "2 1"},
      {"auto [a, b] = sizes(); k<<<a, b>>>(0);", "? ?"},
      {"int s[] = {1, 2}; s[1] = argc; const int t[] = {32, 64}; k<<<s[1], t[1]>>>(0);", "? 64"},
  });
  expect_files({
      {"void set(int& p) { p = 9; } void set(dim3& d) { d.x = 9; }\n"
       "int main() { int b = 2; dim3 d(3); set(b); set(d); k<<<b, 1>>>(0); k<<<d, 1>>>(0); }",
       "? 1; ? 1"},
      {"void show(const char* what, int n) {}\nint main() { int b = 2; show(\"b\", b); k<<<b, 1>>>(0); }", "2 1"},
      {"void fill(std::vector<float>& v, int n) {}\nint main() { int b = 2; fill(v, b); k<<<b, 1>>>(0); }", "2 1"},
      {"struct Keeper { int& n; void go() { n = 4; } };\n"
       "int main() { int b = 2; Keeper keeper{b}; keeper.go(); k<<<b, 1>>>(0); }",
       "? 1"},
      {"struct Option { Option(int& n) { n = 4; } };\nint main() { int b = 2; Option option(b); k<<<b, 1>>>(0); }",
       "? 1"},
      {"struct Conf { int n; void set(int m) { n = m; } };\n"
       "int main() { Conf c = {3}; c.set(4); k<<<c.n, 1>>>(0); Conf d = {5}; k<<<d.n, 1>>>(0); }",
       "? 1; 5 1"},
      {"template <class... A> void pass(A&&... a) {}\nint main() { int b = 2; pass(1, 2, b); k<<<b, 1>>>(0); }", "? 1"},
  });
}

TEST(Launches, CallFunctionsOfTheHost) {
  expect_files({
      {"inline int div_up(int a, int b) { return (a + b - 1) / b; }\nint main() { k<<<div_up(1000, 256), 256>>>(0); }",
       "4 256"},
      {"template <typename T> T ceil_div(T a, T b) { return (a + b - 1) / b; }\n"
       "int main() { int n = 100; k<<<ceil_div(n, 64), ceil_div<unsigned>(n, 7)>>>(0); }",
       "2 15"},
      {"int iDivUp(int a, int b) { if (a % b == 0) return a / b; return a / b + 1; }\n"
       "int main() { k<<<iDivUp(64, 8), iDivUp(65, 8)>>>(0); }",
       "8 9"},
      {"int iDivUp(int a, int b);\nint main() { k<<<iDivUp(64, 8), 1>>>(0); }\n"
       "int iDivUp(int a, int b) { return (a % b != 0) ? (a / b + 1) : (a / b); }",
       "8 1"},
      {"int iDivUp(int a, int b);\nint main() { k<<<iDivUp(64, 8), 1>>>(0); }", "? 1"},
      {"__host__ __device__ int halved(int a) { return a / 2; }\nint main() { k<<<halved(64), 1>>>(0); }", "32 1"},
      {"constexpr int halved(int a) { return a / 2; }\nint main() { k<<<halved(halved(64)), 1>>>(0); }", "16 1"},
      {"int power(int n) { int p = 1; while (p < n) p *= 2; return p; }\nint main() { k<<<power(100), 1>>>(0); }",
       "128 1"},
      {"int asked(int n) { printf(\"how many?\"); return n; }\nint main() { k<<<asked(5), 1>>>(0); }", "? 1"},
      {"int last = 3; int counted(int n) { return last += n; }\nint main() { k<<<counted(5), 1>>>(0); }", "? 1"},
      {"int odd(int n) { if (n > 3) n = unknown(n); return n; }\nint main() { k<<<odd(5), odd(2)>>>(0); }", "? ?"},
      {"int endless(int n) { for (;;) ++n; return n; }\nint main() { k<<<endless(5), 1>>>(0); }", "? 1"},
      {"int unset(int n) { int m; if (n > 9) m = 1; return m; }\nint main() { k<<<unset(5), unset(10)>>>(0); }", "? 1"},
      {"int itself(int n) { return itself(n); }\nint main() { k<<<itself(5), 1>>>(0); }", "? 1"},
      {"int div_up(const int& a, int b) { return (a + b - 1) / b; }\nint main() { int n = 10; k<<<div_up(n, 4), "
       "1>>>(0); }",
       "3 1"},
      {"int max(int a, int b) { return a + b; }\nint main() { k<<<max(1, 2), 1>>>(0); }", "3 1"},
  });
}

TEST(Launches, LookNamesUp) {
  expect_files({
      {"enum { A = 3 };\nint main() { enum { B = A + 1 }; k<<<A, B>>>(0); }", "3 4"},
      {"int main() { enum Size { small = 2, large = 8 }; k<<<small, large>>>(0); }", "2 8"},
      {"namespace app { namespace cfg { const int G = 5; } const int T = 7; }\n"
       "int main() { using namespace app; k<<<cfg::G * 2, T>>>(0); { using namespace app::cfg; k<<<G, 1>>>(0); } }",
       "10 7; 5 1"},
      {"const int N = 8;\nvoid run(int N) { k<<<N, 1>>>(0); }\nvoid walk() { k<<<N, 1>>>(0); }", "? 1; 8 1"},
      {"const int N = 8;\ntemplate <int N> void run() { k<<<N, 1>>>(0); }", "? 1"},
      {"const int N = 8;\nvoid run() { for (int N = 0; N < 3; ++N) k<<<N, 1>>>(0); k<<<N, 1>>>(0); }", "0 1; 8 1"},
      {"const int N = 8;\nvoid run() { auto f = [](int N) { k<<<N, 1>>>(0); }; }", "? 1"},
      {"const int N = 8;\nvoid run() { auto [N, M] = f(); k<<<N, 1>>>(0); }", "? 1"},
      {"const int N = 8;\nvoid run() { Strange<int, 4>::type N = f(); k<<<N, 1>>>(0); }", "? 1"},
      {"const int N = 8;\nvoid run() { int N[3]; k<<<*N, 1>>>(0); }", "? 1"},
      {"int N = 8;\nvoid run() { k<<<N, 1>>>(0); }", "? 1"},
      {"struct Conf { int blocks, threads; };\nconst Conf c = {12, 48};\nconstexpr int sizes[3] = {1, 2, 3};\n"
       "int main() { const Conf d{3, 4}; k<<<c.blocks, c.threads>>>(0); k<<<d.blocks, sizes[1]>>>(0); }",
       "12 48; 3 2"},
      {"template <class T> class S { static const int BLOCK = 192; int N; void out(); };\nconst int N = 4;\n"
       "template <class T> void S<T>::out() { k<<<N, BLOCK / 2>>>(0); }",
       "? 96"},
      {"const int N = 4;\nclass S { static constexpr int B = 64; enum { W = 2 }; int N = 3;\n"
       "  void in() { const int g = W; k<<<g, B>>>(0); k<<<N, 1>>>(0); } };",
       "2 64; ? 1"},
      {"const int N = 4;\nstruct A { struct B { static const int N = 6; void run(); }; };\nvoid A::B::run() { k<<<N, "
       "1>>>(0); }",
       "6 1"},
      {"template <class T> struct S { static const int B = 6; void run(); };\n"
       "template <> struct S<int> { static const int B = 7; void run(); };\nvoid S<int>::run() { k<<<B, 1>>>(0); }",
       "? 1"},
      {"const int N = 4;\nnamespace app { const int N = 5; void run(); }\nvoid app::run() { k<<<N, 1>>>(0); }", "5 1"},
      {"const int N = 4;\nnamespace app { const int N = 5; int f(int a) { return a; } }\n"
       "int main() { k<<<N, 1>>>(0); using app::N; using app::f; k<<<N, f(3)>>>(0); }",
       "4 1; 5 3"},
      {"const int N = 4;\nint main() try { int n = N; k<<<n, N>>>(0); } catch (int N) { k<<<N, 1>>>(0); }", "4 4; ? 1"},
      {"const int N = 4;\nstruct S : Base { void in() { k<<<N, 5>>>(0); } };", "? 5"},
      {"#define LAUNCH(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)\n#define T 64\n"
       "int main() { int n = 640; LAUNCH(k, n / T, T, 0); }",
       "10 64"},
      {"int main() { void* args[] = {0}; cudaLaunchKernel((void*)k, dim3(3), dim3(64), args, 0, 0);\n"
       "  int n = 5; void* others[] = {&n}; cudaLaunchKernel(k, n, 2, others); }",
       "3 64; 5 2"},
      {"template <int B> __global__ void b(int* p) {}\nint main() { b<(5 > 3 ? 4 : 5)><<<1, 2>>>(0); b<(64 >> 1)><<<3, "
       "4>>>(0); }",
       "1 2; 3 4"},
      {"int main() { int n = 9; const int g = {n / 3}; if (const int q = 6; q) k<<<q, g>>>(0); }", "6 3"},
      {"int main() { int n = 5; void* all[] = {&n}; change(all); k<<<n, 1>>>(0); }", "? 1"},
  });
}

TEST(Launches, SayTheirSharedBytes) {
  const Program program = read(kernel +
                               "int f(int any) { const int t = 64; k<<<1, t, t * sizeof(float)>>>(0);\n"
                               "k<<<1, t>>>(0); k<<<1, t, any>>>(0); }");
  ASSERT_EQ(program.launches().size(), 3U);
  EXPECT_EQ(program.launches()[0].shared_bytes, 256);
  EXPECT_EQ(program.launches()[1].shared_bytes, 0);
  EXPECT_EQ(program.launches()[2].shared_bytes, std::nullopt);
}

std::string bytes_of(const std::string& text) {
  const Program program = read(kernel + text);
  std::string all;
  for (const Launch& launch : program.launches())
    for (const auto& bytes : launch.bytes) all += (all.empty() ? "" : " ") + (bytes ? std::to_string(*bytes) : "?");
  return all;
}

TEST(Launches, SayWhatIsAllocatedForThem) {
  const std::vector<std::pair<const char*, const char*>> rows = {
      {"int main() { int* p; cudaMalloc(&p, 64); k<<<1, 4>>>(p); }", "64"},
      {"int main() { int *p, *q; const int n = 9; size_t b = n * sizeof(int); cudaMalloc((void**)&p, b);\n"
       "cudaMallocManaged(&q, n * 8); k<<<1, n>>>(q); k<<<1, n>>>(p); }",
       "72 36"},
      {"#define CHECK(x) if (x) return 1\nint main() { int* p; CHECK(cudaMalloc(&p, 3 * 4)); k<<<1, 3>>>(p); }", "12"},
      {"int main() { int* p; int n = 8; cudaMalloc(&p, n); n = 4; k<<<1, n>>>(p); }", "8"},
      {"int main() { int* p; cudaMalloc(&p, 64); cudaMemset(p, 0, 64); k<<<1, 4>>>(p); cudaFree(p); }", "64"},
      {"int main() { int h[8], *p; h[0] = 1; cudaMalloc(&p, sizeof h); k<<<1, 4>>>(p); }", "32"},
      {"int main() { int* p; cudaMalloc(&p, sizeof(*p)); k<<<1, 4>>>(p); }", "4"},
      {"int main() { const int n = 6; std::vector<float> h(n), g{1, 2, 3}; h[0] = 1; int *p, *q;\n"
       "cudaMalloc(&p, h.size() * sizeof(float)); cudaMalloc(&q, g.size()); k<<<1, 4>>>(p); k<<<1, 4>>>(q); }",
       "24 3"},
      {"void f(int n) { int* p; cudaMalloc(&p, n); k<<<1, 4>>>(p); }\nint main() { f(8 * 4); }", "32"},
      {"int main(int argc, char** argv) { int n = argc > 1 ? atoi(argv[1]) : 48; int* p; cudaMalloc(&p, n);\n"
       "k<<<1, 4>>>(p); }",
       "48"},
      // All of it, wherever the pointer leads.
      {"int main() { int* p; cudaMalloc(&p, 64); k<<<1, 4>>>(p + 8); k<<<1, 4>>>(&p[2]); k<<<1, 4>>>(p - 1); }",
       "64 64 64"},
      // Not known, or no longer.
      {"void f(int n) { int* p; cudaMalloc(&p, n); k<<<1, 4>>>(p); }\nint main() { f(8); f(16); }", "?"},
      {"void f(int n) { int* p; n = get(); cudaMalloc(&p, n); k<<<1, 4>>>(p); }\nint main() { f(8); }", "?"},
      {"void f(int n) { int* p; cudaMalloc(&p, n); k<<<1, 4>>>(p); }\nint main() { auto g = f; g(8); }", "?"},
      {"int main() { std::vector<float> h(6); h.push_back(1); int* p; cudaMalloc(&p, h.size()); k<<<1, 4>>>(p); }",
       "?"},
      {"int f(int n, char**) { int* p; cudaMalloc(&p, n); k<<<1, 4>>>(p); }", "?"},
      {"int main() { int* p; k<<<1, 4>>>(p); cudaMalloc(&p, 64); }", "?"},
      {"int main() { int *p, *q; cudaMalloc(&p, 64); p = q; k<<<1, 4>>>(p); }", "?"},
      {"int main() { int *p, *q; cudaMalloc(&p, 64); std::swap(p, q); k<<<1, 4>>>(p); }", "?"},
      {"int main() { int* p; cudaMalloc(&p, 64); get(&p); k<<<1, 4>>>(p); }", "?"},
      {"int main(int n, char**) { int* p; if (n) cudaMalloc(&p, 64); else cudaMalloc(&p, 8); k<<<1, 4>>>(p); }", "?"},
      {"void f(int* p) { k<<<1, 4>>>(p); }\nint main() { int* p; cudaMalloc(&p, 64); f(p); }", "?"},
      {"int main() { int* p; cudaMalloc(&p, ); cudaMalloc(; k<<<1, 4>>>(p); }", "?"},
  };
  for (const auto& [text, bytes] : rows) EXPECT_EQ(bytes_of(text), bytes) << text;
}

TEST(Launches, AreKnobsOfTheirKernel) {
  const Program program = read("#define T 64\nconst int G = 5;\n" + kernel +
                               "int main() { const int t = T * 2; dim3 g(G); k<<<g, t>>>(0); }");
  ASSERT_EQ(program.kernels().size(), 1U);
  std::string names;
  for (const Knob& knob : program.kernels()[0].knobs) names += knob.name + " ";
  EXPECT_EQ(names, "T G ");
}

TEST(Launches, TellNothingOfTheHost) {
  for (const char* const text : {"int f(int n) { return g(n) + ; }\nint main() { k<<<f(3), 1>>>(0); }",
                                 "int n = h;\nint main() { k<<<n + m, o(p)>>>(0); }",
                                 "int main() { std::vector<int> v(); k<<<v.size(), 1>>>(0); }"}) {
    const Program of_host = read(kernel + text);
    for (const Diagnostic& d : of_host.diagnostics()) ADD_FAILURE() << d.message;
  }
  // What a kernel uses, too, is told of all the same.
  const Program program = read("int n = 3;\n__global__ void k(int* p) { p[0] = n; }\nint main() { k<<<n, n>>>(0); }");
  EXPECT_EQ(program.diagnostics().size(), 1U);
}

std::string repeated(const std::string& text, std::size_t bytes) {
  std::string all;
  while (all.size() < bytes) all += text;
  return all;
}

TEST(Launches, OfHostileTextsAreFoundQuickly) {
  constexpr std::size_t size = 64 << 10;
  const auto in_main = [](const std::string& text) { return kernel + "int main() { int a = 1, b = 2; " + text + " }"; };
  std::string chain = "int a0 = 1; ";
  for (int n = 1; chain.size() < size; ++n)
    chain += "int a" + std::to_string(n) + " = a" + std::to_string(n - 1) + " + 1; ";
  const std::vector<std::string> texts = {
      in_main(repeated("k<<<a, b>>>(0);", size)),
      in_main(repeated("a = b;", size / 2) + repeated("k<<<a, b>>>(0);", size / 2)),
      in_main(repeated("if (a) { a = 2; } k<<<a, b>>>(0);", size)),
      in_main(repeated("{ int n = 3; k<<<n, n>>>(0); }", size)),
      in_main("std::cin" + repeated(" >> a", size) + "; k<<<a, b>>>(0);"),
      in_main("a" + repeated(" = a", size) + "; k<<<a, b>>>(0);"),
      in_main(chain + "k<<<a1000, a9>>>(0);"),
      in_main(repeated("{", 20000) + "k<<<a, b>>>(0);" + repeated("}", 20000)),
      in_main(repeated("else if (a) ; ", size)),
      in_main(repeated("a><<<", size)),
      kernel + "int f(int n) { for (int i = 0; i < 100000; ++i) n += i % 3; return n; }\nint main() { " +
          repeated("k<<<f(1), f(2)>>>(0);", size) + " }",
      kernel + repeated("void f() { k<<<1, 2>>>(0); } ", size),
  };
  for (const std::string& text : texts) {
    const auto begin = std::chrono::steady_clock::now();
    static_cast<void>(read(text));
    const auto took = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(std::chrono::duration_cast<std::chrono::milliseconds>(took).count(), 4000) << text.substr(0, 200);
  }
}

}  // namespace
}  // namespace tilescope::language
