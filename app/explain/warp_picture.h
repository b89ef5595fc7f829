// What the pictures of a warp's accesses, atomics and shuffles have in common: a heading, and rows with a name at the
// left and 32 columns, one for each lane or bank.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>

#include "app/stage/flow.h"
#include "app/stage/stage.h"

namespace tilescope {

class WarpPicture {
 public:
  // `ease` is a number from 0 to 1: all links are as short or as long as they may be, or between.
  WarpPicture(const Frame& frame, const View& view, float ease);
  WarpPicture(const WarpPicture&) = delete;
  WarpPicture& operator=(const WarpPicture&) = delete;

 protected:
  ~WarpPicture() = default;

  // The title, and beside it the first wording that fits, or below it the last one.
  void head(const std::string& title, Ink ink, std::initializer_list<std::string> wordings);
  // A row that is `lines` high; returns the box right of its name.
  Box row(const std::string& name, float lines);
  [[nodiscard]] float between(float least, float most) const { return least + ease_ * (most - least); }
  // A row with the numbers 0, 8, 16 and 24 of its columns, up to `end`.
  void numbers(std::uint32_t end);
  Box lanes(const std::string& name, const std::function<Cell(std::uint32_t lane)>& cell_of);

  // Makes the box stand for an element, and frames it if a lesson names the element.
  void element(const Box& box, std::uint8_t array, std::uint32_t number);
  [[nodiscard]] float frame_width() const { return std::max(2.0F, 0.1F * text_); }

  [[nodiscard]] std::uint32_t lane_count() const { return static_cast<std::uint32_t>(frame_.warp.takes_part.size()); }
  [[nodiscard]] std::uint32_t thread_of(std::uint32_t lane) const { return frame_.warp.first_thread + lane; }
  // Whether it is the selected thread or under the pointer.
  [[nodiscard]] bool is_chosen(std::uint32_t lane) const;
  [[nodiscard]] float column() const;
  [[nodiscard]] float middle_of(std::uint32_t lane) const {
    return left_ + column() * (static_cast<float>(lane) + 0.5F);
  }

  const Frame& frame_;
  const View& view_;
  const float text_, ease_, left_;
  Picture picture_;
  Flow flow_;
};

// Only the warp's lanes and threads, for the time before the first step.
[[nodiscard]] Picture lanes_picture(const Frame& frame, const View& view);

}  // namespace tilescope
