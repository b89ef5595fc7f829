#include "app/stage/timeline_shares.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

// The steps before, in and after phases, in order.
std::vector<StepRange> parts_of(const Order& order) {
  std::vector<StepRange> parts;
  std::uint32_t at = 0;
  const auto add_until = [&](std::uint32_t end) {
    if (end > at) parts.push_back({at, end});
    at = std::max(at, end);
  };
  for (const Phase& phase : order.phases()) {
    add_until(phase.first_step);
    add_until(phase.end_step);
  }
  add_until(order.step_count());
  return parts;
}

// What is done first is at the bottom.
int place_in_stack(const ActivityKind& kind) {
  switch (kind.activity) {
    case Activity::loading: return kind.array == no_array ? 1 : 0;
    case Activity::padding: return 2;
    case Activity::multiplying: return 3;
    case Activity::exchanging: return 4;
    case Activity::storing: return 5;
    default: return 6;
  }
}

}  // namespace

std::vector<StepRange> ranges_for_shares(const Order& order, float width_of_step, float least) {
  std::vector<StepRange> ranges;
  const auto width = [&](std::uint32_t first, std::uint32_t end) {
    return static_cast<float>(end - first) * width_of_step;
  };
  std::uint32_t first = 0;  // of the range that is not yet wide enough
  for (const StepRange& part : parts_of(order)) {
    if (width(first, part.end) < least) continue;
    const StepRange whole{first, part.end};
    const std::uint64_t steps = whole.end - whole.first;
    const auto pieces =
        std::clamp<std::uint64_t>(static_cast<std::uint64_t>(width(whole.first, whole.end) / least), 1, steps);
    for (std::uint64_t n = 0; n < pieces; ++n)
      ranges.push_back({whole.first + static_cast<std::uint32_t>(n * steps / pieces),
                        whole.first + static_cast<std::uint32_t>((n + 1) * steps / pieces)});
    first = part.end;
  }
  if (first == order.step_count()) return ranges;
  if (ranges.empty())
    ranges.push_back({first, order.step_count()});
  else
    ranges.back().end = order.step_count();
  return ranges;
}

StepShares::StepShares(const Scenery& scenery, std::size_t block, std::span<const std::uint32_t> threads)
    : scenery_(scenery), threads_(static_cast<std::uint32_t>(threads.size())) {
  std::vector<std::uint32_t> paths;
  for (const std::uint32_t thread : threads) paths.push_back(scenery.order().path_of(block, thread));
  std::sort(paths.begin(), paths.end());
  for (const std::uint32_t path : paths) {
    if (paths_.empty() || paths_.back().path != path) paths_.push_back({path, 0});
    ++paths_.back().threads;
  }
}

std::vector<StepShare> StepShares::in(const StepRange& range) const {
  const std::vector<ActivityKind>& kinds = scenery_.step_sums().kinds();
  std::vector<std::int64_t> counts(kinds.size());
  for (const OnPath& of : paths_) scenery_.step_sums().add(of.path, range.first, range.end, of.threads, counts);
  const bool is_of_turns = scenery_.order().is_of_turns();
  const std::int64_t all = is_of_turns ? std::accumulate(counts.begin(), counts.end(), std::int64_t{0})
                                       : std::int64_t{threads_} * (range.end - range.first);
  if (is_of_turns && all == 0) return waiting_at(range.first);
  std::vector<StepShare> shares;
  for (std::size_t n = 0; n < kinds.size(); ++n)
    if (counts[n] > 0) shares.push_back({kinds[n], static_cast<double>(counts[n]) / static_cast<double>(all)});
  std::sort(shares.begin(), shares.end(), [](const StepShare& one, const StepShare& other) {
    return std::pair(place_in_stack(one.kind), one.kind) < std::pair(place_in_stack(other.kind), other.kind);
  });
  return shares;
}

std::vector<StepShare> StepShares::waiting_at(std::uint32_t step) const {
  std::uint32_t waiting = 0;
  for (const OnPath& of : paths_)
    if (scenery_.activity(of.path, step) == Activity::waiting) waiting += of.threads;
  if (waiting == 0) return {};
  return {{{.activity = Activity::waiting}, static_cast<double>(waiting) / threads_}};
}

std::string name_of(const Scenery& scenery, const ActivityKind& kind, bool is_short) {
  if (kind.activity == Activity::waiting) return is_short ? "barriers" : "waiting at barriers";
  if (kind.activity != Activity::loading && kind.activity != Activity::storing)
    return std::string(word_of(scenery.launch(), kind.activity));
  if (kind.array == no_array) return is_short ? "shared" : kind.fills ? "storing to shared" : "reading shared";
  const std::string& array = scenery.arrays()[kind.array].name;
  return is_short ? array : fmt::format("{} {}", word_of(scenery.launch(), kind.activity), array);
}

std::string percent_name(double part) {
  return part < 0.0995 ? fmt::format("{:.1f} %", 100 * part) : fmt::format("{:.0f} %", 100 * part);
}

namespace {

constexpr double least_said = 0.0005;  // of idle threads, so that no percentage is 0

struct KeyEntry {
  Ink ink = Ink::none;
  std::string words;
};

std::vector<KeyEntry> entries_of(const Scenery& scenery, const std::vector<StepShare>& shares, bool is_short) {
  std::vector<KeyEntry> entries;
  double idle = 1;
  for (const StepShare& share : shares) {
    idle -= share.part;
    entries.push_back({ink_of(scenery, share.kind),
                       fmt::format("{} {}", name_of(scenery, share.kind, is_short), percent_name(share.part))});
  }
  if (idle >= least_said) entries.push_back({Ink::cell, fmt::format("idle {}", percent_name(idle))});
  return entries;
}

}  // namespace

void draw_shares_key(Picture& picture, const Box& row, std::initializer_list<std::string> words, float size,
                     const Scenery& scenery, const std::vector<StepShare>& shares) {
  const float side = 0.7F * size, behind = 0.35F * size, apart = 1.1F * size;
  const auto width_of = [&](const std::vector<KeyEntry>& entries) {
    float width = 0;
    for (const KeyEntry& entry : entries)
      width += apart + side + behind + 1.03F * text_width(entry.words, size, Face::sans);
    return width;
  };
  std::vector<KeyEntry> entries;
  const float least = 1.03F * text_width(std::data(words)[words.size() - 1], size, Face::sans);
  for (const bool is_short : {false, true}) {
    entries = entries_of(scenery, shares, is_short);
    if (least + width_of(entries) <= row.w) break;
    entries.clear();
  }
  const float room = row.w - width_of(entries);
  const std::string lead = first_that_fits(words, room / 1.03F, size, Face::sans);
  float x = row.x;
  const auto say = [&](const std::string& text) {
    const float wide = std::min(1.03F * text_width(text, size, Face::sans), row.right() - x);
    put(picture, {x, row.y, wide, row.h}, text, size);
    x += wide;
  };
  say(lead);
  for (const KeyEntry& entry : entries) {
    x += apart;
    picture.shapes.push_back({{x, row.y + (row.h - side) / 2, side, side}, entry.ink, Ink::edge, 1, 0.2F * side});
    x += side + behind;
    say(entry.words);
  }
}

}  // namespace tilescope
