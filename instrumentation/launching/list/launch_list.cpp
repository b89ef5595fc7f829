#include "instrumentation/launching/list/launch_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <tuple>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/language/program.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/launching/list/text_launches.h"
#include "instrumentation/launching/plan/any_launch.h"
#include "instrumentation/launching/plan/begun_launch.h"
#include "instrumentation/launching/plan/plan_whole.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_fields.h"
#include "instrumentation/launching/request/request_text.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/nearest.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

constexpr std::size_t most_launches = 64;
constexpr std::int64_t most_on_host = 4096;  // larger ones are for real launches, not for those that are looked at

struct Listed {
  KernelHeader said;
  Request::Named arrays;             // by the kernel's names: what the list calls an array
  Request::Named arguments;          // by the kernel's numbers: what the host gives it
  std::vector<std::string> numbers;  // of the kernel
  Request::Named values;             // of these, as far as the list says them
};

struct List {
  std::vector<Listed> launches;
  bool is_in_header = false;
};

// What a list's launch begins with.
struct Begun {
  HeldArrays arrays;  // by the list's names
  std::optional<Dimensions> block;
  Request::Named numbers;                                    // by the kernels' names, as the launch before has them
  std::map<std::string, std::int64_t, std::less<>> on_host;  // by what the host calls them
  InList::Start start;                                       // of the whole list, as far as it came
};

const language::Kernel* kernel_named(const language::Program& program, std::string_view name) {
  const language::Kernel* const kernel = program.kernel(name);
  return kernel != nullptr && kernel->runnable ? kernel : nullptr;
}

// --- As the host's part of the text has them -------------------------------------------------------------------------

// A launch that the text makes, and the kernel.
struct OnHost {
  const language::Launch* launch;
  const language::Kernel* kernel;

  [[nodiscard]] std::string array(const language::Parameter& parameter) const {
    return array_on_host(*launch, *kernel, parameter);
  }
};

// What the host calls the arrays that a kernel reads, or writes; of variables of the text, what that calls them.
std::vector<std::string> touched(const OnHost& launched, bool language::Parameter::*touches) {
  std::vector<std::string> all;
  for (const language::Parameter& parameter : launched.kernel->parameters)
    if (parameter.is_array && parameter.*touches) all.push_back(launched.array(parameter));
  for (const language::Parameter& global : launched.kernel->globals)
    if (global.*touches) all.push_back(global.name);
  std::erase(all, "");
  return all;
}

// Those of one function that hang together: the first such function's.
std::vector<OnHost> chain_of(const language::Program& program) {
  std::vector<OnHost> all;
  for (const language::Launch& launch : program.launches())
    if (const language::Kernel* const kernel = kernel_named(program, launch.kernel)) all.push_back({&launch, kernel});
  for (std::size_t first = 0; first < all.size();) {
    std::size_t end = first;
    while (end < all.size() && all[end].launch->function == all[first].launch->function) ++end;
    // A launch is part of a chain if it reads what one before it writes, or writes what one after it reads.
    std::vector<OnHost> chain;
    std::map<std::string, std::size_t> first_writer, last_reader;
    for (std::size_t n = first; n < end; ++n) {
      for (const std::string& name : touched(all[n], &language::Parameter::writes)) first_writer.try_emplace(name, n);
      for (const std::string& name : touched(all[n], &language::Parameter::reads)) last_reader[name] = n;
    }
    for (std::size_t n = first; n < end && chain.size() < most_launches; ++n) {
      const std::vector<std::string> read = touched(all[n], &language::Parameter::reads);
      const std::vector<std::string> written = touched(all[n], &language::Parameter::writes);
      const bool goes_on = std::any_of(read.begin(), read.end(), [&](const std::string& name) {
        const auto writer = first_writer.find(name);
        return writer != first_writer.end() && writer->second < n;
      });
      const bool is_gone_on = std::any_of(written.begin(), written.end(), [&](const std::string& name) {
        const auto reader = last_reader.find(name);
        return reader != last_reader.end() && reader->second > n;
      });
      if (goes_on || is_gone_on) chain.push_back(all[n]);
    }
    if (chain.size() > 1) return chain;
    first = end;
  }
  return {};
}

List list_on_host(const language::Program& program) {
  List list;
  for (const OnHost& each : chain_of(program)) {
    Listed& one = list.launches.emplace_back();
    one.said.entry = each.kernel->name;
    for (const language::Parameter& parameter : each.kernel->parameters) {
      const std::size_t at = argument_of(*each.kernel, parameter);
      if (parameter.is_array)
        one.arrays[parameter.name] = each.array(parameter);
      else if (at < each.launch->arguments.size() && parameter.path.empty())
        one.arguments[parameter.name] = each.launch->arguments[at];
      if (parameter.is_array || at >= each.launch->arguments.size()) continue;
      one.numbers.push_back(parameter.name);
      const std::optional<std::int64_t> known = each.launch->whole(at);
      one.values[parameter.name] =
          known && *known <= most_on_host ? std::to_string(*known) : each.launch->arguments[at];
    }
    for (const language::Parameter& global : each.kernel->globals) one.arrays[global.name] = global.name;
  }
  return list;
}

// --- As a header has them --------------------------------------------------------------------------------------------

std::vector<std::string_view> names_of_kernels(const language::Program& program) {
  std::vector<std::string_view> names;
  for (const language::Kernel& kernel : program.kernels())
    if (kernel.runnable) names.push_back(kernel.name);
  return names;
}

// What a launch of the list says of arrays and numbers that its kernel does not have goes unheard nowhere.
void require_parameters(const KernelHeader& said, const language::Kernel& kernel) {
  std::vector<std::string_view> known;
  for (const language::Parameter& parameter : kernel.parameters) known.push_back(parameter.name);
  for (const language::Parameter& global : kernel.globals) known.push_back(global.name);
  const auto require = [&](const auto& named) {
    for (const auto& [name, value] : named) {
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      if (known.empty()) throw UsageError(fmt::format("{}: {} has no parameters", said.place(name), kernel.name));
      throw UsageError(fmt::format("{}: {} has no such array or number: did you mean {}?", said.place(name),
                                   kernel.name, nearest(name, known)));
    }
  };
  require(said.names);
  require(said.arrays);
  require(said.numbers);
}

// "BLOCK" is what those before call an array; of a number, it is what that comes to.
void take_numbers(KernelHeader& said, const language::Kernel& kernel) {
  for (const language::Parameter& parameter : kernel.parameters) {
    if (parameter.is_array) continue;
    const auto words = said.names.extract(parameter.name);
    if (!words) continue;
    const auto value = said.known.value_of(words.mapped());
    if (!value)
      throw UsageError(fmt::format("{}: {}", said.place(parameter.name), said.known.refusal_of(words.mapped())));
    said.numbers[parameter.name] = std::to_string(*value);
  }
}

List list_said(std::vector<KernelHeader> all, const language::Program& program) {
  List list;
  list.is_in_header = true;
  const std::vector<std::string_view> names = names_of_kernels(program);
  if (all.size() > most_launches)
    throw UsageError(fmt::format("{}: {} launches are listed, but at most {} are allowed", all.front().file, all.size(),
                                 most_launches));
  for (KernelHeader& said : all) {
    if (said.entry.empty() && names.size() == 1) said.entry = names.front();
    if (said.entry.empty())
      throw UsageError(fmt::format("{}: each launch needs a kernel name, as in entry = \"{}\"", said.file,
                                   names.empty() ? "scan" : names.front()));
    const language::Kernel* const kernel = kernel_named(program, said.entry);
    if (kernel == nullptr && !names.empty())
      throw UsageError(fmt::format("{}: there is no such kernel: did you mean {}?", said.place("entry"),
                                   nearest(said.entry, names)));
    Listed& one = list.launches.emplace_back();
    if (kernel != nullptr) {
      require_parameters(said, *kernel);
      take_numbers(said, *kernel);
      for (const language::Parameter& parameter : kernel->parameters)
        if (!parameter.is_array) one.numbers.push_back(parameter.name);
      for (const auto* const parameters : {&kernel->parameters, &kernel->globals})
        for (const language::Parameter& parameter : *parameters)
          if (parameter.is_array || parameters == &kernel->globals)
            one.arrays[parameter.name] =
                said.names.contains(parameter.name) ? said.names.at(parameter.name) : parameter.name;
    }
    one.values = said.numbers;
    one.said = std::move(said);
  }
  return list;
}

// Kernels' names, each with the numbers in which it differs from the launch before it or after it, where that is one
// of the same kernel: "sort (size = 4, step = 2)". What a launch does not say is as the header has it, or the launch
// before.
std::vector<std::string> titles_of(const List& list, const Request::Named& above) {
  std::vector<Request::Named> values;
  for (const Listed& one : list.launches) {
    Request::Named all = above;
    if (!values.empty())
      for (const auto& [name, value] : values.back()) all.try_emplace(name, value);
    for (const auto& [name, value] : one.values) all[name] = value;
    values.push_back(std::move(all));
  }
  const auto differs = [&](std::size_t one, std::size_t other, const std::string& name) {
    if (other >= values.size() || list.launches[other].said.entry != list.launches[one].said.entry) return false;
    const auto here = values[one].find(name), there = values[other].find(name);
    return here != values[one].end() && (there == values[other].end() || here->second != there->second);
  };
  std::vector<std::string> titles;
  for (std::size_t n = 0; n < list.launches.size(); ++n) {
    std::vector<std::string> words;
    for (const std::string& name : list.launches[n].numbers)
      if (differs(n, n + 1, name) || (n > 0 && differs(n, n - 1, name)))
        words.push_back(fmt::format("{} = {}", name, values[n].at(name)));
    titles.push_back(list.launches[n].said.entry + (words.empty() ? "" : fmt::format(" ({})", fmt::join(words, ", "))));
  }
  return titles;
}

List list_of(const Request& request) {
  const std::string text = text_of(request);
  const language::Program program = language::read(text, {.knobs = request.knobs, .defined = {}, .host_values = {}});
  if (!request.launches.empty())
    return list_said(read_launch_words(request.launches, told_of(request, "launches", request.launches), text, request),
                     program);
  if (auto in_header = read_launches(text, request.kernel, request); !in_header.empty())
    return list_said(std::move(in_header), program);
  return list_on_host(program);
}

}  // namespace

Request as_listed(const Request& asked, std::size_t number) {
  Request request = asked;
  request.launch = number;
  request.entry.clear();
  request.grid = request.block = std::nullopt;
  request.shared_bytes.reset();
  request.m = request.n = request.k = std::nullopt;
  request.tile.reset();
  request.arrays.clear();
  request.numbers.clear();
  return request;
}

namespace {

// --- What goes from one to the next ----------------------------------------------------------------------------------

// The numbers that the host gives a launch, by the kernel's names, where what they depend on is known.
Request::Named numbers_on_host(const Request& request, const Begun& begun, std::size_t launch,
                               const Request::Named& arguments) {
  const language::Program program =
      language::read(text_of(request), {.knobs = request.knobs, .defined = {}, .host_values = begun.on_host});
  const std::vector<OnHost> chain = chain_of(program);
  Request::Named numbers;
  for (const auto& [name, argument] : arguments)
    if (const auto known = begun.on_host.find(argument); known != begun.on_host.end())
      numbers[name] = std::to_string(known->second);
  if (launch >= chain.size()) return numbers;
  for (const language::Parameter& parameter : chain[launch].kernel->parameters) {
    const std::size_t at = argument_of(*chain[launch].kernel, parameter);
    const std::optional<std::int64_t> value = chain[launch].launch->whole(at);
    if (arguments.contains(parameter.name) && parameter.type.is_integer() && value && *value <= most_on_host)
      numbers.try_emplace(parameter.name, std::to_string(*value));
  }
  return numbers;
}

// The knobs that say something of the kernel; others are of other kernels of the list.
Request::Named knobs_for(const Request& request, const std::string& entry) {
  const language::Program program = language::read(text_of(request));
  const language::Kernel* const kernel = program.kernel(entry);
  const auto is_knob_of = [](const language::Kernel& of, const std::string& name) {
    return std::any_of(of.knobs.begin(), of.knobs.end(), [&](const language::Knob& has) { return has.name == name; });
  };
  Request::Named knobs = request.knobs;
  std::erase_if(knobs, [&](const auto& knob) {
    return kernel != nullptr && !is_knob_of(*kernel, knob.first) &&
           std::any_of(program.kernels().begin(), program.kernels().end(),
                       [&](const language::Kernel& other) { return is_knob_of(other, knob.first); }) &&
           !changes_with(program, *kernel, options_for(request, text_of(request)), knob.first);
  });
  return knobs;
}

// What is said of a launch of the list, below what a caller asks for.
Request planned_as(const Request& asked, const List& list, std::size_t launch, const Begun& begun) {
  const Listed& one = list.launches[launch];
  Request request = asked;
  request.entry = one.said.entry;
  request.knobs = knobs_for(asked, request.entry);
  for (const auto& [name, value] : one.said.knobs) request.knobs.try_emplace(name, value);
  for (const auto& [name, words] : one.said.arrays) request.arrays.try_emplace(name, words);
  for (const auto& [name, words] : one.said.numbers) request.numbers.try_emplace(name, words);
  if (!request.grid) request.grid = one.said.grid;
  if (!request.block) request.block = one.said.block;
  if (!request.shared_bytes) request.shared_bytes = one.said.shared_bytes;
  if (launch > 0 && !list.is_in_header)
    for (const auto& [name, value] : numbers_on_host(asked, begun, launch, one.arguments))
      request.numbers.try_emplace(name, value);
  return request;
}

// A launch that is run for what it leaves.
Request before(const Request& asked, std::size_t launch) {
  Request request = as_listed(asked, launch + 1);
  request.record = Record::counts;
  request.window.clear();
  request.schedule = {};
  return request;
}

Trace ran(const Launch& launch) {
  Launch counted = launch;
  counted.record = Record::counts;
  counted.window.clear();
  return make_cpu_executor()->record(recorded_kernel(launch), counted, {});
}

Begun begun_with(const Request& asked, const List& list, std::size_t launch);

Launch plan_listed(const Request& asked) {
  return plan_whole(asked, Inputs::made, [](Launch& launch, const Request& sized) {
    const ListPlace place = *place_in_list(sized);
    plan_in_list(launch, place);
    return place.beginning.given;
  });
}

// As it was before the first launch that is given it.
void add_to_start(InList::Start& start, const std::string& called, const Buffer& buffer) {
  if (std::any_of(start.arrays.begin(), start.arrays.end(), [&](const Buffer& known) { return known.name == called; }))
    return;
  start.arrays.push_back(buffer);
  start.arrays.back().name = called;
}

// What is left behind a launch of the list.
Begun behind(const Request& asked, const List& list, std::size_t launch) {
  Begun begun = begun_with(asked, list, launch);
  const Listed& one = list.launches[launch];
  const Launch planned = plan_listed(before(asked, launch));
  const Trace trace = ran(planned);
  if (trace.fault())
    throw UsageError(fmt::format("{}: launch {} does not finish, so no launch can follow it: {}", asked.kernel,
                                 launch + 1, trace.fault()->message));
  for (std::size_t n = 0; n < planned.buffers.size(); ++n) {
    const auto name = one.arrays.find(name_in_text(planned, n));
    if (name == one.arrays.end() || name->second.empty() || planned.buffers[n].sides.empty()) continue;
    Buffer left = planned.buffers[n];
    add_to_start(begun.start, name->second, planned.buffers[n]);
    if (const auto bytes = trace.left(n); !bytes.empty()) left.bytes.assign(bytes.begin(), bytes.end());
    if (!trace.left(n).empty())
      left.fill = fmt::format("{}by launch {}", Buffer::left, launch + 1);
    else if (!left.is_left_by_another())
      left.fill = fmt::format("{}as in launch {}", Buffer::left, launch + 1);
    begun.arrays[name->second] = std::move(left);
  }
  const std::vector<std::string> numbers = numbers_of(planned);
  begun.numbers.clear();
  begun.block = {planned.block.x, planned.block.y / planned.block_depth, planned.block_depth};
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    begun.numbers[numbers[n]] = words_of(planned.numbers[n]);
    const auto argument = one.arguments.find(numbers[n]);
    begun.start.numbers.try_emplace(numbers[n], planned.numbers[n]);
    if (argument != one.arguments.end()) begun.start.numbers.try_emplace(argument->second, planned.numbers[n]);
    if (argument != one.arguments.end() && std::trunc(planned.numbers[n].value) == planned.numbers[n].value)
      begun.on_host[argument->second] = static_cast<std::int64_t>(planned.numbers[n].value);
  }
  return begun;
}

// A launch is planned several times before it is shown, so the last few are kept.
Begun begun_with(const Request& asked, const List& list, std::size_t launch) {
  if (launch == 0) return {};
  static std::mutex mutex;
  static std::vector<std::pair<std::string, Begun>> kept;
  const std::string key = written(before(asked, launch)) + text_of(asked);
  {
    const std::lock_guard lock(mutex);
    for (const auto& [of, begun] : kept)
      if (of == key) return begun;
  }
  Begun begun = behind(asked, list, launch - 1);
  const std::lock_guard lock(mutex);
  constexpr std::size_t most_kept = 16;
  if (kept.size() == most_kept) kept.erase(kept.begin());
  return kept.emplace_back(key, std::move(begun)).second;
}

}  // namespace

std::optional<ListPlace> place_in_list(const Request& asked) {
  const bool is_asked = asked.launch > 0 || !asked.launches.empty();
  if (!is_asked && !asked.entry.empty()) return std::nullopt;
  List list = list_of(asked);
  if (list.launches.empty()) {
    if (is_asked)
      throw UsageError(
          fmt::format("{}: {} has no sequence of launches: list them, as in --launches "
                      "'[{{entry = \"first\"}}, {{entry = \"second\"}}]'",
                      told_of(asked, "launch", std::to_string(asked.launch)), asked.kernel));
    return std::nullopt;
  }
  if (asked.launch > 0 && !asked.entry.empty())
    throw UsageError(fmt::format("{}: launch {} of the list runs {}", told_of(asked, "entry", asked.entry),
                                 asked.launch,
                                 list.launches[std::min(asked.launch, list.launches.size()) - 1].said.entry));
  const std::size_t number = std::max<std::size_t>(asked.launch, 1);
  if (number > list.launches.size())
    throw UsageError(
        fmt::format("{}: {} has {}", told_of(asked, "launch", std::to_string(number)), asked.kernel,
                    list.launches.size() == 1 ? "one launch" : fmt::format("{} launches", list.launches.size())));
  ListPlace place;
  place.number = number;
  place.was_asked_for = is_asked || list.is_in_header;
  for (const Listed& one : list.launches) place.names.push_back(one.said.entry);
  const KernelHeader in_header = read_header(text_of(asked), asked.kernel, asked);
  place.titles = titles_of(list, list.is_in_header ? in_header.numbers : Request::Named());
  place.said = asked.launches;
  place.request = asked;
  place.request.launches.clear();
  place.request.launch = 0;
  place.called = list.launches[number - 1].arrays;
  if (!place.was_asked_for) return place;
  const Begun begun = begun_with(asked, list, number - 1);
  place.request = planned_as(place.request, list, number - 1, begun);
  place.start = begun.start;
  for (const auto& [name, called] : list.launches[number - 1].arrays)
    if (const auto held = begun.arrays.find(called); held != begun.arrays.end())
      place.beginning.given[name] = held->second;
  for (const std::string& name : list.launches[number - 1].numbers)
    if (const auto known = begun.numbers.find(name); known != begun.numbers.end() && !in_header.numbers.contains(name))
      place.beginning.numbers.insert(*known);
  if (list.is_in_header && !in_header.block) place.beginning.block = begun.block;
  return place;
}

namespace {

// With the numbers of the last launch; what its arrays hold is made later.
std::shared_ptr<const InList::Start> started_with(const InList::Start& before, const Launch& last) {
  auto start = std::make_shared<InList::Start>(before);
  const std::vector<std::string> numbers = numbers_of(last);
  for (std::size_t n = 0; n < numbers.size() && n < last.numbers.size(); ++n)
    start->numbers.try_emplace(numbers[n], last.numbers[n]);
  return start;
}

}  // namespace

void plan_in_list(Launch& launch, const ListPlace& place) {
  Launch planned = launch;
  plan_begun(planned, place.request, place.beginning);
  if (!place.was_asked_for &&
      (reading::has_matrices(planned) || planned.program->prepared->facts().name != place.names.front())) {
    launch = std::move(planned);
    return;
  }
  auto listed = std::make_shared<RecordedKernel>(*planned.program);
  InList& in = listed->list;
  in.names = place.names, in.titles = place.titles, in.number = place.number, in.said = place.said;
  for (const machine::Array& array : listed->prepared->code().arrays) {
    const auto called = place.called.find(array.name);
    in.called.push_back(called == place.called.end() ? "" : called->second);
  }
  if (in.is_last()) in.start = started_with(place.start, planned);
  listed->entry.clear();  // the list says it
  planned.program = std::move(listed);
  launch = std::move(planned);
}

}  // namespace tilescope
