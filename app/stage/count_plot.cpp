#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "app/stage/counter_parts.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"
#include "app/stage/words.h"

namespace tilescope {

namespace {

constexpr std::uint32_t most_points = 200;

class CountPlot {
 public:
  CountPlot(Picture& picture, const Box& box, float unit, const std::vector<ShownKernel>& kernels, bool with_totals)
      : picture_(picture), unit_(unit), kernels_(kernels), with_totals_(with_totals) {
    float names = 0;
    for (const ShownKernel& kernel : kernels) {
      most_work_ = std::max(most_work_, kernel.counted.work_at_end());
      most_loads_ = std::max(most_loads_, kernel.counted.loads_at_end());
      names = std::max({names, text_width(kernel.counted.name(), small(), Face::sans),
                        text_width(count_name(kernel.counted.loads_at_end()), small(), Face::sans)});
    }
    // Names are at the ends of the lines, if that leaves enough room for the plot.
    names += 0.6F * unit;
    named_ = names < 0.33F * box.w;
    const float caption = 1.15F * unit;
    area_ = {box.x, box.y + caption, box.w - (named_ ? names : 0), box.h - 2 * caption};
    box_ = box;
  }

  void draw() {
    picture_.shapes.push_back({area_, Ink::cell, Ink::edge, 1, 2});
    const float caption = 1.1F * unit_;
    put(picture_, {area_.x, box_.y, area_.w, caption}, "global loads", small(), Ink::dim);
    const Box under{area_.x, area_.bottom() + 0.05F * unit_, area_.w, caption};
    const std::string total = with_totals_ ? count_name(most_work_) : "";
    const float total_width = text_width(total, small(), Face::sans) + 0.3F * unit_;
    const auto& work = kernels_.back().counted.scenery().words().work;
    put_first(picture_, {under.x, under.y, under.w - total_width, under.h},
              {std::string(work[0]), std::string(work[1]), std::string(work[2])}, small(), Ink::dim);
    if (with_totals_)
      put(picture_, {under.right() - total_width, under.y, total_width, under.h}, total, small(), Ink::dim, Face::sans,
          Align::right);
    const float now = at(kernels_.back().counted.work(), 0).x;
    picture_.lines.push_back({{now, area_.y}, {now, area_.bottom()}, Ink::on_ink, thick(0.2F)});
    picture_.lines.push_back({{now, area_.y}, {now, area_.bottom()}, Ink::now, thick(0.13F)});
    for (const ShownKernel& kernel : kernels_) draw_curve(kernel);
    if (named_) draw_names();
  }

 private:
  [[nodiscard]] float small() const { return 0.8F * unit_; }

  [[nodiscard]] float thick(float units) const { return std::max(1.5F, units * unit_); }
  [[nodiscard]] float dot() const { return std::max(4.0F, 0.32F * unit_); }

  [[nodiscard]] Point at(std::uint64_t work, std::uint64_t loads) const {
    const Box inner = area_.inset(dot() + 1);
    return {inner.x + inner.w * part(work, most_work_), inner.bottom() - inner.h * part(loads, most_loads_)};
  }
  [[nodiscard]] static float part(std::uint64_t of, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<float>(static_cast<double>(of) / static_cast<double>(whole));
  }

  void draw_curve(const ShownKernel& kernel) {
    const Counted& counted = kernel.counted;
    const std::uint32_t steps = counted.frame->steps;
    const Point now = at(counted.work(), counted.loads());
    std::vector<Point> past{at(0, 0)}, to_come{now};
    const std::uint32_t stride = std::max(1U, (steps + most_points - 1) / most_points);
    for (std::uint32_t sample = stride - 1; sample < steps + stride - 1; sample += stride) {
      const std::uint32_t step = std::min(sample, steps - 1);
      const bool is_past = counted.scenery().moments().end_of(step) <= counted.frame->moment;
      (is_past ? past : to_come)
          .push_back(at(counted.work_after(step), counted.loads_in(counted.scenery().counts_after(step)).total));
    }
    past.push_back(now);
    draw_line(past, kernel.ink, false);
    draw_line(to_come, kernel.ink, true);
    const float radius = dot();
    picture_.frames.push_back(
        {{now.x - radius, now.y - radius, 2 * radius, 2 * radius}, kernel.ink, Ink::panel, 1.5F, radius});
  }

  // Omits points on a straight line between their neighbours.
  void draw_line(const std::vector<Point>& points, Ink ink, bool dashed) {
    Point from = points.front();
    for (std::size_t n = 1; n < points.size(); ++n) {
      if (n + 1 < points.size() && on_the_way(from, points[n], points[n + 1])) continue;
      if (points[n] == from) continue;
      picture_.lines.push_back({from, points[n], ink, dashed ? thick(0.1F) : thick(0.17F), dashed});
      from = points[n];
    }
  }

  static bool on_the_way(Point from, Point middle, Point to) {
    const float cross = (middle.x - from.x) * (to.y - from.y) - (middle.y - from.y) * (to.x - from.x);
    return std::abs(cross) <= 0.3F * distance(from, to);
  }

  // Each name is at the end of its line; names that would touch are moved apart.
  void draw_names() {
    struct Name {
      float y;
      const ShownKernel* kernel;
    };
    const float height = 2 * unit_;
    std::vector<Name> names;
    for (const ShownKernel& kernel : kernels_)
      names.push_back({at(0, kernel.counted.loads_at_end()).y - 0.5F * unit_, &kernel});
    std::stable_sort(names.begin(), names.end(), [](const Name& one, const Name& other) { return one.y < other.y; });
    float least = area_.y - 0.2F * unit_;
    for (Name& name : names) {
      name.y = std::max(name.y, least);
      least = name.y + height;
    }
    const float below = least - (area_.bottom() + 0.2F * unit_);
    const float x = area_.right() + 0.3F * unit_;
    for (const Name& name : names) {
      const float y = below > 0 ? name.y - below : name.y;
      const Box line{x, y, box_.right() - x, height / 2};
      put(picture_, line, name.kernel->counted.name(), small(), Ink::dim);
      if (with_totals_)
        put(picture_, {line.x, line.bottom(), line.w, line.h}, count_name(name.kernel->counted.loads_at_end()),
            small());
    }
  }

  Picture& picture_;
  float unit_;
  const std::vector<ShownKernel>& kernels_;
  Box box_, area_;
  bool named_ = false;
  bool with_totals_ = true;
  std::uint64_t most_work_ = 0, most_loads_ = 0;
};

}  // namespace

void draw_count_plot(Picture& picture, const Box& box, float unit, const std::vector<ShownKernel>& kernels,
                     bool with_totals) {
  CountPlot(picture, box, unit, kernels, with_totals).draw();
}

}  // namespace tilescope
