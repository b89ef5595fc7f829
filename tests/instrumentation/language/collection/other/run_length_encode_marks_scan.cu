#include <cuda_runtime.h>

// RLE in three launches: mark run heads, (scan elsewhere), write symbols and starts, then lengths.

__global__ void markHeads(const unsigned char* sym, int* head, int n)
{
	const int i = blockDim.x * blockIdx.x + threadIdx.x;
	if (i < n)
		head[i] = i == 0 || sym[i] != sym[i - 1];
}

__global__ void writeRuns(const unsigned char* sym, const int* head, const int* inclusive,
                          unsigned char* runSym, int* runStart, int* numRuns, int n)
{
	const int i = blockDim.x * blockIdx.x + threadIdx.x;
	if (i >= n) return;
	if (head[i]) {
		const int r = inclusive[i] - 1;
		runSym[r] = sym[i];
		runStart[r] = i;
	}
	if (i == n - 1) {
		*numRuns = inclusive[i];
		runStart[inclusive[i]] = n;          // sentinel
	}
}

__global__ void runLengths(const int* runStart, unsigned short* runLen, const int* numRuns)
{
	for (int r = threadIdx.x; r < *numRuns; r += blockDim.x) {
		int len = runStart[r + 1] - runStart[r];
		len = len > 0xFFFF ? 0xFFFF : len;   // TODO: split long runs
		runLen[r] = (unsigned short)len;
	}
}

// small inputs: everything in one block, ballots instead of a scan
extern "C" __global__ void rleTiny(const char* s, int n, char* out, int* outLen)
{
	__shared__ unsigned warpVotes[8];
	const int t = threadIdx.x, lane = t & 31, w = t >> 5;
	const bool h = t < n && (t == 0 || s[t] != s[t - 1]);
	const unsigned votes = __ballot_sync(0xffffffffu, h);
	if (lane == 0) warpVotes[w] = votes;
	__syncthreads();
	int before = 0;
	for (int k = 0; k < w; ++k) before += __popc(warpVotes[k]);
	before += __popc(votes & ((1u << lane) - 1));
	if (h) {
		int e = t + 1;
		while (e < n && s[e] == s[t]) e++;
		out[2 * before] = s[t];
		out[2 * before + 1] = e - t < 10 ? '0' + (e - t) : '*';
	}
	const int runs = __syncthreads_count(h);
	if (t == 0) *outLen = 2 * runs;
}
