// Evaluates expressions of a header over knobs and numbers: "BLOCK", "(n + BLOCK - 1) / BLOCK". The text is read once
// for its knobs, and once for each constant that is named; only an expression that needs more of it, a call of one of
// its functions, say, is read with the text.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "instrumentation/launching/request/request.h"

namespace tilescope {

class HeaderNumbers {
 public:
  using Values = std::map<std::string, std::int64_t, std::less<>>;

  HeaderNumbers() = default;
  // For a text that is read with these knobs.
  HeaderNumbers(const std::string& text, const Request::Named& knobs) : text_(text), knobs_(knobs) {}

  void know(const std::string& name, std::int64_t value);
  // Reads the text with this knob, whose value is known.
  void turn(const std::string& knob);
  [[nodiscard]] const Values& known() const { return known_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  // Nothing if it names something else, or is not a whole number.
  [[nodiscard]] std::optional<std::int64_t> value_of(std::string_view words) const;
  // Why there is none, and what may be named.
  [[nodiscard]] std::string refusal_of(std::string_view words) const;
  // The names in an expression that have values, in its order.
  [[nodiscard]] std::vector<std::pair<std::string, std::int64_t>> named_in(std::string_view words) const;

 private:
  struct InText;
  [[nodiscard]] InText& in_text() const;
  [[nodiscard]] std::optional<std::int64_t> value_of_name(std::string_view name) const;
  // As the host's part of the text would have it.
  [[nodiscard]] std::optional<std::int64_t> read_with_text(std::string_view words, const Values& known) const;

  std::string text_;
  Request::Named knobs_;
  Values known_;
  mutable std::shared_ptr<InText> in_text_;  // once it was asked for
};

// Whether a text uses this name and declares it nowhere.
[[nodiscard]] bool leaves_open(const std::string& text, const std::string& name);

// The arrays that the kernels of a text are given, or touch, as long as no kernel has a number of that name.
[[nodiscard]] std::vector<std::string> array_names(const std::string& text);

// "a, min(b, c)" in its parts.
[[nodiscard]] std::vector<std::string> parts_of_list(std::string_view words);

}  // namespace tilescope
