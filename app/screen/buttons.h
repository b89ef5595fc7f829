// Buttons in a row, each as wide as its label.
#pragma once

#include <string>
#include <vector>

#include "app/stage/picture.h"

namespace tilescope {

class Buttons {
 public:
  explicit Buttons(float text) : text_(text) {}

  // Without a target the button cannot be pressed, and is pale. The width depends on the words alone.
  // A button whose words change is as wide as its longest words.
  void add(const std::string& words, const Target& target, bool is_first = false, const std::string& longest = "");
  [[nodiscard]] float width() const { return wide_; }
  // The width of the row with one more button.
  [[nodiscard]] float width_with(const std::string& words) const;
  void draw(Picture& picture, Point place, float high) const;

 private:
  struct Button {
    std::string words;
    Target target;
    float wide;
    bool is_first;
  };
  [[nodiscard]] float width_of(const std::string& words) const;

  float text_, wide_ = 0;
  std::vector<Button> all_;
};

}  // namespace tilescope
