#include "app/explain/changes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "app/stage/text.h"
#include "app/stage/words.h"
#include "instrumentation/analysis/parting.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

constexpr double as_a_factor = 1.25;  // differences from here on are shown as a factor

class Compared {
 public:
  Compared(const Looked& before, const Looked& after) : before_(before), after_(after) {}

  Changes changes() {
    results();
    findings();
    work();
    warps();
    on_a_gpu();
    launches();
    all_.caveat = caveat();
    return std::move(all_);
  }

 private:
  const Trace& trace(const Looked& of) { return of.replay.trace(); }

  void add(Change change) {
    if (change.before == change.after)
      all_.same.push_back({change.of, std::move(change.name)});
    else
      all_.changes.push_back(std::move(change));
  }

  // No row if both counts are zero.
  void count(Change::Of of, const std::string& name, std::uint64_t before, std::uint64_t after,
             std::string_view unit = "") {
    if (before == 0 && after == 0) return;
    const auto words = [&](std::uint64_t number) { return count_name(number).append(unit); };
    add({of, name, words(before), words(after), told(before, after)});
  }
  void average(Change::Of of, const std::string& name, double before, double after) {
    if (before == 0 && after == 0) return;
    add({of, name, fmt::format("{:.2f}", before), fmt::format("{:.2f}", after), told(before, after)});
  }

  template <class Number>
  static std::string told(Number was, Number is) {
    const auto before = static_cast<double>(was), after = static_cast<double>(is);
    if (before == 0) return "none before";
    if (after == 0) return "none now";
    const double ratio = std::max(before, after) / std::min(before, after);
    if (ratio >= as_a_factor && after < before) return fmt::format("{} × fewer", ratio_name(ratio));
    if (ratio >= as_a_factor) return fmt::format("{} × as many", ratio_name(ratio));
    return fmt::format("{:.1f} % {}", 100 * std::abs(after - before) / before, after < before ? "fewer" : "more");
  }

  // The names in either map.
  template <class Map>
  static std::vector<std::string> names_in(const Map& before, const Map& after) {
    std::vector<std::string> names;
    for (const Map* const each : {&after, &before})
      for (const auto& [name, value] : *each)
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    return names;
  }
  template <class Map>
  static auto value_in(const Map& map, const std::string& name) {
    const auto found = map.find(name);
    return found == map.end() ? typename Map::mapped_type() : found->second;
  }

  void results() {
    const Hazards &before = before_.explained.hazards, &after = after_.explained.hazards;
    if (!before.result && !after.result) return;
    const auto words = [](const Hazards& hazards) -> std::string {
      if (!hazards.result) return "unknown";
      return hazards.is_right() ? "right" : count_name(hazards.result->all_wrong()) + " wrong";
    };
    const bool is_wrong = after.result && !after.is_right();
    const std::string& name = after_.explained.result_name;
    const ResultCheck& known = *(after.result ? after : before).result;
    std::uint64_t elements = known.elements;
    for (const ResultCheck& other : known.others) elements += other.elements;
    add({Change::Of::result, name.empty() ? "the result" : name, words(before), words(after),
         "of " + count_name(elements), is_wrong && before.is_right()});
  }

  // Findings are compared by kind and array, because line numbers change with each edit.
  void findings() {
    using Found = std::map<std::string, std::uint64_t>;
    const auto found = [this](const Looked& of) {
      Found all;
      for (const Finding& finding : of.explained.hazards.findings) {
        if (finding.hazard == Hazard::wrong_result) continue;
        std::string name(tilescope::name_of(finding.hazard));
        std::replace(name.begin(), name.end(), '_', ' ');
        if (const auto& arrays = trace(of).arrays(); finding.array < arrays.size())
          name += " on " + arrays[finding.array].name;
        all[name] += std::max<std::uint64_t>(finding.times, 1);
      }
      return all;
    };
    const Found before = found(before_), after = found(after_);
    for (const std::string& name : names_in(before, after)) {
      const std::uint64_t was = value_in(before, name), is = value_in(after, name);
      const auto words = [](std::uint64_t times) { return times == 0 ? std::string("none") : count_name(times); };
      add({Change::Of::result, name, words(was), words(is),
           was == 0  ? "new"
           : is == 0 ? "gone"
                     : told(was, is),
           was == 0});
    }
    if (before.empty() && after.empty()) all_.same.push_back({Change::Of::result, "no findings"});
  }

  void work() {
    const Counts before = tilescope::count(trace(before_)), after = tilescope::count(trace(after_));
    const auto total = [&](const std::string& name, Count what) {
      count(Change::Of::work, name, before.of(what).total, after.of(what).total);
    };
    const auto by_array = [&](const std::string& name, Count what) {
      using Totals = std::map<std::string, std::uint64_t>;
      const auto totals = [&](const Looked& of, const Counts& counts) {
        Totals all;
        for (std::size_t n = 0; n < counts.by_array.size() && n < trace(of).arrays().size(); ++n)
          if (const std::uint64_t times = counts.of(n, what).total; times > 0) all[trace(of).arrays()[n].name] += times;
        return all;
      };
      const Totals was = totals(before_, before), is = totals(after_, after);
      if (was.size() + is.size() < 3) return;  // one array: the total says everything
      for (const std::string& array : names_in(was, is))
        if (value_in(was, array) != value_in(is, array))
          count(Change::Of::work, name + array, value_in(was, array), value_in(is, array));
    };
    const auto &were = trace(before_).arrays(), &are = trace(after_).arrays();
    count(Change::Of::work, "global loads", memory_loads(before, were).total, memory_loads(after, are).total);
    by_array("    of ", Count::global_load);
    count(Change::Of::work, "most by one thread", memory_loads(before, were).thread_max,
          memory_loads(after, are).thread_max);
    count(Change::Of::work, "constant loads", constant_loads(before, were).total, constant_loads(after, are).total);
    total("global stores", Count::global_store);
    total("shared loads", Count::shared_load);
    total("shared stores", Count::shared_store);
    count(Change::Of::work, "out of bounds", strays(before), strays(after));
    count(Change::Of::work, "barriers per thread", before.barriers_per_thread(), after.barriers_per_thread());
    count(Change::Of::work, "FLOPs in sums", before.executed_flops(), after.executed_flops());
    total("multiply-adds", Count::sum_multiply_add);
    total("atomics", Count::atomic);
    total("shuffles", Count::shuffle);
    total("votes", Count::vote);
    count(Change::Of::work, "steps", before_.replay.order().step_count(), after_.replay.order().step_count());
    count(Change::Of::work, "phases", before_.replay.order().phases().size(), after_.replay.order().phases().size());
  }
  static std::uint64_t strays(const Counts& counts) {
    return counts.of(Count::stray_load).total + counts.of(Count::stray_store).total;
  }

  // The sum of all accesses in the source.
  struct OfWarps {
    std::uint64_t requests = 0, sectors = 0, conflicts = 0, rounds = 0, partial = 0;
    std::uint32_t worst_ways = 0;
    explicit OfWarps(const Warps& warps) {
      for (const AccessSite& site : warps.sites) {
        sectors += site.sectors;
        requests += site.name.is_global() ? site.requests : 0;
        conflicts += site.conflicts();
        worst_ways = std::max(worst_ways, site.worst_ways);
      }
      for (const AtomicSite& site : warps.atomics) rounds += site.rounds;
      for (const LineLanes& line : warps.lines) partial += line.partial;
    }
    [[nodiscard]] double each() const {
      return requests == 0 ? 0 : static_cast<double>(sectors) / static_cast<double>(requests);
    }
  };
  void warps() {
    const OfWarps before(before_.explained.warps), after(after_.explained.warps);
    count(Change::Of::warps, "sectors of 32 bytes", before.sectors, after.sectors);
    average(Change::Of::warps, "sectors per request", before.each(), after.each());
    count(Change::Of::warps, "turns lost to bank conflicts", before.conflicts, after.conflicts);
    if (std::max(before.worst_ways, after.worst_ways) > 1)
      count(Change::Of::warps, "worst bank conflict, ways", before.worst_ways, after.worst_ways);
    count(Change::Of::warps, "rounds of atomics", before.rounds, after.rounds);
    count(Change::Of::warps, "divergent warp steps", before.partial, after.partial);
  }

  void on_a_gpu() {
    const auto &was = before_.explained.demand, &is = after_.explained.demand;
    const std::optional<Gpu>& here = after_.explained.device.gpu;
    const Gpu gpu = chosen_gpu({}, here);
    const std::string on = " on " + short_name(gpu, here);
    const Occupancy before = occupancy(gpu.limits, was.block), after = occupancy(gpu.limits, is.block);
    add({Change::Of::gpu, "blocks at once" + on, std::to_string(before.blocks), std::to_string(after.blocks),
         told(before.blocks, after.blocks), false, true});
    const auto percent = [](const Occupancy& of) { return fmt::format("{:.0f} %", 100 * of.fraction); };
    add({Change::Of::gpu, "occupancy" + on, percent(before), percent(after), "", false, true});
    if (was.block.registers && is.block.registers)
      add({Change::Of::gpu, "registers per thread", std::to_string(*was.block.registers),
           std::to_string(*is.block.registers), told(*was.block.registers, *is.block.registers)});
  }

  void launches() {
    const Launch &before = trace(before_).launch(), &after = trace(after_).launch();
    const auto row = [this](std::string name, std::string was, std::string is) {
      if (!was.empty() || !is.empty()) add({Change::Of::launch, std::move(name), std::move(was), std::move(is)});
    };
    row("grid", sides_in_words(before.grid, before.grid_depth, " × "),
        sides_in_words(after.grid, after.grid_depth, " × "));
    row("block", sides_in_words(before.block, before.block_depth, " × "),
        sides_in_words(after.block, after.block_depth, " × "));
    count(Change::Of::launch, "shared memory per block", shared_bytes(trace(before_).arrays()),
          shared_bytes(trace(after_).arrays()), " B");
    const Named was = given(before), is = given(after);
    for (const std::string& name : names_in(was, is)) row(name, value_in(was, name), value_in(is, name));
    const auto schedule = [](const Trace& of) {
      return of.backend() == Backend::cuda ? std::string("hardware") : words_of(of.launch().schedule);
    };
    row("schedule", schedule(trace(before_)), schedule(trace(after_)));
    row("executor", trace(before_).executor(), trace(after_).executor());
  }
  // The kernel's arguments and knobs.
  using Named = std::map<std::string, std::string>;
  static Named given(const Launch& launch) {
    Named all;
    if (reading::has_matrices(launch)) {
      const auto [m, n, k] = reading::sides_of(launch);
      all = {{"M", std::to_string(m)}, {"N", std::to_string(n)}, {"K", std::to_string(k)}};
      if (!launch.program) all["TILE"] = std::to_string(launch.tile);
    } else {
      for (const Buffer& buffer : launch.buffers)
        if (!buffer.sides.empty()) all[buffer.name] = fmt::format("{}", fmt::join(buffer.sides, " × "));
      const std::vector<std::string> names = numbers_of(launch);
      for (std::size_t n = 0; n < names.size(); ++n) all[names[n]] = words_of(launch.numbers[n]);
    }
    if (launch.program)
      for (const auto* const each : {&launch.program->knobs, &launch.program->defined})
        for (const auto& [name, value] : *each) all[name] = value;
    return all;
  }

  std::string caveat() {
    for (const Looked* const each : {&after_, &before_}) {
      const Warps& warps = each->explained.warps;
      if (warps.blocks < warps.all_blocks)
        return fmt::format("Warps were counted in {} of {} blocks.", count_name(warps.blocks),
                           count_name(warps.all_blocks));
      if (trace(*each).fault()) return "A launch that ended with a fault is counted up to the fault.";
    }
    return "";
  }

  Looked before_, after_;
  Changes all_;
};

struct Verbs {
  const char *does, *did;
};
// Which part of an event to name: the cell, the value, or both.
enum class Tell : std::uint8_t { what, value, both };

// An event in words, in the present and in the past tense.
std::pair<std::string, std::string> deed(const Trace& trace, const Event& event, std::uint32_t number, Tell how) {
  const bool has_array = event.array() < trace.arrays().size();
  const std::string what =
      !has_array ? "memory outside all arrays"
      : event.kind() == Kind::out_of_bounds
          ? fmt::format("{}, element {}", trace.arrays()[event.array()].name, static_cast<std::int32_t>(event.index))
          : element_name(trace.arrays()[event.array()], event.index);
  const std::string value = long_value_name(Value::left_by(event));
  const auto both = [](const Verbs& verbs, const std::string& object) {
    return std::pair{fmt::format("{} {}", verbs.does, object), fmt::format("{} {}", verbs.did, object)};
  };
  const auto with_value = [&](const Verbs& verbs, const char* where) {
    return both(verbs, how == Tell::value ? value : fmt::format("{} {} {}", value, where, what));
  };
  const auto reads = [&](const Verbs& verbs) {
    return how == Tell::what ? both(verbs, what) : with_value(verbs, "from");
  };
  switch (event.kind()) {
    case Kind::global_load: return reads({"loads", "loaded"});
    case Kind::shared_load: return reads({"reads", "read"});
    case Kind::global_store:
    case Kind::shared_store:
      return how == Tell::what ? both({"stores", "stored"}, "to " + what) : with_value({"stores", "stored"}, "to");
    case Kind::partial_sum:
      if (how != Tell::what) return with_value({"reaches", "reached"}, "in");
      return event.sum_form() == SumForm::start ? both({"begins", "began"}, what) : both({"adds to", "added to"}, what);
    case Kind::barrier_arrive: return both({"waits", "waited"}, "at a barrier");
    case Kind::barrier_release: return both({"continues", "continued"}, "after a barrier");
    case Kind::out_of_bounds: return both({"accesses", "accessed"}, "memory beyond an array: " + what);
    case Kind::atomic:
      return how == Tell::what ? both({"changes", "changed"}, what + " with an atomic")
                               : with_value({"writes", "wrote"}, "with an atomic to");
    case Kind::shuffle: return both({"takes", "took"}, "a value from another thread");
    case Kind::vote: return both({"takes", "took"}, "part in a vote");
  }
  return {fmt::format("does event {}", number), ""};
}

std::pair<std::string, std::string> deed_at(const Trace& trace, std::size_t block, std::uint32_t thread,
                                            std::uint32_t number, bool ends, Tell how) {
  if (ends) return {"has finished", "had finished"};
  return deed(trace, trace.events(block, thread)[number], number, how);
}

PartedAt told(const Looked& before, const Looked& after, const Parting& where) {
  const Trace &now = after.replay.trace(), &then = before.replay.trace();
  PartedAt at;
  at.step = where.step;
  at.moment = after.replay.order().step_count() == 0 ? 0 : after.replay.moments().end_of(where.step);
  at.block = where.block;
  at.thread = where.thread;
  at.threads = where.threads;
  at.who =
      fmt::format("{} of block {}", thread_name(now.launch(), where.thread), block_name(now.launch(), where.block));
  const auto here = [&](Tell how) { return deed_at(now, where.block, where.thread, where.event, where.ends, how); };
  const auto there = [&](Tell how) {
    return deed_at(then, where.other_block, where.thread, where.event, where.other_ends, how);
  };
  // If both threads do the same to the same cell, only the values differ.
  const bool is_same = here(Tell::what) == there(Tell::what);
  at.does = here(is_same ? Tell::both : Tell::what).first;
  std::tie(at.other, at.did) = there(is_same ? Tell::value : Tell::what);
  return at;
}

}  // namespace

std::shared_ptr<const Changes> changes_between(const Looked& before, const Looked& after,
                                               const std::function<bool()>& wanted) {
  const auto of = [](const Looked& looked) { return Ordered{looked.replay.trace(), looked.replay.order()}; };
  const std::optional<Parted> parted = parting(of(after), of(before), wanted);
  if (!parted) return nullptr;
  auto all = std::make_shared<Changes>(Compared(before, after).changes());
  all->threads = parted->threads;
  if (parted->where) all->parted = told(before, after, *parted->where);
  return wanted() ? all : nullptr;
}

std::string_view name_of(Change::Of of) {
  switch (of) {
    case Change::Of::result: return "result";
    case Change::Of::work: return "work";
    case Change::Of::warps: return "warps";
    case Change::Of::gpu: return "gpu";
    case Change::Of::launch: break;
  }
  return "launch";
}

std::string same_words(const Changes& changes) {
  std::vector<std::string> names;
  for (const auto& [of, name] : changes.same) {
    const auto is_of = [which = of](const Change& change) { return change.of == which; };
    const char* const all = of == Change::Of::launch  ? "the launch"
                            : of == Change::Of::warps ? "the warp counts"
                            : of == Change::Of::gpu   ? "occupancy"
                                                      : nullptr;
    const bool is_all = all != nullptr && std::none_of(changes.changes.begin(), changes.changes.end(), is_of);
    const std::string words = is_all ? all : name;
    if (names.empty() || names.back() != words) names.push_back(words);
  }
  return names.empty() ? "" : fmt::format("The same: {}.", fmt::join(names, ", "));
}

std::string parting_words(const Changes& changes, const std::string& called, bool is_same_kernel) {
  if (changes.threads == 0)
    return "Threads cannot be compared: the blocks differ in size, or no block is recorded in both.";
  if (!changes.parted)
    return fmt::format("The launches never differ, event by event: {} compared.",
                       many(changes.threads, "thread", "threads"));
  const PartedAt& at = *changes.parted;
  const std::string then =
      is_same_kernel ? fmt::format("where it {} {}", at.did, called) : fmt::format("where {} {}", called, at.other);
  std::string words = fmt::format("The launches first differ at step {}: {} {} {}", at.step + 1, at.who, at.does, then);
  if (at.threads > 1)
    words += fmt::format("; {} in this step", many(at.threads - 1, "other thread differs", "other threads differ"));
  return words + ".";
}

Json json_of(const Changes& changes, const std::string& parting) {
  Json rows = Json::array();
  for (const Change& change : changes.changes) {
    const std::size_t letters = std::min(change.name.find_first_not_of(' '), change.name.size());
    rows.push_back({{"of", name_of(change.of)},
                    {"name", change.name.substr(letters)},
                    {"before", change.before},
                    {"after", change.after},
                    {"told", change.told},
                    {"is_worse", change.is_worse},
                    {"source", change.is_modelled                ? "modelled"
                               : change.of == Change::Of::launch ? "launch"
                                                                 : "counted"}});
  }
  Json same = Json::array();
  for (const Changes::Same& each : changes.same) same.push_back(each.name);
  Json where = nullptr;
  if (const auto& at = changes.parted)
    where = {{"step", at->step + 1}, {"moment", at->moment}, {"block", at->block},    {"thread", at->thread},
             {"does", at->does},     {"did", at->did},       {"threads", at->threads}};
  return {{"changes", rows},  {"same", same},     {"threads_compared", changes.threads},
          {"parting", where}, {"words", parting}, {"caveat", changes.caveat}};
}

}  // namespace tilescope
