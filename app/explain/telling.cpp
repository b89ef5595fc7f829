#include "app/explain/telling.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/explain/finding_words.h"
#include "app/stage/words.h"

namespace tilescope {

std::optional<std::uint64_t> moment_of(const Replay& replay, const Access& access) {
  const Trace& trace = replay.trace();
  if (access.block >= trace.block_count() || !trace.block(access.block).recorded) return std::nullopt;
  if (access.number >= trace.events(access.block, access.thread).size()) return std::nullopt;
  return replay.moments().end_of(replay.moments().step_of(access.block, access.thread, access.number));
}

namespace {

std::string does(const Trace& trace, const Finding& finding, const Access& access) {
  const std::string who = thread_name(trace.launch(), access.thread);
  if (access.kind == Kind::barrier_arrive) return access.line == 0 ? who + " returns" : who + " waits at the barrier";
  if (finding.array >= trace.arrays().size()) return who;
  const ArrayInfo& array = trace.arrays()[finding.array];
  const std::string what = finding.hazard == Hazard::out_of_bounds
                               ? fmt::format("{}, element {}", array.name, static_cast<std::int32_t>(finding.cell))
                               : element_name(array, finding.cell);
  return fmt::format("{} {} {}", who, access.store ? "stores" : "loads", what);
}

Deed deed_of(const Replay& replay, const Finding& finding, const Access& access) {
  Deed deed{does(replay.trace(), finding, access), "", moment_of(replay, access)};
  if (deed.moment) deed.words = fmt::format("step {}: {}", replay.moments().step_at(*deed.moment) + 1, deed.words);
  if (access.line > 0)
    deed.code = fmt::format("{}  {}", access.line, text_of_line(replay.trace().kernel_text(), access.line));
  return deed;
}

}  // namespace

Telling tell(const Replay& replay, const Hazards& hazards, const std::vector<WrongRead>& wrong_reads) {
  const Trace& trace = replay.trace();
  Telling all{{}, caveats(trace, hazards), std::nullopt};
  for (const Finding& finding : hazards.findings) {
    Told& told = all.findings.emplace_back(
        Told{cause_words(trace, finding), example_words(trace, finding), total_words(trace, finding), {}});
    for (const Access& access : finding.accesses) told.deeds.push_back(deed_of(replay, finding, access));
    std::stable_sort(told.deeds.begin(), told.deeds.end(),
                     [](const Deed& one, const Deed& other) { return one.moment < other.moment; });
  }
  if (wrong_reads.empty()) return all;
  const WrongRead& read = wrong_reads.front();
  all.wrong_read = {wrong_read_words(trace, read), "", replay.moments().end_of(read.step)};
  all.wrong_read->words.front() = 'T';
  return all;
}

}  // namespace tilescope
