// block_miner.cu - a toy "proof of work": find a nonce, so that the hash of a
// header has enough zero bits. The hash looks like SHA-256, but with
// only 32 rounds and with constants which are computed, see init_constants(). \
   This line still belongs to the comment above; so does __global__ void no(); \
   and so does this one with a launch: mine<<<1, 1>>>(nothing);

#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <time.h>

#define ROUNDS 32
#define STATE_WORDS 8
#define BLOCK_WORDS 16
#define HEADER_WORDS 15       // the last word of a block is the nonce
#define THREADS 192
#define GRID 120
#define MAX_RESULTS 8

// path of the old version: C:\work\miner\ \
int this_is_not_a_declaration = "it's a comment";

#define ROTR(x, n) (((x) >> (n)) | ((x) << (32 - (n))))
#define CH(x, y, z) (((x) & (y)) ^ (~(x) & (z)))
#define MAJ(x, y, z) (((x) & (y)) ^ ((x) & (z)) ^ ((y) & (z)))
#define EP0(x) (ROTR(x, 2) ^ ROTR(x, 13) ^ ROTR(x, 22))
#define EP1(x) (ROTR(x, 6) ^ ROTR(x, 11) ^ ROTR(x, 25))
#define SIG0(x) (ROTR(x, 7) ^ ROTR(x, 18) ^ ((x) >> 3))
#define SIG1(x) (ROTR(x, 17) ^ ROTR(x, 19) ^ ((x) >> 10))

/* one round; a to h are names, so they are simply rotated by the caller */
#define ROUND(a, b, c, d, e, f, g, h, i)                            \
    do {                                                            \
        uint32_t t1 = h + EP1(e) + CH(e, f, g) + k_const[i] + w[i]; \
        uint32_t t2 = EP0(a) + MAJ(a, b, c);                        \
        d += t1;                                                    \
        h = t1 + t2;                                                \
    } while (0)

__constant__ uint32_t k_const[ROUNDS];
__constant__ uint32_t iv_const[STATE_WORDS];
__constant__ uint32_t header[HEADER_WORDS];

__device__ unsigned int found;
__device__ unsigned long long hashes_done;

uint32_t h_k[ROUNDS], h_iv[STATE_WORDS];

struct Result {
    uint32_t nonce;
    uint32_t hash[STATE_WORDS];
};

__device__ void compress(uint32_t state[STATE_WORDS], uint32_t *w)
{
    for (int i = 16; i < ROUNDS; ++i)
        w[i] = SIG1(w[i - 2]) + w[i - 7] + SIG0(w[i - 15]) + w[i - 16];

    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
#pragma unroll 1
    for (int i = 0; i < ROUNDS; i += 8) {
        ROUND(a, b, c, d, e, f, g, h, i);
        ROUND(h, a, b, c, d, e, f, g, i + 1);
        ROUND(g, h, a, b, c, d, e, f, i + 2);
        ROUND(f, g, h, a, b, c, d, e, i + 3);
        ROUND(e, f, g, h, a, b, c, d, i + 4);
        ROUND(d, e, f, g, h, a, b, c, i + 5);
        ROUND(c, d, e, f, g, h, a, b, i + 6);
        ROUND(b, c, d, e, f, g, h, a, i + 7);
    }
    state[0] += a; state[1] += b; state[2] += c; state[3] += d;
    state[4] += e; state[5] += f; state[6] += g; state[7] += h;
}

__device__ int leading_zeros(const uint32_t *s)
{
    int zeros = 0;
    for (int i = 0; i < STATE_WORDS; ++i) {
        zeros += __clz(s[i]);
        if (s[i]) break;
    }
    return zeros;
}

__device__ int hash_nonce(uint32_t nonce, uint32_t *state)
{
    uint32_t w[ROUNDS];
    for (int i = 0; i < HEADER_WORDS; ++i) w[i] = header[i];
    w[HEADER_WORDS] = nonce;
    for (int i = 0; i < STATE_WORDS; ++i) state[i] = iv_const[i];
    compress(state, w);
    return leading_zeros(state);
}

__global__ void mine(Result *results, uint32_t first, int per_thread, int bits)
{
    uint32_t state[STATE_WORDS];
    const uint32_t stride = gridDim.x * blockDim.x;
    uint32_t nonce = first + blockIdx.x * blockDim.x + threadIdx.x;
    int k;

    for (k = 0; k < per_thread && !found; ++k, nonce += stride) {
        if (hash_nonce(nonce, state) < bits) continue;
        unsigned int slot = atomicInc(&found, 0xffffffffu);
        if (slot < MAX_RESULTS) {
            Result *r = &results[slot];
            r->nonce = nonce;
            for (int i = 0; i < STATE_WORDS; ++i) r->hash[i] = state[i];
        }
    }
    atomicAdd(&hashes_done, (unsigned long long)k);
}

/* hashes of many independent messages of n words; a message for each thread, padded with the length */
__global__ void hash_messages(const uint32_t *messages, int words, int count, uint32_t *digests)
{
    int m = blockIdx.x * blockDim.x + threadIdx.x;
    if (m >= count) return;
    const uint32_t *msg = messages + (size_t)m * words;
    uint32_t state[STATE_WORDS], w[ROUNDS];
    for (int i = 0; i < STATE_WORDS; ++i) state[i] = iv_const[i];

    int blocks = (words + 1 + BLOCK_WORDS) / BLOCK_WORDS;
    for (int b = 0; b < blocks; ++b) {
        for (int i = 0; i < BLOCK_WORDS; ++i) {
            int at = b * BLOCK_WORDS + i;
            if (at < words)
                w[i] = msg[at];
            else if (at == words)
                w[i] = 0x80000000u;
            else
                w[i] = b == blocks - 1 && i == BLOCK_WORDS - 1 ? 32u * words : 0u;
        }
        compress(state, w);
    }
    // digests are stored word by word, so that writes are coalesced
    for (int i = 0; i < STATE_WORDS; ++i) digests[i * count + m] = state[i];
}

/* root of a binary tree of hashes: one level for each launch, in place; pairs of 8 words become 8 words */
__global__ void merkle_level(uint32_t (*nodes)[STATE_WORDS], int pairs)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t w[ROUNDS], state[STATE_WORDS];
    if (p < pairs) {
        for (int i = 0; i < STATE_WORDS; ++i) {
            w[i] = nodes[2 * p][i];
            w[i + STATE_WORDS] = nodes[2 * p + 1][i];
            state[i] = iv_const[i];
        }
        compress(state, w);
    }
    __syncthreads();    // enough only as long as there is one block!
    if (p < pairs)
        for (int i = 0; i < STATE_WORDS; ++i) nodes[p][i] = state[i];
}

/* a 32-bit checksum of a buffer (Adler-like), a block sums a chunk */
__global__ void checksum(const unsigned char *bytes, size_t n, unsigned int *sums)
{
    __shared__ unsigned int a, b;
    if (threadIdx.x == 0) a = 1, b = 0;
    __syncthreads();
    unsigned int mine = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        mine += bytes[i];
        atomicXor(&b, (unsigned int)bytes[i] << (i % 25));
    }
    atomicAdd(&a, mine % 65521u);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&sums[0], a);
        atomicXor(&sums[1], b);
    }
}

/* ------------------------------------------------------------------------ host */
#define DIE_IF(cond, ...)                       \
    do {                                        \
        if (cond) {                             \
            fprintf(stderr, __VA_ARGS__);       \
            fputc('\n', stderr);                \
            status = 1;                         \
            goto cleanup;                       \
        }                                       \
    } while (0)

#define DIE_CUDA(e) DIE_IF((e) != cudaSuccess, "%d: %s", __LINE__, cudaGetErrorString(cudaGetLastError()))

/* fractional parts of cube and square roots of the primes, as everyone does it */
static void init_constants(void)
{
    int p = 2, n = 0;
    while (n < ROUNDS) {
        int prime = 1;
        for (int d = 2; d * d <= p; ++d)
            if (p % d == 0) { prime = 0; break; }
        if (prime) {
            double c = cbrt((double)p), s = sqrt((double)p);
            h_k[n] = (uint32_t)((c - floor(c)) * 4294967296.0);
            if (n < STATE_WORDS) h_iv[n] = (uint32_t)((s - floor(s)) * 4294967296.0);
            ++n;
        }
        ++p;
    }
}

static void host_hash(const uint32_t head[HEADER_WORDS], uint32_t nonce, uint32_t out[STATE_WORDS])
{
    uint32_t w[ROUNDS], v[STATE_WORDS];
    memcpy(w, head, HEADER_WORDS * sizeof(uint32_t));
    w[HEADER_WORDS] = nonce;
    for (int i = 16; i < ROUNDS; ++i) w[i] = SIG1(w[i - 2]) + w[i - 7] + SIG0(w[i - 15]) + w[i - 16];
    memcpy(v, h_iv, sizeof v);
    for (int i = 0; i < ROUNDS; ++i) {
        uint32_t t1 = v[7] + EP1(v[4]) + CH(v[4], v[5], v[6]) + h_k[i] + w[i];
        uint32_t t2 = EP0(v[0]) + MAJ(v[0], v[1], v[2]);
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < STATE_WORDS; ++i) out[i] = h_iv[i] + v[i];
}

static void print_hash(const uint32_t *h)
{
    for (int i = 0; i < STATE_WORDS; ++i) printf("%08x", h[i]);
    putchar('\n');
}

int main(int argc, char **argv)
{
    int status = 0, bits = 22, rounds = 0;
    const char *message = "Alice pays Bob 5 coins; he says \"thanks\" // '\\' /* ok */";
    uint32_t h_header[HEADER_WORDS], check[STATE_WORDS];
    uint32_t *d_messages = NULL, *d_digests = NULL;
    unsigned int *d_sums = NULL, h_found = 0;
    Result *d_results = NULL, h_results[MAX_RESULTS];
    unsigned long long done = 0;
    const int count = 4096, words = 20;
    clock_t t0;

    for (int i = 1; i < argc; ++i) {
        switch (argv[i][0] == '-' ? argv[i][1] : '\0') {
        case 'b': bits = atoi(argv[i] + 2); break;
        case 'm': message = argv[i] + 2; break;
        default:
            DIE_IF(1, "usage: %s [-b<bits>] [-m<message>]", argv[0]);
        }
    }

    init_constants();
    memset(h_header, 0, sizeof h_header);
    strncpy((char *)h_header, message, sizeof h_header);
    DIE_CUDA(cudaMemcpyToSymbol(k_const, h_k, sizeof h_k));
    DIE_CUDA(cudaMemcpyToSymbol(iv_const, h_iv, sizeof h_iv));
    DIE_CUDA(cudaMemcpyToSymbol(header, h_header, sizeof h_header));
    DIE_CUDA(cudaMalloc(&d_results, sizeof h_results));
    DIE_CUDA(cudaMalloc(&d_messages, count * words * sizeof(uint32_t)));
    DIE_CUDA(cudaMalloc(&d_digests, count * STATE_WORDS * sizeof(uint32_t)));
    DIE_CUDA(cudaMalloc(&d_sums, 2 * sizeof(unsigned int)));

    t0 = clock();
    for (uint32_t first = 0; !h_found && rounds < 1000; first += GRID * THREADS * 64u, ++rounds) {
        mine<<<GRID, THREADS>>>(d_results, first, 64, bits);
        DIE_CUDA(cudaMemcpyFromSymbol(&h_found, found, sizeof h_found));
    }
    DIE_CUDA(cudaMemcpyFromSymbol(&done, hashes_done, sizeof done));
    printf("%llu hashes in %.2f s\n", done, (double)(clock() - t0) / CLOCKS_PER_SEC);
    DIE_IF(!h_found, "nothing found, isn't %d too much?", bits);

    DIE_CUDA(cudaMemcpy(h_results, d_results, sizeof h_results, cudaMemcpyDeviceToHost));
    for (unsigned int r = 0; r < h_found && r < MAX_RESULTS; ++r) {
        host_hash(h_header, h_results[r].nonce, check);
        printf("nonce %08x %s ", h_results[r].nonce, memcmp(check, h_results[r].hash, sizeof check) ? "WRONG" : "ok");
        print_hash(h_results[r].hash);
    }

    DIE_CUDA(cudaMemset(d_messages, 0x5a, count * words * sizeof(uint32_t)));
    DIE_CUDA(cudaMemset(d_sums, 0, 2 * sizeof(unsigned int)));
    hash_messages<<<count / 128, 128>>>(d_messages, words, count, d_digests);
    checksum<<<8, 256>>>((const unsigned char *)d_digests, count * STATE_WORDS * 4, d_sums);
    for (int pairs = 512; pairs >= 1; pairs /= 2)
        merkle_level<<<1, 512>>>((uint32_t (*)[STATE_WORDS])d_digests, pairs);
    DIE_CUDA(cudaMemcpy(check, d_digests, sizeof check, cudaMemcpyDeviceToHost));
    printf("root ");
    print_hash(check);

cleanup:
    cudaFree(d_results);
    cudaFree(d_messages);
    cudaFree(d_digests);
    cudaFree(d_sums);
    return status;
}
