// Macro bomb: each macro is the one before it two, four or sixteen times. Expanded, D40 is 2^40 statements and the F line 2^48. Then two macros that name each other.
#define D0  x = x * 3 + 1;
#define D1  D0 D0
#define D2  D1 D1
#define D3  D2 D2
#define D4  D3 D3
#define D5  D4 D4
#define D6  D5 D5
#define D7  D6 D6
#define D8  D7 D7
#define D9  D8 D8
#define D10 D9 D9
#define D12 D10 D10 D10 D10
#define D14 D12 D12 D12 D12
#define D16 D14 D14 D14 D14
#define D18 D16 D16 D16 D16
#define D20 D18 D18 D18 D18
#define D24 D20 D20 D20 D20 D20 D20 D20 D20 D20 D20 D20 D20 D20 D20 D20 D20
#define D28 D24 D24 D24 D24 D24 D24 D24 D24 D24 D24 D24 D24 D24 D24 D24 D24
#define D32 D28 D28 D28 D28 D28 D28 D28 D28 D28 D28 D28 D28 D28 D28 D28 D28
#define D36 D32 D32 D32 D32 D32 D32 D32 D32 D32 D32 D32 D32 D32 D32 D32 D32
#define D40 D36 D36 D36 D36 D36 D36 D36 D36 D36 D36 D36 D36 D36 D36 D36 D36

#define F(a) G(a a)
#define G(a) H(a, a)
#define H(a, b) a b a b
#define ping pong
#define pong ping

__global__ void boom(unsigned *p) {
  unsigned x = threadIdx.x;
  D40
  F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(F(x++;))))))))))))))))
  p[threadIdx.x] = x;
}

__global__ void ring(unsigned *p) {
  unsigned ping = 1;
  p[threadIdx.x] = ping;
}

int main() {
  unsigned *p;
  cudaMalloc(&p, 128);
  boom<<<1, 32>>>(p);
  ring<<<1, 32>>>(p);
}
