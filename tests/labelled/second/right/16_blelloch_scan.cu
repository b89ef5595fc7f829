#include <stdio.h>
#include <stdlib.h>

#define NUM 512

__global__ void prescan(float *g_odata, const float *g_idata, int n)
{
    extern __shared__ float temp[];
    int thid = threadIdx.x;
    int offset = 1;

    temp[2*thid]   = g_idata[2*thid];
    temp[2*thid+1] = g_idata[2*thid+1];

    for (int d = n>>1; d > 0; d >>= 1)
    {
        __syncthreads();
        if (thid < d)
        {
            int ai = offset*(2*thid+1)-1;
            int bi = offset*(2*thid+2)-1;
            temp[bi] += temp[ai];
        }
        offset *= 2;
    }

    if (thid == 0) { temp[n - 1] = 0; }

    for (int d = 1; d < n; d *= 2)
    {
        offset >>= 1;
        __syncthreads();
        if (thid < d)
        {
            int ai = offset*(2*thid+1)-1;
            int bi = offset*(2*thid+2)-1;
            float t  = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] += t;
        }
    }
    __syncthreads();

    g_odata[2*thid]   = temp[2*thid];
    g_odata[2*thid+1] = temp[2*thid+1];
}

int main()
{
    float h_in[NUM], h_out[NUM];
    float *d_in, *d_out;
    for (int i = 0; i < NUM; i++) h_in[i] = (float)(i % 4);

    cudaMalloc((void**)&d_in,  NUM * sizeof(float));
    cudaMalloc((void**)&d_out, NUM * sizeof(float));
    cudaMemcpy(d_in, h_in, NUM * sizeof(float), cudaMemcpyHostToDevice);
    prescan<<<1, NUM / 2, NUM * sizeof(float)>>>(d_out, d_in, NUM);
    cudaMemcpy(h_out, d_out, NUM * sizeof(float), cudaMemcpyDeviceToHost);

    float run = 0;
    int wrong = 0;
    for (int i = 0; i < NUM; i++) {
        if (h_out[i] != run) wrong++;
        run += h_in[i];
    }
    printf("wrong: %d\n", wrong);
    cudaFree(d_in);
    cudaFree(d_out);
    return wrong;
}
