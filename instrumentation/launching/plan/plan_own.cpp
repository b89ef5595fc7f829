#include "instrumentation/launching/plan/plan_own.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/error.h"
#include "instrumentation/launching/derive/own_kernel.h"
#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/launching/plan/plan_product.h"
#include "instrumentation/launching/plan/plan_read.h"
#include "instrumentation/launching/request/array_words.h"
#include "instrumentation/launching/request/dimensions.h"
#include "instrumentation/launching/request/request_fields.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/reading/plan_budget.h"
#include "instrumentation/reading/proof.h"
#include "instrumentation/reading/read_product.h"
#include "instrumentation/reading/trial.h"

namespace tilescope {

namespace {

// Nothing of what is said goes unheard: what a product is not launched with is refused.
void require_said(const Launch& launch, const Request& request, const KernelHeader& header) {
  const RecordedKernel& own = *launch.program;
  const machine::Code& code = own.prepared->code();
  const auto refuse_array = [&](const std::string& where) {
    throw UsageError(
        fmt::format("{}: {} multiplies matrices: set their sides with --m, --n and --k, their values with --inputs",
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

void plan_product_or_arrays(Launch& launch, const Request& asked) {
  const bool is_of_arrays = !asked.arrays.empty() || !asked.numbers.empty();
  const auto own = read_own(with_sides_as_knobs(asked));
  const KernelHeader header = header_of(*own, asked);
  require_header(*own, header);
  if (!is_of_arrays || own->is_any) {
    plan_read(launch, asked);
    if (reading::has_matrices(launch)) require_said(launch, asked, header);
    return;
  }
  Request bare = asked;
  bare.arrays.clear();
  bare.numbers.clear();
  Launch product = launch;
  plan_read(product, bare);
  const auto multiplies = reading::product_of(product);
  if (!multiplies || !multiplies->lies_by_rows() || !multiplies->is_sure)
    return plan_read(launch, asked);  // its names lie
  require_names(*own, asked);
  plan_read(launch, with_sides(asked, static_cast<const ProductKernel&>(*product.program)));
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
  const auto own = read_own(with_sides_as_knobs(request), ReadAs::any);
  require_header(*own, header_of(*own, request));
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
std::array<double, 3> lengths_said(const ProductKernel& own, const Request& said) {
  using Of = ProductKernel::Matrix;
  std::array<double, 3> all{};
  const machine::Code& code = own.prepared->code();
  for (std::size_t n = 0; n < own.arrays.size(); ++n) {
    const auto asked = said.arrays.find(code.arrays[n].name);
    if (own.arrays[n] == Of::none || asked == said.arrays.end()) continue;
    double& length = all[own.arrays[n] == Of::a ? 0 : own.arrays[n] == Of::b ? 1 : 2] = 1;
    for (const std::int64_t side : read_array_words(asked->second, "").sides) length *= static_cast<double>(side);
  }
  return all;
}

// M, N and K as the numbers say them, and the rest of them as the arrays' lengths do.
Request with_sides_said(const Request& said, const ProductKernel& own) {
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
  const auto own = read_own(with_sides_as_knobs(bare));
  if (own->is_any && !own->mixed_layouts) return false;
  Launch product = launch;
  plan_read(product, bare);
  const auto multiplies = reading::product_of(product);
  if (!multiplies || !multiplies->is_sure) return false;
  if (multiplies->lies_by_rows()) {
    plan_read(product, with_sides_said(said, static_cast<const ProductKernel&>(*product.program)));
  } else {
    Request numbers = said;
    numbers.arrays.clear();
    plan_arrays(product, numbers, read_own(numbers, ReadAs::tried));
  }
  const auto found = reading::product_of(product);
  if (!found || !found->is_sure || !is_as_said(product, said)) return false;
  launch = std::move(product);
  trust(launch);
  return true;
} catch (const UsageError&) {  // not with these sides
  return false;
}

// M, N and K, as the lengths of two factors and their product have them; nothing if no whole numbers do.
std::optional<std::array<std::int64_t, 3>> sides_by_lengths(std::int64_t a, std::int64_t b, std::int64_t c) {
  const auto root = [](double square) { return std::llround(std::sqrt(square)); };
  const auto [x, y, z] = std::array{static_cast<double>(a), static_cast<double>(b), static_cast<double>(c)};
  const std::array<std::int64_t, 3> sides{root(x * z / y), root(y * z / x), root(x * y / z)};
  const auto [m, n, k] = sides;
  if (m < 1 || n < 1 || k < 2 || m * k != a || k * n != b || m * n != c) return std::nullopt;
  return sides;
}

// For a kernel that small launches do not show to be a product: whether this very launch makes that of its two factors,
// or most of it. Which arrays they are, and how large, follows from how long they are.
std::optional<reading::Product> product_of_lengths(const RecordedKernel& own, const Request& said) {
  constexpr double most_products = 1 << 25;
  const machine::Code& code = own.prepared->code();
  if (!may_multiply(code)) return std::nullopt;
  reading::Parts parts;
  std::vector<std::int64_t> lengths(code.arrays.size());
  for (std::uint32_t n = 0; n < code.arrays.size(); ++n) {
    const machine::Array& array = code.arrays[n];
    if (!array.is_parameter || !reading::is_of_numbers(array)) continue;
    const auto asked = said.arrays.find(array.name);
    if (asked == said.arrays.end()) return std::nullopt;
    lengths[n] = 1;
    for (const std::int64_t side : read_array_words(asked->second, "").sides) lengths[n] *= side;
    (array.is_written ? parts.outputs : parts.inputs).push_back(n);
  }
  if (parts.inputs.size() != 2 || parts.outputs.size() != 1) return std::nullopt;
  const auto sides = sides_by_lengths(lengths[parts.inputs[0]], lengths[parts.inputs[1]], lengths[parts.outputs[0]]);
  if (!sides) return std::nullopt;
  const auto [m, n, k] = *sides;
  if (static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) > most_products) return std::nullopt;
  reading::LaunchInputs given{{*said.grid, *said.block, said.shared_bytes.value_or(0)}, {}, {}};
  for (const auto& number : numbers_said(code, said, {})) given.scalars.push_back(number ? number->value : 0);
  given.arrays = reading::telling_numbers(*own.prepared, std::max({m * k, k * n, m * n}));
  for (std::uint32_t at = 0; at < lengths.size(); ++at)
    if (lengths[at] > 0) given.arrays[at].resize(static_cast<std::size_t>(lengths[at]));
  const reading::Tried tried = reading::try_out(*own.prepared, given, reading::Blocks::all);
  if (!tried.finished) return std::nullopt;
  const auto found = reading::find_product(parts, *sides, given.arrays, tried.arrays, reading::enough_elements);
  if (found) return found;
  const reading::Product by_rows{{parts.inputs[0], m, k}, {parts.inputs[1], k, n}, {parts.outputs[0], m, n}, 0};
  const bool is_most = reading::resemblance(by_rows, given.arrays, tried.arrays) >= reading::enough_products ||
                       reading::products_made(*own.prepared, given, by_rows) >= reading::enough_products;
  return is_most ? std::optional(by_rows) : std::nullopt;
}

bool plan_product_by_lengths(Launch& launch, const Request& said) try {
  const auto own = read_own(said, ReadAs::any);
  const auto product = product_of_lengths(*own, said);
  if (!product) return false;
  Request sized = said;
  for (const reading::Matrix& matrix : {product->a, product->b, product->c})
    sized.arrays[own->prepared->code().arrays[matrix.array].name] =
        matrix.by_columns ? fmt::format("{}x{}", matrix.columns, matrix.rows)
                          : fmt::format("{}x{}", matrix.rows, matrix.columns);
  plan_any_as_said(launch, sized, own);
  launch.meaning =
      reading::meaning_of({*product, true, reading::KnownBy::trying, false, reading::TakenFactor::none, {}});
  return true;
} catch (const UsageError&) {  // not with these sides
  return false;
}

}  // namespace

void plan_as_said(Launch& launch, const Request& said, const HeldArrays& given) {
  const reading::PlanBudget budget;
  if (given.empty() && (plan_product_said(launch, said) || plan_product_by_lengths(launch, said))) return;
  plan_any_as_said(launch, said, read_own(said, ReadAs::any), given);
}

}  // namespace tilescope
