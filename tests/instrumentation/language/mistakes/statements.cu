// Statements: if, else, switch, loops, jumps, and what other languages write.

//~~ break outside a loop
__global__ void k(float* C, int n) {
  if (n > 4) break;
  C[0] = 1.0f;
}
//~ 2:14: error: break is not inside a loop or a switch

//~~ continue outside a loop
__global__ void k(float* C, int n) {
  if (n > 4) continue;
  C[0] = 1.0f;
}
//~ 2:14: error: continue is not inside a loop

//~~ case outside a switch
__global__ void k(float* C, int n) {
  case 1: C[0] = 1.0f;
}
//~ 2:3: error: this case is not inside a switch

//~~ case without its word
__global__ void k(float* C, int n) {
  switch (n) {
    0: C[0] = 1.0f; break;
    default: C[0] = 0.0f;
  }
}
//~ 3:5: error: 'case' is missing before '0' -- write case

//~~ a case twice
__global__ void k(float* C, int n) {
  switch (n) {
    case 1: C[0] = 1.0f; break;
    case 1: C[0] = 2.0f; break;
  }
}
//~ 4:10: error: the case '1' already appears on line 3

//~~ a case that is not constant
__global__ void k(float* C, int n, int m) {
  switch (n) {
    case m: C[0] = 1.0f; break;
  }
}
//~ 3:10: error: a case needs a constant integer

//~~ a colon missing after case
__global__ void k(float* C, int n) {
  switch (n) {
    case 1 C[0] = 1.0f; break;
    case 2; C[0] = 2.0f; break;
  }
}
//~ 3:11: error: a : is missing after '1' -- write :
//~ 4:11: error: a : is missing after '2' -- write :

//~~ a switch on a float
__global__ void k(float* C) {
  switch (C[0]) {
    case 1: C[0] = 1.0f; break;
  }
}
//~ 2:11: error: switch needs an integer, but this is a 'float'

//~~ else without if
__global__ void k(float* C, int n) {
  C[0] = 1.0f;
  else C[0] = 2.0f;
}
//~ 3:3: error: this else has no if

//~~ else after two statements
__global__ void k(float* C, int n) {
  if (n > 0)
    C[0] = 1.0f;
    C[1] = 1.0f;
  else
    C[0] = 0.0f;
}
//~ 5:3: error: this else has no if

//~~ else after a ; too many
__global__ void k(float* C, int n) {
  if (n > 0); { C[0] = 1.0f; }
  else { C[0] = 0.0f; }
}
//~ 2:13: warning: this ; is the whole body of the if -- remove it
//~ 3:3: error: this else has no if

//~~ else with a condition
__global__ void k(float* C, int n) {
  if (n > 0) C[0] = 1.0f;
  else (n < 0) C[0] = -1.0f;
}
//~ 3:8: error: 'if' is missing before this ( -- write if

//~~ then
__global__ void k(float* C, int n) {
  if (n > 0) then C[0] = 1.0f;
}
//~ 2:14: error: C++ has no 'then' -- remove it

//~~ a condition missing
__global__ void k(float* C, int n) {
  if () C[0] = 1.0f;
}
//~ 2:7: error: a condition is missing after '('

//~~ a while's condition missing
__global__ void k(float* C, int n) {
  while { C[0] = 1.0f; }
}
//~ 2:8: error: a ( is missing after 'while' -- write (

//~~ an assignment in a condition
__global__ void k(float* C, int n) {
  if (n = 4) C[0] = 1.0f;
}
//~ 2:9: warning: this = assigns a value and does not compare -- did you mean ==?

//~~ a comparison as a statement
__global__ void k(float* C, int n) {
  C[0] == 1.0f;
}
//~ 1:33: warning: 'n' is never used
//~ 2:3: warning: this statement has no effect -- did you mean '='?

//~~ an addition as a statement
__global__ void k(float* C, int n) {
  float x = C[0];
  x + 1.0f;
  C[1] = x;
}
//~ 1:33: warning: 'n' is never used
//~ 3:3: warning: this statement has no effect

//~~ a comparison of three
__global__ void k(float* C, int n) {
  int i = threadIdx.x;
  if (0 < i < n) C[i] = 0.0f;
}
//~ 3:13: warning: this compares the result of '0 < i', which is 0 or 1 -- write 0 < i && i < n

//~~ do without while
__global__ void k(float* C, int n) {
  int i = 0;
  do { C[i] = 0.0f; ++i; }
  C[0] = 1.0f;
}
//~ 3:27: error: 'while' and its condition are missing after this do -- write while

//~~ for with two parts
__global__ void k(float* C, int n) {
  for (int i = 0; i < n) C[i] = 0.0f;
}
//~ 2:24: error: a ; is missing after 'n' -- write ;

//~~ for as in Python
__global__ void k(float* C, int n) {
  for i in range(n):
    C[i] = 0.0f;
}
//~ 2:6: error: the head of 'for' needs ( ) -- write ( ) around it

//~~ for with a range
__global__ void k(float* C, int n) {
  for (int i : n) C[i] = 0.0f;
}
//~ 2:16: error: a range-based for needs an array of known size, or a structure with begin() and end()

//~~ foreach
__global__ void k(float* C, int n) {
  foreach (float x in C) x = 0.0f;
}
//~ 2:3: error: C++ has no 'foreach' -- write for

//~~ a goto without its label
__global__ void k(float* C, int n) {
  if (n > 0) goto done;
  C[0] = 1.0f;
}
//~ 2:14: error: there is no label 'done' in this function

//~~ a static_assert that does not hold
#define TILE 24
static_assert(TILE % 16 == 0, "TILE is a multiple of 16");
__global__ void k(float* C) { C[0] = TILE; }
//~ 2:15: error: this assertion is false: TILE is a multiple of 16

//~~ println
__global__ void k(float* C) {
  println("%f", C[0]);
}
//~ 2:3: error: 'println' is not a known function -- did you mean 'printf'?

//~~ print
__global__ void k(float* C) {
  print("done");
}
//~ 2:3: error: 'print' is not a known function -- did you mean 'printf'?
