// What a file says of a launch: the same keys in a lesson's situations and in a task's launches.
#pragma once

#include <string>
#include <vector>

#include "app/lessons/keys.h"
#include "instrumentation/launching/request/request.h"

namespace tilescope::lessons {

[[nodiscard]] std::vector<std::string_view> launch_key_names();
// Those that the table has.
void read_launch_keys(const toml::table& table, Keys& keys, Request& request);
// What a launch is asked for by these words: "tile" and "16". A UsageError where it cannot be.
void set_launch_key(Request& request, const std::string& key, const std::string& value);

}  // namespace tilescope::lessons
