// The diagnostics of the typed code, from its last reading.
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
  // The diagnostics at their current places in code that may have changed since.
  [[nodiscard]] std::vector<editor::Note> in(const editor::Document& text) const;
  // The fix offered at the caret, or else the next fix; null: none.
  [[nodiscard]] const editor::Change* mend_at_caret(const editor::Document& text) const;
  // The place of the next mistake after the caret, or else of the first mistake.
  [[nodiscard]] std::optional<std::size_t> next_mistake(const editor::Document& text) const;

 private:
  std::vector<editor::Note> notes_;
  std::string noted_;  // the code that was read
  std::uint64_t version_ = 0;
};

}  // namespace tilescope
