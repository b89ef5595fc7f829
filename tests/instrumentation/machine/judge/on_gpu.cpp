#include "tests/instrumentation/machine/judge/on_gpu.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <map>
#include <tuple>

#include "instrumentation/error.h"
#include "instrumentation/executors/cuda/device_record.h"
#include "instrumentation/executors/cuda/device_run.h"
#include "instrumentation/executors/executor.h"
#include "instrumentation/machine/compiler/layout.h"
#include "tests/instrumentation/machine/judge/for_machine.h"

namespace tilescope::judge {

namespace {

const CudaExecutor& gpu() {
  static const CudaExecutor cuda = make_cuda_executor();
  return cuda;
}

// Whether it calls functions of double whose last bit may be another: a GPU has its own.
bool has_open_doubles(const machine::Code& code) {
  return code.kernel->rounding_may_differ &&
         std::any_of(code.calls.begin(), code.calls.end(), [](const machine::Call& call) {
           return std::find(call.result_numbers.begin(), call.result_numbers.end(), Number::f64) !=
                  call.result_numbers.end();
         });
}

bool are_near(double a, double b) { return a == b || std::abs(a - b) <= 1e-12 * std::max(1.0, std::abs(a)); }

// All but when barriers were passed, and what atomics found, which other threads decide; and last bits, where they are
// open.
bool same(const Event& a, const Event& b, bool open_doubles) {
  if (open_doubles && a.at->number == Number::f64 && b.at->number == Number::f64 && a.kind() != Kind::atomic)
    return a.index == b.index && a.origin == b.origin && same_but_column(*a.at, *b.at) &&
           are_near(as_double(Number::f64, a.bits), as_double(Number::f64, b.bits));
  if (a.kind() != Kind::atomic) return same_but_clock(a, b);
  return a.index == b.index && a.origin == b.origin && same_but_column(*a.at, *b.at);
}

std::string in_words(const Event& event) {
  return fmt::format("kind {}, line {}: {}, {:x}, {:x}, {:x}", static_cast<int>(event.kind()), event.line(),
                     event.index, event.bits, event.second, event.origin);
}

std::string in_block(const machine::Ran& here, const machine::Ran& there, std::size_t block, std::uint32_t threads) {
  const machine::BlockResult &a = here.blocks[block], &b = there.blocks[block];
  const bool open_doubles = has_open_doubles(*here.code);
  for (std::uint32_t thread = 0; thread < threads; ++thread) {
    const Column x(*a.record, a.first_lane + thread, here.code->sites.data());
    const Column y(*b.record, b.first_lane + thread, there.code->sites.data());
    if (x.size() != y.size()) return fmt::format("thread {}: {} events and {}", thread, x.size(), y.size());
    for (std::uint32_t n = 0; n < x.size(); ++n)
      if (!same(x[n], y[n], open_doubles))
        return fmt::format("thread {}, event {}: {} and {}", thread, n, in_words(x[n]), in_words(y[n]));
  }
  return "";
}

std::string sorted_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  std::sort(lines.begin(), lines.end());
  return fmt::format("{}", fmt::join(lines, "\n"));
}

// Byte for byte; or the same words in whatever order.
std::string in_arrays(const machine::Ran& here, const machine::Ran& there, bool in_order) {
  for (std::size_t n = 0; n < here.arrays.size(); ++n) {
    if (here.code->arrays[n].space != Space::global || here.arrays[n] == there.arrays[n]) continue;
    const auto words = [](std::span<const std::byte> bytes) {
      std::vector<std::uint32_t> all(bytes.size() / 4);
      std::memcpy(all.data(), bytes.data(), all.size() * 4);
      std::sort(all.begin(), all.end());
      return all;
    };
    if (!in_order && words(here.arrays[n]) == words(there.arrays[n])) continue;
    std::size_t at = 0;
    while (at < here.arrays[n].size() && here.arrays[n][at] == there.arrays[n][at]) ++at;
    return fmt::format("array {} from byte {} on", here.code->arrays[n].name, at);
  }
  return "";
}

// Numbers that may be rounded otherwise are as near as rounding leaves them.
std::string in_rounded(const machine::Ran& here, const machine::Ran& there) {
  for (std::size_t n = 0; n < here.arrays.size(); ++n) {
    const machine::Array& array = here.code->arrays[n];
    const std::vector<machine::Leaf> leaves = machine::leaves_of(array.element);
    if (array.space != Space::global || leaves.empty() || !leaves.front().type.is_floating()) continue;
    const auto numbers = [&](std::span<const std::byte> bytes) {
      const auto size = static_cast<std::size_t>(leaves.front().type->size);
      std::vector<double> all(bytes.size() / size);
      for (std::size_t i = 0; i < all.size(); ++i) {
        float single = 0;
        std::memcpy(size == 4 ? static_cast<void*>(&single) : &all[i], bytes.data() + i * size, size);
        if (size == 4) all[i] = single;
      }
      return all;
    };
    const std::vector<double> a = numbers(here.arrays[n]), b = numbers(there.arrays[n]);
    double largest = 0;
    for (const double value : a)
      if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    const bool single = leaves.front().type->size == 4;
    const double bound = single ? 1e-3 : 1e-9;
    const double nothing = single ? 1e-12 : 1e-24;  // but rounding of what is about 1, squared
    for (std::size_t i = 0; i < a.size(); ++i)
      if (std::isfinite(a[i]) &&
          std::abs(a[i] - b[i]) > std::max(nothing, bound * std::max(std::abs(a[i]), largest / 100)))
        return fmt::format("array {}, number {}: {} and {}", array.name, i, a[i], b[i]);
  }
  return "";
}

bool strays(const machine::Ran& ran) {
  for (const machine::BlockResult& block : ran.blocks)
    for (const Tallies& of_array : block.tallies)
      for (const Count kind : {Count::stray_load, Count::stray_store})
        if (of_array[static_cast<std::size_t>(kind)].total > 0) return true;
  return false;
}

// What the kernel's own text leaves, compiled as it stands.
std::string in_plain(const std::shared_ptr<const machine::Prepared>& prepared, const machine::Launch& launch,
                     const machine::Ran& here) {
  const language::Kernel& kernel = *prepared->code().kernel;
  const int most = cuda::fact(cuda::plain_function(kernel.name, prepared), cuda::FunctionFact::most_threads);
  if (launch.threads() > static_cast<unsigned>(most)) return "";  // too many registers for so many
  cuda::DeviceRun run(kernel.name, prepared, launch);
  run.start_plain();
  run.finish();
  machine::Ran ran;
  ran.code = here.code;
  ran.arrays = run.arrays();
  return kernel.rounding_may_differ ? in_rounded(here, ran) : in_arrays(here, ran, true);
}

// Whether a thread stores a cell that another one loads or stores, with no barrier between.
bool threads_race(const machine::Ran& ran, std::uint32_t threads) {
  struct Met {
    std::size_t first = 0;
    bool several = false, stored = false;
  };
  using Cell = std::tuple<std::uint8_t, std::uint64_t, std::size_t, std::size_t>;  // array, byte, block, interval
  std::map<Cell, Met> cells;
  const auto meet = [&](const Cell& cell, std::size_t who, bool stores) {
    Met& met = cells.try_emplace(cell, Met{who}).first->second;
    met.several = met.several || met.first != who;
    met.stored = met.stored || stores;
  };
  for (std::size_t block = 0; block < ran.blocks.size(); ++block)
    for (std::uint32_t thread = 0; thread < threads; ++thread) {
      std::size_t interval = 1;
      for (const Event& event :
           Column(*ran.blocks[block].record, ran.blocks[block].first_lane + thread, ran.code->sites.data())) {
        interval += event.kind() == Kind::barrier_release ? 1 : 0;
        if (event.kind() > Kind::shared_store) continue;
        const bool stores = event.kind() == Kind::global_store || event.kind() == Kind::shared_store;
        const std::uint64_t byte = std::uint64_t{event.index} * event.at->bytes;
        meet({event.array(), byte, block, interval}, thread, stores);
        if (event.kind() <= Kind::global_store) meet({event.array(), byte, 0, 0}, block, stores);  // of all blocks
      }
    }
  return std::any_of(cells.begin(), cells.end(),
                     [](const auto& cell) { return cell.second.several && cell.second.stored; });
}

// Why a GPU may come to another end; empty: it may not.
std::string why_it_may_differ(const machine::Ran& here, std::uint32_t threads) {
  if (steers(*here.code)) return "it goes by what atomics find";
  return threads_race(here, threads) ? "threads race" : "";
}

std::string difference_on_gpu(const std::shared_ptr<const machine::Prepared>& prepared, const machine::Launch& launch,
                              bool order_matters, const machine::Ran& here, const machine::Ran& counted_here,
                              const std::shared_ptr<EventPool>& pool) {
  cuda::DeviceRun run(prepared->code().kernel->name, prepared, launch);
  const RecordOptions options;
  const machine::Ran there = cuda::record(run, {Record::full, {}, options, pool});
  cuda::DeviceRun counting(prepared->code().kernel->name, prepared, launch);
  const machine::Ran counted = cuda::record(counting, {Record::counts, {}, options, pool});
  const bool free = steers(prepared->code());
  for (std::size_t block = 0; block < here.blocks.size() && !free; ++block) {
    if (!order_matters)
      if (const std::string what = in_block(here, there, block, launch.threads()); !what.empty())
        return fmt::format("block {}: {}", block, what);
    if (counted.blocks[block].tallies != counted_here.blocks[block].tallies)
      return fmt::format("counts of block {}", block);
  }
  if (!free && sorted_lines(here.printed) != sorted_lines(there.printed)) return "what is printed";
  if (order_matters) return "";
  const auto compared = [&](const machine::Ran& other, bool in_order) {
    return has_open_doubles(prepared->code()) ? in_rounded(here, other) : in_arrays(here, other, in_order);
  };
  if (std::string what = compared(there, !free); !what.empty() || free) return what;
  cuda::DeviceRun bare(prepared->code().kernel->name, prepared, launch);
  bare.start_bare();
  bare.finish();
  machine::Ran ran;
  ran.code = here.code;
  ran.arrays = bare.arrays();
  if (const std::string other = compared(ran, true); !other.empty()) return "unrecorded: " + other;
  if (strays(counted_here)) return "";
  const std::string other = in_plain(prepared, launch, here);
  return other.empty() ? "" : "plain: " + other;
}

}  // namespace

std::string why_no_gpu() { return gpu().executor ? "" : gpu().why_not; }

Beside beside_gpu(const std::shared_ptr<const machine::Prepared>& prepared, const machine::Launch& launch,
                  bool order_matters) {
  static const auto pool = std::make_shared<EventPool>(16);
  machine::RunOptions how;
  how.pool = pool;
  const machine::Ran here = machine::run(*prepared, launch, how);
  machine::RunOptions counting = how;
  counting.keeps = [](std::uint64_t) { return false; };
  const machine::Ran counted_here = machine::run(*prepared, launch, counting);
  if (here.fault) return {};
  Beside beside;
  try {
    beside.difference = difference_on_gpu(prepared, launch, order_matters, here, counted_here, pool);
  } catch (const GpuError& error) {
    beside.difference = error.what();
  }
  if (!beside.difference.empty()) beside.may_differ = why_it_may_differ(here, launch.threads());
  return beside;
}

}  // namespace tilescope::judge
