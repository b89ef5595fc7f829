#include "instrumentation/analysis/hazards.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "instrumentation/analysis/alike_blocks.h"
#include "instrumentation/analysis/block_walk.h"
#include "instrumentation/analysis/careful_hazards.h"
#include "instrumentation/analysis/global_hazards.h"
#include "instrumentation/analysis/shared_hazards.h"

namespace tilescope {

namespace {

std::uint32_t line_of(const Finding& finding, std::size_t access) {
  return access < finding.accesses.size() ? finding.accesses[access].line : 0;
}
bool stores(const Finding& finding, std::size_t access) {
  return access < finding.accesses.size() && finding.accesses[access].store;
}
auto cause_of(const Finding& f) {
  return std::tuple(f.hazard, f.array, line_of(f, 0), line_of(f, 1), stores(f, 0), stores(f, 1));
}

std::uint32_t behind_last_barrier(const Column& column) {
  std::uint32_t end = column.size();
  while (end > 0 && column[end - 1].kind() != Kind::barrier_release) --end;
  return end;
}

// Barriers that some threads of a block pass and others do not, since they have returned.
class LateBarriers {
 public:
  explicit LateBarriers(const Trace& trace) : trace_(trace) {}

  void interval(const Here& here, const BlockWalk& walk) {
    std::uint32_t waits = none, gone = none;
    for (std::uint32_t thread = 0; thread < trace_.threads_per_block() && (waits == none || gone == none); ++thread)
      (walk.passed(thread) ? waits : gone) = std::min(walk.passed(thread) ? waits : gone, thread);
    if (waits == none || gone == none) return;
    const Column events = trace_.events(here.block, waits);
    const std::uint32_t release = walk.next(waits) - 1, line = events[release].line();
    Gathering& found = found_.try_emplace(line, Hazard::barrier_divergence, no_array).first->second;
    if (!found.add(here, 0)) return;
    const std::uint32_t last = trace_.events(here.block, gone).size();
    found.show({{Kind::barrier_arrive, false, line, here.block, waits, release == 0 ? 0 : release - 1},
                {Kind::barrier_arrive, false, 0, here.block, gone, last == 0 ? 0 : last - 1}});
  }
  void collect(std::vector<Finding>& findings) const {
    for (const auto& [line, found] : found_) {
      findings.push_back(found.finding());
      findings.back().severity = Severity::note;
    }
  }

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  const Trace& trace_;
  std::map<std::uint32_t, Gathering> found_;  // by line
};

// Everything but the result, from the events.
class Search {
 public:
  Search(const Trace& trace, bool careful_with_shared)
      : trace_(trace), careful_(trace, careful_with_shared), global_(trace, careful_), late_(trace) {
    for (const Site& site : trace.sites()) {
      const bool is_global = site.kind == Kind::global_store || site.kind == Kind::out_of_bounds;
      const bool is_shared = site.kind == Kind::shared_load || site.kind == Kind::shared_store;
      const bool is_load = site.kind == Kind::global_load;  // sums and barriers are no accesses
      const bool is_careful =
          careful_.any() && (site.kind >= Kind::atomic || ((is_load || is_shared) && careful_.takes(site.array)));
      matters_.push_back(is_global || is_shared || is_careful);
      matters_in_global_.push_back(is_global || is_careful);
    }
  }

  // Whether blocks that do the same in shared memory have to be looked at each: more than that counts there.
  [[nodiscard]] bool looks_at_each() const { return careful_.any_shared(); }

  // What it does in shared memory counts for so many blocks.
  void block(std::size_t block, std::uint64_t stands_for = 1) {
    BlockWalk walk(trace_, block, stands_for > 0 ? matters_ : matters_in_global_);
    if (is_endless(block))  // how far the others got when one was found to run for ever depends on the schedule
      for (std::uint32_t thread = 0; thread < trace_.threads_per_block(); ++thread)
        walk.shorten(thread, behind_last_barrier(trace_.events(block, thread)));
    Here here{block, 0, stamp_, stamp_, 1};
    Here of_all{block, 0, stamp_, stamp_, stands_for};
    for (bool any = true; any;) {
      careful_.threads().begin(block);
      any = walk.interval([&](std::uint32_t thread, std::uint32_t number, const Event& event) {
        look_at(here, of_all, thread, number, event);
      });
      careful_.settle(here);
      for (const Stored& stored : stored_) global_.store(here, stored.thread, stored.number, stored.event);
      stored_.clear();
      if (!fails(block)) late_.interval(here, walk);
      of_all.interval = ++here.interval;
      of_all.stamp = ++here.stamp;
    }
    careful_.end_block();
    stamp_ = here.stamp + 1;
  }
  void collect(std::vector<Finding>& findings) const {
    shared_.collect(findings);
    careful_.collect(findings);
    global_.collect(findings);
    late_.collect(findings);
  }

 private:
  struct Stored {
    std::uint32_t thread, number;
    Event event;
  };

  void look_at(const Here& here, const Here& of_all, std::uint32_t thread, std::uint32_t number, const Event& event) {
    switch (event.kind()) {
      case Kind::out_of_bounds: global_.stray(here, thread, number, event); return;
      case Kind::shuffle:
      case Kind::vote: careful_.threads().exchange({thread, number}, event); return;
      case Kind::global_store:
        if (!careful_.any()) return global_.store(here, thread, number, event);
        stored_.push_back({thread, number, event});  // once it is known what orders threads in this interval
        break;
      default: break;
    }
    if (careful_.leaves_out(event.array()) && event.kind() != Kind::atomic) return;
    if (event.kind() == Kind::atomic || careful_.takes(event.array()))
      careful_.access(here, thread, number, event);
    else if (event.kind() != Kind::global_store)
      shared_.access(of_all, thread, number, event);
  }

  [[nodiscard]] bool fails(std::size_t block) const { return trace_.fault() && block + 1 == trace_.block_count(); }
  [[nodiscard]] bool is_endless(std::size_t block) const {
    return fails(block) && trace_.fault()->kind != Fault::Kind::barrier_divergence;
  }

  const Trace& trace_;
  SharedHazards shared_;
  CarefulHazards careful_;
  GlobalHazards global_;
  LateBarriers late_;
  std::vector<bool> matters_, matters_in_global_;  // by site
  std::vector<Stored> stored_;                     // of this interval
  std::uint32_t stamp_ = 1;
};

// Strays of blocks without events: it is known how many there were, and of which array.
class CountedStrays {
 public:
  void add(const BlockTrace& block, std::size_t arrays) {
    for (std::size_t array = 0; array < arrays && array < block.tallies.size(); ++array)
      for (const Count count : {Count::stray_load, Count::stray_store}) {
        const std::uint64_t times = block.tallies[array][static_cast<std::size_t>(count)].total;
        if (times == 0) continue;
        found_.resize(arrays);
        Finding& finding = found_[array];
        finding.hazard = Hazard::out_of_bounds;
        finding.array = static_cast<std::uint8_t>(array);
        finding.times += times;
        if (last_.resize(arrays); last_[array] != &block) ++finding.blocks;
        last_[array] = &block;
      }
  }
  void collect(std::vector<Finding>& findings) const {
    for (const Finding& finding : found_)
      if (finding.times > 0) findings.push_back(finding);
  }

 private:
  std::vector<Finding> found_;
  std::vector<const BlockTrace*> last_;
};

Hazard hazard_of(Fault::Kind fault) {
  switch (fault) {
    case Fault::Kind::barrier_divergence: return Hazard::barrier_divergence;
    case Fault::Kind::endless_loop: return Hazard::endless_loop;
    case Fault::Kind::failed_assert: return Hazard::failed_assert;
    case Fault::Kind::misaligned_access: break;
  }
  return Hazard::misaligned_access;
}

Finding of_fault(const Trace& trace) {
  const Fault& fault = *trace.fault();
  const Launch& launch = trace.launch();
  const std::size_t block = std::size_t{fault.block_y} * launch.grid.x + fault.block_x;
  Finding finding;
  finding.hazard = hazard_of(fault.kind);
  finding.times = finding.blocks = finding.intervals = 1;
  const bool has_events = block < trace.block_count() && trace.block(block).recorded();
  const auto access = [&](const Fault::Place& place) {
    const std::uint32_t thread = place.thread_y * launch.block.x + place.thread_x;
    const std::uint32_t events = has_events ? trace.events(block, thread).size() : 0;
    return Access{Kind::barrier_arrive, false, place.line, block, thread, events == 0 ? 0 : events - 1};
  };
  if (fault.threads.empty()) return finding;
  finding.accesses.push_back(access(fault.threads.front()));
  // Beside it, the first thread that is elsewhere.
  const auto elsewhere = std::find_if(fault.threads.begin(), fault.threads.end(), [&](const Fault::Place& place) {
    return place.line != fault.threads.front().line;
  });
  if (elsewhere != fault.threads.end()) finding.accesses.push_back(access(*elsewhere));
  if (has_events)
    for (const Event& event : trace.events(block, finding.accesses.front().thread))
      if (event.kind() == Kind::barrier_release) ++finding.interval;
  return finding;
}

// One for each line, whatever is wrong there; the first is told of what comes first in MaskMistake::Kind.
std::vector<Finding> of_masks(const std::vector<MaskMistake>& mistakes) {
  std::map<std::uint32_t, std::vector<MaskMistake>> lines;
  for (const MaskMistake& one : mistakes) lines[one.line].push_back(one);
  std::vector<Finding> findings;
  for (auto& [line, all] : lines) {
    const MaskMistake first = *std::min_element(
        all.begin(), all.end(), [](const MaskMistake& a, const MaskMistake& b) { return a.kind < b.kind; });
    Finding& finding = findings.emplace_back();
    finding.hazard = Hazard::mask_mismatch;
    finding.mask = first;
    std::set<std::uint32_t> intervals;
    for (const MaskMistake& one : all) {
      finding.times += one.times;
      finding.blocks = std::max(finding.blocks, one.blocks);
      intervals.insert(one.intervals.begin(), one.intervals.end());
    }
    finding.intervals = intervals.size();
    finding.interval = first.interval;
    const Kind kind = first.function <= WarpKind::shuffle_xor ? Kind::shuffle : Kind::vote;
    finding.accesses = {{kind, false, first.line, static_cast<std::size_t>(first.block), first.thread,
                         first.event == MaskMistake::unknown ? 0 : first.event}};
  }
  return findings;
}

Finding of_result(const Trace& trace, const ResultCheck& result) {
  Finding finding;
  finding.hazard = Hazard::wrong_result;
  finding.cell = result.wrong.front();
  finding.array = result.array;
  finding.times = finding.cells = result.wrong.size();
  Difference& difference = finding.difference.emplace();
  difference.got = static_cast<float>(trace.left(result.array, result.wrong.front()));
  difference.expected = result.expected.front();
  for (std::size_t n = 0; n < result.wrong.size(); ++n) {
    const double got = trace.left(result.array, result.wrong[n]);
    if (!std::isfinite(got))
      ++difference.not_finite;
    else
      difference.largest = std::max(difference.largest, std::abs(got - result.expected[n]));
  }
  return finding;
}

std::vector<Finding> from_events(const Trace& trace, const std::vector<std::uint64_t>& stands_for, bool careful) {
  std::vector<Finding> findings;
  Search search(trace, careful);
  CountedStrays counted;
  for (std::size_t block = 0; block < trace.block_count(); ++block) {
    const BlockTrace& of = trace.block(block);
    if (of.recorded() && of.lost == 0)
      search.block(block, search.looks_at_each() ? 1 : stands_for[block]);
    else if (!of.recorded())
      counted.add(of, trace.arrays().size());
  }
  search.collect(findings);
  counted.collect(findings);
  return findings;
}

// Two threads store one shared cell. Whether they store the same, which may be fine, takes a look at values.
bool any_stored_twice(const Trace& trace, const std::vector<Finding>& findings) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& f) {
    return f.hazard == Hazard::race && trace.arrays()[f.array].space == Space::shared &&
           f.accesses[0].kind == Kind::shared_store && f.accesses[1].kind == Kind::shared_store;
  });
}

}  // namespace

std::string_view name_of(Hazard hazard) {
  static constexpr std::array<std::string_view, hazard_count> names{
      "barrier_divergence", "endless_loop",  "failed_assert",  "misaligned_access", "mask_mismatch", "race",
      "uninitialised_read", "out_of_bounds", "store_conflict", "wrong_result"};
  static_assert(!names.back().empty());
  return names[static_cast<std::size_t>(hazard)];
}

std::string_view name_of(Severity severity) { return severity == Severity::error ? "error" : "note"; }

bool same_cause(const Finding& a, const Finding& b) { return cause_of(a) == cause_of(b); }

bool Hazards::errors() const {
  return std::any_of(findings.begin(), findings.end(), [](const Finding& f) { return f.severity == Severity::error; });
}

Hazards hazards(const Trace& trace, std::optional<ResultCheck> result) {
  KnownBlocks known;
  known.stands_for = alike_blocks(trace);
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    if (trace.block(block).recorded() && trace.block(block).lost == 0) ++known.looked_at;
  known.result = std::move(result);
  return hazards(trace, std::move(known));
}

Hazards hazards(const Trace& trace, KnownBlocks known) {
  Hazards found;
  found.blocks = trace.launch().grid.count();
  found.looked_at = known.looked_at;
  found.result = std::move(known.result);
  found.findings = from_events(trace, known.stands_for, false);
  if (trace.launch().meaning.kind.empty() && any_stored_twice(trace, found.findings))
    found.findings = from_events(trace, known.stands_for, true);
  if (trace.mask_mistakes())
    for (Finding& finding : of_masks(*trace.mask_mistakes())) found.findings.push_back(std::move(finding));
  if (trace.fault()) {
    found.findings.push_back(of_fault(trace));
    std::erase_if(found.findings, [fault = found.findings.back()](const Finding& finding) {
      return finding.severity == Severity::note && same_cause(finding, fault);
    });
  }
  if (found.result && !found.result->wrong.empty()) found.findings.push_back(of_result(trace, *found.result));
  if (found.result)
    for (const ResultCheck& other : found.result->others)
      if (!other.wrong.empty()) found.findings.push_back(of_result(trace, other));
  std::stable_sort(found.findings.begin(), found.findings.end(),
                   [](const Finding& a, const Finding& b) { return cause_of(a) < cause_of(b); });
  return found;
}

}  // namespace tilescope
