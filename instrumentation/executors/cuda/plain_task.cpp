#include "instrumentation/executors/cuda/plain_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/machine/compiler/layout.h"

namespace tilescope::cuda {

namespace {

using machine::Code;

const std::string before = "#include \"instrumentation/executors/cuda/there/plain.cuh\"\n#line 1\n";

bool is_of_file(const Code& code, const machine::Array& array) {
  return array.space == Space::global && !array.is_parameter &&
         std::ranges::any_of(code.kernel->globals,
                             [&](const auto& global) { return global.variable == array.variable; });
}

std::uint64_t offset_of(const language::Parameter& parameter) {
  std::uint64_t offset = 0;
  for (const language::Field* const field : parameter.path) offset += field->offset;
  return offset;
}

std::size_t argument_of(const Code& code, const language::Parameter& parameter) {
  const auto& all = code.kernel->function->parameters;
  return static_cast<std::size_t>(std::find(all.begin(), all.end(), parameter.variable) - all.begin());
}

// Members of a structure go to their offsets in it.
void fill_in_scalars(PlainTask& task, const Code& code, const std::vector<std::uint64_t>& scalars) {
  std::uint32_t last = machine::anywhere, leaf = 0;
  for (std::size_t n = 0; n < code.scalars.size(); ++n) {
    const std::uint32_t which = code.scalars[n].parameter;
    leaf = which == std::exchange(last, which) ? leaf + 1 : 0;
    const language::Parameter& parameter = code.kernel->parameters[which];
    const std::uint64_t offset = offset_of(parameter) + machine::leaves_of(parameter.type)[leaf].offset;
    if (const std::size_t at = argument_of(code, parameter); at < task.arguments.size())
      std::memcpy(task.arguments[at].data() + offset, &scalars[n], code.scalars[n].type->size);
  }
}

// Both directions use this list, so that neither can forget a field. Lengths come first.
template <class RunMode>
void each_field(RunMode& way, PackedTask& all) {
  PlainTask& task = all.task;
  way(task.name);
  way(task.text.text);
  way(task.text.options);
  way(task.text.what);
  way(task.text.named);
  way(task.grid);
  way(task.block);
  way(task.dynamic_shared_bytes);
  way(task.arguments);
  way(task.given);
  way.count(task.globals);
  for (PlainTask::Global& global : task.globals) {
    way(global.array);
    way(global.named);
    way(global.bytes);
    way(global.is_written);
    way(global.name);
  }
  way(all.arrays);
}

struct Packing {
  std::vector<std::byte> packed;

  void bytes(const void* from, std::size_t count) {
    const auto* const first = static_cast<const std::byte*>(from);
    packed.insert(packed.end(), first, first + count);
  }
  template <class What>
  void operator()(const What& what) {
    static_assert(std::is_trivially_copyable_v<What>);
    bytes(&what, sizeof what);
  }
  template <class All>
  void count(const All& all) {
    (*this)(std::uint64_t{all.size()});
  }
  void operator()(const std::string& text) {
    count(text);
    bytes(text.data(), text.size());
  }
  template <class Each>
  void operator()(const std::vector<Each>& all) {
    count(all);
    for (const Each& each : all) (*this)(each);
  }
  void operator()(const std::vector<std::byte>& all) {
    count(all);
    bytes(all.data(), all.size());
  }
};

struct Unpacking {
  std::span<const std::byte> packed;

  void bytes(void* to, std::size_t count) {
    if (packed.size() < count) throw Error("the kernel for the GPU arrived incomplete");
    if (count > 0) std::memcpy(to, packed.data(), count);
    packed = packed.subspan(count);
  }
  template <class What>
  void operator()(What& what) {
    static_assert(std::is_trivially_copyable_v<What>);
    bytes(&what, sizeof what);
  }
  template <class All>
  void count(All& all) {
    std::uint64_t size = 0;
    (*this)(size);
    if (size > packed.size()) throw Error("the kernel for the GPU arrived incomplete");
    all.resize(size);
  }
  void operator()(std::string& text) {
    count(text);
    bytes(text.data(), text.size());
  }
  template <class Each>
  void operator()(std::vector<Each>& all) {
    count(all);
    for (Each& each : all) (*this)(each);
  }
  void operator()(std::vector<std::byte>& all) {
    count(all);
    bytes(all.data(), all.size());
  }
};

}  // namespace

Text plain_text(const std::string& name, const machine::Prepared& prepared) {
  const Code& code = prepared.code();
  language::PlainText plain = prepared.program().plain_text(*code.kernel);
  Text text{before + plain.text,
            {"--std=c++17", "--device-as-default-execution-space"},
            fmt::format("the unchanged kernel {}", name),
            {plain.kernel}};
  for (const machine::Array& array : code.arrays)
    if (is_of_file(code, array)) text.named.push_back("&" + plain.globals.at(array.variable));
  return text;
}

PlainTask plain_task(const std::string& name, const machine::Prepared& prepared, const machine::Launch& launch) {
  const Code& code = prepared.code();
  PlainTask task;
  task.name = name;
  task.text = plain_text(name, prepared);
  task.grid = launch.grid;
  task.block = launch.block;
  task.dynamic_shared_bytes = launch.dynamic_shared_bytes;
  for (const language::Variable* const each : code.kernel->function->parameters)
    task.arguments.emplace_back(std::max<std::size_t>(each->type->size, 8));
  fill_in_scalars(task, code, launch.scalars);
  for (std::uint32_t n = 0, named = 1; n < code.arrays.size(); ++n) {
    const machine::Array& array = code.arrays[n];
    if (is_of_file(code, array)) task.globals.push_back({n, named++, array.bytes, array.is_written, array.name});
    if (!array.is_parameter) continue;
    if (const std::size_t at = argument_of(code, *array.given); at < task.arguments.size())
      task.given.push_back({n, static_cast<std::uint32_t>(at), offset_of(*array.given)});
  }
  return task;
}

std::vector<std::byte> pack(const PackedTask& all) {
  Packing packing;
  each_field(packing, const_cast<PackedTask&>(all));
  return std::move(packing.packed);
}

PackedTask unpack(std::span<const std::byte> packed) {
  PackedTask all;
  Unpacking unpacking{packed};
  each_field(unpacking, all);
  return all;
}

}  // namespace tilescope::cuda
