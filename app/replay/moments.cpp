#include "app/replay/moments.h"

#include <algorithm>
#include <map>

namespace tilescope {

Moments::Moments(const Trace& trace, const Order& order) : order_(order) {
  for (const Path& path : order.paths()) {
    const Column events = trace.events(path.block, path.thread);
    std::vector<bool> leaves(order.step_count());
    for (std::size_t visit = 0; visit < path.visits.size(); ++visit)
      leaves[path.steps[visit]] = events[path.visits[visit].end - 1].kind() == Kind::barrier_release;
    leaves_.push_back(std::move(leaves));
  }
  std::vector<std::size_t> recorded;  // asking every block of a large grid would be slow
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    if (trace.block(block).recorded()) recorded.push_back(block);
  std::map<std::vector<std::uint32_t>, std::uint32_t> known;
  for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
    std::vector<std::uint32_t> paths;
    for (const std::size_t block : recorded) paths.push_back(order.path_of(block, thread));
    std::sort(paths.begin(), paths.end());
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    const auto [group, is_new] = known.try_emplace(paths, static_cast<std::uint32_t>(groups_.size()));
    if (is_new) groups_.push_back({std::move(paths), 0});
    ++groups_[group->second].threads;
    group_of_.push_back(group->second);
  }
  first_.push_back(0);
  for (const TurnSteps& turn : order.turns()) {  // a step has events of one thread only
    const Path& path = order.paths()[order.path_of(turn.block, turn.thread)];
    const std::uint32_t before = turn.first_step == 0 ? 0 : path.done_by(turn.first_step - 1);
    const std::uint64_t begin = first_.back();
    for (std::uint32_t step = turn.first_step; step < turn.end_step; ++step)
      first_.push_back(begin + path.done_by(step) - before);
  }
  for (std::uint32_t step = order.is_of_turns() ? order.step_count() : 0; step < order.step_count(); ++step) {
    std::uint64_t events = 0;
    for (const Group& group : groups_) {
      const Share of = share(group, step);
      events += group.threads * (of.stays + of.leaves);
    }
    first_.push_back(first_.back() + events);
  }
}

std::uint32_t Moments::events_in(std::uint32_t path, std::uint32_t step) const {
  const Path& of = order_.paths()[path];
  return of.done_by(step) - (step == 0 ? 0 : of.done_by(step - 1));
}

Moments::Share Moments::share(const Group& group, std::uint32_t step) const {
  Share most;
  for (const std::uint32_t path : group.paths) {
    const std::uint32_t leaves = leaves_barrier(path, step) ? 1 : 0;
    most.stays = std::max(most.stays, events_in(path, step) - leaves);
    most.leaves = std::max(most.leaves, leaves);
  }
  return most;
}

std::uint32_t Moments::step_at(std::uint64_t moment) const {
  if (moment == 0 || first_.size() < 2) return 0;
  const auto after = std::lower_bound(first_.begin(), first_.end(), std::min(moment, count()));
  return static_cast<std::uint32_t>(after - first_.begin()) - 1;
}

std::uint64_t Moments::next(std::uint64_t moment, Grain grain) const {
  if (moment >= count()) return count();
  if (grain == Grain::event) return moment + 1;
  if (grain == Grain::phase && order_.is_of_turns()) return first_[order_.turn_at(step_at(moment + 1)).end_step];
  if (grain == Grain::phase)
    for (const Phase& phase : order_.phases()) {
      // The steps between two phases, or after the last one, are one move as well.
      if (moment < first_[phase.first_step]) return first_[phase.first_step];
      if (moment < first_[phase.end_step]) return first_[phase.end_step];
    }
  if (grain == Grain::phase) return count();
  return *std::upper_bound(first_.begin(), first_.end(), moment);
}

std::uint64_t Moments::previous(std::uint64_t moment, Grain grain) const {
  if (moment == 0) return 0;
  if (grain == Grain::event) return moment - 1;
  if (grain == Grain::phase && order_.is_of_turns()) return first_[order_.turn_at(step_at(moment)).first_step];
  if (grain == Grain::phase) {
    for (auto phase = order_.phases().rbegin(); phase != order_.phases().rend(); ++phase) {
      if (first_[phase->end_step] < moment) return first_[phase->end_step];
      if (first_[phase->first_step] < moment) return first_[phase->first_step];
    }
    return 0;
  }
  return *std::prev(std::lower_bound(first_.begin(), first_.end(), moment));
}

Moments::Within Moments::within(std::uint64_t moment) const {
  Within result;
  const std::uint32_t step = step_at(moment);
  if (step >= order_.step_count()) return result;
  result.offset_ = std::min(moment, count()) - first_[step];
  result.all_ = moment >= first_[step + 1];
  if (result.all_) return result;
  std::vector<Share> shares;
  for (const Group& group : groups_) shares.push_back(share(group, step));
  std::uint64_t at = 0;
  for (const std::uint32_t group : group_of_) {
    result.arrives_at_.push_back(at);
    at += shares[group].stays;
  }
  for (const std::uint32_t group : group_of_) {
    result.leaves_at_.push_back(at);
    at += shares[group].leaves;
  }
  return result;
}

std::uint32_t Moments::Within::done(std::uint32_t thread, std::uint32_t events, bool leaves_barrier) const {
  if (all_ || events == 0) return events;
  const std::uint32_t stays = leaves_barrier ? events - 1 : events;
  const std::uint64_t since = offset_ > arrives_at_[thread] ? offset_ - arrives_at_[thread] : 0;
  const auto before = static_cast<std::uint32_t>(std::min<std::uint64_t>(since, stays));
  return before + (leaves_barrier && offset_ > leaves_at_[thread] ? 1 : 0);
}

std::uint32_t Moments::step_of(std::size_t block, std::uint32_t thread, std::uint32_t event) const {
  return order_.paths()[order_.path_of(block, thread)].step_of(event);
}

std::uint64_t Moments::after(std::size_t block, std::uint32_t thread, std::uint32_t event) const {
  const std::uint32_t step = step_of(block, thread, event);
  const std::uint32_t path = order_.path_of(block, thread);
  const std::uint32_t in_step = event - (step == 0 ? 0 : order_.paths()[path].done_by(step - 1));
  const bool leaving = leaves_barrier(path, step) && in_step + 1 == events_in(path, step);
  std::uint64_t at = first_[step];
  if (leaving)
    for (const std::uint32_t group : group_of_) at += share(groups_[group], step).stays;
  for (std::uint32_t before = 0; before < thread; ++before) {
    const Share of = share(groups_[group_of_[before]], step);
    at += leaving ? of.leaves : of.stays;
  }
  return at + (leaving ? 1 : in_step + 1);
}

}  // namespace tilescope
