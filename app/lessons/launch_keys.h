// The keys of a launch in a file, used by situations in lessons and by launches in tasks.
#pragma once

#include <string>
#include <vector>

#include "app/lessons/keys.h"
#include "instrumentation/launching/request/request.h"

namespace tilescope::lessons {

[[nodiscard]] std::vector<std::string_view> launch_key_names();
// Reads the launch keys of a table.
void read_launch_keys(const toml::table& table, Keys& keys, Request& request);
// Sets a launch key from text: "tile" and "16". Throws a UsageError for a bad value.
void set_launch_key(Request& request, const std::string& key, const std::string& value);

}  // namespace tilescope::lessons
