#include "instrumentation/launching/plan/plan_own.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/error.h"
#include "instrumentation/launching/derive/launch_hints.h"
#include "instrumentation/launching/derive/own_kernel.h"
#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/launching/plan/plan_product.h"
#include "instrumentation/launching/plan/plan_read.h"
#include "instrumentation/launching/request/array_words.h"
#include "instrumentation/launching/request/dimensions.h"
#include "instrumentation/launching/request/request_fields.h"
#include "instrumentation/launching/request/request_text.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/plan_budget.h"
#include "instrumentation/reading/product_in_launch.h"

namespace tilescope {

namespace {

// Nothing of what is said goes unheard: what a product is not launched with is refused.
void require_said(const Launch& launch, const Request& request, const KernelHeader& header) {
  const RecordedKernel& own = *launch.program;
  const machine::Code& code = own.prepared->code();
  const auto refuse_array = [&](const std::string& where) {
    throw UsageError(
        fmt::format("{}: {} multiplies matrices: set their sides with --m, --n and --k, and their values with --inputs",
                    where, own.name));
  };
  for (const auto& [name, words] : request.arrays)
    refuse_array(told_of(request, "arrays", fmt::format("{}={}", name, words)));
  for (const machine::Array& array : code.arrays)
    if (header.arrays.contains(array.name)) refuse_array(header.place(array.name));
  const auto said = numbers_said(code, request, header);
  const std::vector<std::string> names = machine::names_of_scalars(code);
  for (std::size_t n = 0; n < said.size(); ++n)
    if (said[n] && said[n]->value != launch.numbers[n].value)
      throw UsageError(fmt::format("{}: {} is a matrix product only if this is {}",
                                   number_place(names[n], request, header), own.name, launch.numbers[n].value));
}

// What is said of an array; nothing if its name is none that anything is said of.
const std::string* words_of_array(const std::string& name, const Request& request, const KernelHeader& header) {
  for (const Request::Named* const said : {&request.arrays, &header.arrays})
    if (const auto words = said->find(name); words != said->end()) return &words->second;
  return nullptr;
}

// A kernel of which all arrays are said to be so and so long is launched with them, and what it makes of them is looked
// at then: false if nothing is said of them, or the length of one is open.
bool plan_said_arrays(Launch& launch, const Request& asked) {
  if (asked.arrays.empty() && text_of(asked).find("//!") == std::string::npos) return false;
  const auto own = read_own(with_sides_as_knobs(asked));
  const KernelHeader header = header_of(*own, asked);
  bool is_any_said = false;
  for (const machine::Array& array : own->prepared->code().arrays) {
    if (array.space != Space::global) continue;
    const std::string* const words = words_of_array(array.name, asked, header);
    is_any_said = is_any_said || words != nullptr;
    if (!array.is_parameter) continue;  // which is as long as it is declared
    const ArrayWords said = words == nullptr ? ArrayWords() : read_array_words(*words, array.name);
    if (said.sides.empty() && said.file.empty()) return false;
  }
  if (!is_any_said) return false;
  require_header(*own, header);
  plan_and_look(launch, asked, own);
  return true;
}

void plan_product_or_arrays(Launch& launch, const Request& asked) {
  if (plan_said_arrays(launch, asked)) return;
  const bool is_of_arrays = !asked.arrays.empty() || !asked.numbers.empty();
  const auto own = read_own(with_sides_as_knobs(asked));
  const KernelHeader header = header_of(*own, asked);
  require_header(*own, header);
  if (!is_of_arrays || (header.names.empty() && !reading::may_be_product(own->prepared->code()))) {
    plan_read(launch, asked);
    if (reading::has_matrices(launch)) require_said(launch, asked, header);
    return;
  }
  Request bare = asked;
  bare.arrays.clear();
  bare.numbers.clear();
  Launch product = launch;
  plan_read(product, bare);
  const auto multiplies = reading::matrices_of(product);
  const auto& read = static_cast<const OwnKernel&>(*product.program);
  if (!multiplies || !multiplies->is_sure || !read.product) return plan_read(launch, asked);  // its names lie
  require_names(*own, asked);
  plan_read(launch, with_sides(asked, read));
  require_said(launch, asked, header);
}

}  // namespace

void plan_own(Launch& launch, const Request& asked) {
  const reading::PlanBudget budget;
  plan_product_or_arrays(launch, asked);
  launch.search_ended = launch.search_ended || reading::PlanBudget::is_used_up();
}

void plan_own_arrays(Launch& launch, const Request& request, const HeldArrays& given) {
  const reading::PlanBudget budget;
  const auto own = read_own(with_sides_as_knobs(request));
  require_header(*own, header_of(*own, request));
  require_no_sides(request, *own);
  plan_any(launch, request, own, given);
}

namespace {

bool is_as_said(const Launch& launch, const Request& said) {
  const machine::Code& code = launch.program->prepared->code();
  const Dimensions grid = grid_of(launch);
  const Dimensions block = block_of(launch);
  if (grid != said.grid || block != said.block || launch.dynamic_shared_bytes != said.shared_bytes.value_or(0))
    return false;
  const auto numbers = numbers_said(code, said, {});
  for (std::size_t n = 0; n < numbers.size(); ++n)
    if (!numbers[n] || numbers[n]->value != launch.numbers[n].value) return false;
  for (std::size_t n = 0; n < launch.buffers.size(); ++n) {
    const auto asked = said.arrays.find(code.arrays[n].name);
    if (asked == said.arrays.end()) continue;
    std::int64_t elements = 1, wanted = 1;
    for (const std::int64_t side : launch.buffers[n].sides) elements *= side;
    for (const std::int64_t side : read_array_words(asked->second, "").sides) wanted *= side;
    if (elements != wanted) return false;
  }
  return true;
}

// For a product's arrays, how many numbers each has: A, B, C; 0 if it is not said.
std::array<double, 3> lengths_said(const OwnKernel& own, const Request& said) {
  std::array<double, 3> all{};
  const reading::Product& product = own.product->product;
  const std::array<std::uint32_t, 3> arrays{product.a.array, product.b.array, product.c.array};
  for (std::size_t n = 0; n < arrays.size(); ++n) {
    const auto asked = said.arrays.find(own.prepared->code().arrays[arrays[n]].name);
    if (asked == said.arrays.end()) continue;
    all[n] = 1;
    for (const std::int64_t side : read_array_words(asked->second, "").sides) all[n] *= static_cast<double>(side);
  }
  return all;
}

// M, N and K as the numbers say them, and the rest of them as the arrays' lengths do.
Request with_sides_said(const Request& said, const OwnKernel& own) {
  Request request = with_sides(said, own);
  request.grid = request.block = std::nullopt;
  request.shared_bytes.reset();
  if (request.m && request.n && request.k) return request;
  const auto [a, b, c] = lengths_said(own, said);
  if (a == 0 || b == 0 || c == 0) return request;
  const auto root = [](double square) { return std::max<std::int64_t>(std::llround(std::sqrt(square)), 1); };
  if (!request.m) request.m = root(a * c / b);
  if (!request.n) request.n = root(b * c / a);
  if (!request.k) request.k = root(a * b / c);
  return request;
}

// As the product that the kernel is found to make where nothing is said; false if these numbers are none of one.
bool plan_product_said(Launch& launch, const Request& said) try {
  Request bare = said;
  bare.arrays.clear();
  bare.numbers.clear();
  bare.grid = bare.block = std::nullopt;
  bare.shared_bytes.reset();
  Launch product = launch;
  plan_read(product, bare);
  const auto multiplies = reading::product_of(product);
  const auto own = std::static_pointer_cast<const OwnKernel>(product.program);
  if (!multiplies || !multiplies->is_sure || !own->product) return false;
  if (multiplies->lies_by_rows()) {
    plan_read(product, with_sides_said(said, *own));
  } else {
    Request numbers = said;
    numbers.arrays.clear();
    plan_product(product, numbers, own);
  }
  const auto found = reading::product_of(product);
  if (!found || !found->is_sure || !is_as_said(product, said)) return false;
  launch = std::move(product);
  reading::trust(launch);
  return true;
} catch (const UsageError&) {  // not with these sides
  return false;
}

}  // namespace

void plan_as_said(Launch& launch, const Request& said, const HeldArrays& given) {
  const reading::PlanBudget budget;
  Launch of_arrays = launch;
  plan_any_as_said(of_arrays, said, read_own(said), given);
  if (given.empty()) {
    find_meaning(of_arrays, said, {}, reading::Launched::by_text);
    // With mistakes, it may be known from other launches alone what it is meant to be.
    if (!reading::product_of(of_arrays) && plan_product_said(launch, said)) return;
  }
  launch = std::move(of_arrays);
}

}  // namespace tilescope
