#include "kernels/catalogue.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/executors/of_launch.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/memory.h"
#include "instrumentation/nearest.h"
#include "kernels/inputs.h"
#include "kernels/kernel_header.h"
#include "kernels/known_texts.h"
#include "kernels/launch_list.h"
#include "kernels/launch_words.h"
#include "kernels/own_kernel.h"
#include "kernels/request_fields.h"
#include "kernels/switches.h"

namespace tilescope {

namespace {

constexpr std::int64_t most_threads = 1024;  // of a block, as CUDA has it
constexpr std::int64_t most_blocks_y = 65535;
constexpr std::int64_t most_blocks_x = 2147483647;
constexpr std::int64_t most_elements = 2147483647;  // kernels index with int
constexpr std::int64_t default_size = 4;
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
  return fmt::format("{} needs {} divisible by {}: {} = {} x {} would do, {} does not; tiled_bounded takes any size",
                     kernel, name, step_is, times * step, times, step, side);
}
std::optional<std::string> needs_multiples_of(std::string_view kernel, const ProductShape& l, std::int64_t depth,
                                              std::string_view depth_is) {
  if (auto refusal = needs_multiple(kernel, 'M', l.m, l.tile, "the tile")) return refusal;
  if (auto refusal = needs_multiple(kernel, 'N', l.n, l.tile, "the tile")) return refusal;
  return needs_multiple(kernel, 'K', l.k, depth, depth_is);
}
std::optional<std::string> needs_multiples(std::string_view name, const ProductShape& l) {
  return needs_multiples_of(name, l, l.tile, "the tile");
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
        "single_block needs max(N,K) x max(M,K) threads in one block, {} x {} here, and a block has at most {} and "
        "sides of {}: sides up to {} would do; tiled_bounded takes any size",
        x, y, most_threads, widest_block, widest_block);
  if (longest_side(l) > l.tile)
    return fmt::format("single_block needs a tile at least as wide as every side: --tile {} would do, {} does not",
                       tile_for_all(l), l.tile);
  return std::nullopt;
}

// Which widths a kernel's text is right for. Of a square of threads, a block has at most 32 each way.
bool is_a_blocks(int tile) { return tile <= widest_block; }
// A thread of coarsened_1d has 2 or 8 elements below each other, and two whole tiles fit in 48 KiB.
bool is_of_columns(int tile) { return tile < 32 ? tile % 2 == 0 : tile % 8 == 0 && tile <= 72; }
// Squares of 2 x 2, and wider ones so that 16 x 16 threads do.
bool is_of_squares(int tile) { return tile < 64 ? tile % 2 == 0 : tile % 16 == 0; }
// And every thread loads one float4 of each tile.
bool is_of_vectors(int tile) { return tile < 64 ? tile % 4 == 0 : tile == 64 || tile == 128; }
// A warp has 16 x 32 elements of C, or 64 x 64, and loads whole float4s.
bool is_of_warps(int tile) { return tile == 32 || tile == 128; }

constexpr std::string_view multiples = "M, N and K divisible by the tile";
constexpr std::string_view depths = "M and N divisible by the tile, K by the depth of its tiles";

constexpr std::array<CatalogueKernel, 18> kernels{{
    {"naive", "every thread reads its row of A and its column of B from global memory", "any size", "", covering_grid,
     square_block, is_a_blocks, small_tile, takes_all},
    {"single_block", "all of A and B in the shared memory of one block",
     "max(N,K) x max(M,K) at most 1,024 threads, tile at least every side", "", one_block, block_for_both_inputs,
     is_a_blocks, tile_for_all, needs_room},
    {"tiled", "A and B pass through shared memory tile by tile", multiples, "", covering_grid, square_block,
     is_a_blocks, small_tile, needs_multiples},
    {"tiled_bounded", "tiled, with padding by 0 where a tile overhangs", "any size", "", covering_grid, square_block,
     is_a_blocks, small_tile, takes_all},
    {"coarsened_1d", "several elements of C per thread, one below the other: an element of B serves all", "any size",
     "", covering_grid, coarsened_block, is_of_columns, small_tile, takes_all},
    {"register_tiled", "a small square of C per thread: elements in registers serve a row or a column of it", depths,
     "", covering_grid, block_of_squares, is_of_squares, four, needs_depth_of_squares},
    {"vectorized", "register_tiled with loads of four elements, and A's tile transposed", depths, "", covering_grid,
     block_of_squares, is_of_vectors, four, needs_depth_of_squares},
    {"double_buffered", "vectorized with room for two tiles: the next is loaded while one is used", depths, "",
     covering_grid, block_of_squares, is_of_vectors, four, needs_depth_of_squares},
    {"warp_tiled", "double_buffered with a tile of C for each warp, and several squares for each thread", depths, "",
     covering_grid, block_of_warps, is_of_warps, a_warp, needs_depth_of_warps},
    {"naive_uncoalesced", "naive with x and y swapped: right, and slow, for a warp's accesses lie far apart",
     "any size", "", covering_grid, square_block, is_a_blocks, small_tile, takes_all},
    {"tiled_barrier_in_inner_loop", "tiled with T + 1 barriers a phase instead of 2: right, and slow", multiples, "",
     covering_grid, square_block, is_a_blocks, small_tile, needs_multiples},
    {"tiled_transposed", "tiled with B's tile stored transposed: right, and slow, for banks conflict", multiples, "",
     covering_grid, square_block, is_a_blocks, small_tile, needs_multiples},
    {"tiled_transposed_padded", "the transposed tile with a column to spare: right, and its banks do not conflict",
     multiples, "", covering_grid, square_block, is_a_blocks, small_tile, needs_multiples},
    {"tiled_no_first_barrier", "tiled without its first barrier: wrong", multiples,
     "a thread may read a tile that others have not filled", covering_grid, square_block, is_a_blocks, small_tile,
     needs_multiples},
    {"tiled_no_second_barrier", "tiled without its second barrier: wrong where K is more than the tile", multiples,
     "a thread may overwrite a tile that others still read", covering_grid, square_block, is_a_blocks, small_tile,
     needs_multiples},
    {"tiled_barrier_in_branch", "tiled with a barrier that row 0 of the block does not reach: wrong", multiples,
     "the other threads of the block wait for a barrier that not all reach", covering_grid, square_block, is_a_blocks,
     small_tile, needs_multiples},
    {"tiled_unguarded", "tiled_bounded without guards on its loads: wrong where the tile does not divide all sides",
     "any size", "threads at ragged edges read beyond the rows and beyond the matrices", covering_grid, square_block,
     is_a_blocks, small_tile, takes_all},
    {"tiled_short_loop", "tiled with a k loop that stops one early: wrong, with no race", multiples,
     "the last product of each phase is missing", covering_grid, square_block, is_a_blocks, small_tile,
     needs_multiples},
}};

constexpr std::array<std::string_view, 2> tiled_ones{"tiled", "tiled_bounded"};
// Each has one idea more than the one before.
constexpr std::array<std::string_view, 6> ladder{"tiled_bounded", "coarsened_1d",    "register_tiled",
                                                 "vectorized",    "double_buffered", "warp_tiled"};
constexpr std::string_view plainest = "naive";

void require_side(std::string_view option, std::int64_t side) {
  if (side >= 1 && side <= most_elements) return;
  throw UsageError(fmt::format("--{} {}: a side is a whole number from 1 to {}", option, side, most_elements));
}

void require_sides(const reading::ProductSides& l) {
  require_side("m", l.m);
  require_side("n", l.n);
  require_side("k", l.k);
  for (const auto& [name, rows, columns] :
       {std::tuple{"A", l.m, l.k}, std::tuple{"B", l.k, l.n}, std::tuple{"C", l.m, l.n}})
    if (rows > most_elements / columns)
      throw UsageError(fmt::format("{} of {} x {} has more elements than an int can index ({}): take smaller sides",
                                   name, rows, columns, most_elements));
}

void require_tile(const CatalogueKernel& kernel, int tile, const Request& request) {
  if (tile > 0 && tile <= widest_tile && kernel.takes_tile(tile)) return;
  throw UsageError(fmt::format("{}: {} takes {}", told_of(request, "tile", std::to_string(tile)), kernel.name,
                               in_words(kernel.tiles())));
}

void require_grid(const Launch& l) {
  if (l.grid.y > most_blocks_y || l.grid.x > most_blocks_x)
    throw UsageError(
        fmt::format("a grid of {} x {} blocks: CUDA has at most {} x {}; take a wider tile or a smaller size", l.grid.x,
                    l.grid.y, most_blocks_x, most_blocks_y));
}

void require_window(const Launch& l) {
  const bool has_window = l.record == Record::window || l.record == Record::blocks;
  if (!has_window && !l.window.empty())
    throw UsageError("--blocks: goes with --record window or blocks, and another was asked for");
  if (!has_window) return;
  if (l.window.empty())
    throw UsageError(fmt::format("--record {}: name the blocks, as in --blocks 0,0 or --blocks 0-1,0-3",
                                 l.record == Record::window ? "window" : "blocks"));
  for (const BlockRange& range : l.window)
    if (range.y1 >= l.grid.y || range.x1 >= l.grid.x)
      throw UsageError(fmt::format("--blocks: block {},{} (y,x) is outside the grid of {} x {} (y x x) blocks",
                                   range.y1, range.x1, l.grid.y, l.grid.x));
}

void plan_known(Launch& launch, const Request& request) {
  const CatalogueKernel& kernel = find_kernel(request.kernel);
  ProductShape shape{request.m.value_or(default_size), request.n.value_or(default_size),
                     request.k.value_or(default_size)};
  const reading::ProductSides sides{shape.m, shape.n, shape.k};
  require_sides(sides);
  shape.tile = request.tile ? *request.tile : kernel.default_tile(shape);
  require_tile(kernel, shape.tile, request);
  if (const auto refusal = kernel.refusal(kernel.name, shape)) throw UsageError(*refusal);
  launch.kernel = request.kernel;
  launch.tile = shape.tile;
  launch.grid = kernel.grid(shape);
  launch.block = kernel.block(shape);
  give_product(launch, known_kernel(kernel.name, shape.tile), sides);
}

}  // namespace

std::vector<int> CatalogueKernel::tiles() const {
  std::vector<int> widths;
  for (int tile = 1; tile <= widest_tile; ++tile)
    if (takes_tile(tile)) widths.push_back(tile);
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
  throw UsageError(fmt::format("there is no kernel '{}': do you mean {}? `tilescope kernels` lists all", name,
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

namespace {

// What is said of a launch beside its kernel.
Launch launch_for(const Request& request) {
  Launch launch;
  launch.schedule = request.schedule;
  launch.record = request.record.value_or(request.window.empty() ? Record::full : Record::window);
  launch.window = request.window;
  launch.out_of_bounds = request.out_of_bounds;
  return launch;
}

void fill(Launch& launch, const Request& request, const InputFiles& files) {
  // Counted up, A and B begin alike, which hides that one is taken for the other.
  const auto product = reading::product_of(launch);
  const bool is_doubted = product && product->is_doubted && request.inputs == "counting";
  make_inputs(launch, is_doubted ? "random" : request.inputs, request.seed, files);
}

// Before any memory is asked for.
void require_possible(const Launch& launch) {
  if (reading::has_matrices(launch)) require_sides(reading::sides_of(launch));
  require_grid(launch);
  require_window(launch);
  static_cast<void>(event_memory(launch, usable_memory(), 1));
}

// A file's header may say what its matrices hold, where nobody asks for anything.
Request with_inputs_of_header(Request request) {
  const Request usual;
  if (!is_kernel_file(request.kernel) || request.inputs != usual.inputs) return request;
  const std::string text = text_of(request);
  if (text.find("//! inputs") != std::string::npos) request.inputs = read_header(text, request.kernel, request).inputs;
  return request;
}

}  // namespace

Launch plan(const Request& asked, Inputs inputs) {
  const Request request = with_inputs_of_header(asked);
  Launch launch = launch_for(request);
  const InputFiles files = read_input_files(request.inputs);
  Request sized = request;
  if (files.a && !sized.m) sized.m = files.a->rows;
  if (files.b && !sized.n) sized.n = files.b->columns;
  if (files.a && !sized.k) sized.k = files.a->columns;
  const bool is_own = is_kernel_file(request.kernel);
  const std::optional<ListPlace> place = is_own ? place_in_list(sized) : std::optional<ListPlace>();
  if (place)
    plan_in_list(launch, *place);
  else if (is_own)
    plan_own(launch, sized);
  else
    plan_known(launch, sized);
  require_possible(launch);
  if (inputs == Inputs::made && reading::has_matrices(launch)) fill(launch, request, files);
  if (place) put_given(launch, place->beginning.given);
  return launch;
}

Launch plan_on(const Request& request, const Beginning& beginning) {
  Launch launch = launch_for(request);
  plan_begun(launch, request, beginning);
  require_possible(launch);
  if (reading::has_matrices(launch)) fill(launch, request, {});
  put_given(launch, beginning.given);
  return launch;
}

Launch plan_said(const Request& said, const Beginning& beginning) {
  Launch launch = launch_for(said);
  plan_as_said(launch, said, beginning.given);
  require_possible(launch);
  // Counted up, A and B begin alike.
  if (reading::has_matrices(launch)) make_inputs(launch, "random", said.seed, {});
  put_given(launch, beginning.given);
  return launch;
}

Launch launch_again(const Launch& of_file) {
  Request request = request_of(of_file);
  request.record = Record::counts;  // so that it is not refused for what a full trace would take
  request.window.clear();
  Launch launch = plan(request, Inputs::none);
  launch.record = of_file.record;
  launch.window = of_file.window;
  copy_inputs(of_file, launch);
  return launch;
}

std::string name_asked(const Launch& launch) { return launch.program ? launch.program->file : launch.kernel; }

namespace {

// As --array has it. What the text declares is as long as the text says.
std::string said_of(const Launch& launch, const Buffer& buffer) {
  if (launch.program) {
    const auto& array =
        launch.program->prepared->code().arrays[static_cast<std::size_t>(&buffer - launch.buffers.data())];
    if (!array.is_parameter) return ":" + buffer.fill;
  }
  return fmt::format("{}{}{}", fmt::join(buffer.sides, "x"), buffer.is_left_by_another() ? "" : ":",
                     buffer.is_left_by_another() ? "" : buffer.fill);
}

}  // namespace

Request request_of(const Launch& launch) {
  Request request;
  request.kernel = name_asked(launch);
  if (launch.program) {
    request.entry = launch.program->entry;
    if (launch.program->is_typed) request.text = launch.program->text;
    if (!launch.program->list.names.empty()) request.launch = launch.program->list.number;
    request.launches = launch.program->list.said;
    request.knobs = launch.program->knobs;
    request.grid = {launch.grid.x, launch.grid.y / launch.grid_depth, launch.grid_depth};
    request.block = {launch.block.x, launch.block.y / launch.block_depth, launch.block_depth};
    if (launch.dynamic_shared_bytes > 0) request.shared_bytes = launch.dynamic_shared_bytes;
  }
  if (reading::has_matrices(launch)) {
    const auto [m, n, k] = reading::sides_of(launch);
    request.m = m, request.n = n, request.k = k;
  } else {
    const std::vector<std::string> names = numbers_of(launch);
    for (std::size_t n = 0; n < names.size(); ++n) request.numbers[names[n]] = words_of(launch.numbers[n]);
    for (const Buffer& buffer : launch.buffers)
      if (!buffer.sides.empty() && !buffer.fill.empty() && !(request.launch > 0 && buffer.is_left_by_another()))
        request.arrays[buffer.name] = said_of(launch, buffer);
  }
  if (!launch.program) request.tile = launch.tile;
  request.schedule = launch.schedule;
  request.record = launch.record;
  request.window = launch.window;
  request.out_of_bounds = launch.out_of_bounds;
  return request;
}

}  // namespace tilescope
