#include <algorithm>

#include "app/stage/counter_parts.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

class CounterTable {
 public:
  CounterTable(Picture& picture, const Box& box, float unit, const std::vector<ShownKernel>& kernels)
      : picture_(picture), unit_(unit), left_(box.x), width_(box.w), y_(box.y), kernels_(kernels) {}

  void draw(const std::vector<CounterRow>& rows, float row, const std::string& heading) {
    const Columns columns = columns_for(rows);
    const auto column = [&](std::size_t kernel) {
      const auto from_right = static_cast<float>(kernels_.size() - kernel);
      return Box{left_ + width_ - from_right * columns.width, y_, columns.width, row};
    };
    const float lead = 0.7F * unit_;
    float limit = left_ + width_;  // a name that is wider than its column shifts the columns before it
    for (std::size_t kernel = kernels_.size(); kernel-- > 0;) {
      const Box box = column(kernel);
      const std::string& name = kernels_[kernel].counted.name();
      const float right = std::min(box.right(), limit);
      const float wide =
          std::min(std::max(1.04F * text_width(name, small(), Face::bold), right - box.x - lead), right - left_);
      put(picture_, {right - wide, box.y, wide, box.h}, name, small(), Ink::text, Face::bold, Align::right);
      const float from = kernel == 0 ? std::min(box.x + lead, right - wide) : box.x + lead;
      picture_.shapes.push_back({{from, box.bottom() - 2.5F, box.right() - from, 2.5F}, kernels_[kernel].ink});
      limit = right - wide - lead;
    }
    if (text_width(heading, small(), Face::sans) <= limit - left_)
      put(picture_, {left_, y_, limit - left_, row}, heading, small(), Ink::dim);
    y_ += row;
    for (const CounterRow& of : rows) {
      const float names = width_ - columns.width * static_cast<float>(kernels_.size());
      put(picture_, {left_, y_, names, row}, of.name, small());
      for (std::size_t kernel = 0; kernel < kernels_.size(); ++kernel)
        put(picture_, column(kernel), value_of(of, kernel, columns.digits), small(),
            kernels_[kernel].counted.previews ? Ink::dim : Ink::text, Face::mono, Align::right);
      y_ += row;
      if (&of != &rows.back()) picture_.lines.push_back({{left_, y_}, {left_ + width_, y_}, Ink::edge, 1});
    }
  }

 private:
  [[nodiscard]] float small() const { return 0.85F * unit_; }

  struct Columns {
    float width = 0;          // of one column
    std::size_t digits = 20;  // longer counts are rounded
    bool named = true;        // wide enough for the names of the kernels
  };

  // For the final counts, so that nothing moves while counts grow.
  [[nodiscard]] Columns columns_for(const std::vector<CounterRow>& rows) const {
    const auto width_with = [&](std::size_t digits, bool named) {
      float width = text_width("88.88", small(), Face::mono);
      for (const CounterRow& of : rows)
        for (const std::uint64_t count : of.at_end)
          width = std::max(width, text_width(short_count(count, digits), small(), Face::mono));
      for (const ShownKernel& kernel : kernels_)
        if (named) width = std::max(width, text_width(kernel.counted.name(), small(), Face::bold));
      return width + 0.7F * unit_;
    };
    float names = 0;
    for (const CounterRow& of : rows) names = std::max(names, text_width(of.name, small(), Face::sans));
    const float room = (width_ - names - 0.1F * unit_) / static_cast<float>(kernels_.size());
    for (const Columns& columns :
         {Columns{0, 20, true}, Columns{0, 6, true}, Columns{0, 20, false}, Columns{0, 6, false}})
      if (const float width = width_with(columns.digits, columns.named); width <= room)
        return {std::clamp(width_with(columns.digits, true), width, room), columns.digits, columns.named};
    return {room, 6, false};
  }

  [[nodiscard]] static std::string value_of(const CounterRow& of, std::size_t kernel, std::size_t digits) {
    return of.at_end[kernel] == 0 ? "none" : short_count(of.counts[kernel], digits);
  }

  Picture& picture_;
  float unit_, left_, width_, y_;
  const std::vector<ShownKernel>& kernels_;
};

}  // namespace

void draw_counter_table(Picture& picture, const Box& box, float unit, const std::vector<ShownKernel>& kernels,
                        const std::vector<CounterRow>& rows, const std::string& heading) {
  CounterTable(picture, box, unit, kernels).draw(rows, box.h / static_cast<float>(rows.size() + 1), heading);
}

}  // namespace tilescope
