#include "instrumentation/trace/file/path_finder.h"

#include <fmt/format.h>

#include <algorithm>

#include "instrumentation/error.h"
#include "instrumentation/trace/file/walk.h"

namespace tilescope::file {

namespace {

constexpr std::uint32_t not_met = ~std::uint32_t{0};

std::uint64_t hash_of(const std::vector<Common>& events) {
  std::uint64_t hash = events.size();
  for (const Common& event : events) {
    hash = (hash ^ (std::uint64_t{event.origin} << 32 | event.site)) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 29;
  }
  return hash;
}

// All fields of a site, for comparison.
std::array<std::uint32_t, 4> parts_of(const Site& site) {
  const auto four = [](auto a, auto b, auto c, auto d) {
    return static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b) << 8 | static_cast<std::uint32_t>(c) << 16 |
           static_cast<std::uint32_t>(d) << 24;
  };
  return {four(site.kind, site.array, site.width, site.operand), four(site.stray_store, site.number, site.bytes, 0),
          site.line, site.column};
}

}  // namespace

PathFinder::PathFinder(const Trace& trace) : trace_(trace), samples_(1), numbers_(trace.sites().size(), not_met) {
  paths_.all.resize(1);
  const LanesRecord* record = nullptr;
  for (std::size_t block = 0; block < trace.block_count(); ++block) {
    const BlockTrace& of = trace.block(block);
    if (!of.recorded()) continue;
    if (of.record.get() != record) by_segments_.clear();
    record = of.record.get();
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      const std::uint32_t path = path_of(*record, of.first_lane + thread);
      if (path == samples_.size()) samples_.push_back({{block, thread}, {}});
      path_of_thread_.push_back(path);
      add_sample(path, {block, thread});
    }
  }
  for (std::uint32_t path = 1; path < paths_.all.size(); ++path) {
    fit(path);
    paths_.all[path].complete(paths_.sites);
    if (trace.block(samples_[path].first.block).record->shape.wide)
      give_hints<std::uint64_t>(path);
    else
      give_hints<std::uint32_t>(path);
  }
}

// Threads with the same segments took the same path.
std::uint32_t PathFinder::path_of(const LanesRecord& record, std::uint32_t lane) {
  if (record.count(lane) == 0) return 0;
  segments_.clear();
  for (const LanesRecord::Part& part : record.parts_of(lane)) {
    segments_.push_back(part.segment);
    if (record.segments[part.segment].sheet) return own_path_of(record, lane);
  }
  const auto [known, is_new] = by_segments_.try_emplace(segments_, 0);
  if (!is_new) return known->second;
  commons_.clear();
  for (const std::uint32_t number : segments_) {
    const Segment& segment = record.segments[number];
    for (std::uint32_t event = 0; event < segment.events; ++event) {
      const std::uint32_t* const common = segment.common(Segment::place_of(event));
      commons_.push_back({number_of(common[0]), common[1]});
    }
  }
  return known->second = find();
}

// The path of a thread that has a sheet.
std::uint32_t PathFinder::own_path_of(const LanesRecord& record, std::uint32_t lane) {
  commons_.clear();
  for (const Event event : Column(record, lane, trace_.sites().data()))
    commons_.push_back({number_of(event.site), event.origin});
  return find();
}

// Equal sites have the same number.
std::uint32_t PathFinder::number_of(std::uint32_t site) {
  if (numbers_[site] != not_met) return numbers_[site];
  const Site& of = trace_.sites()[site];
  const auto [known, is_new] = by_site_.try_emplace(parts_of(of), static_cast<std::uint32_t>(paths_.sites.size()));
  if (is_new) paths_.sites.push_back(of);
  return numbers_[site] = known->second;
}

std::uint32_t PathFinder::find() {
  const std::uint64_t hash = hash_of(commons_);
  const auto [begin, end] = by_hash_.equal_range(hash);
  const auto same = [](const Common& event, const Step& step) {
    return event.site == step.site && event.origin == step.origin;
  };
  for (auto known = begin; known != end; ++known) {
    const std::vector<Step>& steps = paths_.all[known->second].steps;
    if (std::equal(commons_.begin(), commons_.end(), steps.begin(), steps.end(), same)) return known->second;
  }
  const auto path = static_cast<std::uint32_t>(paths_.all.size());
  by_hash_.emplace(hash, path);
  std::vector<Step>& steps = paths_.all.emplace_back().steps;
  steps.reserve(commons_.size());
  for (const Common& event : commons_) {
    const Step step{.origin = event.origin, .site = event.site};
    const auto number = static_cast<std::uint32_t>(steps.size());
    if (const std::string wrong = wrong_with(step, paths_.sites[step.site], number, trace_.arrays()); !wrong.empty())
      throw Error(fmt::format("{}: event {} cannot be saved: {}", trace_.launch().kernel, number, wrong));
    steps.push_back(step);
  }
  return path;
}

ThreadPlace PathFinder::place_of(const Sample& sample) const {
  const Launch& launch = trace_.launch();
  return {static_cast<std::uint32_t>(sample.block / launch.grid.x),
          static_cast<std::uint32_t>(sample.block % launch.grid.x), sample.thread / launch.block.x,
          sample.thread % launch.block.x};
}

// Two places along x differ only in x. Along y, they may also differ in x, whose growth is known by then.
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
  std::vector<Step>& steps = paths_.all[path].steps;
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

// Takes from the first thread what a step's value needs besides its origins: the constants that it stores, and the
// addends of its sums. An addend is the last value of the same variable, unless the sum started again.
template <class Word>
void PathFinder::give_hints(std::uint32_t path) {
  const Sample& sample = samples_[path].first;
  const Column events = trace_.events(sample.block, sample.thread);
  const BlockMemory nothing({}, trace_.arrays(), std::vector<ArrayUse>(trace_.arrays().size()));
  std::unordered_map<std::uint64_t, std::uint32_t> last;  // for each element, the event that wrote it last
  for (std::uint32_t number = 0; number < events.size(); ++number) {
    Step& step = paths_.all[path].steps[number];
    const Event event = events[number];
    const std::uint64_t element = std::uint64_t{event.array()} << 32 | event.index;
    if (step.rule == Rule::constant) step.hint = static_cast<std::uint32_t>(event.bits);
    if (step.kind == Kind::partial_sum && step.rule != Rule::constant) {
      const auto found = last.find(element);
      const std::uint32_t distance = found == last.end() ? 0 : number - found->second;
      for (const std::uint32_t hint : {distance, distance | Step::negated, 0U, Step::negated}) {
        step.hint = hint;
        if (predict<Word>(step, number, event.index, nothing, Recorded<Word>{events}) == static_cast<Word>(event.bits))
          break;
        step.hint = distance;
      }
    }
    if (step.kind == Kind::partial_sum || step.kind == Kind::global_load || step.kind == Kind::shared_load)
      last[element] = number;
  }
}

}  // namespace tilescope::file
