#include "app/gl/renderer_threads.h"

#ifdef __linux__
#include <sched.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>
#endif

namespace tilescope {

#ifdef __linux__

namespace {

constexpr std::size_t few_cores = 4;  // with more cores, one is idle when a thread wakes

std::optional<std::size_t> number_in(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

// Mesa names its threads llvmpipe-0, llvmpipe-1 and so on.
std::optional<std::size_t> renderer_thread(const std::filesystem::path& task) {
  constexpr std::string_view prefix = "llvmpipe-";
  std::ifstream file(task / "comm");
  std::string name;
  if (!std::getline(file, name) || name.compare(0, prefix.size(), prefix) != 0) return std::nullopt;
  return number_in(std::string_view(name).substr(prefix.size()));
}

std::vector<int> own_cores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  std::vector<int> cores;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return cores;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &allowed)) cores.push_back(core);
  return cores;
}

}  // namespace

void keep_renderer_threads_apart() {
  const std::vector<int> cores = own_cores();
  if (cores.size() < 2 || cores.size() > few_cores) return;
  std::error_code none;  // without /proc, the threads stay where they are
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", none)) {
    const std::optional<std::size_t> number = renderer_thread(task.path());
    const std::optional<std::size_t> id = number_in(task.path().filename().string());
    if (!number || !id) continue;
    cpu_set_t core;
    CPU_ZERO(&core);
    CPU_SET(cores[*number % cores.size()], &core);
    sched_setaffinity(static_cast<pid_t>(*id), sizeof core, &core);  // likewise if this is not allowed
  }
}

#else

void keep_renderer_threads_apart() {}

#endif

}  // namespace tilescope
