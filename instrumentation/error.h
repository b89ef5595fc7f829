// The one exception the core throws: what failed, on what, and what to try.
#pragma once

#include <stdexcept>
#include <string>

namespace tilescope {

class Error : public std::runtime_error {
 public:
  // Who has to act decides the exit code: the user mends what was asked for, or looks at what a run found.
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

}  // namespace tilescope
