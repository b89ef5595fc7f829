#include "instrumentation/trace/file/path_finder.h"

#include <fmt/format.h>

#include <bit>

#include "instrumentation/error.h"
#include "instrumentation/trace/file/walk.h"

namespace tilescope::file {

namespace {

std::uint64_t hash_of(const Column& events) {
  std::uint64_t hash = events.size();
  for (const Event& event : events) {
    hash = (hash ^ event.what) * 0x9e3779b97f4a7c15;
    hash = (std::rotl(hash, 29) ^ event.origin) * 0xbf58476d1ce4e5b9;
  }
  return hash ^ hash >> 32;
}

}  // namespace

PathFinder::PathFinder(const Trace& trace) : trace_(trace), paths_(1), samples_(1) {
  const std::uint32_t threads = trace.threads_per_block();
  for (std::size_t block = 0; block < trace.block_count(); ++block) {
    if (!trace.block(block).recorded) continue;
    for (std::uint32_t thread = 0; thread < threads; ++thread) {
      const std::size_t place = path_of_thread_.size();
      const std::uint32_t before = thread > 0 ? path_of_thread_[place - 1] : 0;
      const std::uint32_t same = place >= threads ? path_of_thread_[place - threads] : before;
      const std::uint32_t path = find(trace.events(block, thread), before, same);
      if (path == samples_.size()) samples_.push_back({{block, thread}, {}});
      path_of_thread_.push_back(path);
      add_sample(path, {block, thread});
    }
  }
  for (std::uint32_t path = 1; path < paths_.size(); ++path) {
    fit(path);
    paths_[path].complete();
    give_hints(path);
  }
}

std::uint32_t PathFinder::find(const Column& events, std::uint32_t guess_a, std::uint32_t guess_b) {
  if (events.size() == 0) return 0;
  for (const std::uint32_t guess : {guess_a, guess_b})
    if (matches(events, guess)) return guess;
  const std::uint64_t hash = hash_of(events);
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto known = begin; known != end; ++known)
    if (matches(events, known->second)) return known->second;
  const auto path = static_cast<std::uint32_t>(paths_.size());
  by_hash_.emplace(hash, path);
  std::vector<Step>& steps = paths_.emplace_back().steps;
  steps.reserve(events.size());
  for (const Event& event : events) {
    const Step step{.origin = event.origin, .what = event.what};
    const auto number = static_cast<std::uint32_t>(steps.size());
    if (const std::string wrong = wrong_with(step, number, trace_.arrays()); !wrong.empty())
      throw Error(fmt::format("{}: event {} cannot be kept in a file: {}", trace_.launch().kernel, number, wrong));
    steps.push_back(step);
  }
  return path;
}

bool PathFinder::matches(const Column& events, std::uint32_t path) const {
  const std::vector<Step>& steps = paths_[path].steps;
  if (steps.size() != events.size()) return false;
  auto event = events.begin();
  for (const Step& step : steps) {
    if (step.origin != event->origin || step.what != event->what) return false;
    ++event;
  }
  return true;
}

ThreadPlace PathFinder::place_of(const Sample& sample) const {
  const Launch& launch = trace_.launch();
  return {static_cast<std::uint32_t>(sample.block / launch.grid.x),
          static_cast<std::uint32_t>(sample.block % launch.grid.x), sample.thread / launch.block.x,
          sample.thread % launch.block.x};
}

// Along x, places differ in x alone. Along y they may differ in x too, which is known by then.
void PathFinder::add_sample(std::uint32_t path, const Sample& sample) {
  if (path == 0) return;
  Samples& known = samples_[path];
  auto& [thread_x, thread_y, block_x, block_y] = known.along;
  if (sample.block == known.first.block) {
    if (thread_x && thread_y) return;
    const ThreadPlace first = place_of(known.first), now = place_of(sample);
    if (!thread_x && now.thread_y == first.thread_y && now.thread_x != first.thread_x) thread_x = sample;
    if (!thread_y && now.thread_y != first.thread_y) thread_y = sample;
  } else {
    if (block_x && block_y) return;
    const ThreadPlace first = place_of(known.first), now = place_of(sample);
    if (!block_x && now.block_y == first.block_y) block_x = sample;
    if (!block_y && now.block_y != first.block_y) block_y = sample;
  }
}

void PathFinder::fit(std::uint32_t path) {
  const Samples& samples = samples_[path];
  std::vector<Step>& steps = paths_[path].steps;
  const Column first = trace_.events(samples.first.block, samples.first.thread);
  const ThreadPlace from = place_of(samples.first);
  const auto zero_based = [&](Step& step, std::uint32_t index) {
    step.index = index - (step.index_at(from) - step.index);
  };
  auto event = first.begin();
  for (Step& step : steps) step.index = (event++)->index;

  constexpr std::uint32_t Step::*growth[] = {&Step::by_thread_x, &Step::by_thread_y, &Step::by_block_x,
                                             &Step::by_block_y};
  constexpr std::uint32_t ThreadPlace::*direction[] = {&ThreadPlace::thread_x, &ThreadPlace::thread_y,
                                                       &ThreadPlace::block_x, &ThreadPlace::block_y};
  for (std::size_t n = 0; n < samples.along.size(); ++n) {
    if (!samples.along[n]) continue;
    const ThreadPlace to = place_of(*samples.along[n]);
    const auto distance = static_cast<std::int32_t>(to.*direction[n] - from.*direction[n]);
    const Column other = trace_.events(samples.along[n]->block, samples.along[n]->thread);
    auto here = first.begin();
    auto there = other.begin();
    for (Step& step : steps) {
      const auto grown = static_cast<std::int32_t>(there->index - step.index_at(to));
      if (distance != 0 && grown % distance == 0) {
        step.*growth[n] = static_cast<std::uint32_t>(grown / distance);
        zero_based(step, here->index);
      }
      ++here, ++there;
    }
  }
}

// What a step's value needs beside its origins is taken from the first thread: the constants that it stores, and what
// its sums add to. That is the last value of the same variable, unless the sum began anew.
void PathFinder::give_hints(std::uint32_t path) {
  const Sample& sample = samples_[path].first;
  const Column events = trace_.events(sample.block, sample.thread);
  const BlockMemory nothing({}, trace_.arrays(), std::vector<ArrayUse>(trace_.arrays().size()));
  std::unordered_map<std::uint64_t, std::uint32_t> last;  // event of each element
  for (std::uint32_t number = 0; number < events.size(); ++number) {
    Step& step = paths_[path].steps[number];
    const Event event = events[number];
    const std::uint64_t element = std::uint64_t{event.array()} << 32 | event.index;
    if (step.rule == Rule::constant) step.hint = float_as_bits(event.value);
    if (step.kind == Kind::partial_sum) {
      const auto found = last.find(element);
      const std::uint32_t distance = found == last.end() ? 0 : number - found->second;
      for (const std::uint32_t hint : {distance, distance | Step::negated, 0U, Step::negated}) {
        step.hint = hint;
        if (float_as_bits(predict(step, number, event.index, nothing, Recorded{events})) == float_as_bits(event.value))
          break;
        step.hint = distance;
      }
    }
    if (step.kind == Kind::partial_sum || step.kind == Kind::global_load || step.kind == Kind::shared_load)
      last[element] = number;
  }
}

}  // namespace tilescope::file
