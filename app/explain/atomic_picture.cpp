#include "app/explain/atomic_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "app/explain/warp_picture.h"
#include "app/explain/warp_words.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"
#include "app/stage/words.h"

namespace tilescope {

namespace {

// In units of the text size.
constexpr float least_links_of_atomic = 1.2F, most_links_of_atomic = 2.6F, cells_height = 1.5F, widest_cell = 4.5F;

class AtomicPicture : public WarpPicture {
 public:
  AtomicPicture(const Frame& frame, const WarpAtomic& atomic, float ease, const View& view)
      : WarpPicture(frame, view, ease),
        atomic_(atomic),
        array_(frame.scenery->arrays()[atomic.array]),
        ink_(ink_of(*frame.scenery, atomic.array)) {
    for (const WarpAtomic::Wish& wish : atomic.wishes) ++wanted_[wish.cell];
    const auto count = static_cast<float>(std::max<std::size_t>(1, wanted_.size()));
    cell_ = std::min((view.width - left_) / count, widest_cell * text_);
  }

  Picture draw() {
    head(fmt::format("{} {}", function_name(atomic_.kind), array_.name), ink_,
         {contention_words(atomic_, frame_.scenery->arrays()), rounds_words(), short_rounds_words()});
    numbers(warp_lanes);
    const Box lanes = draw_lanes();
    flow_.space(between(least_links_of_atomic, most_links_of_atomic));
    const Box cells = row("cells", cells_height);
    draw_links(lanes.bottom(), cells.y);
    draw_cells(cells);
    return std::move(picture_);
  }

 private:
  [[nodiscard]] std::string rounds_words() const {
    if (atomic_.most <= 1) {
      if (atomic_.lanes == 1) return "1 lane: 1 round";
      return fmt::format("{} lanes, each at its own cell: 1 round", atomic_.lanes);
    }
    return fmt::format("{} lanes at {}; {}", atomic_.lanes, many(atomic_.cells, "cell"), short_rounds_words());
  }
  [[nodiscard]] std::string short_rounds_words() const {
    if (atomic_.most <= 1) return "one cell per lane: 1 round";
    return fmt::format("{} want {}: {} rounds", atomic_.most, element_name(array_, atomic_.wanted), atomic_.most);
  }

  [[nodiscard]] float middle_of_cell(std::uint32_t cell) const {
    const auto before = std::distance(wanted_.begin(), wanted_.find(cell));
    return left_ + cell_ * (static_cast<float>(before) + 0.5F);
  }

  // A lane that takes no part shows a dot.
  Box draw_lanes() {
    std::vector<Cell> cells(lane_count(), Cell{ink_, Mark::dot, 0, false, false});
    for (const WarpAtomic::Wish& wish : atomic_.wishes) cells[wish.lane] = {ink_, Mark::none, 170, false, false};
    for (std::uint32_t lane = 0; lane < cells.size(); ++lane) cells[lane].lit = is_chosen(lane);
    return lanes("lanes", [&](std::uint32_t lane) { return cells[lane]; });
  }

  // The chosen lane's links are on top.
  void draw_links(float from, float to) {
    for (const bool chosen : {false, true})
      for (const WarpAtomic::Wish& wish : atomic_.wishes)
        if (is_chosen(wish.lane) == chosen)
          picture_.lines.push_back({{middle_of(wish.lane), from},
                                    {middle_of_cell(wish.cell), to},
                                    chosen ? Ink::text : ink_,
                                    chosen ? 2.0F : 1.0F,
                                    false,
                                    false});
  }

  // "counts[0]" of counts[0][2] and counts[0][5]; empty if they are in several rows.
  [[nodiscard]] std::string common_row() const {
    std::string row;
    for (const auto& [cell, lanes] : wanted_) {
      const std::string name = element_name(array_, cell), own = name.substr(0, std::min(name.rfind('['), name.size()));
      if (!row.empty() && own != row) return "";
      row = own;
    }
    return row;
  }

  // Each cell shows the number of lanes that change it, and its name below if it does not overlap the previous name.
  void draw_cells(const Box& cells) {
    const float size = 0.82F * text_, gap = std::min(0.1F * cell_, 0.25F * text_);
    const std::string longest = wanted_.empty() ? "" : element_name(array_, wanted_.rbegin()->first);
    const bool has_names = 1.05F * text_width(longest, 0.8F * text_, Face::mono) < cell_;  // else only indices
    const std::string shared_row = has_names ? "" : common_row();  // then the name appears once, at the left
    flow_.space(0.15F);
    const Box below = flow_.row(1.15F);
    put(picture_, {0, below.y, left_, text_}, elided(shared_row, left_, 0.8F * text_, Face::mono), 0.8F * text_,
        Ink::dim, Face::mono);
    float free = left_;
    for (const auto& [cell, lanes] : wanted_) {
      const float middle = middle_of_cell(cell);
      const Box box{middle - cell_ / 2 + gap / 2, cells.y, cell_ - gap, cells.h};
      picture_.shapes.push_back(
          {box, lanes > 1 ? Ink::bad : ink_, Ink::border, 1, 0.15F * text_, lanes > 1 ? 0.55F : 0.7F});
      put_first(picture_, box, {fmt::format("\u00d7{}", lanes), std::to_string(lanes)}, size, Ink::text, Face::bold,
                Align::center);
      element(box, atomic_.array, cell);
      const std::string name = element_name(array_, cell);
      const std::size_t place = shared_row.empty() ? name.find('[') : shared_row.size();
      const std::string words = has_names ? name : name.substr(std::min(place, name.size()));
      const float wide = 1.05F * text_width(words, 0.8F * text_, Face::mono);
      const float x = std::min(std::max(middle - wide / 2, left_), view_.width - wide);
      if (x < free) continue;
      put(picture_, {x, below.y, wide, text_}, words, 0.8F * text_, Ink::dim, Face::mono);
      free = x + wide + 0.3F * text_;
    }
  }

  const WarpAtomic& atomic_;
  const ArrayInfo& array_;
  float cell_ = 0;
  Ink ink_;
  std::map<std::uint32_t, std::uint32_t> wanted_;  // cells in order, each with the number of lanes that change it
};

}  // namespace

Picture atomic_picture(const Frame& frame, std::size_t number, float ease, const View& view) {
  return AtomicPicture(frame, frame.warp.atomics[number], ease, view).draw();
}

}  // namespace tilescope
