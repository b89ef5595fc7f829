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
#include "tests/support/same_traces.h"
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
  if (const std::string what = test::Comparison(old_trace, new_trace).difference(); !what.empty()) {
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
