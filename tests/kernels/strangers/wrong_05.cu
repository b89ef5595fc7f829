// Mistake: swapped index in the shared tile, wgt[e][lx] should be wgt[lx][e] (tile holds units in rows)
// preact = input * weights^T   (fully connected layer, no bias)
// input   [batch][features], weights [units][features], preact [batch][units]
// launch with dim3(SIDE, SIDE) threads and a grid of
// (ceil(units / SIDE), ceil(batch / SIDE)) blocks
#define SIDE 16

__global__ void linear_layer(const float *input, const float *weights, float *preact,
                             int batch, int features, int units)
{
    __shared__ float xin[SIDE][SIDE + 1];
    __shared__ float wgt[SIDE][SIDE + 1];

    const int lx = threadIdx.x;
    const int ly = threadIdx.y;
    const int sample = blockIdx.y * SIDE + ly;
    const int unit = blockIdx.x * SIDE + lx;
    const int unitToLoad = blockIdx.x * SIDE + ly;
    float dot = 0.0f;

    for (int f0 = 0; f0 < features; f0 += SIDE) {
        const int f = f0 + lx;
        xin[ly][lx] = (sample < batch && f < features) ? input[sample * features + f] : 0.0f;
        wgt[ly][lx] = (unitToLoad < units && f < features) ? weights[unitToLoad * features + f] : 0.0f;
        __syncthreads();

        #pragma unroll
        for (int e = 0; e < SIDE; ++e)
            dot += xin[ly][e] * wgt[e][lx];
        __syncthreads();
    }

    if (sample < batch && unit < units)
        preact[sample * units + unit] = dot;
}
