// The words of a launch, the same on the command line, in scripts and in lessons.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/trace/launch.h"

namespace tilescope {

// A UsageError begins with the option's name and says what would do.
[[nodiscard]] Schedule parse_schedule(const std::string& text, std::string_view option);  // "reverse", "random:7"
[[nodiscard]] Record parse_record(const std::string& text, std::string_view option);
[[nodiscard]] OutOfBounds parse_out_of_bounds(const std::string& text, std::string_view option);
// "0,0", "0,0;1,2" or "0-3,1-2", rows (y) first.
[[nodiscard]] std::vector<BlockRange> parse_blocks(const std::string& text, std::string_view option);

[[nodiscard]] std::string_view name_of(Schedule::Kind kind);
[[nodiscard]] std::string_view name_of(Record record);
[[nodiscard]] std::string_view name_of(OutOfBounds out_of_bounds);

// As these are read again.
[[nodiscard]] std::string words_of(const Schedule& schedule);
[[nodiscard]] std::string words_of(const std::vector<BlockRange>& blocks);

}  // namespace tilescope
