#include "app/stage/counter_rows.h"

#include <fmt/format.h>

#include <functional>

#include "app/stage/text.h"
#include "app/stage/words.h"

namespace tilescope {

namespace {

constexpr const char* nothing = "–";

// Compares two totals: the factor between them, and which one is smaller.
struct Comparison {
  double times = 0;  // 0: undefined
  bool fewer = true;

  Comparison(std::uint64_t one, std::uint64_t other) : fewer(one <= other) {
    const auto small = static_cast<double>(std::min(one, other)), large = static_cast<double>(std::max(one, other));
    if (small > 0) times = large / small;
  }
  // "2 ×", "=".
  [[nodiscard]] std::string factor() const { return times == 1 ? "=" : ratio_name(times) + " ×"; }
  // The word after the factor.
  [[nodiscard]] std::string_view direction() const { return times == 1 ? "the same" : fewer ? "fewer" : "as many"; }
};

}  // namespace

std::string intensity(std::uint64_t multiply_adds, std::uint64_t loads) {
  if (loads == 0) return nothing;
  return fmt::format("{:.2f}", 2 * static_cast<double>(multiply_adds) / static_cast<double>(element_bytes * loads));
}

std::vector<CounterRow> counter_rows(const std::vector<Counted>& kernels) {
  std::vector<CounterRow> rows;
  using Get = std::function<std::uint64_t(const Counts&)>;
  const auto add = [&](std::string name, std::string short_name, int importance, const Get& get) {
    CounterRow row{std::move(name), std::move(short_name), {}, {}, {}, importance};
    for (const Counted& kernel : kernels) {
      row.counts.push_back(get(kernel.frame->counts));
      row.at_end.push_back(get(kernel.at_end()));
    }
    rows.push_back(std::move(row));
  };
  const auto total = [](Count count) { return [count](const Counts& counts) { return counts.of(count).total; }; };
  const auto thread = thread_name(kernels.back().scenery().launch(), kernels.back().frame->thread);
  CounterRow own{"loads by " + thread, "loads by " + thread, {}, {}, {}, 4};
  for (const Counted& kernel : kernels) {
    own.counts.push_back(kernel.loads_in(kernel.frame->thread_counts).total);
    own.at_end.push_back(kernel.loads_in(kernel.at_end()).thread_max);
  }
  rows.push_back(std::move(own));
  CounterRow global{"global loads", "global loads", {}, {}, {}, 2},
      constant{"constant loads", "constant loads", {}, {}, {}, 2};
  for (const Counted& kernel : kernels) {
    global.counts.push_back(kernel.loads());
    global.at_end.push_back(kernel.loads_at_end());
    constant.counts.push_back(kernel.constants_in(kernel.frame->counts));
    constant.at_end.push_back(kernel.constants_in(kernel.at_end()));
  }
  rows.push_back(std::move(global));
  if (std::any_of(constant.at_end.begin(), constant.at_end.end(), [](std::uint64_t loads) { return loads > 0; }))
    rows.push_back(std::move(constant));
  CounterRow bytes{"bytes loaded", "bytes loaded", {}, {}, {}, 8};
  for (const Counted& kernel : kernels) {
    const std::vector<ArrayInfo>& arrays = kernel.scenery().arrays();
    bytes.counts.push_back(bytes_of(kernel.frame->counts, arrays, Count::global_load));
    bytes.at_end.push_back(bytes_of(kernel.at_end(), arrays, Count::global_load));
  }
  rows.push_back(std::move(bytes));
  add("global stores", "global stores", 5, total(Count::global_store));
  add("shared loads", "shared loads", 7, total(Count::shared_load));
  add("shared stores", "shared stores", 6, total(Count::shared_store));
  add("barriers per thread", "barriers per thread", 9,
      [](const Counts& counts) { return counts.barriers_per_thread(); });
  if (!kernels.back().counts_products()) {
    add("FLOPs in sums", "FLOPs in sums", 1, [](const Counts& counts) { return counts.executed_flops(); });
    return rows;
  }
  CounterRow useful{"FLOPs, useful", "FLOPs, useful", {}, {}, {}, 3};
  CounterRow per_byte{"FLOP per byte loaded", "FLOP per byte", {}, {}, {}, 10};
  for (const Counted& kernel : kernels) {
    useful.counts.push_back(2 * kernel.work());
    useful.at_end.push_back(2 * kernel.work_at_end());
    per_byte.values.push_back(intensity(kernel.work(), kernel.loads()));
  }
  rows.push_back(std::move(useful));
  add("FLOPs, executed", "FLOPs, executed", 1, [](const Counts& counts) { return counts.executed_flops(); });
  rows.push_back(std::move(per_byte));
  return rows;
}

std::array<std::string, 2> loads_per_thread(const Counted& kernel) {
  const Tally loads = kernel.loads_in(kernel.frame->counts);
  const std::uint64_t threads = kernel.scenery().blocks().size() * kernel.scenery().threads_per_block();
  const bool all_the_same = loads.total == loads.thread_max * threads;
  const std::string number = (all_the_same ? "" : "up to ") + count_name(loads.thread_max);
  return {number + " per thread", number + " each"};
}

LoadRatio load_ratio(const Counted& one, const Counted& other) {
  const std::uint64_t mine = one.loads(), theirs = other.loads();
  const Comparison now(mine, theirs), end(one.loads_at_end(), other.loads_at_end());
  const bool over = one.frame->at_end && other.frame->at_end;
  LoadRatio ratio;
  ratio.holds = now.times > 0;
  if (ratio.holds) {
    ratio.number = now.factor();
    ratio.words = fmt::format("{} {}", now.direction(), over ? "in total" : "so far");
    ratio.formula = fmt::format("{} / {} = {}", count_name(std::max(mine, theirs)), count_name(std::min(mine, theirs)),
                                ratio_name(now.times));
  } else {
    ratio.number = nothing;
    ratio.words =
        mine == theirs ? "no loads so far" : fmt::format("{}: none so far", mine == 0 ? one.name() : other.name());
    ratio.formula = fmt::format("{} / {}", count_name(theirs), count_name(mine));
  }
  if (over || end.times == 0) return ratio;
  const std::string words =
      end.times == 1 ? std::string(end.direction()) : fmt::format("{} {}", end.factor(), end.direction());
  ratio.end = {"at the end " + words, "end: " + words};
  return ratio;
}

std::array<std::string, 3> intensity_formula(std::uint64_t multiply_adds, std::uint64_t loads) {
  const std::uint64_t work = multiply_adds, bytes = element_bytes * loads;
  const std::string result = intensity(work, loads);
  return {fmt::format("2·{} FLOP / {} B = {}", count_name(work), count_name(bytes), result),
          fmt::format("2·{} / {} = {}", count_name(work), count_name(bytes), result),
          fmt::format("2·{} / {} = {}", short_count(work, 5), short_count(bytes, 5), result)};
}

}  // namespace tilescope
