typedef unsigned char u8;
typedef unsigned int  u32;

#define PIX 4

// every thread makes four neighbouring results, B is read four bytes at a time
__global__ void mm_u8(u8 const* A, uchar4 const* B, uint4* C, u32 m, u32 n4, u32 k)
{
    u32 const col = blockIdx.x * blockDim.x + threadIdx.x;
    u32 const row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m | col >= n4) return;

    uint4 sum = make_uint4(0u, 0u, 0u, 0u);
    for (u32 p = 0; p < k; p += 1u) {
        u32 const a = A[row * k + p];
        uchar4 const b = B[p * n4 + col];
        sum.x += a * b.x;  sum.y += a * b.y;
        sum.z += a * b.z;  sum.w += a * b.w;
    }
    C[row * n4 + col] = sum;
}

// the sums brought down to bytes again by a right shift, halves rounded up
__global__ void narrow_u8(uint4 const* C, uchar4* D, unsigned count, unsigned char shift)
{
    unsigned const i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    unsigned const half = 1u << (shift - 1);
    uint4 v = C[i];
    uchar4 r;
    r.x = static_cast<u8>(min((v.x + half) >> shift, 0xFFu));
    r.y = static_cast<u8>(min((v.y + half) >> shift, 0xFFu));
    r.z = static_cast<u8>(min((v.z + half) >> shift, 0xFFu));
    r.w = static_cast<u8>(min((v.w + half) >> shift, 0xFFu));
    D[i] = r;
    static_assert(sizeof(uchar4) == PIX * sizeof(u8), "no padding");
}
