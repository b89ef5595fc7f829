#include "app/stage/legend.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/stage/marks.h"
#include "app/stage/stage_layout.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

// What the launch may show, so that places stay the same.
class Possible {
 public:
  explicit Possible(const Frame& frame) : frame_(frame), scenery_(*frame.scenery) {}

  [[nodiscard]] bool has_shared() const { return !frame_.shared.empty(); }
  [[nodiscard]] bool any(Count count) const {
    return frame_.steps > 0 && scenery_.counts_after(frame_.steps - 1).of(count).total > 0;
  }
  // Whether a thread of the recorded blocks ever does this.
  [[nodiscard]] bool any(Activity activity) const {
    constexpr std::uint64_t most = 100'000;
    const std::size_t paths = scenery_.order().paths().size();
    if (std::uint64_t{frame_.steps} * paths > most) return false;
    for (std::uint32_t path = 0; path < paths; ++path)
      for (std::uint32_t step = 0; step < frame_.steps; ++step)
        if (scenery_.activity(path, step) == activity) return true;
    return false;
  }
  // Whether a product's tiles reach beyond its matrices.
  [[nodiscard]] bool overhangs() const {
    const std::int64_t tile = scenery_.launch().tile;
    const auto& [m, n, k] = scenery_.sides();
    return has_shared() && tile > 0 && (m % tile != 0 || n % tile != 0 || k % tile != 0);
  }
  // The inks of the arrays whose elements are outlined because the selected thread needs them.
  [[nodiscard]] std::vector<Ink> needed() const {
    std::vector<Ink> inks;
    if (layout_of(scenery_).shows_tiles && !scenery_.order().phases().empty()) return inks;
    for (std::uint8_t array = 0; array < scenery_.arrays().size(); ++array) {
      const auto is_here = [&](const Footprint& load) { return load.array == array; };
      if (scenery_.is_written(array) || std::none_of(frame_.footprint.begin(), frame_.footprint.end(), is_here))
        continue;
      if (const Ink ink = ink_of(scenery_, array); std::find(inks.begin(), inks.end(), ink) == inks.end())
        inks.push_back(ink);
    }
    return inks;
  }
  [[nodiscard]] bool has_others() const { return frame_.only_warp || scenery_.blocks().size() > 1; }

 private:
  const Frame& frame_;
  const Scenery& scenery_;
};

// An element's cells, apart from other grids of a picture.
bool shows_elements(const Grid& grid) { return grid.first.kind == Target::Kind::element; }
bool is_tiny(const Grid& grid) {
  const Box cell = grid.cell_box(0, 0);
  return std::min(cell.w, cell.h) < marks::smallest_cell;
}

struct Entry {
  std::array<std::string, 3> says;  // a shorter form is used if the longer ones do not all fit; empty: as before
  Cell cell;
  Shape shape = {};  // instead of a cell, if it has a line or a fill
  std::string tag = {};
  bool is_now = false;          // otherwise dim
  std::vector<Ink> parts = {};  // instead of a cell: framed parts of a cell, one for each of several arrays
  std::size_t length = 0;       // the form that is used
  Box place = {}, words = {};

  [[nodiscard]] const std::string& wording() const { return says[says[length].empty() ? length - 1 : length]; }
};

class Legend {
 public:
  Legend(Picture& picture, const Frame& frame, const StageOptions& options, const View& view)
      : picture_(picture), frame_(frame), options_(options), view_(view), possible_(frame) {}

  // Wordings are shortened from the end, as few as possible.
  bool draw(const Box& room, bool is_last) {
    find_entries();
    bool fits = place(room);
    for (std::size_t length = 1; !fits && length < 3; ++length)
      for (std::size_t n = entries_.size(); !fits && n-- > 0;) {
        entries_[n].length = length;
        fits = place(room);
      }
    if (!fits && !is_last) return false;
    for (const Entry& entry : entries_)
      if (!entry.place.is_empty()) put_entry(entry);
    return fits;
  }

 private:
  // In their order from left to right.
  void find_entries() {
    const std::string who = thread_name(frame_.scenery->launch(), frame_.thread);
    const bool has_threads = any_grid([](const Grid& grid) { return grid.name == "threads"; });
    const bool has_marks = any_grid([](const Grid& grid) { return shows_elements(grid) && !is_tiny(grid); });
    add(has_marks, {"read now", "read"}, {Ink::a, Mark::ring, 235, true, false}, shows(Mark::ring, true));
    add(has_marks, {"written now", "written"}, {Ink::c, Mark::corner, 235, true, false}, shows(Mark::corner));
    add(any_spoiled(), {"wrong at the end", "wrong"}, {Ink::bad, Mark::cross, wrong_strength, false, false},
        shows_wrong());
    if (const std::vector<Ink> needed = possible_.needed(); !needed.empty()) {
      add(true, {"needed by " + who, who + " needs"}, {}, true);
      entries_.back().parts = needed;
    }
    add(frame_.partner.has_value(), {"loaded by both", "by both"}, {Ink::other, Mark::ring, 170, false, false},
        shows(Mark::ring, false));
    add(has_marks && possible_.has_others(), others(), {Ink::a, Mark::dot, 70, false, false}, shows(Mark::dot));
    add(has_marks && possible_.has_shared() && frame_.scenery->order().phases().size() > 1,
        {"from an earlier phase", "from earlier", "earlier"}, {Ink::a, Mark::hatch, 45, false, false},
        shows(Mark::hatch));
    add(possible_.has_shared() && possible_.any(Activity::padding), {"padded: 0", "padded"},
        {Ink::work, Mark::cross, 60, false, false}, shows_padding());
    add(possible_.overhangs(), {"outside the matrix", "outside"}, {}, any_frame(Mark::cross),
        {{}, Ink::none, Ink::a, 1.5F, 0, 1, Mark::cross});
    add(possible_.any(Count::atomic), {"threads that change it", "threads"}, {Ink::c, Mark::none, 235, true, false},
        says_times(), {}, "×n");
    add(any_grid([](const Grid& grid) { return shows_elements(grid) && is_tiny(grid); }), {"in this step", "now"}, {},
        any_cell([](const Grid& grid, const Cell& cell) { return is_tiny(grid) && cell.lit; }),
        {{}, Ink::now, Ink::none, 0, 0, 1, Mark::none});
    add(has_threads && possible_.any(Activity::waiting), {"thread waits", "waits"},
        {Ink::wait, Mark::hatch, 150, false, false}, any_thread(Activity::waiting));
    add(has_threads && possible_.any(Activity::guarded), {"thread is idle", "idle"},
        {Ink::faint, Mark::dot, 0, false, false}, any_thread(Activity::guarded));
    add_faults();
  }

  void add_faults() {
    add(possible_.any(Count::stray_load) || possible_.any(Count::stray_store), {"the array ends here", "its end"}, {},
        !frame_.strays.empty(), {{}, Ink::bad, Ink::none, 0, 0, 1, Mark::none});
    add(options_.suspect.has_value(), {"in this finding", "finding"}, {}, any_frame(Ink::bad), framed(Ink::bad));
    add(options_.for_a_class && names_any(), {"named on the left", "named"}, {}, true, framed(Ink::text));
  }

  void add(bool is_possible, std::array<std::string, 3> says, const Cell& cell, bool is_now, const Shape& shape = {},
           std::string tag = "") {
    if (is_possible) entries_.push_back({std::move(says), cell, shape, std::move(tag), is_now});
  }

  [[nodiscard]] static Shape framed(Ink ink) { return {{}, Ink::none, ink, 2, 0, 1, Mark::none}; }
  [[nodiscard]] std::array<std::string, 3> others() const {
    if (frame_.only_warp) return {"read by other warps", "other warps", "others"};
    return {"read by other blocks", "other blocks", "others"};
  }

  template <class Is>
  [[nodiscard]] bool any_grid(const Is& is) const {
    return std::any_of(picture_.grids.begin(), picture_.grids.end(), is);
  }
  template <class Is>
  [[nodiscard]] bool any_cell(const Is& is) const {
    return any_grid([&](const Grid& grid) {
      return shows_elements(grid) &&
             std::any_of(grid.cells.begin(), grid.cells.end(), [&](const Cell& cell) { return is(grid, cell); });
    });
  }
  [[nodiscard]] bool shows(Mark mark) const {
    return any_cell([&](const Grid& grid, const Cell& cell) { return !is_tiny(grid) && cell.mark == mark; });
  }
  [[nodiscard]] bool shows(Mark mark, bool is_lit) const {
    return any_cell(
        [&](const Grid& grid, const Cell& cell) { return !is_tiny(grid) && cell.mark == mark && cell.lit == is_lit; });
  }
  [[nodiscard]] bool is_global(const Grid& grid) const { return frame_.scenery->is_global(grid.first.array); }
  // A cross in global memory marks a wrong value. If cells are too small for a cross, wrong ones are filled.
  [[nodiscard]] bool shows_padding() const {
    return any_cell([&](const Grid& grid, const Cell& cell) { return !is_global(grid) && cell.mark == Mark::cross; });
  }
  [[nodiscard]] bool shows_wrong() const {
    return any_cell([&](const Grid& grid, const Cell& cell) { return is_global(grid) && cell.ink == Ink::bad; });
  }
  [[nodiscard]] bool any_spoiled() const {
    for (std::uint8_t array = 0; array < frame_.scenery->arrays().size(); ++array)
      if (!options_.spoiled_in(array).empty()) return true;
    return false;
  }
  template <class Value>
  [[nodiscard]] bool any_frame(Value value) const {
    return std::any_of(picture_.frames.begin(), picture_.frames.end(), [&](const Shape& shape) {
      if constexpr (std::is_same_v<Value, Mark>)
        return shape.mark == value;
      else
        return shape.line == value;
    });
  }
  [[nodiscard]] bool any_thread(Activity activity) const {
    return std::any_of(frame_.threads.begin(), frame_.threads.end(),
                       [&](const ThreadNow& thread) { return thread.activity == activity; });
  }
  [[nodiscard]] bool says_times() const {
    return std::any_of(picture_.labels.begin(), picture_.labels.end(),
                       [](const Label& label) { return label.text.starts_with("×"); });
  }
  // Whether the picture shows an element or a block that a lesson's text names.
  [[nodiscard]] bool names_any() const {
    if (options_.launch != 0) return false;
    const auto is_other = [&](std::uint32_t block) { return block != frame_.block; };
    return std::any_of(view_.linked_blocks.begin(), view_.linked_blocks.end(), is_other) ||
           std::any_of(view_.linked_elements.begin(), view_.linked_elements.end(), [&](const ElementOf& named) {
             return any_grid([&](const Grid& grid) {
               const std::size_t cells = grid.cells.size() * grid.merged * grid.merged;
               return shows_elements(grid) && grid.first.array == named.array && named.element >= grid.first.number &&
                      named.element - grid.first.number < cells;
             });
           });
  }

  // Places the entries that fit, line by line. Returns whether all do.
  bool place(const Box& room) {
    const float text = view_.text, side = std::ceil(1.3F * text), high = legend_line * text;
    constexpr std::array gaps{1.1F, 0.75F, 0.55F};
    const float gap = (entries_.empty() ? 0 : gaps[entries_.back().length]) * text;
    float x = room.x, y = room.y;
    for (Entry& entry : entries_) entry.place = {};
    for (Entry& entry : entries_) {
      const float swatch = entry.tag.empty() ? side : std::max(side, 1.1F * text_width(entry.tag, size(), Face::bold));
      const float words = 1.03F * text_width(entry.wording(), size(), Face::sans);
      const float wide = swatch + 0.4F * text + words;
      if (x > room.x && x + wide > room.right()) x = room.x, y += high;
      if (y + high > room.bottom() + 0.5F || x + wide > room.right() + 0.5F) return false;
      entry.place = {x, y + (high - side) / 2, swatch, side};
      entry.words = {x + wide - words, y, words, high};
      x += wide + gap;
    }
    return true;
  }

  void put_entry(const Entry& entry) {
    put(picture_, entry.words, entry.wording(), size(), entry.is_now ? Ink::dim : Ink::faint);
    if (!entry.parts.empty()) return put_parts(entry);
    if (entry.cell == Cell{}) return put_shape(entry.shape, entry);
    picture_.grids.push_back(grid_in(entry.place, 1, 1, "legend " + entry.says[0], Ink::rule));
    Cell cell = entry.cell;
    if (!entry.is_now) cell.strength /= 4, cell.lit = false;
    picture_.grids.back().cells = {cell};
    if (!entry.tag.empty())
      put(picture_, entry.place, entry.tag, size(), entry.is_now ? Ink::on_ink : Ink::dim, Face::bold, Align::center);
  }

  void put_parts(const Entry& entry) {
    const auto count = static_cast<std::uint32_t>(entry.parts.size());
    Grid grid = grid_in(entry.place, 1, count, "legend " + entry.says[0], Ink::rule);
    for (std::uint32_t n = 0; n < count; ++n) {
      grid.cells.push_back({entry.parts[n], Mark::none, 90, false, false});
      frame_in(picture_, grid.cell_box(n), entry.parts[n], width_around_needed);
    }
    picture_.grids.push_back(std::move(grid));
  }

  void put_shape(Shape shape, const Entry& entry) {
    shape.box = entry.place;
    const float bar = 0.22F * view_.text;  // as wide as the mark at an array's end
    if (shape.fill == Ink::bad) shape.box = {shape.box.right() - bar, shape.box.y, bar, shape.box.h};
    Ink& ink = shape.fill == Ink::none ? shape.line : shape.fill;
    if (!entry.is_now) ink = Ink::faint;
    picture_.shapes.push_back(shape);
  }

  [[nodiscard]] float size() const { return 0.85F * view_.text; }

  Picture& picture_;
  const Frame& frame_;
  const StageOptions& options_;
  const View& view_;
  const Possible possible_;
  std::vector<Entry> entries_;
};

}  // namespace

bool draw_legend(Picture& picture, const Box& room, const Frame& frame, const StageOptions& options, const View& view,
                 bool is_last) {
  return Legend(picture, frame, options, view).draw(room, is_last);
}

}  // namespace tilescope
