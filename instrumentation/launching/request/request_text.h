// The text of a request, and how it is read.
#pragma once

#include <string>

#include "instrumentation/language/program.h"
#include "instrumentation/launching/request/request.h"

namespace tilescope {

// What was typed, or else what the file holds; a UsageError says why it cannot be read.
[[nodiscard]] std::string text_of(const Request& request);
// Throws the text's first mistake as a UsageError, and how many more there are.
[[noreturn]] void tell_mistakes(const std::string& file, const language::Program& program);
// What a text calls the width of its tiles, if anything.
[[nodiscard]] std::string tile_knob(const std::string& text);
// With these knobs: what a text asks for and never declares is defined by its knob, as by a compiler's -D.
[[nodiscard]] language::ReadOptions options_for(const std::string& text, const Request::Named& knobs);
// How a text is read for such a request, which may be one of what is typed: with its knobs, and its tiles' width.
[[nodiscard]] language::ReadOptions options_for(const Request& request, const std::string& text);
// Whether a kernel of the text is another one with this knob: also where it is no knob of its own, as a constant that
// only tells it which element is whose.
[[nodiscard]] bool changes_with(const language::Program& as_it_is, const language::Kernel& kernel,
                                const language::ReadOptions& options, const std::string& knob);

}  // namespace tilescope
