#include "instrumentation/memory.h"

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <limits>

#include "instrumentation/host.h"

#if defined(__EMSCRIPTEN__)
#include <emscripten/heap.h>
#endif
#if defined(__linux__)
#include <sys/resource.h>
#endif

namespace tilescope {

namespace {

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

std::atomic<std::uint64_t> limit{usual_memory_limit}, of_events{0};

#if !defined(__EMSCRIPTEN__)
std::uint64_t free_on_machine() {
  std::ifstream info("/proc/meminfo");
  std::string word;
  std::uint64_t kib = 0;
  while (info >> word)
    if (word == "MemAvailable:" && info >> kib) return kib * 1024;
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::optional<std::uint64_t> number_in(const std::string& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  return file >> number ? std::optional(number) : std::nullopt;  // "max" is not a number
}

// Of files, which goes where memory is wanted.
std::uint64_t kept_of_files(const std::string& group) {
  std::ifstream all(group + "memory.stat");
  std::string word;
  std::uint64_t number = 0, bytes = 0;
  while (all >> word >> number)
    if (word == "active_file" || word == "inactive_file") bytes += number;
  return bytes;
}

// What the group of processes that this one is in may still take, as in a container.
std::uint64_t free_in_group() {
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    if (!line.starts_with("0::/")) continue;
    std::string folder = "/sys/fs/cgroup" + line.substr(3);
    if (!folder.ends_with('/')) folder += '/';
    const auto most = number_in(folder + "memory.max"), now = number_in(folder + "memory.current");
    if (!most || !now) continue;
    const std::uint64_t taken = *now - std::min(*now, kept_of_files(folder));
    return *most - std::min(*most, taken);
  }
  return no_limit;
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

#if defined(__EMSCRIPTEN__)
// What the page's memory may grow to, less what is taken of it.
std::uint64_t free_memory() {
  const std::uint64_t all = emscripten_get_heap_max();
  return all - std::min<std::uint64_t>(all, static_cast<std::uint64_t>(mallinfo().uordblks));
}
#else
std::uint64_t free_memory() {
  return std::min({free_on_machine(), free_in_group(), free_addresses().value_or(no_limit)});
}
#endif

#if defined(__linux__)
std::optional<std::uint64_t> free_addresses() {
  rlimit most{};
  if (getrlimit(RLIMIT_AS, &most) != 0 || most.rlim_cur == RLIM_INFINITY) return std::nullopt;
  const std::uint64_t all = most.rlim_cur;
  return all - std::min(all, status_of("VmSize:").value_or(0));
}
#else
std::optional<std::uint64_t> free_addresses() { return std::nullopt; }
#endif

void set_memory_limit(std::uint64_t bytes) { limit = bytes; }

std::uint64_t memory_limit() { return limit; }

void note_event_memory(std::int64_t bytes) { of_events += static_cast<std::uint64_t>(bytes); }

std::uint64_t event_memory_in_use() { return of_events; }

std::uint64_t memory_in_use() {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
  return status_of("VmRSS:").value_or(0);
}

void forget_most_memory() { std::ofstream("/proc/self/clear_refs") << "5"; }

std::optional<std::uint64_t> most_memory_in_use() { return status_of("VmHWM:"); }

// On a page, what is recorded stands beside what is open, and both are looked through between two pictures.
std::uint64_t usable_memory() {
  const std::uint64_t most = limit, taken = of_events;
  return std::min(most - std::min(most, taken), in_browser ? free_memory() / 4 : free_memory() / 10 * 8);
}

std::string in_words(std::uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  double number = static_cast<double>(bytes) / 1024;
  const char* const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB"};
  std::size_t unit = 0;
  for (; number >= 1024 && unit + 1 < std::size(units); ++unit) number /= 1024;
  return fmt::format("{:.3g} {}", number, units[unit]);
}

}  // namespace tilescope
