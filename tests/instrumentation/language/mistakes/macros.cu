// The preprocessor: includes, conditions, macros, and mistakes in the text of a macro.

//~~ an unknown include
#include "matrix_helpers.h"
__global__ void k(float* C) { C[0] = 0.0f; }
//~ 1:10: note: 'matrix_helpers.h' is not read: its definitions are unknown here

//~~ an include without quotes
#include stdio.h
__global__ void k(float* C) { C[0] = 0.0f; }
//~ 1:1: error: #include takes the name of a header -- write it between < and >

//~~ an include with one quote
#include "stdio.h
__global__ void k(float* C) { C[0] = 0.0f; }
//~ 1:10: error: this string is not closed -- write " where it should end

//~~ an include with its > missing
#include <stdio.h
__global__ void k(float* C) { C[0] = 0.0f; }
//~ 1:1: error: #include takes the name of a header -- write it between < and >

//~~ an include with a slip
#inlcude <stdio.h>
__global__ void k(float* C) { C[0] = 0.0f; }
//~ 1:1: error: '#inlcude' is not a directive -- did you mean #include?

//~~ a define without #
define TILE 16
__global__ void k(float* C) { C[0] = TILE; }
//~ 1:1: error: a # is missing before 'define' -- write #define

//~~ a define with a slip
#defin TILE 16
__global__ void k(float* C) { C[0] = TILE; }
//~ 1:1: error: '#defin' is not a directive -- did you mean #define?

//~~ a define without a value
#define TILE
__global__ void k(float* C) {
  __shared__ float tile[TILE][TILE];
  tile[0][0] = C[0];
  C[1] = tile[0][0] + TILE;
}
//~ 1:9: error: 'TILE' is empty, but its value is used -- write a value after 'TILE'

//~~ a define without a name
#define
__global__ void k(float* C) { C[0] = 0.0f; }
//~ 1:1: error: #define needs a name

//~~ a define twice
#define TILE 16
#define TILE 32
__global__ void k(float* C) { C[0] = TILE; }
//~ 2:9: warning: 'TILE' is redefined: it was 16 on line 1

//~~ a macro without its arguments
#define AT(row, column) ((row) * 16 + (column))
__global__ void k(float* C) { C[AT] = 0.0f; }
//~ 2:33: error: 'AT' is a macro that takes 2 arguments -- write them in ( ) after it

//~~ a macro with too few arguments
#define AT(row, column) ((row) * 16 + (column))
__global__ void k(float* C) { C[AT(threadIdx.y)] = 0.0f; }
//~ 2:33: error: 'AT' takes 2 arguments, but 1 was given

//~~ a macro with too many arguments
#define AT(row, column) ((row) * 16 + (column))
__global__ void k(float* C) { C[AT(threadIdx.y, threadIdx.x, 16)] = 0.0f; }
//~ 2:33: error: 'AT' takes 2 arguments, but 3 were given -- put parentheses around an argument that contains a comma

//~~ a macro whose call is not closed
#define AT(row, column) ((row) * 16 + (column))
__global__ void k(float* C) {
  C[AT(threadIdx.y, threadIdx.x] = 0.0f;
  C[1] = 0.0f;
}
//~ 3:5: error: the call of 'AT' has no closing ')'

//~~ a macro with a space before its parameters
#define AT (row, column) ((row) * 16 + (column))
__global__ void k(float* C) { C[AT(threadIdx.y, threadIdx.x)] = 0.0f; }
//~ 1:9: error: the parameter list must follow 'AT' without a space -- remove the space

//~~ a macro with unbalanced parentheses
#define AT(row, column) ((row) * 16 + (column)
__global__ void k(float* C) {
  C[AT(threadIdx.y, threadIdx.x)] = 0.0f;
}
//~ 1:47: error: a ) is missing from 'AT' -- write )

//~~ a macro whose text has a mistake
#define AT(row, column) ((row) * widht + (column))
__global__ void k(float* C, int width) {
  C[AT(threadIdx.y, threadIdx.x)] = 0.0f;
  C[AT(threadIdx.x, threadIdx.y)] += 1.0f;
}
//~ 1:34: error: 'widht' is not declared here -- did you mean 'width'?

//~~ an #if without #endif
#define FAST 1
#if FAST
__global__ void k(float* C) { C[0] = 0.0f; }
//~ 2:1: error: this #if has no #endif

//~~ an #endif too many
__global__ void k(float* C) { C[0] = 0.0f; }
#endif
//~ 2:1: error: this #endif has no #if

//~~ an #else twice
#if 1
#else
#else
#endif
__global__ void k(float* C) { C[0] = 0.0f; }
//~ 3:1: error: this #else comes after the #else of the same #if

//~~ #elif after #else
#if 1
#else
#elif 1
#endif
__global__ void k(float* C) { C[0] = 0.0f; }
//~ 3:1: error: this #elif comes after the #else of the same #if

//~~ #ifdef without a name
#ifdef
#endif
__global__ void k(float* C) { C[0] = 0.0f; }
//~ 1:1: error: #ifdef needs a name

//~~ #if without a condition
#if
#endif
__global__ void k(float* C) { C[0] = 0.0f; }
//~ 1:1: error: a condition is missing here

//~~ #ifdfe
#ifdfe FAST
#endif
__global__ void k(float* C) { C[0] = 0.0f; }
//~ 1:1: error: '#ifdfe' is not a directive -- did you mean #ifdef?

//~~ #error
#ifndef TILE
#error "set TILE"
#endif
__global__ void k(float* C) { C[0] = 0.0f; }
//~ 2:1: error: #error: "set TILE"

//~~ an #if with one = too few
#define TILE 16
#if TILE = 16
#endif
__global__ void k(float* C) { C[0] = TILE; }
//~ 2:10: error: a condition compares with ==, not with =

//~~ no { behind do in a macro
#define STORE(i)      \
  do                  \
    C[i] = 0.0f;      \
    C[i + 1] = 1.0f;  \
  } while (0)
__global__ void k(float* C) {
  STORE(0);
  STORE(2);
}
//~ 2:5: error: a { is missing after 'do' -- write {

//~~ no } in a macro
#define STORE(i)                \
  do {                          \
    if (i > 0) { C[i] = 0.0f;   \
  } while (0)
__global__ void k(float* C) {
  STORE(0);
  STORE(2);
}
//~ 4:4: error: a } is missing from 'STORE' -- write }

//~~ a macro that closes what nobody opened
#define BITS 4
#define RADIX 1 << BITS)
__global__ void k(float* C) {
  __shared__ float bins[RADIX];
  if (threadIdx.x < RADIX) bins[threadIdx.x] = 0.0f;
  __syncthreads();
  C[threadIdx.x] = bins[threadIdx.x];
}
//~ 2:24: error: this ) closes nothing -- remove it

//~~ a macro that opens what nobody closes
#define RADIX (1 << 4
__global__ void k(float* C) {
  __shared__ float bins[RADIX];
  if (threadIdx.x < RADIX) bins[threadIdx.x] = 0.0f;
  __syncthreads();
  C[threadIdx.x] = bins[threadIdx.x];
}
//~ 1:22: error: a ) is missing from 'RADIX' -- write )

//~~ no ( before the parameters of a macro
#define DEFINE_SUM name, OP) __device__ float name(float a, float b) { return a OP b; }
DEFINE_SUM(plus, +)
DEFINE_SUM(minus, -)
__global__ void k(float* C) { C[0] = plus(1.0f, 2.0f) * minus(1.0f, 2.0f); }
//~ 1:19: error: a ( is missing after 'DEFINE_SUM' -- write (

//~~ macros that open and close for each other
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
//~ 8:25: error: 'c' is not declared here -- did you mean 'C'?

//~~ a mark missing in a macro that is used often
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
//~ 1:9: error: a : is missing after '0' -- write :

//~~ a type that is wrong in a macro that is used often
#define LD2(p) (reinterpret_cast<const double2*>(p))
__global__ void k(const double* A, double* C) {
  const double2 a = LD2(A);
  const double2 b = LD2(A + 2);
  const double2 c = LD2(A + 4);
  C[0] = a.x + b.x + c.x;
}
//~ 1:9: error: 'a' is a 'const double2', but this is a 'const double2 *' -- did you mean one of its elements, with [ ]?

//~~ a macro without a name, used often
#define (op, fn) case op: C[0] = fn(C[0]); break;
__global__ void k(float* C, int n) {
  switch (n) {
    UNARY(0, sinf)
    UNARY(1, tanhf)
    UNARY(2, fabsf)
    UNARY(3, ceilf)
  }
}
//~ 1:9: error: #define needs a name
//~ 4:19: error: a ; is missing after ')' -- write ;
//~ 5:14: error: 'tanhf' is a function -- call it: tanhf(...)

//~~ functions made by a macro that cannot be read
#define HASHER(NAME, TYPE STEP) __device__ TYPE NAME(TYPE h) { return STEP; }
HASHER(one, unsigned, h + 1u)
HASHER(two, unsigned, h + 2u)
HASHER(three, unsigned, h + 3u)
__global__ void k(unsigned* C) { C[0] = one(C[1]) + two(C[2]) + three(C[3]); }
//~ 1:27: error: a ',' or ')' is missing from the parameters of 'HASHER'
//~ 2:1: error: a type is missing before 'HASHER'
//~ 5:53: error: 'two' is not a known function -- did you mean 'tan'?

//~~ a # missing before a macro with a # in it
define SHOW(x)            \
  if (C[0] < 0.0f) {      \
    printf("%s", #x);     \
  }
__global__ void k(float* C) {
  SHOW(C[0])
}
//~ 1:1: error: a # is missing before 'define' -- write #define
