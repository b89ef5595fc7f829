#include "app/stage/named.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "app/stage/array_values.h"
#include "app/stage/corner.h"
#include "app/stage/source.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

// Sizes in units of the text size.
constexpr float named_row = 1.5F, named_cell_high = 1.25F, named_cell_wide = 2.2F, after_name = 0.3F,
                between_named = 0.9F, least_named_cell = 0.25F;

// Elements of an array at equal distances: neighbours in a row or in a column, or a single one.
struct NamedRun {
  std::uint8_t array = 0;
  std::uint32_t first = 0, count = 1, distance = 1;

  [[nodiscard]] std::uint32_t last() const { return first + (count - 1) * distance; }
};

class NamedPlaces {
 public:
  NamedPlaces(const Frame& frame, const View& view)
      : scenery_(*frame.scenery), frame_(frame), view_(view), text_(view.text) {
    picture_.width = view.width;
  }

  Picture draw(const std::vector<Target>& places) {
    std::vector<std::uint32_t> lines;
    for (const Target& place : places)
      if (place.kind == Target::Kind::line) lines.push_back(place.number);
    if (!lines.empty()) {
      Picture code = some_lines_picture(frame_, view_, lines);
      y_ = code.height;
      picture_.add(std::move(code), {0, 0});
    }
    for (const NamedRun& run : runs_in(places)) draw_run(run);
    for (const Target& place : places) {
      if (place.kind == Target::Kind::thread && place.number < frame_.threads.size()) draw_thread(place);
      if (place.kind == Target::Kind::block) draw_block(place);
    }
    picture_.height = x_ > 0 ? y_ + named_row * text_ : y_;
    return std::move(picture_);
  }

 private:
  [[nodiscard]] const ArrayInfo& info_of(std::uint8_t array) const { return scenery_.arrays()[array]; }
  [[nodiscard]] std::uint32_t columns_of(std::uint8_t array) const {
    const auto& sides = info_of(array).sides;
    return sides.empty() ? 1 : static_cast<std::uint32_t>(sides.back());
  }

  [[nodiscard]] std::vector<NamedRun> runs_in(const std::vector<Target>& places) const {
    std::vector<NamedRun> runs;
    for (const Target& place : places) {
      if (place.kind != Target::Kind::element) continue;
      if (!runs.empty() && goes_on(runs.back(), place)) {
        runs.back().distance = place.number - runs.back().last();
        ++runs.back().count;
      } else {
        runs.push_back({place.array, place.number});
      }
    }
    std::vector<NamedRun> all;  // two elements keep their own names
    for (const NamedRun& run : runs) {
      if (run.count != 2) {
        all.push_back(run);
        continue;
      }
      all.push_back({run.array, run.first});
      all.push_back({run.array, run.last()});
    }
    return all;
  }
  // Whether the element is the next one in the run's row or column.
  [[nodiscard]] bool goes_on(const NamedRun& run, const Target& place) const {
    if (place.array != run.array) return false;
    const std::uint32_t distance = place.number - run.last(), columns = columns_of(run.array);
    if (run.count > 1 && distance != run.distance) return false;
    return (distance == 1 && place.number % columns != 0) || (columns > 1 && distance == columns);
  }

  // "A[0][2]", "A[0][0..31]", "B[0..31][0]".
  [[nodiscard]] std::string name_of(const NamedRun& run) const {
    const std::string first = element_name(info_of(run.array), run.first);
    const std::string last = element_name(info_of(run.array), run.last());
    if (run.count == 1) return first;
    std::size_t same = 0;
    while (same < std::min(first.size(), last.size()) && first[same] == last[same]) ++same;
    same = first.rfind('[', same) + 1;  // the index that differs, in full
    return first.substr(0, first.find(']', same)) + ".." + last.substr(same);
  }

  // Puts a name, and returns the box for `cells` cells after it: in this row, or in the next one.
  Box place_for(const std::string& name, Ink ink, Face face, float cells) {
    const float names = 1.05F * text_width(name, text_, face);
    const float wide = names + after_name * text_ + cells;
    if (x_ > 0 && x_ + wide > view_.width) x_ = 0, y_ += named_row * text_;
    put(picture_, {x_, y_, names, named_row * text_}, name, text_, ink, face);
    const float left = x_ + names + after_name * text_, high = named_cell_high * text_;
    x_ += wide + between_named * text_;
    return {left, y_ + (named_row * text_ - high) / 2, std::min(cells, view_.width - left), high};
  }

  void draw_run(const NamedRun& run) {
    const Ink ink = ink_of(scenery_, run.array);
    const std::string name = name_of(run);
    const float names = 1.05F * text_width(name, text_, Face::mono) + after_name * text_;
    const auto count = static_cast<float>(run.count);
    const Point number = least_number_cell(scenery_, run.array, view_);
    float wanted = std::max(named_cell_wide * text_, 1.1F * number.x);
    std::vector<std::optional<Value>> values;
    for (std::uint32_t n = 0; n < run.count; ++n) {
      values.push_back(value_now(frame_, {run.array, run.first + n * run.distance}));
      if (values[n] && run.count == 1)
        wanted = std::max(wanted, text_width(value_name(*values[n]), text_, Face::mono) + 0.8F * text_);
    }
    const float one = std::clamp((view_.width - names) / count, least_named_cell * text_, wanted);
    const Box box = place_for(name, ink, Face::mono, one * count);
    Grid grid = grid_in(box, 1, run.count, "named " + name, Ink::border);
    for (std::uint32_t n = 0; n < run.count; ++n) {
      const ElementOf element{run.array, run.first + n * run.distance};
      grid.cells.push_back(cell_of(element, ink));
      picture_.hits.push_back(
          {grid.cell_box(n), {.kind = Target::Kind::element, .array = element.array, .number = element.element}});
    }
    const CellNames names_of_values =
        names_in_cells(values, holds_text(scenery_, run.array), grid.cell_box(0).w, letters_in_row_ * box.h, view_);
    for (std::uint32_t n = 0; names_of_values.size > 0 && n < run.count; ++n)
      put_in_cell(picture_, grid.cell_box(n).inset(1), names_of_values.names[n], std::min(names_of_values.size, text_),
                  grid.cells[n]);
    picture_.grids.push_back(std::move(grid));
  }

  // The look that the element has on the stage.
  [[nodiscard]] Cell cell_of(const ElementOf& element, Ink ink) const {
    for (const SharedNow& shared : frame_.shared)
      if (shared.array == element.array && element.element < shared.cells.size())
        return shared_cell(shared.cells[element.element], ink);
    const bool is_known = element.array < frame_.elements.size() && !frame_.elements[element.array].empty();
    const ElementNow now = is_known ? frame_.elements[element.array][element.element] : ElementNow{};
    if (element.array < frame_.written.size() && !frame_.written[element.array].empty())
      return result_cell(now, frame_.written[element.array][element.element], ink, true);
    return input_cell(now, ink, false, false, false);
  }

  void draw_thread(const Target& place) {
    const ThreadNow& thread = frame_.threads[place.number];
    const Box box =
        place_for(thread_name(scenery_.launch(), place.number), Ink::text, Face::mono, named_cell_wide * text_);
    Grid grid = grid_in(box, 1, 1, "named thread", Ink::border);
    grid.cells = {thread_cell(frame_, thread)};
    if (thread.sum && grid.cells[0].mark != Mark::cross) {
      const std::string brief = shortest_value_name(*thread.sum);
      const float least = std::max(0.7F * text_, least_number_size(view_));
      const bool fits = text_width(brief, least, Face::sans) <= 0.95F * (box.w - 2);
      put_first(picture_, box.inset(1), {value_name(*thread.sum), fits ? brief : ""}, text_,
                grid.cells[0].strength > 140 ? Ink::on_ink : Ink::text, Face::sans, Align::center);
    }
    picture_.grids.push_back(std::move(grid));
    picture_.hits.push_back({box, place});
  }

  void draw_block(const Target& place) {
    const Box box =
        place_for("block " + block_name(scenery_.launch(), place.number), Ink::c, Face::bold, named_cell_high * text_);
    picture_.shapes.push_back({box, Ink::c, Ink::border, 1, 0, place.number == frame_.block ? 0.6F : 0.2F});
    picture_.hits.push_back({box, place});
  }

  static constexpr float letters_in_row_ = 1.7F;  // how much higher than in a cell of the same height on the stage
  const Scenery& scenery_;
  const Frame& frame_;
  const View& view_;
  const float text_;
  float x_ = 0, y_ = 0;  // where the next place begins
  Picture picture_;
};

}  // namespace

Picture named_places_picture(const Frame& frame, const View& view, std::vector<Target> places) {
  const auto order = [](const Target& one) { return std::tuple(one.kind, one.array, one.number); };
  std::stable_sort(places.begin(), places.end(),
                   [&](const Target& one, const Target& other) { return order(one) < order(other); });
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return NamedPlaces(frame, view).draw(places);
}

}  // namespace tilescope
