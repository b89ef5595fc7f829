#include "app/explain/warp_picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

constexpr float names_wide = 4.4F, lanes_high = 1.2F, name_letters = 0.82F;  // in units of the text size

class LanesPicture : public WarpPicture {
 public:
  using WarpPicture::WarpPicture;

  Picture draw() {
    numbers(lane_count());
    lanes("lanes", [&](std::uint32_t lane) {
      return Cell{Ink::work, Mark::none, 40, thread_of(lane) == frame_.thread, false};
    });
    flow_.space(0.3F);
    const std::string first = thread_name(frame_.scenery->launch(), thread_of(0));
    const std::string last = thread_name(frame_.scenery->launch(), thread_of(lane_count() - 1));
    put(picture_, row("threads", 1.2F), first == last ? first : fmt::format("{} to {}", first, last),
        name_letters * text_, Ink::dim, Face::mono);
    return std::move(picture_);
  }
};

}  // namespace

WarpPicture::WarpPicture(const Frame& frame, const View& view, float ease)
    : frame_(frame),
      view_(view),
      text_(view.text),
      ease_(ease),
      left_(names_wide * view.text),
      flow_(picture_, {0, 0, view.width, 0}, view.text) {
  picture_.width = view.width;
}

void WarpPicture::head(const std::string& title, Ink ink, std::initializer_list<std::string> wordings) {
  const Box line = flow_.row(1.4F);
  const float wide = std::min(line.w, 1.05F * text_width(title, text_, Face::bold)), size = name_letters * text_;
  put(picture_, {line.x, line.y, wide, line.h}, title, text_, ink, Face::bold);
  const Box beside{line.x + wide + 0.8F * text_, line.y, line.w - wide - 0.8F * text_, line.h};
  const std::string words = first_that_fits(wordings, beside.w, size, Face::sans);
  if (text_width(words, size, Face::sans) <= beside.w)
    put(picture_, beside, words, size, Ink::dim);
  else
    flow_.words(words, {Ink::dim, Face::sans, name_letters, 0});
}

Box WarpPicture::row(const std::string& name, float lines) {
  const Box whole = flow_.row(lines);
  put(picture_, {0, whole.y, left_ - 0.4F * text_, std::min(whole.h, lanes_high * text_)}, name, name_letters * text_,
      Ink::dim);
  return {left_, whole.y, whole.w - left_, whole.h};
}

void WarpPicture::numbers(std::uint32_t end) {
  const Box line = row("", 1.1F);
  for (std::uint32_t n = 0; n < end; n += 8)
    put(picture_, {left_ + column() * static_cast<float>(n), line.y + 0.1F * text_, 4 * column(), 0.95F * text_},
        std::to_string(n), 0.8F * text_, Ink::faint);
}

Box WarpPicture::lanes(const std::string& name, const std::function<Cell(std::uint32_t)>& cell_of) {
  Box box = row(name, lanes_high);
  box.w = column() * static_cast<float>(lane_count());
  Grid grid = grid_in(box, 1, lane_count(), name, Ink::rule);
  grid.first = {.kind = Target::Kind::thread, .number = thread_of(0)};
  for (std::uint32_t lane = 0; lane < lane_count(); ++lane) grid.cells.push_back(cell_of(lane));
  for (std::uint32_t lane = 0; lane < lane_count(); ++lane)
    if (const std::uint32_t thread = thread_of(lane);
        thread != frame_.thread && view_.marks({.kind = Target::Kind::thread, .number = thread}))  // it is lit anyway
      frame_in(picture_, grid.cell_box(lane), Ink::text, frame_width());
  picture_.grids.push_back(std::move(grid));
  return box;
}

void WarpPicture::element(const Box& box, std::uint8_t array, std::uint32_t number) {
  const Target place{.kind = Target::Kind::element, .array = array, .number = number};
  if (view_.marks(place)) frame_in(picture_, box, Ink::text, frame_width());
  picture_.hits.push_back({box, place});
}

bool WarpPicture::is_chosen(std::uint32_t lane) const {
  return thread_of(lane) == frame_.thread ||
         view_.hovered == Target{.kind = Target::Kind::thread, .number = thread_of(lane)};
}

float WarpPicture::column() const { return (view_.width - left_) / static_cast<float>(warp_lanes); }

Picture lanes_picture(const Frame& frame, const View& view) { return LanesPicture(frame, view, 0).draw(); }

}  // namespace tilescope
