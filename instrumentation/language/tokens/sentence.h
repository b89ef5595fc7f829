// A sentence for a reader, together with the names it is about, so that no code has to look into its words.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/language/tokens/source.h"

namespace tilescope::language {

struct Sentence {
  std::string text;
  std::vector<std::string> names{};  // that stand in quotes: the first is what the sentence is about
  std::optional<Place> cause{};      // another place that it cites or follows from

  Sentence() = default;
  // Words alone, as literals give them.
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
