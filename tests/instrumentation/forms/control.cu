// Every kind of loop and branch.
__global__ void control(const float* A, float* C, int K) {
  int k = 0;
  float sum = 0.0f;
  do
    sum += A[k++];
  while (k < K);
  while (true) {
    if (k > 3) break;
    if (k++ == 2) continue;
    sum += A[k - 1];
  }
  switch (K) {
    case 1: C[3] = sum; break;
    case 2:
    default: C[0] = sum;
  }
  if (K == 1)
    C[1] = sum;
  else if (K == 2)
    C[2] = sum;
  else
    C[3] = sum;
  for (;;) return;
  C[3] = sum;
}
//= 6 global_load A[0] = 1
//= 6 partial_sum sum[0] = 1 <- 0 add
//= 6 global_load A[1] = 2
//= 6 partial_sum sum[0] = 3 <- 2 add
//= 11 global_load A[3] = 4
//= 11 partial_sum sum[0] = 7 <- 4 add
//= 16 global_store C[0] = 7 <- 5
//= 21 global_store C[2] = 7 <- 5
