#include "instrumentation/launching/plan/plan_product.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/error.h"
#include "instrumentation/launching/derive/kernel_reading.h"
#include "instrumentation/launching/derive/launch_hints.h"
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

using MNK = std::array<std::int64_t, 3>;  // M, N, K

// Of the tiles that C is cut into, as far as the text or the block tells.
int tile_shown(const machine::Code& code, std::int64_t block) {
  if (const std::int64_t tile = tile_of(code); tile != 0) return static_cast<int>(tile);
  return static_cast<int>(std::min(block, std::max<std::int64_t>(guessed_side(code), 16)));
}

// What the kernel is given as a number, if a user says it.
std::optional<std::int64_t> number_asked(const Request& request, const KernelHeader& header, const machine::Code& code,
                                         std::size_t scalar) {
  const auto numbers = numbers_said(code, request, header);
  if (!numbers[scalar]) return std::nullopt;
  return static_cast<std::int64_t>(numbers[scalar]->value);
}

// A matrix has the sides that it has in the product; what fills it may be said.
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

// The sides that are asked for; where some are, the others are as long.
MNK sides_asked(const Request& request, const KernelHeader& header, const OwnKernel& own) {
  const reading::Product& product = own.product->product;
  MNK sides{product.m(), product.n(), product.k()};
  if (request.m || request.n || request.k) {
    const std::int64_t n = request.n.value_or(sides[1]);
    sides = {request.m.value_or(n), n, request.k.value_or(n)};
  }
  const machine::Code& code = own.prepared->code();
  for (std::size_t n = 0; n < code.scalars.size(); ++n)
    if (const auto side = static_cast<std::size_t>(own.product->scalars[n].side); side != 0)
      if (const auto asked = number_asked(request, header, code, n))
        sides[side - 1] = std::max<std::int64_t>(*asked, 1);
  return sides;
}

std::vector<double> numbers_with(const OwnKernel& own, const MNK& sides) {
  std::vector<double> all;
  for (const reading::Number& number : own.product->scalars)
    all.push_back(number.side == reading::Side::none
                      ? number.value
                      : static_cast<double>(sides[static_cast<std::size_t>(number.side) - 1]));
  return all;
}

// The sides that the text's own launch gives the kernel, where it says any that are small enough to be seen.
std::optional<MNK> sides_in_text(const OwnKernel& own, MNK sides) {
  const std::vector<std::optional<std::int64_t>> numbers = numbers_in_text(own);
  for (std::size_t n = 0; n < own.product->scalars.size(); ++n) {
    const auto side = static_cast<std::size_t>(own.product->scalars[n].side);
    if (side == 0) continue;
    if (n >= numbers.size() || !numbers[n] || *numbers[n] < 1) return std::nullopt;
    sides[side - 1] = *numbers[n];
  }
  return sides;
}

// A kernel with one number for all sides needs them to be equal.
void require_one_size(const OwnKernel& own, const MNK& sides) {
  std::array<bool, 4> says{};
  for (const reading::Number& number : own.product->scalars) says[static_cast<std::size_t>(number.side)] = true;
  const auto [m, n, k] = sides;
  if (!says[static_cast<std::size_t>(reading::Side::n)] || reading::sides_said(own.product->scalars) > 1 ||
      (m == n && k == n))
    return;
  throw UsageError(
      fmt::format("{} takes only one size, so M, N and K must be equal: --size {} works, {} x {} x {} does not",
                  own.name, n, m, n, k));
}

// The numbers and the arrays of a product with these sides. By rows, nothing else can be said of them; whoever plans it
// refuses what is.
void ask_for_product(Request& request, const KernelHeader& header, const OwnKernel& own,
                     const reading::Product& product) {
  const machine::Code& code = own.prepared->code();
  const bool is_by_rows = product.lies_by_rows();
  const std::vector<std::string> names = machine::names_of_scalars(code);
  const std::vector<double> numbers = numbers_with(own, {product.m(), product.n(), product.k()});
  for (std::size_t n = 0; n < names.size(); ++n)
    if (is_by_rows)
      request.numbers.insert_or_assign(names[n], words_of(ExactNumber(numbers[n])));
    else if (!header.numbers.contains(names[n]))
      request.numbers.try_emplace(names[n], words_of(ExactNumber(numbers[n])));
  if (is_by_rows) request.arrays.clear();
  for (const reading::Matrix& matrix : {product.a, product.b, product.c})
    if (code.arrays[matrix.array].is_parameter)  // others are as long as they are declared
      ask_for_matrix(request, is_by_rows ? KernelHeader() : header, code.arrays[matrix.array].name, matrix);
  // A sum that is added to begins with zeros.
  if (const auto sum = request.arrays.find(code.arrays[product.c.array].name);
      sum != request.arrays.end() && sum->second.find(':') == std::string::npos)
    sum->second += ":zeros";
  const std::int64_t longest = std::max({product.a.elements(), product.b.elements(), product.c.elements()});
  for (const machine::Array& array : code.arrays)  // room for whatever it holds
    if (array.is_parameter && !header.arrays.contains(array.name))
      request.arrays.try_emplace(array.name, fmt::format("{}:zeros", longest));
}

// A product by rows is called as textbooks do, and the window shows it so.
void give_meaning(Launch& launch, const reading::LaunchProduct& product) {
  for (const auto& [name, matrix] : {std::pair{"A", product.a}, {"B", product.b}, {"C", product.c}}) {
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

}  // namespace

void plan_product(Launch& launch, const Request& asked, const std::shared_ptr<const OwnKernel>& own) {
  const reading::ProductReading& found = *own->product;
  Request request = asked;
  MNK sides = sides_asked(request, header_of(*own, asked), *own);
  language::Launch said = launch_in_text(*own, numbers_with(*own, sides)).value_or(language::Launch());
  // The text may launch it with a grid that is for its own sides alone.
  const bool is_open = !asked.m && !asked.n && !asked.k && asked.numbers.empty();
  if (is_open && !own->is_claimed && said.grid && *said.grid != found.setting.grid) {
    if (const auto in_text = sides_in_text(*own, sides))
      sides = *in_text;
    else
      said.grid.reset();
  }
  require_one_size(*own, sides);
  const auto [m, n, k] = sides;
  request.m = m, request.n = n, request.k = k;
  const KernelHeader header = header_of(*own, request);
  if (!header.hangs_on_sides.empty()) throw UsageError(header.hangs_on_sides);
  const machine::Code& code = own->prepared->code();
  const reading::KnownBy known_by = own->file.empty() ? reading::KnownBy::declared
                                    : own->is_claimed ? reading::KnownBy::names
                                                      : reading::KnownBy::trying;
  reading::LaunchProduct product{found.product, true, known_by, found.trust != reading::Trust::right, found.fails};
  product.a.rows = product.c.rows = m;
  product.b.columns = product.c.columns = n;
  product.a.columns = product.b.rows = k;
  ask_for_product(request, header, *own, product);
  // The width of a tile that the text leaves open is that of its blocks.
  const std::int64_t tile = tile_of(code) == 0 ? request.tile.value_or(0) : 0;
  const Dimensions block = tile == 0 ? found.setting.block : Dimensions{tile, tile, 1};
  if (!request.block && !header.block && !said.block) request.block = block;
  const Dimensions shown = request.block ? *request.block : header.block ? *header.block : *said.block;
  const bool is_as_found =
      sides == MNK{found.product.m(), found.product.n(), found.product.k()} && shown == found.setting.block;
  if (!request.grid && !header.grid && !said.grid)
    request.grid = is_as_found ? found.setting.grid
                   : own->is_claimed || found.cover.kind == reading::Cover::Kind::text
                       ? Dimensions{reading::up(n, shown[0]), reading::up(m, shown[1]), 1}
                       : found.cover.grid(m, n);
  else if (!request.grid && !header.grid)
    request.grid = *said.grid;
  if (!request.shared_bytes && !header.shared_bytes)
    request.shared_bytes = said.shared_bytes.value_or(found.setting.dynamic_shared_bytes);
  std::vector<bool> is_filled_later(code.arrays.size());  // as --inputs says
  for (const reading::Matrix& matrix : {product.a, product.b, product.c})
    is_filled_later[matrix.array] = product.lies_by_rows();
  plan_all_said(launch, request, own, is_filled_later);
  launch.search_ended = own->search_ended;
  give_meaning(launch, product);
}

Planned try_planned(const Launch& launch) {
  const auto& own = static_cast<const OwnKernel&>(*launch.program);
  Planned planned;
  reading::LaunchInputs given;
  given.setting = {grid_of(launch), block_of(launch), launch.dynamic_shared_bytes};
  if (!reading::is_possible(*own.prepared, given.setting)) return planned;
  for (const ExactNumber& number : launch.numbers) given.scalars.push_back(number.value);
  const reading::Product product = *reading::product_of(launch);
  given.arrays = reading::telling_numbers(*own.prepared,
                                          std::max({product.a.elements(), product.b.elements(), product.c.elements()}));
  for (const reading::Matrix& matrix : {product.a, product.b, product.c})
    given.arrays[matrix.array].resize(static_cast<std::size_t>(matrix.elements()));
  const reading::Tried tried = reading::try_out(*own.prepared, given, reading::Blocks::all);
  planned.finished = tried.finished;
  if (!tried.finished) return planned;
  planned.works = tried.strays == 0;
  planned.stores = static_cast<double>(tried.stores[product.c.array]) / static_cast<double>(product.c.elements());
  planned.multiplies = planned.stores >= 1 && tried.multiply_adds >= static_cast<std::uint64_t>(product.c.elements());
  // About as many products as it takes, and most elements stored.
  const double products =
      static_cast<double>(tried.multiply_adds) / static_cast<double>(product.c.elements() * product.k());
  planned.multiplies = planned.multiplies || (planned.stores >= 0.6 && products >= 0.6 && products <= 1.6);
  planned.reading = *own.product;
  planned.reading.product = product;
  planned.reading.setting = given.setting;
  planned.reading.cover = {reading::Cover::Kind::text, 1, 1};
  const double agree = reading::agreement(product, given.arrays, tried.arrays);
  planned.is_right = agree == 1 && planned.works;
  planned.is_product =
      agree == 1 ? reading::scales(*own.prepared, given, product)
                 : agree >= reading::enough_elements ||
                       reading::resemblance(product, given.arrays, tried.arrays) >= reading::enough_products ||
                       reading::products_made(*own.prepared, given, product) >= reading::enough_products ||
                       reading::multiplies(*own.prepared, given, product, reading::sides_said(own.product->scalars));
  return planned;
}

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
  give_meaning(launch, {*found, true, reading::KnownBy::looking, false, {}});
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

}  // namespace tilescope
