#include "instrumentation/memory.h"

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "instrumentation/host.h"

#if defined(__EMSCRIPTEN__)
#include <emscripten/heap.h>
#endif

namespace tilescope {

namespace {

#if defined(__EMSCRIPTEN__)
// What the page's memory may grow to, less what is taken of it.
std::uint64_t free_memory() {
  const std::uint64_t all = emscripten_get_heap_max();
  return all - std::min<std::uint64_t>(all, static_cast<std::uint64_t>(mallinfo().uordblks));
}
#else
std::uint64_t free_memory() {
  std::ifstream info("/proc/meminfo");
  std::string word;
  std::uint64_t kib = 0;
  while (info >> word)
    if (word == "MemAvailable:" && info >> kib) return kib * 1024;
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}
#endif

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

// On a page, what is recorded stands beside what is open, and both are looked through between two pictures.
std::uint64_t usable_memory() { return in_browser ? free_memory() / 4 : free_memory() / 10 * 8; }

std::string in_words(std::uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  double number = static_cast<double>(bytes) / 1024;
  const char* const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB"};
  std::size_t unit = 0;
  for (; number >= 1024 && unit + 1 < std::size(units); ++unit) number /= 1024;
  return fmt::format("{:.3g} {}", number, units[unit]);
}

}  // namespace tilescope
