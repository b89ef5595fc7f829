#include "instrumentation/reading/survey.h"

#include <algorithm>
#include <vector>

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
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};
  std::uint64_t first = nowhere, last = nowhere;
};
using Trail = std::vector<Visited>;  // by the site's number

// Which threads of an interval, or which blocks, were at an element.
struct Met {
  static constexpr std::uint32_t nobody = 0xffffffff, several = 0xfffffffe;
  std::uint32_t stored_by = nobody, loaded_by = nobody;
  std::uint64_t stored = 0, loaded = 0;
};

// By element and interval, for one block at a time. Forgetting all entries takes no time.
class MetInBlock {
 public:
  Met& at(std::uint64_t element, std::uint32_t interval) {
    if (2 * count_ >= entries_.size()) grow();
    Entry& found = find(element, interval);
    if (found.round != round_) found = {element, interval, round_, {}}, ++count_;
    return found.met;
  }
  void forget() { ++round_, count_ = 0; }

 private:
  struct Entry {
    std::uint64_t element = 0;
    std::uint32_t interval = 0, round = 0;
    Met met;
  };
  Entry& find(std::uint64_t element, std::uint32_t interval) {
    const std::uint64_t mixed = (element + (std::uint64_t{interval} << 40)) * 0x9e3779b97f4a7c15U;
    std::size_t n = mixed >> 32 & (entries_.size() - 1);
    while (entries_[n].round == round_ && (entries_[n].element != element || entries_[n].interval != interval))
      n = (n + 1) & (entries_.size() - 1);
    return entries_[n];
  }
  void grow() {
    std::vector<Entry> before(2 * entries_.size());
    before.swap(entries_);
    for (const Entry& each : before)
      if (each.round == round_) find(each.element, each.interval) = each;
  }

  std::vector<Entry> entries_ = std::vector<Entry>(1024);
  std::size_t count_ = 0;
  std::uint32_t round_ = 1;
};

class Surveyor {
 public:
  Surveyor(const machine::Ran& ran, const machine::Launch& launch)
      : ran_(ran),
        launch_(launch),
        loaded_(ran.code->arrays.size()),
        stored_(ran.code->arrays.size()),
        met_(ran.code->arrays.size()),
        in_block_(ran.code->arrays.size()) {
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
    std::vector<Trail> trails(launch_.threads(), Trail(ran_.code->sites.size()));
    for (std::uint32_t thread = 0; thread < launch_.threads(); ++thread) {
      interval_ = 0;
      for (const Event& event : Column(*result.record, result.first_lane + thread, ran_.code->sites.data()))
        note(event, trails[thread], static_cast<std::uint32_t>(block), thread);
      for (const std::uint32_t back : {1U, launch_.block[0]})
        if (back <= thread) compare(trails[thread - back], trails[thread]);
    }
    for (std::vector<UsedInBlock>& array : in_block_) {
      for (const UsedInBlock& cell : array) seen_.unset += cell.is_loaded && !cell.is_stored ? 1 : 0;
      array.clear();
    }
    if (is_busy_) ++seen_.busy_blocks;
    is_busy_ = false;
    met_in_block_.forget();
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
    if (ran_.code->arrays[array].space == Space::shared) {
      if (in_block_[array].size() < end)
        in_block_[array].resize(std::max<std::size_t>(end, 2 * in_block_[array].size()));
      (loads ? in_block_[array][element].is_loaded : in_block_[array][element].is_stored) = true;
    }
    const bool is_global = ran_.code->arrays[array].space == Space::global;
    is_busy_ = is_busy_ || is_global;
    if (event.kind() != tilescope::Kind::atomic) {
      meet(met_in_block_.at(std::uint64_t{array} << 32 | element, interval_), thread, loads, event.bits);
      if (is_global && ran_.code->atomics.empty()) {
        if (met_[array].size() < end) met_[array].resize(std::max<std::size_t>(end, 2 * met_[array].size()));
        meet(met_[array][element], block, loads, event.bits);
      }
    }
    std::vector<bool>& which = loads ? loaded_[array] : stored_[array];
    if (which.size() < end) which.resize(std::max<std::size_t>(end, 2 * which.size()));
    which[element] = true;
    Visited& visited = trail[static_cast<std::size_t>(event.at - ran_.code->sites.data())];
    if (visited.first == Visited::nowhere)
      visited.first = element;
    else
      step(array, visited.last, element);
    visited.last = element;
  }

  void meet(Met& at, std::uint32_t who, bool loads, std::uint64_t bits) {
    const auto is_other = [&](std::uint32_t other) { return other != Met::nobody && other != who; };
    if (loads) {
      if (is_other(at.stored_by)) ++seen_.conflicts;
      at.loaded_by = is_other(at.loaded_by) ? Met::several : who;
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
    for (std::size_t site = 0; site < now.size(); ++site)
      if (before[site].first != Visited::nowhere && now[site].first != Visited::nowhere)
        step(ran_.code->sites[site].array, before[site].first, now[site].first);
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
  MetInBlock met_in_block_;
  std::vector<std::vector<Met>> met_;  // by array and element
  struct UsedInBlock {
    bool is_loaded = false, is_stored = false;
  };
  std::vector<std::vector<UsedInBlock>> in_block_;  // shared memory of a block, by array and element
  std::uint32_t interval_ = 0;                      // of the thread that is looked at: how often it waited
  bool is_busy_ = false;
  Trail before_;  // of thread 0 in the block before
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
