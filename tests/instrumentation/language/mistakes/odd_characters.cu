// Characters that word processors put in, and others that C++ does not have.

//~~ a letter that is no mark
__global__ void k(float* C, float x) {
  C[0] = x × 2.0f;
}
//~ 2:12: error: '×' means nothing in C++ -- write *

//~~ a quotation mark of a word processor
__global__ void k(int n) {
  if (n > 4) printf(“too large”);
}
//~ 2:21: error: '“' means nothing in C++ -- write "

//~~ a minus of a word processor
__global__ void k(float* C, float x) {
  C[0] = x – 2.0f;
}
//~ 2:12: error: '–' means nothing in C++ -- write -

//~~ a no-break space and an at sign
__global__ void k(float* C, float x) {
  C[0] = x @ 2.0f;
}
//~ 2:12: error: '@' means nothing in CUDA C++

//~~ a stray $ and `
__global__ void k(float* C) {
  C[0] = $x;
  C[1] = `C[0]`;
}
//~ 2:10: error: '$' means nothing in CUDA C++
//~ 3:10: error: '`' means nothing in CUDA C++
//~ 3:15: error: '`' means nothing in CUDA C++
