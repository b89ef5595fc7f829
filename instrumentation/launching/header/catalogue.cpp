#include "instrumentation/launching/header/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/launching/header/header_numbers.h"
#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "instrumentation/launching/texts/known_texts.h"
#include "instrumentation/launching/texts/switches.h"
#include "instrumentation/nearest.h"

namespace tilescope {

namespace {

constexpr std::string_view plainest = "naive", first_of_ladder = "tiled_bounded";
// Which kernels come first. From the first of the ladder on, each has one idea more than the one before.
constexpr std::array<std::string_view, 9> course{plainest,        "single_block",    "tiled",
                                                 first_of_ladder, "coarsened_1d",    "register_tiled",
                                                 "vectorized",    "double_buffered", "warp_tiled"};

// "WRONG ON PURPOSE: the tiled kernel without its first barrier": what stands behind the colon.
std::string mistake_in(const std::string& summary) {
  constexpr std::string_view mark = "WRONG ON PURPOSE: ";
  return summary.starts_with(mark) ? summary.substr(mark.size()) : "";
}

CatalogueKernel described(const KnownText& known) {
  CatalogueKernel kernel{known.name, known.text, summary_of(known.text), "", {}, {}};
  kernel.mistake = mistake_in(kernel.summary);
  for (std::string& condition : needs_in(std::string(known.text))) {
    const bool names_side = has_word(condition, "M") || has_word(condition, "N") || has_word(condition, "K");
    (names_side ? kernel.of_shapes : kernel.of_tiles).push_back(std::move(condition));
  }
  return kernel;
}

std::vector<CatalogueKernel> all_described() {
  std::vector<CatalogueKernel> all;
  for (const KnownText& known : known_texts())
    if (find_classic(known.name) == nullptr) all.push_back(described(known));
  const auto place = [](const CatalogueKernel& of) { return std::find(course.begin(), course.end(), of.name); };
  std::stable_sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return place(a) < place(b); });
  return all;
}

HeaderNumbers numbers_with(const CatalogueKernel& kernel, const ProductShape& shape) {
  HeaderNumbers numbers(std::string(kernel.text), {{"TILE", std::to_string(shape.tile)}});
  for (const auto& [name, value] :
       {std::pair<const char*, std::int64_t>{"TILE", shape.tile}, {"M", shape.m}, {"N", shape.n}, {"K", shape.k}})
    numbers.know(name, value);
  return numbers;
}

}  // namespace

bool CatalogueKernel::takes(int tile) const {
  return tile > 0 && tile <= widest_tile && hold(of_tiles, numbers_with(*this, {1, 1, 1, tile}));
}

bool CatalogueKernel::takes(const ProductShape& shape) const {
  return takes(shape.tile) && hold(of_shapes, numbers_with(*this, shape));
}

std::vector<int> CatalogueKernel::tiles() const {
  std::vector<int> widths;
  for (int tile = 1; tile <= widest_tile; ++tile)
    if (takes(tile)) widths.push_back(tile);
  return widths;
}

int CatalogueKernel::usual_tile(const ProductShape& shape) const {
  Request sides;
  sides.m = shape.m, sides.n = shape.n, sides.k = shape.k;
  return static_cast<int>(read_header(std::string(text), std::string(name), sides).known.known().at("TILE"));
}

std::optional<std::string> CatalogueKernel::refusal(const ProductShape& shape) const {
  Needs all = of_shapes;
  all.insert(all.end(), of_tiles.begin(), of_tiles.end());
  return tilescope::refusal(fmt::format("{} needs", name), all, numbers_with(*this, shape));
}

std::string in_words(const std::vector<int>& tiles) {
  std::string words;
  for (std::size_t n = 0; n < tiles.size();) {
    std::size_t end = n + 1;
    const int step = end < tiles.size() ? tiles[end] - tiles[n] : 0;
    while (end < tiles.size() && tiles[end] - tiles[end - 1] == step) ++end;
    if (!words.empty()) words += ", ";
    if (end - n < 4) {  // too few to leave any out
      words += std::to_string(tiles[n++]);
      continue;
    }
    words += step == 1 ? fmt::format("{} to {}", tiles[n], tiles[end - 1])
                       : fmt::format("{}, {} ... {}", tiles[n], tiles[n + 1], tiles[end - 1]);
    n = end;
  }
  return words;
}

std::span<const CatalogueKernel> catalogue() {
  static const std::vector<CatalogueKernel> all = all_described();
  return all;
}

std::vector<std::string> kernel_names() {
  std::vector<std::string> names;
  for (const CatalogueKernel& kernel : catalogue()) names.emplace_back(kernel.name);
  return names;
}

const CatalogueKernel* find_product(std::string_view name) {
  for (const CatalogueKernel& kernel : catalogue())
    if (kernel.name == name) return &kernel;
  return nullptr;
}

const CatalogueKernel& find_kernel(std::string_view name) {
  if (const CatalogueKernel* const product = find_product(name)) return *product;
  std::vector<std::string_view> names;
  for (const KnownText& known : known_texts()) names.push_back(known.name);
  throw UsageError(fmt::format("there is no kernel '{}': did you mean {}? `tilescope kernels` lists all", name,
                               nearest(name, names)));
}

void require_kernel(std::string_view name) {
  if (!is_kernel_file(kernel_called(name))) static_cast<void>(find_kernel(name));
}

std::vector<std::string_view> kernels_beside(std::string_view name) {
  if (name == plainest) return {"tiled", first_of_ladder};
  // What is one switch away from another kernel is compared with that one, a rung of the ladder with those below it;
  // others, and those which that does not do for, with the plainest.
  std::vector<std::string_view> beside;
  const auto ladder = std::find(course.begin(), course.end(), first_of_ladder);
  if (const auto rung = std::find(ladder, course.end(), name); rung != course.end())
    beside.assign(std::make_reverse_iterator(rung), std::make_reverse_iterator(ladder));
  for (const Switch& one : switches())
    if (one.to == name) beside.push_back(one.from);
  if (std::find(beside.begin(), beside.end(), plainest) == beside.end()) beside.push_back(plainest);
  return beside;
}

}  // namespace tilescope
