// Smith-Waterman and relatives: local alignment, Levenshtein distance, longest common subsequence, k-mers.
//
//            A  C  G  T  ...                   anti-diagonals are independent:
//         0  0  0  0  0                              / / / /
//      A  0  2  1 ...                               / / / /
//      G  0  1  ...                                / / / /
//

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace align
{
using score_t = short;

struct Scoring
{
    score_t match = 2;
    score_t mismatch = -1;
    score_t gap = -2;

    __host__ __device__ score_t operator()(char a, char b) const { return a == b ? match : mismatch; }
};

struct Best
{
    int score;
    int row;
    int col;
};

enum Direction : unsigned char
{
    Stop,
    Diagonal,
    Up,
    Left
};

__constant__ Scoring c_scoring;

#define MAX4(a, b, c, d) max(max((int)(a), (int)(b)), max((int)(c), (int)(d)))

/* Cells of the anti-diagonal `diag`; the matrix has (rows + 1) x (cols + 1) cells. */
__global__ void sw_diagonal(const char *a, const char *b, score_t *h, unsigned char *dir, int rows, int cols, int diag)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
    int j = diag - i;
    if (i > rows || j < 1 || j > cols) return;

    const int pitch = cols + 1;
    const score_t *up = h + (i - 1) * pitch + j;
    score_t from_diag = up[-1] + c_scoring(a[i - 1], b[j - 1]);
    score_t from_up = *up + c_scoring.gap;
    score_t from_left = h[i * pitch + j - 1] + c_scoring.gap;
    int best = MAX4(0, from_diag, from_up, from_left);

    h[i * pitch + j] = (score_t)best;
    dir[i * pitch + j] = best == 0 ? Stop : best == from_diag ? Diagonal : best == from_up ? Up : Left;
}

/* Best cell of the matrix. */
__device__ inline bool better(const Best &x, const Best &y)
{
    return x.score > y.score || (x.score == y.score && (x.row < y.row || (x.row == y.row && x.col < y.col)));
}

template <int THREADS>
__global__ void sw_best(const score_t *h, int rows, int cols, Best *best)
{
    __shared__ Best s[THREADS];
    Best mine = {-1, 0, 0};
    for (int c = threadIdx.x; c < (rows + 1) * (cols + 1); c += THREADS)
    {
        Best cand;
        cand.score = h[c];
        cand.row = c / (cols + 1);
        cand.col = c % (cols + 1);
        if (better(cand, mine)) mine = cand;
    }
    s[threadIdx.x] = mine;
    __syncthreads();
    for (int k = THREADS / 2; k >= 1; k /= 2)
    {
        if (threadIdx.x < k && better(s[threadIdx.x + k], s[threadIdx.x])) s[threadIdx.x] = s[threadIdx.x + k];
        __syncthreads();
    }
    if (!threadIdx.x) *best = s[0];
}

/* A query against a data base: a thread for each entry, one row of the matrix in local memory. */
#define QUERY_MAX 64

__constant__ char c_query[QUERY_MAX];

__global__ void sw_database(const char *__restrict__ letters, const int *__restrict__ offsets, int entries, int query,
                            int *__restrict__ scores)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= entries) return;

    score_t row[QUERY_MAX + 1];
    for (int q = 0; q <= query; ++q) row[q] = 0;
    int top = 0;
    for (int k = offsets[e]; k < offsets[e + 1]; ++k)
    {
        const char c = letters[k];
        score_t diagonal = 0;
        for (int q = 1; q <= query; ++q)
        {
            score_t old = row[q];
            row[q] = (score_t)MAX4(0, diagonal + c_scoring(c, c_query[q - 1]), old + c_scoring.gap, row[q - 1] + c_scoring.gap);
            diagonal = old;
            top = max(top, (int)row[q]);
        }
    }
    scores[e] = top;
}

/* Levenshtein distance in a block: three diagonals in shared memory. */
__global__ void levenshtein(const char *a, int n, const char *b, int m, int *distance)
{
    extern __shared__ int diagonals[];
    int *older = diagonals, *old = older + n + 1, *now = old + n + 1;

    for (int d = 0; d <= n + m; ++d)
    {
        for (int i = threadIdx.x; i <= n; i += blockDim.x)
        {
            int j = d - i;
            if (j < 0 || j > m) continue;
            if (i == 0 || j == 0)
                now[i] = d;
            else
                now[i] = min(min(old[i - 1], old[i]) + 1, older[i - 1] + (a[i - 1] != b[j - 1]));
        }
        __syncthreads();
        int *t = older;
        older = old;
        old = now;
        now = t;
    }
    if (threadIdx.x == 0) *distance = old[n];
}

/* LCS with bit vectors; a warp would be enough, but one thread does it here. */
__device__ unsigned long long lcs_step(unsigned long long v, unsigned long long matches)
{
    unsigned long long u = v & matches;
    return (v + u) | (v - u);
}

__global__ void lcs_bits(const char *pattern, int n, const char *texts, int length, int count, unsigned char *result)
{
    __shared__ unsigned long long masks[128];
    for (int c = threadIdx.x; c < 128; c += blockDim.x)
    {
        unsigned long long m = 0;
        for (int i = 0; i < n; ++i)
            if (pattern[i] == c) m |= 1ull << i;
        masks[c] = m;
    }
    __syncthreads();

    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < count)
    {
        unsigned long long v = ~0ull;
        for (const char *p = texts + t * length, *end = p + length; p != end; ++p) v = lcs_step(v, masks[*p & 127]);
        unsigned long long valid = n == 64 ? ~0ull : (1ull << n) - 1;
        result[t] = (unsigned char)__popcll(~v & valid);
    }
}

/* Frequencies of words of K letters, two bits for a letter */
__host__ __device__ constexpr int power4(int k) { return k == 0 ? 1 : 4 * power4(k - 1); }

__host__ __device__ inline int code(char c)
{
    switch (c)
    {
        case 'A': case 'a': return 0;
        case 'C': case 'c': return 1;
        case 'G': case 'g': return 2;
        case 'T': case 't': return 3;
    }
    return -1;
}

template <int K>
__global__ void kmers(const char *dna, int n, int *counts)
{
    __shared__ int local[power4(K)];
    for (int w = threadIdx.x; w < power4(K); w += blockDim.x) local[w] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i + K <= n; i += gridDim.x * blockDim.x)
    {
        int word = 0;
        bool good = true;
        for (int k = 0; k < K && good; ++k)
        {
            int c = code(dna[i + k]);
            good = c >= 0;
            word = word * 4 + (c & 3);
        }
        if (good) atomicAdd(&local[word], 1);
    }
    __syncthreads();
    for (int w = threadIdx.x; w < power4(K); w += blockDim.x)
        if (local[w] != 0) atomicAdd(counts + w, local[w]);
}

/* complement of a strand, four letters in an unsigned; the order of the letters isn't reversed */
__global__ void complement(char *dna, int n)
{
    unsigned *words = reinterpret_cast<unsigned *>(dna);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n / 4) return;
    unsigned w = words[i], r = 0;
    for (int k = 0; k < 4; ++k)
    {
        char c = (char)(w >> (8 * k));
        c = c == 'A' ? 'T' : c == 'T' ? 'A' : c == 'C' ? 'G' : c == 'G' ? 'C' : c;
        r |= (unsigned)(unsigned char)c << (8 * k);
    }
    words[i] = r;
}
} // namespace align

// ------------------------------------------------------------------------------------------------- host
namespace
{
[[noreturn]] void fail(const char *expression, cudaError_t e)
{
    std::cerr << expression << '\n' << "    " << cudaGetErrorString(e) << std::endl;
    std::exit(EXIT_FAILURE);
}
#define CK(...) if (cudaError_t ck = (__VA_ARGS__); ck != cudaSuccess) fail(#__VA_ARGS__, ck)

template <typename T>
struct Buffer
{
    T *p{};
    std::size_t n{};
    explicit Buffer(std::size_t count) : n{count} { CK(cudaMallocManaged(&p, n * sizeof(T))); std::memset((void *)p, 0, n * sizeof(T)); }
    Buffer(const std::string &s) : Buffer(s.size()) { std::copy(s.begin(), s.end(), p); }
    ~Buffer() { cudaFree(p); }
    operator T *() const { return p; }
    Buffer(Buffer &&) = delete;
};

std::string random_dna(int n, unsigned seed)
{
    std::minstd_rand g(seed);
    std::string s(n, ' ');
    for (char &c : s) c = "ACGT"[g() >> 8 & 3];
    return s;
}

// CPU version, row by row
int host_best(std::string_view a, std::string_view b, align::Scoring s)
{
    std::vector<int> row(b.size() + 1);
    int top = 0;
    for (char ca : a)
    {
        int diag = 0;
        for (std::size_t j = 1; j <= b.size(); ++j)
        {
            int old = row[j];
            row[j] = std::max({0, diag + s(ca, b[j - 1]), old + s.gap, row[j - 1] + s.gap});
            diag = old;
            top = std::max(top, row[j]);
        }
    }
    return top;
}

std::pair<std::string, std::string> trace_back(const std::string &a, const std::string &b, const unsigned char *dir, align::Best at)
{
    std::string x, y;
    for (int i = at.row, j = at.col;;)
    {
        switch (dir[i * ((int)b.size() + 1) + j])
        {
            case align::Diagonal: x += a[--i]; y += b[--j]; continue;
            case align::Up:       x += a[--i]; y += '-';    continue;
            case align::Left:     x += '-';    y += b[--j]; continue;
            default: break;
        }
        break;
    }
    return {std::string(x.rbegin(), x.rend()), std::string(y.rbegin(), y.rend())};
}

const char *const kUsage = R"--(
sequence_alignment [file a] [file b]
    Files in FASTA format: lines with '>' are skipped; ")" is not the end of this text, {this} neither.
)--";

std::string read_fasta(const char *name)
{
    std::ifstream f(name);
    if (!f) { std::cerr << kUsage; std::exit(2); }
    std::string all, line;
    while (std::getline(f, line))
        if (!line.empty() && line.front() != '>')
            std::copy_if(line.begin(), line.end(), std::back_inserter(all), [](unsigned char c) { return std::isalpha(c) != 0; });
    return all;
}
} // namespace

int main(int argc, char **argv)
{
    const auto [a, b] = argc == 3 ? std::make_pair(read_fasta(argv[1]), read_fasta(argv[2]))
                                  : std::make_pair(random_dna(700, 1), random_dna(900, 2));
    const int rows = (int)a.size(), cols = (int)b.size();
    align::Scoring scoring;
    CK(cudaMemcpyToSymbol(align::c_scoring, &scoring, sizeof scoring));

    Buffer<char> da(a), db(b);
    Buffer<align::score_t> h(std::size_t(rows + 1) * (cols + 1));
    Buffer<unsigned char> dir(std::size_t(rows + 1) * (cols + 1));
    Buffer<align::Best> best(1);

    const dim3 block{128};
    const dim3 grid{(rows + block.x - 1) / block.x};
    for (int diag = 2; diag <= rows + cols; ++diag)
        align::sw_diagonal<<<grid, block>>>(da, db, h, dir, rows, cols, diag);
    align::sw_best<256><<<1, 256>>>(h, rows, cols, best);
    CK(cudaDeviceSynchronize());

    printf("best %d at (%d, %d), CPU %d\n", best[0].score, best[0].row, best[0].col, host_best(a, b, scoring));
    auto [x, y] = trace_back(a, b, dir, best[0]);
    std::cout << x.substr(0, 70) << '\n' << y.substr(0, 70) << '\n';

    {
        const int entries = 3000, query = 48;
        std::string letters = random_dna(entries * 100, 3);
        Buffer<char> data(letters);
        Buffer<int> offsets(entries + 1), scores(entries);
        for (int e = 0; e <= entries; ++e) offsets[e] = e * 100;
        CK(cudaMemcpyToSymbol(align::c_query, a.data(), query));
        align::sw_database<<<(entries + 63) / 64, 64>>>(data, offsets, entries, query, scores);
        CK(cudaDeviceSynchronize());
        std::cout << "data base: best entry has " << *std::max_element(scores.p, scores.p + entries) << '\n';

        Buffer<unsigned char> lcs(entries);
        align::lcs_bits<<<(entries + 127) / 128, 128>>>(da, 64, data, 100, entries, lcs);
        Buffer<int> counts3(64), counts5(1024);
        align::kmers<3><<<20, 128>>>(data, entries * 100, counts3);
        align::kmers<5><<<20, 128>>>(data, entries * 100, counts5);
        align::complement<<<(entries * 25 + 255) / 256, 256>>>(data, entries * 100);
        CK(cudaDeviceSynchronize());
        std::cout << "lcs[0] = " << int(lcs[0]) << ", AAA " << counts3[0] << ", AAAAA " << counts5[0] << '\n';
    }

    Buffer<int> distance(1);
    const int n = std::min(rows, 500), m = std::min(cols, 500);
    align::levenshtein<<<1, 256, 3 * (n + 1) * sizeof(int)>>>(da, n, db, m, distance);
    CK(cudaDeviceSynchronize());
    std::cout << "distance " << *distance << std::endl;
    return 0;
}
