#include "instrumentation/memory.h"

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <fstream>

#include "instrumentation/error.h"
#include "instrumentation/trace/event.h"

namespace tilescope {

namespace {

std::uint64_t free_memory() {
  std::ifstream info("/proc/meminfo");
  std::string word;
  std::uint64_t kib = 0;
  while (info >> word)
    if (word == "MemAvailable:" && info >> kib) return kib * 1024;
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// A line of /proc/self/status, in bytes.
std::optional<std::uint64_t> status_of(const std::string& name) {
  std::ifstream status("/proc/self/status");
  std::string word;
  std::uint64_t kib = 0;
  while (status >> word)
    if (word == name && status >> kib) return kib * 1024;
  return std::nullopt;
}

}  // namespace

std::uint64_t memory_in_use() {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
  return status_of("VmRSS:").value_or(0);
}

void forget_most_memory() { std::ofstream("/proc/self/clear_refs") << "5"; }

std::optional<std::uint64_t> most_memory_in_use() { return status_of("VmHWM:"); }

std::uint64_t usable_memory() { return free_memory() / 10 * 8; }

std::string in_words(std::uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  double number = static_cast<double>(bytes) / 1024;
  const char* const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB"};
  std::size_t unit = 0;
  for (; number >= 1024 && unit + 1 < std::size(units); ++unit) number /= 1024;
  return fmt::format("{:.3g} {}", number, units[unit]);
}

std::uint64_t event_memory(const Launch& launch, std::uint64_t memory, unsigned cores) {
  constexpr std::uint64_t bytes_per_block = 4096;
  constexpr std::uint64_t bytes_per_write = 12;
  const auto elements = [](std::int64_t rows, std::int64_t columns) {
    return static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(columns);
  };
  const std::uint64_t c = elements(launch.m, launch.n);
  const std::uint64_t matrices =
      4 * (elements(launch.m, launch.k) + elements(launch.k, launch.n) + c * (1 + cores)) + bytes_per_write * c;
  const std::uint64_t blocks = launch.grid.count() * bytes_per_block;
  if (matrices + blocks > memory)
    throw UsageError(
        fmt::format("{} x {} x {} needs {} for its matrices and blocks, and {} may be used: take a smaller size",
                    launch.m, launch.n, launch.k, in_words(matrices + blocks), in_words(memory)));
  const std::uint64_t left = memory - matrices - blocks;
  if (launch.record != Record::full) return left;
  const double events = static_cast<double>(c) * static_cast<double>(launch.k);
  const double most = static_cast<double>(left) / sizeof(Event);
  if (events > most)
    throw UsageError(
        fmt::format("a full trace of {} x {} x {} has more than {:.3g} events of {} bytes, and {} may be used: take "
                    "--record counts, a "
                    "--record window, or a smaller size",
                    launch.m, launch.n, launch.k, events, sizeof(Event), in_words(memory)));
  return left;
}

}  // namespace tilescope
