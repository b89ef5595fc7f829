#include "app/export/output.h"

#include <cstdio>

#include "app/export/whole_file.h"
#include "instrumentation/error.h"

namespace tilescope {

void write_output(const std::string& path, const std::string& text) {
  if (!path.empty() && path != "-") return write_file(path, text);
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw Error("standard output cannot be written to");
}

void write_json(const std::string& path, const Json& json) { write_output(path, json.dump(2) + "\n"); }

}  // namespace tilescope
