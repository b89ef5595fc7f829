// Several variables in one declaration, of several shapes.
__global__ void declarators(const float* A, float* C) {
  float a = A[0], b, c[2] = {0}, d = 2.0f, *p = C + 1;
  const float *q = A + 1, e = q[0];
  int i = 1, j = i < 2 ? 1 : 0;
  b = A[2];
  c[j] = b;
  for (float x = 0.0f, y = A[3]; x < 2.0f; x += 1.0f) a += y * x;
  p[0] = a;
  p[i] = c[1] + d;
  C[0] = e;
}
//= 3 global_load A[0] = 1
//= 4 global_load A[1] = 2
//= 6 global_load A[2] = 3
//= 8 global_load A[3] = 4
//= 8 partial_sum a[0] = 1 <- 3 constant
//= 8 partial_sum a[0] = 5 <- 3 constant
//= 9 global_store C[1] = 5 <- 5
//= 10 partial_sum C[2] = 5 <- 2 add
//= 10 global_store C[2] = 5 <- 7
//= 11 global_store C[0] = 2 <- 1
