// Where a result goes: standard output, or a file that is whole or not there.
#pragma once

#include <string>

#include "app/export/json.h"

namespace tilescope {

// `path` is empty or "-" for standard output. Throws where the text cannot be written.
void write_output(const std::string& path, const std::string& text);
void write_json(const std::string& path, const Json& json);

}  // namespace tilescope
