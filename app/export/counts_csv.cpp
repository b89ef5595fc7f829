#include "app/export/counts_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/export/csv.h"
#include "instrumentation/analysis/counts.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/trace/order.h"

namespace tilescope {

namespace {

struct Quantity {
  Count count;
  std::string_view name, unit;
};
constexpr std::array quantities{Quantity{Count::global_load, "global_loads", "elements"},
                                Quantity{Count::global_store, "global_stores", "elements"},
                                Quantity{Count::shared_load, "shared_loads", "elements"},
                                Quantity{Count::shared_store, "shared_stores", "elements"},
                                Quantity{Count::atomic, "atomics", "operations"},
                                Quantity{Count::sum_add, "additions", "operations"},
                                Quantity{Count::sum_multiply_add, "multiply_adds", "operations"},
                                Quantity{Count::stray_load, "out_of_bounds_loads", "accesses"},
                                Quantity{Count::stray_store, "out_of_bounds_stores", "accesses"}};

// Whether a quantity is listed even if it is 0, because this kind of array usually has it.
bool always(Space space, Count count) {
  switch (count) {
    case Count::global_load:
    case Count::global_store: return space == Space::global;
    case Count::shared_load:
    case Count::shared_store: return space == Space::shared;
    default: return false;
  }
}

class Table {
 public:
  explicit Table(const Trace& trace) : trace_(trace), kernel_(csv_field(trace.launch().kernel)) {
    for (const ArrayInfo& array : trace.arrays()) names_.push_back(csv_field(array.name));
  }

  // The place of the following lines: block_y,block_x,thread_y,thread_x,phase.
  void scope(std::string_view name, std::string place) {
    scope_ = name;
    place_ = std::move(place);
  }

  void line(std::string_view array, std::string_view quantity, std::uint64_t value, std::string_view unit) {
    out_ += fmt::format("{},{},{},{},{},{},{},counted\n", kernel_, scope_, array, place_, quantity, value, unit);
  }

  void arrays(const Counts& counts) {
    for (std::size_t array = 0; array < names_.size(); ++array)
      for (const Quantity& q : quantities) {
        const std::uint64_t value = counts.of(array, q.count).total;
        const bool is_constant = trace_.arrays()[array].is_constant;
        if (value > 0 ||
            (always(trace_.arrays()[array].space, q.count) && !(is_constant && q.count != Count::global_load)))
          line(names_[array], is_constant && q.count == Count::global_load ? "constant_loads" : q.name, value, q.unit);
      }
  }
  void barriers(const Counts& counts) {
    line("", "barriers", counts.without_array(Count::barrier_release).total, "barriers");
    // Votes and warp barriers are counted together.
    for (const auto& [count, name] : {std::pair{Count::shuffle, "shuffles"}, {Count::vote, "votes"}})
      if (const std::uint64_t value = counts.without_array(count).total; value > 0) line("", name, value, "calls");
  }

  [[nodiscard]] std::string text() const { return out_; }

 private:
  const Trace& trace_;
  std::string kernel_, scope_, place_;
  std::vector<std::string> names_;
  std::string out_;
};

void add(Counts& to, const Counts& from, std::uint64_t times) {
  for (std::size_t array = 0; array < to.by_array.size(); ++array)
    for (std::size_t n = 0; n < count_kinds; ++n) to.by_array[array][n].total += times * from.by_array[array][n].total;
  for (std::size_t n = 0; n < count_kinds; ++n) to.barriers[n].total += times * from.barriers[n].total;
}

Counts nothing(const Trace& trace) {
  Counts counts;
  counts.by_array.resize(trace.arrays().size());
  return counts;
}

// Counts by phase; threads on one path have the same counts.
std::vector<Counts> count_phases(const Trace& trace, const Order& order) {
  std::vector<Counts> phases(order.phases().size(), nothing(trace));
  std::vector<std::uint64_t> threads(order.paths().size());
  for (std::size_t block = 0; block < trace.block_count(); ++block)
    for (std::uint32_t thread = 0; trace.block(block).recorded() && thread < trace.threads_per_block(); ++thread)
      ++threads[order.path_of(block, thread)];
  for (std::size_t number = 0; number < order.paths().size(); ++number) {
    const Path& path = order.paths()[number];
    const Column events = trace.events(path.block, path.thread);
    for (std::size_t phase = 0; phase < phases.size(); ++phase) {
      Counts own = nothing(trace);
      for (std::size_t visit = 0; visit < path.visits.size(); ++visit) {
        const std::uint32_t step = path.steps[visit];
        if (step < order.phases()[phase].first_step || step >= order.phases()[phase].end_step) continue;
        for (std::uint32_t n = path.visits[visit].first; n < path.visits[visit].end; ++n) count_event(own, events[n]);
      }
      add(phases[phase], own, threads[number]);
    }
  }
  return phases;
}

void launch_lines(Table& table, const Trace& trace, const Counts& counts) {
  table.scope("launch", ",,,,");
  for (const Quantity& q : quantities)
    table.line("", q.name,
               q.count == Count::global_load ? memory_loads(counts, trace.arrays()).total : counts.of(q.count).total,
               q.unit);
  if (const std::uint64_t constants = constant_loads(counts, trace.arrays()).total; constants > 0)
    table.line("", "constant_loads", constants, "elements");
  table.barriers(counts);
  if (const auto waits = warp_barriers(trace); waits && *waits > 0) table.line("", "warp_barriers", *waits, "calls");
  table.line("", "global_loads_of_busiest_thread", memory_loads(counts, trace.arrays()).thread_max, "elements");
  table.line("", "global_load_bytes", bytes_of(counts, trace.arrays(), Count::global_load), "bytes");
  table.line("", "global_store_bytes", bytes_of(counts, trace.arrays(), Count::global_store), "bytes");
  table.line("", "executed_flops", counts.executed_flops(), "FLOP");
  if (const auto useful = useful_flops(trace))
    table.line("", "useful_flops", std::min(*useful, reading::needed_flops(trace.launch()).value_or(*useful)), "FLOP");
}

}  // namespace

std::string counts_csv_head() {
  return "kernel,scope,array,block_y,block_x,thread_y,thread_x,phase,quantity,value,unit,source\n";
}

std::string counts_csv(const Trace& trace) {
  Table table(trace);
  const Counts all = count(trace);
  launch_lines(table, trace, all);
  table.scope("array", ",,,,");
  table.arrays(all);
  const Order order(trace);
  const std::vector<Counts> phases = count_phases(trace, order);
  for (std::size_t phase = 0; phase < phases.size(); ++phase) {
    table.scope("phase", fmt::format(",,,,{}", phase));
    table.arrays(phases[phase]);
    table.barriers(phases[phase]);
  }
  const Launch& launch = trace.launch();
  for (std::size_t block = 0; block < trace.block_count(); ++block) {
    const std::string place = fmt::format("{},{}", block / launch.grid.x, block % launch.grid.x);
    table.scope("block", place + ",,,");
    const Counts counts = count_block(trace, block);
    table.arrays(counts);
    table.barriers(counts);
    for (std::uint32_t thread = 0; trace.block(block).recorded() && thread < trace.threads_per_block(); ++thread) {
      table.scope("thread", fmt::format("{},{},{},", place, thread / launch.block.x, thread % launch.block.x));
      const Counts own = count_thread(trace, block, thread);
      table.arrays(own);
      table.barriers(own);
    }
  }
  return table.text();
}

}  // namespace tilescope
