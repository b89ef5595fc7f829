// What is wrong with the text that is typed, as it was read last.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/editor/document.h"
#include "app/editor/editor_picture.h"

namespace tilescope {

class TextNotes {
 public:
  void take(std::vector<editor::Note> notes, const editor::Document& text);
  [[nodiscard]] bool has_errors() const;
  // Where they are now in a text that may have been changed since.
  [[nodiscard]] std::vector<editor::Note> in(const editor::Document& text) const;
  // The mend that is offered at the caret, or else the next one; null: there is none.
  [[nodiscard]] const editor::Change* mend_at_caret(const editor::Document& text) const;
  // Where the next mistake behind the caret is, or else the first one.
  [[nodiscard]] std::optional<std::size_t> next_mistake(const editor::Document& text) const;

 private:
  std::vector<editor::Note> notes_;
  std::string noted_;  // the text that they are of
  std::uint64_t version_ = 0;
};

}  // namespace tilescope
