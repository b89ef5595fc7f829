#include "instrumentation/reading/past_guard.h"

#include <algorithm>
#include <array>

namespace tilescope::reading {

namespace {

constexpr std::array<std::int64_t, 3> shorter{3, 4, 5};  // by so many, one after another
constexpr double least_length = 16;

// What is touched of an array grows by `slope` for each more of a length, and has something left over.
struct Leftover {
  std::uint64_t slope = 0, rest = 0;

  bool operator==(const Leftover&) const = default;
};

// A launch with one of its lengths made shorter.
class Shortened {
 public:
  Shortened(const GuardedLaunch& launch, std::size_t scalar, const std::function<Surveyed(const Numbers&)>& run)
      : launch_(launch), length_(static_cast<std::int64_t>(launch.scalars[scalar].value)) {
    Numbers scalars = launch.scalars;
    for (std::size_t at = 0; at < shorter.size() && is_clean_; ++at) {
      scalars[scalar] = static_cast<double>(length_ - shorter[at]);
      seen_[at] = run(scalars);
      is_clean_ = seen_[at].is_clean();
    }
    if (!is_clean_) return;
    for (std::size_t n = 0; n < launch.seen.arrays.size(); ++n) {
      const Touches &one = seen_[0].arrays[n], &other = seen_[1].arrays[n];
      writes_grow_ = writes_grow_ || one.stored != other.stored;
      const std::optional<Leftover> left = leftover(n);
      if (left && has_too_many(one.stored, *left)) of_written_.push_back(*left);
    }
  }

  // How much of an array belongs to each more of the length, where more than that is touched. What is written tells;
  // where nothing that is written grows, as in a sum, what is read does.
  [[nodiscard]] std::optional<std::uint64_t> overrun(std::size_t array) const {
    if (!is_clean_ || launch_.is_long[array]) return std::nullopt;
    const std::optional<Leftover> left = leftover(array);
    const Touches& touches = seen_[0].arrays[array];
    if (!left || !has_too_many(std::max(touches.stored, touches.loaded), *left)) return std::nullopt;
    if (writes_grow_ && std::find(of_written_.begin(), of_written_.end(), *left) == of_written_.end())
      return std::nullopt;
    const ArrayUse& use = launch_.uses.arrays[array];
    if (touches.stored == 0 && (use.begins || use.ends || use.finds)) return std::nullopt;
    return left->slope;
  }

 private:
  [[nodiscard]] std::optional<Leftover> leftover(std::size_t array) const {
    const auto extent = [&](std::size_t at) { return static_cast<std::int64_t>(seen_[at].arrays[array].extent); };
    const std::int64_t slope = extent(0) - extent(1), rest = extent(0) - slope * (length_ - shorter[0]);
    if (slope <= 0 || extent(1) - extent(2) != slope || rest <= 0 || rest > slope) return std::nullopt;
    return Leftover{static_cast<std::uint64_t>(slope), static_cast<std::uint64_t>(rest)};
  }
  // A padded array is touched from further on, so there are no more elements than there should be.
  [[nodiscard]] bool has_too_many(std::uint64_t touched, const Leftover& left) const {
    return touched > left.slope * static_cast<std::uint64_t>(length_ - shorter[0]);
  }

  const GuardedLaunch& launch_;
  std::int64_t length_;
  bool is_clean_ = true, writes_grow_ = false;
  std::array<Surveyed, shorter.size()> seen_;
  std::vector<Leftover> of_written_;
};

}  // namespace

std::optional<PastGuard> find_past_guard(const GuardedLaunch& launch,
                                         const std::function<Surveyed(const Numbers&)>& run) {
  const std::size_t arrays = launch.seen.arrays.size();
  for (std::size_t scalar = 0; scalar < launch.scalars.size(); ++scalar) {
    const double length = launch.scalars[scalar].value;
    if (!launch.counts[scalar] || !launch.uses.numbers[scalar].is_guard || length < least_length) continue;
    const Shortened shortened(launch, scalar, run);
    PastGuard found{launch.scalars, std::vector<std::uint64_t>(arrays)};
    bool is_any = false, is_seen = false;
    for (std::size_t n = 0; n < arrays; ++n) {
      const std::optional<std::uint64_t> slope = shortened.overrun(n);
      if (!slope) continue;
      is_any = true;
      is_seen = is_seen || launch.seen.arrays[n].extent > *slope * static_cast<std::uint64_t>(length);
      found.extents[n] = *slope;
    }
    if (!is_any || (!is_seen && launch.is_set[scalar])) continue;
    const double shown = is_seen ? length : length - static_cast<double>(shorter[0]);
    found.scalars[scalar] = shown;
    for (std::uint64_t& extent : found.extents) extent *= static_cast<std::uint64_t>(shown);
    return found;
  }
  return std::nullopt;
}

}  // namespace tilescope::reading
