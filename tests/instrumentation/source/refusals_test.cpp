// Kernel text that cannot be recorded on GPUs is refused, with its line and the reason: by the instrumenter, or, where
// it takes types to see it, by nvcc.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "instrumentation/source/instrument.h"

namespace tilescope::source {
namespace {

struct Refusal {
  const char* text;
  unsigned line;
  const char* reason;  // part of it
};

// {BODY} stands in line 2 of a kernel whose line 1 declares its parameters and a shared array.
std::string kernel(const std::string& body) {
  return "__global__ void k(const float* A, const float* B, float* C, int M, int N, int K) { __shared__ float "
         "As[2][2]; float sum = 0;\n" +
         body + "\n}\n";
}

const Refusal in_bodies[] = {
    {"double x = A[0];", 2, "double"},
    {"auto x = A[0];", 2, "auto"},
    {"half x;", 2, "half"},
    {"struct S { float x; } s;", 2, "struct"},
    {"typedef float F; F x = A[0];", 2, "typedef"},
    {"using F = float;", 2, "using"},
    {"float& x = sum;", 2, "reference"},
    {"float* p;", 2, "points nowhere"},
    {"float* p = &As[0][0];", 2, "an address"},
    {"float* p[2];", 2, "array of pointers"},
    {"float (*p)[2] = As;", 2, "in brackets"},
    {"static float x = 0;", 2, "static"},
    {"volatile float x = 0;", 2, "volatile"},
    {"__shared__ float x;", 2, "single shared float"},
    {"__shared__ int n[4];", 2, "shared memory of type int"},
    {"__shared__ float4 v[4];", 2, "shared memory of type float4"},
    {"__shared__ float v[2] = {0};", 2, "with values"},
    {"__shared__ float v[];", 2, "without a size"},
    {"extern __shared__ float v[4];", 2, "with a size"},
    {"float v[2][2][2][2];", 2, "three dimensions"},
    {"float v[2] = {1, 2};", 2, "with values"},
    {"float4 v[2][2];", 2, "array of float4 of several dimensions"},
    {"float4 v[2] = {};", 2, "array of float4 with values"},
    {"int* p = nullptr;", 2, "pointer or reference to int"},
    {"sum += *A;", 2, "*pointer"},
    {"sum += expf(A[0]);", 2, "a call of 'expf'"},
    {"\n\n  sum +=\n    sqrtf(A[0]);", 5, "a call of 'sqrtf'"},
    {"C[0] = fmaf(&A[0], 1, sum);", 2, "an address"},
    {"atomicAdd(C, sum);", 2, "a call of 'atomicAdd'"},
    {"printf(\"%f\", A[0]);", 2, "a call of 'printf'"},
    {"std::fma(A[0], B[0], sum);", 2, "qualified name"},
    {"__syncwarp();", 2, "'__syncwarp'"},
    {"sum += __ldg(A);", 2, "'__ldg'"},
    {"sum += __shfl_down_sync(0xffffffff, sum, 1);", 2, "'__shfl_down_sync'"},
    {"asm(\"\");", 2, "asm"},
    {"goto end;\nend: ;", 2, "goto"},
    {"again: sum += A[0];", 2, "label"},
    {"auto f = [&](int i) { return A[i]; };", 2, "auto"},
    {"C[0] = [&](int i) { return A[i]; }(0);", 2, "lambda"},
    {"float4 v = reinterpret_cast<const float4*>(A)[0];", 2, "cast of pointers"},
    {"float4 v = ((float4*)A)[0];", 2, "'float4' here is no declaration"},
    {"C[0] = ((float*)A)[0];", 2, "cast of pointers"},
    {"#include <cmath>", 2, "#include"},
    {"#if 1\nsum += A[0];\n#endif", 2, "#if"},
    {"#define SUM float s = A[0]\nSUM;", 2, "a macro with 'float'"},
    {"#define LOOP for (;;)\nLOOP sum += A[0];", 2, "a macro with 'for'"},
    {"#undef TILE", 2, "#undef"},
    {"float x = M < N, y = M > N;", 2, "one variable at a time"},
    {"if (float x = A[0]; x > 0.0f) C[0] = x;", 2, "declaration in the head"},
    {"int tilescope_x = 0;", 2, "TileScope's own"},
    {"int n = sizeof(As) / sizeof(As[0]);", 2, "sizeof of a variable"},
    {"#define TILE 16", 2, "TILE is the build's"},
    {"for (float(x) = 0.0f; x < 2.0f; x += 1.0f) C[0] = x;", 2, "in brackets"},
    {"#define ID(x) x\nID(float) x = 0.0f;", 3, "neither a declaration nor a cast"},
    {"#define ID(x) x\nID(for (;;) sum += A[0]);", 3, "'for' inside an expression"},
    {"#define T decltype(0.0f)\nT x = 0.0f;", 2, "decltype"},
    {"// a \\\n  float x = 0.0f;", 2, "backslash"},
    {"extern __shared__ float s[]; extern __shared__ float t[];", 2, "the same memory"},
    {"__syncthreads(77);", 2, "followed by ()"},
    {"if (M > 0) float x = 1, *p = C;", 2, "one at a time"},
    {"sum += A[0]", 2, "semicolon"},
    {"sum += A[(0];", 2, "closes nothing"},
    {"/* no end", 2, "comment does not end"},
    {"const char c = 'x;", 2, "string does not end"},
    {"new float[4];", 2, "new"},
    {"try { } catch (...) { }", 2, "try"},
};

const Refusal files[] = {
    {"int x = 3;\n__global__ void k(float* C) { C[0] = 1; }", 1, "holds constants"},
    {"float x;\n__global__ void k(float* C) { C[0] = 1; }", 1, "holds constants"},
    {"#include <cuda_runtime.h>\n__global__ void k(float* C) { C[0] = 1; }", 1, "#include"},
    {"namespace n {\n__global__ void k(float* C) { C[0] = 1; }\n}", 1, "namespace"},
    {"__device__ float f(float x) { return x; }", 1, "no __global__"},
    {"__global__ void k(float* C) { C[0] = 1; }\n__global__ void l(float* C) { C[0] = 1; }", 2, "one a file"},
    {"__global__ void k(float* D) { D[0] = 1; }", 1, "'D'"},
    {"__global__ void k(float* C,\n  float alpha) { C[0] = alpha; }", 2, "'alpha'"},
    {"__global__ void k(float* C,\n  int width) { C[0] = 1; }", 2, "'width'"},
    {"__global__ void k(double* C) { }", 1, "double"},
    {"__global__ void k(int* C) { }", 1, "a pointer to int"},
    {"__global__ void k(float** C) { }", 1, "pointer to a pointer"},
    {"__global__ void k(float* C, int M = 4) { }", 1, "default"},
    {"__global__ int k(float* C) { }", 1, "returns void"},
    {"__global__ void k(float* C);\n__global__ void k(float* C) { }", 1, "leave it out"},
    {"template <typename T>\n__global__ void k(float* C) { }", 1, "over types"},
    {"template <int A, int B>\n__global__ void k(float* C) { }", 2, "several template parameters"},
    {"__device__ float& f(float* x) { return x[0]; }\n__global__ void k(float* C) { }", 1, "pointer or a reference"},
    {"__device__ void f(float& x) { x = 0; }\n__global__ void k(float* C) { }", 1, "reference"},
    {"__device__ float4 f() { }\n__global__ void k(float* C) { }", 1, "returns float4"},
    {"__device__ float A[2][2] = {1};\n__global__ void k(float* C) { }", 1, "with values"},
    {"__device__ float W[2][2];\n__global__ void k(float* C) { }", 1, "'W'"},
    {"__device__ int A[2][2];\n__global__ void k(float* C) { }", 1, "int"},
    {"__constant__ float A[2];\n__global__ void k(float* C) { }", 1, "__constant__"},
    {"__device__ float f(const float* x) { return x[0]; }\n__global__ void k(const float* A, float* C) {\n  C[0] = "
     "f(A) + f(A + 1);\n}",
     3, "two calls"},
    {"const int TILE = 16;\n__global__ void k(float* C) { C[0] = TILE; }", 1, "TILE is the build's"},
    {"extern __shared__ float s[];\n__global__ void k(float* C) { C[0] = s[0]; }", 1, "declare it inside"},
    {"void __global__ k(float* C) { }", 1, "write __global__ void"},
    {"template <int W>\n__device__ void f() {\n  __shared__ float s[W];\n}\n__global__ void k(float* C) { }", 3,
     "template helper"},
    {"__device__ int bump(float* p) { p[1] = 9.0f; return 0; }\n__global__ void k(float* C) {\n  C[bump(C)] = C[1];\n}",
     3, "beside a call"},
    {"__device__ float f(float* p) { return p[1]; }\n__global__ void k(float* C) {\n  float s = C[1] + f(C);\n}", 3,
     "beside a call"},
    {"__device__ float f(const float* p) { return p[1]; }\n#define BOTH(g) fminf(g(A), g(A + 1))\n"
     "__global__ void k(const float* A, float* C) {\n  C[0] = BOTH(f);\n}",
     4, "without its arguments"},
    {"#define T /* tile\nwidth */ 8\n#if T\n__global__ void k(float* C) { }", 3, "#if"},
    {"__device__\n", 2, "__device__"},
    {"extern \"C\" {\n__global__ void k(float* C) { }\n}", 1, "before each"},
    {"__global__ void k(float* C) {\n  C[0] = 1;\n", 3, "does not end"},
};

TEST(Refusals, ATextOfMoreLinesThanAnEventCanName) {
  std::string text(65535, '\n');
  text += "__global__ void k(float* C) { C[0] = 1; }";
  EXPECT_THROW(static_cast<void>(instrument(text, "k.cu")), SourceError);
}

void expect_refused(const std::string& text, const Refusal& refusal) {
  try {
    static_cast<void>(instrument(text, "k.cu"));
    ADD_FAILURE() << "accepted:\n" << text;
  } catch (const SourceError& error) {
    EXPECT_EQ(error.line(), refusal.line) << text << "\n" << error.what();
    EXPECT_NE(std::string(error.what()).find(refusal.reason), std::string::npos) << text << "\n" << error.what();
  }
}

TEST(Refusals, ByTheInstrumenterInAKernel) {
  for (const Refusal& refusal : in_bodies) expect_refused(kernel(refusal.text), refusal);
}

TEST(Refusals, ByTheInstrumenterInAFile) {
  for (const Refusal& refusal : files) expect_refused(refusal.text, refusal);
}

// What passes the instrumenter, and a compiler then stops.
const Refusal by_types[] = {
    {"float x = A[0] * B[0];", 2, "a product kept in a variable"},
    {"sum = A[0] * 2.0f;", 2, "a product kept in a variable"},
    {"sum *= A[0];", 2, ""},
    {"sum += A[0] * B[0] + A[1];", 2, "a multiply-add that is added to something"},
    {"sum += fmaf(A[0], B[0], A[1]);", 2, "a multiply-add that is added to something"},
    {"C[0] = (A[0] * B[0] + A[1]) / 2.0f;", 2, "a multiply-add inside a larger expression"},
    {"sum = sum + (A[0] * B[0] + A[1]);", 2, "a multiply-add inside a larger expression"},
    {"if (A[0] * B[0] + sum > 1.0f) C[0] = 1.0f;", 2, "a multiply-add inside a larger expression"},
    {"float2 v = make_float2(A[0] * B[0], 1.0f);", 2, "a product kept in a vector"},
    {"float v[16][16]; v[0][0] = A[0];", 2, "more floats than a thread has registers"},
    {"sum = sum + A[0] + A[1] + A[2] + A[3] + A[0] + A[1] + A[2] + A[3] + A[0];", 2, "more than 8 additions"},
    {"sum += A[0] * B[0] + A[1] * B[1];", 2, "a sum of two products"},
    {"sum += -(A[0] * B[0]);", 2, "the sign of a product"},
    {"sum += A[0] * 2.0;", 2, ""},
    {"sum = 0.5 * sum;", 2, ""},
    {"C[0] = M > 1 ? A[0] : 0.0;", 2, ""},
    {"C[0] = M > 1 ? A[0] * B[0] : 0.0f;", 2, ""},
    {"int i = A[0];", 2, ""},
    {"int i = (int)sum;", 2, ""},
    {"sum += 0.1;", 2, "a double constant"},
    {"C[1] -= 0.1;", 2, "a double constant"},
    {"sum /= 3.0;", 2, "a double constant"},
    {"float x = 0.1f * K;", 2, "a product kept in a variable"},
    {"sum += A[0] * B[0] + (float)K * 0.5f;", 2, "a sum of two products"},
    {"int i = (int)(0.5f * K);", 2, ""},
    {"C[(int)A[0]] = 1.0f;", 2, ""},
    {"C[A[0]] = 1.0f;", 2, ""},
    {"if (A[0]) C[0] = 1.0f;", 2, ""},
    {"int less = A[0] < B[0];", 2, ""},
    {"int less = (A[0] < B[0]) + 1;", 2, ""},
    {"A[0] = 1.0f;", 2, ""},
    {"A[0]++;", 2, ""},
    {"++sum;", 2, ""},
    {"As[0] = A;", 2, ""},
    {"sum += As[0];", 2, ""},
    {"C[0] = C[1] = 0.0f;", 2, ""},
    {"float x, y; x = y = 0.0f;", 2, ""},
    {"C[0] = (sum = A[0]) + (sum = B[0]);", 2, ""},
    {"C[0] = A;", 2, ""},
    {"if (M > 0)\n\n  sum\n  +=\n  A[0] % 2;", 4, ""},
    {"float v[2]; C[0] = v;", 2, ""},
    {"C[0] = unknown;", 2, ""},
};

// Compiles each text alone; an error has to name the kernel's line, in the way of g++ and clang or in that of nvcc.
void expect_stopped(const std::string& compiler, const std::string& unit) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(TILESCOPE_SCRATCH) / unit;
  fs::create_directories(folder);
  const auto compile = [&](const std::string& body) {
    std::ofstream(folder / "unit.h") << instrument(kernel(body), "k.cu").text;
    std::ofstream(folder / unit) << "#include \"instrumentation/traced/entries.h\"\n#define TILESCOPE_RECORDED unit\n"
                                    "#define TILESCOPE_TILE 2\nnamespace tilescope::traced {\n#include \"unit.h\"\n}\n";
    const std::string command = fmt::format("{} -std=c++20 -I'{}' -I'{}' '{}' 2>&1", compiler, TILESCOPE_SOURCES,
                                            folder.string(), (folder / unit).string());
    std::FILE* const pipe = popen(command.c_str(), "r");
    std::string output;
    std::array<char, 4096> some{};
    for (std::size_t n = 0; (n = std::fread(some.data(), 1, some.size(), pipe)) > 0;) output.append(some.data(), n);
    return std::pair(pclose(pipe), output);
  };
  const auto [fine, warnings] = compile("sum += A[0] * B[0]; C[0] = sum;");
  ASSERT_EQ(fine, 0) << warnings;
  for (const Refusal& refusal : by_types) {
    const auto [stopped, output] = compile(refusal.text);
    EXPECT_NE(stopped, 0) << "compiled: " << refusal.text;
    const bool names_line = output.find(fmt::format("k.cu:{}:", refusal.line)) != std::string::npos ||
                            output.find(fmt::format("k.cu({})", refusal.line)) != std::string::npos ||
                            output.find(fmt::format("line {} of k.cu", refusal.line)) != std::string::npos;
    EXPECT_TRUE(names_line) << refusal.text << "\n" << output;
    EXPECT_NE(output.find(refusal.reason), std::string::npos) << refusal.text << "\n" << output;
  }
}

TEST(Refusals, ByNvcc) { expect_stopped("'" TILESCOPE_NVCC "' -w -ptx -arch=compute_75 -o /dev/null", "nvcc.cu"); }

}  // namespace
}  // namespace tilescope::source
