#include "instrumentation/trace/file/path.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace tilescope::file {

namespace {

Event as_event(const Step& step) { return {0, 0, step.origin, step.what}; }

Rule rule_of(const Event& event) {
  switch (event.kind()) {
    case Kind::global_load: return Rule::global_load;
    case Kind::shared_load: return Rule::shared_load;
    case Kind::barrier_arrive:
    case Kind::barrier_release: return Rule::nothing;
    case Kind::partial_sum:
      switch (event.sum_form()) {
        case SumForm::start: return Rule::start;
        case SumForm::add: return Rule::add;
        case SumForm::multiply_add: break;
      }
      return Rule::multiply_add;
    case Kind::out_of_bounds:
      if (!event.stray_store()) return Rule::stray;
      break;
    case Kind::global_store:
    case Kind::shared_store: break;
  }
  return event.origin < no_origin ? Rule::copy : Rule::constant;
}

// An origin as it is written: what repeats in a loop is how far back it is.
std::uint32_t as_distance(const Step& step, std::uint32_t number) {
  const bool absolute = as_event(step).kind() != Kind::partial_sum && step.origin < no_origin;
  return absolute ? number - step.origin : step.origin;
}

// The numbers of one kind, of all steps of a path. Those that grow are written as what they grew by since the last step
// with the same `what`.
class Numbers {
 public:
  explicit Numbers(std::size_t kinds) : last_(kinds) {}

  void write(const Path& path, const std::vector<std::uint32_t>& whats, std::uint32_t Step::*member,
             SectionWriter& out) {
    forget(whats);
    std::vector<std::uint32_t> grown;
    grown.reserve(path.steps.size());
    for (std::size_t n = 0; n < path.steps.size(); ++n) {
      const std::uint32_t now = path.steps[n].*member;
      grown.push_back(now - last_[whats[n]]);
      last_[whats[n]] = now;
    }
    out.bytes(grown.data(), grown.size() * sizeof(std::uint32_t));
  }

  void read(Path& path, const std::vector<std::uint32_t>& whats, std::uint32_t Step::*member,
            std::vector<std::uint32_t>& numbers, SectionReader& in) {
    forget(whats);
    in.bytes(numbers.data(), numbers.size() * sizeof(std::uint32_t));
    for (std::size_t n = 0; n < numbers.size(); ++n) path.steps[n].*member = last_[whats[n]] += numbers[n];
  }

 private:
  // A path may be short, and the table long.
  void forget(const std::vector<std::uint32_t>& whats) {
    for (const std::uint32_t what : whats) last_[what] = 0;
  }

  std::vector<std::uint32_t> last_;  // by `what`
};

constexpr std::uint32_t Step::*growing[] = {&Step::index, &Step::by_thread_x, &Step::by_thread_y, &Step::by_block_x,
                                            &Step::by_block_y};
constexpr std::uint64_t written_bytes_per_step = 8 * sizeof(std::uint32_t);
constexpr std::uint64_t held_bytes_per_step = sizeof(Step) + 3 * sizeof(std::uint32_t);

}  // namespace

void Path::complete() {
  for (std::uint32_t n = 0; n < length(); ++n) {
    Step& step = steps[n];
    const Event event = as_event(step);
    step.kind = event.kind();
    step.array = event.array();
    step.rule = rule_of(event);
    if (event.is_barrier()) barriers.push_back(n);
    if (step.kind == Kind::barrier_release && n + 1 < length()) interval_ends.push_back(n + 1);
  }
  if (length() > 0) interval_ends.push_back(length());
}

std::vector<ArrayUse> uses_of(const std::vector<Path>& paths, std::size_t arrays) {
  std::vector<ArrayUse> uses(arrays);
  for (const Path& path : paths)
    for (const Step& step : path.steps) {
      if (step.array >= arrays) continue;
      if (step.kind == Kind::global_store || step.kind == Kind::shared_store) uses[step.array].stored = true;
      if (step.rule == Rule::global_load || step.rule == Rule::shared_load || step.rule == Rule::stray)
        uses[step.array].loaded = true;
    }
  return uses;
}

std::string wrong_with(const Step& step, std::uint32_t number, const std::vector<ArrayInfo>& arrays) {
  const Event event = as_event(step);
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

void write_paths(const std::vector<Path>& paths, SectionWriter& out) {
  std::unordered_map<std::uint32_t, std::uint32_t> number_of;
  std::vector<std::uint32_t> table;
  for (const Path& path : paths)
    for (const Step& step : path.steps)
      if (number_of.try_emplace(step.what, static_cast<std::uint32_t>(table.size())).second) table.push_back(step.what);
  out.varint(table.size());
  for (const std::uint32_t what : table) out.number(what);
  out.varint(paths.size() - 1);
  Numbers numbers(table.size());
  std::vector<std::uint32_t> whats, distances, hints;
  for (const Path& path : std::span(paths).subspan(1)) {
    whats.clear(), distances.clear(), hints.clear();
    for (std::uint32_t n = 0; n < path.length(); ++n) {
      whats.push_back(number_of[path.steps[n].what]);
      distances.push_back(as_distance(path.steps[n], n));
      hints.push_back(path.steps[n].hint);
    }
    out.varint(path.steps.size());
    for (const auto* column : {&whats, &distances, &hints})
      out.bytes(column->data(), column->size() * sizeof(std::uint32_t));
    for (const auto member : growing) numbers.write(path, whats, member, out);
  }
  out.flush();
}

std::vector<Path> read_paths(SectionReader& in, const std::vector<ArrayInfo>& arrays,
                             const std::function<void(std::uint64_t bytes)>& take) {
  std::vector<std::uint32_t> table(in.count(sizeof(std::uint32_t), "kinds of step"));
  in.bytes(table.data(), table.size() * sizeof(std::uint32_t));
  const std::size_t count = in.count(1 + written_bytes_per_step, "paths");
  take((count + 1) * sizeof(Path));
  std::vector<Path> paths(count + 1);
  Numbers numbers(table.size());
  std::vector<std::uint32_t> whats, column;
  for (Path& path : std::span(paths).subspan(1)) {
    const std::size_t length = in.count(written_bytes_per_step, "steps");
    if (length == 0) in.refuse("a path of no events; they have number 0");
    if (length >= no_origin) in.refuse("a path of more events than have numbers");
    take(length * held_bytes_per_step);
    path.steps.resize(length);
    whats.resize(length);
    column.resize(length);
    in.bytes(whats.data(), length * sizeof(std::uint32_t));
    for (std::size_t n = 0; n < length; ++n) {
      if (whats[n] >= table.size()) in.refuse(fmt::format("step {} is of kind {}, of {}", n, whats[n], table.size()));
      path.steps[n].what = table[whats[n]];
    }
    in.bytes(column.data(), length * sizeof(std::uint32_t));
    for (std::uint32_t n = 0; n < length; ++n) {
      Step& step = path.steps[n];
      const bool absolute = as_event(step).kind() != Kind::partial_sum && column[n] < no_origin;
      step.origin = absolute ? n - column[n] : column[n];
    }
    in.bytes(column.data(), length * sizeof(std::uint32_t));
    for (std::size_t n = 0; n < length; ++n) path.steps[n].hint = column[n];
    for (const auto member : growing) numbers.read(path, whats, member, column, in);
    for (std::uint32_t n = 0; n < length; ++n)
      if (const std::string wrong = wrong_with(path.steps[n], n, arrays); !wrong.empty())
        in.refuse(fmt::format("step {} of path {}: {}", n, &path - paths.data(), wrong));
    path.complete();
  }
  in.require_end();
  return paths;
}

}  // namespace tilescope::file
