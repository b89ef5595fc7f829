#include "instrumentation/executors/cuda/compiled.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <optional>

#include "instrumentation/executors/cuda/code_folder.h"
#include "instrumentation/executors/cuda/nvrtc.h"
#include "instrumentation/executors/cuda/own_texts.h"

namespace tilescope::cuda {

namespace {

constexpr std::uint64_t most_kept = std::uint64_t{256} << 20;
std::atomic<bool> uses_kept = true;

std::string capability() {
  int major = 0, minor = 0;
  check(driver().device_get_attribute(&major, DeviceFact::major, device()), "querying the GPU");
  check(driver().device_get_attribute(&minor, DeviceFact::minor, device()), "querying the GPU");
  return fmt::format("{}{}", major, minor);
}

// As one line: the first error, or else the start of the output.
std::string first_lines(const std::string& said) {
  const std::size_t at = said.find("error");
  const std::size_t line = at == std::string::npos ? 0 : said.rfind('\n', at) + 1;
  std::string some = said.substr(line, 300);
  std::replace(some.begin(), some.end(), '\n', ' ');
  return some;
}

// Splits a cached file: symbols, each followed by a 0, and the code.
std::optional<Nvrtc::Made> taken_apart(const std::vector<char>& kept, std::size_t symbols) {
  Nvrtc::Made made;
  auto at = kept.begin();
  for (std::size_t n = 0; n < symbols; ++n) {
    const auto end = std::find(at, kept.end(), '\0');
    if (end == kept.end()) return std::nullopt;
    made.symbols.emplace_back(at, end);
    at = end + 1;
  }
  made.code.assign(at, kept.end());
  return made;
}

Nvrtc::Made made_or_kept(const Text& text) {
  const Nvrtc& nvrtc = Nvrtc::only();
  if (!nvrtc.is_there()) throw GpuError(nvrtc.why_not());
  std::vector<std::string> options = text.options;
  options.push_back("--gpu-architecture=sm_" + capability());
  const std::string version = nvrtc.version();
  std::vector<std::string_view> parts{text.text, nvrtc.file(), version};
  for (const std::string& named : text.named) parts.push_back(named);
  for (const std::string& option : options) parts.push_back(option);
  for (const Nvrtc::Header& header : own_texts) parts.push_back(header.text);
  static const CodeFolder folder(user_cache_folder(), most_kept);
  const std::string key = CodeFolder::key_of(parts);
  if (const std::optional<std::vector<char>> kept = uses_kept ? folder.find(key) : std::nullopt)
    if (std::optional<Nvrtc::Made> made = taken_apart(*kept, text.named.size())) return std::move(*made);
  Nvrtc::Made made = nvrtc.compile(text.text, "kernel.cu", options, own_texts, text.named);
  if (made.code.empty())
    throw GpuError(fmt::format("NVRTC {} cannot compile {}: {}", version, text.what, first_lines(made.said)));
  std::vector<char> all;
  for (const std::string& symbol : made.symbols)
    all.insert(all.end(), symbol.c_str(), symbol.c_str() + symbol.size() + 1);
  all.insert(all.end(), made.code.begin(), made.code.end());
  folder.keep(key, all);
  return made;
}

}  // namespace

void use_kept_code(bool use) { uses_kept = use; }

const Compiler& compiler() {
  static const Compiler found{Nvrtc::only().is_there(), Nvrtc::only().version(), Nvrtc::only().why_not()};
  return found;
}

void Module::prepare() {
  const std::lock_guard lock(mutex_);
  if (!code_.empty()) return;
  Nvrtc::Made made = made_or_kept(text_);
  code_ = std::move(made.code);
  symbols_ = std::move(made.symbols);
}

bool Module::is_prepared() {
  const std::lock_guard lock(mutex_);
  return !code_.empty();
}

void Module::load() {
  if (loaded_ != nullptr && generation_ == generation()) return;
  check(driver().module_load_data(&loaded_, code_.data()), fmt::format("loading {}", text_.what));
  generation_ = generation();
  functions_.clear();
}

Address Module::variable(std::size_t named) {
  prepare();
  const std::lock_guard lock(mutex_);
  load();
  Address address = 0;
  check(driver().module_get_global(&address, nullptr, loaded_, symbols_[named].c_str()),
        fmt::format("finding {} of {}", text_.named[named], text_.what));
  return address;
}

Function Module::function(const char* name) {
  prepare();
  const std::lock_guard lock(mutex_);
  load();
  const std::string_view wanted = name != nullptr ? std::string_view(name) : symbols_.front();
  if (const auto known = functions_.find(wanted); known != functions_.end()) return known->second;
  Function function = nullptr;
  check(driver().module_get_function(&function, loaded_, std::string(wanted).c_str()),
        fmt::format("finding the kernel of {}", text_.what));
  functions_.emplace(wanted, function);
  return function;
}

Function own_function(std::string_view file, const char* name) {
  static std::mutex mutex;
  static std::map<std::string, Module, std::less<>> modules;
  const std::lock_guard lock(mutex);
  auto known = modules.find(file);
  if (known == modules.end())
    known = modules
                .try_emplace(std::string(file),
                             Text{fmt::format("#include \"instrumentation/executors/cuda/there/{}.cuh\"\n", file),
                                  {"--std=c++20", "--device-as-default-execution-space"},
                                  std::string(file)})
                .first;
  return known->second.function(name);
}

int fact(Function function, FunctionFact which) {
  int value = 0;
  check(driver().func_get_attribute(&value, which, function), "querying a kernel's resources");
  return value;
}

void allow_shared_memory(Function function, std::uint64_t bytes, const std::string& what) {
  constexpr std::uint64_t always_allowed = 48 * 1024;
  if (bytes > 0 && bytes + static_cast<std::uint64_t>(fact(function, FunctionFact::static_shared)) > always_allowed)
    check(driver().func_set_attribute(function, FunctionFact::dynamic_shared, static_cast<int>(bytes)),
          fmt::format("allowing {} {} bytes of shared memory", what, bytes));
}

}  // namespace tilescope::cuda
