#include <math.h>

enum Activation { ACT_NONE, ACT_RELU, ACT_GELU, ACT_SIGMOID, ACT_TANH, ACT_LEAKY = 0x10 };

__device__ float activate(float v, Activation act, float slope = 0.01f)
{
  switch (act) {
    case ACT_RELU:
      return fmaxf(v, 0.0f);
    case ACT_GELU: {
      const float kInner = 0.7978845608f;   // sqrt(2/pi)
      return 0.5f * v * (1.0f + tanhf(kInner * (v + 0.044715f * v * v * v)));
    }
    case ACT_SIGMOID:
      return 1.0f / (1.0f + expf(-v));
    case ACT_TANH:
      return tanhf(v);
    case ACT_LEAKY:
      return v > 0 ? v : slope * v;
    case ACT_NONE:
    default:
      break;
  }
  return v;
}

// out[b][o] = act(sum_i in[b][i] * w[o][i] + bias[o])
__global__ void linear_act(const float* in, const float* w, const float* bias, float* out,
                           int B, int I, int O, int act) {
  __shared__ float tin[16][17], tw[16][17];
  int b = blockIdx.y * 16 + threadIdx.y;
  int o = blockIdx.x * 16 + threadIdx.x;
  int ow = blockIdx.x * 16 + threadIdx.y;
  float z = 0.f;
  for (int i0 = 0; i0 < I; i0 += 16) {
    int i = i0 + threadIdx.x;
    tin[threadIdx.y][threadIdx.x] = (b < B && i < I) ? in[b * I + i] : 0.f;
    tw[threadIdx.y][threadIdx.x] = (ow < O && i < I) ? w[ow * I + i] : 0.f;
    __syncthreads();
#pragma unroll 16
    for (int q = 0; q < 16; ++q) z += tin[threadIdx.y][q] * tw[threadIdx.x][q];
    __syncthreads();
  }
  if (b < B && o < O) {
    if (bias != nullptr) z += bias[o];
    out[b * O + o] = activate(z, static_cast<Activation>(act));
  }
}
