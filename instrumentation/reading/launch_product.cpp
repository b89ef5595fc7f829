#include "instrumentation/reading/launch_product.h"

#include <cmath>
#include <string_view>
#include <tuple>

namespace tilescope::reading {

namespace {

constexpr std::string_view product_kind = "product";
constexpr std::size_t of_a_matrix = 4, behind_them = 8;
constexpr std::size_t behind_them_before = 4;  // as traces were kept before it was told where it fails
constexpr double parts_of_agreement = 1e6;

}  // namespace

Meaning meaning_of(const LaunchProduct& product) {
  Meaning meaning{std::string(product_kind), {}};
  for (const Matrix& each : {product.a, product.b, product.c})
    meaning.says.insert(meaning.says.end(), {each.array, each.rows, each.columns, each.by_columns ? 1 : 0});
  meaning.says.insert(meaning.says.end(), {product.is_sure ? 1 : 0, static_cast<std::int64_t>(product.known_by),
                                           std::llround(product.agree * parts_of_agreement), product.is_doubted ? 1 : 0,
                                           0,  // as older traces have it
                                           product.fails[0], product.fails[1], product.fails[2]});
  return meaning;
}

std::optional<LaunchProduct> product_of(const Launch& launch) {
  constexpr std::int64_t longest = 0x7fffffff;
  const std::vector<std::int64_t>& says = launch.meaning.says;
  const bool is_whole = says.size() == 3 * of_a_matrix + behind_them;
  if (launch.meaning.kind != product_kind || (!is_whole && says.size() != 3 * of_a_matrix + behind_them_before))
    return std::nullopt;
  LaunchProduct product;
  std::size_t next = 0;
  for (Matrix* const matrix : {&product.a, &product.b, &product.c}) {
    const std::int64_t array = says[next], rows = says[next + 1], columns = says[next + 2];
    const bool is_there = array >= 0 && static_cast<std::size_t>(array) < launch.buffers.size();
    if (!is_there || rows < 1 || columns < 1 || rows > longest / columns) return std::nullopt;
    *matrix = {static_cast<std::uint32_t>(array), rows, columns, says[next + 3] != 0};
    next += of_a_matrix;
  }
  const auto& [a, b, c] = std::tie(product.a, product.b, product.c);
  if (a.rows != c.rows || a.columns != b.rows || b.columns != c.columns) return std::nullopt;
  product.is_sure = says[next] != 0;
  if (const std::int64_t by = says[next + 1]; by > 0 && by <= static_cast<std::int64_t>(KnownBy::looking))
    product.known_by = static_cast<KnownBy>(by);
  product.agree = static_cast<double>(says[next + 2]) / parts_of_agreement;
  product.is_doubted = says[next + 3] != 0;
  if (!is_whole) return product;
  product.fails = {says[next + 5], says[next + 6], says[next + 7]};
  return product;
}

std::optional<LaunchProduct> matrices_of(const Launch& launch) {
  const auto product = product_of(launch);
  return product && product->lies_by_rows() ? product : std::nullopt;
}

bool has_matrices(const Launch& launch) { return matrices_of(launch).has_value(); }

void set_sure(Launch& launch, bool is_sure) {
  auto product = product_of(launch);
  if (!product) return;
  product->is_sure = is_sure;
  launch.meaning = meaning_of(*product);
}

void doubt(Launch& launch) {
  auto product = product_of(launch);
  if (!product) return;
  product->is_doubted = true;
  launch.meaning = meaning_of(*product);
}

void trust(Launch& launch) {
  auto product = product_of(launch);
  if (!product) return;
  product->is_doubted = false;
  product->fails = {};
  launch.meaning = meaning_of(*product);
}

void tell_failing(Launch& launch, const std::array<std::int64_t, 3>& sides) {
  auto product = product_of(launch);
  if (!product) return;
  product->fails = sides;
  launch.meaning = meaning_of(*product);
}

ProductSides sides_of(const Launch& launch) {
  const auto product = product_of(launch);
  return product ? ProductSides{product->m(), product->n(), product->k()} : ProductSides{};
}

std::optional<std::uint64_t> needed_flops(const Launch& launch) {
  const auto product = matrices_of(launch);
  return product ? std::optional(product->flops()) : std::nullopt;
}

std::uint8_t result_of(const Launch& launch) {
  const auto product = product_of(launch);
  return product ? static_cast<std::uint8_t>(product->c.array) : no_array;
}

}  // namespace tilescope::reading
