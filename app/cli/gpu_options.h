// --gpu, the same for every subcommand that models something: one GPU of the table, the one of this machine, or all.
#pragma once

#include <string>
#include <vector>

#include "app/command_line/command_line.h"
#include "app/export/json.h"
#include "instrumentation/analysis/gpus.h"

namespace tilescope::cli {

struct GpuOptions {
  std::string gpu = "all";
  int shared_kb = 0;  // 0: as the table has it

  void add_to(Subcommand& command);
};

// The one that the CUDA executor uses; a UsageError where there is none.
[[nodiscard]] Gpu this_gpu();
// NVIDIA's own number of the driver that is installed: "580.159.03"; empty where it does not tell.
[[nodiscard]] std::string driver_release();
// All of the table, behind the one of this machine where there is one.
[[nodiscard]] std::vector<Gpu> chosen_gpus(const GpuOptions& options);
[[nodiscard]] bool is_this_gpu(const GpuOptions& options);

[[nodiscard]] Json gpu_json(const Gpu& gpu);
// "Fermi 2.0, the texts' GPU"
[[nodiscard]] std::string title_of(const Gpu& gpu);
// Where the numbers of these GPUs come from, a line each.
[[nodiscard]] std::string sources_of(const std::vector<Gpu>& gpus);

}  // namespace tilescope::cli
