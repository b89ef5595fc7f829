// Whole traces, as the CPU executor makes them of the catalogue's texts in the machine, beside those of the compiled
// kernels: the same in everything, by every schedule, rule for strays and record; at all widths, and at random shapes.
//
//   program_oracle [SHAPES [SEED]]     of each kernel (default 4 and 1)
#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <memory>

#include "instrumentation/analysis/hazards.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/executors/program_kernel.h"
#include "kernels/kernel_roles.h"
#include "tests/support/random_launch.h"
#include "tests/support/schedules.h"

namespace tilescope {
namespace {

std::shared_ptr<const ProgramKernel> program_of(const RecordedKernel& compiled, int tile) {
  static std::map<std::pair<std::string_view, int>, std::shared_ptr<const ProgramKernel>> all;
  auto& known = all[{compiled.name, tile}];
  if (known) return known;
  auto made = std::make_shared<ProgramKernel>();
  made->name = compiled.name;
  made->text = compiled.text;
  language::Program program =
      language::read(made->text, {.knobs = {}, .defined = {{"TILE", std::to_string(tile)}}, .host_values = {}});
  if (!program.runnable()) throw Error(fmt::format("{} is not understood", compiled.name));
  made->prepared = std::make_shared<machine::Prepared>(program, program.kernels().front());
  give_roles(*made, program.kernels().front(), {});
  return known = made;
}

// Both number their arrays as they like.
class Comparison {
 public:
  Comparison(const Trace& compiled, const Trace& machine) : old_(compiled), new_(machine) {}

  // What differs first; empty: nothing.
  [[nodiscard]] std::string difference() {
    if (!match_arrays()) return "the arrays: " + arrays_of(old_) + " / " + arrays_of(new_);
    if (old_.c().size() != new_.c().size() || !std::equal(old_.c().begin(), old_.c().end(), new_.c().begin(),
                                                          [](float a, float b) { return same_bits(a, b); }))
      return "C";
    if (old_.fault().has_value() != new_.fault().has_value()) return "the fault";
    if (old_.fault() && (old_.fault()->message != new_.fault()->message || old_.fault()->kind != new_.fault()->kind))
      return "the fault: " + old_.fault()->message + " / " + new_.fault()->message;
    if (old_.block_count() != new_.block_count()) return "the number of blocks";
    for (std::size_t block = 0; block < old_.block_count(); ++block)
      if (const std::string what = in_block(block); !what.empty()) return fmt::format("block {}: {}", block, what);
    return findings();
  }

 private:
  static std::string arrays_of(const Trace& trace) {
    std::string all;
    for (const ArrayInfo& info : trace.arrays())
      all += fmt::format(" {}:{}[{}]", info.name, static_cast<int>(info.space), fmt::join(info.sides, ","));
    return all;
  }
  // The machine does not list a thread's own variables that no event is of.
  bool match_arrays() {
    for (const ArrayInfo& info : new_.arrays()) {
      const auto same = std::find_if(old_.arrays().begin(), old_.arrays().end(),
                                     [&](const ArrayInfo& of) { return of.name == info.name; });
      if (same == old_.arrays().end() || same->space != info.space || same->sides != info.sides) return false;
      old_number_.push_back(static_cast<std::uint8_t>(same - old_.arrays().begin()));
    }
    for (const ArrayInfo& info : old_.arrays())
      if (info.space != Space::local && std::none_of(new_.arrays().begin(), new_.arrays().end(),
                                                     [&](const ArrayInfo& of) { return of.name == info.name; }))
        return false;
    return true;
  }
  [[nodiscard]] std::uint8_t old_number(std::uint8_t array) const {
    return array == no_array ? no_array : old_number_[array];
  }

  [[nodiscard]] std::string in_block(std::size_t block) const {
    const BlockTrace &a = old_.block(block), &b = new_.block(block);
    if (a.recorded() != b.recorded()) return "whether it is recorded";
    if (a.lost != b.lost) return "what was lost";
    if (!a.recorded()) return in_tallies(a.tallies, b.tallies);
    for (std::uint32_t thread = 0; thread < old_.threads_per_block(); ++thread) {
      const Column x = old_.events(block, thread), y = new_.events(block, thread);
      if (x.size() != y.size()) return fmt::format("thread {}: {} and {} events", thread, x.size(), y.size());
      auto at = y.begin();
      std::uint32_t number = 0;
      for (const Event& event : x) {
        Event other = *at++;
        Site site = *other.at;
        site.array = old_number(site.array);
        other.at = &site;
        if (!same_but_clock(event, other)) return fmt::format("thread {}: event {}", thread, number);
        ++number;
      }
    }
    return "";
  }

  [[nodiscard]] std::string in_tallies(const std::vector<Tallies>& a, const std::vector<Tallies>& b) const {
    if (a.empty() && b.empty()) return "";  // it did not run
    if (a.size() != old_.arrays().size() + 2 || b.size() != new_.arrays().size() + 2) return "tallies";
    for (std::size_t n = 0; n < b.size(); ++n) {
      const std::size_t of_old = n < old_number_.size() ? old_number_[n] : n - b.size() + a.size();
      if (a[of_old] != b[n]) return fmt::format("tallies of {}", n);
    }
    return "";
  }

  [[nodiscard]] std::string findings() const {
    const Hazards a = hazards(old_), b = hazards(new_);
    if (a.findings.size() != b.findings.size()) return "how many findings there are";
    for (Finding finding : b.findings) {
      finding.array = old_number(finding.array);
      if (std::none_of(a.findings.begin(), a.findings.end(), [&](const Finding& f) { return same(f, finding); }))
        return fmt::format("a finding: {} in line {}", name_of(finding.hazard),
                           finding.accesses.empty() ? 0 : finding.accesses.front().line);
    }
    return "";
  }
  // A difference may be a NaN.
  [[nodiscard]] static bool same(const Finding& a, const Finding& b) {
    Finding of_a = a, of_b = b;
    of_a.difference = of_b.difference = std::nullopt;
    return of_a == of_b;
  }

  const Trace& old_;
  const Trace& new_;
  std::vector<std::uint8_t> old_number_;  // by the machine's
};

std::string words(const Launch& l) {
  return fmt::format("{} {} x {} x {}, tile {}, schedule {} {}, strays {}, record {}", l.kernel, l.m, l.n, l.k, l.tile,
                     static_cast<int>(l.schedule.kind), l.schedule.seed, static_cast<int>(l.out_of_bounds),
                     static_cast<int>(l.record));
}

// Of the records in turn, each with a random window.
void choose_record(Launch& launch, std::mt19937_64& random) {
  launch.record = static_cast<Record>(random() % 4);
  if (launch.record == Record::full || launch.record == Record::counts) return;
  const auto y = static_cast<unsigned>(random() % launch.grid.y), x = static_cast<unsigned>(random() % launch.grid.x);
  launch.window = {{y, x, y, launch.grid.x - 1}};
}

struct Outcome {
  std::uint64_t launches = 0, events = 0, failures = 0;
};

void compare(const Launch& launch, unsigned cores, Outcome& outcome) {
  static const auto executor = make_cpu_executor();
  const RecordedKernel compiled = recorded_kernel(launch);
  RecordOptions how;
  how.memory = std::uint64_t{1} << 30;
  how.cores = cores;
  const Trace old_trace = executor->record(compiled, launch, how);
  const Trace new_trace = executor->record(program_of(compiled, launch.tile)->recorded(), launch, how);
  ++outcome.launches;
  outcome.events += old_trace.kept_events();
  if (const std::string what = Comparison(old_trace, new_trace).difference(); !what.empty()) {
    ++outcome.failures;
    fmt::print("{}\n  differs in {}\n", words(launch), what);
  }
}

// The smallest launch of a width that a kernel is built for.
std::optional<Launch> smallest(const RecordedKernel& built) {
  Request request;
  request.kernel = built.name;
  request.inputs = "random";
  request.tile = built.tile;
  request.m = request.n = built.tile;
  for (const int k : {4, 8, 16, built.tile}) try {
      request.k = k;
      return plan(request);
    } catch (const UsageError&) {
    }
  return std::nullopt;
}

// All widths that are built, by each schedule.
void compare_widths(Outcome& outcome) {
  for (const RecordedKernel* built : recorded_kernels()) {
    if (built->tile == 0) continue;
    std::optional<Launch> launch = smallest(*built);
    if (!launch) {
      ++outcome.failures;
      fmt::print("{} with a tile of {} takes no launch\n", built->name, built->tile);
      continue;
    }
    for (const test::NamedSchedule& schedule : test::every_schedule(built->tile <= 16 ? 10 : 1)) {
      launch->schedule = schedule.schedule;
      compare(*launch, 1, outcome);
    }
  }
}

int run(int shapes, std::uint64_t seed) {
  Outcome outcome;
  std::mt19937_64 random(seed);
  compare_widths(outcome);
  for (const CatalogueKernel& kernel : catalogue())
    for (int n = 0; n < shapes; ++n) {
      Launch launch = test::random_launch(std::string(kernel.name), random, 24);
      const auto schedules = test::every_schedule(10);
      launch.schedule = schedules[random() % schedules.size()].schedule;
      launch.out_of_bounds = static_cast<OutOfBounds>(random() % 4);
      choose_record(launch, random);
      compare(launch, 1 + static_cast<unsigned>(n % 2), outcome);
    }
  fmt::print("{} launches, {} events, {} differ\n", outcome.launches, outcome.events, outcome.failures);
  return outcome.failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace tilescope

int main(int count, char** words) try {
  const int shapes = count > 1 ? std::atoi(words[1]) : 4;
  const std::uint64_t seed = count > 2 ? std::strtoull(words[2], nullptr, 10) : 1;
  return tilescope::run(shapes, seed);
} catch (const std::exception& error) {
  fmt::print("program_oracle: {}\n", error.what());
  return 2;
}
