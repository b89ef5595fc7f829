#include "instrumentation/launching/derive/launch_hints.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/launching/request/request_fields.h"
#include "instrumentation/launching/request/request_text.h"
#include "instrumentation/launching/request/typed_number.h"
#include "instrumentation/machine/compiler/layout.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/plan_budget.h"

namespace tilescope {

namespace {

const language::Launch* launch_of(const language::Program& program, std::string_view kernel) {
  for (const language::Launch& launch : program.launches())
    if (launch.kernel == kernel) return &launch;
  return nullptr;
}

}  // namespace

std::vector<std::int64_t> numbers_of(const language::Kernel& kernel) {
  std::vector<std::int64_t> all;
  for (const language::Knob& knob : kernel.knobs) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(knob.value.data(), knob.value.data() + knob.value.size(), number);
    if (error == std::errc()) all.push_back(number);
  }
  return all;
}

std::size_t argument_of(const machine::Code& code, const language::Parameter& parameter) {
  const auto& parameters = code.kernel->function->parameters;
  return static_cast<std::size_t>(std::find(parameters.begin(), parameters.end(), parameter.variable) -
                                  parameters.begin());
}

namespace {

std::size_t argument_of_scalar(const machine::Code& code, std::size_t scalar) {
  return argument_of(code, code.kernel->parameters[code.scalars[scalar].parameter]);
}

}  // namespace

std::vector<std::optional<std::int64_t>> numbers_in_text(const RecordedKernel& own) {
  constexpr std::int64_t most = 64;
  const machine::Code& code = own.prepared->code();
  std::vector<std::optional<std::int64_t>> all;
  const language::Launch* const launched = launch_of(own.prepared->program(), code.kernel->name);
  if (launched == nullptr) return all;
  bool any = false;
  for (std::size_t n = 0; n < code.scalars.size(); ++n) {
    const std::size_t at = argument_of_scalar(code, n);
    const std::optional<std::int64_t> value = launched->whole(at);
    const bool is_small = value && *value >= 0 && *value <= most && code.scalars[n].type.is_integer();
    all.push_back(is_small ? value : std::nullopt);
    any = any || is_small;
  }
  if (!any) all.clear();
  return all;
}

std::optional<language::Launch> launch_in_text(const RecordedKernel& own, const std::vector<double>& scalars) {
  const machine::Code& code = own.prepared->code();
  const language::Launch* const launched = launch_of(own.prepared->program(), code.kernel->name);
  if (launched == nullptr) return std::nullopt;
  language::ReadOptions options{.knobs = own.knobs, .defined = own.defined, .host_values = {}};
  for (std::size_t n = 0; n < code.scalars.size(); ++n) {
    const std::size_t at = argument_of_scalar(code, n);
    if (at < launched->arguments.size() && code.scalars[n].type.is_integer())
      options.host_values[launched->arguments[at]] = static_cast<std::int64_t>(scalars[n]);
  }
  const std::string_view text = own.prepared->program().source().text();
  if (reading::PlanBudget::is_used_up()) return std::nullopt;
  reading::PlanBudget::spend_on_reading(text.size());
  const language::Program with_values = language::read(std::string(text), options);
  const language::Launch* const again = launch_of(with_values, code.kernel->name);
  if (again == nullptr) return std::nullopt;
  language::Launch said = *again;
  const auto is_none = [](std::int64_t side) { return side < 1; };  // of sides too small for it
  for (auto* const dimensions : {&said.grid, &said.block})
    if (*dimensions && std::any_of((*dimensions)->begin(), (*dimensions)->end(), is_none)) dimensions->reset();
  return said;
}

namespace {

struct Blocks {
  double count = 0, threads = 0;  // in all
  Dimensions block{};
};

// For the text's own launch with such knobs, where they follow from constants.
std::optional<Blocks> blocks_with(const RecordedKernel& own, const Knobs& knobs) {
  Knobs all = own.knobs;
  for (const auto& [name, value] : knobs) all.insert_or_assign(name, value);
  const std::string_view text = own.prepared->program().source().text();
  if (reading::PlanBudget::is_used_up()) return std::nullopt;
  reading::PlanBudget::spend_on_reading(text.size());
  const language::Program program =
      language::read(std::string(text), {.knobs = all, .defined = own.defined, .host_values = {}});
  const language::Launch* const launched = launch_of(program, own.prepared->code().kernel->name);
  if (launched == nullptr || !launched->grid || !launched->block) return std::nullopt;
  Blocks blocks{1, 1, *launched->block};
  for (const std::int64_t side : *launched->grid) blocks.count *= static_cast<double>(side);
  blocks.threads = blocks.count;
  for (const std::int64_t side : *launched->block) blocks.threads *= static_cast<double>(side);
  return blocks;
}

}  // namespace

Knobs knobs_for_few_threads(const RecordedKernel& own) {
  constexpr double many = 4096, few = 1024;
  constexpr std::int64_t least = 64;  // less is a tile's side
  const std::optional<Blocks> in_text = blocks_with(own, {});
  if (!in_text || in_text->threads <= many) return {};
  std::map<std::string, std::int64_t> lengths;
  for (const language::Knob& knob : own.prepared->code().kernel->knobs) {
    std::int64_t value = 0;
    const char* const end = knob.value.data() + knob.value.size();
    const auto [read, error] = std::from_chars(knob.value.data(), end, value);
    if (error != std::errc() || read != end || value < least) continue;
    const auto halved = blocks_with(own, {{knob.name, std::to_string(value / 2)}});
    if (halved && halved->block == in_text->block && halved->count < in_text->count) lengths[knob.name] = value;
  }
  if (lengths.empty()) return {};
  Knobs found;
  for (double threads = in_text->threads; threads > few;) {
    Knobs next;
    for (auto& [name, value] : lengths) next[name] = std::to_string(value /= 2);
    const std::optional<Blocks> now = blocks_with(own, next);
    if (!now || now->count < 2 || now->threads >= threads) break;
    threads = now->threads;
    found = next;
  }
  return found;
}

std::function<std::optional<reading::Setting>(const std::vector<double>&)> settings_in_text(
    const RecordedKernel& own, const KernelHeader& header) {
  if (launch_of(own.prepared->program(), own.prepared->code().kernel->name) == nullptr) return {};
  return [&own, &header, asked = std::map<std::vector<double>, std::optional<reading::Setting>>()](
             const std::vector<double>& scalars) mutable {
    const auto [at, is_new] = asked.try_emplace(scalars);
    if (!is_new) return at->second;
    if (const auto said = launch_in_text(own, scalars); said && said->grid && said->block)
      at->second = {*said->grid, *said->block, header.shared_bytes.value_or(said->shared_bytes.value_or(0))};
    return at->second;
  };
}

namespace {

// The source of a number, if there is one; an option goes before the header.
struct NumberSaid {
  const std::string* text = nullptr;
  std::string where;
};
NumberSaid number_said(const std::string& name, const Request& request, const KernelHeader& header) {
  if (const auto asked = request.numbers.find(name); asked != request.numbers.end())
    return {&asked->second, told_of(request, "args", fmt::format("{}={}", name, asked->second))};
  if (const auto in_file = header.numbers.find(name); in_file != header.numbers.end())
    return {&in_file->second, fmt::format("{} = {}", header.place(name), in_file->second)};
  return {};
}

}  // namespace

std::vector<std::optional<ExactNumber>> numbers_said(const machine::Code& code, const Request& request,
                                                     const KernelHeader& header) {
  std::vector<std::optional<ExactNumber>> all;
  const std::vector<std::string> names = machine::names_of_scalars(code);
  for (std::size_t n = 0; n < names.size(); ++n) {
    const NumberSaid said = number_said(names[n], request, header);
    all.emplace_back();
    if (said.text != nullptr)
      all.back() = number_of_bits(read_number(*said.text, code.scalars[n].type, said.where), code.scalars[n].type);
  }
  return all;
}

std::string number_place(const std::string& name, const Request& request, const KernelHeader& header) {
  return number_said(name, request, header).where;
}

namespace {

std::vector<std::optional<std::int64_t>> bytes_by_array(const machine::Code& code, const language::Launch& launch) {
  std::vector<std::optional<std::int64_t>> all(code.arrays.size());
  for (std::size_t n = 0; n < code.arrays.size(); ++n) {
    if (!code.arrays[n].is_parameter || code.arrays[n].given == nullptr) continue;
    const std::size_t at = argument_of(code, *code.arrays[n].given);
    if (at < launch.bytes.size()) all[n] = launch.bytes[at];
  }
  return all;
}

}  // namespace

reading::LaunchHints hints_of(const RecordedKernel& own, const Request& request, const KernelHeader& header) {
  const machine::Code& code = own.prepared->code();
  reading::LaunchHints hints;
  hints.scalars = numbers_said(code, request, header);
  hints.grid = request.grid ? request.grid : header.grid;
  hints.block = request.block ? request.block : header.block;
  hints.shared_bytes = request.shared_bytes ? request.shared_bytes : header.shared_bytes;
  hints.seed = request.seed;
  hints.numbers_in_text = numbers_in_text(own);
  hints.numbers = numbers_of(*code.kernel);
  hints.in_text = [&own](const std::vector<double>& scalars) -> reading::InText {
    const auto in_text = launch_in_text(own, scalars);
    if (!in_text) return {};
    return {in_text->grid, in_text->block, in_text->shared_bytes, bytes_by_array(own.prepared->code(), *in_text)};
  };
  return hints;
}

namespace {

// What of a request a guess depends on.
std::string asked_of(const Request& request) {
  Request of;
  of.arrays = request.arrays;
  of.numbers = request.numbers;
  of.grid = request.grid;
  of.block = request.block;
  of.shared_bytes = request.shared_bytes;
  of.seed = request.seed;
  return written(of);
}

// The last few guesses: a launch is planned several times before it is shown.
class Guesses {
 public:
  using Key = std::pair<std::shared_ptr<const machine::Prepared>, std::string>;
  template <class Guess>
  reading::LaunchGuess of(const Key& key, const Guess& guess) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(all_.begin(), all_.end(), [&](const auto& each) { return each.first == key; });
    if (found != all_.end()) return found->second;
    constexpr std::size_t most = 8;
    if (all_.size() == most) all_.erase(all_.begin());
    return all_.emplace_back(key, guess()).second;
  }

 private:
  std::mutex mutex_;
  std::vector<std::pair<Key, reading::LaunchGuess>> all_;
};

}  // namespace

reading::LaunchGuess guessed(const RecordedKernel& own, const Request& request, const reading::LaunchHints& hints) {
  static Guesses guesses;
  return guesses.of({own.prepared, asked_of(request)}, [&] { return reading::guess_launch(*own.prepared, hints); });
}

}  // namespace tilescope
