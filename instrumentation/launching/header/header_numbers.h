// Evaluates expressions of a header over knobs and numbers: "BLOCK", "(n + BLOCK - 1) / BLOCK". They are worked out as
// the host's part of the text would.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/launching/request/request.h"

namespace tilescope {

class HeaderNumbers {
 public:
  HeaderNumbers() = default;
  // For a text that is read with these knobs.
  HeaderNumbers(const std::string& text, const Request::Named& knobs) : text_(text), knobs_(knobs) {}

  void know(const std::string& name, std::int64_t value) { known_[name] = value; }
  // Nothing if it names something else, or is not a whole number.
  [[nodiscard]] std::optional<std::int64_t> value_of(std::string_view words) const;
  // Why there is none, and what may be named.
  [[nodiscard]] std::string refusal_of(std::string_view words) const;

 private:
  std::string text_;
  Request::Named knobs_;
  std::map<std::string, std::int64_t, std::less<>> known_;
};

// The arrays that the kernels of a text are given, or touch, as long as no kernel has a number of that name.
[[nodiscard]] std::vector<std::string> array_names(const std::string& text);

// "a, min(b, c)" in its parts.
[[nodiscard]] std::vector<std::string> parts_of_list(std::string_view words);

}  // namespace tilescope
