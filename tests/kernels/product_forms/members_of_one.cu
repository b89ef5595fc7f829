// One structure has all that the kernel needs.
struct Problem {
  const float* weights;
  const float* inputs;
  float* outputs;
  int units, features, samples;
};

__global__ void layer(Problem p) {
  int unit = blockIdx.y * blockDim.y + threadIdx.y;
  int sample = blockIdx.x * blockDim.x + threadIdx.x;
  if (unit < p.units && sample < p.samples) {
    float sum = 0;
    for (int f = 0; f < p.features; f++) sum += p.weights[unit * p.features + f] * p.inputs[f * p.samples + sample];
    p.outputs[unit * p.samples + sample] = sum;
  }
}
