// Brackets of all three kinds that are missing, too many, or of the wrong kind.

//~~ a ) missing in an if
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  if (i < n C[i] = 0.0f;
}
//~ 3:12: error: a ) is missing after 'n' -- write )

//~~ a ) missing in an if with a block
__global__ void clear(float* C, int rows, int columns) {
  int i = threadIdx.x;
  if ((i < rows && i < columns) {
    C[i] = 0.0f;
  }
}
//~ 3:32: error: a ) is missing after ')' -- write )

//~~ a ) missing in a call
__global__ void k(float* C) {
  C[0] = fmaxf(C[0], sqrtf(C[1]);
}
//~ 2:33: error: a ) is missing after ')' -- write )

//~~ a ) too many in a call
__global__ void k(float* C) {
  C[0] = fmaxf(C[0], C[1]));
}
//~ 2:27: error: this ) closes nothing -- remove it

//~~ a ) too many in an if
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  if (i < n)) C[i] = 0.0f;
}
//~ 3:13: error: this ) closes nothing -- remove it

//~~ the ( of an if missing
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  if i < n) C[i] = 0.0f;
}
//~ 3:5: error: a ( is missing after 'if' -- write (

//~~ both parentheses of an if missing
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  if i < n {
    C[i] = 0.0f;
  }
}
//~ 3:5: error: the condition of 'if' needs ( ) -- write ( ) around it

//~~ parentheses of an if around one half only
__global__ void clear(float* C, int n, int m) {
  int i = threadIdx.x;
  if (i < n) && (i < m) C[i] = 0.0f;
}
//~ 3:14: error: the condition ends before this && -- put ( ) around the whole condition

//~~ a ) missing in a kernel's head
__global__ void clear(float* C, int n {
  if (threadIdx.x < n) C[threadIdx.x] = 0.0f;
}
//~ 1:38: error: a ) is missing after 'n' -- write )

//~~ a ] missing
__global__ void copy(const float* A, float* C) {
  int i = threadIdx.x;
  C[i] = A[i;
}
//~ 3:13: error: a ] is missing after 'i' -- write ]

//~~ a ] too many
__global__ void copy(const float* A, float* C) {
  int i = threadIdx.x;
  C[i]] = A[i];
}
//~ 3:7: error: this ] closes nothing -- remove it

//~~ a ] missing on the left
__global__ void copy(const float* A, float* C) {
  int i = threadIdx.x;
  C[i = A[i];
}
//~ 3:13: error: a ] is missing after ']' -- write ]

//~~ a ) for a ]
__global__ void copy(const float* A, float* C) {
  int i = threadIdx.x;
  C[i] = A[i);
}
//~ 3:13: error: a ] belongs here, not a ) -- write ]

//~~ parentheses for brackets
__global__ void copy(const float* A, float* C) {
  int i = threadIdx.x;
  C(i) = A(i);
}
//~ 3:3: error: this is a 'float *', not a function -- use [ ] for one of its elements
//~ 3:10: error: this is a 'const float *', not a function -- use [ ] for one of its elements

//~~ the last } missing
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  if (i < n) {
    C[i] = 0.0f;
  }
//~ 5:4: error: a } is missing: the { on line 1 is not closed -- write }

//~~ a } missing before another kernel
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  if (i < n) {
    C[i] = 0.0f;
}

__global__ void copy(const float* A, float* C) {
  C[threadIdx.x] = A[threadIdx.x];
}
//~ 4:17: error: a } is missing: the { on line 3 is not closed -- write }

//~~ a } too many
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  if (i < n) {
    C[i] = 0.0f;
  }
}
}
//~ 7:1: error: this } closes nothing -- remove it

//~~ a } too many in the middle
__global__ void clear(float* C, int n) {
  int i = threadIdx.x;
  if (i < n)
    C[i] = 0.0f;
  }
  C[0] = 1.0f;
}
//~ 3:13: error: a { is missing after ')' -- write {

//~~ the { of a kernel missing
__global__ void clear(float* C)
  C[threadIdx.x] = 0.0f;
}
//~ 1:32: error: a { is missing after ')' -- write {

//~~ the { of a for missing
__global__ void clear(float* C, int n) {
  for (int i = 0; i < n; ++i)
    C[i] = 0.0f;
    C[i] += 1.0f;
  }
}
//~ 2:30: error: a { is missing after ')' -- write {

//~~ no { of a value in braces, and more lines
__global__ void k(float4* C, float a) {
  float4 v = a, a,
             a, a };
  C[0] = v;
}
//~ 2:13: error: a { is missing after '=' -- write {

//~~ no { of a value behind return
struct Q {
  float x, y;
  __device__ Q conjugate() const { return x, -y }; }
  __device__ float sum() const { return x + y; }
};
__global__ void k(float* C, Q q) { C[0] = q.conjugate().sum(); }
//~ 3:42: error: a { is missing after 'return' -- write {

//~~ no { of a switch whose case has a block
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
//~ 2:13: error: a { is missing after ')' -- write {

//~~ no } of a value in the head of a loop
struct S { int step; };
__global__ void k(float* C, int n) {
  for (int i = 0; i < n; i += S{2.step) {
    C[i] = 0.0f;
  }
}
//~ 3:39: error: a } is missing: the { on line 3 is not closed -- write }
