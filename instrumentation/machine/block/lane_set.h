// Some of a block's threads.
#pragma once

#include <cstdint>
#include <vector>

namespace tilescope::machine {

class LaneSet {
 public:
  LaneSet() = default;
  // From `first` to below `end`.
  LaneSet(std::uint32_t first, std::uint32_t end) {
    for (std::uint32_t n = first; n < end; ++n) list_.push_back(static_cast<std::uint16_t>(n));
  }

  // In rising order.
  void add(std::uint32_t lane) {
    list_.push_back(static_cast<std::uint16_t>(lane));
    has_mask_ = false;
  }
  void merge(const LaneSet& other);
  void clear() {
    list_.clear();
    has_mask_ = false;
  }

  [[nodiscard]] bool empty() const { return list_.empty(); }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(list_.size()); }
  [[nodiscard]] std::uint32_t first() const { return list_.front(); }
  [[nodiscard]] std::uint32_t end() const { return list_.back() + 1U; }
  [[nodiscard]] bool dense() const { return end() - first() == size(); }
  [[nodiscard]] const std::vector<std::uint16_t>& list() const { return list_; }
  // All ones for each lane of the set, from lane 0 on.
  [[nodiscard]] const std::uint32_t* mask() const;

 private:
  std::vector<std::uint16_t> list_;
  mutable std::vector<std::uint32_t> mask_;
  mutable bool has_mask_ = false;
};

}  // namespace tilescope::machine
