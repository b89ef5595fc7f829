//
//   Conway's Game of Life          .O.
//                                  ..O
//                                  OOO
//
#include <iostream>
#include <string>
#include <vector>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <thread>
#include <chrono>
#include <memory>

#ifndef WORLD
#  define WORLD 512
#endif
#define CELLS (WORLD * WORLD)

using Cell = unsigned char;
using Word = unsigned long long;

enum Border { TORUS, DEAD, MIRROR };

/* Patterns.  Raw strings, so that nobody has to count the \n's. */
static const char *const glider_gun = R"life(
........................O...........
......................O.O...........
............OO......OO............OO
...........O...O....OO............OO
OO........O.....O...OO..............
OO........O...O.OO....O.O...........
..........O.....O.......O...........
...........O...O....................
............OO......................
)life";

static const std::string nonsense = R"(not a kernel: __global__ void f(int *p) { p[0] = '"'; } f<<<1,1>>>(0); /* )";

// ------------------------------------------------------------------ device
template <Border B>
__device__ inline int wrap(int v)
{
    if constexpr (B == TORUS) {
        return (v + WORLD) % WORLD;
    } else if constexpr (B == MIRROR) {
        return v < 0 ? -v - 1 : (v >= WORLD ? 2 * WORLD - v - 1 : v);
    } else {
        return v;
    }
}

template <Border B>
__device__ int neighbours(const Cell *world, int x, int y)
{
    int count = 0;
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            if (dx == 0 && dy == 0) continue;
            int nx = wrap<B>(x + dx), ny = wrap<B>(y + dy);
            if (B == DEAD && (nx < 0 || ny < 0 || nx >= WORLD || ny >= WORLD)) continue;
            count += world[ny * WORLD + nx];
        }
    }
    return count;
}

__host__ __device__ constexpr bool survives(bool alive, int n)
{
    return n == 3 || (alive && n == 2);
}

template <Border B>
__global__ void generation(const Cell *now, Cell *next)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= WORLD || y >= WORLD) return;
    int i = y * WORLD + x;
    next[i] = survives(now[i], neighbours<B>(now, x, y));
}

// with a tile of cells and their border
template <int W, int H>
__global__ void generation_tiled(const Cell *__restrict__ now, Cell *__restrict__ next)
{
    __shared__ bool tile[H + 2][W + 2];
    const int x0 = blockIdx.x * W, y0 = blockIdx.y * H;
    int linear = threadIdx.y * W + threadIdx.x;
    do {
        int tx = linear % (W + 2), ty = linear / (W + 2);
        int gx = (x0 + tx - 1 + WORLD) % WORLD;
        int gy = (y0 + ty - 1 + WORLD) % WORLD;
        tile[ty][tx] = now[gy * WORLD + gx] != 0;
        linear += W * H;
    } while (linear < (W + 2) * (H + 2));
    __syncthreads();

    int cx = threadIdx.x + 1, cy = threadIdx.y + 1, n = 0;
    n += tile[cy - 1][cx - 1]; n += tile[cy - 1][cx]; n += tile[cy - 1][cx + 1];
    n += tile[cy    ][cx - 1];                        n += tile[cy    ][cx + 1];
    n += tile[cy + 1][cx - 1]; n += tile[cy + 1][cx]; n += tile[cy + 1][cx + 1];
    bool alive = tile[cy][cx];
    switch (n) {
    case 2:
        break;
    case 3:
        alive = true;
        break;
    default:
        alive = false;
    }
    next[(y0 + cy - 1) * WORLD + x0 + cx - 1] = alive;
}

// 64 cells in a word; sums with bit logic
struct Adder {
    Word ones, twos, fours;
    __device__ Adder() : ones(0), twos(0), fours(0) {}
    __device__ Adder &operator+=(Word bits)
    {
        Word carry1 = ones & bits;
        ones ^= bits;
        Word carry2 = twos & carry1;
        twos ^= carry1;
        fours |= carry2;
        return *this;
    }
};

__global__ void generation_bits(const Word *now, Word *next, int words, int rows)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y;
    if (c >= words) return;
    int left = (c + words - 1) % words, right = (c + 1) % words;

    Adder sum;
    Word self = 0;
    for (int d = -1; d <= 1; ++d) {
        const Word *row = now + ((r + d + rows) % rows) * words;
        Word mid = row[c];
        sum += (mid << 1) | (row[left] >> 63);
        sum += (mid >> 1) | (row[right] << 63);
        if (d != 0) sum += mid; else self = mid;
    }
    next[r * words + c] = sum.twos & ~sum.fours & (sum.ones | self);
}

__global__ void pack(const Cell *cells, Word *words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Word w = 0;
    for (int b = 0; b < 64; ++b)
        w |= static_cast<Word>(cells[i * 64 + b] & 1) << b;
    words[i] = w;
}

// how many cells live?  votes, then one atomic for a warp
__global__ void census(const Cell *world, int *alive, bool *extinct)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool a = i < CELLS && world[i];
    int in_block = __syncthreads_count(a);
    unsigned mask = __ballot_sync(0xffffffffu, a);
    if ((threadIdx.x & 31) == 0) atomicAdd(alive, __popc(mask));
    if (threadIdx.x == 0 && in_block > 0) *extinct = false;
}

// ------------------------------------------------------------------ host
struct Backend {
    virtual ~Backend() = default;
    virtual const char *name() const = 0;
    virtual void step(const Cell *now, Cell *next) = 0;
};

template <Border B>
struct Simple : Backend {
    const char *name() const override { return B == TORUS ? "torus" : B == DEAD ? "dead" : "mirror"; }
    void step(const Cell *now, Cell *next) override
    {
        const dim3 block(16, 16);
        const dim3 grid((WORLD + block.x - 1) / block.x, (WORLD + block.y - 1) / block.y);
        generation<B><<<grid, block>>>(now, next);
    }
};

struct Tiled final : Backend {
    const char *name() const override { return "tiled"; }
    void step(const Cell *now, Cell *next) override
    {
        generation_tiled<32, 8><<<dim3(WORLD / 32, WORLD / 8), dim3(32, 8)>>>(now, next);
    }
};

struct CpuBackend : Backend {
    const char *name() const override { return "cpu"; }
    void step(const Cell *now, Cell *next) override
    {
        cudaDeviceSynchronize();
        #pragma omp parallel for collapse(2)
        for (int y = 0; y < WORLD; ++y)
            for (int x = 0; x < WORLD; ++x) {
                int n = 0;
                for (auto [dx, dy] : offsets)
                    n += now[(y + dy + WORLD) % WORLD * WORLD + (x + dx + WORLD) % WORLD];
                next[y * WORLD + x] = survives(now[y * WORLD + x], n);
            }
    }
    static constexpr std::array<std::pair<int, int>, 8> offsets = {{
        {-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}};
};
constexpr std::array<std::pair<int, int>, 8> CpuBackend::offsets;

static void place(Cell *world, const char *pattern, int x0, int y0)
{
    int x = x0, y = y0;
    for (const char *p = pattern; *p; ++p)
        switch (*p) {
        case '\n': x = x0; ++y; break;
        case 'O':  world[(y % WORLD) * WORLD + x % WORLD] = 1; [[fallthrough]];
        default:   ++x;
        }
}

static void show(const Cell *world, int w, int h)
{
    std::string s;
    for (int y = 0; y < h; ++y) {
        for (int x = 0; x < w; ++x) s += world[y * WORLD + x] ? "\xE2\x96\x88" : " ";
        s += '\n';
    }
    std::cout << "\033[H" << s << std::flush;
}

int main(int argc, char **argv)
{
    Cell *a, *b;
    int *alive;
    bool *extinct;
    cudaMallocManaged(&a, CELLS);
    cudaMallocManaged(&b, CELLS);
    cudaMallocManaged(&alive, sizeof(int));
    cudaMallocManaged(&extinct, sizeof(bool));

    std::vector<std::unique_ptr<Backend>> backends;
    backends.emplace_back(new Simple<TORUS>);
    backends.emplace_back(new Simple<DEAD>);
    backends.emplace_back(new Simple<MIRROR>);
    backends.push_back(std::make_unique<Tiled>());
    backends.push_back(std::make_unique<CpuBackend>());

    const int generations = argc > 1 ? std::atoi(argv[1]) : 100;
    const bool display = argc > 2;

    for (auto &backend : backends) {
        std::fill(a, a + CELLS, Cell{0});
        place(a, glider_gun, 10, 10);
        for (int g = 0; g < generations; ++g) {
            backend->step(a, b);
            std::swap(a, b);
            if (display) {
                cudaDeviceSynchronize();
                show(a, 80, 40);
                using namespace std::chrono_literals;
                std::this_thread::sleep_for(30ms);
            }
        }
        cudaDeviceSynchronize();
        *alive = 0;
        *extinct = true;
        census<<<(CELLS + 255) / 256, 256>>>(a, alive, extinct);
        cudaDeviceSynchronize();
        std::cout << backend->name() << ": " << *alive << " cells alive" << (*extinct ? ", extinct" : "") << "\n";
    }

    Word *wa, *wb;
    cudaMalloc(&wa, CELLS / 8);
    cudaMalloc(&wb, CELLS / 8);
    pack<<<CELLS / 64 / 128, 128>>>(a, wa);
    for (int g = 0; g < generations; ++g) {
        generation_bits<<<dim3(1, WORLD), WORLD / 64>>>(wa, wb, WORLD / 64, WORLD);
        std::swap(wa, wb);
    }
    std::cout << cudaGetErrorString(cudaDeviceSynchronize()) << " (" << nonsense.size() << ")\n";
    cudaFree(a); cudaFree(b); cudaFree(alive); cudaFree(extinct); cudaFree(wa); cudaFree(wb);
}
