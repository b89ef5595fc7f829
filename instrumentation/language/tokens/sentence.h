// A sentence for a reader and the names it is about, so that code need not look into its words.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/language/tokens/source.h"

namespace tilescope::language {

struct Sentence {
  std::string text;
  std::vector<std::string> names{};  // that the sentence quotes; the first is its subject
  std::optional<Place> cause{};      // another location that it cites or follows from

  Sentence() = default;
  // Words without names, from a literal.
  Sentence(const char* words) : text(words) {}
  Sentence(std::string words) : text(std::move(words)) {}

  [[nodiscard]] bool empty() const { return text.empty(); }
  Sentence& operator+=(const Sentence& more);
  friend Sentence operator+(Sentence a, const Sentence& b) { return std::move(a += b); }
  friend Sentence operator+(Sentence a, const char* b) {
    a.text += b;
    return a;
  }
  friend Sentence operator+(const char* a, Sentence b) {
    b.text.insert(0, a);
    return b;
  }
  friend bool operator==(const Sentence&, const Sentence&) = default;
};

// 'name'
[[nodiscard]] Sentence quoted(std::string_view name);
// "line 12", where `place` begins.
[[nodiscard]] Sentence line_of(const Source& source, Place place);

}  // namespace tilescope::language
