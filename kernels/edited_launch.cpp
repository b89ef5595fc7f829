#include "kernels/edited_launch.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "instrumentation/error.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/run.h"
#include "kernels/catalogue.h"
#include "kernels/own_kernel.h"

namespace tilescope {

namespace {

bool are_same(const std::vector<language::Parameter>& one, const std::vector<language::Parameter>& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const language::Parameter& a, const language::Parameter& b) {
                      return a.name == b.name && a.is_array == b.is_array && name_of(a.type) == name_of(b.type);
                    });
}

bool are_same(const std::vector<language::Knob>& one, const std::vector<language::Knob>& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const language::Knob& a, const language::Knob& b) {
                      return a.name == b.name && a.value == b.value && a.guessed == b.guessed;
                    });
}

bool are_same(const language::Launch& a, const language::Launch& b) {
  return a.kernel == b.kernel && a.template_arguments == b.template_arguments && a.grid == b.grid &&
         a.block == b.block && a.shared_bytes == b.shared_bytes && a.grid_text == b.grid_text &&
         a.block_text == b.block_text && a.arguments == b.arguments && a.values == b.values;
}

bool are_same(const std::vector<language::Launch>& one, const std::vector<language::Launch>& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const language::Launch& a, const language::Launch& b) { return are_same(a, b); });
}

bool is_given_the_same(const language::Kernel& kernel, const language::Kernel& before) {
  return are_same(kernel.parameters, before.parameters) && are_same(kernel.globals, before.globals) &&
         are_same(kernel.knobs, before.knobs) && (kernel.dynamic == nullptr) == (before.dynamic == nullptr);
}

// What is said in the text of how it is launched, as lines that begin with //! do.
std::vector<std::string_view> header_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t at = text.find("//!"); at != std::string_view::npos; at = text.find("//!", at + 3))
    lines.push_back(text.substr(at, text.find('\n', at) - at));
  return lines;
}

// Buffers go by the machine's numbers, which the shared arrays of the new text may have changed: those of what the
// kernel is given come first, and are where they were.
bool give_buffers(Launch& launch, const machine::Code& code, const machine::Code& before) {
  const std::vector<Buffer> given = std::exchange(launch.buffers, std::vector<Buffer>(code.arrays.size()));
  for (std::size_t n = 0; n < std::max(code.arrays.size(), before.arrays.size()); ++n) {
    const bool is_global = n < code.arrays.size() && code.arrays[n].space == Space::global;
    const bool was_global = n < before.arrays.size() && before.arrays[n].space == Space::global;
    if (is_global != was_global || (is_global && code.arrays[n].name != before.arrays[n].name)) return false;
    if (is_global) launch.buffers[n] = given[n];
  }
  for (std::size_t n = 0; n < code.arrays.size(); ++n)
    if (launch.buffers[n].name.empty()) {
      const language::Type type = machine::number_in(code.arrays[n]);
      launch.buffers[n].name = code.arrays[n].name;
      launch.buffers[n].number = machine::number_of(type);
      launch.buffers[n].element_bytes = machine::bytes_of(machine::cell_of(type));
      launch.buffers[n].is_unsigned = type.is_integer() && type.is_unsigned();
    }
  return true;
}

}  // namespace

std::optional<Launch> launch_of_edit(const Request& request, const Launch& before) try {
  const RecordedKernel& known = recorded_kernel(before);
  if (!known.list.names.empty() || !request.text) return std::nullopt;
  for (const auto& [name, value] : known.defined)
    if (declares(*request.text, name)) return std::nullopt;
  const machine::Code& code_before = known.prepared->code();
  auto edited = std::make_shared<RecordedKernel>(known);
  edited->text = *request.text;
  edited->is_typed = true;
  edited->file = request.kernel;
  const std::size_t entry = known.name.find(".cu:");
  edited->name = std::filesystem::path(request.kernel).filename().string() +
                 (entry == std::string::npos ? "" : known.name.substr(entry + 3));
  if (!before.program) {
    edited->knobs = known.defined;
  }
  const language::Program program = language::read(
      edited->text,
      {.knobs = before.program ? known.knobs : decltype(known.knobs){}, .defined = known.defined, .host_values = {}});
  const language::Kernel* const kernel = program.kernel(code_before.kernel->name);
  if (kernel == nullptr || !kernel->runnable || !is_given_the_same(*kernel, *code_before.kernel) ||
      !are_same(program.launches(), known.prepared->program().launches()) ||
      header_lines(edited->text) != header_lines(known.text))
    return std::nullopt;
  edited->prepared = std::make_shared<machine::Prepared>(program, *kernel);
  Launch launch = before;
  if (!give_buffers(launch, edited->prepared->code(), code_before)) return std::nullopt;
  launch.kernel = edited->name;
  launch.program = std::move(edited);
  return launch;
} catch (const UsageError&) {  // the machine has not what the text asks for: planning it tells what
  return std::nullopt;
}

}  // namespace tilescope
