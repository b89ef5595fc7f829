// GPUs of every generation since Fermi: what one of their multiprocessors holds, and how fast an example of each is.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tilescope {

// For one multiprocessor, where nothing else is said. Warps are 32 threads; memory is in bytes.
struct GpuLimits {
  int threads_per_block = 1024;
  int threads = 2048;
  int blocks = 32;
  int registers = 65536;
  int registers_per_block = 65536;
  int registers_per_thread = 255;
  int register_unit = 256;  // a warp's registers are rounded up to these
  int parts = 4;            // registers and warps are dealt out to parts, each with a scheduler of its own
  std::uint32_t shared = 0;
  std::uint32_t shared_per_block = 0;  // dynamic shared memory may have to be asked for; static has 48 KB at most
  std::uint32_t shared_unit = 256;     // a block's shared memory is rounded up to these
  std::uint32_t shared_reserved = 0;   // of every block, for the system

  [[nodiscard]] int warps() const { return threads / 32; }
};

struct Gpu {
  std::string name;        // of the example: "Tesla V100 SXM2"
  std::string generation;  // "Volta"
  int major = 0, minor = 0;
  GpuLimits limits;
  int multiprocessors = 0;
  double gflops = 0;     // peak, in floats; 0 if it is not known
  double bandwidth = 0;  // of global memory, in GB/s
  std::string limits_source;
  std::string speed_source;

  [[nodiscard]] std::string capability() const { return std::to_string(major) + "." + std::to_string(minor); }
};

// In the order of their capabilities. Limits are facts of a capability; all else is of the example.
[[nodiscard]] std::span<const Gpu> gpus();
// By generation, capability or example (or a part of its name that no other has), in any case: "fermi", "8.6", "rtx
// 3090". A generation or capability of several GPUs means the first. A UsageError names them all.
[[nodiscard]] const Gpu& find_gpu(std::string_view name);
// Most GPUs split one memory between shared memory and cache: the same GPU with this much of it shared. A UsageError
// where it has less.
[[nodiscard]] Gpu with_shared(Gpu gpu, std::uint32_t bytes);

// A GPU as its driver describes it.
struct GpuInfo {
  std::string name;
  std::string capability;  // "9.0"
  int multiprocessors = 0;
  std::uint64_t memory = 0;  // bytes
  std::string driver;        // the CUDA version that it knows

  // What occupancy and the roofline are made of. Memory is in bytes.
  int major = 0, minor = 0;  // the capability
  int threads_per_block = 0;
  int threads_per_multiprocessor = 0;
  int blocks_per_multiprocessor = 0;
  int registers_per_block = 0;
  int registers_per_multiprocessor = 0;
  std::uint32_t shared_per_multiprocessor = 0;
  std::uint32_t shared_per_block = 0;  // at most, when it is asked for
  std::uint32_t shared_reserved_per_block = 0;
  int clock_khz = 0;         // of the multiprocessors, at its peak
  int memory_clock_khz = 0;  // at its peak
  int memory_bus_bits = 0;
};

// The same as those of the table: limits are the driver's, but for the units in which memory is given out, which are
// its capability's. Nothing if the driver did not tell them.
[[nodiscard]] std::optional<Gpu> gpu_of(const GpuInfo& info);

}  // namespace tilescope
