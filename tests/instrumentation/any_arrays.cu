// All that a trace of no matrices can hold: atomics, shuffles, votes, numbers of one to eight bytes, and what is printed.
//! grid = [2, 2]
//! block = [8]
//! letters = { sides = [32], fill = "counting" }
//! weights = { sides = [32], fill = "random" }
//! counts = { sides = [4], fill = "zeros" }
//! sums = { sides = [32], fill = "zeros" }
//! scale = 1.5
__constant__ int limits[2] = {3, 40};

__global__ void any_arrays(const unsigned char* letters, const double* weights, int* counts, double* sums,
                           double scale) {
  __shared__ double part[8];
  __shared__ short seen[8];
  int t = threadIdx.x, i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + t;
  part[t] = weights[i] * scale;
  seen[t] = letters[i];
  __syncthreads();
  double sum = 0;
  for (int n = 0; n <= t; ++n) sum += part[n] * seen[n];
  int most = seen[t];
  for (int distance = 4; distance > 0; distance /= 2)
    most = max(most, __shfl_xor_sync(0xff, most, distance));
  if (__any_sync(0xff, most > limits[0])) atomicAdd(&counts[seen[t] % 4], 1);
  if (i == 0) printf("%d\n", most);
  sums[i] = sum + most;
}
