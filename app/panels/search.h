// The search field of a panel, and what its words find.
#pragma once

#include <string>
#include <string_view>

namespace tilescope {

[[nodiscard]] std::string in_small_letters(std::string_view words);
// Whether the text, in small letters, has each of the wanted words.
[[nodiscard]] bool has_words(std::string_view text, std::string_view wanted);

struct SearchField {
  std::string words;

  // Draws the field at the width that was set for the next item; returns true after Enter. The field has the keyboard
  // when its window opens, and takes it back after a click in the window.
  [[nodiscard]] bool show(const char* hint);
  [[nodiscard]] std::string wanted() const { return in_small_letters(words); }

 private:
  bool has_keyboard_ = false, has_asked_ = false;
};

}  // namespace tilescope
