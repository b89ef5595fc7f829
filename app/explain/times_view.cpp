#include "app/explain/times_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/explain/explainable.h"
#include "app/explain/limits.h"
#include "app/explain/remark.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

// Heights in units of the text size.
constexpr float times_section = 1.45F, times_bar = 1.32F, times_line = 1.22F;
constexpr std::size_t least_bars = 3;

// A bar, and the words beside it.
struct Bar {
  std::string place, name;
  double gflops = 0;
  Ink ink = Ink::other;
  bool bold = false;
};

class TimesPicture {
 public:
  TimesPicture(const Times& times, const View& view)
      : times_(times), table_(times.known->table), view_(view), text_(view.text), picture_(view.picture()) {}

  Picture draw() {
    draw_tables();
    const std::vector<const KernelRow*> widths = widths_of(table_, times_.kernel_of_widths());
    const std::string words = barrier_words(times_) + launch_words();
    const float of_words = remark_height(words, 0.85F, view_) + 0.3F;
    const float of_widths = times_section + times_line * static_cast<float>(widths.size() + 1) + 0.3F;
    const float left = (view_.height - y_) / text_ - times_section - 1.2F;
    // Bars come first, then the words, then the widths if all of them fit.
    const auto bars_beside = [&](float lines) { return static_cast<int>((left - lines) / times_bar); };
    const bool has_words = bars_beside(of_words) >= static_cast<int>(least_bars);
    const float both = of_words + of_widths;
    const bool has_widths = has_words && bars_beside(both) >= static_cast<int>(least_bars);
    const int all = bars_beside(has_widths ? both : has_words ? of_words : 0);
    if (all > 0)
      draw_bars(static_cast<std::size_t>(all));
    else
      say("The bars need more height.", Ink::dim, 0.85F);
    if (has_widths) draw_widths(widths);
    if (has_words) say(words, Ink::text, 0.85F);
    return std::move(picture_);
  }

 private:
  void say(const std::string& words, Ink ink, float size) { y_ = put_remark(picture_, y_, words, size, ink, view_); }
  void title(const std::string& words, const std::string& source) {
    const float tag = text_width(source, 0.8F * text_, Face::sans) + 0.9F * text_;
    put(picture_, {0, y_, view_.width - tag, times_section * text_},
        elided(words, view_.width - tag, 0.95F * text_, Face::bold), 0.95F * text_, Ink::text, Face::bold);
    put(picture_, {view_.width - tag, y_, tag, times_section * text_}, source, 0.8F * text_, Ink::dim, Face::sans,
        Align::right);
    y_ += times_section * text_;
  }

  void draw_tables() {
    const Picture all = options_picture(times_options(times_), view_.width, text_);
    if (all.height > 0) {
      picture_.add(all, {0, y_});
      y_ += all.height + 0.3F * text_;
    }
    const std::string size = fmt::format("{} × {} × {}", table_.m, table_.k, table_.n);
    say(fmt::format("{}, driver {}: {}", table_.gpu, table_.driver, size), Ink::dim, 0.82F);
  }

  // Each kernel at its fastest width. The launch's own kernel is always among them.
  [[nodiscard]] std::vector<Bar> bars(std::size_t room) const {
    std::vector<Bar> all;
    if (table_.cublas_seconds)
      all.push_back({"", "cuBLAS", table_.gflops(table_.cublas_seconds->middle), Ink::work, false});
    std::vector<Bar> kernels;
    for (const Ranking& place : best_of_each(table_)) {
      const KernelRow& row = table_.rows[place.row];
      const bool own = row.kernel == times_.kernel, beside = row.kernel == times_.beside;
      kernels.push_back({fmt::format("{}{}", place.place, place.is_tie ? "=" : ""),
                         fmt::format("{}, T = {}", row.kernel, row.tile), table_.gflops(row.seconds.middle),
                         own ? Ink::c : Ink::other, own || beside});
    }
    const std::size_t rows = room - std::min(room, all.size());
    // Slow kernels are left out first, the kernel beside only after all others, and the kernel in focus last.
    while (kernels.size() > rows) {
      auto last = std::find_if(kernels.rbegin(), kernels.rend(), [](const Bar& one) { return !one.bold; });
      if (last == kernels.rend())
        last = std::find_if(kernels.rbegin(), kernels.rend(), [](const Bar& one) { return one.ink != Ink::c; });
      if (last == kernels.rend()) last = kernels.rbegin();
      kernels.erase(std::next(last).base());
    }
    all.insert(all.end(), kernels.begin(), kernels.end());
    return all;
  }

  void draw_bars(std::size_t room) {
    title("Kernels by time, in GFLOP/s", times_.known->source());
    const std::vector<Bar> all = bars(room);
    const float size = 0.8F * text_;
    float names = 0;
    for (const Bar& one : all) names = std::max(names, text_width(one.name, size, Face::bold));
    const float places = 1.7F * text_, figures = 3.6F * text_;
    names = std::min(names + 0.6F * text_, 0.57F * view_.width);  // longer names are drawn smaller
    const float left = places + names, wide = view_.width - left - figures;
    double most = table_.peak.middle;
    for (const Bar& one : all) most = std::max(most, one.gflops);
    const float top = y_;
    for (const Bar& one : all) {
      const float high = times_bar * text_;
      const Face face = one.bold ? Face::bold : Face::sans;
      put(picture_, {0, y_, places - 0.3F * text_, high}, one.place, 0.8F * text_, Ink::dim, Face::sans, Align::right);
      put(picture_, {places, y_, names - 0.3F * text_, high}, one.name, size, one.bold ? Ink::text : Ink::dim, face);
      const Box track{left, y_ + 0.16F * text_, wide, high - 0.32F * text_};
      picture_.shapes.push_back({track, Ink::cell, Ink::none, 0, 0.12F * text_, 1});
      Box filled = track;
      filled.w = std::max(1.5F, filled.w * static_cast<float>(one.gflops / most));
      picture_.shapes.push_back({filled, one.ink, Ink::none, 0, 0.12F * text_, 1});
      put(picture_, {view_.width - figures + 0.3F * text_, y_, figures - 0.3F * text_, high}, figure_name(one.gflops),
          size, Ink::text, face, Align::right);
      y_ += high;
    }
    const auto mark = [&](double gflops, Ink ink, bool dashed) {
      const float x = left + wide * static_cast<float>(gflops / most);
      picture_.lines.push_back({{x, top}, {x, y_}, ink, std::max(1.5F, 0.1F * text_), dashed});
    };
    if (table_.cublas_seconds) mark(table_.gflops(table_.cublas_seconds->middle), Ink::work, true);
    mark(table_.peak.middle, Ink::text, false);
    const std::string roof = fmt::format("{} GFLOP/s of multiply-adds, measured", figure_name(table_.peak.middle));
    put_first(picture_, {0, y_, view_.width, 1.1F * text_},
              {"right line: the peak, " + roof, "right line: " + roof, "right line: the measured peak"}, 0.8F * text_,
              Ink::dim, Face::sans, Align::right);
    y_ += 1.2F * text_;
  }

  // A row for each measured tile width.
  void draw_widths(const std::vector<const KernelRow*>& widths) {
    struct Column {
      const char* head;
      const char* source;
      float part;
    };
    constexpr std::array columns{Column{"T", "", 0.1F}, Column{"ms", "measured", 0.2F},
                                 Column{"sectors", "counted", 0.22F}, Column{"FLOP/byte", "counted", 0.24F},
                                 Column{"occupancy", "modelled", 0.24F}};
    const float size = 0.8F * text_;
    const auto line = [&](const std::array<std::string, columns.size()>& cells, bool bold, Ink ink) {
      float x = 0;
      for (std::size_t n = 0; n < cells.size(); ++n) {
        const float wide = columns[n].part * view_.width;
        put(picture_, {x, y_, wide - 0.4F * text_, times_line * text_}, cells[n], size, ink,
            bold ? Face::bold : Face::sans, Align::right);
        x += wide;
      }
      y_ += times_line * text_;
    };
    // Each column's heading names its source; if there is less room, the title names all sources.
    std::array<std::string, columns.size()> heads, with_sources;
    bool fits = true;
    for (std::size_t n = 0; n < columns.size(); ++n) {
      heads[n] = with_sources[n] = columns[n].head;
      if (columns[n].source[0] != '\0') with_sources[n] += fmt::format(", {}", columns[n].source);
      fits &= text_width(with_sources[n], size, Face::sans) <= columns[n].part * view_.width - 0.4F * text_;
    }
    const std::string source = fits ? "" : "ms measured, occupancy modelled, rest counted";
    const float room = view_.width - text_width(source, 0.8F * text_, Face::sans) - 0.9F * text_;
    title(first_that_fits({fmt::format("What if T? {}", times_.kernel_of_widths()), "What if T?", "By T"}, room,
                          0.95F * text_, Face::bold),
          source);
    if (fits) heads = with_sources;
    line(heads, false, Ink::dim);
    for (const KernelRow* const one : widths) {
      const bool own = one->tile == times_.tile && one->kernel == times_.kernel;
      line({std::to_string(one->tile), fmt::format("{:.4g}", one->seconds.middle * 1e3),
            one->traffic ? short_count(static_cast<std::uint64_t>(one->traffic->sectors), 7) : "-",
            one->traffic ? figure_name(table_.flops() / one->traffic->bytes) : "-",
            fmt::format("{:.0f} %", 100 * one->occupancy)},
           own, own ? Ink::c : Ink::text);
    }
    y_ += 0.3F * text_;
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
  float text_, y_ = 0;
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
  float y = 0;
  for (const char* const line : {"No times are known.", "`tilescope bench kernels --keep` measures them."}) {
    put(picture, {0, y, view.width, 1.5F * view.text}, line, 1.1F * view.text, Ink::dim);
    y += 1.5F * view.text;
  }
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
