#include "app/explain/limits_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/explain/explainable.h"
#include "app/explain/limits_uses.h"
#include "app/explain/remark.h"
#include "app/explain/roofline_plot.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

// Heights in units of the text size.
constexpr float limits_track = 1.7F, limits_slider = limits_track + 1.3F, limits_row = 1.25F, limits_bar = 1.3F,
                least_plot = 4.7F, limits_note = 1.2F, most_plot = 15;
constexpr float limits_section = 1.45F;

std::string percent(double part) { return fmt::format("{:.0f} %", 100 * part); }

class LimitsPicture {
 public:
  LimitsPicture(const Limits& limits, const View& view)
      : limits_(limits),
        view_(view),
        text_(view.text),
        launched_(limits.launched()),
        what_if_(limits.what_if()),
        picture_(view.picture()) {}

  Picture draw() {
    draw_gpus();
    // Bars show the limiter. If the view is low, they are shown alone, except for a what-if.
    const float choice = limits_.demand.has_tiles ? limits_section + limits_slider + 0.2F : 0,
                table = limits_row * 5 + 0.4F;
    const float bars =
        limits_section + 4 * limits_bar + remark_height(why_words(limits_.gpu, what_if_), 0.85F, view_) + 0.3F;
    const bool has_bars = fits((is_what_if() ? choice : 0) + bars + limits_note),
               has_both = has_bars && fits(choice + bars + limits_note);
    const bool has_table = fits(choice + table + (has_bars ? bars : 0) + limits_note);
    if ((has_both || !has_bars) && fits(choice + limits_note)) draw_slider();
    if (has_table) draw_table();
    if (has_bars) draw_bars();
    if (fits(limits_section + least_plot)) return draw_plot(), std::move(picture_);
    if (has_bars)
      say(has_table ? "The roofline needs more height." : "Figures for each T and the roofline need more height.",
          Ink::dim, 0.82F);
    else
      say("Bars and roofline need more height.", Ink::dim, 0.82F);
    return std::move(picture_);
  }

 private:
  [[nodiscard]] bool fits(float lines) const { return y_ + lines * text_ <= view_.height; }
  [[nodiscard]] bool is_what_if() const { return what_if_.tile != launched_.tile; }
  void say(const std::string& words, Ink ink, float size) { y_ = put_remark(picture_, y_, words, size, ink, view_); }

  void title(const std::string& words, const char* source) { title(words, words, source); }
  void title(const std::string& words, const std::string& fewer, const char* source) {
    const float tag = text_width(source, 0.8F * text_, Face::sans) + 0.9F * text_;
    put_first(picture_, {0, y_, view_.width - tag, limits_section * text_}, {words, fewer}, 0.95F * text_, Ink::text,
              Face::bold);
    put(picture_, {view_.width - tag, y_, tag, limits_section * text_}, source, 0.8F * text_, Ink::dim, Face::sans,
        Align::right);
    y_ += limits_section * text_;
  }

  // All GPUs if there is room; otherwise one, with buttons to the next and the previous one.
  void draw_gpus() {
    const Picture all = options_picture(limits_options(limits_), view_.width, text_);
    if (view_.height >= all.height + 31 * text_) {
      picture_.add(all, {0, y_});
      y_ += all.height + 0.3F * text_;
      return say(speed_words(limits_.gpu.name), Ink::dim, 0.82F);
    }
    const float high = 1.6F * text_, side = 0.4F * text_;
    const auto arrow = [&](float x, float towards, Act act) {
      const float middle = y_ + high / 2;
      picture_.triangles.push_back({{Point{x - towards * side, middle - side}, Point{x - towards * side, middle + side},
                                     Point{x + towards * side, middle}},
                                    Ink::text});
      picture_.hits.push_back({{x - text_, y_, 2 * text_, high}, button(act)});
    };
    arrow(text_, -1, Act::previous_choice);
    arrow(view_.width - text_, 1, Act::next_choice);
    const std::string name = short_name(limits_.gpu, limits_.here);
    const float room = view_.width - 4.4F * text_, size = 0.9F * text_;
    put_first(picture_, {2.2F * text_, y_, room, high}, {speed_words(name), name}, size, Ink::text, Face::bold,
              Align::center);
    y_ += high;
  }

  [[nodiscard]] std::string speed_words(const std::string& name) const {
    const Gpu& gpu = limits_.gpu;
    const bool is_here = limits_.here && limits_.here->name == gpu.name;
    if (gpu.gflops <= 0) return fmt::format("{}: its speed is unknown", name);
    return fmt::format("{}: {} GFLOP/s, {} GB/s ({})", name, figure_name(gpu.gflops), figure_name(gpu.bandwidth),
                       is_here ? "from its driver" : "built-in table");
  }

  // A column for each tile width; its height is the occupancy.
  void draw_slider() {
    if (!limits_.demand.has_tiles) return;
    const std::string axis = "Occupancy by T, 0 to 100 %";  // the height of the columns
    const bool has_hand = !is_what_if() && !view_.is_for_a_class();
    title(has_hand ? axis + ": drag, or press , and ." : axis, axis, "modelled");
    const std::vector<int> tiles = tiles_to_choose(launched_.tile);
    const auto weight = [](int tile) { return tile > 32 ? 2.4F : 1.0F; };  // their numbers are longer
    float all = 0;
    for (const int tile : tiles) all += weight(tile);
    float x = 0;
    const float unit = view_.width / all, bottom = y_ + limits_track * text_;
    for (std::size_t n = 0; n < tiles.size(); ++n) {
      const int tile = tiles[n];
      const Box column{x, y_, unit * weight(tile), limits_track * text_};
      x = column.right();
      draw_column(column.inset(std::min(1.0F, 0.08F * column.w)), at_tile(limits_.demand, limits_.gpu, tile));
      const bool own = tile == launched_.tile, chosen = tile == what_if_.tile;
      const bool marked = own || chosen;
      if (own) {
        const Point middle{column.middle().x, bottom + 0.05F * text_};
        const float side = 0.32F * text_;
        picture_.triangles.push_back({{Point{middle.x - side, middle.y + side}, Point{middle.x + side, middle.y + side},
                                       Point{middle.x, middle.y}},
                                      Ink::c});
      }
      const auto near = [&](int other) { return other != tile && std::abs(other - tile) <= 2; };
      const bool has_number =
          marked ? !(own && near(what_if_.tile)) : (tile % 4 == 0 && !near(launched_.tile) && !near(what_if_.tile));
      if (has_number)
        put(picture_, {column.middle().x - 1.2F * text_, bottom + 0.3F * text_, 2.4F * text_, text_},
            std::to_string(tile), (marked ? 0.85F : 0.8F) * text_, chosen ? Ink::text : Ink::dim,
            marked ? Face::bold : Face::sans, Align::center);
      picture_.hits.push_back({{column.x, y_, column.w, limits_slider * text_},
                               {.kind = Target::Kind::tile, .number = static_cast<std::uint32_t>(tile)}});
    }
    y_ += limits_slider * text_ + 0.2F * text_;
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

  // "T = 16", or "block of 256" for a kernel without tiles.
  [[nodiscard]] std::string block_words(const AtTile& at) const {
    return limits_.demand.has_tiles ? fmt::format("T = {}", at.tile) : fmt::format("block of {}", at.block.threads);
  }

  void draw_table() {
    const float names = 0.3F * view_.width, wide = (view_.width - names) / 2;
    const auto line = [&](const std::string& name, const std::string& own, const std::string& other, bool is_head) {
      const float high = limits_row * text_;
      const Face face = is_head ? Face::bold : Face::sans;
      put(picture_, {0, y_, names - 0.3F * text_, high}, name, 0.82F * text_, Ink::dim);
      put_first(picture_, {names, y_, wide - 0.3F * text_, high}, {own, own.substr(own.find(is_head ? ' ' : '\0') + 1)},
                0.82F * text_, Ink::text, face);
      if (is_what_if()) put(picture_, {names + wide, y_, wide, high}, other, 0.82F * text_, Ink::text, face);
      y_ += high;
    };
    const auto both = [&](const std::string& name, auto words, bool is_head = false) {
      line(name, words(launched_), words(what_if_), is_head);
    };
    both(
        "",
        [this](const AtTile& at) {
          return fmt::format("{} {}", at.counted ? "launched:" : "what if", block_words(at));
        },
        true);
    both("per block", [](const AtTile& at) {
      const std::string threads = count_name(static_cast<std::uint64_t>(at.block.threads)) + " threads";
      return at.block.shared > 0 ? threads + ", " + bytes_name(at.block.shared) : threads;
    });
    both("at once", [](const AtTile& at) {
      return fmt::format("{} block{}: {}", at.occupancy.blocks, at.occupancy.blocks == 1 ? "" : "s",
                         percent(at.occupancy.fraction));
    });
    both("FLOP per byte", [](const AtTile& at) {
      if (!at.flop_per_byte) return std::string("nothing is loaded");
      return fmt::format("{} ({})", figure_name(*at.flop_per_byte), at.counted ? "counted" : "modelled");
    });
    both("GFLOP/s at most", [](const AtTile& at) {
      if (!at.roof) return std::string("unknown");
      return fmt::format("{} ({})", figure_name(at.roof->gflops),
                         at.roof->bound == Bound::memory ? "memory" : "arithmetic");
    });
    y_ += 0.4F * text_;
  }

  void draw_bars() {
    const std::string heading =
        fmt::format("Occupancy {}, {}", percent(what_if_.occupancy.fraction), block_words(what_if_));
    title(heading.c_str(), "modelled");
    const float names = 6.6F * text_, rooms = 5.6F * text_, size = 0.82F * text_;
    for (const Use& use : uses_of(limits_.gpu, what_if_)) {
      const float high = limits_bar * text_;
      const bool is_limiter = limits(what_if_.occupancy, use.limiter);
      const Box whole{names, y_ + 0.12F * text_, view_.width - names - rooms, high - 0.24F * text_};
      put(picture_, {0, y_, names - 0.3F * text_, high}, use.name, size, is_limiter ? Ink::text : Ink::dim,
          is_limiter ? Face::bold : Face::sans);
      const double part = use.all == 0 ? 0 : static_cast<double>(use.used) / static_cast<double>(use.all);
      picture_.shapes.push_back({whole, Ink::cell, Ink::rule, 1, 0.15F * text_, 1, Mark::none});
      Box filled = whole;
      filled.w *= static_cast<float>(std::min(1.0, part));
      const Ink ink = is_limiter ? Ink::now : Ink::other;
      if (filled.w > 1) picture_.shapes.push_back({filled, ink, Ink::none, 0, 0.15F * text_, 0.4F});
      put(picture_, whole.inset(0.15F * text_), use.amount, 0.8F * text_, Ink::text, Face::sans, Align::center);
      const std::string room = use.room ? fmt::format("room for {}", *use.room) : "";
      put(picture_, {view_.width - rooms + 0.4F * text_, y_, rooms - 0.4F * text_, high},
          is_limiter ? fmt::format("{}: limits", *use.room) : room, size, is_limiter ? Ink::text : Ink::dim,
          is_limiter ? Face::bold : Face::sans);
      y_ += high;
    }
    say(why_words(limits_.gpu, what_if_), Ink::text, 0.85F);
  }

  [[nodiscard]] std::vector<RoofPoint> points() const {
    std::vector<RoofPoint> all;
    const auto add = [&](const Demand& demand, const AtTile& at, Ink ink, RoofPoint::Shape shape) {
      if (!at.roof || !at.flop_per_byte || *at.flop_per_byte <= 0) return;
      const std::string name = at.counted ? demand.kernel : fmt::format("{}, T = {}", demand.kernel, at.tile);
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

  void draw_plot() {
    const std::vector<RoofPoint> all = points();
    if (all.empty())
      return say("It loads nothing, or does no arithmetic on floats, so it has no point under the roofline.", Ink::dim,
                 0.85F);
    const float legend = 1.25F * static_cast<float>(all.size()) + 0.2F;
    if (fits(limits_section + legend + 1.4F * least_plot)) {
      title("Roofline", "points counted, roof modelled");
      for (const RoofPoint& point : all) draw_legend(point);
      y_ += 0.2F * text_;
    } else {
      draw_names(all);
    }
    const float high = std::min(most_plot * text_, view_.height - y_);
    draw_roofline(picture_, {0, y_, view_.width, high}, text_, limits_.gpu, all);
    y_ += high;
  }

  void draw_legend(const RoofPoint& point) {
    const float high = 1.25F * text_, room = view_.width - 1.6F * text_, size = 0.82F * text_;
    draw_point(picture_, {0.7F * text_, y_ + high / 2}, 0.8F * text_, point.ink, point.shape);
    const std::string figures =
        fmt::format("{} FLOP/byte, {} GFLOP/s", figure_name(point.flop_per_byte), figure_name(point.gflops));
    const std::string end = point.measured ? fmt::format("; measured {}", figure_name(*point.measured)) : " at most";
    put_first(picture_, {1.6F * text_, y_, room, high},
              {point.name + ": " + figures + end, point.name + ": " + figures, figures + end}, size);
    y_ += high;
  }

  // In one line if there is little room: the numbers are in the table.
  void draw_names(const std::vector<RoofPoint>& all) {
    const float high = limits_section * text_, size = 0.8F * text_;
    float x = text_width("Roofline", 0.95F * text_, Face::bold) + text_;
    put(picture_, {0, y_, x, high}, "Roofline", 0.95F * text_, Ink::text, Face::bold);
    const float wide = (view_.width - x) / static_cast<float>(all.size());
    for (const RoofPoint& point : all) {
      draw_point(picture_, {x + 0.6F * text_, y_ + high / 2}, 0.75F * text_, point.ink, point.shape);
      const char* const role = point.shape == RoofPoint::Shape::ring     ? "what if"
                               : point.shape == RoofPoint::Shape::square ? "compared"
                                                                         : "launched";
      put_first(picture_, {x + 1.3F * text_, y_, wide - 1.5F * text_, high}, {point.name, role}, size);
      x += wide;
    }
    y_ += high;
  }

  const Limits& limits_;
  const View& view_;
  float text_, y_ = 0;
  AtTile launched_, what_if_;
  Picture picture_;
};

}  // namespace

std::vector<OptionRow> limits_options(const Limits& limits) {
  OptionRow row{"GPU", {}};
  for (const Gpu& gpu : gpus_to_choose(limits.here))
    row.options.push_back({short_name(gpu, limits.here), gpu.name == limits.gpu.name, UseGpu{gpu.name}});
  return {row};
}

Picture limits_picture(const Limits& limits, const View& view) { return LimitsPicture(limits, view).draw(); }

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
