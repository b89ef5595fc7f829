// A launch of a kernel without a given launch: small enough to be seen, with arrays as long as it touches them. Found
// by trying; names of parameters only say what is tried first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "instrumentation/reading/fill.h"
#include "instrumentation/reading/trial.h"
#include "instrumentation/trace/exact_number.h"

namespace tilescope::reading {

// What the text's own launch says, as far as its numbers are known.
struct InText {
  std::optional<std::array<std::int64_t, 3>> grid, block;
  std::optional<std::int64_t> shared_bytes;
  std::vector<std::optional<std::int64_t>> bytes;  // that it allocates for an array, by the machine's number
};

// What is known before anything is tried.
struct LaunchHints {
  std::vector<std::optional<ExactNumber>> scalars;  // by machine::Code::scalars
  std::vector<std::vector<std::int64_t>> sides;     // by array, of numbers; empty: not known
  std::vector<std::optional<Fill>> fills;           // by array
  std::vector<std::vector<std::byte>> contents;     // by array: what it holds, whatever the fill; empty: not known
  std::optional<std::array<std::int64_t, 3>> grid, block;
  std::optional<std::int64_t> shared_bytes;
  // What the text's own launch makes of numbers that the kernel is given.
  std::function<InText(const std::vector<double>& scalars)> in_text;
  // Small numbers that the text's own launch gives, by machine::Code::scalars; empty: it says none.
  std::vector<std::optional<std::int64_t>> numbers_in_text;
  std::vector<std::int64_t> numbers;  // the knobs' values
  std::uint64_t seed = 1;             // of random fills
  std::uint64_t work = 20'000'000;    // that a guess may take, as machine::RunOptions counts it
  // For a launch that is as a user's text has it: what arrays hold is not in order, nor whole, so that mistakes show.
  bool holds_anything = false;
  bool is_all = false;    // nothing is left to be found
  bool is_small = false;  // the hints come from a search: arrays never grow for them
};

struct ArrayGuess {
  std::vector<std::int64_t> sides;  // of numbers: of vectors and structures, their parts
  Fill fill = Fill::zeros;
};

struct LaunchGuess {
  Setting setting;
  std::vector<ExactNumber> scalars;
  std::vector<ArrayGuess> arrays;  // by the machine's number; without sides where nothing is given
  bool is_known = false;           // some launch of it could be tried at all
  bool is_clean = false;           // it comes to its end, does something, and touches nothing outside
  bool search_ended = false;       // the work for trials was used up, or this launch takes more than a trial may
};

[[nodiscard]] LaunchGuess guess_launch(const machine::Prepared& kernel, const LaunchHints& said);

}  // namespace tilescope::reading
