#include "instrumentation/executors/cuda/plain_kernel.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

namespace tilescope::cuda {

namespace {

using machine::Prepared;

std::shared_ptr<Module> module_of(const std::string& name, const std::shared_ptr<const Prepared>& prepared) {
  static std::mutex mutex;
  static std::map<const Prepared*, std::pair<std::weak_ptr<const Prepared>, std::shared_ptr<Module>>> all;
  const std::lock_guard lock(mutex);
  std::erase_if(all, [](const auto& each) { return each.second.first.expired(); });
  auto& known = all[prepared.get()];
  if (known.second == nullptr) known = {prepared, std::make_shared<Module>(plain_text(name, *prepared))};
  return known.second;
}

}  // namespace

PlainKernel::PlainKernel(const std::string& name, const std::shared_ptr<const Prepared>& prepared,
                         const machine::Launch& launch)
    : task_(plain_task(name, *prepared, launch)), module_(module_of(name, prepared)) {}

PlainKernel::PlainKernel(PlainTask task) : task_(std::move(task)), module_(std::make_shared<Module>(task_.text)) {}

// Looked up only once: launching a small kernel takes less time than a lookup.
Function PlainKernel::function() {
  if (function_ == nullptr || generation_ != generation()) {
    function_ = module_->function();
    globals_.clear();
    for (const PlainTask::Global& global : task_.globals) globals_.push_back(module_->variable(global.named));
    generation_ = generation();
    if (const int most = fact(function_, FunctionFact::most_threads); task_.threads() > static_cast<unsigned>(most))
      throw GpuError(
          fmt::format("without recording, {} uses {} registers per thread: a block can have at most {} threads, not "
                      "{}; __launch_bounds__({}) before the kernel's name makes the compiler use fewer registers",
                      task_.name, fact(function_, FunctionFact::registers), most, task_.threads(), task_.threads()));
    allow_shared_memory(function_, task_.dynamic_shared_bytes, task_.name);
  }
  return function_;
}

void PlainKernel::copy_globals(std::span<void* const> arrays, bool there) {
  for (std::size_t n = 0; n < task_.globals.size(); ++n) {
    const PlainTask::Global& global = task_.globals[n];
    if (arrays[global.array] == nullptr || (!there && !global.is_written)) continue;
    const Address given = std::bit_cast<Address>(arrays[global.array]);
    check(driver().memcpy_dtod_async(there ? globals_[n] : given, there ? given : globals_[n], global.bytes, nullptr),
          fmt::format("copying {}", global.name));
  }
}

void PlainKernel::start(std::span<void* const> arrays) {
  for (const PlainTask::ArrayArgument& given : task_.given)
    std::memcpy(task_.arguments[given.argument].data() + given.offset, &arrays[given.array], sizeof(void*));
  std::vector<void*> all;
  for (std::vector<std::byte>& argument : task_.arguments) all.push_back(argument.data());
  const Function kernel = function();
  copy_globals(arrays, true);
  check(driver().launch_kernel(kernel, task_.grid[0], task_.grid[1], task_.grid[2], task_.block[0], task_.block[1],
                               task_.block[2], task_.dynamic_shared_bytes, nullptr, all.data(), nullptr),
        fmt::format("running {}", task_.name));
  copy_globals(arrays, false);
}

Function plain_function(const std::string& name, const std::shared_ptr<const Prepared>& prepared) {
  return module_of(name, prepared)->function();
}

}  // namespace tilescope::cuda
