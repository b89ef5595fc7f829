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

// The lines at which some thread has such an event.
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

Lines lines_of(const Scene& scene, Kind kind, const std::string& array) {
  const auto& arrays = scene.trace().arrays();
  return lines_with(scene, [&](const Event& event) {
    return event.kind() == kind && (array.empty() || arrays[event.array()].name == array);
  });
}

Lines candidates(const Scene& scene, const LineName& name) {
  switch (name.kind) {
    case LineName::Kind::load: return lines_of(scene, Kind::global_load, name.text);
    case LineName::Kind::fill: return lines_of(scene, Kind::shared_store, name.text);
    case LineName::Kind::read: return lines_of(scene, Kind::shared_load, name.text);
    case LineName::Kind::store: return lines_of(scene, Kind::global_store, name.text);
    case LineName::Kind::sum:
      return lines_with(scene, [](const Event& event) {
        return event.kind() == Kind::partial_sum && event.sum_form() == SumForm::multiply_add;
      });
    case LineName::Kind::barrier:
      return lines_with(scene, [](const Event& event) { return event.kind() == Kind::barrier_arrive; });
    default: return {};
  }
}

std::uint32_t lines_in(const std::string& text) {
  return static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n')) + 1;
}

std::string in_quotes(const LineName& name) {
  switch (name.kind) {
    case LineName::Kind::number: return fmt::format("line {}", name.number);
    case LineName::Kind::text: return fmt::format("line \"{}\"", name.text);
    case LineName::Kind::load: return "load " + name.text;
    case LineName::Kind::fill: return "fill " + name.text;
    case LineName::Kind::read: return "read " + name.text;
    case LineName::Kind::store: return name.text.empty() ? "store" : "store " + name.text;
    case LineName::Kind::sum: return "sum";
    case LineName::Kind::barrier: break;
  }
  return fmt::format("barrier {}", name.number);
}

std::uint32_t need_number(Reader& reader, std::string_view of) {
  if (const auto number = reader.number()) return *number;
  throw UsageError(fmt::format("{} needs a number behind it, as in '{} 1'", of, of));
}

constexpr std::array<std::string_view, 14> beginnings{"start", "end",  "before", "after", "step",  "phase", "finding",
                                                      "visit", "last", "line",   "load",  "store", "sum",   "barrier"};

MomentName read_place(Reader& reader, MomentName name, std::string_view whole) {
  const auto numbered = [&](MomentName::Kind kind, std::string_view word) {
    name.kind = kind;
    name.number = need_number(reader, word);
    return name;
  };
  if (reader.take("step")) return numbered(MomentName::Kind::step, "step");
  if (reader.take("phase")) return numbered(MomentName::Kind::phase, "phase");
  if (reader.take("finding")) return numbered(MomentName::Kind::finding, "finding");
  name.kind = MomentName::Kind::line;
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
    throw UsageError(word.empty()
                         ? fmt::format("'{}' names no moment: write one as in 'phase 1' or 'barrier 2'", whole)
                         : fmt::format("'{}' begins no moment: do you mean '{}'?", word, nearest(word, beginnings)));
  }
  name.line = *line;
  if (reader.take("in")) {
    if (!reader.take("phase")) throw UsageError("after 'in' comes a phase, as in 'in phase 1'");
    name.phase = need_number(reader, "phase");
  }
  return name;
}

const Phase& phase_of(const Scene& scene, std::uint32_t number) {
  const auto& phases = scene.replay->order().phases();
  if (number < phases.size()) return phases[number];
  throw UsageError(
      phases.empty() ? fmt::format("{} has no phases: nothing is filled with tiles", scene.trace().launch().kernel)
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
  throw UsageError(visits == 0 ? fmt::format("line {} is not run{}", line, where)
                               : fmt::format("line {} is run {} times{}, and visit {} was asked for", line, visits,
                                             where, name.visit));
}

std::uint64_t unshifted(const Scene& scene, const MomentName& name) {
  const Moments& moments = scene.replay->moments();
  const auto side = [&](std::uint32_t first, std::uint32_t last) {
    return name.before ? moments.begin_of(first) : moments.end_of(last);
  };
  switch (name.kind) {
    case MomentName::Kind::start: return 0;
    case MomentName::Kind::end: return moments.count();
    case MomentName::Kind::step: {
      const std::uint32_t steps = scene.replay->order().step_count();
      if (name.number < 1 || name.number > steps)
        throw UsageError(fmt::format("there is no step {}: this launch has steps 1 to {}", name.number, steps));
      return side(name.number - 1, name.number - 1);
    }
    case MomentName::Kind::phase: {
      const Phase& phase = phase_of(scene, name.number);
      return side(phase.first_step, phase.end_step - 1);
    }
    case MomentName::Kind::finding: {
      const auto& findings = scene.explained->hazards.findings;
      if (name.number < 1 || name.number > findings.size())
        throw UsageError(findings.empty()
                             ? "nothing was found in this launch"
                             : fmt::format("there is no finding {}: {} were found", name.number, findings.size()));
      const auto& accesses = findings[name.number - 1].accesses;
      const auto moment = accesses.empty() ? std::nullopt : moment_of(*scene.replay, accesses.front());
      if (!moment) throw UsageError(fmt::format("finding {} has no moment of its own", name.number));
      const std::uint32_t step = moments.step_at(*moment);
      return side(step, step);
    }
    case MomentName::Kind::line: break;
  }
  const std::uint32_t step = step_of_line(scene, name);
  return side(step, step);
}

}  // namespace

std::optional<LineName> read_line_name(Reader& reader) {
  using K = LineName::Kind;
  const auto of_array = [&](K kind, std::string_view word) {
    const std::string_view array = reader.word();
    if (array.empty()) throw UsageError(fmt::format("{} needs an array behind it, as in '{} A'", word, word));
    return LineName{kind, 0, std::string(array)};
  };
  if (reader.take("line")) {
    if (!reader.take("\"")) return LineName{K::number, need_number(reader, "line"), ""};
    const auto text = reader.up_to('"');
    if (!text || text->empty()) throw UsageError("after line \" comes a part of its text, and another \"");
    return LineName{K::text, 0, std::string(*text)};
  }
  if (reader.take("load")) return of_array(K::load, "load");
  if (reader.take("fill")) return of_array(K::fill, "fill");
  if (reader.take("read")) return of_array(K::read, "read");
  if (reader.take("sum")) return LineName{K::sum, 0, ""};
  if (reader.take("barrier")) return LineName{K::barrier, need_number(reader, "barrier"), ""};
  if (!reader.take("store")) return std::nullopt;
  Reader ahead(reader.rest());
  if (const std::string_view array = ahead.word(); !array.empty() && array != "in")
    return LineName{K::store, 0, std::string(reader.word())};
  return LineName{K::store, 0, ""};
}

std::uint32_t line_named(const Scene& scene, const LineName& name) {
  const std::string& text = scene.trace().kernel_text();
  if (name.kind == LineName::Kind::number) {
    if (name.number >= 1 && name.number <= lines_in(text)) return name.number;
    throw UsageError(fmt::format("{} has lines 1 to {}", scene.trace().launch().kernel, lines_in(text)));
  }
  if (name.kind == LineName::Kind::text) {
    if (const std::size_t at = text.find(name.text); at != std::string::npos) return lines_in(text.substr(0, at));
    throw UsageError(fmt::format("no line of {} holds \"{}\"", scene.trace().launch().kernel, name.text));
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
  if (reader.take("start"))
    name.kind = MomentName::Kind::start;
  else if (reader.take("end"))
    name.kind = MomentName::Kind::end;
  else {
    name.before = reader.take("before");
    if (!name.before) static_cast<void>(reader.take("after"));
    name = read_place(reader, name, text);
  }
  const bool forward = reader.take("+");
  if (forward || reader.take("-")) {
    const std::uint32_t by = need_number(reader, forward ? "+" : "-");
    name.shift = forward ? std::int64_t{by} : -std::int64_t{by};
    name.shifts_steps = reader.take("steps") || reader.take("step");
    if (!name.shifts_steps && !reader.take("events") && !reader.take("event"))
      throw UsageError(fmt::format("say {} of what: '{} events' or '{} steps'", by, by, by));
  }
  if (!reader.at_end()) throw UsageError(fmt::format("'{}' is one word too many in '{}'", reader.rest(), text));
  return name;
}

std::uint64_t moment_named(const Scene& scene, const MomentName& name) {
  if (scene.replay->order().step_count() == 0)
    throw UsageError("this launch kept no events to stand between: record all of it, or a window of blocks");
  const Moments& moments = scene.replay->moments();
  std::uint64_t moment = unshifted(scene, name);
  for (std::int64_t n = 0; n < std::abs(name.shift); ++n) {
    const std::uint64_t before = moment;
    const Grain grain = name.shifts_steps ? Grain::step : Grain::event;
    moment = name.shift > 0 ? moments.next(moment, grain) : moments.previous(moment, grain);
    if (moment == before) throw UsageError("that is beyond the launch");
  }
  return moment;
}

std::uint64_t moment_named(const Scene& scene, std::string_view text) { return moment_named(scene, read_moment(text)); }

namespace {

// Whether the line is run once more where the name looks for it.
bool comes_again(const Scene& scene, MomentName name) {
  try {
    ++name.visit;
    static_cast<void>(unshifted(scene, name));
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

}  // namespace

std::string words_of(const Scene& scene, const MomentName& name) {
  const std::string_view side = name.before ? "just before" : "after";
  std::string words;
  switch (name.kind) {
    case MomentName::Kind::start: words = "at the beginning"; break;
    case MomentName::Kind::end: words = "at the end"; break;
    case MomentName::Kind::step: words = fmt::format("{} step {}", side, name.number); break;
    case MomentName::Kind::phase:
      words = fmt::format("at the {} of phase {}", name.before ? "beginning" : "end", name.number);
      break;
    case MomentName::Kind::finding: words = fmt::format("{} the moment of finding {}", side, name.number); break;
    case MomentName::Kind::line: {
      const bool within = name.before && name.shift > 0 && !name.shifts_steps;
      words = fmt::format("{} line {}", within ? "in the middle of" : side, line_named(scene, name.line));
      if (name.visit == 0) words += ", the last time";
      else if (name.visit > 1) words += fmt::format(", time {}", name.visit);
      else if (comes_again(scene, name)) words += ", the first time";
      if (name.phase) words += fmt::format(" in phase {}", *name.phase);
      break;
    }
  }
  const bool within = name.kind == MomentName::Kind::line && name.before && name.shift > 0 && !name.shifts_steps;
  if (within && name.line.kind == LineName::Kind::barrier)
    return words + fmt::format(", when {} {} arrived", name.shift, name.shift == 1 ? "thread has" : "threads have");
  if (within) return words + fmt::format(", {} event{} into it", name.shift, name.shift == 1 ? "" : "s");
  if (name.shift != 0)
    words += fmt::format(", {} {}{} {}", std::abs(name.shift), name.shifts_steps ? "step" : "event",
                         std::abs(name.shift) == 1 ? "" : "s", name.shift > 0 ? "later" : "earlier");
  return words;
}

}  // namespace tilescope::lessons
