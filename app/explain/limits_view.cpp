#include "app/explain/limits_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "app/explain/explainable.h"
#include "app/explain/limits_uses.h"
#include "app/explain/roofline_plot.h"
#include "app/stage/flow.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

// Sizes in units of the text size.
constexpr float slider_track = 1.7F, slider_high = slider_track + 1.3F, heading_high = 1.65F, table_high = 8.4F;
constexpr float least_plot = 7, most_plot = 15;
constexpr Wording limits_words{Ink::text, Face::sans, 0.85F};

class LimitsPicture {
 public:
  LimitsPicture(const Limits& limits, bool shows_gpus, const View& view)
      : limits_(limits),
        shows_gpus_(shows_gpus),
        view_(view),
        text_(view.text),
        launched_(limits.launched()),
        what_if_(limits.what_if()),
        picture_(view.picture()) {}

  Picture draw() {
    Flow flow(picture_, view_);
    const std::string name = short_name(limits_.gpu, limits_.here);
    if (view_.is_for_a_class())  // a class cannot click
      flow.heading({speed_words(name), name});
    else
      draw_choices(flow, name);
    draw_bars(flow);
    draw_plot(flow);
    if (has_tiles()) draw_slider(flow);
    draw_table(flow);
    return std::move(picture_);
  }

 private:
  [[nodiscard]] bool is_what_if() const { return what_if_.tile != launched_.tile; }
  [[nodiscard]] bool has_tiles() const { return !limits_.demand.tile_name.empty(); }

  [[nodiscard]] std::string speed_words(const std::string& name) const {
    const Gpu& gpu = limits_.gpu;
    const bool is_here = limits_.here && limits_.here->name == gpu.name;
    if (gpu.gflops <= 0) return fmt::format("{}: its speed is unknown", name);
    return fmt::format("{}: {} GFLOP/s, {} GB/s ({})", name, figure_name(gpu.gflops), figure_name(gpu.bandwidth),
                       is_here ? "from its driver" : "built-in table");
  }

  // The GPU in a line; a click on it lists all GPUs.
  void draw_choices(Flow& flow, const std::string& name) {
    const float room = view_.width - 2 * text_;
    flow.opener(
        first_that_fits({"GPU: " + speed_words(name), speed_words(name), name}, room, 0.95F * text_, Face::bold),
        Ink::text, shows_gpus_, button(Act::unfold));
    const std::vector<OptionRow> rows = limits_options(limits_);
    if (shows_gpus_) add_options(flow, {rows[0]}, view_);
    add_options(flow, {rows[1]}, view_, static_cast<std::uint32_t>(rows[0].options.size()));
  }

  // "T = 16", or "block of 256" for a kernel without tiles.
  [[nodiscard]] std::string block_words(const AtTile& at) const {
    return has_tiles() ? fmt::format("{} = {}", limits_.demand.tile_name, at.tile)
                       : fmt::format("block of {}", at.block.threads);
  }

  void draw_bars(Flow& flow) {
    const std::string occupancy = "Occupancy " + occupancy_words(what_if_);
    flow.heading({occupancy + ", " + block_words(what_if_), occupancy},
                 limits_.are_registers_given() ? "modelled, registers assumed" : "modelled");
    flow.bars(uses_of(limits_.gpu, what_if_));
    flow.words(why_words(limits_.gpu, what_if_), limits_words);
    if (!what_if_.block.registers)
      flow.note(view_.is_for_a_class()
                    ? "The number of registers is unknown, so fewer blocks may fit."
                    : "Fewer blocks may fit: choose the register count, or paste the output of nvcc -Xptxas -v.");
    flow.space(0.3F);
  }

  // A column for each tile width; its height is the occupancy.
  void draw_slider(Flow& flow) {
    const std::string axis = fmt::format("Occupancy by {}, 0 to 100 %", limits_.demand.tile_name);
    const bool has_hand = !is_what_if() && !view_.is_for_a_class();
    flow.heading({has_hand ? axis + ": drag, or press , and ." : axis, axis}, "modelled");
    const std::vector<int> tiles = tiles_to_choose(launched_.tile);
    const auto weight = [](int tile) { return tile > 32 ? 2.4F : 1.0F; };  // their numbers are longer
    float all = 0;
    for (const int tile : tiles) all += weight(tile);
    const Box row = flow.row(slider_high);
    float x = row.x;
    for (const int tile : tiles) {
      const Box place{x, row.y, row.w * weight(tile) / all, row.h};
      x = place.right();
      const Box column{place.x, place.y, place.w, slider_track * text_};
      draw_column(column.inset(std::min(1.0F, 0.08F * column.w)), at_tile(limits_.demand, limits_.gpu, tile));
      draw_number(column, tile);
      picture_.hits.push_back({place, {.kind = Target::Kind::tile, .number = static_cast<std::uint32_t>(tile)}});
    }
    flow.space(0.2F);
  }

  void draw_column(const Box& column, const AtTile& at) {
    const bool chosen = at.tile == what_if_.tile, own = at.tile == launched_.tile;
    const Ink ink = chosen ? Ink::now : own ? Ink::c : Ink::other;
    picture_.shapes.push_back({column, Ink::cell, chosen ? Ink::now : Ink::rule, 1, 0, 1, Mark::none});
    const float high = column.h * static_cast<float>(std::min(1.0, at.occupancy.fraction));
    if (high > 0)
      picture_.shapes.push_back(
          {{column.x, column.bottom() - high, column.w, high}, ink, Ink::none, 0, 0, chosen || own ? 1.0F : 0.6F});
    else  // such a block cannot run
      picture_.lines.push_back({{column.x, column.y}, {column.right(), column.bottom()}, Ink::bad, 1.5F});
  }

  // Below its column: some numbers, and an arrowhead at the launch's own.
  void draw_number(const Box& column, int tile) {
    const bool own = tile == launched_.tile, chosen = tile == what_if_.tile, marked = own || chosen;
    const Point middle{column.middle().x, column.bottom() + 0.05F * text_};
    const float side = 0.32F * text_;
    if (own)
      picture_.triangles.push_back(
          {{Point{middle.x - side, middle.y + side}, Point{middle.x + side, middle.y + side}, middle}, Ink::c});
    const auto near = [&](int other) { return other != tile && std::abs(other - tile) <= 2; };
    const bool has_number =
        marked ? !(own && near(what_if_.tile)) : (tile % 4 == 0 && !near(launched_.tile) && !near(what_if_.tile));
    if (has_number)
      put(picture_, {middle.x - 1.2F * text_, column.bottom() + 0.3F * text_, 2.4F * text_, text_},
          std::to_string(tile), (marked ? 0.85F : 0.8F) * text_, chosen ? Ink::text : Ink::dim,
          marked ? Face::bold : Face::sans, Align::center);
  }

  void draw_table(Flow& flow) {
    flow.space(0.3F);
    flow.heading({"Figures"});
    Table table{std::vector<Align>(is_what_if() ? 3 : 2, Align::left), {}};
    const auto row = [&](const char* name, const auto& words, Face face = Face::sans) {
      Table::Row& line = table.rows.emplace_back();
      line.cells = {{{name}, Ink::dim}, {words(launched_), Ink::text, face}};
      if (is_what_if()) line.cells.push_back({words(what_if_), Ink::text, face});
    };
    using Wordings = std::vector<std::string>;
    row(
        "",
        [this](const AtTile& at) {
          return Wordings{(at.counted ? "launched: " : "what if ") + block_words(at), block_words(at)};
        },
        Face::bold);
    row("per block", [](const AtTile& at) {
      const std::string threads = count_name(static_cast<std::uint64_t>(at.block.threads)) + " threads";
      return Wordings{at.block.shared > 0 ? threads + ", " + bytes_name(at.block.shared) : threads};
    });
    row("at once", [](const AtTile& at) {
      return Wordings{many(static_cast<std::uint64_t>(at.occupancy.blocks), "block") + ": " + occupancy_words(at)};
    });
    row("FLOP per byte", [](const AtTile& at) {
      if (!at.flop_per_byte) return Wordings{"nothing is loaded"};
      return Wordings{fmt::format("{} ({})", figure_name(*at.flop_per_byte), at.counted ? "counted" : "modelled")};
    });
    row("GFLOP/s at most", [](const AtTile& at) {
      if (!at.roof) return Wordings{"unknown"};
      return Wordings{fmt::format("{} ({})", figure_name(at.roof->gflops),
                                  at.roof->bound == Bound::memory ? "memory" : "arithmetic")};
    });
    flow.table(table);
  }

  [[nodiscard]] std::vector<RoofPoint> points() const {
    std::vector<RoofPoint> all;
    const auto add = [&](const Demand& demand, const AtTile& at, Ink ink, RoofPoint::Shape shape) {
      if (!at.roof || !at.flop_per_byte || *at.flop_per_byte <= 0) return;
      const std::string name = at.counted ? demand.kernel : fmt::format("{}, {}", demand.kernel, block_words(at));
      all.push_back({name, ink, shape, *at.flop_per_byte, at.roof->gflops, std::nullopt});
    };
    if (limits_.beside)
      add(*limits_.beside, at_tile(*limits_.beside, limits_.gpu, limits_.beside->tile), Ink::other,
          RoofPoint::Shape::square);
    add(limits_.demand, launched_, Ink::c, RoofPoint::Shape::disc);
    if (!all.empty() && limits_.seconds && launched_.roof && launched_.flop_per_byte > 0)
      all.back().measured =
          measured_point(limits_.gpu, *launched_.flop_per_byte, limits_.demand.intensity->flops, *limits_.seconds)
              .gflops;
    if (is_what_if()) add(limits_.demand, what_if_, Ink::now, RoofPoint::Shape::ring);
    return all;
  }

  void draw_plot(Flow& flow) {
    flow.heading({"Roofline"}, "points counted, roof modelled");
    const std::vector<RoofPoint> all = points();
    if (all.empty())
      return flow.note(
          "This launch loads nothing, or does no arithmetic on floats, so it has no point under the roofline.");
    for (const RoofPoint& point : all) draw_legend(flow, point);
    const float below = table_high + (has_tiles() ? slider_high + heading_high : 0);
    draw_roofline(picture_, flow.stretched(least_plot, most_plot, below), text_, limits_.gpu, all);
  }

  void draw_legend(Flow& flow, const RoofPoint& point) {
    const Box row = flow.row(1.25F);
    draw_point(picture_, {row.x + 0.7F * text_, row.middle().y}, 0.8F * text_, point.ink, point.shape);
    const std::string figures =
        fmt::format("{} FLOP/byte, {} GFLOP/s", figure_name(point.flop_per_byte), figure_name(point.gflops));
    const std::string end = point.measured ? fmt::format("; measured {}", figure_name(*point.measured)) : " at most";
    put_first(picture_, {row.x + 1.6F * text_, row.y, row.w - 1.6F * text_, row.h},
              {point.name + ": " + figures + end, point.name + ": " + figures, figures + end}, 0.82F * text_);
  }

  const Limits& limits_;
  bool shows_gpus_;
  const View& view_;
  float text_;
  AtTile launched_, what_if_;
  Picture picture_;
};

OptionRow registers_row(const Limits& limits) {
  const std::string& kernel = limits.demand.kernel;
  const std::optional<int>& now = limits.demand.block.registers;
  const bool is_given = limits.are_registers_given();
  OptionRow row{"registers",
                {{limits.compiled ? fmt::format("{} as compiled", *limits.compiled) : "not known", !is_given,
                  UseRegisters{kernel, std::nullopt}}}};
  std::set<int> numbers{32, 64, 96, 128, 168, 255};
  if (is_given && now) numbers.insert(*now);
  for (const int number : numbers)
    row.options.push_back({std::to_string(number), is_given && now == number, UseRegisters{kernel, number}});
  return row;
}

}  // namespace

std::vector<OptionRow> limits_options(const Limits& limits) {
  OptionRow row{"GPU", {}};
  for (const Gpu& gpu : gpus_to_choose(limits.here))
    row.options.push_back({short_name(gpu, limits.here), gpu.name == limits.gpu.name, UseGpu{gpu.name}});
  return {row, registers_row(limits)};
}

Picture limits_picture(const Limits& limits, const View& view, bool shows_gpus) {
  return LimitsPicture(limits, shows_gpus, view).draw();
}

namespace {

Json at_tile_of(const Gpu& gpu, const AtTile& at) {
  const auto optional = [](const auto& value) { return value ? Json(*value) : Json(nullptr); };
  return {{"tile", at.tile},
          {"threads", at.block.threads},
          {"outputs_per_thread", at.outputs},
          {"shared_bytes", at.block.shared},
          {"registers", optional(at.block.registers)},
          {"room",
           {{"threads", at.occupancy.by_threads},
            {"blocks", at.occupancy.by_blocks},
            {"registers", optional(at.occupancy.by_registers)},
            {"shared_memory", optional(at.occupancy.by_shared_memory)}}},
          {"blocks", at.occupancy.blocks},
          {"occupancy", at.occupancy.fraction},
          {"limiters", limiter_words(at.occupancy)},
          {"why", why_words(gpu, at)},
          {"intensity", optional(at.flop_per_byte)},
          {"attainable_gflops", at.roof ? Json(at.roof->gflops) : Json(nullptr)},
          {"source", at.counted ? "counted" : "modelled"}};
}

}  // namespace

void dump_limits(const Explainable& of, Json& state) {
  const Limits limits = of.limits();
  Json json{{"gpu", limits.gpu.name},
            {"capability", limits.gpu.capability()},
            {"launched", at_tile_of(limits.gpu, limits.launched())},
            {"what_if", at_tile_of(limits.gpu, limits.what_if())},
            {"beside", nullptr}};
  if (limits.beside) json["beside"] = at_tile_of(limits.gpu, at_tile(*limits.beside, limits.gpu, limits.beside->tile));
  state["limits"] = std::move(json);
}

std::optional<Command> next_tile(const Explainable& of, int by) {
  const Limits now = of.limits();
  const std::vector<int> tiles = tiles_to_choose(now.demand.tile);
  const auto at = std::lower_bound(tiles.begin(), tiles.end(), now.tile) - tiles.begin();
  const auto last = static_cast<std::ptrdiff_t>(tiles.size()) - 1;
  return UseTile{tiles[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at + by, 0, last))]};
}

}  // namespace tilescope
