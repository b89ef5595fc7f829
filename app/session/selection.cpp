#include "app/session/selection.h"

#include <algorithm>
#include <map>

#include "app/explain/story.h"
#include "app/explain/why.h"

namespace tilescope {

namespace {

// Two launches have the same matrices, but C may have a different index in the list of arrays.
Target in_focus(Target target, const Shown& shown) {
  const auto& beside = shown.beside.replay->trace().arrays();
  const auto& arrays = shown.trace().arrays();
  if (target.array >= beside.size()) return target;
  const auto found = std::find_if(arrays.begin(), arrays.end(),
                                  [&](const ArrayInfo& array) { return array.name == beside[target.array].name; });
  target.launch = 0;
  target.array = static_cast<std::uint8_t>(found - arrays.begin());
  return target;
}

template <class Item>
void sort_once(std::vector<Item>& all) {
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

Links links_of(const std::vector<Target>& lit) {
  Links links;
  for (const Target& target : lit) {
    if (target.kind == Target::Kind::element) links.elements.push_back({target.array, target.number});
    if (target.kind == Target::Kind::line) links.lines.push_back(target.number);
    if (target.kind == Target::Kind::thread) links.threads.push_back(target.number);
    if (target.kind == Target::Kind::block) links.blocks.push_back(target.number);
  }
  sort_once(links.elements);
  sort_once(links.lines);
  sort_once(links.threads);
  sort_once(links.blocks);
  return links;
}

Links links_of(const Target& target, bool is_hovered, std::size_t block, const Replay& replay, const Explainable& of,
               const ExplainView* view) {
  Links links;
  if (target.launch != 0) return links;
  if (target.kind == Target::Kind::line) links.elements = elements_of_line(replay, of.frame, target.number);
  if (target.kind == Target::Kind::element)
    links.lines = lines_of_element(replay, block, {target.array, target.number});
  if (!is_hovered || view == nullptr || view->links == nullptr) return links;
  WarpLinks lanes = view->links(replay, of);
  if (!lanes.threads.empty()) links.elements = std::move(lanes.elements);
  links.threads = std::move(lanes.threads);
  return links;
}

// What the panel of the selection can tell about; a bank, for example, is only pointed at.
bool has_story(const Target& target) {
  using Kind = Target::Kind;
  return target.kind == Kind::none || target.kind == Kind::element || target.kind == Kind::thread ||
         target.kind == Kind::block || target.kind == Kind::line;
}

}  // namespace

void Selection::select_nothing() {
  selected = {};
  partner.reset();
}

void Selection::look_at_next_block(std::ptrdiff_t by, const Shown& shown) {
  const auto& blocks = shown.focus.replay->blocks();
  if (blocks.empty()) return;
  const auto count = static_cast<std::ptrdiff_t>(blocks.size());
  const auto now = std::find(blocks.begin(), blocks.end(), block) - blocks.begin();
  block = blocks[static_cast<std::size_t>((now + by + count) % count)];
}

void Selection::apply(const Select& select, const Shown& shown) {
  Target target = select.target;
  if (select.as_partner && target.kind == Target::Kind::thread) {
    partner = target.number == thread ? std::nullopt : std::optional(target.number);
    return;
  }
  if (target.launch == 1 && target.kind == Target::Kind::element && shown.beside.replay)
    target = in_focus(target, shown);
  if (has_story(target)) selected = target;
  if (target.kind == Target::Kind::thread) look_at_thread(target.number, shown);
  if (target.kind == Target::Kind::block && shown.was_recorded(target.number)) block = target.number;
}

void Selection::look_at_thread(std::int64_t wanted, const Shown& shown) {
  const std::int64_t last = std::int64_t{shown.trace().threads_per_block()} - 1;
  thread = static_cast<std::uint32_t>(std::clamp<std::int64_t>(wanted, 0, last));
  if (partner == thread) partner.reset();
}

namespace {

enum class Work : std::uint8_t { none, touches, stores };

Work work_of(const Column& events) {
  Work work = Work::none;
  for (const Event& event : events) {
    if (event.kind() == Kind::global_store || event.kind() == Kind::atomic) return Work::stores;
    if (event.array() != no_array) work = Work::touches;
  }
  return work;
}

}  // namespace

void Selection::look_at_work(const Shown& shown) {
  constexpr std::uint64_t most_events = 2'000'000;
  const Replay& replay = *shown.focus.replay;
  const Trace& trace = replay.trace();
  if (replay.scenery().has_matrices() || replay.blocks().empty()) return;
  block = replay.blocks().front();
  thread = 0;
  std::map<std::uint32_t, Work> known;  // by path; all threads of a path do the same work
  std::uint64_t seen = 0;
  const auto work_at = [&](std::size_t at, std::uint32_t of) {
    const auto [work, is_new] = known.try_emplace(replay.order().path_of(at, of), Work::none);
    if (!is_new) return work->second;
    const Column events = trace.events(at, of);
    seen += events.size();
    return work->second = work_of(events);
  };
  const auto first_that_stores = [&](std::size_t at) -> std::optional<std::uint32_t> {
    for (std::uint32_t of = 0; of < trace.threads_per_block() && seen < most_events; ++of)
      if (work_at(at, of) == Work::stores) return of;
    return std::nullopt;
  };
  const std::optional<std::uint32_t> here = first_that_stores(block);
  if (here && work_at(block, thread) != Work::none) return;
  if (here) return look_at_thread(*here, shown);
  for (const std::size_t other : replay.blocks())
    if (const auto there = first_that_stores(other)) {
      block = other;
      return look_at_thread(*there, shown);
    }
}

void Selection::forget(const Shown& shown) {
  const auto& blocks = shown.focus.replay->blocks();
  selected = hovered = {};
  partner.reset();
  known_ = {};
  known_links_.reset();
  if (!shown.was_recorded(block)) block = blocks.empty() ? 0 : blocks.front();
  thread = std::min(thread, shown.trace().threads_per_block() - 1);
}

// Touches and reasons depend on one or all blocks, so they are not computed for every frame.
void Selection::settle(const Replay& replay, const Explainable& of, bool has_moved, Explanation view,
                       const std::vector<Target>* lit) {
  const MadeFor now{&replay, of.focus.explained, selected, block};
  if (now != known_) {
    const bool only_explained = known_ == MadeFor{now.replay, known_.explained, selected, block};
    known_ = now;
    if (!only_explained) touches.clear();
    if (!only_explained && selected.kind == Target::Kind::element)
      touches = touches_of(replay, selected.array, selected.number, block);
    why_ = why_wrong(replay, of.focus.explained, selected, touches);
    has_moved = true;
  }
  if (has_moved) {
    facts = why_;
    for (Fact& fact : facts_of(replay, of.frame, selected, touches)) facts.push_back(std::move(fact));
  }
  find_links(replay, of, view, lit);
}

void Selection::find_links(const Replay& replay, const Explainable& of, Explanation view,
                           const std::vector<Target>* lit) {
  const bool is_hovered = hovered.kind != Target::Kind::none;
  const Target& target = is_hovered ? hovered : selected;
  if (target.kind == Target::Kind::none) {
    links = lit != nullptr ? links_of(*lit) : Links{};
    return known_links_.reset();
  }
  // A line's elements change with the phase, and its lanes with the step; an element's lines do not change.
  const ExplainView* const row = view_of(view);
  const bool moves = target.kind == Target::Kind::line || (row != nullptr && row->links != nullptr);
  const LinksMadeFor now{&replay, target, is_hovered, block, view, moves ? of.frame.moment : 0};
  if (known_links_ == now) return;
  known_links_ = now;
  links = links_of(target, is_hovered, block, replay, of, row);
}

}  // namespace tilescope
