#include <stdio.h>
#include <cuda_runtime.h>

__global__ void upper(char *s, int n) { int i = threadIdx.x; if (i < n && s[i] >= 'a' && s[i] <= 'z') s[i] -= 32; }
__global__ void lower(char *s, int n) { int i = threadIdx.x; if (i < n && s[i] >= 'A' && s[i] <= 'Z') s[i] += 32; }
__global__ void rot13(char *s, int n) { int i = threadIdx.x; if (i < n && s[i] >= 'a' && s[i] <= 'z') s[i] = 'a' + (s[i] - 'a' + 13) % 26; }

int main(int argc, char **argv)
{
    char text[] = "Hello, grid";
    const int n = sizeof(text) - 1;
    char mode = argc > 1 ? argv[1][0] : 'u', *d;
    cudaMalloc(&d, n);
    cudaMemcpy(d, text, n, cudaMemcpyHostToDevice);
    switch (mode) {
    case 'u': upper<<<1, 32>>>(d, n); break;
    case 'l': lower<<<1, 32>>>(d, n); break;
    case 'u': rot13<<<1, 32>>>(d, n); break; //~ 18:10 case 'u' stands here a second time (first in line 16)
    }
    cudaMemcpy(text, d, n, cudaMemcpyDeviceToHost);
    puts(text);
    return 0;
}
