#include "app/explain/atomic_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "app/explain/access_picture.h"
#include "app/explain/warp_words.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"
#include "app/stage/words.h"

namespace tilescope {

namespace {

// In units of the text size.
constexpr float atomic_head = 2.5F, atomic_lanes_height = 1.2F, atomic_links_height = 2.4F, cells_height = 1.5F,
                atomic_foot = 1.4F;
constexpr float widest_cell = 4.5F;

class AtomicPicture {
 public:
  AtomicPicture(Picture& picture, const Frame& frame, const WarpAtomic& atomic, const View& view)
      : picture_(picture),
        frame_(frame),
        atomic_(atomic),
        array_(frame.scenery->arrays()[atomic.array]),
        view_(view),
        text_(view.text),
        ink_(ink_of(*frame.scenery, atomic.array)) {
    left_ = 4.4F * text_;
    lane_ = (view.width - left_) / static_cast<float>(warp_lanes);
    for (const WarpAtomic::Wish& wish : atomic.wishes) ++wanted_[wish.cell];
    const auto count = static_cast<float>(std::max<std::size_t>(1, wanted_.size()));
    cell_ = std::min((view.width - left_) / count, widest_cell * text_);
  }

  void draw(float y) {
    put_head(picture_, y, fmt::format("{} {}", function_name(atomic_.kind), array_.name), ink_,
             {contention_words(atomic_, frame_.scenery->arrays()), rounds_words(), short_rounds_words()}, view_);
    const float lanes = y + atomic_head * text_, cells = lanes + (atomic_lanes_height + atomic_links_height) * text_;
    for (std::uint32_t n = 0; n < warp_lanes; n += 8)
      put(picture_, {left_ + lane_ * static_cast<float>(n), lanes - text_, 4 * lane_, 0.95F * text_}, std::to_string(n),
          0.8F * text_, Ink::faint);
    name("lanes", lanes, atomic_lanes_height * text_);
    name("cells", cells, cells_height * text_);
    draw_lanes(lanes);
    draw_links(lanes + atomic_lanes_height * text_, cells);
    draw_cells(cells);
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

  void name(const char* words, float y, float height) {
    put(picture_, {0, y, left_ - 0.4F * text_, height}, words, 0.82F * text_, Ink::dim);
  }

  [[nodiscard]] bool is_chosen(std::uint32_t lane) const {
    const std::uint32_t thread = frame_.warp.first_thread + lane;
    return thread == frame_.thread || view_.hovered == Target{.kind = Target::Kind::thread, .number = thread};
  }
  [[nodiscard]] float middle_of_cell(std::uint32_t cell) const {
    const auto before = std::distance(wanted_.begin(), wanted_.find(cell));
    return left_ + cell_ * (static_cast<float>(before) + 0.5F);
  }

  // A lane that takes no part shows a dot.
  void draw_lanes(float y) {
    const auto count = static_cast<std::uint32_t>(frame_.warp.takes_part.size());
    Grid grid = grid_in({left_, y, lane_ * static_cast<float>(count), atomic_lanes_height * text_}, 1, count, "lanes",
                        Ink::rule);
    grid.first = {.kind = Target::Kind::thread, .number = frame_.warp.first_thread};
    for (std::uint32_t lane = 0; lane < count; ++lane)
      grid.cells.push_back({ink_, Mark::dot, 0, is_chosen(lane), false});
    for (const WarpAtomic::Wish& wish : atomic_.wishes)
      grid.cells[wish.lane].mark = Mark::none, grid.cells[wish.lane].strength = 170;
    picture_.grids.push_back(std::move(grid));
  }

  // The chosen lane's links are on top.
  void draw_links(float from, float to) {
    for (const bool chosen : {false, true})
      for (const WarpAtomic::Wish& wish : atomic_.wishes)
        if (is_chosen(wish.lane) == chosen)
          picture_.lines.push_back({{left_ + lane_ * (static_cast<float>(wish.lane) + 0.5F), from},
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

  // Each cell shows the number of lanes that change it, and its name below if there is room.
  void draw_cells(float y) {
    const float size = 0.82F * text_, gap = std::min(0.1F * cell_, 0.25F * text_);
    const std::string longest = wanted_.empty() ? "" : element_name(array_, wanted_.rbegin()->first);
    const bool has_names = 1.05F * text_width(longest, 0.8F * text_, Face::mono) < cell_;  // else only indices
    const std::string row = has_names ? "" : common_row();  // then the name appears once, at the left
    if (text_width(row, 0.8F * text_, Face::mono) < left_)
      put(picture_, {0, y + (cells_height + 0.15F) * text_, left_, text_}, row, 0.8F * text_, Ink::dim, Face::mono);
    float free = left_;
    for (const auto& [cell, lanes] : wanted_) {
      const float middle = middle_of_cell(cell);
      const Box box{middle - cell_ / 2 + gap / 2, y, cell_ - gap, cells_height * text_};
      picture_.shapes.push_back(
          {box, lanes > 1 ? Ink::bad : ink_, Ink::border, 1, 0.15F * text_, lanes > 1 ? 0.55F : 0.7F});
      const std::string times = fmt::format("\u00d7{}", lanes);
      if (text_width(times, size, Face::bold) <= box.w)
        put(picture_, box, times, size, Ink::text, Face::bold, Align::center);
      const std::string name = element_name(array_, cell);
      const std::size_t place = row.empty() ? name.find('[') : row.size();
      const std::string words = has_names ? name : name.substr(std::min(place, name.size()));
      const float wide = 1.05F * text_width(words, 0.8F * text_, Face::mono);
      const float x = std::min(std::max(middle - wide / 2, left_), view_.width - wide);
      if (x < free) continue;
      put(picture_, {x, box.bottom() + 0.15F * text_, wide, text_}, words, 0.8F * text_, Ink::dim, Face::mono);
      free = x + wide + 0.3F * text_;
    }
  }

  Picture& picture_;
  const Frame& frame_;
  const WarpAtomic& atomic_;
  const ArrayInfo& array_;
  const View& view_;
  float text_, left_ = 0, lane_ = 0, cell_ = 0;
  Ink ink_;
  std::map<std::uint32_t, std::uint32_t> wanted_;  // cells in order, each with the number of lanes that change it
};

}  // namespace

float atomic_height(float text) {
  return (atomic_head + atomic_lanes_height + atomic_links_height + cells_height + atomic_foot) * text;
}

void draw_atomic(Picture& picture, const Frame& frame, std::size_t number, float y, const View& view) {
  AtomicPicture(picture, frame, frame.warp.atomics[number], view).draw(y);
}

}  // namespace tilescope
