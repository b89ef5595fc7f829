// Findings in plain English, the same on the command line and on the screen.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/analysis/hazards.h"
#include "instrumentation/analysis/wrong_reads.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/reading/past_rows.h"

namespace tilescope {

// Whether a limit ended the run; that is not an error of the kernel.
[[nodiscard]] bool is_cut_short(const Trace& trace);
// The cause: "race on As, lines 11 and 14".
[[nodiscard]] std::string cause_words(const Trace& trace, const Finding& finding);
// The same; if two threads meet at a cell, names both and the cell: "race on As[0][3] between thread (0,0) on line 11
// and thread (0,1) on line 14, in block (0,0)".
[[nodiscard]] std::string case_words(const Trace& trace, const Finding& finding);
// The first example, as one or two sentences.
[[nodiscard]] std::string example_words(const Trace& trace, const Finding& finding);
// "64 pairs of accesses to 8 cells, in 4 blocks and 2 intervals between barriers".
[[nodiscard]] std::string total_words(const Trace& trace, const Finding& finding);
// The array that holds the launch's result, if it is known.
[[nodiscard]] std::string result_name(const Trace& trace, const Hazards& hazards);
// All of these, and that the result is still right, if it is.
[[nodiscard]] std::string message_words(const Trace& trace, const Hazards& hazards, const Finding& finding);
// The value of a wrong read, the expected value, and what it affects.
[[nodiscard]] std::string wrong_read_words(const Trace& trace, const WrongRead& read);
// The final and the expected value of an element, with enough digits to tell them apart.
struct GotAndExpected {
  std::string got, expected;
};
[[nodiscard]] GotAndExpected got_and_expected(const Trace& trace, std::uint8_t array, std::uint32_t element,
                                              double expected);
// What the result is compared with: "the product of A and B", "the result of `reference`"; empty if unknown.
[[nodiscard]] std::string against_words(const Trace& trace);
// Whether sizes are known for which the product is wrong.
[[nodiscard]] bool fails_somewhere(const reading::LaunchProduct& product);
// What was not checked, which rows are overrun, and for which sizes the result is right.
[[nodiscard]] std::vector<std::string> caveats(const Trace& trace, const Hazards& hazards,
                                               const std::vector<reading::PastRow>& past_rows);

// Beyond 2^30 the intended element is unknown.
[[nodiscard]] bool is_far(std::uint32_t index);
// "element -1 of A", for an access out of bounds.
[[nodiscard]] std::string stray_name(const ArrayInfo& array, std::uint32_t index);

// Line `line` of a source, without its indentation.
[[nodiscard]] std::string text_of_line(std::string_view text, std::uint32_t line);
// "12  C[row * N + col] = sum;"
[[nodiscard]] std::string numbered_line(std::string_view text, std::uint32_t line);
// The lines of a finding, the main one first.
[[nodiscard]] std::vector<std::uint32_t> lines_of(const Finding& finding);

}  // namespace tilescope
