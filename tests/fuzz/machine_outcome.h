// The outcome of a launch, for comparisons: arrays, events, what was told.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "instrumentation/machine/run.h"

namespace tilescope::fuzz {

// A byte at a time takes most of a small program's time where it is sanitized.
[[nodiscard]] inline bool same_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

struct Outcome {
  struct Thread {
    std::uint64_t sum = 1;        // what all its events come to
    std::vector<Event> events{};  // the first ones
  };
  struct Block {
    std::vector<Thread> threads{};   // none: they were only counted
    std::vector<Tallies> tallies{};  // as the machine tells them
  };
  std::vector<LeftBytes> arrays;
  std::string printed, fault;
  bool in_turns = false;
  std::vector<Block> blocks;
  std::uint64_t events = 0;  // that were kept
  std::string flaw;          // in an event, where there is one
};

[[nodiscard]] Outcome outcome_of(const machine::Ran& ran, const machine::Launch& launch);
// Nothing, or what is not the same.
[[nodiscard]] std::string difference(const Outcome& a, const Outcome& b);

}  // namespace tilescope::fuzz
