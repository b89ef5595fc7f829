#include "instrumentation/executors/cuda/plain_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

#include "instrumentation/machine/compiler/layout.h"

namespace tilescope::cuda {

namespace {

using machine::Code;
using machine::Prepared;

const std::string before = "#include \"instrumentation/executors/cuda/there/plain.cuh\"\n#line 1\n";

bool is_of_file(const Code& code, const machine::Array& array) {
  return array.space == Space::global && !array.is_parameter &&
         std::ranges::any_of(code.kernel->globals,
                             [&](const auto& global) { return global.variable == array.variable; });
}

// The kernel first, and then its variables as the machine counts arrays.
std::shared_ptr<Module> module_of(const std::string& name, const std::shared_ptr<const Prepared>& prepared) {
  static std::mutex mutex;
  static std::map<const Prepared*, std::pair<std::weak_ptr<const Prepared>, std::shared_ptr<Module>>> all;
  const std::lock_guard lock(mutex);
  std::erase_if(all, [](const auto& each) { return each.second.first.expired(); });
  auto& known = all[prepared.get()];
  if (known.second == nullptr) {
    const Code& code = prepared->code();
    language::PlainText plain = prepared->program().plain_text(*code.kernel);
    Text text{before + plain.text,
              {"--std=c++17", "--device-as-default-execution-space"},
              fmt::format("{} as it stands", name),
              {plain.kernel}};
    for (const machine::Array& array : code.arrays)
      if (is_of_file(code, array)) text.named.push_back("&" + plain.globals.at(array.variable));
    known = {prepared, std::make_shared<Module>(std::move(text))};
  }
  return known.second;
}

std::uint64_t offset_of(const language::Parameter& parameter) {
  std::uint64_t offset = 0;
  for (const language::Field* const field : parameter.path) offset += field->offset;
  return offset;
}

}  // namespace

PlainKernel::PlainKernel(std::string name, std::shared_ptr<const Prepared> prepared, const machine::Launch& launch)
    : name_(std::move(name)), prepared_(std::move(prepared)), module_(module_of(name_, prepared_)) {
  launch_.grid = launch.grid;
  launch_.block = launch.block;
  launch_.dynamic_shared_bytes = launch.dynamic_shared_bytes;
  launch_.scalars = launch.scalars;
  const Code& code = prepared_->code();
  for (std::size_t n = 0, named = 1; n < code.arrays.size(); ++n)
    if (is_of_file(code, code.arrays[n])) globals_.push_back({n, named++});
}

// Looked up once: a launch of a small kernel takes less time.
Function PlainKernel::function() {
  if (function_ == nullptr || generation_ != generation()) {
    function_ = module_->function();
    for (Global& global : globals_) global.address = module_->variable(global.named);
    generation_ = generation();
    if (const int most = fact(function_, FunctionFact::most_threads); launch_.threads() > static_cast<unsigned>(most))
      throw GpuError(
          fmt::format("{} as it stands takes {} registers of each thread, and only {} threads of a block have so many, "
                      "not {}: __launch_bounds__({}) before its name makes it do with fewer",
                      name_, fact(function_, FunctionFact::registers), most, launch_.threads(), launch_.threads()));
    allow_shared_memory(function_, launch_.dynamic_shared_bytes, name_);
  }
  return function_;
}

// A structure's parts lie where they lie in it.
void PlainKernel::give(std::span<void* const> arrays) {
  const Code& code = prepared_->code();
  const auto& parameters = code.kernel->function->parameters;
  arguments_.clear();
  for (const language::Variable* const each : parameters)
    arguments_.emplace_back(std::max<std::size_t>(each->type->size, 8));
  const auto put = [&](const language::Parameter& parameter, std::uint64_t offset, const void* from,
                       std::size_t bytes) {
    const auto at = std::find(parameters.begin(), parameters.end(), parameter.variable) - parameters.begin();
    if (static_cast<std::size_t>(at) < arguments_.size())
      std::memcpy(arguments_[static_cast<std::size_t>(at)].data() + offset, from, bytes);
  };
  for (std::size_t n = 0; n < code.arrays.size(); ++n)
    if (code.arrays[n].is_parameter)
      put(*code.arrays[n].given, offset_of(*code.arrays[n].given), &arrays[n], sizeof arrays[n]);
  std::uint32_t last = machine::anywhere, leaf = 0;
  for (std::size_t n = 0; n < code.scalars.size(); ++n) {
    const std::uint32_t which = code.scalars[n].parameter;
    leaf = which == std::exchange(last, which) ? leaf + 1 : 0;
    const language::Parameter& parameter = code.kernel->parameters[which];
    const std::uint64_t within = machine::leaves_of(parameter.type)[leaf].offset;
    put(parameter, offset_of(parameter) + within, &launch_.scalars[n], code.scalars[n].type->size);
  }
}

void PlainKernel::copy_globals(std::span<void* const> arrays, bool there) {
  const Code& code = prepared_->code();
  for (const Global& global : globals_) {
    if (arrays[global.array] == nullptr || (!there && !code.arrays[global.array].is_written)) continue;
    const Address given = std::bit_cast<Address>(arrays[global.array]);
    check(driver().memcpy_dtod_async(there ? global.address : given, there ? given : global.address,
                                     code.arrays[global.array].bytes, nullptr),
          fmt::format("copying {}", code.arrays[global.array].name));
  }
}

void PlainKernel::start(std::span<void* const> arrays) {
  give(arrays);
  std::vector<void*> all;
  for (std::vector<std::byte>& argument : arguments_) all.push_back(argument.data());
  const Function kernel = function();
  copy_globals(arrays, true);
  check(driver().launch_kernel(kernel, launch_.grid[0], launch_.grid[1], launch_.grid[2], launch_.block[0],
                               launch_.block[1], launch_.block[2], launch_.dynamic_shared_bytes, nullptr, all.data(),
                               nullptr),
        fmt::format("running {}", name_));
  copy_globals(arrays, false);
}

Function plain_function(const std::string& name, const std::shared_ptr<const Prepared>& prepared) {
  return module_of(name, prepared)->function();
}

}  // namespace tilescope::cuda
