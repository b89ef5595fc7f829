#include "app/lessons/moment.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "instrumentation/error.h"
#include "instrumentation/nearest.h"

namespace tilescope::lessons {

namespace {

using Lines = std::set<std::uint32_t>;

// The lines on which some thread has such an event.
template <class Wanted>
Lines lines_with(const Scene& scene, const Wanted& wanted) {
  Lines lines;
  for (const Path& path : scene.replay->order().paths()) {
    const Column events = scene.trace().events(path.block, path.thread);
    for (const Event& event : events)
      if (wanted(event)) lines.insert(event.line());
  }
  return lines;
}

// A word for what a line does, the events that show it, and what follows the word.
struct Deed {
  std::string_view word;
  LineName::Kind kind;
  Kind events;
  enum class With : std::uint8_t { nothing, array, any_array, number } with = With::nothing;
  SumForm form = SumForm::multiply_add;  // for sums
};
constexpr std::array deeds{Deed{"load", LineName::Kind::load, Kind::global_load, Deed::With::array},
                           Deed{"fill", LineName::Kind::fill, Kind::shared_store, Deed::With::array},
                           Deed{"read", LineName::Kind::read, Kind::shared_load, Deed::With::array},
                           Deed{"sum", LineName::Kind::sum, Kind::partial_sum},
                           Deed{"add", LineName::Kind::add, Kind::partial_sum, Deed::With::nothing, SumForm::add},
                           Deed{"shuffle", LineName::Kind::shuffle, Kind::shuffle},
                           Deed{"atomic", LineName::Kind::atomic, Kind::atomic, Deed::With::any_array},
                           Deed{"barrier", LineName::Kind::barrier, Kind::barrier_arrive, Deed::With::number},
                           Deed{"store", LineName::Kind::store, Kind::global_store, Deed::With::any_array}};

const Deed& deed_of(const LineName& name) {
  return *std::find_if(deeds.begin(), deeds.end(), [&](const Deed& deed) { return deed.kind == name.kind; });
}

Lines candidates(const Scene& scene, const LineName& name) {
  const Deed& deed = deed_of(name);
  const auto& arrays = scene.trace().arrays();
  return lines_with(scene, [&](const Event& event) {
    return event.kind() == deed.events && (deed.events != Kind::partial_sum || event.sum_form() == deed.form) &&
           (name.text.empty() || arrays[event.array()].name == name.text);
  });
}

std::uint32_t lines_in(const std::string& text) {
  return static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n')) + 1;
}

// The name of a line that is named by what it does.
std::string in_quotes(const LineName& name) {
  const Deed& deed = deed_of(name);
  std::string words(deed.word);
  if (!name.text.empty()) words += " " + name.text;
  return deed.with == Deed::With::number ? fmt::format("{} {}", words, name.number) : words;
}

std::uint32_t need_number(Reader& reader, std::string_view of) {
  if (const auto number = reader.number()) return *number;
  throw UsageError(fmt::format("{} needs a number after it, as in '{} 1'", of, of));
}

LineName read_deed(Reader& reader, const Deed& deed) {
  LineName name{deed.kind, 0, ""};
  if (deed.with == Deed::With::number) name.number = need_number(reader, deed.word);
  Reader ahead(reader.rest());
  if (deed.with == Deed::With::array || (deed.with == Deed::With::any_array && ahead.word() != "in"))
    name.text = reader.word();
  if (deed.with == Deed::With::array && name.text.empty())
    throw UsageError(fmt::format("{} needs an array after it, as in '{} A'", deed.word, deed.word));
  return name;
}

constexpr std::array<std::string_view, 18> beginnings{"start", "end",     "before",  "after", "step",   "phase",
                                                      "turn",  "finding", "visit",   "last",  "line",   "load",
                                                      "store", "sum",     "barrier", "add",   "atomic", "shuffle"};

// For example "visit 2 of sum in phase 1".
void read_line_place(Reader& reader, MomentName& name, std::string_view whole) {
  if (reader.take("visit")) {
    name.visit = need_number(reader, "visit");
    if (name.visit == 0) throw UsageError("visits are counted from 1");
    if (!reader.take("of")) throw UsageError("after 'visit N' comes 'of' and a line, as in 'visit 2 of sum'");
  } else if (reader.take("last")) {
    name.visit = 0;
  }
  const auto line = read_line_name(reader);
  if (!line) {
    Reader again(reader.rest());
    const std::string_view word = again.word();
    throw UsageError(
        word.empty() ? fmt::format("'{}' is not a moment: write one such as 'phase 1' or 'barrier 2'", whole)
                     : fmt::format("no moment begins with '{}': did you mean '{}'?", word, nearest(word, beginnings)));
  }
  name.line = *line;
  if (!reader.take("in")) return;
  if (!reader.take("phase")) throw UsageError("after 'in' comes a phase, as in 'in phase 1'");
  name.phase = need_number(reader, "phase");
}

void read_place(Reader& reader, MomentName& name, std::string_view whole) {
  using K = MomentName::Kind;
  for (const auto& [word, kind] : {std::pair{"step", K::step}, std::pair{"phase", K::phase}, std::pair{"turn", K::turn},
                                   std::pair{"finding", K::finding}})
    if (reader.take(word)) {
      name.kind = kind;
      name.number = need_number(reader, word);
      return;
    }
  name.kind = K::line;
  read_line_place(reader, name, whole);
}

// For example "+ 2 events".
void read_shift(Reader& reader, MomentName& name) {
  const bool forward = reader.take("+");
  if (!forward && !reader.take("-")) return;
  const std::uint32_t by = need_number(reader, forward ? "+" : "-");
  name.shift = forward ? std::int64_t{by} : -std::int64_t{by};
  name.shifts_steps = reader.take("steps") || reader.take("step");
  if (!name.shifts_steps && !reader.take("events") && !reader.take("event"))
    throw UsageError(fmt::format("{} needs a unit: write '{} events' or '{} steps'", by, by, by));
}

const Phase& phase_of(const Scene& scene, std::uint32_t number) {
  const auto& phases = scene.replay->order().phases();
  if (number < phases.size()) return phases[number];
  throw UsageError(
      phases.empty() ? fmt::format("{} has no phases: it fills no tiles", scene.trace().launch().kernel)
                     : fmt::format("there is no phase {}: this launch has phases 0 to {}", number, phases.size() - 1));
}

std::uint32_t step_of_line(const Scene& scene, const MomentName& name) {
  const Order& order = scene.replay->order();
  const std::uint32_t line = line_named(scene, name.line);
  std::uint32_t first = 0, end = order.step_count();
  if (name.phase) {
    const Phase& phase = phase_of(scene, *name.phase);
    first = phase.first_step;
    end = phase.end_step;
  }
  std::uint32_t step = 0, visits = 0;
  std::optional<std::uint32_t> found;
  for (std::uint32_t interval = 0; interval < order.interval_count(); ++interval)
    for (const tilescope::Step& each : order.steps(interval)) {
      if (step >= first && step < end && each.line == line) {
        ++visits;
        if (name.visit == 0 || visits == name.visit) found = step;
      }
      ++step;
    }
  if (found) return *found;
  const std::string where = name.phase ? fmt::format(" in phase {}", *name.phase) : "";
  throw UsageError(
      visits == 0 ? fmt::format("line {} is not run{}", line, where)
                  : fmt::format("line {} is run {} times{}, so it has no visit {}", line, visits, where, name.visit));
}

std::uint32_t step_numbered(const Scene& scene, std::uint32_t number) {
  const std::uint32_t steps = scene.replay->order().step_count();
  if (number >= 1 && number <= steps) return number - 1;
  throw UsageError(fmt::format("there is no step {}: this launch has steps 1 to {}", number, steps));
}

std::uint32_t step_of_finding(const Scene& scene, std::uint32_t number) {
  const auto& findings = scene.explained->hazards.findings;
  if (number < 1 || number > findings.size())
    throw UsageError(findings.empty()
                         ? "this launch has no findings"
                         : fmt::format("there is no finding {}: the launch has {}", number, findings.size()));
  const auto& accesses = findings[number - 1].accesses;
  const auto moment = accesses.empty() ? std::nullopt : moment_of(*scene.replay, accesses.front());
  if (!moment) throw UsageError(fmt::format("finding {} has no moment of its own", number));
  return scene.replay->moments().step_at(*moment);
}

std::uint64_t unshifted(const Scene& scene, const MomentName& name) {
  const Moments& moments = scene.replay->moments();
  const auto side = [&](std::uint32_t first, std::uint32_t last) {
    return name.before ? moments.begin_of(first) : moments.end_of(last);
  };
  const auto side_of = [&](std::uint32_t step) { return side(step, step); };
  switch (name.kind) {
    case MomentName::Kind::start: return 0;
    case MomentName::Kind::end: return moments.count();
    case MomentName::Kind::step: return side_of(step_numbered(scene, name.number));
    case MomentName::Kind::finding: return side_of(step_of_finding(scene, name.number));
    case MomentName::Kind::line: return side_of(step_of_line(scene, name));
    case MomentName::Kind::turn: {
      const auto& turns = scene.replay->order().turns();
      if (turns.empty()) throw UsageError("there are no turns in lockstep: set order = \"ran\"");
      if (name.number < 1 || name.number > turns.size())
        throw UsageError(fmt::format("there is no turn {}: there are turns 1 to {}", name.number, turns.size()));
      const TurnSteps& turn = turns[name.number - 1];
      return side(turn.first_step, turn.end_step - 1);
    }
    case MomentName::Kind::phase: break;
  }
  const Phase& phase = phase_of(scene, name.number);
  return side(phase.first_step, phase.end_step - 1);
}

}  // namespace

std::optional<LineName> read_line_name(Reader& reader) {
  if (reader.take("line")) {
    if (!reader.take("\"")) return LineName{LineName::Kind::number, need_number(reader, "line"), ""};
    const auto text = reader.up_to('"');
    if (!text || text->empty()) throw UsageError("after line \" comes part of the line, then another \"");
    return LineName{LineName::Kind::text, 0, std::string(*text)};
  }
  for (const Deed& deed : deeds)
    if (reader.take(deed.word)) return read_deed(reader, deed);
  return std::nullopt;
}

std::uint32_t line_named(const Scene& scene, const LineName& name) {
  const std::string& text = scene.trace().kernel_text();
  if (name.kind == LineName::Kind::number) {
    if (name.number >= 1 && name.number <= lines_in(text)) return name.number;
    throw UsageError(fmt::format("{} has lines 1 to {}", scene.trace().launch().kernel, lines_in(text)));
  }
  if (name.kind == LineName::Kind::text) {
    if (const std::size_t at = text.find(name.text); at != std::string::npos) return lines_in(text.substr(0, at));
    throw UsageError(fmt::format("no line of {} contains \"{}\"", scene.trace().launch().kernel, name.text));
  }
  const Lines lines = candidates(scene, name);
  const std::size_t number = name.kind == LineName::Kind::barrier ? name.number : 1;
  if (number >= 1 && number <= lines.size()) return *std::next(lines.begin(), static_cast<std::ptrdiff_t>(number) - 1);
  throw UsageError(
      fmt::format("{} has no line '{}' that is run{}", scene.trace().launch().kernel, in_quotes(name),
                  name.kind == LineName::Kind::barrier ? fmt::format(": it has {} barriers", lines.size()) : ""));
}

MomentName read_moment(std::string_view text) {
  Reader reader(text);
  MomentName name;
  if (reader.take("end")) {
    name.kind = MomentName::Kind::end;
  } else if (!reader.take("start")) {
    name.before = reader.take("before");
    if (!name.before) static_cast<void>(reader.take("after"));
    read_place(reader, name, text);
  }
  read_shift(reader, name);
  if (!reader.at_end()) throw UsageError(fmt::format("unexpected '{}' in '{}'", reader.rest(), text));
  return name;
}

std::uint64_t moment_named(const Scene& scene, const MomentName& name) {
  if (scene.replay->order().step_count() == 0)
    throw UsageError("this launch has no recorded events: record all of it, or a window of blocks");
  const Moments& moments = scene.replay->moments();
  std::uint64_t moment = unshifted(scene, name);
  for (std::int64_t n = 0; n < std::abs(name.shift); ++n) {
    const std::uint64_t before = moment;
    const Grain grain = name.shifts_steps ? Grain::step : Grain::event;
    moment = name.shift > 0 ? moments.next(moment, grain) : moments.previous(moment, grain);
    if (moment == before) throw UsageError("that moment is outside the launch");
  }
  return moment;
}

std::uint64_t moment_named(const Scene& scene, std::string_view text) { return moment_named(scene, read_moment(text)); }

namespace {

// Whether the line runs again in the part of the launch that the name refers to.
bool comes_again(const Scene& scene, MomentName name) {
  try {
    ++name.visit;
    static_cast<void>(unshifted(scene, name));
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

std::string line_words(const Scene& scene, const MomentName& name, std::string_view side) {
  std::string words = fmt::format("{} line {}", side, line_named(scene, name.line));
  if (name.visit == 0)
    words += ", the last time";
  else if (name.visit > 1)
    words += name.visit == 2 ? ", the second time" : fmt::format(", visit {}", name.visit);
  else if (comes_again(scene, name))
    words += ", the first time";
  return name.phase ? fmt::format("{} in phase {}", words, *name.phase) : words;
}

std::string unshifted_words(const Scene& scene, const MomentName& name, bool within) {
  const std::string_view side = within ? "in the middle of" : name.before ? "just before" : "after";
  switch (name.kind) {
    case MomentName::Kind::start: return "at the beginning";
    case MomentName::Kind::end: return "at the end";
    case MomentName::Kind::step: return fmt::format("{} step {}", side, name.number);
    case MomentName::Kind::phase:
      return fmt::format("at the {} of phase {}", name.before ? "beginning" : "end", name.number);
    case MomentName::Kind::turn:
      return fmt::format("at the {} of turn {}", name.before ? "beginning" : "end", name.number);
    case MomentName::Kind::finding: return fmt::format("{} the moment of finding {}", side, name.number);
    case MomentName::Kind::line: break;
  }
  return line_words(scene, name, side);
}

}  // namespace

std::string words_of(const Scene& scene, const MomentName& name) {
  const bool within = name.kind == MomentName::Kind::line && name.before && name.shift > 0 && !name.shifts_steps;
  const std::string words = unshifted_words(scene, name, within);
  const std::int64_t by = std::abs(name.shift);
  if (by == 0) return words;
  if (within && name.line.kind == LineName::Kind::barrier)
    return fmt::format("{}, when {} {} arrived", words, by, by == 1 ? "thread has" : "threads have");
  if (within) return fmt::format("{}, {} event{} into it", words, by, by == 1 ? "" : "s");
  return fmt::format("{}, {} {}{} {}", words, by, name.shifts_steps ? "step" : "event", by == 1 ? "" : "s",
                     name.shift > 0 ? "later" : "earlier");
}

}  // namespace tilescope::lessons
