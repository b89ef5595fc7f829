#include "app/explain/cube.h"

#include <algorithm>
#include <optional>

#include "instrumentation/analysis/block_walk.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

using GoesOn = std::function<bool()>;

Cube::Axis axis(std::string name, std::string words, std::uint64_t length) {
  Cube::Axis axis{std::move(name), std::move(words), std::max<std::uint64_t>(length, 1)};
  axis.merged = static_cast<std::uint32_t>((axis.length + most_cells - 1) / most_cells);
  axis.cells = static_cast<std::uint32_t>((axis.length + axis.merged - 1) / axis.merged);
  return axis;
}

void make_room(Cube& cube, const Trace& trace) {
  cube.threads_per_block = trace.threads_per_block();
  cube.points.resize(std::size_t{cube.axes[0].cells} * cube.axes[1].cells * cube.axes[2].cells);
}

// Tells for the events of one thread, asked for in their order, which step they are of.
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

// A point comes to its cell. True where it is not the first one.
bool put(Cube& cube, const std::array<std::uint64_t, 3>& place, const EventRef& event, std::uint32_t step) {
  std::array<std::uint32_t, 3> at{};
  for (std::size_t n = 0; n < 3; ++n) at[n] = static_cast<std::uint32_t>(place[n] / cube.axes[n].merged);
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

// Follows what a block's threads load, by way of shared memory and of each other, to elements of A and B.
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
  // What a value is: nothing known, padding, or an element of A or B.
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

  // Where an element of A meets one of B: in the same k.
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

bool make_product(Cube& cube, const Replay& replay, const reading::LaunchProduct& product, const GoesOn& wanted) {
  const auto length = [](std::int64_t side) { return static_cast<std::uint64_t>(side); };
  cube.is_product = true;
  cube.axes = {axis("i", "rows of C", length(product.m())), axis("j", "columns of C", length(product.n())),
               axis("k", "along the sum", length(product.k()))};
  make_room(cube, replay.trace());
  for (const std::size_t block : replay.blocks()) {
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

bool make_accesses(Cube& cube, const Replay& replay, const GoesOn& wanted) {
  const Trace& trace = replay.trace();
  std::vector<std::uint64_t> begins(trace.arrays().size());
  std::uint64_t elements = 0;
  for (std::uint8_t array = 0; array < trace.arrays().size(); ++array) {
    if (trace.arrays()[array].space == Space::local) continue;
    begins[array] = elements;
    elements += static_cast<std::uint64_t>(std::max<std::int64_t>(trace.arrays()[array].elements(), 1));
    cube.arrays.push_back(array);
    cube.array_ends.push_back(elements);
  }
  cube.axes = {axis("thread", "of all blocks", replay.trace().block_count() * trace.threads_per_block()),
               axis("element", "array after array", elements), axis("time", "in steps", replay.order().step_count())};
  make_room(cube, trace);
  for (const std::size_t block : replay.blocks())
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
  const bool done = product ? make_product(*cube, replay, *product, wanted) : make_accesses(*cube, replay, wanted);
  return done ? cube : nullptr;
}

}  // namespace tilescope
