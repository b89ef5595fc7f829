#include "app/replay/step_sums.h"

#include <algorithm>
#include <map>

namespace tilescope {

StepSums::StepSums(const Order& order, const KindOf& kind_of) : order_(&order) {
  std::map<ActivityKind, std::uint16_t> numbers;
  paths_.resize(order.paths().size());
  for (std::uint32_t path = 0; path < paths_.size(); ++path)
    for (const std::uint32_t step : order.paths()[path].steps) {
      const auto [kind, is_new] = numbers.try_emplace(kind_of(path, step), static_cast<std::uint16_t>(kinds_.size()));
      if (is_new) kinds_.push_back(kind->first);
      paths_[path].kinds.push_back(kind->second);
    }
  spacing_ = std::max<std::size_t>(16, 2 * kinds_.size());  // so that sums take no more memory than visits
  for (OfPath& of : paths_) sum_up(of);
}

void StepSums::sum_up(OfPath& of) const {
  std::vector<std::uint32_t> now(kinds_.size());
  of.sums.reserve((of.kinds.size() / spacing_ + 1) * now.size());
  for (std::size_t visit = 0; visit < of.kinds.size(); ++visit) {
    if (visit % spacing_ == 0) of.sums.insert(of.sums.end(), now.begin(), now.end());
    ++now[of.kinds[visit]];
  }
  if (of.kinds.size() % spacing_ == 0) of.sums.insert(of.sums.end(), now.begin(), now.end());
}

void StepSums::add_before(const OfPath& of, std::size_t visit, std::int64_t times,
                          std::span<std::int64_t> counts) const {
  const std::size_t from = visit / spacing_;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) counts[kind] += times * of.sums[from * kinds_.size() + kind];
  for (std::size_t n = from * spacing_; n < visit; ++n) counts[of.kinds[n]] += times;
}

void StepSums::add(std::uint32_t path, std::uint32_t first, std::uint32_t end, std::int64_t times,
                   std::span<std::int64_t> counts) const {
  const std::vector<std::uint32_t>& steps = order_->paths()[path].steps;
  const auto visit_at = [&](std::uint32_t step) {
    return static_cast<std::size_t>(std::lower_bound(steps.begin(), steps.end(), step) - steps.begin());
  };
  add_before(paths_[path], visit_at(end), times, counts);
  add_before(paths_[path], visit_at(first), -times, counts);
}

}  // namespace tilescope
