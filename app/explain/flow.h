// Words and rows one below the other, as far as there is room: what does not fit whole is left out.
#pragma once

#include <optional>
#include <string>

#include "app/stage/picture.h"

namespace tilescope {

struct Wording {
  Ink ink = Ink::text;
  Face face = Face::sans;
  float size = 0.9F;  // in sizes of plain text, as all that follows
  float indent = 0;
};

class Flow {
 public:
  Flow(Picture& picture, Box room, float text) : picture_(picture), room_(room), text_(text), y_(room.y) {}

  [[nodiscard]] float y() const { return y_; }
  [[nodiscard]] float left() const { return (room_.bottom() - y_) / text_; }
  void space(float lines) { y_ += lines * text_; }
  // Keeps room at the bottom for what has to come there.
  void reserve(float lines) { room_.h -= lines * text_; }
  void free(float lines) { room_.h += lines * text_; }

  // Broken between words. With a moment, a click goes there, and to the thread of that number (see Deed); an arrowhead
  // says so. False: there was no room.
  bool words(const std::string& what, const Wording& how = {}, std::optional<std::uint64_t> moment = std::nullopt,
             std::uint32_t doer = 0);
  // A line with something to be clicked, and a triangle that points down where it is open.
  bool opener(const std::string& what, Ink ink, bool is_open, const Target& target);

 private:
  Picture& picture_;
  Box room_;
  float text_, y_;
};

}  // namespace tilescope
