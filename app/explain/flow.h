// Text and rows, one below the other; a row that does not fit is left out.
#pragma once

#include <optional>
#include <string>

#include "app/stage/picture.h"

namespace tilescope {

struct Wording {
  Ink ink = Ink::text;
  Face face = Face::sans;
  float size = 0.9F;  // in units of the text size, as below
  float indent = 0;
};

class Flow {
 public:
  Flow(Picture& picture, Box room, float text) : picture_(picture), room_(room), text_(text), y_(room.y) {}

  [[nodiscard]] float y() const { return y_; }
  [[nodiscard]] float left() const { return (room_.bottom() - y_) / text_; }
  void space(float lines) { y_ += lines * text_; }
  // Reserves room at the bottom, and frees it again.
  void reserve(float lines) { room_.h -= lines * text_; }
  void free(float lines) { room_.h += lines * text_; }

  // Breaks lines between words. With a moment, the text has an arrowhead, and a click goes to that moment and to the
  // thread `doer` (see Deed). Returns false if there is no room.
  bool words(const std::string& what, const Wording& how = {}, std::optional<std::uint64_t> moment = std::nullopt,
             std::uint32_t doer = 0);
  // A clickable line, with a triangle that points down if it is open.
  bool opener(const std::string& what, Ink ink, bool is_open, const Target& target);

 private:
  Picture& picture_;
  Box room_;
  float text_, y_;
};

}  // namespace tilescope
