// Rows by rows: the right factor is stored on its side, as weights of a layer are.
// A B C: input weight output
__global__ void linear_layer(const float* input, const float* weight, float* output, int batch, int outs, int ins) {
  int o = blockIdx.x * blockDim.x + threadIdx.x, s = blockIdx.y * blockDim.y + threadIdx.y;
  if (o >= outs || s >= batch) return;
  const float* x = input + s * ins;
  const float* w = weight + o * ins;
  float dot = 0;
  while (ins-- > 0) dot += *x++ * *w++;
  output[s * outs + o] = dot;
}
