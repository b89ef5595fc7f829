#define OFFSET(row, col, ld) ((row) * (ld) + (col))
#define FETCH_FLOAT4(pointer) (reinterpret_cast<float4*>(&(pointer))[0])
#define CFETCH_FLOAT4(pointer) (reinterpret_cast<const float4*>(&(pointer))[0])

// 128x128 tile, 8x8 outputs a thread, 256 threads
__global__ __launch_bounds__(256) void sgemm_128x128x8(
    const float * __restrict__ a, const float * __restrict__ b, float * __restrict__ c,
    const int M, const int N, const int K) {

    const int BM = 128;
    const int BN = 128;
    const int BK = 8;
    const int TM = 8;
    const int TN = 8;

    const int bx = blockIdx.x;
    const int by = blockIdx.y;
    const int tid = threadIdx.y * blockDim.x + threadIdx.x;

    __shared__ float s_a[BK][BM];
    __shared__ float s_b[BK][BN];

    float r_load_a[4];
    float r_load_b[4];
    float r_comp_a[TM];
    float r_comp_b[TN];
    float r_c[TM][TN] = {0.0};

    int load_a_smem_m = tid >> 1;
    int load_a_smem_k = (tid & 1) << 2;
    int load_b_smem_k = tid >> 5;
    int load_b_smem_n = (tid & 31) << 2;

    int load_a_gmem_m = by * BM + load_a_smem_m;
    int load_b_gmem_n = bx * BN + load_b_smem_n;

    for (int bk = 0; bk < (K + BK - 1) / BK; bk++) {
        int load_a_gmem_addr = OFFSET(load_a_gmem_m, bk * BK + load_a_smem_k, K);
        int load_b_gmem_addr = OFFSET(bk * BK + load_b_smem_k, load_b_gmem_n, N);
        FETCH_FLOAT4(r_load_a[0]) = CFETCH_FLOAT4(a[load_a_gmem_addr]);
        FETCH_FLOAT4(r_load_b[0]) = CFETCH_FLOAT4(b[load_b_gmem_addr]);

        s_a[load_a_smem_k    ][load_a_smem_m] = r_load_a[0];
        s_a[load_a_smem_k + 1][load_a_smem_m] = r_load_a[1];
        s_a[load_a_smem_k + 2][load_a_smem_m] = r_load_a[2];
        s_a[load_a_smem_k + 3][load_a_smem_m] = r_load_a[3];
        FETCH_FLOAT4(s_b[load_b_smem_k][load_b_smem_n]) = FETCH_FLOAT4(r_load_b[0]);

        __syncthreads();

        #pragma unroll
        for (int tk = 0; tk < BK; tk++) {
            FETCH_FLOAT4(r_comp_a[0]) = FETCH_FLOAT4(s_a[tk][threadIdx.y * TM / 2         ]);
            FETCH_FLOAT4(r_comp_a[4]) = FETCH_FLOAT4(s_a[tk][threadIdx.y * TM / 2 + BM / 2]);
            FETCH_FLOAT4(r_comp_b[0]) = FETCH_FLOAT4(s_b[tk][threadIdx.x * TN / 2         ]);
            FETCH_FLOAT4(r_comp_b[4]) = FETCH_FLOAT4(s_b[tk][threadIdx.x * TN / 2 + BN / 2]);

            #pragma unroll
            for (int tm = 0; tm < TM; tm++) {
                #pragma unroll
                for (int tn = 0; tn < TN; tn++) {
                    r_c[tm][tn] += r_comp_a[tm] * r_comp_b[tn];
                }
            }
        }
        __syncthreads();
    }

    #pragma unroll
    for (int i = 0; i < TM / 2; i++) {
        int m = by * BM + threadIdx.y * TM / 2 + i;
        int n = bx * BN + threadIdx.x * TN / 2;
        FETCH_FLOAT4(c[OFFSET(m, n, N)])          = FETCH_FLOAT4(r_c[i][0]);
        FETCH_FLOAT4(c[OFFSET(m, n + BN / 2, N)]) = FETCH_FLOAT4(r_c[i][4]);
        FETCH_FLOAT4(c[OFFSET(m + BM / 2, n, N)])          = FETCH_FLOAT4(r_c[i + TM / 2][0]);
        FETCH_FLOAT4(c[OFFSET(m + BM / 2, n + BN / 2, N)]) = FETCH_FLOAT4(r_c[i + TM / 2][4]);
    }
}
