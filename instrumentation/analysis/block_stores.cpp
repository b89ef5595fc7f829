#include "instrumentation/analysis/block_stores.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "instrumentation/analysis/block_walk.h"

namespace tilescope {

namespace {

std::uint64_t cell_of(std::uint8_t array, std::uint32_t index) { return std::uint64_t{array} << 32 | index; }

bool stores_outside(Kind kind) { return kind == Kind::global_store || kind == Kind::atomic; }

}  // namespace

BlockStores::BlockStores(const Trace& trace, std::size_t block) : trace_(&trace), block_(block) {
  first_release_.push_back(0);
  if (!trace.block(block).recorded()) {
    first_release_.resize(trace.threads_per_block() + std::size_t{1});
    return;
  }
  for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
    std::uint32_t number = 0, interval = 0;
    for (const Event& event : trace.events(block, thread)) {
      if (event.kind() == Kind::shared_store || event.kind() == Kind::global_store || event.kind() == Kind::atomic)
        stores_.push_back({cell_of(event.array(), event.index), interval, thread, number});
      if (event.kind() == Kind::barrier_release) {
        releases_.push_back(number);
        ++interval;
      }
      ++number;
    }
    first_release_.push_back(static_cast<std::uint32_t>(releases_.size()));
    events_ += number;
  }
  std::sort(stores_.begin(), stores_.end(), [](const Store& a, const Store& b) {
    return std::tie(a.cell, a.interval, a.thread, a.event) < std::tie(b.cell, b.interval, b.thread, b.event);
  });
  stores_.shrink_to_fit();
}

std::uint32_t BlockStores::interval_of(std::uint32_t thread, std::uint32_t event) const {
  const auto begin = releases_.begin() + first_release_[thread];
  const auto end = releases_.begin() + first_release_[thread + 1];
  return static_cast<std::uint32_t>(std::lower_bound(begin, end, event) - begin);
}

BlockStores::Writers BlockStores::writers_of(std::uint8_t array, std::uint32_t index, std::uint32_t thread,
                                             std::uint32_t event) const {
  Writers writers;
  const std::uint32_t now = interval_of(thread, event);
  const auto first_in = [&](std::uint32_t interval) {
    const auto place = std::pair{cell_of(array, index), interval};
    return std::lower_bound(stores_.begin(), stores_.end(), place, [](const Store& store, const auto& wanted) {
      return std::tie(store.cell, store.interval) < std::tie(wanted.first, wanted.second);
    });
  };
  const auto is_this_cell = [&](const Store& store) { return store.cell == cell_of(array, index); };
  const auto of_now = first_in(now);
  const Store* own = nullptr;
  for (auto store = of_now; store != stores_.end() && is_this_cell(*store) && store->interval == now; ++store) {
    if (store->thread != thread)
      writers.unordered.push_back({block_, store->thread, store->event});
    else if (store->event < event)
      own = &*store;
  }
  if (own != nullptr) {
    writers.ordered.push_back({block_, thread, own->event});
    return writers;
  }
  // Each thread's last store in the newest interval that has any.
  for (auto store = of_now; store != stores_.begin() && is_this_cell(*std::prev(store));) {
    --store;
    if (store->interval != std::prev(of_now)->interval) break;
    if (writers.ordered.empty() || writers.ordered.back().thread != store->thread)
      writers.ordered.push_back({block_, store->thread, store->event});
  }
  return writers;
}

void BlockStores::find_elsewhere(std::uint8_t array, Elsewhere& all) const {
  std::vector<bool> matters;
  for (const Site& site : trace_->sites()) matters.push_back(site.array == array && stores_outside(site.kind));
  if (std::find(matters.begin(), matters.end(), true) == matters.end()) return;
  std::vector<std::pair<std::uint32_t, EventRef>> found;
  for (std::size_t block = 0; block < trace_->block_count(); ++block) {
    if (block == block_ || !trace_->block(block).recorded()) continue;
    BlockWalk walk(*trace_, block, matters);
    while (walk.interval([&](std::uint32_t thread, std::uint32_t number, const Event& event) {
      found.emplace_back(event.index, EventRef{block, thread, number});
    })) {
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [element, store] : found) {
    all.indices.push_back(element);
    all.stores.push_back(store);
  }
}

std::span<const EventRef> BlockStores::stores_elsewhere(std::uint8_t array, std::uint32_t index) const {
  const auto [known, is_new] = elsewhere_.try_emplace(array);
  Elsewhere& all = known->second;
  if (is_new) find_elsewhere(array, all);
  const auto [first, last] = std::equal_range(all.indices.begin(), all.indices.end(), index);
  return std::span(all.stores)
      .subspan(static_cast<std::size_t>(first - all.indices.begin()), static_cast<std::size_t>(last - first));
}

std::uint64_t BlockStores::bytes() const {
  return stores_.capacity() * sizeof(Store) +
         (releases_.capacity() + first_release_.capacity()) * sizeof(std::uint32_t);
}

std::optional<std::uint8_t> global_array(const Trace& trace, std::string_view name) {
  for (std::size_t array = 0; array < trace.arrays().size(); ++array)
    if (trace.arrays()[array].space == Space::global && trace.arrays()[array].name == name)
      return static_cast<std::uint8_t>(array);
  return std::nullopt;
}

std::vector<FinalStore> final_stores(const Trace& trace, std::uint8_t array) {
  std::vector<FinalStore> found(
      array < trace.arrays().size() ? static_cast<std::size_t>(trace.arrays()[array].elements()) : 0);
  std::vector<std::uint32_t> found_in(found.size());  // the interval
  for (std::size_t block = 0; !found.empty() && block < trace.block_count(); ++block) {
    if (!trace.block(block).recorded()) continue;
    BlockWalk walk(trace, block, stores_outside);
    std::uint32_t interval = 0;
    const auto look_at = [&](std::uint32_t thread, std::uint32_t number, const Event& event) {
      if (event.array() != array || event.index >= found.size()) return;
      FinalStore& last = found[event.index];
      const float left = trace.events(block, thread)[number].value_left();
      const bool is_final = same_bits(left, static_cast<float>(trace.left(array, event.index)));
      const bool raced = last.stores > 0 && last.store.block == block && last.store.thread != thread;
      const bool comes_later = !raced || interval > found_in[event.index] || (is_final || !last.is_final);
      ++last.stores;
      if (!comes_later) return;
      last.store = {block, thread, number};
      last.is_final = is_final;
      found_in[event.index] = interval;
    };
    while (walk.interval(look_at)) ++interval;
  }
  return found;
}

}  // namespace tilescope
