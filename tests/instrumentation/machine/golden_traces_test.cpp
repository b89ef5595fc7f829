// The machine records what the compiled kernels recorded that it took the place of: tests/golden/traces holds what they
// made of the catalogue's kernels and of odd ones, under all schedules, rules for strays and records. They are never
// made again. Each holds its kernel's text.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "instrumentation/executors/executor.h"
#include "instrumentation/trace/file/trace_file.h"
#include "tests/support/factors.h"
#include "tests/support/same_traces.h"
#include "tests/support/text_kernels.h"

namespace tilescope::test {
namespace {

using Paths = std::vector<std::filesystem::path>;

Paths goldens() {
  Paths all;
  for (const auto& entry : std::filesystem::directory_iterator(TILESCOPE_SOURCES "/tests/golden/traces"))
    all.push_back(entry.path());
  std::sort(all.begin(), all.end());
  return all;
}

// Where the machine goes by other rules than they did, as instrumentation/machine/README.md tells.
bool has_other_rules(const std::string& name) {
  static const std::array others{
      "odd-all_store_one_cell",
      "odd-sums_anew",
      "odd-writes_a",           // a block finds what those before it wrote
      "odd-barrier_in_branch",  // a barrier does not wait for returned threads
      "odd-endless",
      "odd-spinning",  // how often a loop may go round is told by arrays
  };
  return std::any_of(others.begin(), others.end(), [&](const char* other) { return name.starts_with(other); });
}

// The same launch of the kernel as it is read today. Not all odd kernels have all matrices, so what the file says of
// its sides is looked at as it stands.
Launch again(const Trace& golden, const ProductKernel& kernel) {
  const std::vector<std::int64_t>& says = golden.launch().meaning.says;
  const reading::ProductSides sides{says.at(1), says.at(6), says.at(2)};
  Launch launch = rectangle(kernel, sides, golden.launch().block, golden.launch().grid);
  launch.tile = golden.launch().tile;
  launch.dynamic_shared_bytes = golden.launch().dynamic_shared_bytes;
  launch.schedule = golden.launch().schedule;
  launch.record = golden.launch().record;
  launch.window = golden.launch().window;
  launch.out_of_bounds = golden.launch().out_of_bounds;
  set(launch, "A", a_of(golden.launch()));
  set(launch, "B", b_of(golden.launch()));
  return launch;
}

TEST(Goldens, AreRecordedAgainBitForBit) {
  const auto executor = make_cpu_executor();
  int compared = 0;
  std::map<std::string, int> of_kernel;
  for (const std::filesystem::path& path : goldens()) {
    const Trace golden = TraceFile(path.string()).load();
    if (!path.stem().string().starts_with("odd-")) ++of_kernel[golden.launch().kernel];
    if (has_other_rules(path.stem())) continue;
    RecordOptions how;
    how.cores = 1 + static_cast<unsigned>(compared % 2);
    how.memory = std::uint64_t{1} << 28;
    const ProductKernel kernel = kernel_of(golden.launch().kernel, golden.kernel_text(), golden.launch().tile);
    const Trace now = executor->record(kernel, again(golden, kernel), how);
    EXPECT_EQ(Comparison(golden, now).difference(), "") << path.stem();
    ++compared;
  }
  EXPECT_GE(compared, 209);
  EXPECT_EQ(of_kernel.size(), 18U);
  for (const auto& [kernel, goldens] : of_kernel) EXPECT_EQ(goldens, 10) << kernel;
}

}  // namespace
}  // namespace tilescope::test
