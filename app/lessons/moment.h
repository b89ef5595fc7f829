// Moments by their names: "end of phase 1" in a lesson is "phase 1", and "before barrier 2 in phase 0" is what it says.
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

// A line of a kernel by what it does there, so that no lesson has to count lines.
struct LineName {
  enum class Kind : std::uint8_t { number, text, load, fill, read, store, atomic, sum, add, shuffle, barrier };
  Kind kind = Kind::number;
  std::uint32_t number = 0;  // of a line, or of a barrier from 1
  std::string text;          // an array, or a part of the line's text
};
// Nothing where no line is named here. A UsageError where one is named wrongly.
[[nodiscard]] std::optional<LineName> read_line_name(Reader& reader);
// A UsageError where the kernel has no such line.
[[nodiscard]] std::uint32_t line_named(const Scene& scene, const LineName& name);

struct MomentName {
  enum class Kind : std::uint8_t { start, end, step, phase, turn, finding, line };
  Kind kind = Kind::start;
  bool before = false;
  std::uint32_t number = 0;  // of a step or a turn from 1, a phase from 0, a finding from 1
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
