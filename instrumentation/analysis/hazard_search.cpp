#include "instrumentation/analysis/hazard_search.h"

#include <algorithm>
#include <utility>

#include "instrumentation/analysis/block_walk.h"

namespace tilescope {

namespace {

std::uint32_t behind_last_barrier(const Column& column) {
  std::uint32_t end = column.size();
  while (end > 0 && column[end - 1].kind() != Kind::barrier_release) --end;
  return end;
}

bool is_barrier(const Site& site) { return site.kind == Kind::barrier_arrive || site.kind == Kind::barrier_release; }

}  // namespace

void HazardSearch::LateBarriers::interval(const Here& here, const BlockWalk& walk, const OpenBlock& block,
                                          std::uint32_t threads) {
  constexpr std::uint32_t none = 0xffffffff;
  std::uint32_t waits = none, gone = none;
  for (std::uint32_t thread = 0; thread < threads && (waits == none || gone == none); ++thread)
    (walk.passed(thread) ? waits : gone) = std::min(walk.passed(thread) ? waits : gone, thread);
  if (waits == none || gone == none) return;
  const Column events = block.events(waits);
  const std::uint32_t release = walk.next(waits) - 1, line = events[release].line();
  Gathering& found = found_.try_emplace(line, Hazard::barrier_divergence, no_array).first->second;
  if (!found.add(here, 0)) return;
  const std::uint32_t last = block.events(gone).size();
  found.show({{Kind::barrier_arrive, false, line, here.block, waits, release == 0 ? 0 : release - 1},
              {Kind::barrier_arrive, false, 0, here.block, gone, last == 0 ? 0 : last - 1}});
}

void HazardSearch::LateBarriers::collect(std::vector<Finding>& findings) const {
  for (const auto& [line, found] : found_) {
    findings.push_back(found.finding());
    findings.back().severity = Severity::note;
  }
}

HazardSearch::HazardSearch(const Trace& launch, bool careful_with_shared)
    : launch_(launch),
      open_(launch),
      alike_(launch),
      careful_(launch, open_, careful_with_shared),
      global_(launch, careful_) {
  std::vector<bool> needed;
  for (const Site& site : launch.sites()) {
    const bool is_global = site.kind == Kind::global_store || site.kind == Kind::out_of_bounds;
    const bool is_shared = site.kind == Kind::shared_load || site.kind == Kind::shared_store;
    const bool is_load = site.kind == Kind::global_load;  // sums and barriers are not accesses
    const bool is_careful =
        careful_.any() && (site.kind >= Kind::atomic || ((is_load || is_shared) && careful_.takes(site.array)));
    matters_.push_back(is_global || is_shared || is_careful);
    matters_in_global_.push_back(is_global || is_careful);
    needed.push_back(matters_.back() || is_barrier(site));
  }
  // What an access is made of, and what is made of it, the events between tell; and a mistake with a mask names its own
  // by its number.
  if (!careful_.any() && !launch.has_masks()) sites_needed_ = std::move(needed);
}

void HazardSearch::block(std::size_t number, const BlockTrace& block, const Fault* fault,
                         const std::shared_ptr<const void>& memory) {
  // Where more counts in shared memory than which cells are touched, each block is looked at.
  const bool is_compared = !careful_.any_shared() && fault == nullptr;
  const std::optional<AlikeBlocks::Found> found = is_compared ? alike_.look_at(block, memory) : std::nullopt;
  if (!found) return look_at(number, block, fault, true);
  if (!found->is_new) {
    ++kinds_[kind_of_[found->kind]].others;
    return look_at(number, block, fault, false);
  }
  const SharedHazards::Times before = shared_.times();
  look_at(number, block, fault, true);
  kind_of_[found->kind] = kinds_.size();
  kinds_.push_back({shared_.times_since(before)});
}

void HazardSearch::block_for(std::size_t number, const BlockTrace& block, const Fault* fault,
                             std::uint64_t stands_for) {
  if (stands_for < 2 || careful_.any_shared())
    return look_at(number, block, fault, stands_for > 0 || careful_.any_shared());
  const SharedHazards::Times before = shared_.times();
  look_at(number, block, fault, true);
  kinds_.push_back({shared_.times_since(before), stands_for - 1});
}

void HazardSearch::look_at(std::size_t number, const BlockTrace& block, const Fault* fault, bool at_shared) {
  open_.open(number, block);
  careful_.begin_block();
  const std::uint32_t threads = launch_.threads_per_block();
  BlockWalk walk(launch_, block, at_shared ? matters_ : matters_in_global_);
  // At a barrier, and in a loop that cannot end, all others have come as far as they can; else that depends on the
  // schedule.
  if (fault != nullptr && (fault->kind == Fault::Kind::failed_assert || fault->kind == Fault::Kind::misaligned_access))
    for (std::uint32_t thread = 0; thread < threads; ++thread)
      walk.shorten(thread, behind_last_barrier(open_.events(thread)));
  Here here{number, 0, stamp_, stamp_};
  for (bool any = true; any;) {
    careful_.threads().begin();
    any = walk.interval([&](std::uint32_t thread, std::uint32_t event_number, const Event& event) {
      look_at(here, thread, event_number, event);
    });
    careful_.settle(here);
    for (const Stored& stored : stored_) global_.store(here, stored.thread, stored.number, stored.event);
    stored_.clear();
    if (fault == nullptr) late_.interval(here, walk, open_, threads);
    ++here.interval;
    ++here.stamp;
  }
  careful_.end_block();
  stamp_ = here.stamp + 1;
}

void HazardSearch::look_at(const Here& here, std::uint32_t thread, std::uint32_t number, const Event& event) {
  switch (event.kind()) {
    case Kind::out_of_bounds: global_.stray(here, thread, number, event); return;
    case Kind::shuffle:
    case Kind::vote: careful_.threads().exchange({thread, number}, event); return;
    case Kind::global_store:
      if (!careful_.any()) return global_.store(here, thread, number, event);
      stored_.push_back({thread, number, event});  // once it is known what orders threads in this interval
      break;
    default: break;
  }
  if (careful_.leaves_out(event.array()) && event.kind() != Kind::atomic) return;
  if (event.kind() == Kind::atomic || careful_.takes(event.array()))
    careful_.access(here, thread, number, event);
  else if (event.kind() != Kind::global_store)
    shared_.access(here, thread, number, event);
}

std::vector<Finding> HazardSearch::findings() const {
  std::vector<Finding> all;
  shared_.collect(all);
  for (const OfKind& kind : kinds_) SharedHazards::count_again(all, kind.times, kind.others);
  std::erase_if(all, [](const Finding& finding) { return finding.times == 0; });
  careful_.collect(all);
  global_.collect(all);
  late_.collect(all);
  // Of arrays that are left out since a later block cuts their elements, what was found before is no more than a guess.
  if (careful_.leaves_any_out())
    std::erase_if(all, [&](const Finding& finding) {
      return finding.hazard != Hazard::out_of_bounds && careful_.leaves_out(finding.array);
    });
  return all;
}

bool any_stored_twice(const Trace& launch, const std::vector<Finding>& findings) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& f) {
    return f.hazard == Hazard::race && launch.arrays()[f.array].space == Space::shared &&
           f.accesses[0].kind == Kind::shared_store && f.accesses[1].kind == Kind::shared_store;
  });
}

void renumber(std::vector<Finding>& findings, const Trace& trace, const std::vector<bool>& sites,
              const std::function<bool(std::size_t block)>& had_some) {
  const auto number_among_all = [&](const Access& access) {
    if (access.block >= trace.block_count() || !trace.block(access.block).recorded()) return Access::unknown;
    const Column events = trace.events(access.block, access.thread);
    if (access.line == 0) return events.size() == 0 ? 0 : events.size() - 1;  // it has returned
    std::uint32_t left = access.number;
    std::uint32_t number = 0;
    for (auto event = events.begin(); event != events.end(); ++event, ++number)
      if (sites[(*event).site] && left-- == 0) return number;
    return Access::unknown;
  };
  for (Finding& finding : findings)
    for (Access& access : finding.accesses)
      if (had_some(access.block)) access.number = number_among_all(access);
}

}  // namespace tilescope
