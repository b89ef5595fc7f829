// A mistake is reported once, where a person would mend it, and the text after it is still read.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/language/parser/parser.h"
#include "instrumentation/language/preprocessor/preprocessor.h"
#include "instrumentation/language/tokens/lexer.h"

namespace tilescope::language {
namespace {

using syntax::Declaration;
using syntax::Statement;
using syntax::StatementKind;

struct Reading {
  explicit Reading(const std::string& text) : source(text) {
    Preprocessed preprocessed = preprocess(source, {}, arena, diagnostics);
    parsed = parse(source, preprocessed.tokens, arena, diagnostics);
    for (const Diagnostics& aside : parsed.put_aside) diagnostics.add(aside);
    for (const Diagnostic& each : diagnostics.sorted())
      if (each.severity == Severity::error) errors.push_back(each);
  }

  [[nodiscard]] unsigned line(std::size_t error) const { return source.line_of(errors[error].place.offset); }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const syntax::Item& each : parsed.file.items) all.emplace_back(each.name);
    return all;
  }
  [[nodiscard]] bool has(std::string_view name) const {
    return std::any_of(parsed.file.items.begin(), parsed.file.items.end(),
                       [&](const syntax::Item& each) { return each.name == name; });
  }

  Arena arena;
  Diagnostics diagnostics;
  Source source;
  Parsed parsed;
  std::vector<Diagnostic> errors;
};

// What is told of these statements in a kernel: "line:column message [mend]", lines counted from the first statement.
std::string told(const std::string& statements) {
  const Reading reading("__global__ void f(float* a, float* b, int n, int x, int y) {\n" + statements +
                        "\n  last = 1;\n}\n__global__ void after(float* c) { c[0] = 1; }\n");
  EXPECT_TRUE(reading.has("after")) << statements;
  std::string all;
  for (const Diagnostic& each : reading.errors) {
    const Position at = reading.source.position(each.place.offset);
    all += std::to_string(at.line - 1) + ":" + std::to_string(at.column) + " " + each.message;
    all += each.mend.empty() ? "\n" : " [" + each.mend + "]\n";
  }
  return all.empty() ? all : all.substr(0, all.size() - 1);
}

TEST(recovery, semicolons) {
  EXPECT_EQ(told("n = x\ny = 2;"), "1:6 a ; is missing after 'x' [write ;]");
  EXPECT_EQ(told("int i = x\nfloat s = 0;"), "1:10 a ; is missing after 'x' [write ;]");
  EXPECT_EQ(told("n = x\n*a = 2;"), "1:6 a ; is missing at the end of this line [write ;]");
  EXPECT_EQ(told("n = x\n++y;"), "1:6 a ; is missing after 'x' [write ;]");
  EXPECT_EQ(told("__syncthreads()\nif (n) return;"), "1:16 a ; is missing after ')' [write ;]");
  EXPECT_EQ(told("return\nif (n) x = 1;"), "1:7 a ; is missing after 'return' [write ;]");
  EXPECT_EQ(told("n = x y = 2;"), "1:6 a ; is missing after 'x' [write ;]");
  EXPECT_EQ(told("do n--; while (n > 0)\nx = 1;"), "1:22 a ; is missing after ')' [write ;]");
}

TEST(recovery, brackets) {
  EXPECT_EQ(told("n = (x + y;"), "1:11 a ) is missing after 'y' [write )]");
  EXPECT_EQ(told("if (x > 3 {\n n = 1;\n}"), "1:10 a ) is missing after '3' [write )]");
  EXPECT_EQ(told("for (int i = 0; i < n; ++i {\n n = 1;\n}"), "1:27 a ) is missing after 'i' [write )]");
  EXPECT_EQ(told("n = min(x,\n        y;"), "2:10 a ) is missing after 'y': the ( on line 2 is not closed [write )]");
  EXPECT_EQ(told("a[x = 2;"), "1:8 a ] is missing after '2' [write ]]");
  EXPECT_EQ(told("n = x + y);"), "1:10 this ) closes nothing [remove it]");
  EXPECT_EQ(told("if (x > 3)) n = 1;"), "1:11 this ) closes nothing [remove it]");
  EXPECT_EQ(told("n = a[x);"), "1:8 a ] belongs here, not a ) [write ]]");
  EXPECT_EQ(told("n = min x, y);"), "1:8 a ( is missing after 'min' [write (]");
  EXPECT_EQ(told("n = a x + 1];"), "1:6 a [ is missing after 'a' [write []");
  EXPECT_EQ(told("if x > 3) n = 1;"), "1:3 a ( is missing after 'if' [write (]");
  EXPECT_EQ(told("if x > 3 {\n n = 1;\n}"), "1:3 the condition of 'if' needs ( ) [write ( ) around it]");
  EXPECT_EQ(told("n = (float x * y;"), "1:11 a ) is missing after 'float' [write )]");
  EXPECT_EQ(told("n = float)x;"), "1:5 a ( is missing before 'float' [write (]");
}

TEST(recovery, braces) {
  EXPECT_EQ(told("  if (x) {\n    n = 1;\n  y = 2;"), "2:11 a } is missing: the { on line 2 is not closed [write }]");
  EXPECT_EQ(told("  if (x)\n    n = 1;\n    y = 2;\n  }\n  n = 3;"), "1:9 a { is missing after ')' [write {]");
  EXPECT_EQ(told("  if (x) {\n    n = 1;\n  else {\n    n = 2;\n  }"),
            "2:11 a } is missing: the { on line 2 is not closed [write }]");
  EXPECT_EQ(told("  for (;;)\n  {\n    if (x)\n      y = 1;\n    }\n    n = 2;\n  }"),
            "3:11 a { is missing after ')' [write {]");
  EXPECT_EQ(told("  n = 1;\n  }\n  x = 2;"), "2:3 this } closes nothing [remove it]");
  EXPECT_EQ(told("  float v[2] = {1, 2;\n  n = 1;"), "1:21 a } is missing: the { on line 2 is not closed [write }]");
}

TEST(recovery, a_brace_that_a_function_misses) {
  const std::string after = "__global__ void g() {\n  int i = 0;\n}\n";
  const Reading end("__global__ void f(int n) {\n  if (n) {\n    n = 1;\n  }\n\n" + after);
  ASSERT_EQ(end.errors.size(), 1U);
  EXPECT_EQ(end.line(0), 4U);
  EXPECT_TRUE(end.has("g"));
  const Reading begin("__global__ void f(int n,\n                  int m)\n  if (n) {\n    n = 1;\n  }\n}\n" + after);
  ASSERT_EQ(begin.errors.size(), 1U);
  EXPECT_EQ(begin.line(0), 2U);
  EXPECT_EQ(begin.errors[0].message, "a { is missing after ')'");
  EXPECT_TRUE(begin.has("g"));
}

TEST(recovery, operands_and_operators) {
  EXPECT_EQ(told("n = x + ;"), "1:8 a value is missing after '+'");
  EXPECT_EQ(told("n = (< y);"), "1:6 a value is missing before '<'");
  EXPECT_EQ(told("n = min(x, );"), "1:11 a value is missing after ','");
  EXPECT_EQ(told("n = x * y n;"), "1:10 an operator is missing between 'y' and 'n'");
  EXPECT_EQ(told("n = min(x y);"), "1:10 a , or an operator is missing between 'x' and 'y'");
  EXPECT_EQ(told("n = blockIdx. * 2;"), "1:14 a name is missing after '.'");
  EXPECT_EQ(told("n = x > 0 ? 1 2;"), "1:14 a : is missing after '1' [write :]");
  EXPECT_EQ(told("n = (x > 0) y : 2;"), "1:12 a ? is missing after ')' [write ?]");
  EXPECT_EQ(told("n = static_cast<float(x);"), "1:22 a > is missing after 'float' [write >]");
  EXPECT_EQ(told("if () n = 1;"), "1:5 a condition is missing after '('");
}

TEST(recovery, declarations) {
  EXPECT_EQ(told("int = 3;"), "1:4 a name is missing after 'int'");
  EXPECT_EQ(told("int i x * 2;"), "1:6 an = is missing after 'i' [write =]");
  EXPECT_EQ(told("__shared__ tile[16];"), "1:12 a type is missing before 'tile'");
  EXPECT_EQ(told("__shared__ float tile 16][17];"), "1:22 a [ is missing after 'tile' [write []");
  EXPECT_EQ(told("__shared__ float tile[16[17];"), "1:29 a ] is missing after ']' [write ]]");
  EXPECT_EQ(told("const float s = ;"), "1:16 a value is missing after '='");
}

TEST(recovery, heads_of_for) {
  EXPECT_EQ(told("for (int i = 0, i < n, ++i) x = i;"),
            "1:15 the parts of a for loop are separated by ;, not by , [write ;]");
  EXPECT_EQ(told("for (int i = 0; i < n, ++i) x = i;"),
            "1:22 the parts of a for loop are separated by ;, not by , [write ;]");
  EXPECT_EQ(told("for (int i = 0, i < n; ++i) x = i;"),
            "1:15 the parts of a for loop are separated by ;, not by , [write ;]");
  EXPECT_EQ(told("for (int i = 0 i < n; ++i) x = i;"), "1:15 a ; is missing after '0' [write ;]");
  EXPECT_EQ(told("for (int i = 0; i < n ++i) x = i;"), "1:22 a ; is missing after 'n' [write ;]");
  EXPECT_EQ(told("for (int i = 0; i < n) x = i;"), "1:22 a ; is missing after 'n' [write ;]");
  EXPECT_EQ(told("(int i = 0; i < n; ++i) {\n  x = i;\n}"), "1:1 'for' is missing before this ( [write for]");
}

TEST(recovery, words_that_are_nearly_right) {
  EXPECT_EQ(told("retrun;"), "1:1 'retrun' is not a C++ keyword [did you mean 'return'?]");
  EXPECT_EQ(told("fro (int i = 0; i < n; ++i) {\n  x = i;\n}"), "1:1 'fro' is not a C++ keyword [did you mean 'for'?]");
  EXPECT_EQ(told("whlie (n > 0) n--;"), "1:1 'whlie' is not a C++ keyword [did you mean 'while'?]");
  EXPECT_EQ(told("flaot s = 0;"), "1:1 'flaot' is not a type [did you mean 'float'?]");
  EXPECT_EQ(told("__shared float s[4];"), "1:1 '__shared' is not a CUDA keyword [did you mean '__shared__'?]");
  EXPECT_EQ(told("if (n) x = 1;\nesle {\n  x = 2;\n}"), "2:1 'esle' is not a C++ keyword [did you mean 'else'?]");
  for (const std::string word : {"__gobal__", "_global_", "global", "__global"}) {
    const Reading reading(word + " void f(int n) { n = 1; }\n");
    ASSERT_EQ(reading.errors.size(), 1U) << word;
    EXPECT_EQ(reading.errors[0].mend, "did you mean '__global__'?");
    EXPECT_TRUE(reading.parsed.file.items[0].for_device);
  }
}

TEST(recovery, statements_that_belong_to_others) {
  EXPECT_EQ(told("if (n) x = 1; y = 2;\nelse x = 3;"), "2:1 this else has no if");
  EXPECT_EQ(told("case 1: n = 2;\ncase 2: n = 3;"), "1:1 this case is not inside a switch");
  EXPECT_EQ(told("switch (n) {\n  0: x = 1;\n}"), "2:3 'case' is missing before '0' [write case]");
  EXPECT_EQ(told("switch (n) {\n  case 0 x = 1;\n}"), "2:9 a : is missing after '0' [write :]");
}

TEST(recovery, parameters) {
  const auto error = [](const std::string& parameters) {
    const Reading reading("__global__ void f" + parameters + " {\n  int i = 0;\n}\n");
    EXPECT_EQ(reading.errors.size(), 1U) << parameters;
    return reading.errors.empty() ? "" : reading.errors[0].message;
  };
  EXPECT_EQ(error("(float* a, *b)"), "a type is missing before '*'");
  EXPECT_EQ(error("(float* a, b)"), "a type is missing before 'b'");
  EXPECT_EQ(error("(float* a int n)"), "a , is missing after 'a'");
  EXPECT_EQ(error("(float* a, int n"), "a ) is missing after 'n'");
  EXPECT_EQ(error(" float* a, int n)"), "a ( is missing after 'f'");
  EXPECT_EQ(error("(float* a, , int n)"), "a parameter is missing before ','");
}

TEST(recovery, what_follows_is_still_there) {
  const Reading reading(
      "__global__ void f(float* a, int n) {\n"
      "  int i = threadIdx.x blockDim.x;\n"
      "  float s = ;\n"
      "  if (i < n {\n"
      "    s += a[i;\n"
      "  }\n"
      "  a[i] = s\n"
      "  return;\n"
      "}\n");
  EXPECT_EQ(reading.errors.size(), 5U);
  const auto statements = reading.parsed.file.items[0].declaration->body->list;
  ASSERT_EQ(statements.size(), 5U);
  EXPECT_EQ(statements[0]->declarations[0]->name->last().text, "i");
  EXPECT_EQ(statements[0]->declarations[0]->init->kind, syntax::ExpressionKind::broken);
  EXPECT_EQ(statements[1]->declarations[0]->name->last().text, "s");
  EXPECT_EQ(statements[2]->kind, StatementKind::if_);
  EXPECT_EQ(statements[3]->expression->kind, syntax::ExpressionKind::assign);
  EXPECT_EQ(statements[4]->kind, StatementKind::return_);
}

// Right kernels in the ways in which people lay them out.
const std::vector<std::string>& right_kernels() {
  static const std::vector<std::string> all{
      R"(#define TILE 16
__constant__ float scale[4];

template <typename T>
__device__ T add(T a, T b) { return a + b; }

__global__ void tiled(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float tile_a[TILE][TILE];
  __shared__ float tile_b[TILE][TILE + 1];
  const int row = blockIdx.y * TILE + threadIdx.y;
  const int col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < (K + TILE - 1) / TILE; ++t) {
    const int k = t * TILE;
    tile_a[threadIdx.y][threadIdx.x] = row < M && k + threadIdx.x < K ? A[row * K + k + threadIdx.x] : 0.0f;
    tile_b[threadIdx.y][threadIdx.x] = (k + threadIdx.y < K && col < N) ? B[(k + threadIdx.y) * N + col] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < TILE; ++i) sum = add<float>(sum, tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x]);
    __syncthreads();
  }
  if (row < M && col < N) {
    C[row * N + col] = sum * scale[0];
  } else {
    return;
  }
}

__global__ void last(float* x) { x[threadIdx.x] *= 2; }
)",
      R"(struct Matrix
{
    int width, height;
    float *elements;
    __device__ float &at(int r, int c) { return elements[r * width + c]; }
};

__device__ void
swap(float &a, float &b)
{
    float t = a;
    a = b;
    b = t;
}

extern "C" __global__ void __launch_bounds__(256)
reduce(Matrix m, float *out,
       unsigned int n)
{
    extern __shared__ float buffer[];
    unsigned int tid = threadIdx.x;
    buffer[tid] = tid < n ? m.at(0, (int)tid) : 0.f;
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1)
    {
        if (tid < s)
        {
            buffer[tid] += buffer[tid + s];
        }
        __syncthreads();
    }
    int count = 0;
    while (count < 3)
    {
        switch (count)
        {
            case 0:
                swap(buffer[0], buffer[1]);
                break;
            default:
                break;
        }
        count++;
    }
    do {
        float4 v = make_float4(1, 2, 3, 4);
        out[0] = static_cast<float>(v.x) + *reinterpret_cast<const float *>(&v);
    } while (count-- > 0);
    if (tid == 0) atomicAdd(&out[0], buffer[0]);
}

__global__ void last(float *x)
{
    x[threadIdx.x] *= 2;
}
)"};
  return all;
}

struct Deletions {
  unsigned done = 0, told = 0, near = 0, many = 0, lost = 0;
};

// Leaves out each token that is in no directive.
Deletions delete_each_token(const std::string& text) {
  Deletions result;
  const Source source(text);
  Arena arena;
  Diagnostics diagnostics;
  bool in_directive = false;
  for (const Token& token : tokens_of(source, arena, diagnostics)) {
    if (token.starts_line) in_directive = token.kind == TokenKind::directive;
    if (in_directive || token.kind == TokenKind::end) continue;
    std::string cut = text;
    cut.replace(token.place.offset, token.place.length, " ");
    const Reading reading(cut);
    ++result.done;
    result.lost += token.text != "last" && !reading.has("last") ? 1U : 0U;
    if (reading.errors.empty()) continue;
    const unsigned line = source.line_of(token.place.offset);
    ++result.told;
    result.near += reading.line(0) <= line + 2 && line <= reading.line(0) + 2 ? 1U : 0U;
    result.many += reading.errors.size() > 3 ? 1U : 0U;
  }
  return result;
}

TEST(recovery, a_missing_token_is_told_where_it_is_missing) {
  for (const std::string& text : right_kernels()) {
    ASSERT_TRUE(Reading(text).errors.empty()) << Reading(text).errors[0].message;
    const Deletions all = delete_each_token(text);
    EXPECT_GT(all.told, all.done / 2);
    EXPECT_EQ(all.near, all.told);
    EXPECT_EQ(all.many, 0U);
    EXPECT_EQ(all.lost, 0U);
  }
}

}  // namespace
}  // namespace tilescope::language
