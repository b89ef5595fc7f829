// Extreme divergence: each thread takes its own path through a little machine for 100,000 steps. Right, but no two threads stay together.
#include <cuda_runtime.h>

struct Machine { unsigned state, acc, hits; };

__device__ unsigned next(unsigned s) { s ^= s << 13; s ^= s >> 17; s ^= s << 5; return s; }

__global__ void interpreter(unsigned* out)
{
    unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
    Machine m = { id * 2654435761u + 1u, 0u, 0u };
    if (m.state == 0) m.state = 1;
    for (int step = 0; step < 100000; ++step) {
        m.state = next(m.state);
        switch (m.state & 7) {
            case 0: m.acc += m.state; break;
            case 1: m.acc ^= m.state >> 3; break;
            case 2: if (m.acc & 1) m.acc *= 3; else m.acc /= 2; break;
            case 3: for (unsigned k = 0; k < (m.state & 31); ++k) m.acc += k; break;
            case 4: m.hits++; continue;
            case 5: m.acc = (m.acc << 7) | (m.acc >> 25);  // falls through
            case 6: m.acc -= m.hits; break;
            default: while (m.acc > 1000000u) m.acc >>= 1; break;
        }
    }
    out[id] = m.acc;
}

int main()
{
    unsigned* out;
    cudaMalloc(&out, 4096 * 256 * sizeof(unsigned));
    interpreter<<<4096, 256>>>(out);
    cudaDeviceSynchronize();
    return 0;
}
