// --gpu, shared by all subcommands with a GPU model: a GPU of the table, this computer's GPU, or all.
#pragma once

#include <string>
#include <vector>

#include "app/command_line/command_line.h"
#include "app/export/json.h"
#include "instrumentation/analysis/gpus.h"

namespace tilescope::cli {

struct GpuOptions {
  std::string gpu = "all";
  int shared_kb = 0;  // 0: the table's value

  void add_to(Subcommand& command);
};

// The GPU that the CUDA executor uses; throws a UsageError if there is none.
[[nodiscard]] Gpu this_gpu();
// The version of the installed NVIDIA driver: "580.159.03"; empty if unknown.
[[nodiscard]] std::string driver_release();
// This computer's GPU, if any, then all GPUs of the table.
[[nodiscard]] std::vector<Gpu> chosen_gpus(const GpuOptions& options);
[[nodiscard]] bool is_this_gpu(const GpuOptions& options);

[[nodiscard]] Json gpu_json(const Gpu& gpu);
// "Fermi 2.0, the textbook GPU"
[[nodiscard]] std::string title_of(const Gpu& gpu);
// The sources of these GPUs' data, one line each.
[[nodiscard]] std::string sources_of(const std::vector<Gpu>& gpus);

}  // namespace tilescope::cli
