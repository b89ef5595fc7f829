#include "instrumentation/launching/plan/plan_product.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "instrumentation/error.h"
#include "instrumentation/launching/derive/kernel_roles.h"
#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/launching/plan/any_launch.h"
#include "instrumentation/launching/request/array_words.h"
#include "instrumentation/launching/request/request_fields.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/compiler/layout.h"
#include "instrumentation/reading/product_in_launch.h"
#include "instrumentation/reading/proof.h"
#include "instrumentation/reading/trial.h"

namespace tilescope {

namespace {

// The side of the first shared tile: what most kernels are cut into squares of.
std::int64_t tile_of(const machine::Code& code) {
  for (const machine::Array& array : code.arrays)
    if (array.space == Space::shared && array.sides.size() == 2) return std::min(array.sides[0], array.sides[1]);
  return 0;
}

// What a text's own types say of a side, as float (*A)[32] does.
std::optional<std::int64_t> declared(const ProductKernel& own, ProductKernel::Matrix matrix) {
  const machine::Code& code = own.prepared->code();
  for (std::size_t n = 0; n < code.arrays.size(); ++n)
    if (own.arrays[n] == matrix && code.arrays[n].given != nullptr && code.arrays[n].given->type.is_array())
      return machine::sides_of(code.arrays[n].given->type).back();
  return std::nullopt;
}

// Kernels without guards take multiples of their tiles: two of them each way; where tiles are not squares, the largest
// of the kernel's numbers.
std::int64_t guessed_side(const machine::Code& code) {
  constexpr std::int64_t most = 128;
  if (const std::int64_t tile = tile_of(code); tile != 0) return std::min<std::int64_t>(2 * tile, 64);
  std::int64_t side = 4;
  const bool shares = std::any_of(code.arrays.begin(), code.arrays.end(),
                                  [](const machine::Array& array) { return array.space == Space::shared; });
  for (const language::Knob& knob : code.kernel->knobs) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(knob.value.data(), knob.value.data() + knob.value.size(), number);
    if (shares && error == std::errc{} && number <= most) side = std::max(side, number);
  }
  return side;
}

// As they were asked for, or else as the text has them.
reading::ProductSides plan_sides(const Request& request, const OwnKernel& own) {
  using Of = ProductKernel::Matrix;
  const auto known = [&](std::string_view name) -> std::optional<std::int64_t> {
    for (const language::Knob& knob : own.prepared->facts().knobs) {
      std::int64_t number = 0;
      if (knob.name != name) continue;
      std::from_chars(knob.value.data(), knob.value.data() + knob.value.size(), number);
      if (number > 0) return number;
    }
    return std::nullopt;
  };
  const auto first = [](std::initializer_list<std::optional<std::int64_t>> said, std::int64_t otherwise) {
    for (const auto& each : said)
      if (each) return *each;
    return otherwise;
  };
  if (own.reading && !request.m && !request.n && !request.k) {
    const auto [m, n, k] = own.reading->sides();
    return {m, n, k};
  }
  const std::int64_t n =
      first({request.n, known("N"), declared(own, Of::c), declared(own, Of::b)}, guessed_side(own.prepared->code()));
  return {first({request.m, known("M")}, n), n, first({request.k, known("K"), declared(own, Of::a)}, n)};
}

// Of the tiles that C is cut into, as far as the text or the block tells.
int tile_shown(const machine::Code& code, std::int64_t block) {
  if (const std::int64_t tile = tile_of(code); tile != 0) return static_cast<int>(tile);
  return static_cast<int>(std::min(block, std::max<std::int64_t>(guessed_side(code), 16)));
}

}  // namespace

Planned try_planned(const ProductKernel& own, const Launch& launch, const reading::ProductSides& sides) {
  using Of = ProductKernel::Matrix;
  Planned planned;
  reading::LaunchInputs given;
  given.setting = {grid_of(launch), block_of(launch), launch.dynamic_shared_bytes};
  if (!reading::is_possible(*own.prepared, given.setting)) return planned;
  given.scalars = numbers_for(own, sides);
  const auto [m, n, k] = sides;
  given.arrays = reading::telling_numbers(*own.prepared, std::max({m * k, k * n, m * n}));
  reading::Product product{{0, m, k}, {0, k, n}, {0, m, n}, 0};
  int matrices = 0;
  for (std::uint32_t at = 0; at < own.arrays.size(); ++at) {
    if (own.arrays[at] == Of::none) continue;
    ++matrices;
    reading::Matrix& matrix = own.arrays[at] == Of::a ? product.a : own.arrays[at] == Of::b ? product.b : product.c;
    matrix.array = at;
    given.arrays[at].resize(static_cast<std::size_t>(matrix.elements()));
  }
  const reading::Tried tried = reading::try_out(*own.prepared, given, reading::Blocks::all);
  if (!tried.finished) return planned;
  planned.works = tried.strays == 0;
  planned.stores = static_cast<double>(tried.stores[product.c.array]) / static_cast<double>(product.c.elements());
  planned.multiplies = planned.stores >= 1 && tried.multiply_adds >= static_cast<std::uint64_t>(product.c.elements());
  if (matrices < 3) return planned;
  // About as many products as it takes, and most elements stored.
  const double products = static_cast<double>(tried.multiply_adds) / static_cast<double>(m * n * k);
  planned.multiplies = planned.multiplies || (planned.stores >= 0.6 && products >= 0.6 && products <= 1.6);
  planned.reading.product = product;
  planned.reading.setting = given.setting;
  planned.reading.cover = {reading::Cover::Kind::text, 1, 1};
  for (const ProductKernel::Scalar& scalar : own.scalars)
    planned.reading.scalars.push_back({static_cast<reading::Side>(scalar.side), scalar.value});
  const double agree = reading::agreement(product, given.arrays, tried.arrays);
  planned.is_right = agree == 1 && planned.works;
  planned.is_product =
      agree == 1 ? reading::scales(*own.prepared, given, product)
                 : agree >= reading::enough_elements ||
                       reading::resemblance(product, given.arrays, tried.arrays) >= reading::enough_products ||
                       reading::products_made(*own.prepared, given, product) >= reading::enough_products ||
                       reading::multiplies(*own.prepared, given, product, reading::sides_said(planned.reading.scalars));
  return planned;
}

namespace {

// The sides that the text's own launch gives the kernel, where it says any that are small enough to be seen.
std::optional<reading::ProductSides> sides_in_text(const OwnKernel& own, reading::ProductSides sides) {
  using Side = ProductKernel::Side;
  const std::vector<std::optional<std::int64_t>> numbers = numbers_in_text(own);
  for (std::size_t n = 0; n < own.scalars.size(); ++n) {
    const Side side = own.scalars[n].side;
    if (side == Side::none) continue;
    if (n >= numbers.size() || !numbers[n] || *numbers[n] < 1) return std::nullopt;
    (side == Side::m ? sides.m : side == Side::n ? sides.n : sides.k) = *numbers[n];
  }
  return sides;
}

}  // namespace

reading::ProductSides plan_with(Launch& launch, const Request& request, const std::shared_ptr<const OwnKernel>& own,
                                const std::optional<Dimensions>& likely_block) {
  launch.program = own;
  launch.kernel = own->name;
  launch.search_ended = own->search_ended;
  reading::ProductSides sides = plan_sides(request, *own);
  language::Launch said = launch_in_text(*own, numbers_for(*own, sides)).value_or(language::Launch());
  // The text may launch it with a grid that is for its own sides alone.
  const bool is_found = own->reading && !request.m && !request.n && !request.k;
  if (is_found && said.grid && *said.grid != own->reading->found.setting.grid) {
    if (const auto in_text = sides_in_text(*own, sides))
      sides = *in_text;
    else
      said.grid.reset();
  }
  require_roles(*own, sides);
  give_product(launch, *own, sides);
  Request with_sides = request;
  with_sides.m = sides.m, with_sides.n = sides.n, with_sides.k = sides.k;
  const KernelHeader header = header_of(*own, with_sides);
  if (!header.hangs_on_sides.empty()) throw UsageError(header.hangs_on_sides);
  const machine::Code& code = own->prepared->code();

  const std::int64_t tile = tile_of(code) == 0 ? request.tile.value_or(16) : std::min<std::int64_t>(tile_of(code), 32);
  const auto pick = [](const std::optional<Dimensions>& a, const std::optional<Dimensions>& b,
                       const std::optional<Dimensions>& c, const Dimensions& guess) {
    return a ? *a : b ? *b : c ? *c : guess;
  };
  const Dimensions block =
      pick(request.block, header.block, said.block,
           own->reading ? own->reading->found.setting.block : likely_block.value_or(Dimensions{tile, tile, 1}));
  Dimensions cover{(sides.n + block[0] - 1) / block[0], (sides.m + block[1] - 1) / block[1], 1};
  if (own->reading) cover = own->reading->grid(sides.m, sides.n).value_or(cover);
  const Dimensions grid = pick(request.grid, header.grid, said.grid, cover);
  launch.tile = tile_shown(code, block[0]);
  const std::int64_t found = own->reading ? own->reading->found.setting.dynamic_shared_bytes : 0;
  const std::int64_t shared =
      request.shared_bytes.value_or(header.shared_bytes.value_or(said.shared_bytes.value_or(found)));
  set_dimensions(launch, grid, block, shared);
  return sides;
}

namespace {

// What the kernel is given as a number, if a user says it.
std::optional<std::int64_t> number_asked(const Request& request, const KernelHeader& header, const machine::Code& code,
                                         std::size_t scalar) {
  const auto numbers = numbers_said(code, request, header);
  if (!numbers[scalar]) return std::nullopt;
  return static_cast<std::int64_t>(numbers[scalar]->value);
}

// A matrix of a product that is shown as any array is has the sides of one; what fills it may be said.
void ask_for_matrix(Request& request, const KernelHeader& header, const std::string& name,
                    const reading::Matrix& matrix) {
  const auto asked = request.arrays.find(name);
  const auto in_file = header.arrays.find(name);
  const bool is_asked = asked != request.arrays.end();
  const std::vector<std::int64_t> sides =
      matrix.by_columns ? std::vector{matrix.columns, matrix.rows} : std::vector{matrix.rows, matrix.columns};
  const std::string form = fmt::format("{}", fmt::join(sides, "x"));
  if (!is_asked && in_file == header.arrays.end()) {
    request.arrays[name] = form;
    return;
  }
  const std::string words = is_asked ? asked->second : in_file->second;
  const std::string where =
      is_asked ? told_of(request, "arrays", fmt::format("{}={}", name, words)) : header.place(name);
  const ArrayWords said = read_array_words(words, where);
  if (!said.sides.empty() && said.sides != sides)
    throw UsageError(
        fmt::format("{}: this array is one of the matrices of a product (here {}); set its sides with --m, --n and --k",
                    where, form));
  if (said.sides.empty()) request.arrays[name] = form + words;
}

// What a launch of any arrays is asked for, so that it makes the product that the kernel was found to make.
std::optional<reading::Product> ask_for_product(Request& request, const OwnKernel& own) {
  const KernelHeader header = header_of(own, request);
  if (!own.mixed_layouts) return std::nullopt;
  const KernelReading& reading = *own.mixed_layouts;
  const reading::ProductReading& found = reading.found;
  const machine::Code& code = own.prepared->code();
  const std::vector<std::string> names = machine::names_of_scalars(code);
  std::array<std::int64_t, 3> sides{request.m.value_or(reading.sides()[0]), request.n.value_or(reading.sides()[1]),
                                    request.k.value_or(reading.sides()[2])};
  request.m = request.n = request.k = std::nullopt;
  for (std::size_t n = 0; n < code.scalars.size(); ++n) {
    if (found.scalars[n].side == reading::Side::none) continue;
    if (const auto asked = number_asked(request, header, code, n))
      sides[static_cast<std::size_t>(found.scalars[n].side) - 1] = std::max<std::int64_t>(*asked, 1);
  }
  for (std::size_t n = 0; n < code.scalars.size(); ++n) {
    const reading::Number& number = found.scalars[n];
    const bool is_side = number.side != reading::Side::none;
    const double value = is_side ? static_cast<double>(sides[static_cast<std::size_t>(number.side) - 1]) : number.value;
    if (!header.numbers.contains(names[n])) request.numbers.try_emplace(names[n], words_of(ExactNumber(value)));
  }
  const auto [m, n, k] = sides;
  const auto placed = [](const reading::Matrix& matrix, std::int64_t rows, std::int64_t columns) {
    return reading::Matrix{matrix.array, rows, columns, matrix.by_columns};
  };
  const reading::Product product{placed(found.product.a, m, k), placed(found.product.b, k, n),
                                 placed(found.product.c, m, n), found.product.agree};
  for (const reading::Matrix& matrix : {product.a, product.b, product.c})
    ask_for_matrix(request, header, code.arrays[matrix.array].name, matrix);
  if (!request.block && !header.block) request.block = found.setting.block;
  if (!request.grid && !header.grid && found.cover.kind != reading::Cover::Kind::text)
    request.grid = found.cover.grid(m, n);
  return product;
}

}  // namespace

namespace {

// Whether it is said to hold something else.
bool is_kept_from_zeros(const Request& said, const std::string& array) {
  const auto words = said.arrays.find(array);
  if (words == said.arrays.end()) return false;
  const ArrayWords read = read_array_words(words->second, "");
  return !read.file.empty() || (read.fill && *read.fill != reading::Fill::zeros);
}

}  // namespace

void find_meaning(Launch& launch, const Request& said, const Request& in_header, reading::Launched by) {
  std::optional<reading::Product> found = reading::product_in(launch, by);
  if (!found) return;
  const machine::Array& sum = launch.program->prepared->code().arrays[found->c.array];
  if (Buffer& held = launch.buffers[found->c.array]; sum.is_read && sum.is_parameter) {
    if (is_kept_from_zeros(said, sum.name) || is_kept_from_zeros(in_header, sum.name)) return;
    held.bytes.assign(held.wanted_bytes(), std::byte{0});
    held.fill = reading::name_of(reading::Fill::zeros);
  }
  auto& [a, b, c, agree] = *found;
  if (a.by_columns && b.by_columns && c.by_columns) {  // the same arrays by rows are their transposes
    std::swap(a, b);
    for (reading::Matrix* const matrix : {&a, &b, &c}) *matrix = {matrix->array, matrix->columns, matrix->rows, false};
  }
  const reading::LaunchProduct product{*found, true, reading::KnownBy::looking, false, {}};
  for (const auto& [name, matrix] : {std::pair{"A", a}, {"B", b}, {"C", c}}) {
    Buffer& buffer = launch.buffers[matrix.array];
    buffer.sides = {matrix.rows, matrix.columns};
    if (matrix.by_columns) std::swap(buffer.sides[0], buffer.sides[1]);
    if (product.lies_by_rows()) buffer.name = name;
  }
  launch.meaning = reading::meaning_of(product);
  if (!product.lies_by_rows()) return;
  launch.least_events = static_cast<double>(product.flops()) / 2;
  launch.tile = tile_shown(launch.program->prepared->code(), launch.block.x);
}

void require_no_sides(const Request& request, const RecordedKernel& own) {
  if (request.m || request.n || request.k)
    throw UsageError(
        fmt::format("{} is not recognized as a matrix product, so M, K and N do not apply: use --array NAME=SIDES and "
                    "--arg NAME=VALUE",
                    own.name));
}

void plan_and_look(Launch& launch, const Request& request, const std::shared_ptr<const OwnKernel>& own) {
  plan_any(launch, request, own);
  find_meaning(launch, request, header_of(*own, request));
  if (!reading::has_matrices(launch)) return require_no_sides(request, *own);
  const auto [m, n, k] = reading::sides_of(launch);
  if (request.m.value_or(m) != m || request.n.value_or(n) != n || request.k.value_or(k) != k)
    throw UsageError(
        fmt::format("{}: the lengths of its arrays are given, so M, K and N are {}, {} and {}", own->name, m, k, n));
}

void plan_arrays(Launch& launch, Request request, const std::shared_ptr<const OwnKernel>& own) {
  const std::optional<reading::Product> product = ask_for_product(request, *own);
  if (!product) return plan_and_look(launch, request, own);
  plan_any(launch, request, own);
  launch.meaning = reading::meaning_of({*product, true, reading::KnownBy::trying, own->doubted, own->fails});
}

}  // namespace tilescope
