#include "instrumentation/reading/survey.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "instrumentation/error.h"
#include "instrumentation/host.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/compiler/layout.h"
#include "instrumentation/reading/plan_budget.h"
#include "instrumentation/wanted.h"

namespace tilescope::reading {

namespace {

constexpr std::uint64_t work_of_a_survey = 4'000'000;                // of a survey
constexpr std::uint64_t work_of_an_event = 2;                        // to look at it
constexpr std::uint64_t time_of_an_event = 6, time_of_a_letter = 2;  // of a plan's: the second is of what is printed
constexpr std::uint64_t most_event_bytes = 32 << 20;                 // of a block
constexpr std::uint64_t most_on_a_page = 96 << 20;                   // of all blocks, where memory is scarce
constexpr std::uint64_t most_rounds = 1 << 14;                       // of all loops of a thread together
constexpr std::int64_t most_recorded = 4096;  // blocks; of more, those at the edges stand for all

machine::Launch launch_on(const machine::Code& code, const Setting& setting, const Numbers& scalars,
                          const Filled& arrays) {
  std::vector<double> nearest;
  for (const ExactNumber& scalar : scalars) nearest.push_back(scalar.value);
  machine::Launch launch = launch_of(code, setting, nearest, most_rounds);
  for (std::size_t n = 0; n < scalars.size(); ++n)
    launch.scalars[n] = machine::bits_of(scalars[n], code.scalars[n].type);
  launch.arrays = arrays;
  return launch;
}

// Whether a block is one of the first two or the last two each way.
bool is_at_edge(std::uint64_t block, const Setting& setting) {
  for (const std::int64_t count : setting.grid) {
    const auto at = static_cast<std::int64_t>(block % static_cast<std::uint64_t>(count));
    if (at > 1 && at < count - 2) return false;
    block /= static_cast<std::uint64_t>(count);
  }
  return true;
}

// Where a thread was first at each site, and the last time.
struct Visited {
  std::uint64_t first = 0, last = 0;
};
using Trail = std::unordered_map<const Site*, Visited>;

class Surveyor {
 public:
  Surveyor(const machine::Ran& ran, const machine::Launch& launch)
      : ran_(ran), launch_(launch), loaded_(ran.code->arrays.size()), stored_(ran.code->arrays.size()) {
    seen_.arrays.resize(ran.code->arrays.size());
    for (const machine::Array& array : ran.code->arrays)
      bytes_.push_back(machine::bytes_of(machine::cell_of(machine::number_in(array))));
  }

  Surveyed look() {
    seen_.finished = !ran_.fault;
    seen_.prints = ran_.left_out > 0;
    for (std::size_t block = 0; block < ran_.blocks.size(); ++block) look_at(block);
    for (std::size_t n = 0; n < seen_.arrays.size(); ++n) {
      seen_.arrays[n].loaded = static_cast<std::uint64_t>(std::count(loaded_[n].begin(), loaded_[n].end(), true));
      seen_.arrays[n].stored = static_cast<std::uint64_t>(std::count(stored_[n].begin(), stored_[n].end(), true));
    }
    return std::move(seen_);
  }

 private:
  void look_at(std::size_t block) {
    const machine::BlockResult& result = ran_.blocks[block];
    if (result.record == nullptr) return;
    std::vector<Trail> trails(launch_.threads());
    for (std::uint32_t thread = 0; thread < launch_.threads(); ++thread) {
      interval_ = 0;
      for (const Event& event : Column(*result.record, result.first_lane + thread, ran_.code->sites.data()))
        note(event, trails[thread], static_cast<std::uint32_t>(block), thread);
      for (const std::uint32_t back : {1U, launch_.block[0]})
        if (back <= thread) compare(trails[thread - back], trails[thread]);
    }
    for (const std::uint64_t cell : shared_loads_)
      if (!shared_stores_.contains(cell)) ++seen_.unset;
    if (is_busy_) ++seen_.busy_blocks;
    is_busy_ = false;
    met_in_block_.clear();
    shared_loads_.clear();
    shared_stores_.clear();
    if (!before_.empty()) compare(before_, trails[0]);
    before_ = std::move(trails[0]);
  }

  void note(const Event& event, Trail& trail, std::uint32_t block, std::uint32_t thread) {
    ++seen_.events;
    if (event.kind() == tilescope::Kind::barrier_arrive || event.kind() == tilescope::Kind::vote) ++interval_;
    if (event.kind() == tilescope::Kind::out_of_bounds) stray(event);
    const bool loads = event.kind() == tilescope::Kind::global_load || event.kind() == tilescope::Kind::shared_load;
    const bool stores = event.kind() == tilescope::Kind::global_store ||
                        event.kind() == tilescope::Kind::shared_store || event.kind() == tilescope::Kind::atomic;
    const std::uint8_t array = event.array();
    if ((!loads && !stores) || array >= bytes_.size()) return;
    const std::uint64_t element = std::uint64_t{event.index} * event.at->bytes / bytes_[array];
    Touches& touches = seen_.arrays[array];
    const std::uint64_t end = element + std::max<std::uint64_t>(1, event.at->bytes / bytes_[array]);
    touches.extent = std::max(touches.extent, end);
    if (stores && ran_.code->arrays[array].space == Space::global) seen_.stores = true;
    if (ran_.code->arrays[array].space == Space::shared)
      (loads ? shared_loads_ : shared_stores_).insert(std::uint64_t{array} << 32 | element);
    const bool is_global = ran_.code->arrays[array].space == Space::global;
    is_busy_ = is_busy_ || is_global;
    if (event.kind() != tilescope::Kind::atomic) {
      const std::uint64_t here = std::uint64_t{array} << 32 | element;
      meet(met_in_block_[{here, interval_}], thread, loads, event.bits);
      if (is_global && ran_.code->atomics.empty()) meet(met_[here], block, loads, event.bits);
    }
    std::vector<bool>& which = loads ? loaded_[array] : stored_[array];
    if (which.size() < end) which.resize(std::max<std::size_t>(end, 2 * which.size()));
    which[element] = true;
    const auto [place, is_new] = trail.try_emplace(event.at, Visited{element, element});
    if (!is_new) step(array, place->second.last, element);
    place->second.last = element;
  }

  // Which threads of an interval, or which blocks, were at an element.
  struct Met {
    std::uint32_t stored_by = nobody, loaded_by = nobody;
    std::uint64_t stored = 0, loaded = 0;
  };
  static constexpr std::uint32_t nobody = 0xffffffff, several = 0xfffffffe;
  void meet(Met& at, std::uint32_t who, bool loads, std::uint64_t bits) {
    const auto is_other = [&](std::uint32_t other) { return other != nobody && other != who; };
    if (loads) {
      if (is_other(at.stored_by)) ++seen_.conflicts;
      at.loaded_by = is_other(at.loaded_by) ? several : who;
      at.loaded = bits;
      return;
    }
    if ((is_other(at.stored_by) && at.stored != bits) || (is_other(at.loaded_by) && at.loaded != bits))
      ++seen_.conflicts;
    at.stored_by = who;
    at.stored = bits;
  }

  void stray(const Event& event) {
    ++seen_.strays;
    const auto index = static_cast<std::int32_t>(event.index);
    const std::uint8_t array = event.array();
    if (array >= bytes_.size() || index < 0) return;
    const std::uint64_t end = static_cast<std::uint64_t>(index) * event.at->bytes / bytes_[array] +
                              std::max<std::uint64_t>(1, event.at->bytes / bytes_[array]);
    seen_.arrays[array].wanted = std::max(seen_.arrays[array].wanted, end);
  }

  void compare(const Trail& before, const Trail& now) {
    for (const auto& [site, visited] : now)
      if (const auto found = before.find(site); found != before.end())
        step(site->array, found->second.first, visited.first);
  }
  void step(std::uint8_t array, std::uint64_t from, std::uint64_t to) {
    const std::uint64_t far = from < to ? to - from : from - to;
    if (far > 1) ++seen_.arrays[array].steps[far];
  }

  const machine::Ran& ran_;
  const machine::Launch& launch_;
  Surveyed seen_;
  std::vector<std::uint32_t> bytes_;
  std::vector<std::vector<bool>> loaded_, stored_;
  struct ElementInInterval {
    std::uint64_t element;
    std::uint32_t interval;
    bool operator==(const ElementInInterval&) const = default;
  };
  struct HashOfElement {
    std::size_t operator()(const ElementInInterval& at) const {
      return std::hash<std::uint64_t>{}(at.element * 0x9e3779b97f4a7c15U + at.interval);
    }
  };
  std::unordered_map<ElementInInterval, Met, HashOfElement> met_in_block_;
  std::unordered_map<std::uint64_t, Met> met_;
  std::uint32_t interval_ = 0;  // of the thread that is looked at: how often it waited
  bool is_busy_ = false;
  std::unordered_set<std::uint64_t> shared_loads_, shared_stores_;  // of a block: arrays and elements
  Trail before_;                                                    // of thread 0 in the block before
};

}  // namespace

bool Surveyed::is_clean() const { return finished && strays == 0 && unset == 0 && (stores || prints); }

std::uint64_t Surveyed::loaded() const {
  std::uint64_t all = 0;
  for (const Touches& of : arrays) all += of.loaded;
  return all;
}

std::uint64_t Surveyed::stored() const {
  std::uint64_t all = 0;
  for (const Touches& of : arrays) all += of.stored;
  return all;
}

bool Attempt::is_clean() const {
  return finished && std::all_of(strays.begin(), strays.end(), [](std::uint64_t each) { return each == 0; });
}

namespace {

machine::RunOptions soon_over(const std::shared_ptr<EventPool>& pool = std::make_shared<EventPool>(0)) {
  machine::RunOptions how;
  how.event_bytes = most_event_bytes;
  how.pool = pool;
  how.most_work = std::min(work_of_a_survey, PlanBudget::left());
  how.printed_bytes = 0;
  return how;
}

std::int64_t blocks_of(const Setting& setting) { return setting.grid[0] * setting.grid[1] * setting.grid[2]; }

Attempt attempt(const machine::Prepared& kernel, const Setting& setting, const Numbers& scalars, const Filled& arrays,
                machine::RunOptions how) {
  WantedWhile::require();
  how.keeps = [](std::uint64_t) { return false; };
  Attempt found;
  found.strays.resize(kernel.code().arrays.size() + 1);
  found.is_cut = true;
  if (PlanBudget::is_used_up()) return found;
  found.work = how.most_work;
  try {
    const machine::Ran ran = machine::run(kernel, launch_on(kernel.code(), setting, scalars, arrays), how);
    found.finished = !ran.fault;
    found.is_cut = false;
    found.work = ran.work;
    for (const machine::BlockResult& block : ran.blocks) {
      if (block.tallies.empty()) continue;
      for (std::size_t n = 0; n < found.strays.size(); ++n)
        for (const Count kind : {Count::stray_load, Count::stray_store})
          found.strays[n] += block.tallies[n][static_cast<std::size_t>(kind)].total;
    }
  } catch (const Error&) {  // no launch of this kernel, or one that takes too long
    found.finished = false;
  }
  PlanBudget::spend(found.work);
  return found;
}

}  // namespace

Surveyed survey(const machine::Prepared& kernel, const Setting& setting, const Numbers& scalars, const Filled& arrays,
                const std::shared_ptr<EventPool>& pool) {
  WantedWhile::require();
  const machine::Launch launch = launch_on(kernel.code(), setting, scalars, arrays);
  machine::RunOptions how = soon_over(pool);
  const bool is_whole = blocks_of(setting) <= most_recorded;
  if (in_browser) how.stops = [&pool] { return pool->bytes_in_use() > most_on_a_page; };
  if (!is_whole) how.runs = [&](std::uint64_t block) { return is_at_edge(block, setting); };
  Surveyed seen;
  seen.arrays.resize(kernel.code().arrays.size());
  seen.is_cut = true;
  if (PlanBudget::is_used_up()) return seen;
  seen.work = how.most_work;
  try {
    const machine::Ran ran = machine::run(kernel, launch, how);
    seen = Surveyor(ran, launch).look();
    seen.work = ran.work + work_of_an_event * seen.events;
    PlanBudget::spend(time_of_a_letter * ran.printed.size());
  } catch (const Error&) {  // no launch of this kernel, or one that takes too long
  }
  PlanBudget::spend(seen.work + time_of_an_event * seen.events);
  seen.is_whole = is_whole;
  return seen;
}

Attempt try_first(const machine::Prepared& kernel, const Setting& setting, const Numbers& scalars,
                  const Filled& arrays) {
  machine::RunOptions how = soon_over();
  how.runs = [](std::uint64_t block) { return block == 0; };
  return attempt(kernel, setting, scalars, arrays, how);
}

Attempt try_all(const machine::Prepared& kernel, const Setting& setting, const Numbers& scalars, const Filled& arrays) {
  return attempt(kernel, setting, scalars, arrays, soon_over());
}

}  // namespace tilescope::reading
