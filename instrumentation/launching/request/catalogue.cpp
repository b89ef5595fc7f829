#include "instrumentation/launching/request/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "instrumentation/error.h"
#include "instrumentation/launching/request/request_text.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "instrumentation/launching/texts/known_texts.h"
#include "instrumentation/launching/texts/switches.h"
#include "instrumentation/nearest.h"

namespace tilescope {

namespace {

constexpr std::int64_t most_threads = 1024;  // of a block, as CUDA has it
constexpr int default_tile = 2;
constexpr int widest_block = 32;
constexpr int widest_tile = 128;

std::int64_t divided_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }
std::int64_t longest_side(const ProductShape& l) { return std::max({l.m, l.n, l.k}); }

Size2 covering_grid(const ProductShape& l) {
  return {static_cast<unsigned>(divided_up(l.n, l.tile)), static_cast<unsigned>(divided_up(l.m, l.tile))};
}
Size2 square_block(const ProductShape& l) { return {static_cast<unsigned>(l.tile), static_cast<unsigned>(l.tile)}; }
int small_tile(const ProductShape&) { return default_tile; }
std::optional<std::string> takes_all(std::string_view, const ProductShape&) { return std::nullopt; }

// Why a side that `step` has to divide does not do.
std::optional<std::string> needs_multiple(std::string_view kernel, char name, std::int64_t side, std::int64_t step,
                                          std::string_view step_is) {
  if (side % step == 0) return std::nullopt;
  const std::int64_t times = std::max<std::int64_t>(1, (side + step / 2) / step);
  return fmt::format("{} needs {} divisible by {}: {} = {} x {} works, {} does not; tiled_bounded takes any size",
                     kernel, name, step_is, times * step, times, step, side);
}
std::optional<std::string> needs_multiples_of(std::string_view kernel, const ProductShape& l, std::int64_t depth,
                                              std::string_view depth_is) {
  if (auto refusal = needs_multiple(kernel, 'M', l.m, l.tile, "the tile width")) return refusal;
  if (auto refusal = needs_multiple(kernel, 'N', l.n, l.tile, "the tile width")) return refusal;
  return needs_multiple(kernel, 'K', l.k, depth, depth_is);
}
std::optional<std::string> needs_multiples(std::string_view name, const ProductShape& l) {
  return needs_multiples_of(name, l, l.tile, "the tile width");
}

// The kernels whose threads make several elements of C say in their texts how many, and how deep their tiles are.
unsigned width(const ProductShape& l) { return static_cast<unsigned>(l.tile); }
int four(const ProductShape&) { return 4; }
int a_warp(const ProductShape&) { return 32; }
Size2 coarsened_block(const ProductShape& l) { return {width(l), width(l) / (l.tile < 32 ? 2 : 8)}; }
int side_of_squares(const ProductShape& l) { return l.tile < 64 ? 2 : l.tile / 16; }
Size2 block_of_squares(const ProductShape& l) {
  const unsigned side = width(l) / static_cast<unsigned>(side_of_squares(l));
  return {side, side};
}
std::optional<std::string> needs_depth_of_squares(std::string_view name, const ProductShape& l) {
  return needs_multiples_of(name, l, 4 * l.tile / (side_of_squares(l) * side_of_squares(l)), "the depth of its tiles");
}
Size2 block_of_warps(const ProductShape& l) { return {32, l.tile < 128 ? width(l) / 16 * (width(l) / 32) : 4}; }
std::optional<std::string> needs_depth_of_warps(std::string_view name, const ProductShape& l) {
  return needs_multiples_of(name, l, 8, "the depth of its tiles");
}

Size2 one_block(const ProductShape&) { return {1, 1}; }
Size2 block_for_both_inputs(const ProductShape& l) {
  return {static_cast<unsigned>(std::max(l.n, l.k)), static_cast<unsigned>(std::max(l.m, l.k))};
}
// The smallest width that holds the matrices.
int tile_for_all(const ProductShape& l) {
  return static_cast<int>(std::min<std::int64_t>(longest_side(l), widest_block));
}
std::optional<std::string> needs_room(std::string_view, const ProductShape& l) {
  const std::int64_t x = std::max(l.n, l.k);
  const std::int64_t y = std::max(l.m, l.k);
  if (longest_side(l) > widest_block || x * y > most_threads)
    return fmt::format(
        "single_block needs max(N,K) x max(M,K) threads in one block, {} x {} here, but a block can have at most {} "
        "threads, and at most {} along each side; matrices with sides up to {} work; tiled_bounded takes any size",
        x, y, most_threads, widest_block, widest_block);
  if (longest_side(l) > l.tile)
    return fmt::format("single_block needs a tile at least as wide as the longest side: --tile {} works, {} does not",
                       tile_for_all(l), l.tile);
  return std::nullopt;
}

// Which widths a kernel's text is right for. For a square of threads, a block has at most 32 each way.
bool is_a_blocks(int tile) { return tile <= widest_block; }
// A thread of coarsened_1d has 2 or 8 elements below each other, and two whole tiles fit in 48 KiB.
bool is_of_columns(int tile) { return tile < 32 ? tile % 2 == 0 : tile % 8 == 0 && tile <= 72; }
// Squares of 2 x 2, and wider ones so that 16 x 16 threads do.
bool is_of_squares(int tile) { return tile < 64 ? tile % 2 == 0 : tile % 16 == 0; }
// And every thread loads one float4 of each tile.
bool is_of_vectors(int tile) { return tile < 64 ? tile % 4 == 0 : tile == 64 || tile == 128; }
// A warp has 16 x 32 elements of C, or 64 x 64, and loads whole float4s.
bool is_of_warps(int tile) { return tile == 32 || tile == 128; }

constexpr std::string_view multiples = "M, K and N divisible by the tile width";
constexpr std::string_view depths = "M and N divisible by the tile width, K by the depth of its tiles";

constexpr std::array<CatalogueKernel, 18> kernels{{
    {"naive", "every thread reads its row of A and its column of B from global memory", "any size", "", covering_grid,
     square_block, is_a_blocks, small_tile, takes_all},
    {"single_block", "all of A and B in the shared memory of one block",
     "max(N,K) x max(M,K) threads, at most 1,024; a tile at least as wide as the longest side", "", one_block,
     block_for_both_inputs, is_a_blocks, tile_for_all, needs_room},
    {"tiled", "A and B pass through shared memory tile by tile", multiples, "", covering_grid, square_block,
     is_a_blocks, small_tile, needs_multiples},
    {"tiled_bounded", "tiled, padded with zeros where a tile extends beyond the edge", "any size", "", covering_grid,
     square_block, is_a_blocks, small_tile, takes_all},
    {"coarsened_1d", "several elements of C per thread, one below the other; they share an element of B", "any size",
     "", covering_grid, coarsened_block, is_of_columns, small_tile, takes_all},
    {"register_tiled", "a small square of C per thread, which reuses elements in registers", depths, "", covering_grid,
     block_of_squares, is_of_squares, four, needs_depth_of_squares},
    {"vectorized", "register_tiled with loads of four elements, and A's tile transposed", depths, "", covering_grid,
     block_of_squares, is_of_vectors, four, needs_depth_of_squares},
    {"double_buffered", "vectorized with two buffers for each tile; one is loaded while the other is used", depths, "",
     covering_grid, block_of_squares, is_of_vectors, four, needs_depth_of_squares},
    {"warp_tiled", "double_buffered with a tile of C for each warp, and several squares for each thread", depths, "",
     covering_grid, block_of_warps, is_of_warps, a_warp, needs_depth_of_warps},
    {"naive_uncoalesced", "naive with x and y swapped; correct, but slow because of uncoalesced accesses", "any size",
     "", covering_grid, square_block, is_a_blocks, small_tile, takes_all},
    {"tiled_barrier_in_inner_loop", "tiled with T + 1 barriers per phase instead of 2; correct, but slow", multiples,
     "", covering_grid, square_block, is_a_blocks, small_tile, needs_multiples},
    {"tiled_transposed", "tiled with B's tile stored transposed; correct, but slow because of bank conflicts",
     multiples, "", covering_grid, square_block, is_a_blocks, small_tile, needs_multiples},
    {"tiled_transposed_padded", "the transposed tile with a column of padding, which avoids bank conflicts", multiples,
     "", covering_grid, square_block, is_a_blocks, small_tile, needs_multiples},
    {"tiled_no_first_barrier", "tiled without its first barrier (wrong)", multiples,
     "a thread may read a tile that others have not filled", covering_grid, square_block, is_a_blocks, small_tile,
     needs_multiples},
    {"tiled_no_second_barrier", "tiled without its second barrier (wrong if K exceeds the tile width)", multiples,
     "a thread may overwrite a tile that others still read", covering_grid, square_block, is_a_blocks, small_tile,
     needs_multiples},
    {"tiled_barrier_in_branch", "tiled with a barrier that row 0 of the block does not reach (wrong)", multiples,
     "the other threads of the block wait at a barrier that not all threads reach", covering_grid, square_block,
     is_a_blocks, small_tile, needs_multiples},
    {"tiled_unguarded", "tiled_bounded without guards on its loads (wrong unless the tile width divides all sides)",
     "any size", "threads at the edges read beyond the ends of rows and matrices", covering_grid, square_block,
     is_a_blocks, small_tile, takes_all},
    {"tiled_short_loop", "tiled with a k loop that stops one step early (wrong, but no race)", multiples,
     "the last product of each phase is missing", covering_grid, square_block, is_a_blocks, small_tile,
     needs_multiples},
}};

constexpr std::array<std::string_view, 2> tiled_ones{"tiled", "tiled_bounded"};
// Each has one idea more than the one before.
constexpr std::array<std::string_view, 6> ladder{"tiled_bounded", "coarsened_1d",    "register_tiled",
                                                 "vectorized",    "double_buffered", "warp_tiled"};
constexpr std::string_view plainest = "naive";

}  // namespace

const CatalogueKernel& own_kernel() {
  static const CatalogueKernel own{"",
                                   "a kernel in a file",
                                   "as its source needs",
                                   "",
                                   [](const ProductShape&) { return Size2(); },
                                   [](const ProductShape&) { return Size2(); },
                                   [](int tile) { return tile <= 32; },
                                   [](const ProductShape& shape) { return shape.tile; },
                                   [](std::string_view, const ProductShape&) { return std::optional<std::string>(); }};
  return own;
}

bool CatalogueKernel::takes(int tile) const { return tile > 0 && tile <= widest_tile && takes_tile(tile); }

std::vector<int> CatalogueKernel::tiles() const {
  std::vector<int> widths;
  for (int tile = 1; tile <= widest_tile; ++tile)
    if (takes(tile)) widths.push_back(tile);
  return widths;
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

std::string_view text_of(const CatalogueKernel& kernel) {
  for (const KnownText& known : known_texts())
    if (known.name == kernel.name) return known.text;
  throw Error(fmt::format("{} has no source", kernel.name));
}

std::span<const CatalogueKernel> catalogue() { return kernels; }

std::vector<std::string> kernel_names() {
  std::vector<std::string> names;
  for (const CatalogueKernel& kernel : kernels) names.emplace_back(kernel.name);
  return names;
}

const CatalogueKernel& find_kernel(std::string_view name) {
  if (is_kernel_file(kernel_called(name))) return own_kernel();
  const auto found =
      std::find_if(kernels.begin(), kernels.end(), [&](const CatalogueKernel& k) { return k.name == name; });
  if (found != kernels.end()) return *found;
  std::vector<std::string_view> names;
  for (const KnownText& known : known_texts()) names.push_back(known.name);
  throw UsageError(fmt::format("there is no kernel '{}': did you mean {}? `tilescope kernels` lists all", name,
                               nearest(name, names)));
}

std::vector<std::string_view> kernels_beside(std::string_view name) {
  if (name == plainest) return {tiled_ones.begin(), tiled_ones.end()};
  // What is one switch away from another kernel is compared with that one, a rung of the ladder with those below it;
  // others, and those which that does not do for, with the plainest.
  std::vector<std::string_view> beside;
  if (const auto rung = std::find(ladder.begin(), ladder.end(), name); rung != ladder.end())
    beside.assign(std::make_reverse_iterator(rung), ladder.rend());
  for (const Switch& one : switches())
    if (one.to == name) beside.push_back(one.from);
  if (std::find(beside.begin(), beside.end(), plainest) == beside.end()) beside.push_back(plainest);
  return beside;
}

}  // namespace tilescope
