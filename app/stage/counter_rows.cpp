#include "app/stage/counter_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "app/stage/text.h"
#include "app/stage/words.h"

namespace tilescope {

namespace {

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

std::uint64_t Counted::own_loads() const {
  if (!previews) return loads_in(frame->thread_counts).total;
  return static_cast<std::uint64_t>(
      std::count_if(frame->footprint.begin(), frame->footprint.end(),
                    [&](const Footprint& load) { return !scenery().arrays()[load.array].is_constant; }));
}

std::string intensity(std::uint64_t multiply_adds, std::uint64_t loads) {
  return fmt::format("{:.2f}", 2 * static_cast<double>(multiply_adds) / static_cast<double>(element_bytes * loads));
}

std::vector<CounterRow> counter_rows(const std::vector<Counted>& kernels) {
  std::vector<CounterRow> rows;
  using Get = std::function<std::uint64_t(const Counted&, const Counts&)>;
  const auto add = [&](std::string name, const Get& get) -> CounterRow& {
    CounterRow row{std::move(name), {}, {}};
    for (const Counted& kernel : kernels) {
      row.counts.push_back(get(kernel, kernel.counts()));
      row.at_end.push_back(get(kernel, kernel.at_end()));
    }
    return rows.emplace_back(std::move(row));
  };
  const auto add_total = [&](const char* name, Count count) {
    add(name, [count](const Counted&, const Counts& counts) { return counts.of(count).total; });
  };
  CounterRow& own = add("loads by " + thread_name(kernels.back().scenery().launch(), kernels.back().frame->thread),
                        [](const Counted& of, const Counts& counts) { return of.loads_in(counts).thread_max; });
  for (std::size_t n = 0; n < kernels.size(); ++n) own.counts[n] = kernels[n].own_loads();
  add("global loads", [](const Counted& of, const Counts& counts) { return of.loads_in(counts).total; });
  add("constant loads", [](const Counted& of, const Counts& counts) { return of.constants_in(counts); });
  if (const std::vector<std::uint64_t>& all = rows.back().at_end;
      std::count(all.begin(), all.end(), 0U) == std::ssize(all))
    rows.pop_back();
  add("bytes loaded", [](const Counted& of, const Counts& counts) {
    return bytes_of(counts, of.scenery().arrays(), Count::global_load);
  });
  add_total("global stores", Count::global_store);
  add_total("shared loads", Count::shared_load);
  add_total("shared stores", Count::shared_store);
  add("barriers per thread", [](const Counted&, const Counts& counts) { return counts.barriers_per_thread(); });
  if (kernels.back().counts_products()) {
    CounterRow& useful = rows.emplace_back(CounterRow{"FLOPs, useful", {}, {}});
    for (const Counted& kernel : kernels) {
      useful.counts.push_back(2 * kernel.work());
      useful.at_end.push_back(2 * kernel.work_at_end());
    }
  }
  add(std::string(kernels.back().scenery().words().executed_flops),
      [](const Counted&, const Counts& counts) { return counts.executed_flops(); });
  return rows;
}

std::array<std::string, 2> loads_per_thread(const Counted& kernel) {
  const Tally loads = kernel.loads_in(kernel.counts());
  const std::uint64_t threads = kernel.scenery().blocks().size() * kernel.scenery().threads_per_block();
  const bool all_the_same = loads.total == loads.thread_max * threads;
  const std::string number = (all_the_same ? "" : "up to ") + count_name(loads.thread_max);
  return {number + " per thread", number + " each"};
}

LoadRatio load_ratio(const Counted& one, const Counted& other) {
  const std::uint64_t mine = one.loads(), theirs = other.loads();
  const Comparison now(mine, theirs), end(one.loads_at_end(), other.loads_at_end());
  const bool previews = one.previews && other.previews, over = one.frame->at_end && other.frame->at_end;
  LoadRatio ratio;
  if (now.times > 0) {
    ratio.number = now.factor();
    ratio.words = fmt::format("{} {}", now.direction(), previews ? "at the end" : over ? "in total" : "so far");
    ratio.formula = fmt::format("{} / {} = {}", count_name(std::max(mine, theirs)), count_name(std::min(mine, theirs)),
                                ratio_name(now.times));
  } else {
    ratio.words =
        mine == theirs ? nothing_loaded : fmt::format("{}: none so far", mine == 0 ? one.name() : other.name());
  }
  if (over || previews || end.times == 0) return ratio;
  const std::string words =
      end.times == 1 ? std::string(end.direction()) : fmt::format("{} {}", end.factor(), end.direction());
  ratio.end = {"at the end " + words, "end: " + words};
  return ratio;
}

std::array<std::string, 3> intensity_formula(std::uint64_t multiply_adds, std::uint64_t loads) {
  if (loads == 0) return {nothing_loaded, nothing_loaded, "none yet"};
  const std::uint64_t work = multiply_adds, bytes = element_bytes * loads;
  const std::string result = intensity(work, loads);
  return {fmt::format("2·{} FLOP / {} B = {}", count_name(work), count_name(bytes), result),
          fmt::format("2·{} / {} = {}", count_name(work), count_name(bytes), result),
          fmt::format("2·{} / {} = {}", short_count(work, 5), short_count(bytes, 5), result)};
}

}  // namespace tilescope
