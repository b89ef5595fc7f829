// One block handles one whole row of the result at a time.
// The row of `left` sits in dynamic shared memory (depth * sizeof(Real) bytes),
// the threads of the 1D block then sweep over the columns of `right`.
// Any grid size works: blocks stride over the rows.
template <typename Real>
__global__ void row_sweep_product(const Real* left, int left_pitch,
                                  const Real* right, int right_pitch,
                                  Real* result, int result_pitch,
                                  int height, int depth, int width)
{
    extern __shared__ __align__(16) unsigned char scratch[];
    Real* cached = reinterpret_cast<Real*>(scratch);

    for (int y = blockIdx.x; y < height; y += gridDim.x) {
        for (int z = threadIdx.x; z < depth; z += blockDim.x)
            cached[z] = left[(size_t)y * left_pitch + z];
        __syncthreads();

        for (int x = threadIdx.x; x < width; x += blockDim.x) {
            Real total = Real(0);
            for (int z = 0; z < depth; ++z)
                total += cached[z] * right[(size_t)z * right_pitch + x];
            result[(size_t)y * result_pitch + x] = total;
        }
        __syncthreads();   // before the cache is overwritten
    }
}

template __global__ void row_sweep_product<float>(const float*, int, const float*, int,
                                                  float*, int, int, int, int);
template __global__ void row_sweep_product<double>(const double*, int, const double*, int,
                                                   double*, int, int, int, int);
