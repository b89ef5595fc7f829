// Moments by name: the end of phase 1 is "phase 1", and "before barrier 2 in phase 0" means what it says.
//
//   moment = ("start" | "end" | ["before" | "after"] place) [("+" | "-") N ("event"[s] | "step"[s])]
//   place  = "step" N | "phase" N | "finding" N | ["visit" N "of" | "last"] line ["in" "phase" N]
//   line   = "line" N | "load" ARRAY | "fill" ARRAY | "read" ARRAY | "store" [ARRAY] | "atomic" [ARRAY]
//          | "sum" | "add" | "shuffle" | "barrier" N
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "app/lessons/reader.h"
#include "app/lessons/scenes.h"

namespace tilescope::lessons {

// A kernel's line, named by what it does, so that lessons need not count lines.
struct LineName {
  enum class Kind : std::uint8_t { number, text, load, fill, read, store, atomic, sum, add, shuffle, barrier };
  Kind kind = Kind::number;
  std::uint32_t number = 0;  // a line's number, or a barrier's from 1
  std::string text;          // an array's name, or a part of the line's text
};
// Empty if no line is named here. Throws a UsageError for a bad name.
[[nodiscard]] std::optional<LineName> read_line_name(Reader& reader);
// Throws a UsageError if the kernel has no such line.
[[nodiscard]] std::uint32_t line_named(const Scene& scene, const LineName& name);

struct MomentName {
  enum class Kind : std::uint8_t { start, end, step, phase, turn, finding, line };
  Kind kind = Kind::start;
  bool before = false;
  std::uint32_t number = 0;  // a step's or turn's number from 1, a phase's from 0, a finding's from 1
  LineName line;
  std::uint32_t visit = 1;  // from 1; 0: the last
  std::optional<std::uint32_t> phase;
  std::int64_t shift = 0;
  bool shifts_steps = false;
};
[[nodiscard]] MomentName read_moment(std::string_view text);

[[nodiscard]] std::uint64_t moment_named(const Scene& scene, const MomentName& name);
[[nodiscard]] std::uint64_t moment_named(const Scene& scene, std::string_view text);

// In a sentence: "at the end of phase 1", "just before line 13 is run in phase 0".
[[nodiscard]] std::string words_of(const Scene& scene, const MomentName& name);

}  // namespace tilescope::lessons
