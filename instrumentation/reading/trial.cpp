#include "instrumentation/reading/trial.h"

#include <algorithm>
#include <cmath>

#include "instrumentation/error.h"
#include "instrumentation/language/tree/tree.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/compiler/layout.h"
#include "instrumentation/reading/fill.h"
#include "instrumentation/reading/plan_budget.h"
#include "instrumentation/wanted.h"

namespace tilescope::reading {

namespace {

constexpr std::chrono::seconds most_of_a_trial{60};  // on the slowest machine
constexpr std::uint64_t most_work_of_a_trial = 4096, work_between_questions = 1024;
constexpr std::int64_t most_shared_bytes = 232448, most_threads = 1024, most_of_a_grid = 1 << 15;

// A number of its own for each element, positive and negative, with few zeros.
double telling(std::uint32_t array, std::uint64_t element, int most) {
  const std::uint64_t x = mixed(array, element);
  const auto value = static_cast<int>(x % static_cast<unsigned>(2 * most)) - most;
  return value >= 0 ? value + 1 : value;
}

// Small enough for sums of products in what is written, or for bytes.
int most_of(language::Type type, const machine::Code& code) {
  const auto is_short = [](const machine::Array& array) {
    return array.is_written && is_of_numbers(array) && machine::number_in(array)->size == 2;
  };
  return type->size == 1 || std::any_of(code.arrays.begin(), code.arrays.end(), is_short) ? 9 : 97;
}

}  // namespace

bool is_of_numbers(const machine::Array& array) {
  if (array.space != Space::global || array.element->size == 0) return false;
  const std::vector<machine::Leaf> leaves = machine::leaves_of(array.element);
  if (leaves.empty()) return false;
  return std::all_of(leaves.begin(), leaves.end(), [&](const machine::Leaf& leaf) {
    return (leaf.type.is_floating() || leaf.type.is_integer()) && leaf.type->size == leaves.front().type->size &&
           leaf.type.is_floating() == leaves.front().type.is_floating();
  });
}

bool is_set_by_text(const machine::Array& array) {
  return !array.is_parameter && array.variable != nullptr &&
         (array.variable->init != nullptr || array.variable->value != nullptr);
}

bool is_possible(const machine::Prepared& kernel, const Setting& setting) {
  std::int64_t blocks = 1, threads = 1;
  for (std::size_t n = 0; n < 3; ++n) {
    if (setting.grid[n] < 1 || setting.block[n] < 1 || setting.grid[n] > most_of_a_grid ||
        setting.block[n] > most_threads)
      return false;
    blocks *= setting.grid[n];
    threads *= setting.block[n];
  }
  return blocks <= most_of_a_grid && threads <= most_threads && setting.block[2] <= 64 &&
         setting.dynamic_shared_bytes >= 0 &&
         setting.dynamic_shared_bytes + static_cast<std::int64_t>(kernel.code().shared_bytes) <= most_shared_bytes;
}

std::vector<std::vector<double>> telling_numbers(const machine::Prepared& kernel, std::int64_t elements) {
  const std::vector<machine::Array>& arrays = kernel.code().arrays;
  std::vector<std::vector<double>> all(arrays.size());
  for (std::uint32_t n = 0; n < arrays.size(); ++n) {
    const machine::Array& array = arrays[n];
    if (!is_of_numbers(array) || is_set_by_text(array)) continue;
    const language::Type number = machine::number_in(array);
    const auto count = array.is_parameter ? static_cast<std::uint64_t>(elements) : array.bytes / number->size;
    all[n].resize(count);
    if (array.is_written) continue;
    for (std::uint64_t at = 0; at < count; ++at) {
      const double value = telling(n, at, most_of(number, kernel.code()));
      all[n][at] = number.is_unsigned() ? std::abs(value) : value;
    }
  }
  return all;
}

machine::Launch launch_of(const machine::Code& code, const Setting& setting, const std::vector<double>& scalars,
                          std::uint64_t most_rounds) {
  machine::Launch launch;
  for (std::size_t n = 0; n < 3; ++n) {
    launch.grid[n] = static_cast<std::uint32_t>(setting.grid[n]);
    launch.block[n] = static_cast<std::uint32_t>(setting.block[n]);
  }
  launch.dynamic_shared_bytes = static_cast<std::uint32_t>(setting.dynamic_shared_bytes);
  launch.most_rounds = most_rounds;
  launch.together = true;
  for (std::size_t n = 0; n < code.scalars.size(); ++n)
    launch.scalars.push_back(machine::bits_of(scalars[n], code.scalars[n].type));
  return launch;
}

Tried try_out(const machine::Prepared& kernel, const LaunchInputs& given, Blocks blocks, Order order) {
  const machine::Code& code = kernel.code();
  WantedWhile::require();
  machine::Launch launch = launch_of(code, given.setting, given.scalars, given.most_rounds);
  launch.together = order == Order::in_step;
  launch.arrays.resize(code.arrays.size());
  for (std::size_t n = 0; n < code.arrays.size(); ++n)
    if (!given.arrays[n].empty())
      launch.arrays[n] = machine::bytes_of(given.arrays[n], machine::number_in(code.arrays[n]));
  machine::RunOptions how;
  how.keeps = [](std::uint64_t) { return false; };
  how.printed_bytes = 0;
  if (blocks == Blocks::first) how.runs = [](std::uint64_t block) { return block == 0; };
  Tried tried;
  tried.stores.resize(code.arrays.size());
  how.takes_turns = false;
  how.stops = [&tried] { return ++tried.work > most_work_of_a_trial; };
  const std::uint64_t left = PlanBudget::left();
  how.most_work = left;
  std::uint64_t work = 0;  // as the budget counts it
  try {
    if (left == 0) throw Error("the work allowed for a plan is used up");
    machine::Ran ran = machine::run(kernel, launch, how);
    work = ran.work;
    if (ran.in_turns()) {
      tried.raced = launch.together = true;
      ran = machine::run(kernel, launch, how);
      work += ran.work;
    }
    tried.finished = !ran.fault;
    for (const machine::BlockResult& block : ran.blocks) {
      if (block.tallies.empty()) continue;
      const Tallies& all = block.tallies.back();
      for (const Tally& tally : all) tried.accesses += tally.total;
      tried.multiply_adds += all[static_cast<std::size_t>(Count::sum_multiply_add)].total;
      for (std::size_t n = 0; n < tried.stores.size(); ++n)
        tried.stores[n] += block.tallies[n][static_cast<std::size_t>(Count::global_store)].total;
      for (const Count kind : {Count::stray_load, Count::stray_store})
        tried.strays += all[static_cast<std::size_t>(kind)].total;
    }
    for (std::size_t n = 0; n < code.arrays.size(); ++n)
      tried.arrays.push_back(given.arrays[n].empty()
                                 ? std::vector<double>()
                                 : machine::doubles_of(ran.arrays[n], machine::number_in(code.arrays[n])));
  } catch (const Error&) {  // no launch of this kernel
    tried.finished = false;
    tried.gave_up = true;
    tried.arrays.assign(code.arrays.size(), {});
    work = std::max(work, tried.work * work_between_questions * ((launch.threads() + 63) / 64));
  }
  PlanBudget::spend(work);
  return tried;
}

}  // namespace tilescope::reading
