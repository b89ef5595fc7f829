#include "instrumentation/trace/file/path.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <span>
#include <utility>

#include "instrumentation/trace/packed_event.h"

namespace tilescope::file {

namespace {

Rule rule_of(const Site& site, std::uint32_t origin) {
  switch (site.kind) {
    case Kind::global_load:
    case Kind::shared_load: return site.kind == Kind::global_load ? Rule::global_load : Rule::shared_load;
    case Kind::barrier_arrive:
    case Kind::barrier_release: return Rule::nothing;
    case Kind::partial_sum:
      switch (static_cast<SumForm>(site.operand)) {
        case SumForm::start: return Rule::start;
        case SumForm::add: return Rule::add;
        case SumForm::multiply_add: return Rule::multiply_add;
        case SumForm::least: return Rule::least;
        case SumForm::greatest: return Rule::greatest;
        case SumForm::compare: break;
      }
      return Rule::constant;
    case Kind::out_of_bounds:
      if (!site.stray_store) return Rule::stray;
      break;
    case Kind::atomic:
    case Kind::shuffle:
    case Kind::vote: return Rule::constant;
    default: break;
  }
  return origin < no_origin ? Rule::copy : Rule::constant;
}

// Converts an origin to its written form and back: origins in memory become distances, so that loops repeat them.
std::uint32_t as_distance(std::uint32_t origin, const Site& site, std::uint32_t number) {
  const bool absolute = site.kind != Kind::partial_sum && origin < no_origin;
  return absolute ? number - origin : origin;
}

// One member of all steps of a path. Members that grow are written as their increase since the last step of the same
// site.
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

  // Restores the values from the written increases.
  void add_up(Path& path, std::uint32_t Step::*member) {
    forget(path);
    for (Step& step : path.steps) step.*member = last_[step.site] += step.*member;
  }

 private:
  // Resets only the sites of the path, which may be short while the table is long.
  void forget(const Path& path) {
    for (const Step& step : path.steps) last_[step.site] = 0;
  }

  std::vector<std::uint32_t> last_;
};

constexpr std::uint32_t Step::*growing[] = {&Step::index, &Step::by_thread_x, &Step::by_thread_y, &Step::by_block_x,
                                            &Step::by_block_y};
constexpr std::uint64_t written_bytes_per_step = 8 * sizeof(std::uint32_t);
// Reads one member of every step, as in the file.
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

void Path::complete(const std::vector<Site>& sites) {
  std::uint32_t first = 0;
  for (std::uint32_t n = 0; n < length(); ++n) {
    Step& step = steps[n];
    const Site& site = sites[step.site];
    step.kind = site.kind;
    step.array = site.array;
    step.number = site.number;
    step.bytes = site.bytes;
    step.rule = rule_of(site, step.origin);
    if (step.rule == Rule::nothing) barriers.push_back(n);
    if (site.kind >= Kind::atomic) pairs.push_back(n);
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

std::string wrong_with(const Step& step, const Site& site, std::uint32_t number, const std::vector<ArrayInfo>& arrays) {
  const bool has_array = site.kind != Kind::barrier_arrive && site.kind != Kind::barrier_release &&
                         site.kind != Kind::shuffle && site.kind != Kind::vote;
  if (!has_array) {
    if (site.array != no_array) return "a barrier, shuffle or vote of an array";
  } else {
    if (site.array >= arrays.size()) return fmt::format("an array with number {}", site.array);
    const Space space = arrays[site.array].space;
    const bool is_global = site.kind <= Kind::global_store;
    if (is_global && space != Space::global) return "a global access to an array that is not global";
    if (!is_global && site.kind <= Kind::shared_store && space != Space::shared)
      return "a shared access to an array that is not shared";
    if (site.kind == Kind::atomic && space == Space::local) return "an atomic on an array of one thread";
  }
  if (site.kind == Kind::barrier_arrive || site.kind == Kind::barrier_release)
    return step.origin == no_origin ? "" : "a barrier with an origin";
  if (site.kind == Kind::partial_sum) {
    if (site.operand > static_cast<int>(SumForm::compare)) return "a sum of an unknown form";
    for (const std::uint32_t distance : {step.origin & 0xffff, step.origin >> 16})
      if (distance != far_away && distance > number) return "a sum of an event before the first";
    const bool is_predicted = static_cast<SumForm>(site.operand) != SumForm::compare;
    if (is_predicted && step.addend_distance() > number) return "a sum that adds to an event before the first";
    return "";
  }
  if (step.origin >= number && step.origin != no_origin && step.origin != many_origins)
    return "a value from a later event";
  return "";
}

namespace {

// Fields of a few bits share a byte.
constexpr unsigned width_at = 4, stray_at = 6, bytes_at = 3;

void write_sites(const std::vector<Site>& sites, SectionWriter& out) {
  out.varint(sites.size());
  for (const Site& site : sites) {
    out.number(static_cast<std::uint8_t>(static_cast<unsigned>(site.kind) |
                                         static_cast<unsigned>(site.width) << width_at |
                                         (site.stray_store ? 1U << stray_at : 0)));
    out.number(site.array);
    out.number(site.operand);
    out.number(static_cast<std::uint8_t>(static_cast<unsigned>(site.number) |
                                         static_cast<unsigned>(std::countr_zero(site.bytes)) << bytes_at));
    out.varint(site.line);
    out.varint(site.column);
  }
}

std::vector<Site> read_sites(SectionReader& in, std::uint16_t version) {
  constexpr std::uint64_t least_bytes = 6;
  std::vector<Site> sites(in.count(version == 1 ? sizeof(std::uint32_t) : least_bytes, "kinds of step"));
  for (Site& site : sites) {
    if (version == 1) {
      site = site_of(in.number<std::uint32_t>());
      continue;
    }
    const auto what = in.number<std::uint8_t>();
    site.kind = static_cast<Kind>(what & 0xf);
    site.width = static_cast<Width>(what >> width_at & 3);
    site.stray_store = (what >> stray_at & 1) != 0;
    site.array = in.number<std::uint8_t>();
    site.operand = in.number<std::uint8_t>();
    const auto number = in.number<std::uint8_t>();
    site.number = static_cast<Number>(number & 7);
    site.bytes = static_cast<std::uint8_t>(1U << (number >> bytes_at & 3));
    if (site.kind > Kind::vote || site.number > Number::f64 || what >> (stray_at + 1) != 0 || number >> 5 != 0)
      in.refuse(fmt::format("an unknown kind of step {:#x} with numbers {:#x}", what, number));
    site.line = static_cast<std::uint32_t>(in.varint(~std::uint32_t{0}, "a line"));
    site.column = static_cast<std::uint32_t>(in.varint(~std::uint32_t{0}, "a column"));
  }
  return sites;
}

}  // namespace

void write_paths(const Paths& paths, SectionWriter& out) {
  write_sites(paths.sites, out);
  out.varint(paths.all.size() - 1);
  Numbers numbers(paths.sites.size());
  for (const Path& path : std::span(paths.all).subspan(1)) {
    out.varint(path.steps.size());
    for (const Step& step : path.steps) out.number(step.site);
    for (std::uint32_t n = 0; n < path.length(); ++n)
      out.number(as_distance(path.steps[n].origin, paths.sites[path.steps[n].site], n));
    for (const Step& step : path.steps) out.number(step.hint);
    for (const auto member : growing) numbers.write(path, member, out);
  }
  out.flush();
}

Paths read_paths(SectionReader& in, std::uint16_t version, const std::vector<ArrayInfo>& arrays,
                 const std::function<void(std::uint64_t bytes)>& take) {
  Paths paths;
  paths.sites = read_sites(in, version);
  take(paths.sites.size() * sizeof(Site));
  const std::vector<Site>& sites = paths.sites;
  const std::size_t count = in.count(1 + written_bytes_per_step, "paths");
  take((count + 1) * sizeof(Path));
  paths.all.resize(count + 1);
  Numbers numbers(sites.size());
  for (Path& path : std::span(paths.all).subspan(1)) {
    const std::size_t length = in.count(written_bytes_per_step, "steps");
    if (length == 0) in.refuse("a path without events; they have number 0");
    if (length >= no_origin) in.refuse("a path with too many events");
    take(length * held_bytes_per_step);
    path.steps.resize(length);
    read_column(path, &Step::site, in);
    for (std::size_t n = 0; n < length; ++n)
      if (path.steps[n].site >= sites.size())
        in.refuse(fmt::format("step {} is of kind {}, of {}", n, path.steps[n].site, sites.size()));
    for (const auto member : {&Step::origin, &Step::hint}) read_column(path, member, in);
    for (const auto member : growing) {
      read_column(path, member, in);
      numbers.add_up(path, member);
    }
    for (std::uint32_t n = 0; n < length; ++n) {
      Step& step = path.steps[n];
      step.origin = as_distance(step.origin, sites[step.site], n);
      if (const std::string wrong = wrong_with(step, sites[step.site], n, arrays); !wrong.empty())
        in.refuse(fmt::format("step {} of path {}: {}", n, &path - paths.all.data(), wrong));
    }
    path.complete(sites);
  }
  in.require_end();
  return paths;
}

}  // namespace tilescope::file
