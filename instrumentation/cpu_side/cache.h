// A model of a CPU's cache: bytes in lines, each of which has a few possible places; the line that was not used for
// longest makes room. A store brings its line in as a load does; what is written back is not counted.
#pragma once

#include <cstdint>
#include <vector>

namespace tilescope {

struct CacheShape {
  std::uint32_t bytes = 1024;
  std::uint32_t line_bytes = 64;
  std::uint32_t ways = 4;  // places for a line; 0: anywhere in the cache

  [[nodiscard]] std::uint32_t lines() const { return bytes / line_bytes; }
  [[nodiscard]] std::uint32_t places() const { return ways == 0 ? lines() : ways; }
  [[nodiscard]] std::uint32_t sets() const { return lines() / places(); }
  // A UsageError unless all are powers of two that go into each other, and a line holds a float.
  void require_valid() const;

  bool operator==(const CacheShape&) const = default;
};

class Cache {
 public:
  static constexpr std::uint32_t none = 0xffffffff;

  // For a memory of so many lines, numbered from 0.
  Cache(const CacheShape& shape, std::uint32_t memory_lines);

  // Whether the line was there. It is there afterwards, as the last one used.
  bool access(std::uint32_t line);
  [[nodiscard]] bool holds(std::uint32_t line) const { return held_[line]; }

  // What every set holds, set after set, the last one used first; none if a place is empty.
  [[nodiscard]] std::vector<std::uint32_t> contents() const;
  // As it was when it had these contents.
  void restore(const std::vector<std::uint32_t>& contents);

 private:
  // Each set is a list from the last line used to the first.
  struct Set {
    std::uint32_t newest = none, oldest = none, size = 0;
  };
  void take_out(Set& set, std::uint32_t line);
  void put_first(Set& set, std::uint32_t line);

  std::uint32_t places_;
  std::vector<Set> sets_;
  std::vector<std::uint32_t> newer_, older_;  // by line: its neighbours in the list
  std::vector<bool> held_;                    // by line
};

}  // namespace tilescope
