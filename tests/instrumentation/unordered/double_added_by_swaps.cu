//! grid = 2
//! block = 64
//! in = { sides = [128], fill = "random" }
//! sum = { sides = [1], fill = "zeros" }
__global__ void add(const double* in, double* sum) {
  unsigned long long* at = (unsigned long long*)sum;
  unsigned long long old = *at, assumed;
  do {
    assumed = old;
    old = atomicCAS(at, assumed,
                    __double_as_longlong(__longlong_as_double(assumed) + in[blockIdx.x * blockDim.x + threadIdx.x]));
  } while (assumed != old);
}
