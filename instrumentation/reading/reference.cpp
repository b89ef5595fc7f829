#include "instrumentation/reading/reference.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "instrumentation/error.h"
#include "instrumentation/language/tokens/lexer.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/compiler/layout.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/run.h"

namespace tilescope::reading {

namespace {

using language::Kernel;
using language::Parameter;

constexpr std::string_view name = "reference", name_of_all = "reference_of_all";
constexpr std::uint64_t rounds_of_a_reference = std::uint64_t{1} << 26;

bool is_reference(std::string_view called) { return called == name || called == name_of_all; }

// Where `void reference(` begins that says nothing of where it runs.
std::vector<std::size_t> places_in(const std::string& text) {
  using language::Keyword;
  using language::Mark;
  std::vector<std::size_t> places;
  if (text.find(name) == std::string::npos) return places;
  const language::Source source(text);
  language::Arena arena(std::size_t{1} << 26);
  language::Diagnostics diagnostics;
  const std::vector<language::Token> tokens = language::tokens_of(source, arena, diagnostics);
  for (std::size_t n = 0; n + 2 < tokens.size(); ++n)
    if (tokens[n].is(Keyword::void_) && tokens[n + 1].is_name() && is_reference(tokens[n + 1].text) &&
        tokens[n + 2].is(Mark::open_paren) && (n == 0 || !tokens[n - 1].is(Keyword::global)))
      places.push_back(tokens[n].place.offset);
  return places;
}

// The text in which they are looked for.
const std::string& text_of(const Trace& trace) {
  const RecordedKernel* const kernel = trace.launch().program.get();
  return kernel != nullptr && !kernel->judged_by.empty() ? kernel->judged_by : trace.kernel_text();
}

// The text with `__global__` before each of them, so that they can be run.
language::Program read_with_references(const Trace& trace, const std::vector<std::size_t>& places) {
  std::string text = text_of(trace);
  for (auto place = places.rbegin(); place != places.rend(); ++place) text.insert(*place, "__global__ ");
  language::ReadOptions options;
  if (const RecordedKernel* const kernel = trace.launch().program.get(); kernel != nullptr) {
    options.knobs = kernel->knobs;
    options.defined = kernel->defined;
  }
  return language::read(std::move(text), options);
}

// By parameter: which of the machine's arrays it is.
std::vector<std::optional<std::size_t>> arrays_of(const machine::Code& code) {
  std::vector<std::optional<std::size_t>> all(code.kernel->parameters.size());
  for (std::size_t array = 0; array < code.arrays.size(); ++array)
    for (std::size_t n = 0; n < all.size(); ++n)
      if (code.arrays[array].given == &code.kernel->parameters[n]) all[n] = array;
  return all;
}

// --- Which of them is of what ----------------------------------------------------------------------------------------

bool are_alike(const Kernel& one, const Kernel& other, bool (*alike)(const Parameter& a, const Parameter& b)) {
  return std::equal(one.parameters.begin(), one.parameters.end(), other.parameters.begin(), other.parameters.end(),
                    alike);
}
bool is_the_same_kind(const Parameter& a, const Parameter& b) { return a.is_array == b.is_array; }
bool is_the_same_type(const Parameter& a, const Parameter& b) { return a.type.plain() == b.type.plain(); }

// A launch that a reference may be of.
struct Judged {
  const Launch& launch;
  const Kernel* kernel = nullptr;
  bool is_alone = false;  // no other kernel is in the text

  [[nodiscard]] const InList* list() const {
    return launch.program && !launch.program->list.names.empty() ? &launch.program->list : nullptr;
  }
  // What the list calls what the kernel is given.
  [[nodiscard]] std::string_view called(const Parameter& parameter) const {
    if (const InList* const in = list())
      for (std::size_t n = 0; n < in->called.size() && n < launch.buffers.size(); ++n)
        if (launch.program->prepared->code().arrays[n].name == parameter.name && !in->called[n].empty())
          return in->called[n];
    return parameter.name;
  }
  [[nodiscard]] bool has_names_of(const Kernel& reference) const {
    for (std::size_t n = 0; n < kernel->parameters.size() && n < reference.parameters.size(); ++n)
      if (reference.parameters[n].name != kernel->parameters[n].name &&
          reference.parameters[n].name != called(kernel->parameters[n]))
        return false;
    return true;
  }
};

tilescope::Number number_of(const Parameter& array) {
  machine::Array alike;
  alike.element = array.type;
  return machine::number_of(machine::number_in(alike));
}

// What an array of a list held before its first launch.
const Buffer* in_list(const Launch& launch, std::string_view called) {
  const InList& list = launch.program->list;
  for (const Buffer& buffer : list.start->arrays)
    if (buffer.name == called) return &buffer;
  for (std::size_t n = 0; n < list.called.size() && n < launch.buffers.size(); ++n)
    if (list.called[n] == called) return &launch.buffers[n];
  return nullptr;
}

// Whether each of its parameters is an array or a number of the list that this launch ends.
bool is_of_list(const Kernel& reference, const Launch& launch) {
  const InList* const list = launch.program ? &launch.program->list : nullptr;
  if (list == nullptr || !list->is_last() || list->start == nullptr) return false;
  return std::all_of(reference.parameters.begin(), reference.parameters.end(), [&](const Parameter& parameter) {
    if (!parameter.is_array) return list->start->numbers.contains(parameter.name);
    const Buffer* const buffer = in_list(launch, parameter.name);
    return buffer != nullptr && number_of(parameter) == buffer->number;
  });
}

// Those of a text that are of this launch.
struct References {
  const Kernel* of_launch = nullptr;
  const Kernel* of_list = nullptr;
  bool is_of_last = false;
  std::string why_not;
};

// The first that is also of the same types, or else the first.
const Kernel* best_of(const std::vector<const Kernel*>& fitting, const Kernel& kernel) {
  for (const Kernel* const reference : fitting)
    if (are_alike(*reference, kernel, is_the_same_type)) return reference;
  return fitting.empty() ? nullptr : fitting.front();
}

const Kernel* of_launch(const std::vector<const Kernel*>& all, const Judged& judged) {
  std::vector<const Kernel*> named, others;
  for (const Kernel* const reference : all) {
    if (reference->name != name || !are_alike(*reference, *judged.kernel, is_the_same_kind)) continue;
    if (judged.has_names_of(*reference))
      named.push_back(reference);
    else if (judged.is_alone && !is_of_list(*reference, judged.launch))
      others.push_back(reference);
  }
  return best_of(named.empty() ? others : named, *judged.kernel);
}

// Whether it has the parameters of some kernel of the text.
bool is_of_a_kernel(const Kernel& reference, const language::Program& program) {
  return std::any_of(program.kernels().begin(), program.kernels().end(), [&](const Kernel& kernel) {
    return !is_reference(kernel.name) && Judged{{}, &kernel}.has_names_of(reference) &&
           are_alike(reference, kernel, is_the_same_kind);
  });
}

std::string misunderstood(const language::Program& program) {
  for (const language::Diagnostic& diagnostic : program.diagnostics())
    if (diagnostic.severity == language::Severity::error) return "it cannot be read: " + diagnostic.message;
  return "it cannot be read";
}

References find(const Launch& launch, const language::Program& program) {
  const std::string wanted = launch.program ? launch.program->prepared->code().kernel->name
                                            : launch.kernel.substr(launch.kernel.find(':') + 1);
  References found;
  Judged judged{launch};
  std::vector<const Kernel*> all;
  bool is_any_broken = false;
  std::size_t kernels = 0;
  const Kernel* only = nullptr;
  for (const Kernel& kernel : program.kernels()) {
    if (is_reference(kernel.name)) {
      if (kernel.runnable) all.push_back(&kernel);
      is_any_broken = is_any_broken || !kernel.runnable;
      continue;
    }
    ++kernels;
    only = &kernel;
    if (kernel.name == wanted) judged.kernel = &kernel;
  }
  judged.is_alone = kernels == 1;
  if (judged.kernel == nullptr && judged.is_alone) judged.kernel = only;
  if (all.empty())
    found.why_not = misunderstood(program);
  else if (judged.kernel == nullptr)
    found.why_not = "it is not clear which kernel it belongs to";
  if (!found.why_not.empty()) return found;
  found.of_launch = of_launch(all, judged);
  for (const Kernel* const reference : all)
    if (reference != found.of_launch && found.of_list == nullptr && is_of_list(*reference, launch) &&
        (reference->name == name_of_all || !is_of_a_kernel(*reference, program)))
      found.of_list = reference;
  if (found.of_launch != nullptr || found.of_list != nullptr) return found;
  if (is_any_broken) {
    found.why_not = misunderstood(program);
    return found;
  }
  // Those of other kernels say nothing of this one.
  for (const Kernel* const reference : all) {
    if (reference->name == name && is_of_a_kernel(*reference, program)) continue;
    found.is_of_last = judged.list() != nullptr && !judged.list()->is_last();
    if (!found.is_of_last) found.why_not = "its parameters differ from the kernel's";
    if (judged.list() != nullptr && judged.list()->is_last())
      found.why_not += ", and it does not take the arrays and numbers of the list";
  }
  return found;
}

// --- What they say ---------------------------------------------------------------------------------------------------

machine::Ran run(const machine::Prepared& reference, machine::Launch one) {
  one.grid = one.block = {1, 1, 1};
  one.most_rounds = rounds_of_a_reference;
  machine::RunOptions how;
  how.keeps = [](std::uint64_t) { return false; };
  how.printed_bytes = 0;
  return machine::run(reference, one, how);
}

// What it leaves of what the launch was given, by its own arrays.
machine::Ran run_of_launch(const machine::Prepared& reference, const machine::Code& kernel, const Launch& launch) {
  const machine::Code& code = reference.code();
  machine::Launch one;
  one.arrays.resize(code.arrays.size());
  const auto here = arrays_of(code), there = arrays_of(kernel);
  for (std::size_t n = 0; n < here.size(); ++n)
    if (here[n] && there[n] && *there[n] < launch.buffers.size())
      one.arrays[*here[n]] = launch.buffers[*there[n]].bytes;
  for (const machine::Code::Scalar& scalar : code.scalars) {
    ExactNumber value;
    for (std::size_t n = 0; n < kernel.scalars.size() && n < launch.numbers.size(); ++n)
      if (kernel.scalars[n].parameter == scalar.parameter) value = launch.numbers[n];
    one.scalars.push_back(machine::bits_of(value, scalar.type));
  }
  return run(reference, std::move(one));
}

// The same of what was there before the list's first launch.
machine::Ran run_of_list(const machine::Prepared& reference, const Launch& launch) {
  const machine::Code& code = reference.code();
  machine::Launch one;
  one.arrays.resize(code.arrays.size());
  for (std::size_t n = 0; n < code.arrays.size(); ++n)
    if (const Buffer* const held = in_list(launch, code.arrays[n].name); held != nullptr && code.arrays[n].is_parameter)
      one.arrays[n] = held->bytes;
  for (const machine::Code::Scalar& scalar : code.scalars) {
    const auto known = launch.program->list.start->numbers.find(code.kernel->parameters[scalar.parameter].name);
    const bool is_known = known != launch.program->list.start->numbers.end();
    one.scalars.push_back(machine::bits_of(is_known ? known->second : ExactNumber(), scalar.type));
  }
  return run(reference, std::move(one));
}

ResultCheck compare(const Trace& trace, std::size_t array, std::span<const std::byte> expected) {
  const Buffer& buffer = trace.launch().buffers[array];
  ResultCheck check;
  check.array = static_cast<std::uint8_t>(array);
  check.elements = expected.size() / buffer.element_bytes;
  double squares = 0;
  for (std::uint64_t n = 0; n < check.elements; ++n) {
    const double value = buffer.in(expected, n);
    if (std::isfinite(value)) squares += value * value;
  }
  const double usual = check.elements == 0 ? 0 : std::sqrt(squares / static_cast<double>(check.elements));
  const double part = !is_float(buffer.number) ? 0 : buffer.number == tilescope::Number::f64 ? 0x1p-45 : 0x1p-16;
  for (std::uint64_t n = 0; n < check.elements; ++n) {
    const double got = trace.left(array, n), wanted = buffer.in(expected, n);
    const bool same = got == wanted || (std::isnan(got) && std::isnan(wanted)) ||
                      std::abs(got - wanted) <= part * (std::abs(wanted) + usual);
    if (same) continue;
    check.wrong.push_back(static_cast<std::uint32_t>(n));
    check.expected.push_back(wanted);
  }
  return check;
}

// All checks of launch and list; of an array that both say something of, the one that is wrong.
void add(std::vector<ResultCheck>& all, ResultCheck check) {
  for (ResultCheck& known : all)
    if (known.array == check.array) {
      if (known.wrong.empty()) known = std::move(check);
      return;
    }
  all.push_back(std::move(check));
}

void add_of_launch(const Trace& trace, const language::Program& program, const Kernel& kernel, const Kernel& reference,
                   std::vector<ResultCheck>& all, std::string& why_not) {
  const machine::Prepared of_kernel(program, kernel), of_reference(program, reference);
  const machine::Code &code = of_kernel.code(), &own = of_reference.code();
  const machine::Ran ran = run_of_launch(of_reference, code, trace.launch());
  if (ran.fault) {
    why_not = "it does not finish: " + ran.fault->message;
    return;
  }
  const auto here = arrays_of(own), there = arrays_of(code);
  for (std::size_t n = 0; n < here.size(); ++n) {
    if (!here[n] || !there[n] || (!own.arrays[*here[n]].is_written && !code.arrays[*there[n]].is_written)) continue;
    if (trace.launch().buffers[*there[n]].bytes.size() != ran.arrays[*here[n]].size()) continue;
    add(all, compare(trace, *there[n], ran.arrays[*here[n]]));
  }
}

void add_of_list(const Trace& trace, const language::Program& program, const Kernel& reference,
                 std::vector<ResultCheck>& all, std::string& why_not) {
  const machine::Prepared of_reference(program, reference);
  const machine::Code& code = of_reference.code();
  const machine::Ran ran = run_of_list(of_reference, trace.launch());
  if (ran.fault) {
    why_not = "it does not finish: " + ran.fault->message;
    return;
  }
  const std::vector<std::string>& called = trace.launch().program->list.called;
  for (std::size_t n = 0; n < code.arrays.size(); ++n) {
    if (!code.arrays[n].is_parameter || !code.arrays[n].is_written) continue;
    const auto at =
        static_cast<std::size_t>(std::find(called.begin(), called.end(), code.arrays[n].name) - called.begin());
    if (at < trace.launch().buffers.size() && trace.launch().buffers[at].bytes.size() == ran.arrays[n].size())
      add(all, compare(trace, at, ran.arrays[n]));
    else
      why_not = code.arrays[n].name + " is not an argument of the last launch";
  }
}

const Kernel* kernel_of(const Launch& launch, const language::Program& program) {
  const std::string wanted = launch.program ? launch.program->prepared->code().kernel->name
                                            : launch.kernel.substr(launch.kernel.find(':') + 1);
  if (const Kernel* const kernel = program.kernel(wanted)) return kernel;
  for (const Kernel& kernel : program.kernels())
    if (!is_reference(kernel.name)) return &kernel;
  return nullptr;
}

enum class Asked : std::uint8_t { who, what };

Refereed refereed(const Trace& trace, Asked asked) {
  Refereed said;
  const std::vector<std::size_t> places = places_in(text_of(trace));
  if (places.empty()) return said;
  const Launch& launch = trace.launch();
  const language::Program program = read_with_references(trace, places);
  const References found = find(launch, program);
  said.why_not = found.why_not;
  said.is_of_launch = found.of_launch != nullptr;
  said.is_of_list = found.of_list != nullptr;
  said.is_of_last = found.is_of_last;
  if (asked == Asked::who || trace.fault() || !trace.all_ran()) return said;
  std::vector<ResultCheck> all;
  if (found.of_launch != nullptr)
    add_of_launch(trace, program, *kernel_of(launch, program), *found.of_launch, all, said.why_not);
  if (found.of_list != nullptr) add_of_list(trace, program, *found.of_list, all, said.why_not);
  if (all.empty()) {
    if ((said.is_of_launch || said.is_of_list) && said.why_not.empty())
      said.why_not = "it writes no array that the kernel writes";
    return said;
  }
  const auto wrong =
      std::find_if(all.begin(), all.end(), [](const ResultCheck& check) { return !check.wrong.empty(); });
  if (wrong != all.end()) std::rotate(all.begin(), wrong, wrong + 1);
  said.check = std::move(all.front());
  said.check->others.assign(std::make_move_iterator(all.begin() + 1), std::make_move_iterator(all.end()));
  return said;
}

}  // namespace

bool has_reference(const std::string& text) { return !places_in(text).empty(); }

Refereed by_reference(const Trace& trace) try { return refereed(trace, Asked::what); } catch (const Error& error) {
  Refereed said;
  said.why_not = error.what();
  return said;
}

Refereed references_of(const Trace& trace) try { return refereed(trace, Asked::who); } catch (const Error& error) {
  Refereed said;
  said.why_not = error.what();
  return said;
}

bool is_refereed(const Trace& trace) {
  const Refereed said = references_of(trace);
  return said.is_of_launch || said.is_of_list;
}

}  // namespace tilescope::reading
