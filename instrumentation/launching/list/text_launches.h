// The launches that a text's own host part makes, with the numbers that it says: exactly those, whatever is small
// enough to be looked at.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "instrumentation/language/program.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

struct TextLaunch {
  language::Launch said;
  // What it does not say, as the text has it: "n". A launch is made as it is only where that is nothing.
  std::vector<std::string> unknown;
  // By the kernel's arrays: what the host calls them; nothing of what is not a name.
  std::map<std::string, std::string, std::less<>> called;

  [[nodiscard]] bool is_whole() const { return unknown.empty(); }
};

// For all kernels that can run, in the order of the text: the first launch of each.
[[nodiscard]] std::vector<TextLaunch> launches_in_text(const Request& asked);
// The kernels that can run, in the order of the text.
[[nodiscard]] std::vector<std::string> kernels_in_text(const Request& asked);

// "grid 64 x 64, block 16 x 16, n = 1024", as far as the text says it.
[[nodiscard]] std::string numbers_in_words(const language::Launch& launch);
// Those of the kernel's first launch in the text that this one does not have; empty: there are none.
[[nodiscard]] std::string other_numbers_in_text(const Launch& launch);

// Which argument of a launch a parameter is given, or is a part of.
[[nodiscard]] std::size_t argument_of(const language::Kernel& kernel, const language::Parameter& parameter);
// What the host calls the array that it gives a kernel; nothing if that is a place in one.
[[nodiscard]] std::string array_on_host(const language::Launch& launch, const language::Kernel& kernel,
                                        const language::Parameter& parameter);

// The request for just this launch, for plan_said: what it does not say of an array is left open.
[[nodiscard]] Request as_in_text(const Request& asked, const TextLaunch& launch);
// How many blocks like its first one it takes to be done, times what that one takes, as machine::RunOptions counts
// work.
[[nodiscard]] double likely_work(const Launch& launch);

}  // namespace tilescope
