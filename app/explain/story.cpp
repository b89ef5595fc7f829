#include "app/explain/story.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "app/stage/array_values.h"

namespace tilescope {

namespace {

// What an event does, in a word before the name of its array; empty if the array is not named.
std::string_view verb_of(Kind kind) {
  switch (kind) {
    case Kind::global_load:
    case Kind::shared_load: return "load";
    case Kind::global_store:
    case Kind::shared_store: return "store";
    case Kind::partial_sum: return "compute";
    case Kind::atomic: return "change";
    case Kind::out_of_bounds: return "go out of bounds in";
    default: return "";
  }
}

bool reads(const Event& event) { return event.kind() == Kind::global_load || event.kind() == Kind::shared_load; }

class Story {
 public:
  Story(const Replay& replay, const Frame& frame, const std::vector<Touch>& touches)
      : replay_(replay), trace_(replay.trace()), frame_(frame), words_(frame.scenery->words()), touches_(touches) {}

  std::vector<Fact> of_element(std::uint8_t array, std::uint32_t element) {
    const ArrayInfo& info = trace_.arrays()[array];
    value(array, element, info);
    if (info.sides.size() > 1 || info.parts.size() > 1) add("address", address_of(info, element, words_));
    if (const std::uint32_t threads = frame_.wanted_by({array, element}); threads > 0)
      add("wanted by",
          fmt::format("{} at once, with atomics", threads == 1 ? "1 thread" : fmt::format("{} threads", threads)));
    if (info.space == Space::shared) writer(array, element);
    if (array == frame_.scenery->c()) maker();
    counts();
    around();
    return std::move(facts_);
  }

  std::vector<Fact> of_thread(std::uint32_t thread) {
    const ThreadNow& now = frame_.threads[thread];
    add("does",
        std::string(word_of(trace_.launch(), now.activity)) + (now.line > 0 ? fmt::format(", line {}", now.line) : ""));
    add(std::string(words_.makes), made_by(thread));
    sums(thread);
    add("events", part_name(now.done, trace_.events(frame_.block, thread).size()) + " done");
    std::uint64_t loads = 0, all = 0;
    for (const Footprint& load : footprint_of(trace_, frame_.block, thread)) {
      ++all;
      if (load.event < now.done) ++loads;
    }
    add("global loads", part_name(loads, all) + " done");
    return std::move(facts_);
  }

  std::vector<Fact> of_block(std::size_t block) {
    const unsigned columns = trace_.launch().grid.x;
    const Size2 covered = covered_by_block(trace_.launch());
    if (frame_.scenery->has_matrices())
      add("covers", fmt::format("rows {}–{}, columns {}–{} of C", block / columns * covered.y,
                                (block / columns + 1) * covered.y - 1, block % columns * covered.x,
                                (block % columns + 1) * covered.x - 1));
    const bool ran = block < trace_.block_count();
    add("recorded", !ran                             ? "did not run: the launch ended first"
                    : trace_.block(block).recorded() ? "every event"
                                                     : "only counted");
    return std::move(facts_);
  }

  std::vector<Fact> of_line(std::uint32_t line) {
    const std::string deeds = deeds_at(line);
    if (deeds.empty()) {
      add("does", fmt::format("No thread loads, stores or waits at line {}.", line));
      nearest_line(line);
      return std::move(facts_);
    }
    add("threads", deeds);
    const std::uint64_t runs = line < frame_.line_runs.size() ? frame_.line_runs[line] : 0;
    add("executed", runs == 1 ? "once so far" : fmt::format("{} times so far, by all threads", count_name(runs)));
    if (const auto step = step_before(line)) add("before", when(*step), replay_.moments().end_of(*step));
    if (const auto step = step_after(line)) add("next", when(*step), replay_.moments().end_of(*step));
    return std::move(facts_);
  }

 private:
  // "load A, store As": what the threads of the block in focus do at a line.
  std::string deeds_at(std::uint32_t line) const {
    std::vector<std::string> deeds;
    const auto note = [&](std::string deed) {
      if (std::find(deeds.begin(), deeds.end(), deed) == deeds.end()) deeds.push_back(std::move(deed));
    };
    std::set<std::uint32_t> known;
    for (std::uint32_t thread = 0; thread < trace_.threads_per_block(); ++thread) {
      const std::uint32_t number = replay_.order().path_of(frame_.block, thread);
      if (!known.insert(number).second) continue;
      const std::vector<Visit>& visits = replay_.order().paths()[number].visits;
      const auto visit = std::find_if(visits.begin(), visits.end(), [&](const Visit& at) { return at.line == line; });
      if (visit == visits.end()) continue;
      const Column events = trace_.events(frame_.block, thread);
      for (std::uint32_t event = visit->first; event < visit->end; ++event) note(deed_of(events[event]));
    }
    return fmt::format("{}", fmt::join(deeds, ", "));
  }

  std::string deed_of(const Event& event) const {
    if (event.is_barrier()) return "wait at the barrier";
    if (event.kind() == Kind::shuffle) return "shuffle";
    if (event.kind() == Kind::vote) return "vote or synchronize";
    const std::string_view verb = verb_of(event.kind());
    return event.array() < trace_.arrays().size() ? fmt::format("{} {}", verb, trace_.arrays()[event.array()].name)
                                                  : std::string(verb);
  }

  [[nodiscard]] std::optional<std::uint32_t> step_before(std::uint32_t line) const {
    for (std::uint32_t step = frame_.steps; step-- > 0;)
      if (is_at(step, line) && replay_.moments().end_of(step) < frame_.moment) return step;
    return std::nullopt;
  }
  [[nodiscard]] std::optional<std::uint32_t> step_after(std::uint32_t line) const {
    for (std::uint32_t step = 0; step < frame_.steps; ++step)
      if (is_at(step, line) && replay_.moments().end_of(step) > frame_.moment) return step;
    return std::nullopt;
  }
  [[nodiscard]] bool is_at(std::uint32_t step, std::uint32_t line) const {
    return replay_.order().step(step).line == line;
  }
  std::string when(std::uint32_t step) const { return "step " + part_name(step + 1, frame_.steps); }

  // The first line below at which threads do something, or else the last one above.
  void nearest_line(std::uint32_t line) {
    std::uint32_t below = 0, above = 0;
    for (std::uint32_t step = 0; step < frame_.steps; ++step) {
      const std::uint32_t at = replay_.order().step(step).line;
      if (at > line && (below == 0 || at < below)) below = at;
      if (at < line) above = std::max(above, at);
    }
    const std::uint32_t nearest = below > 0 ? below : above;
    const std::string deeds = deeds_at(nearest);
    const auto after = step_after(nearest), step = after ? after : step_before(nearest);
    if (nearest == 0 || deeds.empty() || !step) return;
    add(below > 0 ? "next below" : "last above", fmt::format("line {}: threads {}", nearest, deeds),
        replay_.moments().end_of(*step));
  }

  void add(std::string name, std::string text, std::optional<std::uint64_t> moment = std::nullopt) {
    facts_.push_back({std::move(name), std::move(text), moment});
  }

  Event event_of(const Touch& touch) const { return trace_.events(touch.block, touch.thread)[touch.event]; }

  std::string who(const Touch& touch) const {
    const std::string thread = thread_name(trace_.launch(), touch.thread);
    if (touch.block == frame_.block) return thread;
    return fmt::format("{} of block {}", thread, block_name(trace_.launch(), touch.block));
  }

  std::string when(const Touch& touch) const {
    return fmt::format("step {}, line {}", replay_.moments().step_of(touch.block, touch.thread, touch.event) + 1,
                       event_of(touch).line());
  }

  void value(std::uint8_t array, std::uint32_t element, const ArrayInfo& info) {
    if (info.space == Space::shared) {
      const SharedCell* cell = shared_cell(array, element);
      if (cell == nullptr) return;
      if (cell->state == SharedCell::State::empty) return add("value", "nothing yet: no thread has written to it");
      add("value", value_name(cell->value) + (cell->padded ? ", padding" : ""));
      if (cell->state == SharedCell::State::stale) add("stale", "left over from an earlier phase");
      return;
    }
    const Paged<CElement>& written = frame_.written[array];
    const CElement now = written.empty() ? CElement() : written[element];
    if (now.state == CElement::State::untouched)
      return add("value", array == frame_.scenery->c()
                              ? "no sum yet"
                              : value_name(value_from(info.part_of(element).number, trace_.given(array, element))));
    add("value", value_name(now.value()) + (now.state == CElement::State::stored    ? ", stored"
                                            : now.state == CElement::State::summing ? ", a running sum, not stored"
                                                                                    : ", so far, not stored"));
  }

  const SharedCell* shared_cell(std::uint8_t array, std::uint32_t element) const {
    for (const SharedNow& shared : frame_.shared)
      if (shared.array == array && element < shared.cells.size()) return &shared.cells[element];
    return nullptr;
  }

  void writer(std::uint8_t array, std::uint32_t element) {
    const SharedCell* cell = shared_cell(array, element);
    if (cell == nullptr || cell->state == SharedCell::State::empty) return;
    const Touch touch{replay_.moments().after(frame_.block, cell->thread, cell->event), frame_.block, cell->thread,
                      cell->event};
    add("written by", fmt::format("{}, {}", who(touch), when(touch)), touch.moment);
    const Column events = trace_.events(frame_.block, cell->thread);
    const std::uint32_t origin = events[cell->event].origin;
    if (origin < events.size() && events[origin].array() != no_array)
      add("came from", element_name(trace_.arrays()[events[origin].array()], events[origin].index));
  }

  void maker() {
    const auto store = std::find_if(touches_.begin(), touches_.end(), [&](const Touch& touch) {
      return event_of(touch).kind() == Kind::global_store || event_of(touch).kind() == Kind::atomic;
    });
    if (store == touches_.end()) return;
    add("computed by", fmt::format("{} of block {}", thread_name(trace_.launch(), store->thread),
                                   block_name(trace_.launch(), store->block)));
    add("stored", when(*store), store->moment);
  }

  void counts() {
    std::size_t loads = 0, so_far = 0;
    for (const Touch& touch : touches_)
      if (reads(event_of(touch))) {
        ++loads;
        if (touch.moment <= frame_.moment) ++so_far;
      }
    if (loads > 0) add("read", part_name(so_far, loads) + " times so far");
    const auto is_atomic = [&](const Touch& touch) { return event_of(touch).kind() == Kind::atomic; };
    const auto atomics = std::count_if(touches_.begin(), touches_.end(), is_atomic);
    const auto done = std::count_if(touches_.begin(), touches_.end(), [&](const Touch& touch) {
      return is_atomic(touch) && touch.moment <= frame_.moment;
    });
    if (atomics > 0)
      add("atomics", fmt::format("changed {} times so far",
                                 part_name(static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(atomics))));
  }

  // The previous and the next event, to jump to.
  void around() {
    const auto after = std::find_if(touches_.begin(), touches_.end(),
                                    [&](const Touch& touch) { return touch.moment > frame_.moment; });
    const auto say = [&](const std::string& name, const Touch& touch) {
      const Event& event = event_of(touch);
      const std::string_view does = reads(event)                        ? "reads it"
                                    : event.kind() == Kind::partial_sum ? "adds to it"
                                    : event.kind() == Kind::atomic      ? "changes it"
                                                                        : "writes it";
      add(name, fmt::format("{} {}, {}", who(touch), does, when(touch)), touch.moment);
    };
    if (after != touches_.begin()) say("before", *std::prev(after));
    if (after != touches_.end()) say("next", *after);
  }

  void sums(std::uint32_t thread) {
    const auto all = frame_.sums_of(thread);
    const bool adds = std::all_of(all.begin(), all.end(), [](const SumNow& one) { return one.adds; });
    if (all.size() <= 1)
      return add(adds ? "sum so far" : "value so far", all.empty() ? "none yet" : value_name(all.front().value()));
    std::string text;
    for (std::size_t n = 0; n < std::min(all.size(), most_listed); ++n)
      text += fmt::format("{}{} {}", n == 0 ? "" : ", ", element_name(trace_.arrays()[all[n].array], all[n].index),
                          value_name(all[n].value()));
    if (all.size() > most_listed) text += fmt::format(", and {} more", all.size() - most_listed);
    add(adds ? "sums so far" : "values so far", text);
  }

  std::string made_by(std::uint32_t thread) const {
    const Column events = trace_.events(frame_.block, thread);
    std::vector<std::string> names;
    for (const Event& event : events)
      if (event.kind() == Kind::global_store)
        names.push_back(element_name(trace_.arrays()[event.array()], event.index));
    if (names.empty()) return std::string(words_.makes_nothing);
    if (names.size() > most_listed)
      return fmt::format("{} elements, {} to {}", names.size(), names.front(), names.back());
    return fmt::format("{}", fmt::join(names, ", "));
  }

  static constexpr std::size_t most_listed = 8;

  const Replay& replay_;
  const Trace& trace_;
  const Frame& frame_;
  const Vocabulary& words_;
  const std::vector<Touch>& touches_;
  std::vector<Fact> facts_;
};

}  // namespace

std::vector<Fact> facts_of(const Replay& replay, const Frame& frame, const Target& selected,
                           const std::vector<Touch>& touches) {
  Story story(replay, frame, touches);
  if (frame.steps == 0) return {{"recorded", "Only counts: this launch has no recorded events.", std::nullopt}};
  switch (selected.kind) {
    case Target::Kind::element: return story.of_element(selected.array, selected.number);
    case Target::Kind::thread: return story.of_thread(selected.number);
    case Target::Kind::block: return story.of_block(selected.number);
    case Target::Kind::line: return story.of_line(selected.number);
    default: return {};
  }
}

}  // namespace tilescope
