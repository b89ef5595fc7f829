#include <stdio.h>
#include <string.h>
#include <cuda_runtime.h>

// toggles the case and applies rot13, one byte per thread, in place
__global__ void mangle(char *s, unsigned len)
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= len) return;
  unsigned c = (unsigned char)s[i];
  if (c - 'a' < 26u)
    c = (c - 'a' + 13) % 26 + 'A';
  else if (c - 'A' < 26u)
    c = (c - 'A' + 13) % 26 + 'a';
  s[i] = (char)c;
}

int main()
{
  char text[] = "Never odd or even; A man, a plan, a canal - Panama. 0123456789 Zz";
  const unsigned len = sizeof(text) - 1;
  char *d;
  cudaMalloc((void **)&d, sizeof(text));
  cudaMemcpy(d, text, sizeof(text), cudaMemcpyHostToDevice);
  mangle<<<(len + 31) / 32, 32>>>(d, len);
  mangle<<<(len + 31) / 32, 32>>>(d, len);
  cudaMemcpy(text, d, sizeof(text), cudaMemcpyDeviceToHost);
  puts(text);
  cudaFree(d);
  return 0;
}
