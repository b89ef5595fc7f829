#include "app/explain/cube.h"

#include <algorithm>
#include <optional>

#include "instrumentation/analysis/block_walk.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

using GoesOn = std::function<bool()>;

Cube::Axis axis(std::string name, std::string words, std::uint64_t length) {
  Cube::Axis axis{.name = std::move(name), .words = std::move(words)};
  axis.whole = axis.length = std::max<std::uint64_t>(length, 1);
  axis.merged = static_cast<std::uint32_t>((axis.length + most_cells - 1) / most_cells);
  axis.cells = static_cast<std::uint32_t>((axis.length + axis.merged - 1) / axis.merged);
  return axis;
}

void make_room(Cube& cube, const Trace& trace) {
  cube.threads_per_block = trace.threads_per_block();
  cube.points.resize(std::size_t{cube.axes[0].cells} * cube.axes[1].cells * cube.axes[2].cells);
  cube.reaches.resize(trace.block_count());
}

// Finds the step of each event of one thread, for events given in order.
class Steps {
 public:
  Steps(const Order& order, std::size_t block, std::uint32_t thread)
      : path_(&order.paths()[order.path_of(block, thread)]) {}

  std::uint32_t of(std::uint32_t event) {
    while (path_->visits[at_].end <= event) ++at_;
    return path_->steps[at_];
  }

 private:
  const Path* path_;
  std::size_t at_ = 0;
};

// Puts a point into its cell if the cube shows it. Returns true if an earlier point has the same place.
bool put(Cube& cube, const std::array<std::uint64_t, 3>& place, const EventRef& event, std::uint32_t step) {
  std::array<std::uint32_t, 3> at{};
  Cube::Reach& reach = cube.reaches[event.block];
  bool is_here = true;
  for (std::size_t n = 0; n < 3; ++n) {
    reach.first[n] = std::min(reach.first[n], place[n]);
    reach.last[n] = std::max(reach.last[n], place[n]);
    is_here = is_here && cube.axes[n].has(place[n]);
    at[n] = cube.axes[n].cell_of(place[n]);
  }
  if (!is_here) return false;
  Cube::Point& point = cube.points[cube.cell_at(at[0], at[1], at[2])];
  const auto thread = static_cast<std::uint32_t>(event.block * cube.threads_per_block + event.thread);
  ++cube.placed;
  if (!point.is_there()) {
    point = {thread, event.event, step, step};
    return false;
  }
  point.last = std::max(point.last, step);
  if (step < point.step) point = {thread, event.event, step, point.last};
  return true;
}

// Traces values that a block's threads load back to elements of A and B, through shared memory and shuffles.
class ProductWalk {
 public:
  ProductWalk(const Replay& replay, const reading::LaunchProduct& product, Cube& cube, std::size_t block)
      : trace_(replay.trace()), product_(product), cube_(cube), block_(block), walk_(trace_, block, [](Kind kind) {
          return kind != Kind::barrier_arrive && kind != Kind::barrier_release;
        }) {
    for (std::uint32_t thread = 0; thread < trace_.threads_per_block(); ++thread) {
      lanes_.push_back({Steps(replay.order(), block, thread), {}});
      lanes_.back().came_from.resize(trace_.events(block, thread).size());
    }
  }

  void go() {
    const auto tell = [&](std::uint32_t thread, std::uint32_t number, const Event& event) {
      follow(thread, number, event);
    };
    while (walk_.interval(tell)) {
    }
  }

 private:
  struct Origin {
    enum class Of : std::uint8_t { unknown, padding, a, b };
    std::uint32_t of : 2, element : 30;
  };
  struct Lane {
    Steps steps;
    std::vector<Origin> came_from;  // by event
  };
  static Origin origin(Origin::Of of, std::uint32_t element = 0) {
    return {static_cast<std::uint32_t>(of) & 3, element & 0x3fffffff};
  }
  static bool is(const Origin& what, Origin::Of of) { return what.of == static_cast<std::uint32_t>(of); }

  [[nodiscard]] Origin made_by(std::uint32_t thread, std::uint32_t event) const {
    if (event == no_origin) return origin(Origin::Of::padding);
    const auto& all = lanes_[thread].came_from;
    return event < all.size() ? all[event] : origin(Origin::Of::unknown);
  }

  void follow(std::uint32_t thread, std::uint32_t number, const Event& event) {
    Origin& here = lanes_[thread].came_from[number];
    switch (event.kind()) {
      case Kind::global_load:
        if (event.array() == product_.a.array) here = origin(Origin::Of::a, event.index);
        if (event.array() == product_.b.array) here = origin(Origin::Of::b, event.index);
        break;
      case Kind::out_of_bounds: here = origin(Origin::Of::padding); break;
      case Kind::shared_store: cell(event) = made_by(thread, event.origin); break;
      case Kind::shared_load: here = cell(event); break;
      case Kind::shuffle:
        if (event.index < lanes_.size()) here = made_by(event.index, static_cast<std::uint32_t>(event.second));
        break;
      case Kind::partial_sum:
        if (event.sum_form() == SumForm::multiply_add)
          multiply(thread, number, made_by(thread, event.first_operand(number)),
                   made_by(thread, event.second_operand(number)));
        else if (event.sum_form() == SumForm::start)
          here = made_by(thread, event.first_operand(number));
        break;
      default: break;
    }
  }

  void multiply(std::uint32_t thread, std::uint32_t number, const Origin& first, const Origin& second) {
    if (is(first, Origin::Of::padding) || is(second, Origin::Of::padding)) {
      ++cube_.padding;
      return;
    }
    std::optional<std::array<std::uint64_t, 3>> place = point_of(first, second);
    if (!place) place = point_of(second, first);
    if (!place) {
      ++cube_.others;
      return;
    }
    if (put(cube_, *place, {block_, thread, number}, lanes_[thread].steps.of(number)) && !cube_.is_merged())
      ++cube_.again;
  }

  // The point of an element of A and an element of B, if they have the same k.
  [[nodiscard]] std::optional<std::array<std::uint64_t, 3>> point_of(const Origin& a, const Origin& b) const {
    const bool is_square = product_.a.array == product_.b.array;
    if (!is(a, is_square ? Origin::Of::b : Origin::Of::a) || !is(b, Origin::Of::b)) return std::nullopt;
    const auto [i, k] = place_in(product_.a, a.element);
    const auto [also_k, j] = place_in(product_.b, b.element);
    if (k != also_k || a.element >= product_.a.elements() || b.element >= product_.b.elements()) return std::nullopt;
    return std::array<std::uint64_t, 3>{i, j, k};
  }
  static std::pair<std::uint64_t, std::uint64_t> place_in(const reading::Matrix& matrix, std::uint32_t element) {
    const auto across = static_cast<std::uint64_t>(matrix.by_columns ? matrix.rows : matrix.columns);
    const std::uint64_t one = element / across, other = element % across;
    return matrix.by_columns ? std::pair(other, one) : std::pair(one, other);
  }

  Origin& cell(const Event& event) {
    shared_.resize(std::max<std::size_t>(shared_.size(), event.array() + std::size_t{1}));
    std::vector<Origin>& cells = shared_[event.array()];
    if (cells.size() <= event.index)
      cells.resize(std::max<std::size_t>(event.index + std::size_t{1}, 2 * cells.size()));
    return cells[event.index];
  }

  const Trace& trace_;
  const reading::LaunchProduct& product_;
  Cube& cube_;
  std::size_t block_;
  BlockWalk walk_;
  std::vector<Lane> lanes_;
  std::vector<std::vector<Origin>> shared_;  // by array and cell
};

using Axes = std::array<Cube::Axis, 3>;
using Blocks = std::vector<std::size_t>;

Axes axes_of(const reading::LaunchProduct& product) {
  const auto length = [](std::int64_t side) { return static_cast<std::uint64_t>(side); };
  return {axis("i", "rows of C", length(product.m())), axis("j", "columns of C", length(product.n())),
          axis("k", "along the sum", length(product.k()))};
}

bool make_product(Cube& cube, const Replay& replay, const reading::LaunchProduct& product, const Blocks& blocks,
                  const GoesOn& wanted) {
  cube.is_product = true;
  make_room(cube, replay.trace());
  for (const std::size_t block : blocks) {
    if (!wanted()) return false;
    ProductWalk(replay, product, cube, block).go();
  }
  return true;
}

bool is_access(const Event& event) {
  switch (event.kind()) {
    case Kind::global_load:
    case Kind::global_store:
    case Kind::shared_load:
    case Kind::shared_store:
    case Kind::atomic: return true;
    default: return false;
  }
}

// Where each array begins on the element axis, and the end of the last array.
std::vector<std::uint64_t> array_begins(const Trace& trace) {
  std::vector<std::uint64_t> begins;
  std::uint64_t elements = 0;
  for (const ArrayInfo& array : trace.arrays()) {
    begins.push_back(elements);
    if (array.space != Space::local)
      elements += static_cast<std::uint64_t>(std::max<std::int64_t>(array.elements(), 1));
  }
  begins.push_back(elements);
  return begins;
}

Axes axes_of_accesses(const Replay& replay) {
  const Trace& trace = replay.trace();
  return {axis("thread", "of all blocks", trace.block_count() * trace.threads_per_block()),
          axis("element", "array after array", array_begins(trace).back()),
          axis("time", "in steps", replay.order().step_count())};
}

bool make_accesses(Cube& cube, const Replay& replay, const Blocks& blocks, const GoesOn& wanted) {
  const Trace& trace = replay.trace();
  const std::vector<std::uint64_t> begins = array_begins(trace);
  const std::uint64_t elements = begins.back();
  make_room(cube, trace);
  for (const std::size_t block : blocks)
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      if (thread % 64 == 0 && !wanted()) return false;
      Steps steps(replay.order(), block, thread);
      std::uint32_t number = 0;
      for (const Event event : trace.events(block, thread)) {
        const std::uint32_t own = number++;
        if (!is_access(event)) continue;
        const std::uint64_t element = begins[event.array()] + event.index;
        if (element >= elements) continue;
        const std::uint32_t step = steps.of(own);
        static_cast<void>(
            put(cube, {block * trace.threads_per_block() + thread, element, step}, {block, thread, own}, step));
      }
    }
  return true;
}

}  // namespace

std::shared_ptr<const Cube> cube_of(const Replay& replay, const GoesOn& wanted) {
  auto cube = std::make_shared<Cube>();
  const auto product = reading::product_of(replay.trace().launch());
  const Blocks blocks(replay.blocks().begin(), replay.blocks().end());
  cube->axes = product ? axes_of(*product) : axes_of_accesses(replay);
  const bool done =
      product ? make_product(*cube, replay, *product, blocks, wanted) : make_accesses(*cube, replay, blocks, wanted);
  return done ? cube : nullptr;
}

std::shared_ptr<const Cube> cube_near(const Replay& replay, const Cube& whole,
                                      const std::array<std::uint32_t, 3>& place, const GoesOn& wanted) {
  auto cube = std::make_shared<Cube>();
  cube->axes = whole.axes;
  for (std::size_t n = 0; n < 3; ++n) {
    Cube::Axis& axis = cube->axes[n];
    axis.length = std::min<std::uint64_t>(axis.whole, most_cells);
    const std::uint64_t before = std::min<std::uint64_t>(place[n], axis.length / 2);
    axis.first = std::min(place[n] - before, axis.whole - axis.length);
    axis.merged = 1;
    axis.cells = static_cast<std::uint32_t>(axis.length);
  }
  Blocks blocks;
  for (const std::size_t block : replay.blocks()) {
    const Cube::Reach& reach = whole.reaches[block];
    bool comes_here = true;
    for (std::size_t n = 0; n < 3; ++n)
      comes_here = comes_here && reach.first[n] < cube->axes[n].end() && reach.last[n] >= cube->axes[n].first;
    if (comes_here) blocks.push_back(block);
  }
  const auto product = reading::product_of(replay.trace().launch());
  const bool done =
      product ? make_product(*cube, replay, *product, blocks, wanted) : make_accesses(*cube, replay, blocks, wanted);
  return done ? cube : nullptr;
}

}  // namespace tilescope
