// bench language: how long a text in CUDA C++ takes to be read, from its first letter to what its kernels
// mean.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "instrumentation/error.h"
#include "instrumentation/language/program.h"
#include "kernels/catalogue.h"
#include "tests/bench/bench.h"

namespace tilescope::bench {

namespace {

std::size_t count_lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// What files are made of, a part a form. "@N" is the part's number, "@T" a type and "@S" a size, which change from part
// to part; "@B" is the number of the part before it that has the helpers.
constexpr const char* part_forms[] = {
    R"(
// Part @N: what the kernels behind it use.
#define SIDE@N @S
#define AT@N(from, row, column) ((from)[(row) * (pitch) + (column)])
#define SUM_OF@N(a, b) ((a) + (b))

template <typename T, int width>
__device__ __forceinline__ T gathered@N(const T* from, int pitch, int row) {
  T sum = T(0);
#pragma unroll
  for (int n = 0; n < width; ++n) sum = SUM_OF@N(sum, AT@N(from, row, n));
  return sum;
}

struct Pair@N {
  @T first, second;
  __device__ Pair@N operator+(const Pair@N& other) const {
    Pair@N sum = {first + other.first, second + other.second};
    return sum;
  }
  __device__ @T product() const { return first * second; }
};
)",
    R"(
/* Part @N: a product through shared memory. */
__global__ void __launch_bounds__(SIDE@B * SIDE@B)
product@N(const @T* __restrict__ A, const @T* __restrict__ B, @T* C, int rows, int columns, int depth) {
  __shared__ @T left[SIDE@B][SIDE@B + 1];
  __shared__ @T right[SIDE@B][SIDE@B];
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  @T sum = 0;
  for (int at = 0; at < depth; at += SIDE@B) {
    left[threadIdx.y][threadIdx.x] = row < rows && at + threadIdx.x < depth ? A[row * depth + at + threadIdx.x] : @T(0);
    right[threadIdx.y][threadIdx.x] =
        column < columns && at + threadIdx.y < depth ? B[(at + threadIdx.y) * columns + column] : @T(0);
    __syncthreads();
    for (int k = 0; k < SIDE@B; ++k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    __syncthreads();
  }
  if (row < rows && column < columns) C[row * columns + column] = sum;
}
)",
    R"(
// Part @N: sums of rows, each by a block.
template <unsigned threads>
__global__ void sums@N(const @T* in, @T* out, int pitch, int rows) {
  __shared__ @T part[threads];
  unsigned lane = threadIdx.x;
  part[lane] = (int)blockIdx.x < rows ? gathered@B<@T, 4>(in + 4 * lane, pitch, blockIdx.x) : @T(0);
  __syncthreads();
  for (unsigned half = threads / 2; half > 0; half >>= 1) {
    if (lane < half) part[lane] += part[lane + half];
    __syncthreads();
  }
  if (lane == 0) out[blockIdx.x] = part[0];
}
template __global__ void sums@N<@S * 8>(const @T*, @T*, int, int);
)",
    R"(
// Part @N: pairs, and counts of what they are.
enum Kind@N { small@N, large@N = @S, huge@N };
__constant__ @T limits@N[2] = {@S, 2 * @S};

__device__ Kind@N kind@N(@T value) {
  if (value > limits@N[1]) return huge@N;
  return value > limits@N[0] ? large@N : small@N;
}

__global__ void count@N(const Pair@B* pairs, int* counts, size_t n) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
    const Pair@B twice = pairs[i] + pairs[i];
    switch (kind@N(twice.product())) {
      case small@N:
        atomicAdd(&counts[0], 1);
        break;
      case large@N:
        atomicAdd(&counts[1], 1);
        break;
      default:
        atomicAdd(&counts[2], 1);
    }
  }
}
)",
    R"(
// Part @N: the host's side.
void start@N(const @T* A, const @T* B, @T* C, int n) {
  dim3 block(SIDE@B, SIDE@B);
  dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y);
  product@P<<<grid, block>>>(A, B, C, n, n, n);
  cudaDeviceSynchronize();
  printf("part %d is done\n", @N);
}
)"};

std::string filled(std::string_view form, int part) {
  constexpr const char* types[] = {"float", "double", "int"};
  constexpr int sizes[] = {4, 8, 16, 32};
  const int count = static_cast<int>(std::size(part_forms));
  const int round = part / count;
  std::string text;
  for (std::size_t n = 0; n < form.size(); ++n) {
    if (form[n] != '@') {
      text += form[n];
      continue;
    }
    switch (form[++n]) {
      case 'N': text += std::to_string(part); break;
      case 'B': text += std::to_string(round * count); break;
      case 'P': text += std::to_string(round * count + 1); break;
      case 'T': text += types[round % 3]; break;
      default: text += std::to_string(sizes[round % 4]);
    }
  }
  return text;
}

std::string made_text(std::size_t lines) {
  std::string text = "#include <cuda_runtime.h>\n#include <cstdio>\n";
  for (int part = 0; count_lines(text) < lines; ++part)
    text += filled(part_forms[static_cast<std::size_t>(part) % std::size(part_forms)], part);
  return text;
}

// The catalogue's kernels, one after the other, each with its names to itself.
std::string catalogue_text(std::size_t lines) {
  std::string text = "#define TILE 16\n";
  for (const CatalogueKernel& kernel : catalogue()) {
    if (count_lines(text) >= lines) break;
    text += lines < 50 ? std::string(text_of(kernel))
                       : fmt::format("namespace of_{} {{\n{}}}\n", kernel.name, text_of(kernel));
  }
  return text;
}

struct ReadTimes {
  std::string what;
  std::size_t lines = 0, bytes = 0, kernels = 0;
  double middle = 0, high = 0;  // seconds: the median, and what 99 of 100 runs stay within
};

// The first runs warm the caches and are not counted. What a text was understood as goes outside the time.
ReadTimes measure(std::string what, const std::string& text, int runs) {
  ReadTimes times{std::move(what), count_lines(text), text.size(), 0, 0, 0};
  std::vector<double> all;
  for (int run = -3; run < runs; ++run) {
    std::optional<language::Program> program;
    const double time = seconds([&] { program = language::read(text); });
    if (run >= 0) all.push_back(time);
    times.kernels = program->kernels().size();
    for (const language::Diagnostic& diagnostic : program->diagnostics())
      if (diagnostic.severity == language::Severity::error)
        throw Error(fmt::format("bench language: {}, line {}: {}", times.what,
                                program->source().line_of(diagnostic.place.offset), diagnostic.message));
  }
  std::sort(all.begin(), all.end());
  times.middle = all[all.size() / 2];
  times.high = all[(all.size() * 99 + 99) / 100 - 1];
  return times;
}

}  // namespace

Report language(const Options& options) {
  const int runs = options.runs;
  Rows rows;
  Json texts = Json::array();
  for (const ReadTimes& times : {measure("a kernel of the catalogue", catalogue_text(10), runs),
                                 measure("kernels of the catalogue", catalogue_text(100), runs),
                                 measure("macros, templates, structures", made_text(100), runs),
                                 measure("the same, ten times as much", made_text(1000), runs)}) {
    const double micros_per_line = times.middle * 1e6 / static_cast<double>(times.lines);
    texts.push_back(
        rows.add({{"", times.what, "text", times.what},
                  {"lines", with_commas(times.lines), "lines", times.lines},
                  {"bytes", with_commas(times.bytes), "bytes", times.bytes},
                  {"kernels", std::to_string(times.kernels), "kernels", times.kernels},
                  {"ms", fmt::format("{:.4g}", times.middle * 1e3), "median_seconds", times.middle},
                  {"p99 ms", fmt::format("{:.4g}", times.high * 1e3), "p99_seconds", times.high},
                  {"us/line", fmt::format("{:.3g}", micros_per_line), "microseconds_per_line", micros_per_line}}));
  }
  return report(
      fmt::format("from a text to what it means; one core, median and 99th percentile of {} runs, measured\n\n{}", runs,
                  rows.text()),
      {{"runs", runs}, {"texts", texts}, {"source", "measured"}});
}

}  // namespace tilescope::bench
