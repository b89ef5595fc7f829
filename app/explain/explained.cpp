#include "app/explain/explained.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/explain/finding_words.h"
#include "app/stage/words.h"
#include "instrumentation/executors/judged.h"
#include "instrumentation/listed.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

std::size_t Explained::errors() const {
  return static_cast<std::size_t>(std::count_if(hazards.findings.begin(), hazards.findings.end(),
                                                [](const Finding& f) { return f.severity == Severity::error; }));
}

bool hangs_on_order(const Finding& finding) {
  return finding.hazard == Hazard::race || finding.hazard == Hazard::uninitialised_read ||
         finding.hazard == Hazard::store_conflict;
}

bool Explained::hangs_on_order() const {
  return std::any_of(hazards.findings.begin(), hazards.findings.end(),
                     [](const Finding& finding) { return tilescope::hangs_on_order(finding); });
}

std::optional<std::uint64_t> moment_of(const Replay& replay, const Access& access) {
  const Trace& trace = replay.trace();
  if (access.block >= trace.block_count() || !trace.block(access.block).recorded()) return std::nullopt;
  if (access.number >= trace.events(access.block, access.thread).size()) return std::nullopt;
  return replay.moments().end_of(replay.moments().step_of(access.block, access.thread, access.number));
}

std::uint64_t moment_of(const Replay& replay, const WrongRead& read) {
  return replay.moments().end_of(replay.moments().step_of(read.block, read.thread, read.number));
}

namespace {

// Names the block of the thread as well if the finding concerns two blocks.
std::string does(const Trace& trace, const Finding& finding, const Access& access) {
  std::string who = thread_name(trace.launch(), access.thread);
  const bool other_block = std::any_of(finding.accesses.begin(), finding.accesses.end(),
                                       [&](const Access& other) { return other.block != access.block; });
  if (other_block) who += " of block " + block_name(trace.launch(), access.block);
  if (access.kind == Kind::barrier_arrive) return access.line == 0 ? who + " returns" : who + " waits at the barrier";
  if (finding.mask) return fmt::format("{} calls {}", who, name_of(finding.mask->function));
  if (finding.array >= trace.arrays().size()) return who;
  const ArrayInfo& array = trace.arrays()[finding.array];
  const std::string what =
      finding.hazard == Hazard::out_of_bounds ? stray_name(array, finding.cell) : element_name(array, finding.cell);
  if (access.kind == Kind::atomic) return fmt::format("{} changes {} with an atomic", who, what);
  return fmt::format("{} {} {}", who, access.store ? "stores" : "loads", what);
}

// 0 if the number is too large; a click then goes to the moment alone.
std::uint32_t doer_of(const Trace& trace, std::size_t block, std::int64_t thread) {
  const std::uint64_t number =
      block * std::uint64_t{trace.threads_per_block()} + static_cast<std::uint64_t>(thread) + 1;
  return thread < 0 || number > 0xffffffff ? 0 : static_cast<std::uint32_t>(number);
}

// "step 12", or "turn 5" if the replay is in the order in which threads ran.
std::string time_name(const Replay& replay, std::uint32_t step) {
  const Order& order = replay.order();
  if (!order.is_of_turns()) return fmt::format("step {}", step + 1);
  return fmt::format("turn {}", &order.turn_at(step) - order.turns().data() + 1);
}

Deed deed_of(const Replay& replay, const Finding& finding, const Access& access) {
  Deed deed{does(replay.trace(), finding, access), "", moment_of(replay, access),
            doer_of(replay.trace(), access.block, access.thread)};
  if (deed.moment)
    deed.words = fmt::format("{}: {}", time_name(replay, replay.moments().step_at(*deed.moment)), deed.words);
  if (access.line > 0) deed.code = numbered_line(replay.trace().kernel_text(), access.line);
  return deed;
}

// The store that makes a read wrong: it came too late or too early.
std::optional<WrongRead::Store> store_of(const WrongRead& read) {
  return read.how == WrongRead::How::too_late ? read.got_from : read.meant_from;
}

// Whether the finding made this read wrong. If so, `example` gets the accesses involved.
bool is_case_of(const Finding& finding, const WrongRead& read, const Trace& trace, std::vector<Access>& example) {
  if (finding.array != read.array || finding.accesses.empty()) return false;
  const Access load{Kind::shared_load, false, read.line, read.block, read.thread, read.number};
  if (finding.hazard == Hazard::uninitialised_read) {
    example = {load};
    return finding.accesses.front().line == read.line && read.how == WrongRead::How::too_early && !read.got_from;
  }
  const auto stored = store_of(read);
  if (finding.hazard != Hazard::race || finding.accesses.size() != 2 || !stored || stored->thread == read.thread)
    return false;
  const std::uint32_t line = event_at(trace, {read.block, stored->thread, stored->number}).line();
  example = {{Kind::shared_store, true, line, read.block, stored->thread, stored->number}, load};
  const Access &first = finding.accesses[0], &second = finding.accesses[1];
  return first.store && !second.store && first.line == line && second.line == read.line;
}

// In the order in which threads ran, the example of each finding becomes its first harmful case, if there is one.
void show_harm(std::vector<Finding>& findings, std::vector<WrongRead>& reads, const Replay& replay,
               const Order& lockstep) {
  std::stable_sort(reads.begin(), reads.end(), [&](const WrongRead& one, const WrongRead& other) {
    return moment_of(replay, one) < moment_of(replay, other);
  });
  for (Finding& finding : findings) {
    std::vector<Access> example;
    const auto first = std::find_if(reads.begin(), reads.end(), [&](const WrongRead& read) {
      return is_case_of(finding, read, replay.trace(), example);
    });
    if (first == reads.end()) continue;
    finding.accesses = std::move(example);
    finding.interval = lockstep.interval_of(first->step);
    finding.cell = first->cell;
  }
}

void tell(Explained& all, const Replay& replay) {
  const Trace& trace = replay.trace();
  all.caveats = caveats(trace, all.hazards, reading::past_rows(trace));
  all.against = against_words(trace);
  all.result_name = result_name(trace, all.hazards);
  for (const Finding& finding : all.hazards.findings) {
    FindingText& told = all.told.emplace_back(
        FindingText{finding.array < trace.arrays().size() ? trace.arrays()[finding.array].name : "",
                    cause_words(trace, finding),
                    example_words(trace, finding),
                    total_words(trace, finding),
                    {}});
    for (const Access& access : finding.accesses) told.deeds.push_back(deed_of(replay, finding, access));
    std::stable_sort(told.deeds.begin(), told.deeds.end(),
                     [](const Deed& one, const Deed& other) { return one.moment < other.moment; });
  }
  if (all.wrong_reads.empty()) return;
  const WrongRead& read = all.wrong_reads.front();
  all.wrong_read = {wrong_read_words(trace, read), "", moment_of(replay, read),
                    doer_of(trace, read.block, read.thread)};
  all.wrong_read->words.front() = 'T';
}

std::optional<WholeLoads> whole_loads(const Trace& trace) {
  if (trace.fully_recorded() || trace.fault()) return std::nullopt;
  double recorded = 0, loads = 0;
  for (std::size_t block = 0; block < trace.block_count(); ++block) recorded += trace.block(block).recorded() ? 1 : 0;
  if (recorded == 0) return std::nullopt;
  loads = static_cast<double>(memory_loads(count(trace), trace.arrays()).total);
  if (trace.all_ran()) return WholeLoads{loads, true};
  return WholeLoads{loads / recorded * static_cast<double>(trace.launch().grid.count()), false};
}

}  // namespace

struct ExplainingInParts::State {
  const Replay& replay;
  Device device;
  std::shared_ptr<Explained> all = std::make_shared<Explained>();
  // Which threads cooperate, and which value was expected, depends on lockstep, whatever order is shown.
  std::optional<Order> lockstep = {};
  std::size_t done = 0;  // how many parts are done

  [[nodiscard]] const Trace& trace() const { return replay.trace(); }
  [[nodiscard]] const Order& order() const { return lockstep ? *lockstep : replay.order(); }

  void find_hazards() { all->hazards = judged(trace()); }

  void find_wrong_reads() {
    if (replay.order().is_of_turns()) lockstep.emplace(trace());
    std::vector<Finding>& findings = all->hazards.findings;
    const bool races = std::any_of(findings.begin(), findings.end(), [](const Finding& f) {
      return f.hazard == Hazard::race || f.hazard == Hazard::uninitialised_read;
    });
    if (races) all->wrong_reads = wrong_reads(trace(), order());
    if (lockstep) show_harm(findings, all->wrong_reads, replay, order());
  }

  void find_words() {
    tell(*all, replay);
    for (const Finding& finding : all->hazards.findings)
      if (!finding.accesses.empty())
        if (const auto moment = moment_of(replay, finding.accesses.front())) all->marks.push_back(*moment);
    std::sort(all->marks.begin(), all->marks.end());
    all->marks.erase(std::unique(all->marks.begin(), all->marks.end()), all->marks.end());
    all->said = said_lines(replay);
  }

  void find_warps() { all->warps = count_warps(trace(), order()); }

  void find_reuse() {
    all->reuse = reuse(trace());
    for (const Heat& heat : all->reuse.arrays) {
      const ArrayInfo& array = trace().arrays()[heat.array];
      const auto product = reading::product_of(trace().launch());
      const bool is_input = array.space == Space::global && (!product || heat.array != product->c.array);
      all->heat.push_back(is_input ? heat_map(heat) : HeatMap{});
    }
  }

  void find_rest() {
    all->waits = barrier_waits(trace());
    all->whole = whole_loads(trace());
    all->device = device;
    all->demand = demand_of(replay, device.registers);
  }
};

ExplainingInParts::ExplainingInParts(const Replay& replay, Device device)
    : state_(new State{.replay = replay, .device = std::move(device)}) {}
ExplainingInParts::~ExplainingInParts() = default;

bool ExplainingInParts::go_on() {
  constexpr std::array parts{&State::find_hazards, &State::find_wrong_reads, &State::find_words,
                             &State::find_warps,   &State::find_reuse,       &State::find_rest};
  (state_.get()->*parts[state_->done])();
  return ++state_->done < parts.size();
}

std::shared_ptr<Explained> ExplainingInParts::take() { return std::move(state_->all); }

std::shared_ptr<Explained> explain(const Replay& replay, const std::function<bool()>& wanted, const Device& device) {
  ExplainingInParts explaining(replay, device);
  do {
    if (!wanted()) return nullptr;
  } while (explaining.go_on());
  return explaining.take();
}

}  // namespace tilescope
