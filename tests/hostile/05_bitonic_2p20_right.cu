// bitonic sort of 2^20 ints, one launch for each (j, k) step, 210 launches in a host loop. this is right
#include <cuda.h>

#define LEN (1<<20)
#define TPB 512

__global__ void bitonicStep(int *v, int j, int k) {
	unsigned int i = threadIdx.x + blockDim.x * blockIdx.x;
	unsigned int other = i ^ j;

	if (other > i) {
		int up = ((i & k) == 0);
		int a = v[i];
		int b = v[other];
		if (up ? (a > b) : (a < b)) {
			v[i] = b;
			v[other] = a;
		}
	}
}

int main() {
	int *v;
	cudaMalloc(&v, LEN * sizeof(int));
	// real data would be copied here
	cudaMemset(v, 0x5a, LEN * sizeof(int));
	for (int k = 2; k <= LEN; k <<= 1)
		for (int j = k >> 1; j > 0; j >>= 1)
			bitonicStep<<<LEN / TPB, TPB>>>(v, j, k);
	cudaFree(v);
	return 0;
}
