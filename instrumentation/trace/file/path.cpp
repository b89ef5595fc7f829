#include "instrumentation/trace/file/path.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <span>
#include <utility>

namespace tilescope::file {

namespace {

PackedEvent as_event(const Step& step, std::uint32_t what) { return {0, 0, step.origin, what}; }

Rule rule_of(const PackedEvent& event) {
  switch (event.kind()) {
    case Kind::global_load: return Rule::global_load;
    case Kind::shared_load: return Rule::shared_load;
    case Kind::barrier_arrive:
    case Kind::barrier_release: return Rule::nothing;
    case Kind::partial_sum:
      switch (event.sum_form()) {
        case SumForm::start: return Rule::start;
        case SumForm::add: return Rule::add;
        default: break;
      }
      return Rule::multiply_add;
    case Kind::out_of_bounds:
      if (!event.stray_store()) return Rule::stray;
      break;
    default: break;
  }
  return event.origin < no_origin ? Rule::copy : Rule::constant;
}

// An origin as it is written, which is also how it is read: what repeats in a loop is how far back it is.
std::uint32_t as_distance(std::uint32_t origin, std::uint32_t what, std::uint32_t number) {
  const bool absolute = as_event({}, what).kind() != Kind::partial_sum && origin < no_origin;
  return absolute ? number - origin : origin;
}

// The numbers of one kind, of all steps of a path. Those that grow are written as what they grew by since the last step
// of the same site.
class Numbers {
 public:
  explicit Numbers(std::size_t sites) : last_(sites) {}

  void write(const Path& path, std::uint32_t Step::*member, SectionWriter& out) {
    forget(path);
    for (const Step& step : path.steps) {
      out.number(step.*member - last_[step.site]);
      last_[step.site] = step.*member;
    }
  }

  // From what was written to what it was.
  void add_up(Path& path, std::uint32_t Step::*member) {
    forget(path);
    for (Step& step : path.steps) step.*member = last_[step.site] += step.*member;
  }

 private:
  // A path may be short, and the table long.
  void forget(const Path& path) {
    for (const Step& step : path.steps) last_[step.site] = 0;
  }

  std::vector<std::uint32_t> last_;
};

constexpr std::uint32_t Step::*growing[] = {&Step::index, &Step::by_thread_x, &Step::by_thread_y, &Step::by_block_x,
                                            &Step::by_block_y};
constexpr std::uint64_t written_bytes_per_step = 8 * sizeof(std::uint32_t);
// One number of every step, as it is in the file.
void read_column(Path& path, std::uint32_t Step::*member, SectionReader& in) {
  std::array<std::uint32_t, 256> some;
  for (std::size_t first = 0; first < path.steps.size(); first += some.size()) {
    const std::size_t count = std::min(some.size(), path.steps.size() - first);
    in.bytes(some.data(), count * sizeof(std::uint32_t));
    for (std::size_t n = 0; n < count; ++n) path.steps[first + n].*member = some[n];
  }
}

constexpr std::uint64_t held_bytes_per_step = sizeof(Step) + 2 * sizeof(PathInterval) + 2 * sizeof(std::uint32_t);

}  // namespace

void Path::complete(const std::vector<std::uint32_t>& whats) {
  std::uint32_t first = 0;
  for (std::uint32_t n = 0; n < length(); ++n) {
    Step& step = steps[n];
    const PackedEvent event = as_event(step, whats[step.site]);
    step.kind = event.kind();
    step.array = event.array();
    step.rule = rule_of(event);
    if (event.is_barrier()) barriers.push_back(n);
    if (step.kind == Kind::barrier_release || n + 1 == length())
      intervals.push_back(interval(std::exchange(first, n + 1), n + 1));
  }
}

PathInterval Path::interval(std::uint32_t first, std::uint32_t end) const {
  PathInterval interval{first, end, {}, false};
  std::bitset<no_array + 1> loaded, stored;
  for (std::uint32_t n = first; n < end; ++n) {
    if (steps[n].loads()) loaded.set(steps[n].array);
    if (!steps[n].stores()) continue;
    stored.set(steps[n].array);
    interval.stores.push_back(n);
  }
  interval.loads_stored = (loaded & stored).any();
  return interval;
}

std::vector<ArrayUse> uses_of(const std::vector<Path>& paths, std::size_t arrays) {
  std::vector<ArrayUse> uses(arrays);
  for (const Path& path : paths)
    for (const Step& step : path.steps) {
      if (step.array >= arrays) continue;
      if (step.stores()) uses[step.array].stored = true;
      if (step.loads()) uses[step.array].loaded = true;
    }
  return uses;
}

std::string wrong_with(const Step& step, std::uint32_t what, std::uint32_t number,
                       const std::vector<ArrayInfo>& arrays) {
  const PackedEvent event = as_event(step, what);
  if (event.is_barrier()) {
    if (event.array() != no_array) return "a barrier of an array";
    return event.origin == no_origin ? "" : "a barrier with an origin";
  }
  if (event.array() >= arrays.size()) return fmt::format("an array of number {}", event.array());
  const Space space = arrays[event.array()].space;
  switch (event.kind()) {
    case Kind::global_load:
    case Kind::global_store:
      if (space != Space::global) return "a global access to an array that is not";
      break;
    case Kind::shared_load:
    case Kind::shared_store:
      if (space != Space::shared) return "a shared access to an array that is not";
      break;
    case Kind::partial_sum: {
      if (event.operand() > static_cast<int>(SumForm::multiply_add)) return "a sum of an unknown form";
      for (const std::uint32_t distance : {event.origin & 0xffff, event.origin >> 16})
        if (distance != far_away && distance > number) return "a sum of an event before the first";
      if (step.addend_distance() > number) return "a sum that adds to an event before the first";
      return "";
    }
    default: break;
  }
  if (event.origin >= number && event.origin != no_origin && event.origin != many_origins)
    return "a value from an event that comes later";
  return "";
}

void write_paths(const Paths& paths, SectionWriter& out) {
  out.varint(paths.whats.size());
  for (const std::uint32_t what : paths.whats) out.number(what);
  out.varint(paths.all.size() - 1);
  Numbers numbers(paths.whats.size());
  for (const Path& path : std::span(paths.all).subspan(1)) {
    out.varint(path.steps.size());
    for (const Step& step : path.steps) out.number(step.site);
    for (std::uint32_t n = 0; n < path.length(); ++n)
      out.number(as_distance(path.steps[n].origin, paths.whats[path.steps[n].site], n));
    for (const Step& step : path.steps) out.number(step.hint);
    for (const auto member : growing) numbers.write(path, member, out);
  }
  out.flush();
}

Paths read_paths(SectionReader& in, const std::vector<ArrayInfo>& arrays,
                 const std::function<void(std::uint64_t bytes)>& take) {
  Paths paths;
  std::vector<std::uint32_t>& whats = paths.whats;
  whats.resize(in.count(sizeof(std::uint32_t), "kinds of step"));
  in.bytes(whats.data(), whats.size() * sizeof(std::uint32_t));
  const std::size_t count = in.count(1 + written_bytes_per_step, "paths");
  take((count + 1) * sizeof(Path));
  paths.all.resize(count + 1);
  Numbers numbers(whats.size());
  for (Path& path : std::span(paths.all).subspan(1)) {
    const std::size_t length = in.count(written_bytes_per_step, "steps");
    if (length == 0) in.refuse("a path of no events; they have number 0");
    if (length >= no_origin) in.refuse("a path of more events than have numbers");
    take(length * held_bytes_per_step);
    path.steps.resize(length);
    read_column(path, &Step::site, in);
    for (std::size_t n = 0; n < length; ++n)
      if (path.steps[n].site >= whats.size())
        in.refuse(fmt::format("step {} is of kind {}, of {}", n, path.steps[n].site, whats.size()));
    for (const auto member : {&Step::origin, &Step::hint}) read_column(path, member, in);
    for (const auto member : growing) {
      read_column(path, member, in);
      numbers.add_up(path, member);
    }
    for (std::uint32_t n = 0; n < length; ++n) {
      Step& step = path.steps[n];
      step.origin = as_distance(step.origin, whats[step.site], n);
      if (const std::string wrong = wrong_with(step, whats[step.site], n, arrays); !wrong.empty())
        in.refuse(fmt::format("step {} of path {}: {}", n, &path - paths.all.data(), wrong));
    }
    path.complete(whats);
  }
  in.require_end();
  return paths;
}

}  // namespace tilescope::file
