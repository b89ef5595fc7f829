// bench apart: how fast the machine records threads that diverge and threads that agree, on one core.
#include <fmt/format.h>

#include <cstring>
#include <ctime>

#include "instrumentation/error.h"
#include "instrumentation/language/program.h"
#include "instrumentation/machine/run.h"
#include "tests/bench/bench.h"

namespace tilescope::bench {

namespace {

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Case {
  std::string what;
  std::unique_ptr<machine::Prepared> kernel;
  machine::Launch launch;
  machine::RunOptions how;
  std::uint64_t events = 0, slots = 0, hash = 0;
  std::vector<double> record, in_order, by_number;  // ns per event, by run
};

Case case_of(std::string what, const std::string& text, std::array<std::uint32_t, 3> grid,
             std::array<std::uint32_t, 3> block) {
  Case of;
  of.what = std::move(what);
  language::Program program = language::read(text);
  const language::Kernel& kernel = program.kernels().front();
  of.kernel = std::make_unique<machine::Prepared>(std::move(program), kernel);
  of.launch.grid = grid;
  of.launch.block = block;
  of.how.pool = std::make_shared<EventPool>(std::size_t{1} << 30);
  return of;
}

std::vector<std::byte> floats(std::size_t count) {
  std::vector<std::byte> bytes(count * sizeof(float));
  std::uint32_t state = 1;
  for (std::size_t n = 0; n < count; ++n) {
    state = state * 1664525 + 1013904223;
    const float number = static_cast<float>(state >> 8) / 65536.0F;
    std::memcpy(bytes.data() + n * sizeof(float), &number, sizeof number);
  }
  return bytes;
}

std::vector<Case> all_cases() {
  std::vector<Case> all;
  // All threads of a block do the same.
  all.push_back(case_of("tiled product", text_of("apart-product"), {16, 16, 1}, {16, 16, 1}));
  all.back().launch.arrays = {floats(65536), floats(65536), floats(65536)};
  all.back().launch.scalars = {256};
  // In each step half of the threads compare, and some of these swap.
  all.push_back(case_of("bitonic sort", text_of("apart-sort"), {512, 1, 1}, {256, 1, 1}));
  all.back().launch.arrays = {floats(512 * 256)};
  // Each thread takes its own path, and its number of iterations depends on its value.
  all.push_back(case_of("Collatz", text_of("apart-collatz"), {128, 1, 1}, {256, 1, 1}));
  all.back().launch.arrays = {floats(128 * 256)};
  return all;
}

std::uint64_t count_events(const Case& of, const machine::Ran& ran) {
  std::uint64_t events = 0;
  for (const machine::BlockResult& block : ran.blocks)
    for (std::uint32_t thread = 0; thread < of.launch.threads(); ++thread)
      events += block.record->count(block.first_lane + thread);
  return events;
}

// How many events full warps could have made. In each row of a sheet, all 32 threads of each warp that is in it count.
// Events elsewhere count as if their warps were full, so the true number may be larger.
std::uint64_t count_slots(const machine::Ran& ran) {
  constexpr std::uint32_t warp_size = 32;
  std::uint64_t slots = 0;
  for (const machine::BlockResult& block : ran.blocks) {
    if (block.first_lane != 0) continue;  // this block is in the same record as the previous one
    for (const Segment& segment : block.record->segments) {
      slots += std::uint64_t{segment.events} * segment.lanes.size();
      if (!segment.sheet) continue;
      for (const Sheet::Row& row : segment.sheet->rows()) {
        std::uint32_t last = ~std::uint32_t{0};
        segment.sheet->each_lane(row, [&](std::uint32_t lane) {
          if (lane / warp_size != last) slots += warp_size;
          last = lane / warp_size;
        });
      }
    }
  }
  return slots;
}

// Calls each(column) for the threads of every eighth block; returns their number of events.
template <class Each>
std::uint64_t each_column(const Case& of, const machine::Ran& ran, const Each& each) {
  std::uint64_t events = 0;
  for (std::size_t n = 0; n < ran.blocks.size(); n += 8)
    for (std::uint32_t thread = 0; thread < of.launch.threads(); ++thread) {
      const Column column(*ran.blocks[n].record, ran.blocks[n].first_lane + thread, ran.code->sites.data());
      events += column.size();
      each(column);
    }
  return events;
}

void add(std::uint64_t& hash, const Event& event) {
  hash += (event.index ^ event.bits ^ std::uint64_t{event.origin} << 32) * 0x9e3779b97f4a7c15 + event.site;
}

// Does all work once, and adds the times.
void run_once(Case& of, bool counts) {
  const double begin = processor_seconds();
  const machine::Ran ran = machine::run(*of.kernel, of.launch, of.how);
  const double recorded = processor_seconds();
  std::uint64_t in_order = 0, by_number = 0;
  const std::uint64_t read = each_column(of, ran, [&](const Column& column) {
    for (const Event event : column) add(in_order, event);
  });
  const double walked = processor_seconds();
  each_column(of, ran, [&](const Column& column) {
    for (std::uint32_t n = 0; n < column.size(); ++n) add(by_number, column[n]);
  });
  const double picked = processor_seconds();
  if (in_order != by_number) throw Error("bench apart: events in order are not those by number");
  of.events = count_events(of, ran);
  of.slots = count_slots(ran);
  of.hash = in_order;
  if (!counts) return;
  const auto nanoseconds = [](double seconds, std::uint64_t events) {
    return seconds * 1e9 / static_cast<double>(events);
  };
  of.record.push_back(nanoseconds(recorded - begin, of.events));
  of.in_order.push_back(nanoseconds(walked - recorded, read));
  of.by_number.push_back(nanoseconds(picked - walked, read));
}

}  // namespace

Report apart(const Options& options) {
  std::vector<Case> all = all_cases();
  for (int run = -1; run < options.runs; ++run)  // the first run touches the memory
    for (Case& of : all) run_once(of, run >= 0);
  Json kernels = Json::array();
  Rows rows;
  const auto cell = [](const char* title, const char* key, const std::vector<double>& numbers, int digits) {
    return Cell{title, told(spread(numbers), digits), key, list(spread(numbers))};
  };
  for (const Case& of : all) {
    const double used = static_cast<double>(of.events) / static_cast<double>(of.slots);
    const std::vector<double> of_product = ratios(of.record, all.front().record);
    std::vector<double> of_slots = of_product;
    for (double& times : of_slots) times *= used;
    kernels.push_back(rows.add({{"", of.what, "kernel", of.what},
                                {"events", with_commas(of.events), "events", of.events},
                                {"hash", fmt::format("{:08x}", of.hash & 0xffffffff)},
                                cell("record ns", "record_nanoseconds", of.record, 2),
                                cell("of the product's", "times_product", of_product, 2),
                                {"of warps' lanes", fmt::format("{:.1f} %", 100 * used), "slots", of.slots},
                                cell("of the product's, a lane's slot", "times_product_of_a_slot", of_slots, 2),
                                cell("in order ns", "in_order_nanoseconds", of.in_order, 1),
                                cell("by number ns", "by_number_nanoseconds", of.by_number, 1)}));
  }
  return report(fmt::format("recorded by one core and read, processor time an event; medians of {} runs in turns, "
                            "smallest and largest in brackets, measured\n\n{}",
                            options.runs, rows.text()),
                {{"runs", options.runs}, {"kernels", kernels}, {"source", "measured"}});
}

}  // namespace tilescope::bench
