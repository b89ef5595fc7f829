#include "instrumentation/launching/beside.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "instrumentation/error.h"
#include "instrumentation/launching/derive/inputs.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/list/launch_list.h"
#include "instrumentation/launching/plan.h"
#include "instrumentation/launching/plan/begun_launch.h"
#include "instrumentation/launching/plan/plan_whole.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "instrumentation/launching/texts/known_texts.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/compiler/layout.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

constexpr int widest_tile_beside = 32;  // that one of another kernel may have

std::vector<std::string> kernels_in_file(const Launch& launch) {
  std::vector<std::string> names;
  if (launch.program)
    for (const language::Kernel& kernel : launch.program->prepared->program().kernels())
      if (kernel.runnable) names.push_back(kernel.name);
  return names;
}

// "reduce.cu:second" is of reduce.cu; "second" is of the launch's own file, where it has one that is called so.
KernelInFile wanted_by(std::string_view name, const Launch& launch) {
  if (const auto one = kernel_in_file(name)) return *one;
  const std::vector<std::string> own = kernels_in_file(launch);
  if (std::find(own.begin(), own.end(), name) != own.end()) return {launch.program->file, std::string(name)};
  require_kernel(name);
  return {kernel_called(name), ""};
}

// What is said of how a launch goes, and nothing of what it is but the tiles' width.
Request asked_for(const Request& asked, const KernelInFile& wanted) {
  Request other = as_listed(asked, 0);
  if (other.kernel != wanted.file) other.text.reset();
  other.kernel = wanted.file;
  other.entry = wanted.entry;
  other.launches.clear();
  other.knobs.clear();
  other.tile = asked.tile;
  return other;
}

// Of matrices with the same sides, if it is one of matrices at all.
std::optional<Launch> plan_product(Request other, const Launch& launch) {
  const reading::ProductSides sides = reading::sides_of(launch);
  other.m = sides.m, other.n = sides.n, other.k = sides.k;
  if (launch.program && launch.tile <= widest_tile_beside) other.tile = launch.tile;
  Launch beside = plan(other, Inputs::none);
  if (!reading::has_matrices(beside)) return std::nullopt;
  copy_inputs(launch, beside);
  return beside;
}

std::vector<std::size_t> given_arrays(const machine::Code& code) {
  std::vector<std::size_t> all;
  for (std::size_t n = 0; n < code.arrays.size(); ++n)
    if (code.arrays[n].space == Space::global && code.arrays[n].is_parameter) all.push_back(n);
  return all;
}

bool holds_alike(const machine::Array& one, const machine::Array& other) {
  return machine::number_of(machine::number_in(one)) == machine::number_of(machine::number_in(other));
}

// For each of a kernel's arrays that are given, the one of another kernel that is called so; where their names have
// nothing in common, the one at its place.
std::vector<std::optional<std::size_t>> same_arrays(const machine::Code& code, const machine::Code& other) {
  const std::vector<std::size_t> here = given_arrays(code), there = given_arrays(other);
  std::vector<std::optional<std::size_t>> found(here.size());
  for (std::size_t n = 0; n < here.size(); ++n)
    for (const std::size_t at : there)
      if (code.arrays[here[n]].name == other.arrays[at].name && holds_alike(code.arrays[here[n]], other.arrays[at]))
        found[n] = at;
  const bool none = std::none_of(found.begin(), found.end(), [](const auto& each) { return each.has_value(); });
  for (std::size_t n = 0; none && n < std::min(here.size(), there.size()); ++n)
    if (holds_alike(code.arrays[here[n]], other.arrays[there[n]])) found[n] = there[n];
  return found;
}

Request::Named same_numbers(const machine::Code& code, const Launch& launch) {
  const std::vector<std::string> here = machine::names_of_scalars(code), there = numbers_of(launch);
  Request::Named found;
  for (const std::string& name : here)
    if (const auto at = std::find(there.begin(), there.end(), name); at != there.end())
      found[name] = words_of(launch.numbers[static_cast<std::size_t>(at - there.begin())]);
  for (std::size_t n = 0; found.empty() && here.size() == there.size() && n < here.size(); ++n)
    found[here[n]] = words_of(launch.numbers[n]);
  return found;
}

Launch plan_arrays(const Request& other, const Launch& launch) {
  const machine::Code& there = launch.program->prepared->code();
  const Launch alone = plan(other, Inputs::none);
  const machine::Code& code = alone.program->prepared->code();
  Beginning beginning;
  const std::vector<std::size_t> here = given_arrays(code);
  const std::vector<std::optional<std::size_t>> same = same_arrays(code, there);
  for (std::size_t n = 0; n < here.size(); ++n)
    if (same[n] && there.arrays[*same[n]].is_read && code.arrays[here[n]].is_read)
      beginning.given[code.arrays[here[n]].name] = launch.buffers[*same[n]];
  if (beginning.given.empty())
    throw UsageError(fmt::format("{} and {} share no array, so they cannot be compared", alone.kernel, launch.kernel));
  beginning.numbers = same_numbers(code, launch);
  return plan_on(other, beginning);
}

// A number that a launch was given, and what it left in its place.
struct Result {
  double given = 0, left = 0;
};

// For all arrays that the kernel writes to, one after another.
std::vector<Result> results_of(const Trace& trace) {
  std::vector<Result> all;
  const machine::Code& code = trace.launch().program->prepared->code();
  for (std::size_t n = 0; n < code.arrays.size(); ++n) {
    if (code.arrays[n].space != Space::global || !code.arrays[n].is_written) continue;
    const auto elements = static_cast<std::uint32_t>(trace.arrays()[n].elements());
    for (std::uint32_t element = 0; element < elements; ++element)
      all.push_back({trace.given(static_cast<std::uint8_t>(n), element), trace.left(n, element)});
  }
  return all;
}

bool are_alike(double one, double other) {
  return one == other || std::abs(one - other) <= 1e-4 * std::max(std::abs(one), std::abs(other)) ||
         (std::isnan(one) && std::isnan(other));
}

bool are_given_the_same(const language::Kernel& one, const language::Kernel& other) {
  return std::equal(one.parameters.begin(), one.parameters.end(), other.parameters.begin(), other.parameters.end(),
                    [](const language::Parameter& a, const language::Parameter& b) {
                      return a.is_array == b.is_array && a.type == b.type;
                    });
}

}  // namespace

Launch launch_beside(const Request& asked, std::string_view kernel, const Launch& launch) {
  if (kernel == asked.kernel && reading::has_matrices(launch)) {
    Launch same = plan(asked);
    copy_inputs(launch, same);
    return same;
  }
  const KernelInFile wanted = wanted_by(kernel, launch);
  const Request other = asked_for(asked, wanted);
  if (reading::has_matrices(launch))
    if (std::optional<Launch> product = plan_product(other, launch)) return *std::move(product);
  if (!is_kernel_file(wanted.file) || !launch.program)
    throw UsageError(fmt::format("{} multiplies matrices, but {} does not, so they cannot be compared",
                                 is_kernel_file(wanted.file) ? launch.kernel : wanted.file,
                                 is_kernel_file(wanted.file) ? wanted.file : launch.kernel));
  return plan_arrays(other, launch);
}

std::string name_beside(const Launch& launch) {
  if (!launch.program) return launch.kernel;
  if (kernels_in_file(launch).size() < 2) return launch.program->file;
  return fmt::format("{}:{}", launch.program->file, launch.program->prepared->facts().name);
}

std::vector<std::string> worth_comparing(const Launch& launch) {
  std::vector<std::string> all;
  if (reading::has_matrices(launch)) {
    for (const std::string_view name : kernels_beside(launch.kernel)) all.emplace_back(name);
    return all;
  }
  if (!launch.program || launch.program->file.empty()) return all;
  const language::Kernel& own = *launch.program->prepared->code().kernel;
  bool is_before = true;
  for (const language::Kernel& other : launch.program->prepared->program().kernels()) {
    if (other.name == own.name) is_before = false;
    if (other.name == own.name || !other.runnable || !are_given_the_same(own, other)) continue;
    const std::string name = fmt::format("{}:{}", launch.program->file, other.name);
    is_before ? void(all.insert(all.begin(), name)) : all.push_back(name);
  }
  if (const KnownText* const classic = find_classic(launch.program->file))
    for (const std::string_view name : classics_beside(*classic)) {
      const language::Program program = language::read(std::string(find_classic(name)->text));
      if (are_given_the_same(own, program.kernels().front())) all.push_back(kernel_called(name));
    }
  return all;
}

bool make_the_same(const Trace& one, const Trace& other) {
  if (!one.launch().program || !other.launch().program) return false;
  const std::vector<Result> here = results_of(one), there = results_of(other);
  double sum_here = 0, sum_there = 0;
  for (const Result& each : here) sum_here += each.left;
  for (const Result& each : there) sum_there += each.left;
  if (sum_here != 0 && are_alike(sum_here, sum_there)) return true;
  if (here.size() != there.size()) return false;
  std::size_t changed = 0, alike = 0;
  for (std::size_t n = 0; n < here.size(); ++n) {
    if (here[n].left == here[n].given && there[n].left == there[n].given) continue;
    ++changed;
    if (are_alike(here[n].left, there[n].left)) ++alike;
  }
  return changed > 0 && 2 * alike > changed;
}

}  // namespace tilescope
