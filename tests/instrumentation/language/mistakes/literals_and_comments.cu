// Numbers, characters, texts and comments.

//~~ a text that is not closed
__global__ void k(int n) {
  printf("n is %d\n, n);
}
//~ 2:10: error: this string is not closed -- write " where it should end

//~~ a character that is not closed
__global__ void k(int* C) {
  C[0] = 'a;
}
//~ 2:10: error: this character constant is not closed -- write ' where it should end

//~~ two characters
__global__ void k(int* C) {
  C[0] = 'ab';
}
//~ 2:10: error: 'ab' is more than one character: a string needs "double quotes"

//~~ no character
__global__ void k(int* C) {
  C[0] = '';
}
//~ 2:10: error: this character constant is empty

//~~ a text in ' '
__global__ void k(int n) {
  printf('n is %d', n);
}
//~ 2:10: error: 'n is %d' is more than one character: a string needs "double quotes"

//~~ a comment that is not closed
__global__ void k(float* C) {
  C[0] = 0.0f;  /* clear it
}
//~ 2:17: error: this comment is not closed -- write */ where it should end

//~~ the end of a comment only
__global__ void k(float* C) {
  C[0] = 0.0f;  clear it */
}
//~ 2:26: error: this */ does not close a comment -- write /* where the comment begins

//~~ a comment as in Python
__global__ void k(float* C) {
  C[0] = 0.0f;  # clear it
}
//~ 2:17: error: a # is allowed only at the beginning of a line -- write // before a comment

//~~ 09
__global__ void k(int* C) {
  C[0] = 09;
}
//~ 2:10: error: '9' is not an octal digit: a number that starts with 0 is octal

//~~ 1.0g
__global__ void k(float* C) {
  C[0] = 1.0g;
}
//~ 2:10: error: 'g' is not a number suffix

//~~ 0b2
__global__ void k(int* C) {
  C[0] = 0b2;
}
//~ 2:10: error: '2' is not a binary digit

//~~ 0xfg
__global__ void k(int* C) {
  C[0] = 0xfg;
}
//~ 2:10: error: 'g' is not a number suffix

//~~ 1f
__global__ void k(float* C) {
  C[0] = 1f;
}
//~ 2:10: error: 'f' is not an integer suffix: a float has a point, as in 1.0f

//~~ 1,5
__global__ void k(float* C) {
  float x = 1,5;
  C[0] = x;
}
//~ 2:14: error: a number needs a decimal point, not a , -- write .

//~~ 1.2.3
__global__ void k(float* C) {
  C[0] = 1.2.3;
}
//~ 2:10: error: '.3' is not a number suffix

//~~ 1e
__global__ void k(float* C) {
  C[0] = 1e;
}
//~ 2:10: error: '1e' has no digits in its exponent

//~~ a number too large
__global__ void k(long long* C) {
  C[0] = 99999999999999999999;
}
//~ 2:10: error: '99999999999999999999' does not fit in 64 bits

//~~ 16x16
__global__ void k(float* C) {
  __shared__ float tile[16x16];
  tile[0] = C[0];
  C[1] = tile[0];
}
//~ 2:25: error: 'x16' is not a number suffix
