#include "instrumentation/executors/cuda/plain_apart.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/executors/cuda/cuda.h"
#include "instrumentation/executors/cuda/plain_kernel.h"
#include "instrumentation/executors/cuda/stopwatch.h"
#include "instrumentation/executors/of_program.h"
#include "instrumentation/subprocess.h"

namespace tilescope {

namespace {

constexpr std::chrono::seconds most_wait{5};
constexpr int timed_runs = 5;
std::filesystem::path timing_program;  // set before there are threads

std::vector<std::byte> packed(const RecordedKernel& kernel, const Launch& launch) {
  return cuda::pack({cuda::plain_task(kernel.name, *kernel.prepared, machine_shape(kernel, launch)),
                     machine_launch(kernel, launch).arrays});
}

double time_plain_kernel(std::istream& task) {
  const std::string text{std::istreambuf_iterator<char>(task), {}};
  cuda::PackedTask all = cuda::unpack(std::as_bytes(std::span(text)));
  const CudaExecutor gpu = make_cuda_executor();
  if (!gpu.executor) throw GpuError(gpu.why_not);
  cuda::expect_to_be_lost(most_wait);
  std::vector<cuda::Memory<std::byte>> memory;
  std::vector<void*> arrays;
  for (const std::vector<std::byte>& given : all.arrays) {
    memory.emplace_back(std::span<const std::byte>(given));
    arrays.push_back(memory.back().data());
  }
  const std::string what = fmt::format("running {} without recording", all.task.name);
  cuda::PlainKernel plain(std::move(all.task));
  cuda::Stopwatch watch;
  const auto run = [&] { return watch.time([&] { plain.start(arrays); }, [&] { cuda::wait(what); }); };
  static_cast<void>(run());  // the first run takes longer
  std::vector<double> times;
  for (int n = 0; n < timed_runs; ++n) times.push_back(run());
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

}  // namespace

void use_for_timing(std::filesystem::path program) { timing_program = std::move(program); }

double plain_seconds_apart(const RecordedKernel& kernel, const Launch& launch, const std::function<bool()>& goes_on) {
  if (timing_program.empty()) throw GpuError("no program has been set for timing plain kernels");
  Subprocess other({timing_program.string(), timing_command});
  const std::vector<std::byte> task = packed(kernel, launch);
  const bool taken = other.write({reinterpret_cast<const unsigned char*>(task.data()), task.size()});
  const bool went_well = other.finish(goes_on) && taken;
  const std::string answer = other.answer();
  double seconds = 0;
  const auto [end, error] = std::from_chars(answer.data(), answer.data() + answer.size(), seconds);
  if (went_well && error == std::errc() && end == answer.data() + answer.size()) return seconds;
  throw GpuError(answer.empty() ? fmt::format("{} could not be timed without recording", kernel.name) : answer);
}

std::string answer_timing(std::istream& task) {
  try {
    return fmt::format("{}", time_plain_kernel(task));
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace tilescope
