// Buttons in a row, each as wide as its label.
#pragma once

#include <string>
#include <vector>

#include "app/stage/picture.h"

namespace tilescope {

class Buttons {
 public:
  explicit Buttons(float text) : text_(text) {}

  // Without a target the button cannot be pressed.
  void add(const std::string& words, const Target& target, bool is_first = false);
  [[nodiscard]] float width() const { return wide_; }
  void draw(Picture& picture, Point place, float high) const;

 private:
  struct Button {
    std::string words;
    Target target;
    float wide;
    bool is_first;
  };
  float text_, wide_ = 0;
  std::vector<Button> all_;
};

}  // namespace tilescope
