#include "app/cli/gpu_options.h"

#include <fmt/format.h>

#include <cctype>
#include <fstream>

#include "app/export/json.h"
#include "instrumentation/executors/executor.h"

namespace tilescope::cli {

namespace {

// The first GPU for which an executor can be created, which is the one that it uses.
std::optional<Gpu> gpu_here(std::string& why_not) {
  const CudaExecutor cuda = make_cuda_executor();
  why_not = cuda.why_not;
  if (!cuda.executor) return std::nullopt;
  for (const GpuInfo& info : cuda.devices)
    if (info.name == cuda.executor->name()) return gpu_of(info);
  return std::nullopt;
}

}  // namespace

void GpuOptions::add_to(Subcommand& command) {
  command
      .option("--gpu", gpu,
              "fermi, kepler, maxwell, pascal, volta, turing, ampere, ada, hopper, blackwell, a compute capability, "
              "part of a GPU's name (h200), this (this machine's GPU), or all")
      .such_as({"fermi", "kepler", "maxwell", "pascal", "volta", "turing", "ampere", "ada", "hopper", "h200",
                "blackwell", "this", "all"});
  command.option("--shared-kb", shared_kb, "shared memory per multiprocessor, in KB, if the GPU allows a choice",
                 {1, 1024});
}

Gpu this_gpu() {
  std::string why_not;
  if (std::optional<Gpu> gpu = gpu_here(why_not)) return *gpu;
  throw UsageError(fmt::format("--gpu this: {}", why_not));
}

std::string driver_release() {
  std::ifstream in("/proc/driver/nvidia/version");
  for (std::string word; in >> word;)
    if (std::isdigit(static_cast<unsigned char>(word.front())) != 0 && word.find('.') != std::string::npos) return word;
  return "";
}

bool is_this_gpu(const GpuOptions& options) { return options.gpu == "this"; }

std::vector<Gpu> chosen_gpus(const GpuOptions& options) {
  std::vector<Gpu> chosen;
  if (is_this_gpu(options)) {
    chosen = {this_gpu()};
  } else if (options.gpu == "all") {
    chosen.assign(gpus().begin(), gpus().end());
    std::string why_not;
    if (std::optional<Gpu> gpu = gpu_here(why_not)) chosen.push_back(*gpu);
  } else {
    chosen = {find_gpu(options.gpu)};
  }
  if (options.shared_kb > 0)
    for (Gpu& gpu : chosen) gpu = with_shared(gpu, static_cast<std::uint32_t>(options.shared_kb) * 1024);
  return chosen;
}

Json gpu_json(const Gpu& gpu) {
  const GpuLimits& l = gpu.limits;
  return {{"name", gpu.name},
          {"generation", gpu.generation},
          {"compute_capability", gpu.capability()},
          {"multiprocessors", gpu.multiprocessors},
          {"gflops", gpu.gflops},
          {"bandwidth_gbs", gpu.bandwidth},
          {"limits",
           {{"threads_per_block", l.threads_per_block},
            {"threads", l.threads},
            {"warps", l.warps()},
            {"blocks", l.blocks},
            {"registers", l.registers},
            {"registers_per_thread", l.registers_per_thread},
            {"shared_bytes", l.shared},
            {"shared_bytes_per_block", l.shared_per_block},
            {"shared_bytes_reserved_per_block", l.shared_reserved}}},
          {"limits_source", gpu.limits_source},
          {"speed_source", gpu.speed_source}};
}

std::string title_of(const Gpu& gpu) {
  return fmt::format("{}{}{}, {}", gpu.generation, gpu.generation.empty() ? "" : " ", gpu.capability(), gpu.name);
}

std::string sources_of(const std::vector<Gpu>& gpus) {
  std::string text;
  for (const Gpu& gpu : gpus)
    text += fmt::format("{}: limits: {}. Speed: {}.\n", title_of(gpu), gpu.limits_source, gpu.speed_source);
  return text;
}

}  // namespace tilescope::cli
