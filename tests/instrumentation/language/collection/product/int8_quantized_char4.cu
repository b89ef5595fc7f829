// Quantized linear layer, int8 x int8 -> int32 -> int8 (symmetric weights,
// asymmetric activations). Weights are stored transposed: [out][in].
#include <cstdint>

struct QuantParams {
  int32_t input_zero;
  int32_t output_zero;
  float   scale;        // s_in * s_w / s_out
};

__device__ __forceinline__ int dot4(char4 u, char4 v, int zp)
{
  return (u.x - zp) * v.x + (u.y - zp) * v.y + (u.z - zp) * v.z + (u.w - zp) * v.w;
}

__device__ __forceinline__ int8_t saturate_s8(int v)
{
  return static_cast<int8_t>(max(-128, min(127, v)));
}

__global__ void qlinear_s8(const int8_t* __restrict__ act,
                           const int8_t* __restrict__ weight,
                           const int32_t* __restrict__ bias,
                           int8_t* __restrict__ out,
                           int batch, int in_features, int out_features,
                           QuantParams q)
{
  const int o = blockIdx.x * blockDim.x + threadIdx.x;
  const int b = blockIdx.y * blockDim.y + threadIdx.y;
  if (o >= out_features || b >= batch) return;

  // in_features is a multiple of 4 and rows are 4-byte aligned
  const char4* a4 = reinterpret_cast<const char4*>(act + b * in_features);
  const char4* w4 = reinterpret_cast<const char4*>(weight + o * in_features);

  int32_t acc = bias ? bias[o] : 0;
  for (int i = 0; i < in_features / 4; ++i)
    acc += dot4(a4[i], w4[i], q.input_zero);

  const int rounded = (int)rintf(acc * q.scale) + q.output_zero;
  out[b * out_features + o] = saturate_s8(rounded);
}
