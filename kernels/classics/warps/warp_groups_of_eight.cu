// A warp as four groups of 8 lanes. With a width of 8 a shuffle stays within the group, so 3 shuffles add 8 elements
// in all four groups at once. A lane that reads beyond its group gets its own value.
// in has n elements; out has one sum for every 8 elements. A block consists of whole warps.
//! n = 60
//! in = { sides = [60], fill = "counting" }
//! out = { sides = [8] }
//! grid = 1
//! block = 64
__global__ void warp_groups_of_eight(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = i < n ? in[i] : 0;
  for (int s = 4; s > 0; s /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, s, 8);
  if (threadIdx.x % 8 == 0)
    out[i / 8] = sum;
}

void reference(const int* in, int* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i / 8] += in[i];
}
