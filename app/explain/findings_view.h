// The findings of a trace, one below the other: what is wrong, on which lines, which threads did it, and when.
#pragma once

#include "app/explain/explainable.h"
#include "app/stage/stage.h"

namespace tilescope {

// The open finding is told in full. Above the findings is what was not checked.
[[nodiscard]] Picture findings_picture(const Explained& explained, std::size_t open, const View& view);

// The height of the part for a class: the open finding, without source lines and without other findings.
[[nodiscard]] float findings_height(const Explained& explained, std::size_t open, const View& view);

[[nodiscard]] std::string findings_line(const Explainable& of);
// Marks the wrong elements, and the cell of the open finding if its example is in the block in focus.
void mark_findings(const Explainable& of, StageOptions& stage);

}  // namespace tilescope
