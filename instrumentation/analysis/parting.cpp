#include "instrumentation/analysis/parting.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tilescope {

namespace {

// What arrays are known by in both launches: those of one name are the same; of the others, in a text where something
// was called otherwise, the first is the first. A thread's own variables are all alike.
using Numbers = std::vector<std::uint32_t>;

std::pair<Numbers, Numbers> numbers_in_common(const std::vector<ArrayInfo>& ones,
                                              const std::vector<ArrayInfo>& others) {
  constexpr std::uint32_t own = 0, unknown = ~std::uint32_t{0};
  std::pair<Numbers, Numbers> numbers{Numbers(ones.size(), unknown), Numbers(others.size(), unknown)};
  Numbers& of_one = numbers.first;
  Numbers& of_other = numbers.second;
  std::uint32_t next = own + 1;
  const auto pair_up = [&](const auto& are_same) {
    for (std::size_t n = 0; n < ones.size(); ++n)
      for (std::size_t k = 0; k < others.size() && of_one[n] == unknown; ++k)
        if (of_other[k] == unknown && ones[n].space == others[k].space && are_same(ones[n], others[k]))
          of_one[n] = of_other[k] = next++;
  };
  for (std::size_t n = 0; n < ones.size(); ++n)
    if (ones[n].space == Space::local) of_one[n] = own;
  for (std::size_t n = 0; n < others.size(); ++n)
    if (others[n].space == Space::local) of_other[n] = own;
  pair_up([](const ArrayInfo& a, const ArrayInfo& b) { return a.name == b.name; });
  pair_up([](const ArrayInfo&, const ArrayInfo&) { return true; });
  for (Numbers* const each : {&of_one, &of_other})
    for (std::uint32_t& number : *each)
      if (number == unknown) number = next++;
  return numbers;
}

// What an operation of the text is, wherever it stands in it: the same number in both launches.
struct Operation {
  std::uint64_t what = 0;
  const ArrayInfo* array = nullptr;  // whose elements its indices count
};

std::vector<Operation> operations_of(const Trace& trace, const Numbers& arrays) {
  std::vector<Operation> all;
  for (const Site& site : trace.sites()) {
    const bool is_access = site.kind <= Kind::shared_store || site.kind == Kind::out_of_bounds;
    const bool has_array = site.array < arrays.size();
    const std::uint64_t array = has_array ? arrays[site.array] : ~std::uint32_t{0};
    auto form = static_cast<std::uint64_t>(site.kind);
    form = form << 2 | static_cast<std::uint64_t>(site.width);
    form = form << 8 | (is_access ? 0U : site.operand);
    form = form << 1 | (site.stray_store ? 1U : 0U);
    form = form << 3 | static_cast<std::uint64_t>(site.number);
    form = form << 8 | site.bytes;
    const bool counts_elements =
        has_array && site.kind != Kind::out_of_bounds && site.bytes == trace.arrays()[site.array].element_bytes;
    all.push_back({array << 32 | form, counts_elements ? &trace.arrays()[site.array] : nullptr});
  }
  return all;
}

// Where the rows of an array are longer in one of the launches, as padding makes them, the same element has another
// number there.
bool are_one_element(const ArrayInfo* one, std::uint32_t index, const ArrayInfo* other, std::uint32_t other_index) {
  if (one == nullptr || other == nullptr || one->sides == other->sides || one->sides.size() < 2 ||
      one->sides.size() != other->sides.size())
    return index == other_index;
  for (std::size_t side = one->sides.size() - 1; side > 0; --side) {
    const auto length = static_cast<std::uint32_t>(one->sides[side]),
               other_length = static_cast<std::uint32_t>(other->sides[side]);
    if (length == 0 || other_length == 0 || index % length != other_index % other_length) return false;
    index /= length;
    other_index /= other_length;
  }
  return index == other_index;
}

class Comparer {
 public:
  Comparer(const Ordered& one, const Ordered& other) : one_(one), other_(other) {
    auto [of_one, of_other] = numbers_in_common(one.trace.arrays(), other.trace.arrays());
    operations_ = operations_of(one.trace, of_one);
    other_operations_ = operations_of(other.trace, of_other);
  }

  // False if it is no longer wanted.
  bool compare(const std::function<bool()>& wanted) {
    const Launch &launch = one_.trace.launch(), &other = other_.trace.launch();
    if (launch.block != other.block || launch.block_depth != other.block_depth) return true;
    for (unsigned y = 0; y < std::min(launch.grid.y, other.grid.y); ++y)
      for (unsigned x = 0; x < std::min(launch.grid.x, other.grid.x); ++x) {
        if (!wanted()) return false;
        compare_blocks(std::size_t{y} * launch.grid.x + x, std::size_t{y} * other.grid.x + x);
      }
    return true;
  }
  [[nodiscard]] const Parted& found() const { return found_; }

 private:
  static bool was_recorded(const Trace& trace, std::size_t block) {
    return block < trace.block_count() && trace.block(block).recorded();
  }

  void compare_blocks(std::size_t block, std::size_t other_block) {
    if (!was_recorded(one_.trace, block) || !was_recorded(other_.trace, other_block)) return;
    for (std::uint32_t thread = 0; thread < one_.trace.threads_per_block(); ++thread) {
      ++found_.threads;
      const Column events = one_.trace.events(block, thread), others = other_.trace.events(other_block, thread);
      const Path& path = path_of(one_, block, thread);
      // What comes later than the first that is known matters no more.
      const bool is_known = found_.where && found_.where->step < one_.order.step_count();
      const std::uint32_t end = is_known ? path.done_by(found_.where->step) : events.size();
      const std::uint32_t event = first_other(events, others, end);
      const bool ends = event == events.size(), other_ends = event == others.size();
      if (ends ? other_ends : event == end) continue;
      // A thread that has no more events parts when the other one goes on.
      std::uint32_t step = ends ? step_in(path_of(other_, other_block, thread), event) : step_in(path, event);
      step = std::min(step, std::max(one_.order.step_count(), 1U) - 1);
      take({block, other_block, thread, event, step, ends, other_ends, 1});
    }
  }

  static const Path& path_of(const Ordered& of, std::size_t block, std::uint32_t thread) {
    return of.order.paths()[of.order.path_of(block, thread)];
  }
  static std::uint32_t step_in(const Path& path, std::uint32_t event) { return path.step_of(event); }

  [[nodiscard]] std::uint32_t first_other(const Column& events, const Column& others, std::uint32_t end) const {
    const std::uint32_t both = std::min(end, others.size());
    auto one = events.begin(), other = others.begin();
    for (std::uint32_t event = 0; event < both; ++event, ++one, ++other) {
      const Event here = *one, there = *other;
      const Operation &does = operations_[here.site], &did = other_operations_[there.site];
      const bool same_value = here.is_barrier() || (here.bits == there.bits && here.second == there.second);
      if (!same_value || does.what != did.what || !are_one_element(does.array, here.index, did.array, there.index))
        return event;
    }
    return both;
  }

  void take(const Parting& next) {
    std::optional<Parting>& first = found_.where;
    if (first && next.step == first->step) ++first->threads;
    if (!first || next.step < first->step) first = next;
  }

  Ordered one_, other_;
  std::vector<Operation> operations_, other_operations_;
  Parted found_;
};

}  // namespace

std::optional<Parted> parting(const Ordered& one, const Ordered& other, const std::function<bool()>& wanted) {
  Comparer comparer(one, other);
  if (!comparer.compare(wanted)) return std::nullopt;
  return comparer.found();
}

}  // namespace tilescope
