// Names of moments: "phase 1" is the end of phase 1, "before barrier 2 in phase 0" the moment before that barrier.
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

// A source line, named by what it does, so that lessons do not depend on line numbers.
struct LineName {
  enum class Kind : std::uint8_t { number, text, load, fill, read, store, atomic, sum, add, shuffle, barrier };
  Kind kind = Kind::number;
  std::uint32_t number = 0;  // a line's number, or a barrier's from 1
  std::string text;          // the name of an array, or a part of the line
};
// Empty if the next words name no line. Throws a UsageError for a bad name.
[[nodiscard]] std::optional<LineName> read_line_name(Reader& reader);
// Throws a UsageError if the kernel has no such line.
[[nodiscard]] std::uint32_t line_named(const Scene& scene, const LineName& name);

struct MomentName {
  enum class Kind : std::uint8_t { start, end, step, phase, turn, finding, line };
  Kind kind = Kind::start;
  bool before = false;
  std::uint32_t number = 0;  // a step, a turn or a finding counts from 1, a phase from 0
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
