// The differences between the launch in focus and the one beside it, row by row, and the first step at which they
// differ.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/explain/changes.h"
#include "app/explain/options.h"
#include "app/stage/words.h"

namespace tilescope {

struct Explainable;

[[nodiscard]] Picture changes_picture(const ChangesOf& of, const View& view);
[[nodiscard]] std::vector<OptionRow> changes_options(const ChangesOf& of);
void dump_changes(const Explainable& of, Json& state);
[[nodiscard]] std::string changes_line(const Explainable& of);

}  // namespace tilescope
