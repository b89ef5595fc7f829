#include "instrumentation/analysis/hazards.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "instrumentation/analysis/hazard_search.h"

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
    case Fault::Kind::misaligned_access:
    case Fault::Kind::limit_reached: break;
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
  const auto access = [&](const Fault::ThreadPlace& place) {
    const std::uint32_t thread = place.thread_y * launch.block.x + place.thread_x;
    const std::uint32_t events = has_events ? trace.events(block, thread).size() : 0;
    return Access{Kind::barrier_arrive, false, place.line, block, thread, events == 0 ? 0 : events - 1};
  };
  if (fault.threads.empty()) return finding;
  finding.accesses.push_back(access(fault.threads.front()));
  // Beside it, the first thread that is elsewhere.
  const auto elsewhere = std::find_if(fault.threads.begin(), fault.threads.end(), [&](const Fault::ThreadPlace& place) {
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

// The same blocks are looked at each time.
template <class LookAt>
std::vector<Finding> from_events(const Trace& trace, const LookAt& look_at) {
  const auto search = [&](bool careful_with_shared) {
    HazardSearch all(trace, careful_with_shared);
    for (std::size_t block = 0; block < trace.block_count(); ++block)
      if (const BlockTrace& of = trace.block(block); of.recorded() && of.lost == 0)
        look_at(all, block, trace.fault() && block + 1 == trace.block_count() ? &*trace.fault() : nullptr);
    return all.findings();
  };
  std::vector<Finding> findings = search(false);
  if (trace.launch().meaning.kind.empty() && any_stored_twice(trace, findings)) findings = search(true);
  CountedStrays counted;
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    if (!trace.block(block).recorded()) counted.add(trace.block(block), trace.arrays().size());
  counted.collect(findings);
  return findings;
}

}  // namespace

std::string_view name_of(Hazard hazard) {
  static constexpr std::array<std::string_view, hazard_count> names{
      "barrier_divergence", "endless_loop",  "failed_assert",  "misaligned_access", "mask_mismatch", "race",
      "uninitialised_read", "out_of_bounds", "store_conflict", "wrong_result"};
  static_assert(!names.back().empty());
  return names[static_cast<std::size_t>(hazard)];
}

std::string_view name_of(Severity severity) {
  static constexpr std::array<std::string_view, 3> names{"error", "possible", "note"};
  return names[static_cast<std::size_t>(severity)];
}

bool same_cause(const Finding& a, const Finding& b) { return cause_of(a) == cause_of(b); }

bool Hazards::errors() const {
  return std::any_of(findings.begin(), findings.end(), [](const Finding& f) { return f.severity == Severity::error; });
}

Hazards hazards(const Trace& trace, std::optional<ResultCheck> result) {
  std::size_t looked_at = 0;
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    if (trace.block(block).recorded() && trace.block(block).lost == 0) ++looked_at;
  return hazards_with(from_events(trace, [&](HazardSearch& search, std::size_t block,
                                             const Fault* fault) { search.block(block, trace.block(block), fault); }),
                      trace, looked_at, std::move(result));
}

Hazards hazards(const Trace& trace, KnownBlocks known) {
  return hazards_with(from_events(trace,
                                  [&](HazardSearch& search, std::size_t block, const Fault* fault) {
                                    search.block_for(block, trace.block(block), fault, known.stands_for[block]);
                                  }),
                      trace, known.looked_at, std::move(known.result));
}

Hazards hazards_with(std::vector<Finding> of_events, const Trace& trace, std::size_t looked_at,
                     std::optional<ResultCheck> result) {
  Hazards found;
  found.blocks = trace.launch().grid.count();
  found.looked_at = looked_at;
  found.result = std::move(result);
  found.findings = std::move(of_events);
  if (trace.mask_mistakes())
    for (Finding& finding : of_masks(*trace.mask_mistakes())) found.findings.push_back(std::move(finding));
  if (trace.fault() && trace.fault()->kind != Fault::Kind::limit_reached) {
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
