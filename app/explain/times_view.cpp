#include "app/explain/times_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "app/explain/explainable.h"
#include "app/explain/limits.h"
#include "app/stage/flow.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

constexpr Wording times_words{Ink::text, Face::sans, 0.85F};

class TimesPicture {
 public:
  TimesPicture(const Times& times, const View& view)
      : times_(times), table_(times.known->table), view_(view), picture_(view.picture()) {}

  Picture draw() {
    Flow flow(picture_, view_);
    if (!view_.is_for_a_class()) add_options(flow, times_options(times_), view_);
    draw_bars(flow);
    draw_widths(flow);
    flow.words(barrier_words(times_) + launch_words(), times_words);
    return std::move(picture_);
  }

 private:
  [[nodiscard]] Bar bar(const std::string& name, const std::string& amount, double gflops, Ink ink) const {
    return {name, gflops / table_.peak.middle, amount, figure_name(gflops), ink};
  }

  // Each kernel at its fastest width.
  void draw_bars(Flow& flow) {
    flow.heading({"Built-in kernels by time, in GFLOP/s", "Built-in kernels, GFLOP/s"}, times_.known->source());
    flow.note(fmt::format("{}, driver {}: {} × {} × {}", table_.gpu, table_.driver, table_.m, table_.k, table_.n));
    std::vector<Bar> bars{bar("measured peak (multiply-adds)", "", table_.peak.middle, Ink::text)};
    if (table_.cublas_seconds)
      bars.push_back(bar("cuBLAS", "", table_.gflops(table_.cublas_seconds->middle), Ink::work));
    std::optional<std::size_t> own;
    for (const Ranking& place : best_of_each(table_)) {
      const KernelRow& row = table_.rows[place.row];
      const bool is_own = row.kernel == times_.kernel;
      if (is_own) own = bars.size();
      bars.push_back(bar(fmt::format("{}{}  {}", place.place, place.is_tie ? "=" : "", row.kernel),
                         fmt::format("T = {}", row.tile), table_.gflops(row.seconds.middle),
                         is_own ? Ink::c : Ink::other));
      bars.back().is_lit = is_own || row.kernel == times_.beside;
    }
    if (!own) flow.words(times_.launched + " is not one of them.", times_words);
    const float top = flow.y();
    flow.bars(bars);
    const float high = (flow.y() - top) / static_cast<float>(bars.size());
    if (own) picture_.wanted = Box{0, top + high * static_cast<float>(*own), view_.width, high};
    flow.space(0.3F);
  }

  // A row for each measured tile width.
  void draw_widths(Flow& flow) {
    flow.heading({fmt::format("What if T? {}", times_.kernel_of_widths()), "What if T?", "By T"},
                 "ms measured, occupancy modelled, rest counted");
    Table widths;
    widths.add({"T", "ms", "sectors", "FLOP/byte", "occupancy"}, Ink::dim);
    for (const KernelRow* const one : widths_of(table_, times_.kernel_of_widths())) {
      const bool own = one->tile == times_.tile && one->kernel == times_.kernel;
      widths.add({std::to_string(one->tile), fmt::format("{:.4g}", one->seconds.middle * 1e3),
                  one->traffic ? short_count(static_cast<std::uint64_t>(one->traffic->sectors), 7) : "-",
                  one->traffic ? figure_name(table_.flops() / one->traffic->bytes) : "-",
                  fmt::format("{:.0f} %", 100 * one->occupancy)},
                 own ? Ink::c : Ink::text, own ? Face::bold : Face::sans);
    }
    flow.table(widths);
    flow.space(0.3F);
  }

  [[nodiscard]] std::string launch_words() const {
    if (!times_.why_no_seconds.empty()) return fmt::format(" It was not timed: {}.", times_.why_no_seconds);
    if (!times_.seconds || !times_.gflops) return "";
    return fmt::format(" This launch takes {:.4g} ms, {} GFLOP/s: measured here.", *times_.seconds * 1e3,
                       figure_name(*times_.gflops));
  }

  const Times& times_;
  const KernelTable& table_;
  const View& view_;
  Picture picture_;
};

}  // namespace

std::vector<OptionRow> times_options(const Times& times) {
  if (times.names.size() < 2) return {};
  OptionRow row{"of", {}};
  for (std::size_t n = 0; n < times.names.size(); ++n)
    row.options.push_back({times.names[n], n == times.chosen, UseTable{n}});
  return {row};
}

Picture times_picture(const Times& times, const View& view) {
  if (times.known != nullptr) return TimesPicture(times, view).draw();
  Picture picture = view.picture();
  Flow flow(picture, view);
  for (const char* const line : {"No times are known.", "`tilescope bench kernels --keep` measures them."})
    flow.words(line, {Ink::dim, Face::sans, 1.1F});
  return picture;
}

void dump_times(const Explainable& of, Json& state) {
  const Times times = of.times();
  Json json{{"table", nullptr}, {"kernel", times.kernel_of_widths()}, {"barriers", barrier_words(times)}};
  json["barrier_share"] = nullptr;
  if (times.waits)
    if (const auto share = times.waits->all.share()) json["barrier_share"] = *share;
  const auto done = [&] { state["times"] = std::move(json); };
  if (times.known == nullptr) return done();
  const KernelTable& table = times.known->table;
  Json places = Json::array();
  for (const Ranking& place : best_of_each(table)) {
    const KernelRow& row = table.rows[place.row];
    places.push_back({{"place", place.place},
                      {"tie", place.is_tie},
                      {"kernel", row.kernel},
                      {"tile", row.tile},
                      {"gflops", table.gflops(row.seconds.middle)}});
  }
  json["table"] = {{"gpu", table.gpu}, {"source", times.known->source()}, {"places", places}};
  done();
}

}  // namespace tilescope
