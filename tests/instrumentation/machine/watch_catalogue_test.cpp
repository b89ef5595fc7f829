// Kernels that are watched record what they record without; and a variable that is summed up in holds what a sum's
// event says, after each of them. For the catalogue's kernels and of odd ones, by every schedule.
#include <gtest/gtest.h>

#include <filesystem>

#include "instrumentation/executors/cpu_executor.h"
#include "instrumentation/executors/of_program.h"
#include "instrumentation/launching/header/catalogue.h"
#include "tests/instrumentation/machine/watched.h"
#include "tests/support/form.h"
#include "tests/support/random_launch.h"
#include "tests/support/schedules.h"
#include "tests/support/text_kernels.h"

namespace tilescope {
namespace {

machine::Ran run(const RecordedKernel& kernel, const Launch& launch, bool watched) {
  machine::RunOptions how;
  how.pool = std::make_shared<EventPool>(4);
  how.watched = watched;
  return machine::run(*kernel.prepared, machine_launch(kernel, launch), how);
}

// Sites are numbered in another order.
void expect_same(const RecordedKernel& kernel, const Launch& launch) {
  const machine::Ran plain = run(kernel, launch, false), watched = run(kernel, launch, true);
  ASSERT_EQ(plain.fault.has_value(), watched.fault.has_value());
  if (plain.fault) {
    EXPECT_EQ(plain.fault->message, watched.fault->message);
  }
  EXPECT_EQ(plain.arrays, watched.arrays);
  ASSERT_EQ(plain.blocks.size(), watched.blocks.size());
  for (std::size_t block = 0; block < plain.blocks.size(); ++block)
    for (std::uint32_t thread = 0; thread < launch.threads_per_block(); ++thread) {
      const Column a = machine::test::events_of(*plain.code, plain.blocks[block], thread);
      const Column b = machine::test::events_of(*watched.code, watched.blocks[block], thread);
      ASSERT_EQ(a.size(), b.size()) << "block " << block << " thread " << thread;
      for (std::uint32_t n = 0; n < a.size(); ++n) ASSERT_TRUE(same_but_clock(a[n], b[n])) << "event " << n;
    }
}

TEST(Watched, KernelsOfTheCatalogueRecordTheSame) {
  std::mt19937_64 random(7);
  for (const CatalogueKernel& known : catalogue())
    for (const auto& [name, schedule] : test::every_schedule(2)) {
      Launch launch = test::random_launch(std::string(known.name), random, 20);
      launch.schedule = schedule;
      launch.out_of_bounds = static_cast<OutOfBounds>(random() % 4);
      SCOPED_TRACE(launch.kernel + ", " + name);
      expect_same(recorded_kernel(launch), launch);
    }
}

TEST(Watched, OddKernelsRecordTheSame) {
  for (const auto& entry : std::filesystem::directory_iterator(test::texts_folder() + "/odd_kernels")) {
    const std::string name = entry.path().stem();
    Launch launch = test::square(test::odd_kernel(name), name == "sided" ? 2 : 4, {2, 2}, {2, 2});
    for (const auto& [which, schedule] : test::every_schedule(2)) {
      launch.schedule = schedule;
      SCOPED_TRACE(name + ", " + which);
      expect_same(test::odd_kernel(name), launch);
    }
  }
}

TEST(Watched, VariablesAreWhatSumsCameTo) {
  std::mt19937_64 random(8);
  std::uint64_t checked = 0;
  for (const CatalogueKernel& known : catalogue())
    for (const auto& [name, schedule] : test::every_schedule(2)) {
      Launch launch = test::random_launch(std::string(known.name), random, 8);
      launch.schedule = schedule;
      const RecordedKernel& kernel = recorded_kernel(launch);
      const machine::Ran ran = run(kernel, launch, false);
      const std::uint32_t moments = launch.threads_per_block() > 64 ? 40 : 1000000;  // all of them, where they are few
      for (std::uint64_t block = 0; block < std::min<std::size_t>(ran.blocks.size(), 2); ++block) {
        const machine::test::SumCheck sums =
            machine::test::check_sums(*kernel.prepared, machine_launch(kernel, launch), ran, block, moments);
        EXPECT_EQ(sums.difference, "") << known.name << ", " << name;
        EXPECT_EQ(sums.passed_over, 0) << known.name;
        checked += sums.checked;
      }
    }
  EXPECT_GT(checked, 20000);
}

TEST(Watched, AHistoryHasEveryMoment) {
  std::mt19937_64 random(9);
  std::uint64_t compared = 0;
  for (const CatalogueKernel& known : catalogue())
    for (const auto& [name, schedule] : test::every_schedule(2)) {
      Launch launch = test::random_launch(std::string(known.name), random, 8);
      launch.schedule = schedule;
      const RecordedKernel& kernel = recorded_kernel(launch);
      const std::uint64_t block = random() % launch.grid.count();
      const machine::Launch there = machine_launch(kernel, launch);
      const machine::History history = machine::test::history_of(*kernel.prepared, there, block);
      for (std::uint32_t n = 0; n < 6; ++n) {
        std::vector<std::uint32_t> moments;
        for (std::uint32_t thread = 0; thread < launch.threads_per_block(); ++thread)
          moments.push_back(static_cast<std::uint32_t>(random() % 40));
        const machine::Locals locals = locals_at(kernel, launch, block, moments);
        EXPECT_EQ(machine::test::differs(history, locals, moments), "") << known.name << ", " << name;
        compared += locals.threads.size();
      }
    }
  EXPECT_GT(compared, 1000);
}

}  // namespace
}  // namespace tilescope
