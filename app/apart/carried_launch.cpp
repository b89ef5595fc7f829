#include "app/apart/carried_launch.h"

#include <deque>
#include <mutex>
#include <utility>

namespace tilescope::apart {

// The last few kernels are kept, because the launches of one message often share one.
std::shared_ptr<const machine::Prepared> made_from(machine::KernelSource source, machine::KernelFacts facts) {
  constexpr std::size_t most_kept = 4;
  static std::mutex mutex;
  static std::deque<std::weak_ptr<const machine::Prepared>> all;
  const std::lock_guard lock(mutex);
  for (const std::weak_ptr<const machine::Prepared>& kept : all)
    if (auto known = kept.lock(); known && known->source() == source) return known;
  auto kernel = std::make_shared<const machine::Prepared>(std::move(source), std::move(facts));
  all.push_front(kernel);
  if (all.size() > most_kept) all.pop_back();
  return kernel;
}

}  // namespace tilescope::apart
