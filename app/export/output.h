// The destination of a result: standard output, or a file that is either complete or absent.
#pragma once

#include <string>

#include "app/export/json.h"

namespace tilescope {

// An empty `path` or "-" means standard output. Throws if the text cannot be written.
void write_output(const std::string& path, const std::string& text);
void write_json(const std::string& path, const Json& json);

}  // namespace tilescope
