// tilescope devices: the devices that can record a launch.
#include <fmt/format.h>

#include <thread>

#include "app/cli/commands.h"
#include "app/command_line/table.h"
#include "app/export/json.h"
#include "app/export/output.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/memory.h"

namespace tilescope::cli {

namespace {

std::string devices_json() {
  const CudaExecutor cuda = make_cuda_executor();
  Json list = Json::array();
  list.push_back({{"backend", "cpu"},
                  {"available", true},
                  {"name", make_cpu_executor()->name()},
                  {"cores", std::thread::hardware_concurrency()}});
  for (const GpuInfo& gpu : cuda.devices)
    list.push_back({{"backend", "cuda"},
                    {"available", cuda.executor != nullptr},
                    {"name", gpu.name},
                    {"compute_capability", gpu.capability},
                    {"multiprocessors", gpu.multiprocessors},
                    {"memory_bytes", gpu.memory},
                    {"clock_khz", gpu.clock_khz},
                    {"memory_clock_khz", gpu.memory_clock_khz},
                    {"memory_bus_bits", gpu.memory_bus_bits},
                    {"registers_per_multiprocessor", gpu.registers_per_multiprocessor},
                    {"shared_bytes_per_multiprocessor", gpu.shared_per_multiprocessor},
                    {"driver", gpu.driver}});
  if (cuda.devices.empty()) list.push_back({{"backend", "cuda"}, {"available", false}});
  if (!cuda.executor) list.back()["reason"] = cuda.why_not;
  return Json{{"devices", list}}.dump(2) + "\n";
}

std::string devices_text() {
  const CudaExecutor cuda = make_cuda_executor();
  Table table({1, 2});
  table.row({"backend", "device", ""});
  table.row({"cpu", make_cpu_executor()->name(), fmt::format("{} cores", std::thread::hardware_concurrency())});
  for (const GpuInfo& gpu : cuda.devices)
    table.row({"cuda", gpu.name,
               fmt::format("compute capability {}, {} multiprocessors, {}, driver for CUDA {}", gpu.capability,
                           gpu.multiprocessors, in_words(gpu.memory), gpu.driver)});
  if (!cuda.executor) table.row({"cuda", "none", cuda.why_not});
  return table.text();
}

}  // namespace

void add_devices(Subcommand& program) {
  Subcommand& command = program.command("devices", "list the devices that can record a launch");
  command.output_options(command.does<OutputOptions>([](const OutputOptions& options) {
    write_output(options.output, options.json ? devices_json() : devices_text());
  }));
}

}  // namespace tilescope::cli
