// How replays are carried: with all that was worked out for them, so that nobody works it out again.
#pragma once

#include <memory>

#include "app/apart/carried_trace.h"
#include "app/replay/replay.h"

namespace tilescope {

namespace apart {

template <>
inline constexpr std::size_t members<Visit> = 5;
template <>
inline constexpr std::size_t members<Step> = 2;
template <>
inline constexpr std::size_t members<Phase> = 2;
template <>
inline constexpr std::size_t members<TurnSteps> = 4;
template <>
inline constexpr std::size_t members<Path> = 5;
template <>
inline constexpr std::size_t members<ActivityKind> = 3;
template <>
inline constexpr std::size_t members<Counts> = 3;
template <>
inline constexpr std::size_t members<ValueRange> = 3;
template <>
inline constexpr std::size_t members<reading::ProductSides> = 3;
template <>
inline constexpr std::size_t members<Slot> = 3;
template <>
inline constexpr std::size_t members<Result> = 3;
template <>
inline constexpr std::size_t members<Way> = 5;
template <>
inline constexpr std::size_t members<Ways> = 2;

}  // namespace apart

template <>
struct Carried<Order> {
  template <class How>
  static void pass(How& how, Order& of) {
    apart::pass_all(how, of.paths_, of.first_path_, of.path_of_, of.steps_, of.first_step_, of.sorted_, of.phases_,
                    of.turns_);
  }
};

template <>
struct Carried<Moments> {
  template <class How>
  static void pass(How& how, Moments& of) {
    const std::size_t groups = apart::pass_size(how, of.groups_.size());
    if constexpr (!How::packs) of.groups_.resize(groups);
    for (Moments::Group& group : of.groups_) apart::pass_all(how, group.paths, group.threads);
    apart::pass_all(how, of.leaves_, of.group_of_, of.first_);
  }
};

template <>
struct Carried<StepSums> {
  template <class How>
  static void pass(How& how, StepSums& of, const Order& order) {
    of.order_ = &order;
    apart::pass_all(how, of.kinds_, of.spacing_);
    const std::size_t paths = apart::pass_size(how, of.paths_.size());
    if constexpr (!How::packs) of.paths_.resize(paths);
    for (StepSums::OfPath& path : of.paths_) apart::pass_all(how, path.kinds, path.sums);
  }
};

template <>
struct Carried<Scenery> {
  template <class How>
  static void pass(How& how, Scenery& of) {
    apart::pass_all(how, of.order_, of.moments_, of.blocks_, of.sides_, of.c_, of.is_written_, of.is_read_, of.ranges_,
                    of.activities_, of.barriers_, of.arrays_, of.fills_);
    Carried<StepSums>::pass(how, of.step_sums_, of.order_);
    apart::pass_all(how, of.sources_, of.threads_in_, of.counts_, of.work_);
  }
};

template <>
struct Carried<std::shared_ptr<const Replay>> {
  template <class How>
  static void pass(How& how, std::shared_ptr<const Replay>& replay) {
    bool is_there = replay != nullptr;
    apart::pass_flat(how, is_there);
    if (!is_there) return;
    std::shared_ptr<const Trace> trace;
    if constexpr (How::packs) trace = replay->shared_trace();
    apart::pass(how, trace);
    std::shared_ptr<Replay> made;
    if constexpr (!How::packs) made.reset(new Replay(trace, Scenery::Bare()));
    auto& of = How::packs ? const_cast<Replay&>(*replay) : *made;
    apart::pass_all(how, of.scenery_, of.ways_);
    if constexpr (!How::packs) replay = std::move(made);
  }
};

}  // namespace tilescope
