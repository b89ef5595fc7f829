// The one exception the core throws: what failed, on what, and what to try.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace tilescope {

class Error : public std::runtime_error {
 public:
  // The one who has to act decides the exit code: the user mends what was asked for, or looks at what a run found.
  enum class Kind { usage, failed };

  explicit Error(const std::string& what, Kind kind = Kind::failed) : std::runtime_error(what), kind_(kind) {}

  [[nodiscard]] Kind kind() const noexcept { return kind_; }

 private:
  Kind kind_;
};

// What was asked for cannot be done; the message says what would do.
class UsageError : public Error {
 public:
  explicit UsageError(const std::string& what) : Error(what, Kind::usage) {}
};

// Where something stands in a file; line 0 is the file as a whole.
struct TextPlace {
  std::string file;
  std::uint32_t line = 0, column = 0;

  [[nodiscard]] std::string words() const {
    return line == 0 ? file : file + ":" + std::to_string(line) + ":" + std::to_string(column);
  }
};

// What is wrong with a text that a user wrote, and where; `more` says how to see the rest.
class TextError : public UsageError {
 public:
  TextError(TextPlace at, const std::string& wrong, const std::string& more = {})
      : UsageError(at.words() + ": " + wrong + more), at_(std::move(at)), wrong_(wrong) {}

  [[nodiscard]] const TextPlace& at() const noexcept { return at_; }
  [[nodiscard]] const std::string& wrong() const noexcept { return wrong_; }

 private:
  TextPlace at_;
  std::string wrong_;
};

}  // namespace tilescope
