// Says why a trace file cannot be read, and where the error is.
#pragma once

#include <cstdint>
#include <string>

#include "instrumentation/error.h"

namespace tilescope {

// A usage error: the user has to choose another file.
class TraceFileError : public Error {
 public:
  struct FilePart {
    std::string path;
    std::uint64_t offset = 0;  // of the wrong part, in the file
    std::string part;          // "header", "table", or a section and its chunk: "blocks 3"
  };

  TraceFileError(FilePart place, const std::string& what)
      : Error(place.path + ": " + place.part + ", at byte " + std::to_string(place.offset) + ": " + what, Kind::usage),
        place_(std::move(place)) {}

  [[nodiscard]] const FilePart& place() const noexcept { return place_; }

 private:
  FilePart place_;
};

}  // namespace tilescope
