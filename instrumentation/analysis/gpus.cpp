#include "instrumentation/analysis/gpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>
#include <vector>

#include "instrumentation/error.h"

namespace tilescope {

namespace {

constexpr std::uint32_t kb = 1024;

constexpr const char* guide_and_header =
    "CUDA C++ Programming Guide, technical specifications per compute capability; rounding and partitions: "
    "cuda_occupancy.h of CUDA 13.0";
constexpr const char* old_guide_and_header =
    "CUDA C Programming Guide of its time, technical specifications per compute capability; rounding and partitions: "
    "cuda_occupancy.h of CUDA 13.0";
constexpr const char* fermi_source =
    "CUDA C Programming Guide of its time (compute capability 2.x); rounding and partitions: cuda_occupancy.h of CUDA "
    "8; 16 KB of shared memory as in textbooks; 48 KB is the other setting";

// Sides by side with the tables: threads, blocks, registers a thread, shared memory, that of a block, its unit,
// reserved.
GpuLimits limits(int threads, int blocks, std::uint32_t shared, std::uint32_t shared_per_block,
                 std::uint32_t shared_unit, std::uint32_t reserved) {
  GpuLimits made;
  made.threads = threads;
  made.blocks = blocks;
  made.shared = shared;
  made.shared_per_block = shared_per_block;
  made.shared_unit = shared_unit;
  made.shared_reserved = reserved;
  return made;
}

GpuLimits fermi() {
  GpuLimits made = limits(1536, 8, 16 * kb, 16 * kb, 128, 0);
  made.registers = made.registers_per_block = 32768;
  made.registers_per_thread = 63;
  made.register_unit = 64;
  made.parts = 2;
  return made;
}

std::vector<Gpu> make_gpus() {
  return {
      {"the textbook GPU", "Fermi", 2, 0, fermi(), 14, 1000, 150, fermi_source,
       "round numbers as in textbooks; a Tesla C2050 has 14 multiprocessors, 1,030 GFLOP/s and 144 GB/s"},
      {"Tesla K40", "Kepler", 3, 5, limits(2048, 16, 48 * kb, 48 * kb, 256, 0), 15, 4290, 288, old_guide_and_header,
       "NVIDIA's data sheet, at its base clock"},
      {"GeForce GTX 980", "Maxwell", 5, 2, limits(2048, 32, 96 * kb, 48 * kb, 256, 0), 16, 4612, 224,
       old_guide_and_header,
       "NVIDIA's white paper: 16 x 128 cores at 1,126 MHz; bandwidth computed from 256 bits at 7 Gbit/s"},
      {"Tesla P40", "Pascal", 6, 1, limits(2048, 32, 96 * kb, 48 * kb, 256, 0), 30, 11758, 347, old_guide_and_header,
       "published specifications, at its boost clock"},
      {"Tesla V100 SXM2", "Volta", 7, 0, limits(2048, 32, 96 * kb, 96 * kb, 256, 0), 80, 15700, 900,
       old_guide_and_header, "NVIDIA's white paper"},
      {"GeForce RTX 2080 Ti", "Turing", 7, 5, limits(1024, 16, 64 * kb, 64 * kb, 256, 0), 68, 13448, 616,
       guide_and_header,
       "published specifications: 68 x 64 cores at 1,545 MHz; bandwidth computed from 352 bits at 14 Gbit/s"},
      {"A100 SXM4 40 GB", "Ampere", 8, 0, limits(2048, 32, 164 * kb, 163 * kb, 128, 1 * kb), 108, 19500, 1555,
       guide_and_header, "NVIDIA's white paper"},
      {"GeForce RTX 3090", "Ampere", 8, 6, limits(1536, 16, 100 * kb, 99 * kb, 128, 1 * kb), 82, 35580, 936,
       guide_and_header, "published specifications, at its boost clock"},
      {"GeForce RTX 4090", "Ada", 8, 9, limits(1536, 24, 100 * kb, 99 * kb, 128, 1 * kb), 128, 82580, 1008,
       guide_and_header, "published specifications, at its boost clock"},
      {"H100 SXM5", "Hopper", 9, 0, limits(2048, 32, 228 * kb, 227 * kb, 128, 1 * kb), 132, 66900, 3352,
       guide_and_header, "NVIDIA's white paper"},
      // The speed of memory is that of the data sheet. Copies reach 4,008 GB/s, measured (docs/measurements.md).
      {"H200 SXM", "Hopper", 9, 0, limits(2048, 32, 228 * kb, 227 * kb, 128, 1 * kb), 132, 66900, 4800,
       guide_and_header,
       "NVIDIA's data sheet, which rounds the arithmetic speed to 67,000 GFLOP/s; 66,900 is from the H100's white "
       "paper"},
      {"B200", "Blackwell", 10, 0, limits(2048, 32, 228 * kb, 227 * kb, 128, 1 * kb), 148, 80000, 8000,
       guide_and_header,
       "not confirmed: published figures for its 1,000 W version are 75,000 to 80,000 GFLOP/s and 7,700 to 8,000 "
       "GB/s"},
      {"GeForce RTX 5090", "Blackwell", 12, 0, limits(1536, 24, 100 * kb, 99 * kb, 128, 1 * kb), 170, 104750, 1792,
       guide_and_header, "published specifications, at its boost clock"},
  };
}

std::string lower(std::string_view text) {
  std::string low(text);
  for (char& letter : low) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return low;
}

// Floats that a multiprocessor can multiply and add in one clock.
int cores(int major, int minor) {
  constexpr std::array<std::pair<int, int>, 13> by_capability{{{70, 64},
                                                               {72, 64},
                                                               {75, 64},
                                                               {80, 64},
                                                               {86, 128},
                                                               {87, 128},
                                                               {89, 128},
                                                               {90, 128},
                                                               {100, 128},
                                                               {103, 128},
                                                               {110, 128},
                                                               {120, 128},
                                                               {121, 128}}};
  for (const auto& [capability, number] : by_capability)
    if (capability == major * 10 + minor) return number;
  return 0;
}

}  // namespace

std::span<const Gpu> gpus() {
  static const std::vector<Gpu> all = make_gpus();
  return all;
}

const Gpu& find_gpu(std::string_view name) {
  // Situations and share strings of older versions store the first name.
  const std::string wanted = lower(name == "the texts' GPU" ? "the textbook GPU" : name);
  std::string known;
  const Gpu* partly = nullptr;
  int partial = 0;
  for (const Gpu& gpu : gpus()) {
    const std::string example = lower(gpu.name);
    if (wanted == lower(gpu.generation) || wanted == gpu.capability() || wanted == example) return gpu;
    if (!wanted.empty() && example.find(wanted) != std::string::npos) {
      partly = &gpu;
      ++partial;
    }
    known += fmt::format("{}{} ({}, {})", known.empty() ? "" : ", ", lower(gpu.generation), gpu.capability(), gpu.name);
  }
  if (partial == 1) return *partly;
  throw UsageError(fmt::format("'{}' does not name exactly one GPU; the table has {}", name, known));
}

Gpu with_shared(Gpu gpu, std::uint32_t bytes) {
  const std::uint32_t most = gpu.major == 2 ? 48 * kb : gpu.limits.shared;
  if (bytes > most)
    throw UsageError(fmt::format("a multiprocessor of {} has at most {} KB of shared memory, but {} were requested",
                                 gpu.name, most / kb, bytes / kb));
  gpu.limits.shared = bytes;
  gpu.limits.shared_per_block = std::min(bytes, gpu.major == 2 ? bytes : gpu.limits.shared_per_block);
  return gpu;
}

std::optional<Gpu> gpu_of(const GpuInfo& info) {
  if (info.threads_per_multiprocessor == 0) return std::nullopt;
  Gpu gpu;
  gpu.name = info.name;
  gpu.major = info.major;
  gpu.minor = info.minor;
  GpuLimits& limits = gpu.limits;
  // The units have not changed since Ampere; a newer generation is taken to keep them.
  for (const Gpu& known : gpus())
    if (std::pair(known.major, known.minor) <= std::pair(info.major, info.minor)) limits = known.limits;
  for (const Gpu& known : gpus())
    if (known.major == info.major && known.minor == info.minor) gpu.generation = known.generation;
  limits.threads_per_block = info.threads_per_block;
  limits.threads = info.threads_per_multiprocessor;
  limits.blocks = info.blocks_per_multiprocessor;
  limits.registers = info.registers_per_multiprocessor;
  limits.registers_per_block = info.registers_per_block;
  limits.shared = info.shared_per_multiprocessor;
  limits.shared_per_block = info.shared_per_block;
  limits.shared_reserved = info.shared_reserved_per_block;
  gpu.multiprocessors = info.multiprocessors;
  gpu.gflops = 2.0 * cores(info.major, info.minor) * info.multiprocessors * info.clock_khz * 1e-6;
  gpu.bandwidth = 2.0 * info.memory_clock_khz * 1e-6 * info.memory_bus_bits / 8;  // two transfers a clock
  gpu.limits_source = "its driver; rounding and partitions are from cuda_occupancy.h of CUDA 13.0";
  gpu.speed_source = "computed from the peak clocks, cores and bus that the driver reports; not measured";
  return gpu;
}

}  // namespace tilescope
