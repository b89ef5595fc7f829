#include "instrumentation/launching/plan/plan_whole.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "instrumentation/error.h"
#include "instrumentation/executors/of_launch.h"
#include "instrumentation/launching/derive/inputs.h"
#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/launching/plan/any_launch.h"
#include "instrumentation/launching/plan/begun_launch.h"
#include "instrumentation/launching/plan/plan_own.h"
#include "instrumentation/launching/request/input_files.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_text.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/memory.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

constexpr std::int64_t most_blocks_y = 65535;
constexpr std::int64_t most_blocks_x = 2147483647;
constexpr std::int64_t most_elements = 2147483647;  // kernels index with int

void require_side(std::string_view option, std::int64_t side) {
  if (side >= 1 && side <= most_elements) return;
  throw UsageError(fmt::format("--{} {}: a side must be a whole number from 1 to {}", option, side, most_elements));
}

}  // namespace

void require_sides(const reading::ProductSides& l) {
  require_side("m", l.m);
  require_side("n", l.n);
  require_side("k", l.k);
  for (const auto& [name, rows, columns] :
       {std::tuple{"A", l.m, l.k}, std::tuple{"B", l.k, l.n}, std::tuple{"C", l.m, l.n}})
    if (rows > most_elements / columns)
      throw UsageError(fmt::format("{} of {} x {} has more elements than an int can index ({}): use smaller sides",
                                   name, rows, columns, most_elements));
}

namespace {

void require_grid(const Launch& l) {
  if (l.grid.y > most_blocks_y || l.grid.x > most_blocks_x)
    throw UsageError(
        fmt::format("a grid {} wide x {} high: CUDA allows at most {} x {}; use a wider tile or a smaller size",
                    l.grid.x, l.grid.y, most_blocks_x, most_blocks_y));
}

void require_window(const Launch& l) {
  const bool has_window = l.record == Record::window || l.record == Record::blocks;
  if (!has_window && !l.window.empty()) throw UsageError("--blocks needs --record window or --record blocks");
  if (!has_window) return;
  if (l.window.empty())
    throw UsageError(fmt::format("--record {}: name the blocks, as in --blocks 0,0 or --blocks 0-1,0-3",
                                 l.record == Record::window ? "window" : "blocks"));
  for (const BlockRange& range : l.window)
    if (range.y1 >= l.grid.y || range.x1 >= l.grid.x)
      throw UsageError(fmt::format("--blocks: block {},{} (y,x) is outside the grid of {} blocks", range.y1, range.x1,
                                   sides_in_words(l.grid, 1)));
}

// What is said of a launch beside its kernel.
Launch launch_for(const Request& request) {
  Launch launch;
  launch.schedule = request.schedule;
  launch.record = request.record.value_or(request.window.empty() ? Record::full : Record::window);
  launch.window = request.window;
  launch.out_of_bounds = request.out_of_bounds;
  return launch;
}

// What was planned as any arrays holds something already, which --inputs replaces.
void fill(Launch& launch, const Request& request, const InputFiles& files) {
  // Counted up, A and B begin alike, which hides that one is taken for the other.
  const auto product = reading::product_of(launch);
  const bool is_usual = request.inputs == Request().inputs;
  if (is_usual && !launch.buffers[product->a.array].bytes.empty()) return;
  const bool is_doubted = product->is_doubted && is_usual;
  make_inputs(launch, is_doubted ? "random" : request.inputs, request.seed, files);
}

KernelHeader header_with_sides(const Launch& launch, Request request, const std::array<std::int64_t, 3>& sides) {
  std::tie(request.m, request.n, request.k) = std::tuple(sides[0], sides[1], sides[2]);
  return header_of(*launch.program, std::move(request));
}

// What the header of a file says that its kernel needs. That it fails for other sides is no mistake.
void require_needs(Launch& launch, const Request& request) {
  if (!launch.program || !has_word(launch.program->text, "needs")) return;
  KernelHeader header = header_of(*launch.program, request);
  if (const auto product = reading::product_of(launch)) {
    header = header_with_sides(launch, request, {product->m(), product->n(), product->k()});
    if (product->fails[0] != 0 && !hold(header.needs, header_with_sides(launch, request, product->fails).known))
      reading::tell_failing(launch, {});
  }
  HeaderNumbers numbers = header.known;
  const std::vector<std::string> names = machine::names_of_scalars(launch.program->prepared->code());
  for (std::size_t n = 0; n < names.size(); ++n)
    if (launch.numbers[n].is_whole()) numbers.know(names[n], static_cast<std::int64_t>(launch.numbers[n].bits()));
  if (const auto why = refusal(header.place("needs"), header.needs, numbers)) throw UsageError(*why);
}

// Before any memory is asked for.
void require_possible(Launch& launch, const Request& request) {
  if (reading::has_matrices(launch)) require_sides(reading::sides_of(launch));
  require_grid(launch);
  require_window(launch);
  static_cast<void>(event_memory(launch, usable_memory(), 1));
  require_needs(launch, request);
}

}  // namespace

Launch plan_whole(const Request& asked, Inputs inputs, const PlanKernel& plan_kernel) {
  const Request request = with_knobs_of_header(asked);
  Launch launch = launch_for(request);
  const InputFiles files = read_input_files(request.inputs);
  Request sized = request;
  if (files.a && !sized.m) sized.m = files.a->rows;
  if (files.b && !sized.n) sized.n = files.b->columns;
  if (files.a && !sized.k) sized.k = files.a->columns;
  const HeldArrays given = plan_kernel(launch, sized);
  require_possible(launch, request);
  if (inputs == Inputs::made && reading::has_matrices(launch)) fill(launch, request, files);
  if (!given.empty()) put_given(launch, given);
  return launch;
}

Launch plan_on(const Request& request, const Beginning& beginning) {
  Launch launch = launch_for(request);
  plan_begun(launch, request, beginning);
  require_possible(launch, request);
  if (reading::has_matrices(launch)) fill(launch, request, {});
  put_given(launch, beginning.given);
  return launch;
}

Launch plan_said(const Request& said, const Beginning& beginning) {
  Launch launch = launch_for(said);
  plan_as_said(launch, said, beginning.given);
  require_possible(launch, said);
  // Counted up, A and B begin alike.
  if (reading::has_matrices(launch)) make_inputs(launch, "random", said.seed, {});
  put_given(launch, beginning.given);
  return launch;
}

}  // namespace tilescope
