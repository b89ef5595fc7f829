#include "instrumentation/analysis/lost_sums.h"

#include <algorithm>
#include <map>
#include <utility>

#include "instrumentation/analysis/provenance.h"

namespace tilescope {

namespace {

constexpr std::uint64_t loads_for_each_store = 8;
constexpr std::uint64_t most_events = 4'000'000;
constexpr std::size_t most_links_to_element = 2000;

// What was done last to a shared cell.
struct Last {
  std::uint32_t interval = 0, thread = 0, number = 0;
  bool by_several = false;
  bool is_sum = false, is_read = false;
};

class Cells {
 public:
  Cells(const Trace& trace, std::size_t block) : trace_(trace), block_(block) {}

  void find() {
    each([&](const Event& event, std::uint32_t interval, std::uint32_t thread, std::uint32_t number) {
      if (event.kind() == Kind::global_load) ++loads_;
      if (event.kind() == Kind::global_store) ++changes_;
      if (event.kind() == Kind::atomic && !is_shared(event)) ++changes_;
      if (changes(event)) change(event, interval, thread, number);
    });
    each([&](const Event& event, std::uint32_t interval, std::uint32_t thread, std::uint32_t number) {
      const bool reads = event.kind() == Kind::shared_load || (event.kind() == Kind::atomic && is_shared(event));
      const auto found = reads ? cells_.find(key_of(event)) : cells_.end();
      if (found == cells_.end()) return;
      Last& last = found->second;
      const bool is_own = thread == last.thread && number <= last.number;
      last.is_read = last.is_read || interval > last.interval || (interval == last.interval && !is_own);
    });
  }

  [[nodiscard]] bool sums_up() const { return changes_ > 0 && changes_ * loads_for_each_store <= loads_; }

  // In the order of arrays and cells.
  [[nodiscard]] std::vector<LostSum> lost() const {
    std::vector<LostSum> all;
    const BlockStores stores(trace_, block_);
    for (const auto& [key, last] : cells_) {
      if (!last.is_sum || last.is_read || last.by_several) continue;
      const EventRef of{block_, last.thread, last.number};
      LostSum lost{key.first, key.second, event_at(trace_, of).line()};
      const Chain all_behind = chain(stores, of, most_links_to_element);
      for (const Link& link : all_behind.links)
        if (link.source.kind == Source::Kind::element && link.source.array < trace_.arrays().size()) {
          lost.from = link.source.array;
          lost.element = link.source.index;
          break;
        }
      if (lost.from != no_array) all.push_back(lost);
    }
    return all;
  }

 private:
  using Key = std::pair<std::uint8_t, std::uint32_t>;

  template <class Visit>
  void each(const Visit& visit) const {
    for (std::uint32_t thread = 0; thread < trace_.threads_per_block(); ++thread) {
      std::uint32_t interval = 0, number = 0;
      const Column events = trace_.events(block_, thread);
      for (auto event = events.begin(); event != events.end(); ++event, ++number) {
        visit(*event, interval, thread, number);
        if ((*event).kind() == Kind::barrier_release) ++interval;
      }
    }
  }

  [[nodiscard]] bool is_shared(const Event& event) const {
    return event.array() < trace_.arrays().size() && trace_.arrays()[event.array()].space == Space::shared;
  }
  [[nodiscard]] bool changes(const Event& event) const {
    return event.kind() == Kind::shared_store || (event.kind() == Kind::atomic && is_shared(event));
  }
  [[nodiscard]] static Key key_of(const Event& event) { return {event.array(), event.index}; }

  void change(const Event& event, std::uint32_t interval, std::uint32_t thread, std::uint32_t number) {
    Last& last = cells_[key_of(event)];
    const bool is_first = last.interval == 0 && last.thread == 0 && last.number == 0 && !last.is_sum;
    if (!is_first && interval < last.interval) return;
    last.by_several = !is_first && interval == last.interval && thread != last.thread;
    last.interval = interval;
    last.thread = thread;
    last.number = number;
    last.is_sum = is_sum(event, thread);
  }

  [[nodiscard]] bool is_sum(const Event& store, std::uint32_t thread) const {
    if (store.kind() != Kind::shared_store || store.origin >= no_origin) return false;
    const Event made = trace_.events(block_, thread)[store.origin];
    return made.kind() == Kind::partial_sum && adds_to_what_was(made.sum_form());
  }

  const Trace& trace_;
  std::size_t block_;
  std::map<Key, Last> cells_;
  std::uint64_t loads_ = 0, changes_ = 0;
};

}  // namespace

std::vector<LostSum> lost_sums(const Trace& trace, std::size_t block) {
  if (trace.fault() || block >= trace.block_count() || !trace.block(block).recorded() || trace.block(block).lost != 0)
    return {};
  std::uint64_t events = 0;
  bool shares_sums = false;
  for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread)
    events += trace.events(block, thread).size();
  for (const Site& site : trace.sites()) shares_sums = shares_sums || site.kind == Kind::shared_store;
  if (!shares_sums || events > most_events) return {};
  Cells cells(trace, block);
  cells.find();
  return cells.sums_up() ? cells.lost() : std::vector<LostSum>();
}

}  // namespace tilescope
