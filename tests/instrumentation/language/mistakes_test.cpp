// What people get wrong, and what they are told: each mistake once, where it is to be mended, with its mend.
#include <gtest/gtest.h>

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "instrumentation/language/program.h"

namespace tilescope::language {
namespace {

// Texts begin behind the first line's end.
struct Mistake {
  const char* what;
  const char* text;
  const char* told;
};

// A line for each: "line:column: severity: message -- mend".
std::string told_of(const std::string& text) {
  const Program program = read(text);
  std::string all;
  for (const Diagnostic& d : program.diagnostics()) {
    const Position at = program.source().position(d.place.offset);
    all += std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + word(d.severity) + ": " + d.message;
    all += (d.mend.empty() ? "" : " -- " + d.mend) + "\n";
  }
  return all;
}

const Mistake names_with_a_slip[] = {
    {"a local with a letter missing", R"(
__global__ void clear(float* C, int n) {
  int index = threadIdx.x;
  if (indx < n) C[index] = 0.0f;
}
)",
     R"(
3:7: error: 'indx' is not declared here -- did you mean 'index'?
)"},
    {"a local with two letters swapped", R"(
__global__ void copy(const float* A, float* C) {
  int column = threadIdx.x;
  C[colunm] = A[column];
}
)",
     R"(
3:5: error: 'colunm' is not declared here -- did you mean 'column'?
)"},
    {"a local in another case", R"(
__global__ void copy(const float* A, float* C) {
  int Row = threadIdx.x;
  C[row] = A[Row];
}
)",
     R"(
3:5: error: 'row' is not declared here -- did you mean 'Row'?
)"},
    {"a parameter in another case", R"(
__global__ void scale(float* c, float factor) {
  int i = threadIdx.x;
  C[i] = factor * c[i];
}
)",
     R"(
3:3: error: 'C' is not declared here -- did you mean 'c'?
)"},
    {"threadldx", R"(
__global__ void clear(float* C) {
  int i = threadldx.x;
  C[i] = 0.0f;
}
)",
     R"(
2:11: error: 'threadldx' is not declared here -- did you mean 'threadIdx'?
)"},
    {"threadId", R"(
__global__ void clear(float* C) {
  int i = blockIdx.x * blockDim.x + threadId.x;
  C[i] = 0.0f;
}
)",
     R"(
2:37: error: 'threadId' is not declared here -- did you mean 'threadIdx'?
)"},
    {"blockdim and gridsize", R"(
__global__ void clear(float* C) {
  int i = blockIdx.x * blockdim.x + threadIdx.x;
  int all = gridDim.x * blockDim.x;
  C[i] = griddim.x + all;
}
)",
     R"(
2:24: error: 'blockdim' is not declared here -- did you mean 'blockDim'?
4:10: error: 'griddim' is not declared here -- did you mean 'gridDim'?
)"},
    {"a part of threadIdx that there is not", R"(
__global__ void clear(float* C) {
  int i = threadIdx.w;
  C[i] = 0.0f;
}
)",
     R"(
2:21: error: 'threadIdx' has no 'w' -- it has x, y and z
)"},
    {"threadIdx as a number", R"(
__global__ void clear(float* C) {
  int i = threadIdx;
  C[i] = 0.0f;
}
)",
     R"(
2:11: error: 'i' is an 'int', and this is a 'uint3' -- did you mean one of its parts, as in .x?
)"},
    {"a part of blockIdx in capitals", R"(
__global__ void clear(float* C) {
  int i = blockIdx.X * blockDim.x + threadIdx.x;
  C[i] = 0.0f;
}
)",
     R"(
2:20: error: 'blockIdx' has no 'X' -- did you mean 'x'?
)"},
    {"threadIdx with an underscore", R"(
__global__ void clear(float* C) {
  int i = threadIdx_x;
  C[i] = 0.0f;
}
)",
     R"(
2:11: error: 'threadIdx_x' is not declared here -- did you mean 'threadIdx.x'?
)"},
    {"a barrier with a letter missing", R"(
__global__ void turn(float* C) {
  __shared__ float tile[32];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthread();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
)",
     R"(
4:3: error: '__syncthread' is no function that is known here -- did you mean '__syncthreads'?
)"},
    {"a barrier without its underscores", R"(
__global__ void turn(float* C) {
  __shared__ float tile[32];
  tile[threadIdx.x] = C[threadIdx.x];
  syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
)",
     R"(
4:3: error: 'syncthreads' is no function that is known here -- did you mean '__syncthreads'?
)"},
    {"a member with a slip", R"(
struct Matrix { int width, height; float* elements; };
__global__ void clear(Matrix M) {
  int i = threadIdx.x;
  if (i < M.widht) M.elements[i] = 0.0f;
}
)",
     R"(
4:13: error: 'Matrix' has no 'widht' -- did you mean 'width'?
)"},
    {"a macro with a slip", R"(
#define TILE_WIDTH 16
__global__ void clear(float* C) {
  __shared__ float tile[TILE_WITH];
  tile[threadIdx.x] = 0.0f;
  C[threadIdx.x] = tile[threadIdx.x];
}
)",
     R"(
3:25: error: 'TILE_WITH' is not declared here -- did you mean 'TILE_WIDTH'?
)"},
    {"a macro used in several places, each with the slip", R"(
#define TILE_WIDTH 16
__global__ void clear(float* C) {
  int i = blockIdx.x * TILEWIDTH + threadIdx.x;
  for (int k = 0; k < TILEWIDTH; ++k) C[i + k] = TILEWIDTH;
}
)",
     R"(
3:24: error: 'TILEWIDTH' is not declared here -- did you mean 'TILE_WIDTH'?
)"},
    {"a type with a slip", R"(
__global__ void clear(flaot* C) {
  C[threadIdx.x] = 0.0f;
}
)",
     R"(
1:23: error: 'flaot' is no type that is known here -- did you mean 'float'?
)"},
    {"a type of a local with a slip", R"(
__global__ void clear(float* C) {
  unsinged int i = threadIdx.x;
  C[i] = 0.0f;
}
)",
     R"(
2:3: error: 'unsinged' is no type -- did you mean 'unsigned'?
)"},
    {"a structure with a slip", R"(
struct Matrix { int width; float* elements; };
__global__ void clear(Matirx M) {
  M.elements[threadIdx.x] = 0.0f;
}
)",
     R"(
2:23: error: 'Matirx' is no type that is known here -- did you mean 'Matrix'?
)"},
    {"retrun", R"(
__device__ float twice(float x) {
  retrun 2.0f * x;
}
__global__ void k(float* C) { C[0] = twice(C[0]); }
)",
     R"(
2:3: error: 'retrun' is no word of C++ -- did you mean 'return'?
)"},
    {"fro", R"(
__global__ void clear(float* C, int n) {
  fro (int i = 0; i < n; ++i) C[i] = 0.0f;
}
)",
     R"(
2:3: error: 'fro' is no word of C++ -- did you mean 'for'?
)"},
    {"whlie", R"(
__global__ void clear(float* C, int n) {
  int i = 0;
  whlie (i < n) C[i++] = 0.0f;
}
)",
     R"(
3:3: error: 'whlie' is no word of C++ -- did you mean 'while'?
)"},
    {"esle", R"(
__global__ void sign(float* C) {
  if (C[0] > 0.0f) C[0] = 1.0f;
  esle C[0] = -1.0f;
}
)",
     R"(
3:3: error: 'esle' is no word of C++ -- did you mean 'else'?
)"},
    {"elif", R"(
__global__ void sign(float* C, int n) {
  if (n > 0) C[0] = 1.0f;
  elif (n < 0) C[0] = -1.0f;
  else C[0] = 0.0f;
}
)",
     R"(
3:3: error: C++ has no 'elif' -- write else if
)"},
    {"If with a capital", R"(
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  If (i < n) C[i] = 0.0f;
}
)",
     R"(
3:3: error: 'If' is no word of C++ -- did you mean 'if'?
)"},
    {"breake and contiune", R"(
__global__ void find(int* C, int n) {
  for (int i = 0; i < n; ++i) {
    if (C[i] == 0) contiune;
    if (C[i] < 0) breake;
    C[i] = 1;
  }
}
)",
     R"(
3:20: error: 'contiune' is no word of C++ -- did you mean 'continue'?
4:19: error: 'breake' is no word of C++ -- did you mean 'break'?
)"},
    {"__global with underscores missing", R"(
__global void clear(float* C) {
  C[threadIdx.x] = 0.0f;
}
)",
     R"(
1:1: error: '__global' is no word of CUDA -- did you mean '__global__'?
)"},
    {"_global_", R"(
_global_ void clear(float* C) {
  C[threadIdx.x] = 0.0f;
}
)",
     R"(
1:1: error: '_global_' is no word of CUDA -- did you mean '__global__'?
)"},
    {"__gloabl__", R"(
__gloabl__ void clear(float* C) {
  C[threadIdx.x] = 0.0f;
}
)",
     R"(
1:1: error: '__gloabl__' is no word of CUDA -- did you mean '__global__'?
)"},
    {"__share__", R"(
__global__ void turn(float* C) {
  __share__ float tile[32];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
)",
     R"(
2:3: error: '__share__' is no word of CUDA -- did you mean '__shared__'?
)"},
    {"shared without underscores", R"(
__global__ void turn(float* C) {
  shared float tile[32];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
)",
     R"(
2:3: error: 'shared' is no word of CUDA -- did you mean '__shared__'?
)"},
    {"__devic__", R"(
__devic__ float twice(float x) { return 2.0f * x; }
__global__ void k(float* C) { C[0] = twice(C[0]); }
)",
     R"(
1:1: error: '__devic__' is no word of CUDA -- did you mean '__device__'?
)"},
    {"a function of CUDA with a slip", R"(
__global__ void k(float* C) {
  C[0] = sqrft(C[0]) + fmax(C[1], 0.0f);
}
)",
     R"(
2:10: error: 'sqrft' is no function that is known here -- did you mean 'sqrt'?
)"},
    {"an own function with a slip", R"(
__device__ float average(float a, float b) { return (a + b) / 2.0f; }
__global__ void k(float* C) {
  C[0] = averge(C[0], C[1]);
}
)",
     R"(
3:10: error: 'averge' is no function that is known here -- did you mean 'average'?
)"},
    {"atomicadd", R"(
__global__ void count(int* C) {
  atomicadd(&C[0], 1);
}
)",
     R"(
2:3: error: 'atomicadd' is no function that is known here -- did you mean 'atomicAdd'?
)"},
    {"the sum's name with a slip, used twice", R"(
__global__ void add(const float* A, float* C, int n) {
  float sum = 0.0f;
  for (int i = 0; i < n; ++i) smu += A[i];
  C[0] = smu;
}
)",
     R"(
3:31: error: 'smu' is not declared here -- did you mean 'sum'?
)"},
    {"a name that nothing here looks like", R"(
__global__ void k(float* C, int n) {
  C[0] = n * velocity;
}
)",
     R"(
2:14: error: 'velocity' is not declared here
)"},
};

const Mistake marks_missing_or_too_many[] = {
    {"a ; missing at a line's end", R"(
__global__ void clear(float* C) {
  int i = threadIdx.x
  C[i] = 0.0f;
}
)",
     R"(
2:22: error: a ; is missing after 'x' -- write ;
)"},
    {"a ; missing before a }", R"(
__global__ void clear(float* C) {
  C[threadIdx.x] = 0.0f
}
)",
     R"(
2:24: error: a ; is missing after '0.0f' -- write ;
)"},
    {"a ; missing after a barrier", R"(
__global__ void turn(float* C) {
  __shared__ float tile[32];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads()
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
)",
     R"(
4:18: error: a ; is missing after ')' -- write ;
)"},
    {"a ; missing after return", R"(
__device__ float twice(float x) {
  return 2.0f * x
}
__global__ void k(float* C) { C[0] = twice(C[0]); }
)",
     R"(
2:18: error: a ; is missing after 'x' -- write ;
)"},
    {"a ; missing after a structure", R"(
struct Matrix { int width; float* elements; }
__global__ void clear(Matrix M) { M.elements[threadIdx.x] = 0.0f; }
)",
     R"(
1:46: error: a ; is missing after '}' -- write ;
)"},
    {"a ; missing after a shared array", R"(
__global__ void turn(float* C) {
  __shared__ float tile[32]
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
)",
     R"(
2:28: error: a ; is missing after ']' -- write ;
)"},
    {"a ; missing after do ... while", R"(
__global__ void k(int* C) {
  int i = 0;
  do { C[i] = i; ++i; } while (i < 4)
  C[0] = 1;
}
)",
     R"(
3:38: error: a ; is missing after ')' -- write ;
)"},
    {"a ; missing in the head of a for", R"(
__global__ void clear(float* C, int n) {
  for (int i = 0; i < n ++i) C[i] = 0.0f;
}
)",
     R"(
2:24: error: a ; is missing after 'n' -- write ;
)"},
    {"commas in the head of a for", R"(
__global__ void clear(float* C, int n) {
  for (int i = 0, i < n, ++i) C[i] = 0.0f;
}
)",
     R"(
2:17: error: the parts of for are separated by ; and not by , -- write ;
)"},
    {"a ; too many after the head of an if", R"(
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  if (i < n);
    C[i] = 0.0f;
}
)",
     R"(
3:13: warning: this ; is all that the if governs -- take it away
)"},
    {"a ; too many after the head of a for", R"(
__global__ void clear(float* C, int n) {
  for (int i = 0; i < n; ++i);
    C[i] = 0.0f;
}
)",
     R"(
2:30: error: this ; ends the loop, and line 3 uses its 'i' behind it -- take the ; away
)"},
    {"a ; between a head and a body", R"(
__global__ void clear(float* C);
{
  C[threadIdx.x] = 0.0f;
}
)",
     R"(
1:32: error: this ; cuts the function off from its body -- take it away
)"},
    {"a ; in a macro", R"(
#define N 16;
__global__ void clear(float* C) {
  if (threadIdx.x < N) C[threadIdx.x] = 0.0f;
}
)",
     R"(
1:13: error: this ; goes wherever 'N' is used -- take it away
)"},
    {"an = in a macro", R"(
#define N = 16
__global__ void clear(float* C) {
  if (threadIdx.x < N) C[threadIdx.x] = 0.0f;
}
)",
     R"(
1:11: error: this = goes wherever 'N' is used -- take it away
)"},
    {"a ) missing in an if", R"(
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  if (i < n C[i] = 0.0f;
}
)",
     R"(
3:12: error: a ) is missing after 'n' -- write )
)"},
    {"a ) missing in an if with a block", R"(
__global__ void clear(float* C, int rows, int columns) {
  int i = threadIdx.x;
  if ((i < rows && i < columns) {
    C[i] = 0.0f;
  }
}
)",
     R"(
3:32: error: a ) is missing after ')' -- write )
)"},
    {"a ) missing in a call", R"(
__global__ void k(float* C) {
  C[0] = fmaxf(C[0], sqrtf(C[1]);
}
)",
     R"(
2:33: error: a ) is missing after ')' -- write )
)"},
    {"a ) too many in a call", R"(
__global__ void k(float* C) {
  C[0] = fmaxf(C[0], C[1]));
}
)",
     R"(
2:27: error: this ) closes nothing -- take it away
)"},
    {"a ) too many in an if", R"(
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  if (i < n)) C[i] = 0.0f;
}
)",
     R"(
3:13: error: this ) closes nothing -- take it away
)"},
    {"the ( of an if missing", R"(
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  if i < n) C[i] = 0.0f;
}
)",
     R"(
3:5: error: a ( is missing after 'if' -- write (
)"},
    {"both parentheses of an if missing", R"(
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  if i < n {
    C[i] = 0.0f;
  }
}
)",
     R"(
3:5: error: what 'if' asks stands in ( ) -- write ( ) around it
)"},
    {"parentheses of an if around one half only", R"(
__global__ void clear(float* C, int n, int m) {
  int i = threadIdx.x;
  if (i < n) && (i < m) C[i] = 0.0f;
}
)",
     R"(
3:14: error: the condition has ended before this && -- put ( ) around all of it
)"},
    {"a ) missing in a kernel's head", R"(
__global__ void clear(float* C, int n {
  if (threadIdx.x < n) C[threadIdx.x] = 0.0f;
}
)",
     R"(
1:38: error: a ) is missing after 'n' -- write )
)"},
    {"a comma missing between parameters", R"(
__global__ void clear(float* C int n) {
  if (threadIdx.x < n) C[threadIdx.x] = 0.0f;
}
)",
     R"(
1:31: error: a , is missing after 'C' -- write ,
)"},
    {"a comma too many among parameters", R"(
__global__ void clear(float* C, int n,) {
  if (threadIdx.x < n) C[threadIdx.x] = 0.0f;
}
)",
     R"(
1:39: error: a parameter is missing after ',' -- take the comma away
)"},
    {"a comma missing between arguments", R"(
__global__ void k(float* C) {
  C[0] = fmaxf(C[0] C[1]);
}
)",
     R"(
2:20: error: a , or an operator is missing between ']' and 'C'
)"},
    {"a comma too many among arguments", R"(
__global__ void k(float* C) {
  C[0] = fmaxf(C[0],, C[1]);
}
)",
     R"(
2:21: error: a value is missing after ','
)"},
    {"a ; instead of a comma", R"(
__global__ void k(float* C) {
  C[0] = fmaxf(C[0]; C[1]);
}
)",
     R"(
2:20: error: ';' does not belong here
)"},
    {"a ] missing", R"(
__global__ void copy(const float* A, float* C) {
  int i = threadIdx.x;
  C[i] = A[i;
}
)",
     R"(
3:13: error: a ] is missing after 'i' -- write ]
)"},
    {"a ] too many", R"(
__global__ void copy(const float* A, float* C) {
  int i = threadIdx.x;
  C[i]] = A[i];
}
)",
     R"(
3:7: error: this ] closes nothing -- take it away
)"},
    {"a ] missing on the left", R"(
__global__ void copy(const float* A, float* C) {
  int i = threadIdx.x;
  C[i = A[i];
}
)",
     R"(
3:13: error: a ] is missing after ']' -- write ]
)"},
    {"a ) for a ]", R"(
__global__ void copy(const float* A, float* C) {
  int i = threadIdx.x;
  C[i] = A[i);
}
)",
     R"(
3:13: error: a ] has to stand here, not a ) -- write ]
)"},
    {"parentheses for brackets", R"(
__global__ void copy(const float* A, float* C) {
  int i = threadIdx.x;
  C(i) = A(i);
}
)",
     R"(
3:3: error: this is a 'float *', and not a function -- write [ ] for one of its elements
3:10: error: this is a 'const float *', and not a function -- write [ ] for one of its elements
)"},
    {"a comma in brackets", R"(
__global__ void turn(float* C) {
  __shared__ float tile[4][4];
  tile[threadIdx.y, threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
)",
     R"(
3:8: error: a comma in [ ] leaves only what follows it as the index -- write [i][j] for two indices
)"},
    {"the last } missing", R"(
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  if (i < n) {
    C[i] = 0.0f;
  }
)",
     R"(
5:4: error: a } is missing: the { of line 1 is not closed -- write }
)"},
    {"a } missing before another kernel", R"(
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  if (i < n) {
    C[i] = 0.0f;
}

__global__ void copy(const float* A, float* C) {
  C[threadIdx.x] = A[threadIdx.x];
}
)",
     R"(
4:17: error: a } is missing: the { of line 3 is not closed -- write }
)"},
    {"a } too many", R"(
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  if (i < n) {
    C[i] = 0.0f;
  }
}
}
)",
     R"(
7:1: error: this } closes nothing -- take it away
)"},
    {"a } too many in the middle", R"(
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  if (i < n)
    C[i] = 0.0f;
  }
  C[0] = 1.0f;
}
)",
     R"(
3:13: error: a { is missing after ')' -- write {
)"},
    {"the { of a kernel missing", R"(
__global__ void clear(float* C)
  C[threadIdx.x] = 0.0f;
}
)",
     R"(
1:32: error: a { is missing after ')' -- write {
)"},
    {"the { of a for missing", R"(
__global__ void clear(float* C, int n) {
  for (int i = 0; i < n; ++i)
    C[i] = 0.0f;
    C[i] += 1.0f;
  }
}
)",
     R"(
2:30: error: a { is missing after ')' -- write {
)"},
    {"an operator missing between two names", R"(
__global__ void k(float* C, int n) {
  int i = blockIdx.x blockDim.x + threadIdx.x;
  C[i] = n;
}
)",
     R"(
2:21: error: an operator is missing between 'x' and 'blockDim'
)"},
    {"an operator missing after a number", R"(
__global__ void k(float* C, float x) {
  C[0] = 2 x;
}
)",
     R"(
2:11: error: an operator is missing between '2' and 'x'
)"},
    {"an operand missing", R"(
__global__ void k(float* C, float x) {
  C[0] = x + ;
}
)",
     R"(
2:13: error: a value is missing after '+'
)"},
    {"an operand missing before an operator", R"(
__global__ void k(float* C, float x) {
  C[0] = * x / 2.0f;
}
)",
     R"(
1:35: error: 'x' is a 'float', and line 2 asks for its elements -- write * before it
)"},
    {"two operators", R"(
__global__ void k(float* C, float x, float y) {
  C[0] = x + / y;
}
)",
     R"(
2:13: error: a value is missing after '+'
)"},
    {"=> for >=", R"(
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  if (i => n) return;
  C[i] = 0.0f;
}
)",
     R"(
3:9: error: C++ has no => -- write >=
)"},
    {"=+ for +=", R"(
__global__ void add(const float* A, float* C) {
  float sum = 0.0f;
  for (int i = 0; i < 8; ++i) sum =+ A[i];
  C[0] = sum;
}
)",
     R"(
3:35: warning: =+ stores and does not add -- write +=
)"},
    {"and with one letter too few", R"(
__global__ void clear(float* C, int n, int m) {
  int i = threadIdx.x;
  if (i < n adn i < m) C[i] = 0.0f;
}
)",
     R"(
3:12: error: a , or an operator is missing between 'n' and 'adn'
)"},
    {"a colon for a semicolon", R"(
__global__ void clear(float* C) {
  int i = threadIdx.x:
  C[i] = 0.0f;
}
)",
     R"(
2:22: error: a ; has to stand here, not a : -- write ;
)"},
    {"a comma for a semicolon", R"(
__global__ void clear(float* C) {
  int i = threadIdx.x,
  C[i] = 0.0f;
}
)",
     R"(
2:22: error: a ; has to stand here, not a , -- write ;
)"},
    {"a letter that is no mark", R"(
__global__ void k(float* C, float x) {
  C[0] = x × 2.0f;
}
)",
     R"(
2:12: error: '×' means nothing in C++ -- write *
)"},
    {"a quotation mark of a word processor", R"(
__global__ void k(int n) {
  if (n > 4) printf(“too large”);
}
)",
     R"(
2:21: error: '“' means nothing in C++ -- write "
)"},
    {"a minus of a word processor", R"(
__global__ void k(float* C, float x) {
  C[0] = x – 2.0f;
}
)",
     R"(
2:12: error: '–' means nothing in C++ -- write -
)"},
    {"a no-break space and an at sign", R"(
__global__ void k(float* C, float x) {
  C[0] = x @ 2.0f;
}
)",
     R"(
2:12: error: '@' means nothing in CUDA C++
)"},
    {"a stray $ and `", R"(
__global__ void k(float* C) {
  C[0] = $x;
  C[1] = `C[0]`;
}
)",
     R"(
2:10: error: '$' means nothing in CUDA C++
3:10: error: '`' means nothing in CUDA C++
3:15: error: '`' means nothing in CUDA C++
)"},
    {"no { of a value in braces, and more lines", R"(
__global__ void k(float4* C, float a) {
  float4 v = a, a,
             a, a };
  C[0] = v;
}
)",
     R"(
2:13: error: a { is missing after '=' -- write {
)"},
    {"no { of a value behind return", R"(
struct Q {
  float x, y;
  __device__ Q conjugate() const { return x, -y }; }
  __device__ float sum() const { return x + y; }
};
__global__ void k(float* C, Q q) { C[0] = q.conjugate().sum(); }
)",
     R"(
3:42: error: a { is missing after 'return' -- write {
)"},
    {"no { of a switch whose case has a block", R"(
__global__ void k(float* C, int n) {
  switch (n)
  case 0: {
    C[0] = 1.0f;
    break;
  }
  case 1:
  default:
    C[0] = 2.0f;
  }
}
)",
     R"(
2:13: error: a { is missing after ')' -- write {
)"},
    {"no } of a value in the head of a loop", R"(
struct S { int step; };
__global__ void k(float* C, int n) {
  for (int i = 0; i < n; i += S{2.step) {
    C[i] = 0.0f;
  }
}
)",
     R"(
3:39: error: a } is missing: the { of line 3 is not closed -- write }
)"},
};

const Mistake types[] = {
    {"a type missing before a variable", R"(
__global__ void clear(float* C) {
  i = threadIdx.x;
  C[i] = 0.0f;
}
)",
     R"(
2:3: error: 'i' is not declared here -- write its type before it, as in int i
)"},
    {"a type missing before a parameter", R"(
__global__ void clear(float* C, n) {
  if (threadIdx.x < n) C[threadIdx.x] = 0.0f;
}
)",
     R"(
1:33: error: a type is missing before 'n'
)"},
    {"a type missing after const", R"(
__global__ void clear(float* C) {
  const i = threadIdx.x;
  C[i] = 0.0f;
}
)",
     R"(
2:9: error: a type is missing before 'i'
)"},
    {"a type missing after __shared__", R"(
__global__ void turn(float* C) {
  __shared__ tile[32];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
)",
     R"(
2:14: error: a type is missing before 'tile'
)"},
    {"the type missing in the head of a for", R"(
__global__ void clear(float* C, int n) {
  for (i = 0; i < n; ++i) C[i] = 0.0f;
}
)",
     R"(
2:8: error: 'i' is not declared here -- write its type before it, as in int i
)"},
    {"the kernel's type missing", R"(
__global__ clear(float* C) {
  C[threadIdx.x] = 0.0f;
}
)",
     R"(
1:12: error: the type is missing: a kernel returns void -- write void before 'clear'
)"},
    {"a helper's type missing", R"(
__device__ twice(float x) { return 2.0f * x; }
__global__ void k(float* C) { C[0] = twice(C[0]); }
)",
     R"(
1:12: error: a type is missing before 'twice'
)"},
    {"an unknown type", R"(
__global__ void clear(real* C) {
  C[threadIdx.x] = 0.0f;
}
)",
     R"(
1:23: error: 'real' is no type that is known here
)"},
    {"an unknown type of a local", R"(
__global__ void clear(float* C) {
  index_t i = threadIdx.x;
  C[i] = 0.0f;
}
)",
     R"(
2:3: error: 'index_t' is no type that is known here
)"},
    {"an unknown type, used twice", R"(
__global__ void copy(const real* A, real* C) {
  C[threadIdx.x] = A[threadIdx.x];
}
)",
     R"(
1:28: error: 'real' is no type that is known here
)"},
    {"a vector type of five", R"(
__global__ void clear(float5* C) {
  C[threadIdx.x].x = 0.0f;
}
)",
     R"(
1:23: error: 'float5' is no type that is known here -- did you mean 'float'?
)"},
    {"string", R"(
__global__ void k(string name) {
  printf("%s", name);
}
)",
     R"(
1:19: error: 'string' is not to be had here: containers of the standard library are not for device code
)"},
    {"a number given to a pointer", R"(
__global__ void k(float* A) {
  A = 3;
}
)",
     R"(
2:7: error: an 'int' cannot be stored in a 'float *' -- did you mean to assign to an element, with [ ]?
)"},
    {"a value given to a pointer", R"(
__global__ void k(float* A, float* C) {
  float x = C[threadIdx.x];
  A = x;
}
)",
     R"(
3:7: error: a 'float' cannot be stored in a 'float *' -- did you mean to assign to an element, with [ ]?
)"},
    {"a pointer given to a value", R"(
__global__ void k(const float* A, float* C) {
  float x = A;
  C[0] = x;
}
)",
     R"(
2:13: error: 'x' is a 'float', and this is a 'const float *' -- did you mean an element of it, with [ ]?
)"},
    {"an element given a pointer", R"(
__global__ void k(const float* A, float* C) {
  C[threadIdx.x] = A;
}
)",
     R"(
2:20: error: a 'const float *' cannot be stored in a 'float' -- did you mean an element of it, with [ ]?
)"},
    {"a pointer of another kind", R"(
__global__ void k(int* A, float* C) {
  float* p = A;
  C[0] = p[0];
}
)",
     R"(
2:14: error: 'p' is a 'float *', and this is an 'int *'
)"},
    {"const dropped from a pointer", R"(
__global__ void k(const float* A, float* C) {
  float* p = A;
  p[0] = C[0];
}
)",
     R"(
2:14: error: 'p' is a 'float *', and this is a 'const float *' -- it points to what is const: make the other const, too
)"},
    {"two indices on a pointer", R"(
__global__ void k(float* C) {
  int row = threadIdx.y, column = threadIdx.x;
  C[row][column] = 0.0f;
}
)",
     R"(
3:10: error: this index is one too many: 'C[row]' is a 'float' already -- write one index, as in [row * width + column]
)"},
    {"three indices on an array of two", R"(
__global__ void k(float* C) {
  __shared__ float tile[8][8];
  tile[0][0] = C[0];
  C[1] = tile[0][0][0];
}
)",
     R"(
4:21: error: this index is one too many: 'tile[0][0]' is a 'float' already -- take it away
)"},
    {"one index on an array of two", R"(
__global__ void k(float* C) {
  __shared__ float tile[8][8];
  tile[threadIdx.x] = C[threadIdx.x];
  C[1] = tile[0][0];
}
)",
     R"(
3:21: error: an array cannot be assigned as a whole -- write one index more before it
)"},
    {"an index of a value", R"(
__global__ void k(float* C, float x) {
  C[0] = x[0];
}
)",
     R"(
1:35: error: 'x' is a 'float', and line 2 asks for its elements -- write * before it
)"},
    {"an index of a number of the program", R"(
__global__ void k(float* C, int n) {
  for (int i = 0; i < n[0]; ++i) C[i] = 0.0f;
}
)",
     R"(
1:33: error: 'n' is an 'int', and line 2 asks for its elements -- write * before it
)"},
    {"* of an int", R"(
__global__ void k(float* C, int n) {
  C[0] = *n;
}
)",
     R"(
1:33: error: 'n' is an 'int', and line 2 asks for its elements -- write * before it
)"},
    {"* of an element", R"(
__global__ void k(float* C) {
  C[0] = *C[1];
}
)",
     R"(
2:10: error: a 'float' points to nothing that could be read with * -- take the * away
)"},
    {"& of a number", R"(
__global__ void k(float* C) {
  float* p = &3.0f;
  C[0] = *p;
}
)",
     R"(
2:14: error: only what stands in memory has an address, and this is a value
)"},
    {"& forgotten in an atomic", R"(
__global__ void count(int* C) {
  atomicAdd(C[0], 1);
}
)",
     R"(
2:13: error: 'atomicAdd' wants a pointer to int, unsigned, unsigned long long, float or double as its first argument, and gets 'int' -- write & before it
)"},
    {"& forgotten for a parameter that is a pointer", R"(
__device__ void swap(float* a, float* b) { float t = *a; *a = *b; *b = t; }
__global__ void k(float* C) {
  swap(C[0], C[1]);
}
)",
     R"(
3:8: error: 'swap' takes a 'float *' as its first argument, and this is a 'float' -- write & before it
)"},
    {"& too many", R"(
__device__ float twice(float x) { return 2.0f * x; }
__global__ void k(float* C) {
  C[0] = twice(&C[0]);
}
)",
     R"(
3:10: error: 'twice' takes a 'float' as its first argument, and this is a 'float *'
)"},
    {"a float as an index", R"(
__global__ void k(const float* A, float* C, float x) {
  C[0] = A[x];
}
)",
     R"(
2:12: error: an index is an integer, and this is a 'float' -- write (int) before it
)"},
    {"half of n as an index", R"(
__global__ void k(const float* A, float* C, int n) {
  C[0] = A[n / 2.0];
}
)",
     R"(
2:12: error: an index is an integer, and this is a 'double' -- write (int) before it
)"},
    {"% of a float", R"(
__global__ void k(float* C, float x) {
  C[0] = x % 2;
}
)",
     R"(
2:12: error: % takes integers, and this is a 'float' -- fmodf does it for floats
)"},
    {"% of a double", R"(
__global__ void k(double* C) {
  C[0] %= 2.0;
}
)",
     R"(
2:8: error: % takes integers, and this is a 'double' -- fmodf does it for floats
)"},
    {"<< of a float", R"(
__global__ void k(float* C, float x) {
  C[0] = x << 1;
}
)",
     R"(
2:12: error: << takes integers, and this is a 'float'
)"},
    {"^ as a power", R"(
__global__ void k(float* C, float x) {
  C[0] = x ^ 2;
}
)",
     R"(
2:12: error: ^ takes integers, and this is a 'float' -- powf computes powers
)"},
    {"** as a power", R"(
__global__ void k(float* C, float x) {
  C[0] = x ** 2;
}
)",
     R"(
2:12: error: C++ has no ** for powers -- write powf(x, y)
)"},
    {"a structure added", R"(
struct Point { float x, y; };
__global__ void k(Point* P) {
  P[0] = P[1] + P[2];
}
)",
     R"(
3:15: error: there is no + of a 'Point' and a 'Point'
)"},
    {"a float4 added", R"(
__global__ void k(float4* P) {
  P[0] = P[1] + P[2];
}
)",
     R"(
2:15: error: CUDA has no + for 'float4' -- do it for x, y and so on, or write an operator+
)"},
    {"a float4 given a number", R"(
__global__ void k(float4* P) {
  P[0] = 0.0f;
}
)",
     R"(
2:10: error: what stands before = is a 'float4', and this is a 'float'
)"},
    {"a structure compared", R"(
struct Point { float x, y; };
__global__ void k(Point* P, int* C) {
  if (P[0] == P[1]) C[0] = 1;
}
)",
     R"(
3:12: error: there is no == of a 'Point' and a 'Point'
)"},
    {"pointers added", R"(
__global__ void k(float* A, float* B, float* C) {
  C = A + B;
}
)",
     R"(
2:9: error: there is no + of a 'float *' and a 'float *'
)"},
    {"pointers multiplied", R"(
__global__ void k(float* A, float* B, float* C) {
  C[0] = A * B;
}
)",
     R"(
2:12: error: there is no * of a 'float *' and a 'float *'
)"},
    {"-> on a structure", R"(
struct Matrix { int width; float* elements; };
__global__ void k(Matrix M) {
  M->elements[threadIdx.x] = M.width;
}
)",
     R"(
3:4: error: 'M' is no pointer -- write . instead of ->
)"},
    {". on a pointer", R"(
struct Matrix { int width; float* elements; };
__global__ void k(Matrix* M) {
  M.elements[threadIdx.x] = M->width;
}
)",
     R"(
3:4: error: 'M' is a pointer -- write -> instead of .
)"},
    {"a member of a number", R"(
__global__ void k(float* C, int n) {
  C[0] = n.x;
}
)",
     R"(
2:12: error: an 'int' has no members
)"},
    {"a member of an array", R"(
__global__ void k(float* C) {
  __shared__ float tile[8];
  tile[0] = 1.0f;
  C[0] = tile.size();
}
)",
     R"(
4:15: error: a 'float [8]' has no members
)"},
    {"a member of a pointer to numbers", R"(
__global__ void k(float* C) {
  C[0] = C.length;
}
)",
     R"(
2:12: error: a 'float *' has no members
)"},
    {"a function without its parentheses", R"(
__device__ int row() { return threadIdx.y; }
__global__ void k(float* C) {
  C[row] = 0.0f;
}
)",
     R"(
3:5: error: 'row' is a function: it is called with ( )
)"},
    {"a barrier without its parentheses", R"(
__global__ void k(float* C) {
  __shared__ float tile[32];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads;
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
)",
     R"(
4:3: error: '__syncthreads' is a function: it is called with ( )
)"},
    {"a number called", R"(
__global__ void k(float* C, int n) {
  C[0] = n(3);
}
)",
     R"(
2:10: error: this is an 'int', and not a function
)"},
    {"a text as a number", R"(
__global__ void k(float* C) {
  C[0] = "1.0";
}
)",
     R"(
2:10: error: a 'const char *' cannot be stored in a 'float'
)"},
    {"a variable of type void", R"(
__global__ void k(float* C) {
  void x = C[0];
  C[1] = x;
}
)",
     R"(
2:8: error: 'x' cannot be void: it would hold nothing
)"},
    {"the result of a function that gives none", R"(
__device__ void clear(float* C) { C[0] = 0.0f; }
__global__ void k(float* C) {
  C[1] = clear(C);
}
)",
     R"(
3:10: error: this gives no value
)"},
    {"?: of two kinds", R"(
__global__ void k(float* A, float* C, int n) {
  C[0] = n > 0 ? A : 1.0f;
}
)",
     R"(
2:18: error: one way this is a 'float *' and the other way a 'float'
)"},
    {"auto of nothing", R"(
__global__ void k(float* C) {
  auto x;
  x = C[0];
}
)",
     R"(
2:8: error: auto takes its type from a first value, and there is none
)"},
    {"an array given an array", R"(
__global__ void k(float* C) {
  float a[2] = {1.0f, 2.0f}, b[2];
  b = a;
  C[0] = b[0];
}
)",
     R"(
3:5: error: an array cannot be assigned as a whole -- assign its elements one by one
)"},
    {"an array with too many values", R"(
__global__ void k(float* C) {
  float a[2] = {1.0f, 2.0f, 3.0f};
  C[0] = a[0];
}
)",
     R"(
2:29: error: too many values: there are 2 elements
)"},
    {"a size that is negative", R"(
__global__ void k(float* C) {
  float a[-4];
  a[0] = C[0];
}
)",
     R"(
2:11: error: an array of -4 elements cannot be
)"},
    {"a size that is a float", R"(
__global__ void k(float* C) {
  float a[4.0];
  a[0] = C[0];
  C[1] = a[0];
}
)",
     R"(
2:11: error: the size of an array is an integer, and this is a 'double'
)"},
    {"NULL given to a number", R"(
__global__ void k(float* C) {
  C[0] = nullptr;
}
)",
     R"(
2:10: error: a 'std::nullptr_t' cannot be stored in a 'float'
)"},
    {"a number that is no place", R"(
__global__ void k(float* C, int n) {
  n + 1 = 3;
  5 = n;
  C[0] = n;
}
)",
     R"(
2:3: error: this is a value, and nothing can be stored in it
3:3: error: this is a value, and nothing can be stored in it
)"},
    {"++ of a sum", R"(
__global__ void k(float* C, int n) {
  C[0] = (n + 1)++;
}
)",
     R"(
2:10: error: this is a value, and nothing can be stored in it
)"},
};

const Mistake calls[] = {
    {"too few arguments of a built-in", R"(
__global__ void k(float* C) {
  C[0] = fmaxf(C[0]);
}
)",
     R"(
2:10: error: 'fmaxf' takes 2 arguments, and 1 is given
)"},
    {"too many arguments of a built-in", R"(
__global__ void k(float* C) {
  C[0] = sqrtf(C[0], 2.0f);
}
)",
     R"(
2:10: error: 'sqrtf' takes 1 argument, and 2 are given
)"},
    {"arguments of __syncthreads", R"(
__global__ void k(float* C) {
  __shared__ float tile[32];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads(tile);
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
)",
     R"(
4:3: error: '__syncthreads' takes no arguments, and 1 is given
)"},
    {"too few arguments of a helper", R"(
__device__ float average(float a, float b) { return (a + b) / 2.0f; }
__global__ void k(float* C) {
  C[0] = average(C[0]);
}
)",
     R"(
3:10: error: 'average' takes 2 arguments, and 1 is given
)"},
    {"too many arguments of a helper", R"(
__device__ float average(float a, float b) { return (a + b) / 2.0f; }
__global__ void k(float* C) {
  C[0] = average(C[0], C[1], C[2]);
}
)",
     R"(
3:10: error: 'average' takes 2 arguments, and 3 are given
)"},
    {"no arguments of a helper with a default", R"(
__device__ float scaled(float x, float factor = 2.0f) { return factor * x; }
__global__ void k(float* C) {
  C[0] = scaled();
}
)",
     R"(
3:10: error: 'scaled' takes 1 to 2 arguments, and 0 are given
)"},
    {"a wrong argument of a helper", R"(
__device__ float at(const float* A, int i) { return A[i]; }
__global__ void k(const float* A, float* C) {
  C[0] = at(0, A);
}
)",
     R"(
3:10: error: 'at' takes an 'int' as its second argument, and this is a 'const float *'
)"},
    {"arguments in the wrong order", R"(
__device__ void put(float* C, int i, float x) { C[i] = x; }
__global__ void k(float* C) {
  put(0, C, 1.0f);
}
)",
     R"(
3:3: error: 'put' takes an 'int' as its second argument, and this is a 'float *'
)"},
    {"a const array where it is written", R"(
__device__ void clear(float* C, int i) { C[i] = 0.0f; }
__global__ void k(const float* A) {
  clear(A, threadIdx.x);
}
)",
     R"(
3:3: error: 'clear' takes a 'float *' as its first argument, and this is a 'const float *'
)"},
    {"an array of two dimensions as a pointer", R"(
__device__ float first(const float* A) { return A[0]; }
__global__ void k(float* C) {
  __shared__ float tile[8][8];
  tile[0][0] = C[0];
  C[1] = first(tile);
}
)",
     R"(
5:10: error: 'first' takes a 'const float *' as its first argument, and this is a 'float (*)[8]'
)"},
    {"a wrong argument of a built-in", R"(
__global__ void k(const float* A, float* C) {
  C[0] = sqrtf(A);
}
)",
     R"(
2:10: error: 'sqrtf' wants a number, and gets 'const float *'
)"},
    {"too few arguments of an atomic", R"(
__global__ void count(int* C) {
  atomicAdd(&C[0]);
}
)",
     R"(
2:3: error: 'atomicAdd' takes 2 arguments, and 1 is given
)"},
    {"an atomic of a wrong kind", R"(
__global__ void count(short* C) {
  atomicAdd(&C[0], 1);
}
)",
     R"(
2:3: error: 'atomicAdd' wants a pointer to int, unsigned, unsigned long long, float or double as its first argument, and gets 'short *'
)"},
    {"an atomic compare of floats", R"(
__global__ void set(float* C) {
  atomicCAS(&C[0], 0.0f, 1.0f);
}
)",
     R"(
2:3: error: 'atomicCAS' wants a pointer to int, unsigned, unsigned long long or unsigned short as its first argument, and gets 'float *'
)"},
    {"an atomic maximum of floats", R"(
__global__ void largest(float* C, const float* A) {
  atomicMax(C, A[threadIdx.x]);
}
)",
     R"(
2:3: error: 'atomicMax' wants a pointer to int, unsigned, long long or unsigned long long as its first argument, and gets 'float *'
)"},
    {"a shuffle without its mask", R"(
__global__ void sum(float* C) {
  float x = C[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) x += __shfl_down_sync(x, d);
  C[threadIdx.x] = x;
}
)",
     R"(
3:40: error: '__shfl_down_sync' takes 3 or 4 arguments, and 2 are given
)"},
    {"a shuffle of old", R"(
__global__ void sum(float* C) {
  float x = C[threadIdx.x];
  x += __shfl_down(x, 16);
  C[threadIdx.x] = x;
}
)",
     R"(
3:8: error: '__shfl_down' is not to be had here: CUDA took the warp functions without a mask away: use the one that ends in _sync
)"},
    {"a shuffle of a pointer", R"(
__global__ void sum(float* C) {
  C[0] = __shfl_sync(0xffffffff, C, 0);
}
)",
     R"(
2:10: error: '__shfl_sync' wants a number as its second argument, and gets 'float *'
)"},
    {"a ballot of old", R"(
__global__ void vote(unsigned* C) {
  C[0] = __ballot(C[threadIdx.x] > 0);
}
)",
     R"(
2:10: error: '__ballot' is not to be had here: CUDA took the warp functions without a mask away: use the one that ends in _sync
)"},
    {"min of two kinds", R"(
__global__ void k(float* C, int n) {
  C[0] = min(n, C);
}
)",
     R"(
2:10: error: 'min' wants a number as its second argument, and gets 'float *'
)"},
    {"a template's arguments that disagree", R"(
template <typename T> __device__ T larger(T a, T b) { return a > b ? a : b; }
__global__ void k(float* C, int n) {
  C[0] = larger(C[0], n);
}
)",
     R"(
3:10: error: 'larger' is a template that does not fit the second argument, an 'int'
)"},
    {"a template whose argument cannot be found out", R"(
template <typename T> __device__ T zero() { return T(0); }
__global__ void k(float* C) {
  C[0] = zero();
}
)",
     R"(
3:10: error: 'zero' is a template, and nothing says what 'T' is: write it in < >
)"},
    {"a template with too many arguments", R"(
template <typename T> __device__ T twice(T x) { return x + x; }
__global__ void k(float* C) {
  C[0] = twice<float, 2>(C[0]);
}
)",
     R"(
3:10: error: 'twice' takes 1 argument in < >, and 2 are given
)"},
    {"a template with a type for a value", R"(
template <int N> __device__ float times(float x) { return N * x; }
__global__ void k(float* C) {
  C[0] = times<float>(C[0]);
}
)",
     R"(
3:16: error: 'N' stands for a value, and this is a type
)"},
    {"a template with a value for a type", R"(
template <typename T> __device__ T twice(T x) { return x + x; }
__global__ void k(float* C) {
  C[0] = twice<2>(C[0]);
}
)",
     R"(
3:16: error: 'T' stands for a type, and this is a value
)"},
    {"a template with a variable for a value", R"(
template <int N> __device__ float times(float x) { return N * x; }
__global__ void k(float* C, int n) {
  C[0] = times<n>(C[0]);
}
)",
     R"(
3:16: error: the argument for 'N' has to be a constant
)"},
    {"a structure's template without its arguments", R"(
template <typename T, int N> struct Tile { T values[N]; };
__global__ void k(float* C) {
  Tile tile;
  tile.values[0] = C[0];
  C[1] = tile.values[0];
}
)",
     R"(
3:3: error: 'Tile' wants 2 arguments in < >: 'T' is not given
)"},
    {"a structure's template with an argument missing", R"(
template <typename T, int N> struct Tile { T values[N]; };
__global__ void k(float* C) {
  Tile<float> tile;
  tile.values[0] = C[0];
  C[1] = tile.values[0];
}
)",
     R"(
3:3: error: 'Tile' wants 2 arguments in < >: 'N' is not given
)"},
    {"arguments of what is no template", R"(
__device__ float twice(float x) { return x + x; }
__global__ void k(float* C) {
  C[0] = twice<float>(C[0]);
}
)",
     R"(
3:10: error: 'twice' is no template
)"},
    {"a mistake in a template that is used twice", R"(
template <typename T> __device__ T larger(T a, T b) { return a > c ? a : b; }
__global__ void k(float* C, int* D) {
  C[0] = larger(C[0], C[1]);
  D[0] = larger(D[0], D[1]);
}
)",
     R"(
1:66: error: 'c' is not declared here
)"},
    {"a mistake of a template for one of two kinds", R"(
template <typename T> __device__ T half_of(T x) { return x % 2; }
__global__ void k(float* C, int* D) {
  C[0] = half_of(C[0]);
  D[0] = half_of(D[0]);
}
)",
     R"(
1:60: error: % takes integers, and this is a 'float' -- fmodf does it for floats
)"},
    {"a mistake in a helper that nothing calls", R"(
__device__ float twice(float x) { return 2.0f * y; }
__global__ void k(float* C) { C[0] = 0.0f; }
)",
     R"(
1:49: error: 'y' is not declared here
)"},
    {"a kernel called like a function", R"(
__global__ void clear(float* C) { C[threadIdx.x] = 0.0f; }
__global__ void k(float* C) {
  clear(C);
}
)",
     R"(
3:3: error: 'clear' is a kernel, and a kernel cannot be called like a function
)"},
    {"a kernel launched by a kernel", R"(
__global__ void clear(float* C) { C[threadIdx.x] = 0.0f; }
__global__ void k(float* C) {
  clear<<<1, 32>>>(C);
}
)",
     R"(
3:3: error: a launch is not understood in device code
)"},
    {"a function of the host called in a kernel", R"(
float twice(float x) { return 2.0f * x; }
__global__ void k(float* C) {
  C[0] = twice(C[0]);
}
)",
     R"(
1:7: error: 'twice' runs on the host, and line 3 calls it in device code -- write __device__ before it
)"},
    {"a function of the host called in several places", R"(
float twice(float x) { return 2.0f * x; }
__global__ void k(float* C) {
  C[0] = twice(C[0]);
  C[1] = twice(C[1]);
}
__global__ void l(float* C) { C[0] = twice(C[0]); }
)",
     R"(
1:7: error: 'twice' runs on the host, and line 3 calls it in device code -- write __device__ before it
)"},
    {"rand in a kernel", R"(
__global__ void k(int* C) {
  C[0] = rand() % 6;
}
)",
     R"(
2:10: error: 'rand' is not to be had here: a function for the host only
)"},
    {"malloc in a kernel", R"(
__global__ void k(int* C, int n) {
  int* a = (int*)malloc(n * sizeof(int));
  a[0] = C[0];
  C[1] = a[0];
  free(a);
}
)",
     R"(
2:18: error: 'malloc' is not to be had here: a kernel here asks for no memory: hand it an array
)"},
    {"cudaMalloc in a kernel", R"(
__global__ void k(int* C, int n) {
  int* a;
  cudaMalloc(&a, n * sizeof(int));
  C[0] = a[0];
}
)",
     R"(
3:3: error: 'cudaMalloc' is not to be had here: CUDA's runtime is for the host: a kernel cannot call it here
)"},
    {"cout in a kernel", R"(
#include <iostream>
__global__ void k(int* C) {
  std::cout << C[0] << std::endl;
}
)",
     R"(
3:3: error: 'cout' is not to be had here: streams of the standard library are not for device code: use printf
)"},
    {"a variable of the host", R"(
int size = 16;
__global__ void k(int* C) {
  C[0] = size;
}
)",
     R"(
1:5: error: 'size' is the host's, and a kernel reads it -- make it const, or __device__
)"},
    {"a variable of main", R"(
__global__ void k(int* C) {
  if (threadIdx.x < count) C[threadIdx.x] = 0;
}
int main() {
  int count = 16;
  k<<<1, count>>>(nullptr);
}
)",
     R"(
2:21: error: 'count' is not declared here
)"},
    {"a helper that has no body", R"(
__device__ float twice(float x);
__global__ void k(float* C) { C[0] = twice(C[0]); }
)",
     R"(
1:18: error: 'twice' is declared, and nowhere in this text is its body
)"},
    {"__device__ forgotten", R"(
float twice(float x) { return 2.0f * x; }
__device__ float four_times(float x) { return twice(twice(x)); }
__global__ void k(float* C) { C[0] = four_times(C[0]); }
)",
     R"(
1:7: error: 'twice' runs on the host, and line 2 calls it in device code -- write __device__ before it
)"},
    {"__host__ only", R"(
__host__ float twice(float x) { return 2.0f * x; }
__global__ void k(float* C) { C[0] = twice(C[0]); }
)",
     R"(
1:16: error: 'twice' runs on the host, and line 2 calls it in device code -- write __device__ before it
)"},
    {"__global__ forgotten", R"(
void clear(float* C) {
  C[threadIdx.x] = 0.0f;
}
int main() { clear<<<1, 32>>>(nullptr); }
)",
     R"(
1:6: error: 'clear' runs on the host, and uses 'threadIdx' -- write __global__ or __device__ before it
)"},
    {"__global__ forgotten and no launch", R"(
void clear(float* C) {
  C[threadIdx.x] = 0.0f;
}
)",
     R"(
1:6: error: 'clear' runs on the host, and uses 'threadIdx' -- write __global__ or __device__ before it
)"},
    {"a constructor of the host", R"(
struct P { float x; P(float v) : x(v) {} };
__global__ void k(float* C) {
  P a(1.0f);
  P b(2.0f);
  C[0] = a.x + b.x;
}
)",
     R"(
1:21: error: this constructor runs on the host, and line 3 calls it in device code -- write __device__ before it
)"},
    {"a method of the host", R"(
struct P {
  float x;
  float twice(float by) const { return by * x; }
};
__global__ void k(float* C, P p) { C[0] = p.twice(2.0f) + p.twice(3.0f); }
)",
     R"(
3:9: error: 'twice' runs on the host, and line 5 calls it in device code -- write __device__ before it
)"},
    {"an operator of the host", R"(
typedef float3 vec;
vec operator*(const vec& a, float s) { return make_float3(a.x * s, a.y * s, a.z * s); }
__global__ void k(vec* C) { C[0] = C[1] * 2.0f; }
)",
     R"(
2:5: error: 'operator*' runs on the host, and line 3 calls it in device code -- write __device__ before it
)"},
};

const Mistake declarations[] = {
    {"a loop's variable after the loop", R"(
__global__ void find(const int* A, int* C, int n) {
  for (int i = 0; i < n; ++i)
    if (A[i] == 0) break;
  C[0] = i;
}
)",
     R"(
4:10: error: 'i' of line 2 is known only up to the end of its block or loop -- declare it before that
)"},
    {"a variable of a block after it", R"(
__global__ void k(float* C, int n) {
  if (n > 4) {
    float x = C[0];
  }
  C[1] = x;
}
)",
     R"(
5:10: error: 'x' of line 3 is known only up to the end of its block or loop -- declare it before that
)"},
    {"a variable before its declaration", R"(
__global__ void k(float* C) {
  C[i] = 0.0f;
  int i = threadIdx.x;
}
)",
     R"(
2:5: error: 'i' is not declared here
)"},
    {"a variable of another kernel", R"(
__global__ void a(float* C) {
  int index = threadIdx.x;
  C[index] = 0.0f;
}
__global__ void b(float* C) {
  C[index] = 1.0f;
}
)",
     R"(
6:5: error: 'index' is not declared here
)"},
    {"a shared array of another kernel", R"(
__global__ void a(float* C) {
  __shared__ float tile[32];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
__global__ void b(float* C) {
  C[threadIdx.x] = tile[threadIdx.x];
}
)",
     R"(
2:20: note: 'tile' has 32 elements: this wants blocks of 32 threads
8:20: error: 'tile' is not declared here
)"},
    {"two variables of one name", R"(
__global__ void k(float* C) {
  int i = threadIdx.x;
  float i = C[0];
  C[1] = i;
}
)",
     R"(
3:9: error: 'i' is declared already, on line 2
)"},
    {"a variable by its parameter's name", R"(
__global__ void k(float* C, int n) {
  int n = threadIdx.x;
  C[n] = 0.0f;
}
)",
     R"(
2:7: error: 'n' is declared already, on line 1
)"},
    {"two parameters of one name", R"(
__global__ void k(float* A, float* A) {
  A[0] = 0.0f;
}
)",
     R"(
1:36: error: 'A' is declared already, on line 1
)"},
    {"two kernels of one name", R"(
__global__ void k(float* C) { C[0] = 0.0f; }
__global__ void k(float* C) { C[0] = 1.0f; }
)",
     R"(
2:17: error: 'k' is defined already, on line 1
)"},
    {"two structures of one name", R"(
struct Point { float x; };
struct Point { float y; };
__global__ void k(Point* P) { P[0].x = 0.0f; }
)",
     R"(
2:8: error: 'Point' is defined already, on line 1
)"},
    {"a function in a function", R"(
__global__ void k(float* C) {
  float twice(float x) { return 2.0f * x; }
  C[0] = twice(C[0]);
}
)",
     R"(
2:9: error: a function cannot be defined inside another: is a } missing before it? -- write } before it
)"},
    {"a kernel in a kernel", R"(
__global__ void k(float* C) {
  __global__ void l(float* D) { D[0] = 0.0f; }
  C[0] = 1.0f;
}
)",
     R"(
2:19: error: a function cannot be defined inside another: is a } missing before it? -- write } before it
)"},
    {"a return missing", R"(
__device__ float twice(float x) {
  float y = 2.0f * x;
}
__global__ void k(float* C) { C[0] = twice(C[0]); }
)",
     R"(
3:1: warning: 'twice' may come to its end without a value to give back -- write return with one before this }
)"},
    {"a return missing on one way", R"(
__device__ float sign(float x) {
  if (x > 0.0f) return 1.0f;
  if (x < 0.0f) return -1.0f;
}
__global__ void k(float* C) { C[0] = sign(C[0]); }
)",
     R"(
4:1: warning: 'sign' may come to its end without a value to give back -- write return with one before this }
)"},
    {"a return without its value", R"(
__device__ float root(float x) {
  if (x < 0.0f) return;
  return sqrtf(x);
}
__global__ void k(float* C) { C[0] = root(C[0]); }
)",
     R"(
2:17: error: 'root' gives a 'float', and nothing is returned here
)"},
    {"a value returned from a kernel", R"(
__global__ void k(float* C, int n) {
  if (n == 0) return 0;
  C[0] = 1.0f;
}
)",
     R"(
2:22: error: a kernel gives nothing back -- store it in an array
)"},
    {"a value returned from a helper without one", R"(
__device__ void put(float* C, float x) {
  return x;
}
__global__ void k(float* C) { put(C, 1.0f); }
)",
     R"(
2:10: error: 'put' gives nothing back -- write its type instead of void
)"},
    {"a kernel of type int", R"(
__global__ int k(float* C) {
  C[0] = 1.0f;
  return 0;
}
)",
     R"(
1:12: error: a kernel gives nothing back -- write void
)"},
    {"a kernel of type float", R"(
__global__ float sum(const float* A) {
  return A[0] + A[1];
}
)",
     R"(
1:12: error: a kernel gives nothing back -- write void
)"},
    {"a kernel that is static in a structure", R"(
struct Work {
  __global__ static void k(float* C) { C[0] = 1.0f; }
};
)",
     R"(
1:1: error: there is no kernel in this text -- a kernel begins with __global__ void
)"},
    {"a kernel's parameter that is a reference", R"(
__global__ void count(int& n) {
  n = n + 1;
}
)",
     R"(
1:23: error: a kernel cannot take references: what they refer to is the host's -- take a pointer, or the value
)"},
    {"a shared array without a size", R"(
__global__ void turn(float* C) {
  __shared__ float tile[];
  tile[threadIdx.x] = C[threadIdx.x];
}
)",
     R"(
2:20: error: 'tile' has no size -- write one, or extern __shared__ if the launch says it
)"},
    {"a shared array whose size is a parameter", R"(
__global__ void turn(float* C, int n) {
  __shared__ float tile[n];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
)",
     R"(
2:25: error: the size of an array has to be known before anything runs -- make it a constant or a macro
)"},
    {"a shared array whose size is blockDim.x", R"(
__global__ void turn(float* C) {
  __shared__ float tile[blockDim.x];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
)",
     R"(
2:25: error: the size of an array has to be known before anything runs -- make it a constant or a macro
)"},
    {"a shared array whose size is a local", R"(
__global__ void turn(float* C) {
  int size = 32;
  __shared__ float tile[size];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
)",
     R"(
3:25: error: the size of an array has to be known before anything runs -- make it a constant or a macro
)"},
    {"an array whose size is a parameter", R"(
__global__ void k(float* C, int n) {
  float own[n];
  own[0] = C[0];
  C[1] = own[0];
}
)",
     R"(
2:13: error: the size of an array has to be known before anything runs -- make it a constant or a macro
)"},
    {"an array whose size is not known", R"(
__global__ void k(float* C) {
  __shared__ float tile[TILE];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[TILE - 1 - threadIdx.x];
}
)",
     R"(
2:25: error: 'TILE' is not declared here
)"},
    {"a shared array with a first value", R"(
__global__ void k(float* C) {
  __shared__ float tile[4] = {0.0f, 0.0f, 0.0f, 0.0f};
  C[threadIdx.x] = tile[threadIdx.x];
}
)",
     R"(
2:20: error: shared memory cannot begin with values: every thread would write them -- let threads store them, and wait with __syncthreads()
)"},
    {"a shared number with a first value", R"(
__global__ void k(int* C) {
  __shared__ int count = 0;
  atomicAdd(&count, C[threadIdx.x]);
  __syncthreads();
  C[threadIdx.x] = count;
}
)",
     R"(
2:18: error: shared memory cannot begin with values: every thread would write them -- let threads store them, and wait with __syncthreads()
)"},
    {"extern shared with a size", R"(
__global__ void turn(float* C) {
  extern __shared__ float tile[32];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
)",
     R"(
2:27: warning: the launch says how long 'tile' is, whatever stands here -- write tile[]
)"},
    {"extern shared as a pointer", R"(
__global__ void turn(float* C) {
  extern __shared__ float* tile;
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[31 - threadIdx.x];
}
)",
     R"(
2:28: warning: 'tile' is one pointer in shared memory, and no array -- write tile[] without the *
)"},
    {"extern shared, two of them of other kinds", R"(
__global__ void turn(float* C) {
  extern __shared__ float a[];
  extern __shared__ int b[];
  a[threadIdx.x] = C[threadIdx.x];
  b[threadIdx.x] = threadIdx.x;
}
)",
     R"(
3:25: note: 'b' begins where 'a' of line 2 does: both are all that the launch asks for
)"},
    {"extern shared with a missing extern", R"(
__global__ void turn(float* C) {
  __shared__ float tile[][16];
  tile[threadIdx.y][threadIdx.x] = C[threadIdx.x];
}
)",
     R"(
2:20: error: 'tile' has no size -- write one, or extern __shared__ if the launch says it
)"},
    {"a shared parameter", R"(
__global__ void turn(__shared__ float* C) {
  C[0] = 1.0f;
}
)",
     R"(
1:22: error: a parameter cannot be __shared__ -- take __shared__ away
)"},
    {"a constant array that is written", R"(
__constant__ float mask[8];
__global__ void k(float* C) {
  mask[0] = C[0];
}
)",
     R"(
3:3: error: 'mask' is __constant__, and a kernel cannot change it
)"},
    {"a constant number that is changed", R"(
__global__ void k(float* C) {
  const int n = 4;
  n = 5;
  C[0] = n;
}
)",
     R"(
3:3: error: 'n' is const and cannot be changed
)"},
    {"a constant that has no value", R"(
__global__ void k(float* C) {
  const int n;
  C[0] = 1.0f;
}
)",
     R"(
2:13: error: 'n' is const, and has no first value
)"},
    {"a const array that is written", R"(
__global__ void add(const float* A, const float* B, const float* C) {
  int i = threadIdx.x;
  C[i] = A[i] + B[i];
}
)",
     R"(
3:3: error: this is const and cannot be changed
)"},
    {"a const parameter that is changed", R"(
__global__ void k(float* C, const int n) {
  n -= 1;
  C[n] = 0.0f;
}
)",
     R"(
2:3: error: 'n' is const and cannot be changed
)"},
    {"a const loop variable", R"(
__global__ void k(float* C) {
  for (const int i = 0; i < 4; ++i) C[i] = 0.0f;
}
)",
     R"(
2:34: error: 'i' is const and cannot be changed
)"},
    {"a built-in that is written", R"(
__global__ void k(float* C) {
  threadIdx.x = 0;
  C[0] = 1.0f;
}
)",
     R"(
2:3: error: 'threadIdx' is const and cannot be changed
)"},
    {"constexpr of what is not constant", R"(
__global__ void k(float* C, int n) {
  constexpr int m = 2 * n;
  C[m] = 0.0f;
}
)",
     R"(
2:21: error: the value of a constexpr has to be known before anything runs -- write const
)"},
    {"recursion", R"(
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void k(int* C) { C[0] = fib(C[1]); }
)",
     R"(
1:16: error: 'fib' calls itself: recursion is not recorded -- write a loop
)"},
    {"recursion of two", R"(
__device__ int odd(int n);
__device__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__device__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__global__ void k(int* C) { C[0] = even(C[1]); }
)",
     R"(
2:16: error: 'even' calls itself by way of 'odd': recursion is not recorded -- write a loop
)"},
    {"a template without an end", R"(
template <int N> __device__ int f(int x) { return f<N + 1>(x) + N; }
__global__ void k(int* C) { C[0] = f<0>(C[1]); }
)",
     R"(
1:33: error: these templates call each other without end
)"},
    {"a name missing", R"(
__global__ void k(float* C) {
  int = threadIdx.x;
  C[0] = 1.0f;
}
)",
     R"(
2:6: error: a name is missing after 'int'
)"},
    {"a parameter's name missing", R"(
__global__ void k(float* C, int) {
  C[threadIdx.x] = n;
}
)",
     R"(
1:32: error: this parameter has no name, and 'n' on line 2 is not declared -- call it 'n'
)"},
    {"a kernel's name missing", R"(
__global__ void (float* C) {
  C[threadIdx.x] = 0.0f;
}
)",
     R"(
1:16: error: a name is missing after 'void'
)"},
    {"a name that is a keyword", R"(
__global__ void k(float* C) {
  int new = threadIdx.x;
  C[new] = 0.0f;
}
)",
     R"(
2:7: error: 'new' is a word of C++, and cannot be a name
)"},
    {"a name that begins with a digit", R"(
__global__ void k(float* C) {
  float 2nd = C[1];
  C[0] = 2nd;
}
)",
     R"(
2:9: error: '2nd' is no name: a name begins with a letter
)"},
    {"a comma for a ; among declarations", R"(
__global__ void k(float* C) {
  int i = threadIdx.x, float x = C[i];
  C[i] = x + 1.0f;
}
)",
     R"(
2:22: error: a ; has to stand here, not a , -- write ;
)"},
    {"an enumerator with a slip", R"(
enum Mode { forward, backward };
__global__ void k(float* C, Mode mode) {
  C[0] = mode == foward ? 1.0f : -1.0f;
}
)",
     R"(
3:18: error: 'foward' is not declared here -- did you mean 'forward'?
)"},
    {"a structure that holds itself", R"(
struct Node { float value; Node next; };
__global__ void k(Node* N) { N[0].value = 1.0f; }
)",
     R"(
1:33: error: 'Node' is not complete here: a structure cannot hold itself -- hold a pointer to it
)"},
    {"a namespace that is not closed", R"(
namespace math {
__device__ float twice(float x) { return 2.0f * x; }

__global__ void k(float* C) { C[0] = math::twice(C[0]); }
)",
     R"(
4:58: error: a } is missing: the { of line 1 is not closed -- write }
)"},
    {"a name of a namespace", R"(
namespace math { __device__ float twice(float x) { return 2.0f * x; } }
__global__ void k(float* C) { C[0] = twice(C[0]) + maths::twice(C[1]); }
)",
     R"(
2:52: error: 'twice' is no function that is known here -- did you mean 'math::twice'?
)"},
    {"an enumeration without enum", R"(
Activation { NONE, RELU = 4 };
__global__ void k(float* C, Activation a) { C[0] = a == RELU ? 0.0f : 1.0f; }
)",
     R"(
1:1: error: enum is missing before 'Activation' -- write enum
)"},
    {"a scoped enumeration without enum", R"(
class Kind : unsigned char { Call, Put };
__global__ void k(float* C, Kind kind) {
  switch (kind) {
    case Kind::Call: C[0] = 1.0f; break;
    default: C[0] = 2.0f;
  }
}
)",
     R"(
1:1: error: enum is missing before 'class' -- write enum
)"},
    {"an enumeration without enum and name", R"(
{ ROWS = 4, COLS = 8 };
__global__ void k(float* C) { C[COLS] = ROWS; }
)",
     R"(
1:1: error: enum is missing before '{' -- write enum
)"},
    {"an enumerator without =", R"(
enum { SIDE 16 };
__global__ void k(float* C) { __shared__ float a[SIDE]; a[threadIdx.x] = 1.0f; C[threadIdx.x] = a[threadIdx.x]; }
)",
     R"(
1:12: error: an = is missing after 'SIDE' -- write =
)"},
    {"an enumerator too few", R"(
enum Way { , Up, Left };
__global__ void k(float* C, Way w) { C[0] = w == Up ? 1.0f : w == Left ? 2.0f : 3.0f; }
)",
     R"(
1:11: error: a name is missing after '{'
)"},
    {"using forgotten", R"(
u64 = unsigned long long;
__global__ void k(u64* C) { u64 x = 1; C[0] = x; }
)",
     R"(
1:1: error: using is missing before 'u64' -- write using
)"},
    {"using forgotten in a function", R"(
__global__ void k(double* C) {
  real = double;
  real x = 1.0;
  C[0] = x;
}
)",
     R"(
2:3: error: using is missing before 'real' -- write using
)"},
    {"no ; behind using", R"(
__global__ void k(float* C) {
  using real = float
  const real x = 1.0f;
  real y = x;
  y += 1.0f;
  C[0] = y;
}
)",
     R"(
2:21: error: a ; is missing after 'float' -- write ;
)"},
    {"no ; behind a typedef before an enumeration", R"(
typedef unsigned char byte
enum { TOP = 8, POLY = 9 };
__global__ void k(byte* C) { C[TOP] = POLY; }
)",
     R"(
1:27: error: a ; is missing after 'byte' -- write ;
)"},
    {"typedef forgotten", R"(
unsigned int u32;
__global__ void k(unsigned* C) {
  u32 x = 1;
  u32 y = 2;
  C[0] = x + y;
}
)",
     R"(
1:1: error: typedef is missing before 'unsigned' -- write typedef
)"},
    {"a type parameter without a name", R"(
template <typename, int N>
struct Tile {
  T cell[N];
  __device__ T& at(int i) { return cell[i]; }
};
__global__ void k(float* C) {
  Tile<float, 4> t;
  t.at(0) = 1.0f;
  C[0] = t.at(0);
}
)",
     R"(
1:19: error: this parameter has no name, and 'T' is not declared -- call it 'T'
)"},
    {"a namespace without {", R"(
namespace a
inline namespace b {
__device__ float one() { return 1.0f; }
}
__global__ void k(float* C) { C[0] = one(); }
}
)",
     R"(
1:12: error: a { is missing after 'a' -- write {
)"},
    {"inline without namespace", R"(
inline v2 {
__device__ float one() { return 1.0f; }
}
__global__ void k(float* C) { C[0] = one(); }
)",
     R"(
1:8: error: namespace is missing before 'v2' -- write namespace
)"},
    {"a structure with a mistake that an assertion looks at first", R"(
struct Stats {
  float lo;
  hi;
  __device__ void reset() { lo = 0.0f; hi = 0.0f; }
};
static_assert(sizeof(Stats) == 8, "layout");
__global__ void k(float* C) {
  Stats mine;
  mine.reset();
  C[0] = mine.hi;
}
)",
     R"(
3:3: error: a type is missing before 'hi'
)"},
    {"a constant with a mistake that an assertion looks at first", R"(
constexpr int tile = ;
static_assert(tile == 16, "written for 16");
__global__ void k(float* C) { C[tile] = 0.0f; }
)",
     R"(
1:21: error: a value is missing after '='
)"},
    {"a template with a mistake that guesses meet again", R"(
struct Plus { template <typename T> __device__ static T zero() { return (0); T x y; } };
template <class Op, typename T, int N>
__global__ void k(T* C) { C[N] = Plus::zero<T>(); }
)",
     R"(
1:81: error: an = is missing after 'x' -- write =
)"},
};

const Mistake statements[] = {
    {"break outside a loop", R"(
__global__ void k(float* C, int n) {
  if (n > 4) break;
  C[0] = 1.0f;
}
)",
     R"(
2:14: error: break stands in no loop and no switch
)"},
    {"continue outside a loop", R"(
__global__ void k(float* C, int n) {
  if (n > 4) continue;
  C[0] = 1.0f;
}
)",
     R"(
2:14: error: continue stands in no loop
)"},
    {"case outside a switch", R"(
__global__ void k(float* C, int n) {
  case 1: C[0] = 1.0f;
}
)",
     R"(
2:3: error: this case stands in no switch
)"},
    {"case without its word", R"(
__global__ void k(float* C, int n) {
  switch (n) {
    0: C[0] = 1.0f; break;
    default: C[0] = 0.0f;
  }
}
)",
     R"(
3:5: error: case is missing before '0' -- write case
)"},
    {"a case twice", R"(
__global__ void k(float* C, int n) {
  switch (n) {
    case 1: C[0] = 1.0f; break;
    case 1: C[0] = 2.0f; break;
  }
}
)",
     R"(
4:10: error: the case '1' is there already, on line 3
)"},
    {"a case that is not constant", R"(
__global__ void k(float* C, int n, int m) {
  switch (n) {
    case m: C[0] = 1.0f; break;
  }
}
)",
     R"(
3:10: error: what a case compares with has to be a constant integer
)"},
    {"a colon missing after case", R"(
__global__ void k(float* C, int n) {
  switch (n) {
    case 1 C[0] = 1.0f; break;
    case 2; C[0] = 2.0f; break;
  }
}
)",
     R"(
3:11: error: a : is missing after '1' -- write :
4:11: error: a : is missing after '2' -- write :
)"},
    {"a switch on a float", R"(
__global__ void k(float* C) {
  switch (C[0]) {
    case 1: C[0] = 1.0f; break;
  }
}
)",
     R"(
2:11: error: switch chooses by an integer, and this is a 'float'
)"},
    {"else without if", R"(
__global__ void k(float* C, int n) {
  C[0] = 1.0f;
  else C[0] = 2.0f;
}
)",
     R"(
3:3: error: this else belongs to no if
)"},
    {"else after two statements", R"(
__global__ void k(float* C, int n) {
  if (n > 0)
    C[0] = 1.0f;
    C[1] = 1.0f;
  else
    C[0] = 0.0f;
}
)",
     R"(
5:3: error: this else belongs to no if
)"},
    {"else after a ; too many", R"(
__global__ void k(float* C, int n) {
  if (n > 0); { C[0] = 1.0f; }
  else { C[0] = 0.0f; }
}
)",
     R"(
2:13: warning: this ; is all that the if governs -- take it away
3:3: error: this else belongs to no if
)"},
    {"else with a condition", R"(
__global__ void k(float* C, int n) {
  if (n > 0) C[0] = 1.0f;
  else (n < 0) C[0] = -1.0f;
}
)",
     R"(
3:8: error: if is missing before this ( -- write if
)"},
    {"then", R"(
__global__ void k(float* C, int n) {
  if (n > 0) then C[0] = 1.0f;
}
)",
     R"(
2:14: error: C++ has no 'then' -- take it away
)"},
    {"a condition missing", R"(
__global__ void k(float* C, int n) {
  if () C[0] = 1.0f;
}
)",
     R"(
2:7: error: a condition is missing after '('
)"},
    {"a while's condition missing", R"(
__global__ void k(float* C, int n) {
  while { C[0] = 1.0f; }
}
)",
     R"(
2:8: error: a ( is missing after 'while' -- write (
)"},
    {"an assignment in a condition", R"(
__global__ void k(float* C, int n) {
  if (n = 4) C[0] = 1.0f;
}
)",
     R"(
2:9: warning: this = stores a value, and does not compare -- did you mean ==?
)"},
    {"a comparison as a statement", R"(
__global__ void k(float* C, int n) {
  C[0] == 1.0f;
}
)",
     R"(
1:33: warning: 'n' is never used
2:3: warning: this does nothing -- did you mean '='?
)"},
    {"an addition as a statement", R"(
__global__ void k(float* C, int n) {
  float x = C[0];
  x + 1.0f;
  C[1] = x;
}
)",
     R"(
1:33: warning: 'n' is never used
3:3: warning: this does nothing
)"},
    {"a comparison of three", R"(
__global__ void k(float* C, int n) {
  int i = threadIdx.x;
  if (0 < i < n) C[i] = 0.0f;
}
)",
     R"(
3:13: warning: this compares the outcome of '0 < i', which is 0 or 1 -- write 0 < i && i < n
)"},
    {"do without while", R"(
__global__ void k(float* C, int n) {
  int i = 0;
  do { C[i] = 0.0f; ++i; }
  C[0] = 1.0f;
}
)",
     R"(
3:27: error: a while with the condition of this do is missing -- write while
)"},
    {"for with two parts", R"(
__global__ void k(float* C, int n) {
  for (int i = 0; i < n) C[i] = 0.0f;
}
)",
     R"(
2:24: error: a ; is missing after 'n' -- write ;
)"},
    {"for as in Python", R"(
__global__ void k(float* C, int n) {
  for i in range(n):
    C[i] = 0.0f;
}
)",
     R"(
2:6: error: what 'for' asks stands in ( ) -- write ( ) around it
)"},
    {"for with a range", R"(
__global__ void k(float* C, int n) {
  for (int i : n) C[i] = 0.0f;
}
)",
     R"(
2:16: error: only arrays of known size, and structures with begin() and end(), can be gone through like this
)"},
    {"foreach", R"(
__global__ void k(float* C, int n) {
  foreach (float x in C) x = 0.0f;
}
)",
     R"(
2:3: error: C++ has no 'foreach' -- write for
)"},
    {"a goto without its label", R"(
__global__ void k(float* C, int n) {
  if (n > 0) goto done;
  C[0] = 1.0f;
}
)",
     R"(
2:14: error: there is no label 'done' in this function
)"},
    {"a static_assert that does not hold", R"(
#define TILE 24
static_assert(TILE % 16 == 0, "TILE is a multiple of 16");
__global__ void k(float* C) { C[0] = TILE; }
)",
     R"(
2:15: error: this does not hold: TILE is a multiple of 16
)"},
    {"println", R"(
__global__ void k(float* C) {
  println("%f", C[0]);
}
)",
     R"(
2:3: error: 'println' is no function that is known here -- did you mean 'printf'?
)"},
    {"print", R"(
__global__ void k(float* C) {
  print("done");
}
)",
     R"(
2:3: error: 'print' is no function that is known here -- did you mean 'printf'?
)"},
};

const Mistake macros[] = {
    {"an unknown include", R"(
#include "matrix_helpers.h"
__global__ void k(float* C) { C[0] = 0.0f; }
)",
     R"(
1:10: note: 'matrix_helpers.h' is not read: what it defines is unknown here
)"},
    {"an include without quotes", R"(
#include stdio.h
__global__ void k(float* C) { C[0] = 0.0f; }
)",
     R"(
1:1: error: #include takes the name of a header -- write it between < and >
)"},
    {"an include with one quote", R"(
#include "stdio.h
__global__ void k(float* C) { C[0] = 0.0f; }
)",
     R"(
1:10: error: this string does not end -- put a " where it ends
)"},
    {"an include with its > missing", R"(
#include <stdio.h
__global__ void k(float* C) { C[0] = 0.0f; }
)",
     R"(
1:1: error: #include takes the name of a header -- write it between < and >
)"},
    {"an include with a slip", R"(
#inlcude <stdio.h>
__global__ void k(float* C) { C[0] = 0.0f; }
)",
     R"(
1:1: error: '#inlcude' is no directive -- did you mean #include?
)"},
    {"a define without #", R"(
define TILE 16
__global__ void k(float* C) { C[0] = TILE; }
)",
     R"(
1:1: error: a # is missing before 'define' -- write #define
)"},
    {"a define with a slip", R"(
#defin TILE 16
__global__ void k(float* C) { C[0] = TILE; }
)",
     R"(
1:1: error: '#defin' is no directive -- did you mean #define?
)"},
    {"a define without a value", R"(
#define TILE
__global__ void k(float* C) {
  __shared__ float tile[TILE][TILE];
  tile[0][0] = C[0];
  C[1] = tile[0][0] + TILE;
}
)",
     R"(
1:9: error: 'TILE' stands for nothing, and a value of it is wanted -- write one behind 'TILE'
)"},
    {"a define without a name", R"(
#define
__global__ void k(float* C) { C[0] = 0.0f; }
)",
     R"(
1:1: error: #define takes a name
)"},
    {"a define twice", R"(
#define TILE 16
#define TILE 32
__global__ void k(float* C) { C[0] = TILE; }
)",
     R"(
2:9: warning: 'TILE' was 16 up to here (line 1)
)"},
    {"a macro without its arguments", R"(
#define AT(row, column) ((row) * 16 + (column))
__global__ void k(float* C) { C[AT] = 0.0f; }
)",
     R"(
2:33: error: 'AT' is a macro that takes 2 arguments -- write ( ) with them behind it
)"},
    {"a macro with too few arguments", R"(
#define AT(row, column) ((row) * 16 + (column))
__global__ void k(float* C) { C[AT(threadIdx.y)] = 0.0f; }
)",
     R"(
2:33: error: 'AT' takes 2 arguments, and 1 is given
)"},
    {"a macro with too many arguments", R"(
#define AT(row, column) ((row) * 16 + (column))
__global__ void k(float* C) { C[AT(threadIdx.y, threadIdx.x, 16)] = 0.0f; }
)",
     R"(
2:33: error: 'AT' takes 2 arguments, and 3 are given -- put brackets around an argument that has a comma in it
)"},
    {"a macro whose call is not closed", R"(
#define AT(row, column) ((row) * 16 + (column))
__global__ void k(float* C) {
  C[AT(threadIdx.y, threadIdx.x] = 0.0f;
  C[1] = 0.0f;
}
)",
     R"(
3:5: error: the call of 'AT' does not end: a ')' is missing
)"},
    {"a macro with a space before its parameters", R"(
#define AT (row, column) ((row) * 16 + (column))
__global__ void k(float* C) { C[AT(threadIdx.y, threadIdx.x)] = 0.0f; }
)",
     R"(
1:9: error: the parameters of 'AT' have to follow it without a space -- take the space away
)"},
    {"a macro with unbalanced parentheses", R"(
#define AT(row, column) ((row) * 16 + (column)
__global__ void k(float* C) {
  C[AT(threadIdx.y, threadIdx.x)] = 0.0f;
}
)",
     R"(
1:47: error: a ) is missing in 'AT' -- write )
)"},
    {"a macro whose text has a mistake", R"(
#define AT(row, column) ((row) * widht + (column))
__global__ void k(float* C, int width) {
  C[AT(threadIdx.y, threadIdx.x)] = 0.0f;
  C[AT(threadIdx.x, threadIdx.y)] += 1.0f;
}
)",
     R"(
1:34: error: 'widht' is not declared here -- did you mean 'width'?
)"},
    {"an #if without #endif", R"(
#define FAST 1
#if FAST
__global__ void k(float* C) { C[0] = 0.0f; }
)",
     R"(
2:1: error: this #if has no #endif
)"},
    {"an #endif too many", R"(
__global__ void k(float* C) { C[0] = 0.0f; }
#endif
)",
     R"(
2:1: error: this #endif has no #if
)"},
    {"an #else twice", R"(
#if 1
#else
#else
#endif
__global__ void k(float* C) { C[0] = 0.0f; }
)",
     R"(
3:1: error: this #else stands behind the #else of its #if
)"},
    {"#elif after #else", R"(
#if 1
#else
#elif 1
#endif
__global__ void k(float* C) { C[0] = 0.0f; }
)",
     R"(
3:1: error: this #elif stands behind the #else of its #if
)"},
    {"#ifdef without a name", R"(
#ifdef
#endif
__global__ void k(float* C) { C[0] = 0.0f; }
)",
     R"(
1:1: error: #ifdef takes a name
)"},
    {"#if without a condition", R"(
#if
#endif
__global__ void k(float* C) { C[0] = 0.0f; }
)",
     R"(
1:1: error: there is no condition here
)"},
    {"#ifdfe", R"(
#ifdfe FAST
#endif
__global__ void k(float* C) { C[0] = 0.0f; }
)",
     R"(
1:1: error: '#ifdfe' is no directive -- did you mean #ifdef?
)"},
    {"#error", R"(
#ifndef TILE
#error "set TILE"
#endif
__global__ void k(float* C) { C[0] = 0.0f; }
)",
     R"(
2:1: error: #error: "set TILE"
)"},
    {"an #if with one = too few", R"(
#define TILE 16
#if TILE = 16
#endif
__global__ void k(float* C) { C[0] = TILE; }
)",
     R"(
2:10: error: a condition compares with ==, and this is =
)"},
    {"no { behind do in a macro", R"(
#define STORE(i)      \
  do                  \
    C[i] = 0.0f;      \
    C[i + 1] = 1.0f;  \
  } while (0)
__global__ void k(float* C) {
  STORE(0);
  STORE(2);
}
)",
     R"(
2:5: error: a { is missing after 'do' -- write {
)"},
    {"no } in a macro", R"(
#define STORE(i)                \
  do {                          \
    if (i > 0) { C[i] = 0.0f;   \
  } while (0)
__global__ void k(float* C) {
  STORE(0);
  STORE(2);
}
)",
     R"(
4:4: error: a } is missing in 'STORE' -- write }
)"},
    {"a macro that closes what nobody opened", R"(
#define BITS 4
#define RADIX 1 << BITS)
__global__ void k(float* C) {
  __shared__ float bins[RADIX];
  if (threadIdx.x < RADIX) bins[threadIdx.x] = 0.0f;
  __syncthreads();
  C[threadIdx.x] = bins[threadIdx.x];
}
)",
     R"(
2:24: error: this ) closes nothing -- take it away
)"},
    {"a macro that opens what nobody closes", R"(
#define RADIX (1 << 4
__global__ void k(float* C) {
  __shared__ float bins[RADIX];
  if (threadIdx.x < RADIX) bins[threadIdx.x] = 0.0f;
  __syncthreads();
  C[threadIdx.x] = bins[threadIdx.x];
}
)",
     R"(
1:22: error: a ) is missing in 'RADIX' -- write )
)"},
    {"no ( before the parameters of a macro", R"(
#define DEFINE_SUM name, OP) __device__ float name(float a, float b) { return a OP b; }
DEFINE_SUM(plus, +)
DEFINE_SUM(minus, -)
__global__ void k(float* C) { C[0] = plus(1.0f, 2.0f) * minus(1.0f, 2.0f); }
)",
     R"(
1:19: error: a ( is missing after 'DEFINE_SUM' -- write (
)"},
    {"macros that open and close for each other", R"(
#define BEGIN if (i < n) {
#define END }
#define OPEN foo(
__device__ float foo(float x) { return x; }
__global__ void k(float* C, int n) {
  int i = threadIdx.x;
  BEGIN
    C[i] = OPEN 1.0f) + c;
  END
}
)",
     R"(
8:25: error: 'c' is not declared here -- did you mean 'C'?
)"},
    {"a mark missing in a macro that is used often", R"(
#define BINARY(op, expr) case op { r = expr; break; }
__global__ void k(int* C, int n) {
  int a = C[0], b = C[1], r = 0;
  switch (n) {
    BINARY(0, a + b)
    BINARY(1, a - b)
    BINARY(2, a * b)
    BINARY(3, a & b)
    default: r = 1;
  }
  C[2] = r;
}
)",
     R"(
1:9: error: a : is missing after '0' -- write :
)"},
    {"a type that is wrong in a macro that is used often", R"(
#define LD2(p) (reinterpret_cast<const double2*>(p))
__global__ void k(const double* A, double* C) {
  const double2 a = LD2(A);
  const double2 b = LD2(A + 2);
  const double2 c = LD2(A + 4);
  C[0] = a.x + b.x + c.x;
}
)",
     R"(
1:9: error: 'a' is a 'const double2', and this is a 'const double2 *' -- did you mean an element of it, with [ ]?
)"},
    {"a macro without a name, used often", R"(
#define (op, fn) case op: C[0] = fn(C[0]); break;
__global__ void k(float* C, int n) {
  switch (n) {
    UNARY(0, sinf)
    UNARY(1, tanhf)
    UNARY(2, fabsf)
    UNARY(3, ceilf)
  }
}
)",
     R"(
1:9: error: #define takes a name
4:19: error: a ; is missing after ')' -- write ;
5:14: error: 'tanhf' is a function: it is called with ( )
)"},
    {"functions made by a macro that cannot be read", R"(
#define HASHER(NAME, TYPE STEP) __device__ TYPE NAME(TYPE h) { return STEP; }
HASHER(one, unsigned, h + 1u)
HASHER(two, unsigned, h + 2u)
HASHER(three, unsigned, h + 3u)
__global__ void k(unsigned* C) { C[0] = one(C[1]) + two(C[2]) + three(C[3]); }
)",
     R"(
1:27: error: a ',' or ')' is missing in the parameters of 'HASHER'
2:1: error: a type is missing before 'HASHER'
5:53: error: 'two' is no function that is known here -- did you mean 'tan'?
)"},
    {"a # missing before a macro with a # in it", R"(
define SHOW(x)            \
  if (C[0] < 0.0f) {      \
    printf("%s", #x);     \
  }
__global__ void k(float* C) {
  SHOW(C[0])
}
)",
     R"(
1:1: error: a # is missing before 'define' -- write #define
)"},
};

const Mistake literals[] = {
    {"a text that is not closed", R"(
__global__ void k(int n) {
  printf("n is %d\n, n);
}
)",
     R"(
2:10: error: this string does not end -- put a " where it ends
)"},
    {"a character that is not closed", R"(
__global__ void k(int* C) {
  C[0] = 'a;
}
)",
     R"(
2:10: error: this character does not end -- put a ' where it ends
)"},
    {"two characters", R"(
__global__ void k(int* C) {
  C[0] = 'ab';
}
)",
     R"(
2:10: error: 'ab' is more than one character: a string has "double quotes"
)"},
    {"no character", R"(
__global__ void k(int* C) {
  C[0] = '';
}
)",
     R"(
2:10: error: there is no character between the quotes
)"},
    {"a text in ' '", R"(
__global__ void k(int n) {
  printf('n is %d', n);
}
)",
     R"(
2:10: error: 'n is %d' is more than one character: a string has "double quotes"
)"},
    {"a comment that is not closed", R"(
__global__ void k(float* C) {
  C[0] = 0.0f;  /* clear it
}
)",
     R"(
2:17: error: this comment does not end -- write */ where it ends
)"},
    {"the end of a comment only", R"(
__global__ void k(float* C) {
  C[0] = 0.0f;  clear it */
}
)",
     R"(
2:26: error: this */ ends no comment -- write /* where it begins
)"},
    {"a comment as in Python", R"(
__global__ void k(float* C) {
  C[0] = 0.0f;  # clear it
}
)",
     R"(
2:17: error: a # means something only where a line begins -- write // before a comment
)"},
    {"09", R"(
__global__ void k(int* C) {
  C[0] = 09;
}
)",
     R"(
2:10: error: '9' is no octal digit: a number that starts with 0 is octal
)"},
    {"1.0g", R"(
__global__ void k(float* C) {
  C[0] = 1.0g;
}
)",
     R"(
2:10: error: 'g' is no suffix of a number
)"},
    {"0b2", R"(
__global__ void k(int* C) {
  C[0] = 0b2;
}
)",
     R"(
2:10: error: '2' is no binary digit
)"},
    {"0xfg", R"(
__global__ void k(int* C) {
  C[0] = 0xfg;
}
)",
     R"(
2:10: error: 'g' is no suffix of a number
)"},
    {"1f", R"(
__global__ void k(float* C) {
  C[0] = 1f;
}
)",
     R"(
2:10: error: 'f' is no suffix of a whole number: a float has a point, as in 1.0f
)"},
    {"1,5", R"(
__global__ void k(float* C) {
  float x = 1,5;
  C[0] = x;
}
)",
     R"(
2:14: error: a number has a point where its fraction begins, not a , -- write .
)"},
    {"1.2.3", R"(
__global__ void k(float* C) {
  C[0] = 1.2.3;
}
)",
     R"(
2:10: error: '.3' is no suffix of a number
)"},
    {"1e", R"(
__global__ void k(float* C) {
  C[0] = 1e;
}
)",
     R"(
2:10: error: '1e' has no digits in its exponent
)"},
    {"a number too large", R"(
__global__ void k(long long* C) {
  C[0] = 99999999999999999999;
}
)",
     R"(
2:10: error: '99999999999999999999' does not fit into 64 bits
)"},
    {"16x16", R"(
__global__ void k(float* C) {
  __shared__ float tile[16x16];
  tile[0] = C[0];
  C[1] = tile[0];
}
)",
     R"(
2:25: error: 'x16' is no suffix of a number
)"},
};

const Mistake not_understood[] = {
    {"a lambda", R"(
__global__ void k(float* C) {
  auto twice = [](float x) { return 2.0f * x; };
  C[0] = twice(C[0]);
}
)",
     R"(
2:16: error: a lambda is not understood in device code
)"},
    {"new and delete", R"(
__global__ void k(float* C, int n) {
  float* a = new float[n];
  a[0] = C[0];
  C[1] = a[0];
  delete[] a;
}
)",
     R"(
2:14: error: new is not understood in device code
5:3: error: delete is not understood in device code
)"},
    {"a virtual function", R"(
struct Shape { __device__ virtual float area() { return 0.0f; } };
__global__ void k(Shape* S, float* C) { C[0] = S->area(); }
)",
     R"(
1:41: error: virtual functions are not understood in device code
)"},
    {"a derived structure", R"(
struct Base { float x; };
struct Derived : Base { float y; };
__global__ void k(Derived* D) { D[0].y = 1.0f; }
)",
     R"(
2:16: error: a structure that is derived from another is not understood in device code
)"},
    {"a texture", R"(
texture<float, 2> image;
__global__ void k(float* C) { C[0] = tex2D(image, 0.5f, 0.5f); }
)",
     R"(
1:1: error: 'texture' is not to be had here: textures are not recorded
)"},
    {"a texture object", R"(
__global__ void k(cudaTextureObject_t image, float* C) {
  C[threadIdx.x] = tex1Dfetch<float>(image, threadIdx.x);
}
)",
     R"(
1:19: error: 'cudaTextureObject_t' is not to be had here: textures are not recorded
)"},
    {"a surface", R"(
__global__ void k(cudaSurfaceObject_t image) {
  surf2Dwrite(1.0f, image, 0, 0);
}
)",
     R"(
1:19: error: 'cudaSurfaceObject_t' is not to be had here: surfaces are not recorded
)"},
    {"assembly", R"(
__global__ void k(unsigned* C) {
  unsigned lane;
  asm("mov.u32 %0, %laneid;" : "=r"(lane));
  C[0] = lane;
}
)",
     R"(
3:3: error: inline assembly is not understood in device code
)"},
    {"a vector", R"(
#include <vector>
__global__ void k(std::vector<float> A, float* C) {
  C[0] = A[0];
}
)",
     R"(
2:19: error: 'vector' is not to be had here: containers of the standard library are not for device code
)"},
    {"a local vector", R"(
#include <vector>
__global__ void k(float* C) {
  std::vector<float> A(16);
  C[0] = A[0];
}
)",
     R"(
3:3: error: 'vector' is not to be had here: containers of the standard library are not for device code
)"},
    {"a string", R"(
#include <string>
__global__ void k(int n) {
  std::string name = "n";
  printf("%s %d", name.c_str(), n);
}
)",
     R"(
3:3: error: 'string' is not to be had here: containers of the standard library are not for device code
)"},
    {"half", R"(
#include <cuda_fp16.h>
__global__ void k(half* A, float* C) {
  C[0] = __half2float(A[0]);
}
)",
     R"(
2:19: error: 'half' is not to be had here: numbers of 16 bits and fewer are not understood: use float
)"},
    {"bfloat16", R"(
__global__ void k(__nv_bfloat16* A, float* C) {
  C[0] = __bfloat162float(A[0]);
}
)",
     R"(
1:19: error: '__nv_bfloat16' is not to be had here: numbers of 16 bits and fewer are not understood: use float
)"},
    {"cooperative groups", R"(
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(float* C) {
  cg::thread_block block = cg::this_thread_block();
  C[threadIdx.x] = 1.0f;
  block.sync();
}
)",
     R"(
4:3: error: 'thread_block' is not to be had here: cooperative groups are not understood: use __syncthreads()
)"},
    {"cooperative groups with auto", R"(
#include <cooperative_groups.h>
using namespace cooperative_groups;
__global__ void k(float* C) {
  auto grid = this_grid();
  C[threadIdx.x] = 1.0f;
  grid.sync();
}
)",
     R"(
4:15: error: 'this_grid' is not to be had here: cooperative groups are not understood: use __syncthreads()
)"},
    {"a function of a group", R"(
#include <cooperative_groups.h>
using namespace cooperative_groups;
__device__ int lane(thread_group group) { return group.thread_rank(); }
__global__ void k(int* C) {
  C[threadIdx.x] = lane(this_thread_block());
}
)",
     R"(
3:21: error: 'thread_group' is not to be had here: cooperative groups are not understood: use __syncthreads()
)"},
    {"wmma", R"(
#include <mma.h>
using namespace nvcuda;
__global__ void k(const half* A, const half* B, float* C) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::load_matrix_sync(a, A, 16);
}
)",
     R"(
3:25: error: 'half' is not to be had here: numbers of 16 bits and fewer are not understood: use float
4:3: error: 'fragment' is not to be had here: what tensor cores do is not recorded
)"},
    {"thrust", R"(
#include <thrust/device_vector.h>
__global__ void k(thrust::device_vector<float> A) {
  A[0] = 1.0f;
}
)",
     R"(
2:19: error: 'device_vector' is not to be had here: Thrust and CUB are not understood: write the kernel out
)"},
    {"cub", R"(
#include <cub/cub.cuh>
__global__ void k(float* C) {
  typedef cub::BlockReduce<float, 128> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  C[0] = Reduce(storage).Sum(C[threadIdx.x]);
}
)",
     R"(
3:11: error: 'BlockReduce' is not to be had here: Thrust and CUB are not understood: write the kernel out
)"},
    {"curand", R"(
#include <curand_kernel.h>
__global__ void k(float* C) {
  curandState state;
  curand_init(1, threadIdx.x, 0, &state);
  C[threadIdx.x] = curand_uniform(&state);
}
)",
     R"(
3:3: error: 'curandState' is not to be had here: cuRAND is not understood: make random numbers by an own function
)"},
    {"an exception", R"(
__global__ void k(float* C, int n) {
  if (n < 0) throw 1;
  try { C[0] = 1.0f; } catch (...) { }
}
)",
     R"(
2:14: error: an exception is not understood in device code
3:3: error: an exception is not understood in device code
)"},
    {"a pointer to a function", R"(
__device__ float twice(float x) { return 2.0f * x; }
__global__ void k(float* C) {
  float (*f)(float) = twice;
  C[0] = f(C[0]);
}
)",
     R"(
3:13: error: functions cannot be pointed to here -- call it by its name
)"},
    {"variable arguments", R"(
template <typename... T> __device__ float sum(T... all) { return (all + ...); }
__global__ void k(float* C) { C[0] = sum(C[0], C[1]); }
)",
     R"(
2:38: error: 'sum' is a template of any number of arguments, or of a template, which is not understood here
)"},
    {"fields of bits", R"(
struct Flags { unsigned low : 4, high : 4; };
__global__ void k(Flags* F) { F[0].low = 1; }
)",
     R"(
1:25: error: fields of single bits are not understood here
1:34: error: fields of single bits are not understood here
)"},
    {"dynamic_cast", R"(
struct Base { float x; };
__global__ void k(Base* B, float* C) { C[0] = dynamic_cast<Base*>(B)->x; }
)",
     R"(
2:47: error: dynamic_cast is not understood in device code
)"},
    {"the name of an array in typeid", R"(
__global__ void k(float* C) { C[0] = typeid(C) == typeid(float*); }
)",
     R"(
1:38: error: typeid is not understood in device code
1:51: error: typeid is not understood in device code
)"},
    {"a tuple taken apart", R"(
struct Pair { float a, b; };
__global__ void k(Pair* P, float* C) {
  auto [a, b] = P[0];
  C[0] = a + b;
}
)",
     R"(
3:8: error: a structure cannot be taken apart like this here -- name its fields one by one
)"},
    {"no kernel", R"(
__device__ float twice(float x) { return 2.0f * x; }
)",
     R"(
1:1: error: there is no kernel in this text -- a kernel begins with __global__ void
)"},
    {"nothing but a host", R"(
int main() { return 0; }
)",
     R"(
1:1: error: there is no kernel in this text -- a kernel begins with __global__ void
)"},
    {"another language", R"(
def clear(C):
    for i in range(16):
        C[i] = 0
)",
     R"(
1:1: error: there is no kernel in this text -- a kernel begins with __global__ void
)"},
    {"an OpenCL kernel", R"(
__kernel void clear(__global float* C) {
  int i = get_global_id(0);
  C[i] = 0.0f;
}
)",
     R"(
1:1: error: there is no kernel in this text -- a kernel begins with __global__ void
)"},
};

const Mistake warnings[] = {
    {"a barrier that not all reach", R"(
__global__ void turn(float* C, int n) {
  __shared__ float tile[32];
  int i = threadIdx.x;
  if (i < 16) {
    tile[i] = C[i];
    __syncthreads();
  }
  C[i] = tile[0];
}
)",
     R"(
1:36: warning: 'n' is never used
6:5: warning: this barrier is reached only by threads for which 'i < 16' holds
)"},
    {"a barrier after a return", R"(
__global__ void turn(float* C, int n) {
  __shared__ float tile[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  tile[threadIdx.x] = C[i];
  __syncthreads();
  C[i] = tile[31 - threadIdx.x];
}
)",
     R"(
2:20: note: 'tile' has 32 elements: this takes blocks of 32 threads at most
6:3: warning: threads that returned at line 4 never reach this barrier
)"},
    {"one element too many", R"(
__global__ void k(float* C) {
  __shared__ float tile[16];
  for (int i = 0; i <= 16; ++i) tile[i] = C[i];
  __syncthreads();
  C[threadIdx.x] = tile[16];
}
)",
     R"(
3:38: warning: 'i' goes up to 16, and 'tile' has 16 of them: 0 to 15
5:25: warning: there is no element 16: 'tile' has 16 of them: 0 to 15
)"},
    {"a negative index", R"(
__global__ void k(float* C) {
  __shared__ float tile[16];
  tile[threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[threadIdx.x] = tile[-1];
}
)",
     R"(
2:20: note: 'tile' has 16 elements: this wants blocks of 16 threads
5:25: warning: there is no element -1: 'tile' has 16 of them: 0 to 15
)"},
    {"a second index too large", R"(
__global__ void k(float* C) {
  __shared__ float tile[16][8];
  tile[threadIdx.y][threadIdx.x] = C[threadIdx.x];
  __syncthreads();
  C[0] = tile[0][8];
}
)",
     R"(
2:20: note: 'tile' has 16 x 8 elements: this wants blocks of 8 x 16 threads
)"},
    {"a variable that was never set", R"(
__global__ void sum(const float* A, float* C, int n) {
  float all;
  for (int i = 0; i < n; ++i) all += A[i];
  C[0] = all;
}
)",
     R"(
3:31: warning: 'all' is read before it has a value -- write 'float all = 0;'
)"},
    {"an unsigned that is >= 0", R"(
__global__ void k(float* C, unsigned n) {
  for (unsigned i = n; i >= 0; --i) C[i] = 0.0f;
}
)",
     R"(
2:24: warning: 'i' is unsigned and never below 0, so this does not end the loop -- make 'i' an int
)"},
    {"an unsigned that is < 0", R"(
__global__ void k(float* C) {
  if (threadIdx.x - 1 < 0) return;
  C[0] = 1.0f;
}
)",
     R"(
2:7: warning: 'threadIdx.x - 1 < 0' never holds: what is unsigned is not below 0
)"},
    {"a shared array that is never filled", R"(
__global__ void k(float* C) {
  __shared__ float tile[16];
  C[threadIdx.x] = tile[threadIdx.x];
}
)",
     R"(
2:20: note: 'tile' has 16 elements: this wants blocks of 16 threads
3:20: warning: 'tile' is read here, and no thread ever writes to it
)"},
    {"a size that is not used", R"(
__global__ void clear(float* C, int n) {
  C[blockIdx.x * blockDim.x + threadIdx.x] = 0.0f;
}
)",
     R"(
1:37: warning: 'n' is never used
)"},
    {"1/2", R"(
__global__ void k(float* C) {
  C[0] = 1 / 2 * C[1];
}
)",
     R"(
2:10: warning: 1 / 2 is 0: both are ints -- write 1.0f / 2
)"},
    {"(1/3) of floats", R"(
__global__ void k(float* C, float x) {
  float third = 1 / 3;
  C[0] = third * x;
}
)",
     R"(
2:17: warning: 1 / 3 is 0: both are ints -- write 1.0f / 3
)"},
    {"double constants", R"(
__global__ void k(float* C) {
  C[0] = C[0] * 0.5 + 1.0;
}
)",
     R"(
2:17: note: 0.5 is a double: this is computed in double -- write 0.5f
2:23: note: 1.0 is a double: this is computed in double -- write 1.0f
)"},
    {"x = x", R"(
__global__ void k(float* C, int n) {
  n = n;
  C[n] = 0.0f;
}
)",
     R"(
2:5: warning: this stores 'n' in itself
)"},
    {"a shift by too much", R"(
__global__ void k(int* C) {
  C[0] = 1 << 32;
}
)",
     R"(
2:10: warning: this shifts an int by 32 bits
)"},
    {"a division by zero", R"(
__global__ void k(int* C) {
  C[0] = C[1] / 0;
}
)",
     R"(
2:15: warning: this divides by 0
)"},
    {"a call whose result nobody takes", R"(
__global__ void k(float* C) {
  fmaxf(C[0], C[1]);
}
)",
     R"(
2:3: warning: nobody takes what 'fmaxf' gives -- store it, as in x = fmaxf(...)
)"},
    {"a barrier in a loop of threads", R"(
__global__ void k(float* C) {
  for (int i = threadIdx.x; i < 64; i += 32) {
    C[i] = 0.0f;
    __syncthreads();
  }
}
)",
     R"(
4:5: warning: this barrier is in a loop that threads leave at different times: 'i < 64' depends on threadIdx
)"},
};

const Mistake several_at_once[] = {
    {"five in one kernel", R"(
__global__ void multiply(const float* A, const float* B, float* C, int n) {
  int row = blockIdx.y * blockDim.y + threadldx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.w;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k)
    sum += A[row * n + k] * B[k * n + colunm]
  C[row][column] = sum;
  return sum;
}
)",
     R"(
2:39: error: 'threadldx' is not declared here -- did you mean 'threadIdx'?
3:52: error: 'threadIdx' has no 'w' -- it has x, y and z
6:46: error: a ; is missing after ']' -- write ;
8:10: error: a kernel gives nothing back -- store it in an array
)"},
    {"one in each of six functions", R"(
__device__ float a(float x) { return x + z; }
__device__ float b(float x) { return sqrtt(x); }
__device__ float c(float x) { return x % 2.0f; }
__device__ float d(float x) { return a(x, x); }
__device__ float e(float* x) { return x; }
__global__ void k(float* C) { C[0] = a(1.0f) + b(1.0f) + c(1.0f) + d(1.0f) + e(C); C = 3; }
)",
     R"(
1:42: error: 'z' is not declared here
2:38: error: 'sqrtt' is no function that is known here -- did you mean 'sqrt'?
3:40: error: % takes integers, and this is a 'float' -- fmodf does it for floats
4:38: error: 'a' takes 1 argument, and 2 are given
5:39: error: 'e' gives a 'float', and this is a 'float *' -- did you mean an element of it, with [ ]?
6:88: error: an 'int' cannot be stored in a 'float *' -- did you mean to assign to an element, with [ ]?
)"},
    {"a first CUDA program", R"(
#include <stdio.h>
#define N 16;
__global void add(int a, int b, int c) {
  int i = threadId.x;
  c[i] = a[i] + b[i];
}
int main() {
  add<<<1, N>>>(a, b, c);
}
)",
     R"(
3:1: error: '__global' is no word of CUDA -- did you mean '__global__'?
4:11: error: 'threadId' is not declared here -- did you mean 'threadIdx'?
)"},
    {"a tiled product written in a hurry", R"(
#define TILE_WIDTH 16
__global__ void matmul(float* A, float* B, float* C, int width) {
  __shared__ float As[TILE_WIDTH][TILE_WIDTH];
  __shared__ float Bs[TILE_WIDTH][TILEWIDTH];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE_WIDTH + ty;
  int col = blockIdx.x * TILE_WIDTH + tx;
  float sum = 0
  for (int m = 0; m < width / TILE_WIDTH; ++m) {
    As[ty][tx] = A[row * width + m * TILE_WIDTH + tx];
    Bs[ty][tx] = B[(m * TILE_WIDTH + ty) * width + col];
    __syncthread();
    for (int k = 0; k < TILE_WIDTH; ++k)
      sum += As[ty][k] * bs[k][tx];
    __syncthreads()
  }
  C[row * widht + col] = sum;
}
)",
     R"(
4:35: error: 'TILEWIDTH' is not declared here -- did you mean 'TILE_WIDTH'?
8:16: error: a ; is missing after '0' -- write ;
12:5: error: '__syncthread' is no function that is known here -- did you mean '__syncthreads'?
14:26: error: 'bs' is not declared here -- did you mean 'Bs'?
15:20: error: a ; is missing after ')' -- write ;
17:11: error: 'widht' is not declared here -- did you mean 'width'?
)"},
    {"a reduction written in a hurry", R"(
__global__ void sum(float* A, float* out, int n) {
  extern __shared__ float cache;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  cache[threadIdx.x] = i < n ? A[i] : 0;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0, s /= 2) {
    if (threadIdx.x < s) cache[threadIdx.x] += cache[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x = 0) atomicAdd(out[0], cache[0]);
}
)",
     R"(
2:27: error: 'cache' is a 'float', and line 4 asks for its elements -- write how many it has: cache[...]
6:37: error: the parts of for are separated by ; and not by , -- write ;
10:19: error: this = stores a value, and does not compare -- did you mean ==?
)"},
    {"a kernel from a slide", R"(
__global__ void axpy(int n, float a, float x, float y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x
  if (i < n) {
    y[i] = a * x[i] + y[i];
}
)",
     R"(
1:44: error: 'x' is a 'float', and line 4 asks for its elements -- write * before it
1:53: error: 'y' is a 'float', and line 4 asks for its elements -- write * before it
2:48: error: a ; is missing after 'x' -- write ;
4:28: error: a } is missing: the { of line 3 is not closed -- write }
)"},
    {"errors and warnings", R"(
__global__ void k(float* C, int n) {
  __shared__ float tile[16];
  float all;
  all += C[0] * 0.5;
  if (threadIdx.x < 8) __syncthreads();
  C[0] = all + tile[0];
}
)",
     R"(
1:33: warning: 'n' is never used
4:3: warning: 'all' is read before it has a value -- write 'float all = 0;'
4:17: note: 0.5 is a double: this is computed in double -- write 0.5f
5:24: warning: this barrier is reached only by threads for which 'threadIdx.x < 8' holds
6:16: warning: 'tile' is read here, and no thread ever writes to it
)"},
    {"a slip and a mark, in two kernels", R"(
__global__ void a(float* C) {
  C[threadIdx.x] = 0.0f
}
__global__ void b(float* C) {
  int i = threadIdx.x;
  C[j] = 0.0f;
}
)",
     R"(
2:24: error: a ; is missing after '0.0f' -- write ;
6:5: error: 'j' is not declared here
)"},
    {"a mistake in a structure and in what uses it", R"(
struct Matrix { int widht, height; flaot* elements; };
__global__ void clear(Matrix M) {
  int i = threadIdx.x;
  if (i < M.width * M.height) M.elements[i] = 0.0f;
}
)",
     R"(
1:36: error: 'flaot' is no type that is known here -- did you mean 'float'?
4:13: error: 'Matrix' has no 'width' -- did you mean 'widht'?
)"},
    {"a word that makes functions the device's, and is not there", R"(
#define HD
HD float one(float x) { return x; }
HD float two(float x) { return 2.0f * x; }
HD float three(float x) { return 3.0f * x; }
HD float four(float x) { return 4.0f * x; }
__global__ void k(float* C) { C[0] = one(C[0]) + two(C[1]) + three(C[2]) + four(C[3]); }
)",
     R"(
1:9: error: 'HD' stands for nothing, and 'one' runs on the host, and line 6 calls it in device code -- write __host__ __device__ behind 'HD'
)"},
    {"several functions of the host", R"(
float one(float x) { return x; }
float two(float x) { return 2.0f * x; }
float three(float x) { return 3.0f * x; }
float four(float x) { return 4.0f * x; }
__global__ void k(float* C) { C[0] = one(C[0]) + two(C[1]) + three(C[2]) + four(C[3]); }
)",
     R"(
1:7: error: 'one' runs on the host, and line 5 calls it in device code -- write __device__ before it
2:7: error: 'two' runs on the host, and line 5 calls it in device code -- write __device__ before it
3:7: error: 'three' runs on the host, and line 5 calls it in device code -- write __device__ before it
4:7: error: 'four' runs on the host, and line 5 calls it in device code -- write __device__ before it
)"},
    {"a parameter that lacks its *, and what calls the function", R"(
__device__ int same(const char* a, const char b, int n) {
  const char* stop = b + n;
  while (b != stop && *a == *b) { ++a; ++b; }
  return b == stop;
}
__global__ void k(const char* A, const char* B, int* C) {
  C[0] = same(A, B, 4);
  C[1] = same(A + 1, B, 4);
  C[2] = same(A + 2, B, 4);
}
)",
     R"(
2:22: error: 'stop' is a 'const char *', and this is an 'int'
3:12: error: a 'char' is compared with a 'const char *'
)"},
    {"many mistakes in many places", R"(
struct S { int a b; float c; };
__device__ float one(float x) { return x + lost; }
__device__ float two(float x) { return y }
__global__ void k(float* C, S s) {
  int i = threadIdx.x
  C[i] = one(s.c) + two(s.c);
  C[i + 1] = sinn(C[i]);
  if (i < 4 { C[i] = 0.0f; }
}
__global__ void l(float* C) {
  C[0] = thredIdx.x;
  float x = C;
  int* p = 1.0f;
}
)",
     R"(
1:17: error: an = is missing after 'a' -- write =
2:44: error: 'lost' is not declared here
3:41: error: a ; is missing after 'y' -- write ;
5:22: error: a ; is missing after 'x' -- write ;
7:14: error: 'sinn' is no function that is known here -- did you mean 'sin'?
8:12: error: a ) is missing after '4' -- write )
11:10: error: 'thredIdx' is not declared here -- did you mean 'threadIdx'?
12:13: error: 'x' is a 'float', and this is a 'float *' -- did you mean an element of it, with [ ]?
13:12: error: 'p' is an 'int *', and this is a 'float'
)"},
};

struct Sort {
  const char* name;
  std::span<const Mistake> all;
};

const Sort sorts[] = {
    {"NamesWithASlip", names_with_a_slip},
    {"MarksMissingOrTooMany", marks_missing_or_too_many},
    {"Types", types},
    {"Calls", calls},
    {"Declarations", declarations},
    {"Statements", statements},
    {"Macros", macros},
    {"Literals", literals},
    {"NotUnderstood", not_understood},
    {"Warnings", warnings},
    {"SeveralAtOnce", several_at_once},
};

class Mistakes : public testing::TestWithParam<Sort> {};

TEST_P(Mistakes, AreToldWhereTheyAreToBeMended) {
  for (const Mistake& mistake : GetParam().all) EXPECT_EQ(told_of(mistake.text + 1), mistake.told + 1) << mistake.what;
}

// The text's lines may end as they like.
TEST_P(Mistakes, AreToldAlikeWhateverEndsALine) {
  for (const Mistake& mistake : GetParam().all) {
    std::string text;
    for (const char c : std::string_view(mistake.text + 1)) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
    EXPECT_EQ(told_of(text), mistake.told + 1) << mistake.what;
  }
}

// Two lines before them move all that is told, and nothing else.
TEST_P(Mistakes, AreToldAlikeFurtherDown) {
  for (const Mistake& mistake : GetParam().all) {
    const auto places = [](const std::string& told) {
      std::string columns;
      for (std::size_t at = 0; at < told.size(); at = told.find('\n', at) + 1) {
        const std::size_t colon = told.find(':', at), next = told.find(':', colon + 1);
        columns += told.substr(colon, next - colon);
      }
      return columns;
    };
    const std::string text = std::string("// Zeile 1: größer ✓\n\n") + (mistake.text + 1);
    if (std::string_view(mistake.told).find("no kernel in this text") != std::string_view::npos) continue;
    EXPECT_EQ(places(told_of(text)), places(mistake.told + 1)) << mistake.what;
  }
}

INSTANTIATE_TEST_SUITE_P(Sorts, Mistakes, testing::ValuesIn(sorts),
                         [](const auto& sort) { return std::string(sort.param.name); });

TEST(Columns, AreCharactersAndNotBytes) {
  const std::string begin = "__global__ void k(float* C) {\n";
  EXPECT_EQ(told_of(begin + "\t\tC[indx] = 0.0f;\n}\n"), "2:5: error: 'indx' is not declared here\n");
  EXPECT_EQ(told_of(begin + "  /* größer ✓ 线程 */ C[indx] = 0.0f;\n}\n"),
            "2:23: error: 'indx' is not declared here\n");
  EXPECT_EQ(told_of(begin + "  float größe = C[0]  /* 🙂 */\n  C[1] = größe;\n}\n"),
            "2:21: error: a ; is missing after ']' -- write ;\n");
  EXPECT_EQ(told_of("\xEF\xBB\xBF__global__ void k(flaot* C) { C[0] = 0.0f; }\n"),
            "1:19: error: 'flaot' is no type that is known here -- did you mean 'float'?\n");
  EXPECT_EQ(told_of(begin + "  float 面积 = 1.0f;\n  C[0] = 面 * 面积;\n}\n"),
            "3:10: error: '面' is not declared here\n");
}

// What is wrong in a function that several kernels call is told once.
TEST(Mistakes, AreToldOnceHoweverManyMeetThem) {
  std::string text = "__device__ float twice(float x) { return 2.0f * y; }\n";
  for (int n = 0; n < 20; ++n)
    text +=
        "__global__ void k" + std::to_string(n) + "(float* C) { C[0] = twice(C[0]) + " + std::to_string(n) + "; }\n";
  EXPECT_EQ(told_of(text), "1:49: error: 'y' is not declared here\n");
}

// Twenty functions, and a mistake of its own in each.
TEST(Mistakes, OfDifferentFunctionsAreAllTold) {
  std::string text, told;
  for (int n = 0; n < 20; ++n) {
    const std::string number = std::to_string(n);
    text += "__global__ void k" + number + "(float* C, int n) { C[n] = lost" + number + "; }\n";
    told +=
        std::to_string(n + 1) + ":" + (n < 10 ? "46" : "47") + ": error: 'lost" + number + "' is not declared here\n";
  }
  EXPECT_EQ(told_of(text), told);
}

}  // namespace
}  // namespace tilescope::language
