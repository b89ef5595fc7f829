// Поиск подстрок и подбор пароля на GPU
// Лабораторная работа №6
//
// Содержание:
//   1. наивный поиск образца
//   2. алгоритм Хорспула, каждый поток обрабатывает свой кусок
//   3. Рабин-Карп
//   4. подсчёт слов и букв
//   5. перебор паролей по хэшу (учебному!)

#include <iostream>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>
#include <cstring>
#include <cstdint>
#include <cctype>
#include <algorithm>
#include <stdexcept>

#define MAX_PATTERN 64
#define MAX_PASSWORD 8
#define ALPHABET_SIZE 36

__constant__ char c_pattern[MAX_PATTERN];
__constant__ unsigned char c_shift[256];
__constant__ char c_alphabet[ALPHABET_SIZE + 1] = "abcdefghijklmnopqrstuvwxyz0123456789";

__device__ int d_found_count;
__device__ char d_password[MAX_PASSWORD + 1];
__device__ volatile int d_stop;

// ---------------------------------------------------------------------------
// Вспомогательные функции устройства: своя маленькая string.h
// ---------------------------------------------------------------------------
__host__ __device__ inline int str_len(const char *s)
{
    const char *p = s;
    while (*p) ++p;
    return (int)(p - s);
}

__device__ bool starts_with(const char *text, const char *pattern, int m)
{
    for (int k = 0; k < m; ++k)
        if (text[k] != pattern[k])
            return false;
    return true;
}

__host__ __device__ inline bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

__host__ __device__ inline char lower(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

// учебный хэш (FNV-1a, 32 бита)
__host__ __device__ inline uint32_t fnv(const char *s, int n)
{
    uint32_t h = 2166136261u;
    for (int i = 0; i < n; ++i)
    {
        h ^= (unsigned char)s[i];
        h *= 16777619u;
    }
    return h;
}

// ---------------------------------------------------------------------------
// 1. Наивный поиск: один поток -- одна позиция
// ---------------------------------------------------------------------------
__global__ void find_naive(const char *text, int n, int m, int *positions, int capacity)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n - m)
        return;
    if (starts_with(text + i, c_pattern, m))
    {
        int slot = atomicAdd(&d_found_count, 1);
        if (slot < capacity)
            positions[slot] = i;
    }
}

// ---------------------------------------------------------------------------
// 2. Хорспул
// ---------------------------------------------------------------------------
template <int CHUNK>
__global__ void find_horspool(const char *__restrict__ text, int n, int m, unsigned int *count)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * CHUNK;
    int last = min(first + CHUNK, n - m + 1);
    unsigned int mine = 0;
    for (int i = first; i < last;)
    {
        int k = m - 1;
        while (k >= 0 && text[i + k] == c_pattern[k])
            --k;
        if (k < 0)
            ++mine;
        i += c_shift[(unsigned char)text[i + m - 1]];
    }
    mine += __shfl_down_sync(0xffffffffu, mine, 16);
    mine += __shfl_down_sync(0xffffffffu, mine, 8);
    mine += __shfl_down_sync(0xffffffffu, mine, 4);
    mine += __shfl_down_sync(0xffffffffu, mine, 2);
    mine += __shfl_down_sync(0xffffffffu, mine, 1);
    if (threadIdx.x % 32 == 0)
        atomicAdd(count, mine);
}

// ---------------------------------------------------------------------------
// 3. Рабин-Карп с общей памятью (блок читает свой кусок текста один раз)
// ---------------------------------------------------------------------------
#define RK_BLOCK 256
__global__ void find_rabin_karp(const char *text, int n, int m, unsigned int hash, unsigned char *mask)
{
    __shared__ char piece[RK_BLOCK + MAX_PATTERN];
    int base = blockIdx.x * RK_BLOCK;
    for (int t = threadIdx.x; t < RK_BLOCK + m - 1; t += RK_BLOCK)
        piece[t] = base + t < n ? text[base + t] : '\0';
    __syncthreads();

    unsigned int h = 0;
    for (int k = 0; k < m; ++k)
        h = h * 31 + (unsigned char)piece[threadIdx.x + k];
    bool hit = h == hash && starts_with(&piece[threadIdx.x], c_pattern, m);
    // 32 ответа в четырёх байтах
    unsigned int bits = __ballot_sync(0xffffffffu, hit);
    if ((threadIdx.x & 31) == 0)
        ((unsigned int *)mask)[(base + threadIdx.x) / 32] = bits;
}

// ---------------------------------------------------------------------------
// 4. Статистика: слова, строки, буквы
// ---------------------------------------------------------------------------
struct Stats
{
    int words;
    int lines;
    int quotes;
    int letters[26];
};

__global__ void text_stats(const char *text, int n, Stats *stats)
{
    __shared__ int local[26];
    if (threadIdx.x < 26)
        local[threadIdx.x] = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    {
        char c = text[i];
        switch (c)
        {
        case '\n':
            atomicAdd(&stats->lines, 1);
            break;
        case '"':
        case '\'':
            atomicAdd(&stats->quotes, 1);
            break;
        default:
            if (is_letter(c))
            {
                atomicAdd(&local[lower(c) - 'a'], 1);
                if (i == 0 || !is_letter(text[i - 1]))
                    atomicAdd(&stats->words, 1);
            }
        }
    }
    __syncthreads();
    if (threadIdx.x < 26 && local[threadIdx.x])
        atomicAdd(stats->letters + threadIdx.x, local[threadIdx.x]);
}

// шифр Цезаря на месте; число сдвигов может быть отрицательным
__global__ void caesar(char *text, int n, int shift)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && is_letter(text[i]))
    {
        char a = text[i] >= 'a' ? 'a' : 'A';
        text[i] = a + (text[i] - a + shift % 26 + 26) % 26;
    }
}

// ---------------------------------------------------------------------------
// 5. Перебор
// ---------------------------------------------------------------------------
__device__ void make_candidate(unsigned long long index, char *out, int length)
{
    for (int k = length - 1; k >= 0; --k)
    {
        out[k] = c_alphabet[index % ALPHABET_SIZE];
        index /= ALPHABET_SIZE;
    }
    out[length] = 0;
}

__global__ void brute_force(uint32_t target, int length, unsigned long long total, unsigned long long *tested)
{
    char candidate[MAX_PASSWORD + 1];
    unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
    unsigned long long done = 0;
    for (unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x; i < total; i += step)
    {
        if (d_stop)
            break;
        make_candidate(i, candidate, length);
        ++done;
        if (fnv(candidate, str_len(candidate)) == target)
        {
            if (atomicExch((int *)&d_stop, 1) == 0)
            {
                for (int k = 0; k <= length; ++k)
                    d_password[k] = candidate[k];
                printf("  поток %d нашёл: \"%s\"\n", threadIdx.x, candidate);
            }
            break;
        }
    }
    atomicAdd(tested, done);
}

// ---------------------------------------------------------------------------
// Хост
// ---------------------------------------------------------------------------
static void check(cudaError_t e, int line)
{
    if (e != cudaSuccess)
        throw std::runtime_error(std::string("строка ") + std::to_string(line) + ": " + cudaGetErrorString(e));
}
#define CHECK(e) check((e), __LINE__)

static const char *default_text = R"text(
It's a text { with "quotes", 'apostrophes' and } braces.
// this isn't a comment, and /* neither is this
kernel<<<1, 2>>>(nothing); the cat and the hat and the mat.
)text";

static std::string load(const char *name)
{
    std::ifstream f(name, std::ios::binary);
    if (!f)
        throw std::runtime_error("не могу открыть файл");
    return {std::istreambuf_iterator<char>(f), std::istreambuf_iterator<char>()};
}

static int count_host(const std::string &text, const std::string &p)
{
    int n = 0;
    for (size_t at = text.find(p); at != std::string::npos; at = text.find(p, at + 1))
        ++n;
    return n;
}

int main(int argc, char **argv)
{
    try
    {
        std::string text;
        if (argc > 1)
            text = load(argv[1]);
        else
            for (int i = 0; i < 1000; ++i)
                text += default_text;
        const std::string pattern = argc > 2 ? argv[2] : "the";
        const int n = static_cast<int>(text.size()), m = static_cast<int>(pattern.size());
        if (m == 0 || m > MAX_PATTERN)
            throw std::invalid_argument("плохая длина образца");

        char *d_text;
        int *d_pos;
        unsigned int *d_count;
        CHECK(cudaMalloc(&d_text, n));
        CHECK(cudaMalloc(&d_pos, 1024 * sizeof(int)));
        CHECK(cudaMallocManaged(&d_count, sizeof(unsigned int)));
        CHECK(cudaMemcpy(d_text, text.data(), n, cudaMemcpyHostToDevice));
        CHECK(cudaMemcpyToSymbol(c_pattern, pattern.data(), m));

        unsigned char shift[256];
        std::fill(std::begin(shift), std::end(shift), (unsigned char)m);
        for (int k = 0; k < m - 1; ++k)
            shift[(unsigned char)pattern[k]] = (unsigned char)(m - 1 - k);
        CHECK(cudaMemcpyToSymbol(c_shift, shift, sizeof shift));

        const int expected = count_host(text, pattern);

        int found = 0;
        find_naive<<<(n + 255) / 256, 256>>>(d_text, n, m, d_pos, 1024);
        CHECK(cudaMemcpyFromSymbol(&found, d_found_count, sizeof found));
        std::cout << "наивный: " << found << " (ожидалось " << expected << ")\n";

        *d_count = 0;
        find_horspool<64><<<(n + 128 * 64 - 1) / (128 * 64), 128>>>(d_text, n, m, d_count);
        CHECK(cudaDeviceSynchronize());
        std::cout << "Хорспул: " << *d_count << '\n';

        unsigned int hash = 0;
        for (char c : pattern)
            hash = hash * 31 + (unsigned char)c;
        int blocks = (n + RK_BLOCK - 1) / RK_BLOCK;
        unsigned char *mask;
        CHECK(cudaMallocManaged(&mask, blocks * RK_BLOCK / 8));
        find_rabin_karp<<<blocks, RK_BLOCK>>>(d_text, n, m, hash, mask);
        CHECK(cudaDeviceSynchronize());
        int hits = 0;
        for (int i = 0; i < blocks * RK_BLOCK / 8; ++i)
            for (int b = 0; b < 8; ++b)
                hits += mask[i] >> b & 1;
        std::cout << "Рабин-Карп: " << hits << '\n';

        Stats *stats;
        CHECK(cudaMallocManaged(&stats, sizeof(Stats)));
        std::memset(stats, 0, sizeof(Stats));
        text_stats<<<16, 128>>>(d_text, n, stats);
        CHECK(cudaDeviceSynchronize());
        std::cout << stats->words << " слов, " << stats->lines << " строк, буква 'e': " << stats->letters['e' - 'a'] << '\n';

        caesar<<<(n + 63) / 64, 64>>>(d_text, n, 13);
        caesar<<<(n + 63) / 64, 64>>>(d_text, n, -13);
        std::string back(n, ' ');
        CHECK(cudaMemcpy(&back[0], d_text, n, cudaMemcpyDeviceToHost));
        std::cout << (back == text ? "шифр обратим\n" : "шифр сломан\n");

        const char *secret = argc > 3 ? argv[3] : "gpu42";
        const uint32_t target = fnv(secret, str_len(secret));
        unsigned long long *tested;
        CHECK(cudaMallocManaged(&tested, sizeof *tested));
        *tested = 0;
        unsigned long long total = 1;
        for (int length = 1; length <= 5; ++length)
        {
            total *= ALPHABET_SIZE;
            brute_force<<<dim3(160), dim3(256), 0, 0>>>(target, length, total, tested);
            CHECK(cudaDeviceSynchronize());
        }
        char password[MAX_PASSWORD + 1] = "";
        CHECK(cudaMemcpyFromSymbol(password, d_password, sizeof password));
        std::cout << "пароль: \"" << password << "\", проверено " << *tested << std::endl;

        cudaFree(d_text), cudaFree(d_pos), cudaFree(d_count), cudaFree(mask), cudaFree(stats), cudaFree(tested);
    }
    catch (const std::exception &e)
    {
        std::cerr << "Ошибка: " << e.what() << std::endl;
        return 1;
    }
    return 0;
}
