#include "instrumentation/executors/cuda/plain_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <mutex>

#include "instrumentation/executors/cuda/plain_text.h"
#include "instrumentation/executors/of_program.h"
#include "instrumentation/machine/compiler/layout.h"

namespace tilescope::cuda {

namespace {

using machine::Code;

std::shared_ptr<Module> module_of(const RecordedKernel& kernel) {
  static std::mutex mutex;
  static std::map<const machine::Prepared*, std::pair<std::weak_ptr<const machine::Prepared>, std::shared_ptr<Module>>>
      all;
  const std::lock_guard lock(mutex);
  std::erase_if(all, [](const auto& each) { return each.second.first.expired(); });
  auto& known = all[kernel.prepared.get()];
  if (known.second == nullptr) {
    PlainText plain = plain_text(kernel);
    Text text{std::move(plain.text), {"--std=c++17", "--device-as-default-execution-space"}, fmt::format("{} as it stands", kernel.name)};
    text.kernel = std::move(plain.kernel);
    text.headers["tilescope_stand_in"] = stand_in();
    for (const std::string& name : plain.includes) text.headers[name] = stand_in();
    known = {kernel.prepared, std::make_shared<Module>(std::move(text))};
  }
  return known.second;
}

std::uint64_t offset_of(const language::Parameter& parameter) {
  std::uint64_t offset = 0;
  for (const language::Field* const field : parameter.path) offset += field->offset;
  return offset;
}

}  // namespace

PlainKernel::PlainKernel(const RecordedKernel& kernel, const Launch& launch)
    : kernel_(kernel), launch_(launch), module_(module_of(kernel)), scalars_(machine_scalars(kernel, launch)) {}

// Looked up once: a launch of a small kernel takes less time.
Function PlainKernel::function() {
  if (function_ == nullptr || generation_ != generation()) {
    function_ = module_->function();
    generation_ = generation();
    allow_shared_memory(function_, launch_.dynamic_shared_bytes, kernel_.name);
  }
  return function_;
}

// A structure's parts lie where they lie in it.
void PlainKernel::give(const Matrices& matrices) {
  using Matrix = RecordedKernel::Matrix;
  const Code& code = kernel_.prepared->code();
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
  for (std::size_t n = 0; n < code.arrays.size(); ++n) {
    if (code.arrays[n].given == nullptr || !code.arrays[n].is_parameter) continue;
    const Matrix matrix = kernel_.arrays[n];
    const float* const data = matrix == Matrix::a   ? matrices.a
                              : matrix == Matrix::b ? matrices.b
                              : matrix == Matrix::c ? matrices.c
                                                    : nullptr;
    put(*code.arrays[n].given, offset_of(*code.arrays[n].given), &data, sizeof data);
  }
  std::uint32_t last = machine::anywhere, leaf = 0;
  for (std::size_t n = 0; n < code.scalars.size(); ++n) {
    const std::uint32_t which = code.scalars[n].parameter;
    leaf = which == std::exchange(last, which) ? leaf + 1 : 0;
    const language::Parameter& parameter = code.kernel->parameters[which];
    const std::uint64_t within = machine::leaves_of(parameter.type)[leaf].offset;
    put(parameter, offset_of(parameter) + within, &scalars_[n], code.scalars[n].type->size);
  }
}

void PlainKernel::start(const Matrices& matrices) {
  const Code& code = kernel_.prepared->code();
  for (std::size_t n = 0; n < code.arrays.size(); ++n)
    if (kernel_.arrays[n] != RecordedKernel::Matrix::none && !code.arrays[n].is_parameter)
      throw GpuError(
          fmt::format("{} is not run as it stands: {} is no parameter of it", kernel_.name, code.arrays[n].name));
  give(matrices);
  std::vector<void*> all;
  for (std::vector<std::byte>& argument : arguments_) all.push_back(argument.data());
  const Function kernel = function();
  check(driver().launch_kernel(kernel, launch_.grid.x, launch_.grid.y / launch_.grid_depth, launch_.grid_depth,
                               launch_.block.x, launch_.block.y / launch_.block_depth, launch_.block_depth,
                               launch_.dynamic_shared_bytes, nullptr, all.data(), nullptr),
        fmt::format("running {}", kernel_.name));
}

Function plain_function(const RecordedKernel& kernel) { return module_of(kernel)->function(); }

}  // namespace tilescope::cuda
