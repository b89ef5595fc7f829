#include "instrumentation/executors/cuda/kernel_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "instrumentation/executors/cuda/cublas.h"
#include "instrumentation/executors/cuda/cuda.h"
#include "instrumentation/executors/cuda/matrices.h"
#include "instrumentation/executors/cuda/plain_kernel.h"
#include "instrumentation/executors/cuda/roof.h"
#include "instrumentation/executors/cuda/stopwatch.h"
#include "instrumentation/executors/of_program.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

constexpr double least_run = 1e-3, most_for_all_runs = 2;  // seconds
constexpr int most_launches = 200, least_runs = 3;

// Work that can be started repeatedly.
struct Work {
  std::string name;
  std::function<void()> start;
  Timed timed;
  double spent = 0;
};

class Times {
 public:
  Times(const Factors& product, std::uint64_t seed)
      : product_(product),
        judge_(product, seed),
        a_(std::span<const float>(product.a)),
        b_(std::span<const float>(product.b)),
        c_(static_cast<std::size_t>(product.m * product.n)) {}

  [[nodiscard]] cuda::Matrices matrices() const { return {a_.data(), b_.data(), c_.data()}; }

  // Runs it once, which also makes the driver translate it, and compares the result with the expected one.
  void check(Work& work) {
    const std::vector<float> nothing(c_.size(), std::numeric_limits<float>::quiet_NaN());
    c_.upload(nothing);
    work.start();
    finish(work);
    std::vector<float> c = c_.download();
    std::optional<WrongElement> wrong = judge_.judge(c);
    if (!wrong && !right_.empty()) wrong = judge_.compare(c, right_);
    if (wrong)
      throw Error(
          fmt::format("{} gives a wrong result on this GPU, so it is not timed: {}", work.name, in_words(*wrong)));
    if (right_.empty()) right_ = std::move(c);
  }

  void choose_launches(Work& work) {
    const double once = watch_.time(work.start, [&] { finish(work); });
    work.timed.launches = std::clamp(static_cast<int>(std::ceil(least_run / std::max(once, 1e-7))), 1, most_launches);
  }

  void time(Work& work) {
    if (work.spent > most_for_all_runs && static_cast<int>(work.timed.seconds.size()) >= least_runs) return;
    work.start();
    const double all = watch_.time(
        [&] {
          for (int n = 0; n < work.timed.launches; ++n) work.start();
        },
        [&] { finish(work); });
    work.spent += all;
    work.timed.seconds.push_back(all / work.timed.launches);
  }

 private:
  static void finish(const Work& work) { cuda::wait(fmt::format("running {}", work.name)); }

  const Factors& product_;
  ProductJudge judge_;
  cuda::Memory<float> a_, b_, c_;
  std::vector<float> right_;  // the first kernel's result, which the judge accepted
  cuda::Stopwatch watch_;
};

reading::LaunchProduct product_in(const RecordedKernel& kernel, const Launch& launch) {
  const auto product = reading::matrices_of(launch);
  if (!product)
    throw GpuError(fmt::format("{} is not timed: it is not recognized as a row-major matrix product", kernel.name));
  return *product;
}

void require_read_only(const RecordedKernel& kernel, const Launch& launch) {
  const reading::LaunchProduct product = product_in(kernel, launch);
  for (const auto& [name, matrix] : {std::pair{"A", product.a}, std::pair{"B", product.b}})
    if (kernel.prepared->code().arrays[matrix.array].is_written)
      throw GpuError(fmt::format("{} writes to {}, so it cannot be run twice", kernel.name, name));
}

// By the machine's number; only arrays of floats that are parameters: copying others is not part of a kernel.
std::vector<void*> arrays_of(const RecordedKernel& kernel, const Launch& launch, const cuda::Matrices& matrices) {
  const std::vector<machine::Array>& arrays = kernel.prepared->code().arrays;
  const reading::LaunchProduct product = product_in(kernel, launch);
  std::vector<void*> all(arrays.size());
  for (const auto& [matrix, memory] :
       {std::pair{product.a, matrices.a}, std::pair{product.b, matrices.b}, std::pair{product.c, matrices.c}}) {
    const machine::Array& array = arrays[matrix.array];
    if (!array.is_parameter)
      throw GpuError(fmt::format("{} is not timed: {} is not one of its parameters", kernel.name, array.name));
    if (!has_floats(array))
      throw GpuError(fmt::format("{} is not timed: {} is not an array of floats", kernel.name, array.name));
    all[matrix.array] = memory;
  }
  return all;
}

std::vector<double> rates(double amount, const Timed& timed) {
  std::vector<double> all;
  for (const double seconds : timed.seconds) all.push_back(amount / seconds / 1e9);
  return all;
}

}  // namespace

KernelTimes time_kernels(const Factors& product, std::span<const PlainLaunch> launches, int runs, std::uint64_t seed,
                         const std::function<void(double done)>& tell) {
  const CudaExecutor gpu = make_cuda_executor();
  if (!gpu.executor) throw GpuError(gpu.why_not);
  int multiprocessors = 1;
  for (const GpuInfo& info : gpu.devices)
    if (info.name == gpu.executor->name()) multiprocessors = info.multiprocessors;
  KernelTimes result;
  Times times(product, seed);
  cuda::Cublas cublas;
  result.why_no_cublas = cublas.why_not();
  cuda::Roof roof(multiprocessors);
  std::vector<Work> all;
  if (cublas.is_there()) {
    result.cublas = cublas.version();
    all.push_back({"cuBLAS", [&] { cublas.start(product.m, product.n, product.k, times.matrices()); }, {}, 0});
  }
  const std::size_t first = all.size();
  for (const PlainLaunch& one : launches) {
    require_read_only(*one.kernel, one.launch);
    const auto plain = std::make_shared<cuda::PlainKernel>(one.kernel->name, one.kernel->prepared,
                                                           machine_shape(*one.kernel, one.launch));
    const auto start = [plain, arrays = arrays_of(*one.kernel, one.launch, times.matrices())] { plain->start(arrays); };
    all.push_back({fmt::format("{} with T = {}", one.kernel->name, one.launch.tile), start, {}, 0});
    const auto build =
        plain_build(*one.kernel, static_cast<int>(one.launch.threads_per_block()), one.launch.dynamic_shared_bytes);
    if (!build) throw GpuError(fmt::format("{} cannot be run on this GPU", one.kernel->name));
    result.builds.push_back(*build);
  }
  const std::size_t checked = all.size();
  all.push_back({"multiply-adds", [&] { roof.start_multiply_adds(); }, {}, 0});
  all.push_back({"copying", [&] { roof.start_copy(); }, {}, 0});
  all.push_back({"filling", [&] { roof.start_fill(); }, {}, 0});

  for (std::size_t n = 0; n < checked; ++n) {
    times.check(all[n]);
    if (tell) tell(0.2 * static_cast<double>(n) / static_cast<double>(checked));
  }
  for (Work& work : all) times.choose_launches(work);
  for (int run = 0; run < runs; ++run) {
    for (Work& work : all) times.time(work);
    if (tell) tell(0.2 + 0.7 * (run + 1) / runs);
  }
  for (std::size_t n = 0; n < checked; ++n) times.check(all[n]);

  if (cublas.is_there()) result.of_cublas = all.front().timed;
  for (std::size_t n = first; n < checked; ++n) result.kernels.push_back(all[n].timed);
  result.multiply_adds = rates(roof.flops(), all[checked].timed);
  result.copies = rates(roof.copied_bytes(), all[checked + 1].timed);
  result.fills = rates(roof.filled_bytes(), all[checked + 2].timed);
  return result;
}

}  // namespace tilescope
