// Audio mixing matrix: out[ch][t] = sum over in-channels of gain * sample,
// two channels per short2, gains in Q8.
#define CHANNELS 8
static const int kShift = 8;

__constant__ short2 gains[CHANNELS][CHANNELS / 2];

__device__ int mac(short2 g, short2 v, int acc) { return acc + g.x * v.x + g.y * v.y; }

__global__ void mix(const short2 *frames, short *mixed, int length)
{
    __shared__ short2 window[CHANNELS / 2][64];

    int t = blockIdx.x * 64 + threadIdx.x;
    int ch = threadIdx.y;

    if (ch < CHANNELS / 2 && t < length)
        window[ch][threadIdx.x] = frames[t * (CHANNELS / 2) + ch];
    __syncthreads();

    if (t >= length)
        return;

    int acc = 0;
    _Pragma("unroll 4")
    for (int p = 0; p < CHANNELS / 2; p++)
        acc = mac(gains[ch][p], window[p][threadIdx.x], acc);

    acc >>= kShift;
    mixed[t * CHANNELS + ch] = acc > 32767 ? 32767 : acc < -32768 ? -32768 : acc;
}
