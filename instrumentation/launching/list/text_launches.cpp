#include "instrumentation/launching/list/text_launches.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>

#include "instrumentation/error.h"
#include "instrumentation/launching/derive/kernel_reading.h"
#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/launching/request/dimensions.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_text.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/compiler/layout.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/fill.h"
#include "instrumentation/reading/survey.h"

namespace tilescope {

namespace {

language::Program program_of(const Request& asked) {
  const std::string text = text_of(asked);
  return language::read(text, options_with_header(asked, text));
}

TextLaunch described(const language::Launch& launch, const language::Kernel& kernel) {
  TextLaunch text{launch, {}, {}};
  if (!launch.grid) text.unknown.push_back(launch.grid_text.empty() ? "grid" : launch.grid_text);
  if (!launch.block) text.unknown.push_back(launch.block_text.empty() ? "block" : launch.block_text);
  if (kernel.dynamic != nullptr && !launch.shared_bytes) text.unknown.emplace_back("shared memory");
  for (const language::Parameter& parameter : kernel.parameters) {
    const std::size_t at = argument_of(kernel, parameter);
    if (at >= launch.arguments.size()) {
      text.unknown.push_back(parameter.name);
    } else if (parameter.is_array) {
      const std::string name = array_on_host(launch, kernel, parameter);
      if (!name.empty()) text.called[parameter.name] = name;
    } else if (!parameter.path.empty() || !launch.values[at] || !parameter.type.is_arithmetic()) {
      if (text.unknown.empty() || text.unknown.back() != launch.arguments[at])
        text.unknown.push_back(launch.arguments[at]);
    }
  }
  return text;
}

// As --arg has it.
std::string words_for(const language::Value& given, language::Type type) {
  const language::Value value = language::converted(given, type->kind);
  if (value.is_floating()) return words_of(ExactNumber(value.real));
  return type.is_unsigned() ? std::to_string(static_cast<std::uint64_t>(value.integer)) : std::to_string(value.integer);
}

}  // namespace

namespace {

std::string words_of_sides(const Dimensions& sides) {
  const auto side = [&](std::size_t at) { return static_cast<unsigned>(sides[at]); };
  return sides_in_words({side(0), side(1) * side(2)}, side(2));
}

}  // namespace

std::string numbers_in_words(const language::Launch& launch) {
  std::vector<std::string> words;
  if (launch.grid) words.push_back("grid " + words_of_sides(*launch.grid));
  if (launch.block) words.push_back("block " + words_of_sides(*launch.block));
  for (std::size_t n = 0; n < launch.arguments.size(); ++n)
    if (const auto whole = launch.whole(n); whole && launch.arguments[n] != std::to_string(*whole))
      words.push_back(fmt::format("{} = {}", launch.arguments[n], *whole));
  return fmt::format("{}", fmt::join(words, ", "));
}

namespace {

// As the text has it with no other values for its constants. It is asked for with every picture, so the last is kept.
std::optional<language::Launch> launch_as_written(const std::shared_ptr<const RecordedKernel>& own) {
  static std::mutex mutex;
  static std::weak_ptr<const RecordedKernel> last;
  static std::optional<language::Launch> kept;
  const std::lock_guard lock(mutex);
  if (last.lock() == own) return kept;
  last = own;
  kept.reset();
  const std::string& name = own->prepared->facts().name;
  const auto look = [&](const language::Program& program) {
    for (const language::Launch& each : program.launches())
      if (!kept && each.kernel == name) kept = each;
  };
  if (own->knobs.empty())
    look(own->prepared->program());
  else
    look(language::read(own->text, {.knobs = {}, .defined = own->defined, .host_values = {}}));
  return kept;
}

}  // namespace

std::string other_numbers_in_text(const Launch& launch) {
  if (!launch.program || !launch.program->prepared) return "";
  const machine::Code& code = launch.program->prepared->code();
  const std::optional<language::Launch> said = launch_as_written(launch.program);
  if (!said) return "";
  std::vector<std::string> words;
  const Dimensions grid = grid_of(launch);
  const Dimensions block = block_of(launch);
  if (said->grid && *said->grid != grid) words.push_back("grid " + words_of_sides(*said->grid));
  if (said->block && *said->block != block) words.push_back("block " + words_of_sides(*said->block));
  const std::vector<std::string> names = machine::names_of_scalars(code);
  for (std::size_t n = 0; n < launch.numbers.size() && n < code.scalars.size(); ++n) {
    const std::optional<std::int64_t> whole =
        said->whole(argument_of(*code.kernel, code.kernel->parameters[code.scalars[n].parameter]));
    if (whole && static_cast<double>(*whole) != launch.numbers[n].value)
      words.push_back(fmt::format("{} = {}", names[n], *whole));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

std::size_t argument_of(const language::Kernel& kernel, const language::Parameter& parameter) {
  const auto& all = kernel.function->parameters;
  return static_cast<std::size_t>(std::find(all.begin(), all.end(), parameter.variable) - all.begin());
}

std::string array_on_host(const language::Launch& launch, const language::Kernel& kernel,
                          const language::Parameter& parameter) {
  const std::size_t at = argument_of(kernel, parameter);
  if (at >= launch.arguments.size()) return "";
  std::string_view text = launch.arguments[at];  // `(float*)d_in` is d_in
  if (text.starts_with('(') && text.find(')') != std::string_view::npos) text.remove_prefix(text.find(')') + 1);
  while (text.starts_with(' ')) text.remove_prefix(1);
  const bool is_name =
      !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
      std::all_of(text.begin(), text.end(), [](unsigned char letter) {
        return std::isalnum(letter) != 0 || letter == '_' || letter == '.' || letter == '>' || letter == '-';
      });
  if (!is_name) return "";
  const std::size_t dot = parameter.name.find('.');
  return std::string(text) + (dot == std::string::npos ? "" : parameter.name.substr(dot));
}

std::vector<TextLaunch> launches_in_text(const Request& asked) {
  const language::Program program = program_of(asked);
  std::vector<TextLaunch> all;
  std::set<std::string, std::less<>> seen;
  for (const language::Launch& launch : program.launches()) {
    const language::Kernel* const kernel = program.kernel(launch.kernel);
    if (kernel == nullptr || !kernel->runnable || (!asked.entry.empty() && launch.kernel != asked.entry)) continue;
    if (seen.insert(launch.kernel).second) all.push_back(described(launch, *kernel));
  }
  return all;
}

std::vector<std::string> kernels_in_text(const Request& asked) {
  std::vector<std::string> names;
  const language::Program program = program_of(asked);
  for (const language::Kernel& kernel : program.kernels())
    if (kernel.runnable) names.push_back(kernel.name);
  return names;
}

namespace {

struct Led {
  std::string into;  // a pointer's name
  std::int64_t elements = 0;

  [[nodiscard]] std::string words() const {
    return elements == 0 ? into : fmt::format("{} {} {}", into, elements < 0 ? "-" : "+", std::abs(elements));
  }
};

// Where a launch gives two pointers into one array, or one after its first element, by the pointers' names.
std::map<std::string, Led> led_pointers(const language::Launch& launch, const language::Kernel& kernel) {
  std::map<std::string, Led> led;
  std::map<std::string_view, const language::Parameter*> first;
  for (const language::Parameter& parameter : kernel.parameters) {
    const std::size_t at = argument_of(kernel, parameter);
    if (!parameter.is_array || !parameter.path.empty() || at >= launch.pointers.size() || !launch.pointers[at])
      continue;
    const auto& [name, elements] = *launch.pointers[at];
    const language::Parameter& into = *first.try_emplace(name, &parameter).first->second;
    if ((&into == &parameter && elements == 0) || into.type.plain() != parameter.type.plain()) continue;
    led[parameter.name] = {into.name, elements};
  }
  return led;
}

}  // namespace

Request as_in_text(const Request& asked, const TextLaunch& launch) {
  Request request = asked;
  request.entry = launch.said.kernel;
  const language::Program program = program_of(asked);
  const language::Kernel& kernel = *program.kernel(launch.said.kernel);
  const machine::Prepared prepared(program, kernel);
  request.grid = launch.said.grid;
  request.block = launch.said.block;
  request.shared_bytes = launch.said.shared_bytes;
  const std::map<std::string, Led> led = led_pointers(launch.said, kernel);
  for (const auto& [pointer, to] : led) request.knobs.try_emplace(pointer, to.words());
  for (const language::Parameter& parameter : kernel.parameters) {
    const std::size_t at = argument_of(kernel, parameter);
    // A launch through cudaLaunchKernel may not show its arguments.
    if (at >= launch.said.values.size()) continue;
    if (!parameter.is_array && parameter.path.empty() && launch.said.values[at])
      request.numbers[parameter.name] = words_for(*launch.said.values[at], parameter.type);
  }
  for (const machine::Array& array : prepared.code().arrays) {
    if (!array.is_parameter || array.given == nullptr || !array.given->path.empty()) continue;
    if (const auto to = led.find(array.name); to != led.end() && to->second.into != array.name) continue;
    const std::size_t at = argument_of(kernel, *array.given);
    const std::int64_t size = array.element->size;
    if (at >= launch.said.bytes.size() || !launch.said.bytes[at] || size == 0) continue;
    const std::int64_t elements = *launch.said.bytes[at] / size;
    if (elements > 0)
      request.arrays[array.name] =
          std::to_string(elements * static_cast<std::int64_t>(reading::numbers_in_element(array)));
  }
  return request;
}

double likely_work(const Launch& launch) {
  reading::Filled arrays;
  for (const Buffer& buffer : launch.buffers) arrays.push_back(buffer.bytes);
  const reading::Setting setting{grid_of(launch), block_of(launch), launch.dynamic_shared_bytes};
  const reading::Attempt first = reading::try_first(*launch.program->prepared, setting, launch.numbers, arrays);
  return static_cast<double>(first.work) * static_cast<double>(launch.grid.x) * static_cast<double>(launch.grid.y);
}

}  // namespace tilescope
