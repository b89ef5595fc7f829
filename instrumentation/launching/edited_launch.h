// The launch of a text that was edited: the one before, as long as what that depends on is as it was. So what an edit
// breaks is compared with what the launch meant, and nothing is guessed again for each letter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/launching/request/request.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

// Nothing if the kernel is given other things than before, has other knobs or another launch in the text, or cannot
// run: then it has to be planned like any other. The request has the new text, and `before` its inputs.
[[nodiscard]] std::optional<Launch> launch_of_edit(const Request& request, const Launch& before);

// The launch before with this text in its place, whatever else that says: what should come out is still what the text
// before says, and a constant that the launch is made of keeps its value. A UsageError tells what is missing: the
// kernel, what it is given, a constant that the launch sets.
[[nodiscard]] Launch launch_of_answer(const std::string& text, const std::string& file, const Launch& before);
// For each such constant that the text gives another value: "mine.cu: BLOCK is 32 here, and has to stay 16: ...".
[[nodiscard]] std::vector<std::string> changed_constants(const std::string& text, const std::string& file,
                                                         const Launch& before);

}  // namespace tilescope
