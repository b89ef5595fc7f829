// The machine records what the compiled kernels record: the same events, bit for bit, and the same C.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "instrumentation/machine/compiler/compile.h"
#include "instrumentation/machine/run.h"
#include "tests/instrumentation/machine/recorded.h"
#include "tests/support/form.h"
#include "tests/support/odd_kernels.h"
#include "tests/support/random_launch.h"

namespace tilescope {
namespace {

machine::Launch given(const Launch& launch, const machine::Code& code) {
  machine::Launch to;
  to.grid = {launch.grid.x, launch.grid.y, 1};
  to.block = {launch.block.x, launch.block.y, 1};
  to.dynamic_shared_bytes = launch.dynamic_shared_bytes;
  to.out_of_bounds = launch.out_of_bounds;
  to.schedule = launch.schedule;
  to.most_rounds = 4096 * static_cast<std::uint64_t>(launch.m + launch.n + launch.k + 64);
  const std::vector<float> c(static_cast<std::size_t>(launch.m * launch.n));
  for (const machine::Array& array : code.arrays) {
    const std::vector<float>* from = array.name == "A"   ? &launch.a
                                     : array.name == "B" ? &launch.b
                                     : array.name == "C" ? &c
                                                         : nullptr;
    std::vector<std::byte> bytes;
    if (from != nullptr) {
      bytes.resize(from->size() * 4);
      std::memcpy(bytes.data(), from->data(), bytes.size());
    }
    to.arrays.push_back(std::move(bytes));
  }
  for (const machine::Code::Scalar& scalar : code.scalars) {
    const std::string& name = code.kernel->parameters[scalar.parameter].name;
    to.scalars.push_back(static_cast<std::uint32_t>(name == "M" ? launch.m : name == "N" ? launch.n : launch.k));
  }
  return to;
}

std::string name_of(const Event& event, const std::vector<std::string>& names) {
  return event.array() < names.size() ? names[event.array()] : "";
}

std::vector<std::string> names_of(const Trace& trace) {
  std::vector<std::string> names;
  for (const ArrayInfo& array : trace.arrays()) names.push_back(array.name);
  return names;
}

std::vector<std::string> names_of(const machine::Code& code) {
  std::vector<std::string> names;
  for (const machine::Array& array : code.arrays) names.push_back(array.name);
  return names;
}

// Compiled kernels do not know what a value is, and number their arrays as they like.
bool same(const Event& compiled, const Event& machine) {
  Site site = *machine.at;
  site.array = compiled.array();
  site.number = compiled.at->number;
  site.bytes = compiled.at->bytes;
  Event as_compiled = machine;
  as_compiled.at = &site;
  return same_but_clock(compiled, as_compiled);
}

std::string in_words(const Event& event, const std::vector<std::string>& names) {
  return fmt::format("line {} kind {} {}[{}] = {} operand {} origin {:x}", event.line(), static_cast<int>(event.kind()),
                     name_of(event, names), event.index, event.value(), event.operand(), event.origin);
}

Trace record(const RecordedKernel& kernel, const Launch& launch) {
  RecordOptions how;
  how.cores = 1;
  how.memory = std::uint64_t{1} << 30;
  return make_cpu_executor()->record(kernel, launch, how);
}

std::string to_string(const Schedule& schedule) {
  return fmt::format("schedule {} seed {}", static_cast<int>(schedule.kind), schedule.seed);
}

std::string first_difference(const Trace& trace, const machine::Code& code, const machine::Ran& ran) {
  if (trace.fault().has_value() != ran.fault.has_value())
    return fmt::format("faults: '{}' and '{}'", trace.fault() ? trace.fault()->message : "",
                       ran.fault ? ran.fault->message : "");
  if (trace.fault() && trace.fault()->message != ran.fault->message)
    return trace.fault()->message + " / " + ran.fault->message;
  if (trace.block_count() != ran.blocks.size()) return "other blocks";
  const std::vector<std::string> old_names = names_of(trace), names = names_of(code);
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    for (std::uint32_t thread = 0; thread < trace.threads_per_block(); ++thread) {
      const Column old = trace.events(block, thread);
      const Column events = machine::test::events_of(code, ran.blocks[block], thread);
      for (std::uint32_t n = 0; n < std::max(old.size(), events.size()); ++n) {
        const std::string where = fmt::format("block {} thread {} event {}:", block, thread, n);
        if (n >= old.size()) return where + " none, and " + in_words(events[n], names);
        if (n >= events.size()) return where + " " + in_words(old[n], old_names) + ", and none";
        if (name_of(old[n], old_names) != name_of(events[n], names) || !same(old[n], events[n]))
          return where + "\n  " + in_words(old[n], old_names) + "\n  " + in_words(events[n], names);
      }
    }
  for (std::uint32_t a = 0; a < code.arrays.size(); ++a)
    if (code.arrays[a].name == "C" && std::memcmp(ran.arrays[a].data(), trace.c().data(), ran.arrays[a].size()) != 0)
      return "other C";
  return "";
}

void compare(const RecordedKernel& kernel, const Launch& launch) {
  const Trace trace = record(kernel, launch);
  language::Program program = language::read(fmt::format("constexpr int TILE = {}; {}", launch.tile, kernel.text));
  std::string told;
  for (const language::Diagnostic& d : program.diagnostics())
    if (d.severity == language::Severity::error) told += d.message + "\n";
  ASSERT_TRUE(program.runnable()) << kernel.name << ": " << told;
  try {
    const machine::Prepared prepared(program, program.kernels().front());
    machine::RunOptions how;
    how.pool = std::make_shared<EventPool>(4);
    const machine::Ran ran = machine::run(prepared, given(launch, prepared.code()), how);
    EXPECT_EQ(first_difference(trace, *ran.code, ran), "")
        << launch.kernel << " " << launch.m << " " << launch.n << " " << launch.k << " tile " << launch.tile << ", "
        << to_string(launch.schedule) << (ran.in_turns ? " in turns" : "");
  } catch (const Error& e) {
    ADD_FAILURE() << kernel.name << ": " << e.what();
  }
}

std::vector<Schedule> schedules() {
  std::vector<Schedule> all{{Schedule::Kind::in_order}, {Schedule::Kind::reverse}, {Schedule::Kind::warp_interleaved}};
  for (std::uint64_t seed = 1; seed < 4; ++seed) all.push_back({Schedule::Kind::random, seed});
  return all;
}

TEST(Machine, RecordsWhatTheCompiledKernelsRecord) {
  std::mt19937_64 random(7);
  for (const CatalogueKernel& kernel : catalogue()) {
    if (kernel.name == "tiled_barrier_in_branch") continue;
    for (int n = 0; n < 3; ++n)
      for (const Schedule schedule : schedules()) {
        Launch launch = test::random_launch(std::string(kernel.name), random, 20);
        launch.schedule = schedule;
        launch.out_of_bounds = static_cast<OutOfBounds>(random() % 4);
        compare(recorded_kernel(launch), launch);
      }
  }
}

// Here a block finds what those before it wrote, as it is on a GPU that does one after the other; compiled ones did
// not.
bool alone(const std::string& name) {
  return name == "all_store_one_cell" || name == "sums_anew" || name == "writes_a";
}

TEST(Machine, RecordsOddKernelsAsTheyWereCompiled) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(TILESCOPE_ODD_KERNELS)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path& file : files)
    for (const Schedule schedule : schedules()) {
      const std::string name = file.stem();
      Launch launch = test::square(name, 4, {2, 2}, alone(name) ? Size2{1, 1} : Size2{2, 2});
      if (name == "sided") continue;              // its sides are those of another launch
      if (name == "barrier_in_branch") continue;  // threads that have returned are not waited for any more
      const bool switches =
          schedule.kind == Schedule::Kind::warp_interleaved || schedule.kind == Schedule::Kind::random;
      if (name == "endless" && switches) continue;  // what a thread did before it lost its turn for good is kept
      launch.tile = 2;
      launch.schedule = schedule;
      compare(test::odd_kernel(name), launch);
    }
}

// Where the machine tells more than what is compiled, or of the very element, the text has lines //~ behind those.
std::vector<std::string> new_events(const std::string& text, const test::Form& form) {
  std::istringstream in(text);
  std::vector<std::string> events;
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("//~ ")) events.push_back(line.substr(4));
  return events.empty() ? form.events : events;
}

// Each small text says which events it gives.
TEST(Machine, RecordsTheFormsAsTheySay) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(TILESCOPE_FORMS)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path& file : files) {
    const test::Form form = test::read_form(TILESCOPE_FORMS, file.stem());
    std::ifstream in(file);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    language::Program program = language::read("constexpr int TILE = 2; " + text, {.knobs = {{"TILE", "2"}}});
    std::string told;
    for (const language::Diagnostic& d : program.diagnostics())
      if (d.severity == language::Severity::error) told += d.message + "\n";
    if (!program.runnable()) {
      ADD_FAILURE() << file << ": " << told;
      continue;
    }
    try {
      const machine::Prepared prepared(program, program.kernels().front());
      machine::RunOptions how;
      how.pool = std::make_shared<EventPool>(4);
      const machine::Ran ran = machine::run(prepared, given(test::launch_of(form), prepared.code()), how);
      EXPECT_FALSE(ran.fault) << ran.fault->message;
      std::string lines, expected;
      std::uint32_t number = 0;
      std::vector<ArrayInfo> named;
      for (const std::string& name : names_of(*ran.code)) named.push_back({name, Space::global, {}});
      for (const Event event : machine::test::events_of(*ran.code, ran.blocks[0], form.launch.at("thread")))
        lines += "//= " + test::describe(event, number++, named) + "\n";
      for (const std::string& line : new_events(text, form)) expected += "//= " + line + "\n";
      EXPECT_EQ(lines, expected) << file;
    } catch (const Error& e) {
      ADD_FAILURE() << file << ": " << e.what();
    }
  }
}

}  // namespace
}  // namespace tilescope
