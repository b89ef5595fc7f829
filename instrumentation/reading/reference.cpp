#include "instrumentation/reading/reference.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/language/tokens/token.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/run.h"

namespace tilescope::reading {

namespace {

constexpr std::string_view name = "reference";
constexpr std::uint64_t rounds_of_a_reference = std::uint64_t{1} << 26;

// Where `void reference(` begins that says nothing of where it runs; behind the text where there is none.
std::size_t place_of(const std::string& text) {
  using language::Keyword;
  using language::Mark;
  if (text.find(name) == std::string::npos) return text.size();
  const language::Source source(text);
  language::Arena arena(std::size_t{1} << 26);
  language::Diagnostics diagnostics;
  const std::vector<language::Token> tokens = language::tokens_of(source, arena, diagnostics);
  for (std::size_t n = 0; n + 2 < tokens.size(); ++n)
    if (tokens[n].is(Keyword::void_) && tokens[n + 1].is_name() && tokens[n + 1].text == name &&
        tokens[n + 2].is(Mark::open_paren) && (n == 0 || !tokens[n - 1].is(Keyword::global)))
      return tokens[n].place.offset;
  return text.size();
}

// The kernel of that name, or the only one beside the reference.
const language::Kernel* kernel_in(const language::Program& program, std::string_view wanted) {
  const language::Kernel* only = nullptr;
  for (const language::Kernel& kernel : program.kernels()) {
    if (kernel.name == wanted) return &kernel;
    if (kernel.name != name) only = &kernel;
  }
  return program.kernels().size() == 2 ? only : nullptr;
}

// By parameter: which of the machine's arrays it is.
std::vector<std::optional<std::size_t>> arrays_of(const machine::Code& code) {
  std::vector<std::optional<std::size_t>> all(code.kernel->parameters.size());
  for (std::size_t array = 0; array < code.arrays.size(); ++array)
    for (std::size_t n = 0; n < all.size(); ++n)
      if (code.arrays[array].given == &code.kernel->parameters[n]) all[n] = array;
  return all;
}

// Of several kernels it is that one's whose parameters are also called so.
bool have_same_parameters(const language::Kernel& kernel, const language::Kernel& reference, bool is_one_of_several) {
  return std::equal(kernel.parameters.begin(), kernel.parameters.end(), reference.parameters.begin(),
                    reference.parameters.end(), [&](const auto& one, const auto& other) {
                      return one.is_array == other.is_array && (!is_one_of_several || one.name == other.name);
                    });
}

// What it leaves of what the launch was given, by its own arrays.
machine::Ran run(const machine::Prepared& reference, const machine::Code& kernel, const Launch& launch) {
  const machine::Code& code = reference.code();
  machine::Launch one;
  one.grid = one.block = {1, 1, 1};
  one.most_rounds = rounds_of_a_reference;
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
  machine::RunOptions how;
  how.keeps = [](std::uint64_t) { return false; };
  return machine::run(reference, one, how);
}

ResultCheck compare(const Trace& trace, std::size_t array, const std::vector<std::byte>& expected) {
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

Refereed judged_by(const Trace& trace, const language::Program& program) {
  const Launch& launch = trace.launch();
  const language::Kernel* const reference = program.kernel(name);
  const std::string wanted = launch.program ? launch.program->prepared->code().kernel->name
                                            : launch.kernel.substr(launch.kernel.find(':') + 1);
  const language::Kernel* const kernel = kernel_in(program, wanted);
  if (reference == nullptr || !reference->runnable) {
    for (const language::Diagnostic& diagnostic : program.diagnostics())
      if (diagnostic.severity == language::Severity::error) return {{}, "it is not understood: " + diagnostic.message};
    return {{}, "it is not understood"};
  }
  if (kernel == nullptr) return {{}, "it is not clear of which kernel it is"};
  if (!have_same_parameters(*kernel, *reference, program.kernels().size() > 2))
    return {{}, "its parameters are others than the kernel's"};
  const machine::Prepared of_kernel(program, *kernel), of_reference(program, *reference);
  const machine::Code &code = of_kernel.code(), &own = of_reference.code();
  const machine::Ran ran = run(of_reference, code, launch);
  if (ran.fault) return {{}, "it comes to no end: " + ran.fault->message};
  const auto here = arrays_of(own), there = arrays_of(code);
  std::optional<ResultCheck> first;
  for (std::size_t n = 0; n < here.size(); ++n) {
    if (!here[n] || !there[n] || (!own.arrays[*here[n]].is_written && !code.arrays[*there[n]].is_written)) continue;
    if (trace.left(*there[n]).size() != ran.arrays[*here[n]].size()) continue;
    ResultCheck check = compare(trace, *there[n], ran.arrays[*here[n]]);
    if (!first || (first->wrong.empty() && !check.wrong.empty())) first = std::move(check);
  }
  if (!first) return {{}, "it leaves nothing that the kernel leaves"};
  return {std::move(first), ""};
}

}  // namespace

bool has_reference(const std::string& text) { return place_of(text) < text.size(); }

Refereed by_reference(const Trace& trace) {
  std::string text = trace.kernel_text();
  const std::size_t place = place_of(text);
  if (place == text.size() || trace.fault() || !trace.all_ran()) return {};
  text.insert(place, "__global__ ");
  language::ReadOptions options;
  if (const RecordedKernel* const kernel = trace.launch().program.get(); kernel != nullptr) {
    options.knobs = kernel->knobs;
    options.defined = kernel->defined;
  }
  try {
    return judged_by(trace, language::read(text, options));
  } catch (const Error& error) {
    return {{}, error.what()};
  }
}

}  // namespace tilescope::reading
