#include "instrumentation/launching/edited_launch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <set>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/header/header_numbers.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_text.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/compiler/layout.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/run.h"

namespace tilescope {

namespace {

bool are_same(const std::vector<language::Parameter>& one, const std::vector<language::Parameter>& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const language::Parameter& a, const language::Parameter& b) {
                      return a.name == b.name && a.is_array == b.is_array && name_of(a.type) == name_of(b.type);
                    });
}

// Whatever they are called, and whether or not they may be changed.
bool are_of_same_types(const std::vector<language::Parameter>& one, const std::vector<language::Parameter>& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const language::Parameter& a, const language::Parameter& b) {
                      return a.is_array == b.is_array && name_of(a.type.plain()) == name_of(b.type.plain());
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
bool give_buffers(Launch& launch, const machine::Code& code, const machine::Code& before, bool by_name) {
  const std::vector<Buffer> given = std::exchange(launch.buffers, std::vector<Buffer>(code.arrays.size()));
  for (std::size_t n = 0; n < std::max(code.arrays.size(), before.arrays.size()); ++n) {
    const bool is_global = n < code.arrays.size() && code.arrays[n].space == Space::global;
    const bool was_global = n < before.arrays.size() && before.arrays[n].space == Space::global;
    if (is_global != was_global || (by_name && is_global && code.arrays[n].name != before.arrays[n].name)) return false;
    if (!is_global) continue;
    launch.buffers[n] = given[n];
    launch.buffers[n].name = code.arrays[n].name;
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

// With another kernel in place of its own, which is given the same.
std::optional<Launch> with_kernel(const Launch& before, std::shared_ptr<RecordedKernel> edited,
                                  const language::Program& program, const language::Kernel& kernel, bool by_name) {
  const machine::Code& code_before = recorded_kernel(before).prepared->code();
  edited->prepared = std::make_shared<machine::Prepared>(program, kernel);
  Launch launch = before;
  if (!give_buffers(launch, edited->prepared->code(), code_before, by_name)) return std::nullopt;
  launch.kernel = edited->name;
  launch.program = std::move(edited);
  return launch;
}

// "(const float* in, float* out)".
std::string told(const std::vector<language::Parameter>& parameters) {
  std::vector<std::string> all;
  for (const language::Parameter& each : parameters)
    all.push_back(fmt::format("{}{} {}", name_of(each.type), each.is_array ? "*" : "", each.name));
  return fmt::format("({})", fmt::join(all, ", "));
}

// All words that could be names, once each.
std::set<std::string> words_in(std::string_view text) {
  std::set<std::string> words;
  std::string word;
  for (const char letter : text) {
    const bool is_of_word = std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
    if (is_of_word) word += letter;
    if (!is_of_word && !word.empty()) words.insert(std::exchange(word, {}));
  }
  words.insert(word);
  return words;
}

struct Changed {
  std::string name;
  std::int64_t was = 0, is = 0;
};

// Constants that the header of the text before names: the launch is made of them.
std::vector<Changed> changed(const std::string& text, const RecordedKernel& known) {
  const std::string& judged_by = known.judged_by.empty() ? known.text : known.judged_by;
  const HeaderNumbers before(judged_by, known.knobs), now(text, known.knobs);
  std::string header;
  for (const std::string_view line : header_lines(judged_by)) header += std::string(line) + "\n";
  std::vector<Changed> all;
  for (const std::string& word : words_in(header)) {
    if (word.empty() || !declares(judged_by, word) || !declares(text, word)) continue;
    const auto was = before.value_of(word), is = now.value_of(word);
    if (was && is && *was != *is) all.push_back({word, *was, *is});
  }
  return all;
}

std::string words_of(const Changed& constant, const std::string& file) {
  return fmt::format("{}: {} is {} here, but must stay {}: the launch was made with that value", file, constant.name,
                     constant.is, constant.was);
}

// What this launch sets in the text has to be there to be set.
void require_knobs(const std::string& text, const language::Kernel& kernel, const RecordedKernel& known,
                   const std::string& file) {
  const HeaderNumbers numbers(text, known.knobs);
  for (const auto& [name, value] : known.knobs) {
    const auto is_set = [&, &name = name, &value = value](const language::Knob& knob) {
      return knob.name == name && knob.value == value;
    };
    const auto number = numbers.value_of(name);
    if (std::any_of(kernel.knobs.begin(), kernel.knobs.end(), is_set) || (number && std::to_string(*number) == value))
      continue;
    throw UsageError(
        fmt::format("{}: {} is {} in this launch, but the source has no constant {} to set", file, name, value, name));
  }
}

}  // namespace

std::optional<Launch> launch_of_edit(const Request& request, const Launch& before) try {
  const RecordedKernel& known = recorded_kernel(before);
  if (!known.list.names.empty() || !request.text) return std::nullopt;
  for (const auto& [name, value] : known.defined)
    if (declares(*request.text, name)) return std::nullopt;
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
  const language::Kernel& kernel_before = *known.prepared->code().kernel;
  const language::Program program = language::read(
      edited->text,
      {.knobs = before.program ? known.knobs : decltype(known.knobs){}, .defined = known.defined, .host_values = {}});
  const language::Kernel* const kernel = program.kernel(kernel_before.name);
  if (kernel == nullptr || !kernel->runnable || !is_given_the_same(*kernel, kernel_before) ||
      !are_same(program.launches(), known.prepared->program().launches()) ||
      header_lines(edited->text) != header_lines(known.text))
    return std::nullopt;
  return with_kernel(before, std::move(edited), program, *kernel, true);
} catch (const UsageError&) {  // the machine has not what the text asks for: planning it tells what
  return std::nullopt;
}

std::vector<std::string> changed_constants(const std::string& text, const std::string& file, const Launch& before) {
  std::vector<std::string> all;
  for (const Changed& each : changed(text, recorded_kernel(before))) all.push_back(words_of(each, file));
  return all;
}

Launch launch_of_answer(const std::string& text, const std::string& file, const Launch& before) {
  RecordedKernel known = recorded_kernel(before);
  const language::Kernel& asked = *known.prepared->code().kernel;
  auto answer = std::make_shared<RecordedKernel>(known);
  answer->text = text;
  answer->judged_by = known.judged_by.empty() ? known.text : known.judged_by;
  answer->is_typed = true;
  answer->file = file;
  answer->name = std::filesystem::path(file).filename().string();
  const auto read = [&] {
    return language::read(text, {.knobs = known.knobs, .defined = known.defined, .host_values = {}});
  };
  language::Program program = read();
  const language::Kernel* kernel = program.kernel(asked.name);
  if (kernel == nullptr && program.runnable())
    throw UsageError(fmt::format("{} has no kernel `{}`: keep its name", file, asked.name));
  if (kernel == nullptr || !kernel->runnable) tell_mistakes(file, program);
  if (!are_of_same_types(kernel->parameters, asked.parameters))
    throw UsageError(fmt::format("{}: `{}` takes {} here, but must take {}", file, asked.name, told(kernel->parameters),
                                 told(asked.parameters)));
  if (const std::vector<Changed> all = changed(text, known); !all.empty()) {
    for (const Changed& each : all) known.knobs.insert_or_assign(each.name, std::to_string(each.was));
    answer->knobs = known.knobs;
    program = read();
    kernel = program.kernel(asked.name);
    if (kernel == nullptr || !kernel->runnable) tell_mistakes(file, program);
  }
  require_knobs(text, *kernel, known, file);
  if (!are_same(kernel->globals, asked.globals) || (kernel->dynamic == nullptr) != (asked.dynamic == nullptr))
    throw UsageError(
        fmt::format("{}: its `__constant__`, `__device__` or `extern __shared__` variables have changed, "
                    "but the launch sets only the old ones",
                    file));
  std::optional<Launch> launch = with_kernel(before, std::move(answer), program, *kernel, false);
  if (!launch) throw UsageError(fmt::format("{}: the kernel's array parameters have changed", file));
  return *std::move(launch);
}

}  // namespace tilescope
