// A user's request. Its fields are listed in request_fields.h, and all code reads and writes them by that table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/trace/launch.h"

namespace tilescope {

// The source of each value, if it was not the command line: "it.toml:3" by the field's key. It is no part of what is
// asked for.
struct RequestPlaces {
  std::map<std::string_view, std::string> places;

  bool operator==(const RequestPlaces&) const { return true; }
};

// What is left open gets the kernel's or the program's default.
struct Request {
  using Named = std::map<std::string, std::string, std::less<>>;

  std::string kernel = "tiled";
  std::optional<std::int64_t> m, n, k;
  std::optional<int> tile;
  std::string inputs = "counting";
  std::uint64_t seed = 1;
  Schedule schedule;
  std::optional<Record> record;  // full, or window where there is one
  std::vector<BlockRange> window;
  OutOfBounds out_of_bounds = OutOfBounds::poison;
  // For a kernel in a file, which `kernel` then names.
  std::optional<std::string> text;  // what a user typed in place of what the file has; there may be no such file
  std::string entry;
  std::string launches;    // that follow each other on the same arrays; empty: as the file says
  std::size_t launch = 0;  // which of them, from 1; 0: the first, where the file has such
  Named knobs;
  std::optional<std::array<std::int64_t, 3>> grid, block;
  std::optional<std::int64_t> shared_bytes;  // that are dynamic
  Named arrays;                              // what they are: "8x8", "64:ramp", ":a.csv"
  Named numbers;                             // that the kernel is given, as they are written
  RequestPlaces said_in;

  bool operator==(const Request&) const = default;
};

}  // namespace tilescope
