#include "instrumentation/launching/derive/kernel_reading.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include "instrumentation/launching/derive/kernel_roles.h"
#include "instrumentation/launching/derive/launch_hints.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/compiler/layout.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/read_product.h"

namespace tilescope {

std::int64_t tile_of(const machine::Code& code) {
  for (const machine::Array& array : code.arrays)
    if (array.space == Space::shared && array.sides.size() == 2) return std::min(array.sides[0], array.sides[1]);
  return 0;
}

std::int64_t guessed_side(const machine::Code& code) {
  constexpr std::int64_t most = 128;
  if (const std::int64_t tile = tile_of(code); tile != 0) return std::min<std::int64_t>(2 * tile, 64);
  std::int64_t side = 32;  // more than one block each way
  const bool shares = std::any_of(code.arrays.begin(), code.arrays.end(),
                                  [](const machine::Array& array) { return array.space == Space::shared; });
  for (const language::Knob& knob : code.kernel->knobs) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(knob.value.data(), knob.value.data() + knob.value.size(), number);
    if (shares && error == std::errc{} && number <= most) side = std::max(side, number);
  }
  return side;
}

namespace {

std::vector<reading::Number> as_numbers(const std::vector<ProductKernel::Scalar>& scalars) {
  std::vector<reading::Number> all;
  for (const ProductKernel::Scalar& scalar : scalars)
    all.push_back({static_cast<reading::Side>(scalar.side), scalar.value});
  return all;
}

reading::ProductHints known_of(const RecordedKernel& own, const Request& request, const KernelHeader& header) {
  reading::ProductHints known;
  known.by_name = as_numbers(named_scalars(own.prepared->code(), header));
  known.launch = hints_of(own, request, header);
  known.in_text = settings_in_text(own, header);
  known.guess = [&own, &request](const reading::LaunchHints& hints) { return guessed(own, request, hints); };
  return known;
}

// What a text's own types say of a side, as float (*A)[32] does.
std::optional<std::int64_t> declared(const ProductKernel& own, ProductKernel::Matrix matrix) {
  const machine::Code& code = own.prepared->code();
  for (std::size_t n = 0; n < code.arrays.size(); ++n)
    if (own.arrays[n] == matrix && code.arrays[n].given != nullptr && code.arrays[n].given->type.is_array())
      return machine::sides_of(code.arrays[n].given->type).back();
  return std::nullopt;
}

// What the text defines as one of the sides.
std::optional<std::int64_t> knob_named(const machine::Code& code, std::string_view name) {
  for (const language::Knob& knob : code.kernel->knobs) {
    std::int64_t number = 0;
    if (knob.name != name) continue;
    std::from_chars(knob.value.data(), knob.value.data() + knob.value.size(), number);
    if (number > 0) return number;
  }
  return std::nullopt;
}

// The transpose of a product all of whose matrices lie by columns: M and N change places, and A and B.
void turn(reading::ProductReading& reading) {
  using reading::Cover;
  using reading::Side;
  reading::Product& product = reading.product;
  if (!product.a.by_columns || !product.b.by_columns || !product.c.by_columns) return;
  std::swap(product.a, product.b);
  for (reading::Matrix* const matrix : {&product.a, &product.b, &product.c})
    *matrix = {matrix->array, matrix->columns, matrix->rows, false};
  for (reading::Number& number : reading.scalars)
    number.side = number.side == Side::m ? Side::n : number.side == Side::n ? Side::m : number.side;
  Cover& cover = reading.cover;
  if (cover.kind != Cover::Kind::elements) std::swap(cover.rows, cover.columns);
  if (cover.kind == Cover::Kind::tiles || cover.kind == Cover::Kind::tiles_by_rows)
    cover.kind = cover.kind == Cover::Kind::tiles ? Cover::Kind::tiles_by_rows : Cover::Kind::tiles;
  std::swap(reading.fails[0], reading.fails[1]);
}

}  // namespace

std::optional<reading::ProductReading> claimed_product(const RecordedKernel& own, const KernelHeader& header) {
  using Of = ProductKernel::Matrix;
  const machine::Code& code = own.prepared->code();
  if (!has_roles(*code.kernel, header) && header.names.empty()) return std::nullopt;
  ProductKernel roles;
  static_cast<RecordedKernel&>(roles) = own;
  give_roles(roles, *code.kernel, header);
  const auto first = [](std::initializer_list<std::optional<std::int64_t>> said, std::int64_t otherwise) {
    for (const auto& each : said)
      if (each) return *each;
    return otherwise;
  };
  const std::int64_t n =
      first({knob_named(code, "N"), declared(roles, Of::c), declared(roles, Of::b)}, guessed_side(code));
  const std::int64_t m = knob_named(code, "M").value_or(n),
                     k = first({knob_named(code, "K"), declared(roles, Of::a)}, n);
  std::array<std::optional<std::uint32_t>, 4> at;
  for (std::uint32_t array = 0; array < roles.arrays.size(); ++array)
    at[static_cast<std::size_t>(roles.arrays[array])] = array;
  if (!at[1] || !at[2] || !at[3]) return std::nullopt;
  const std::int64_t tile = tile_of(code) == 0 ? 16 : std::min<std::int64_t>(tile_of(code), 32);
  reading::ProductReading claimed;
  claimed.product = {{*at[1], m, k}, {*at[2], k, n}, {*at[3], m, n}, 1};
  claimed.scalars = as_numbers(roles.scalars);
  claimed.setting.block = {tile, tile, 1};
  claimed.cover = {reading::Cover::Kind::tiles, tile, tile};
  claimed.setting.grid = claimed.cover.grid(m, n);
  return claimed;
}

std::optional<reading::ProductReading> found_product(const RecordedKernel& own, const Request& request,
                                                     const KernelHeader& header) {
  std::optional<reading::ProductReading> found = reading::read_product(*own.prepared, known_of(own, request, header));
  if (found) turn(*found);
  return found;
}

}  // namespace tilescope
