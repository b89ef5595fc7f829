// What a finding says, in plain English: the same words on the command line and on the screen.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/analysis/hazards.h"
#include "instrumentation/analysis/wrong_reads.h"

namespace tilescope {

// "race on As, lines 11 and 14": its cause.
[[nodiscard]] std::string cause_words(const Trace& trace, const Finding& finding);
// The first example, as one or two sentences.
[[nodiscard]] std::string example_words(const Trace& trace, const Finding& finding);
// "64 pairs of accesses to 8 cells, in 4 blocks and 2 intervals".
[[nodiscard]] std::string total_words(const Trace& trace, const Finding& finding);
// All of these, and that C is right all the same where it is.
[[nodiscard]] std::string message_words(const Trace& trace, const Hazards& hazards, const Finding& finding);
// What one wrong read gave, instead of what, and what came of it.
[[nodiscard]] std::string wrong_read_words(const Trace& trace, const WrongRead& read);
// What could not be looked at, if anything.
// What the result is held against: "the product of A and B", "what `reference` leaves"; empty where it is not known.
[[nodiscard]] std::string against_words(const Trace& trace);
[[nodiscard]] std::vector<std::string> caveats(const Trace& trace, const Hazards& hazards);

// Line `line` of a kernel's text, without the blanks around it.
[[nodiscard]] std::string text_of_line(std::string_view text, std::uint32_t line);
// The lines that a finding is about, the first one first.
[[nodiscard]] std::vector<std::uint32_t> lines_of(const Finding& finding);

}  // namespace tilescope
