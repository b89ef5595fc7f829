// The findings of a trace, one below the other: what is wrong, where in the text, which threads did it, and when.
#pragma once

#include "app/explain/explainable.h"
#include "app/stage/stage.h"

namespace tilescope {

// One finding is open and shows everything that has room. What was not checked stands above.
[[nodiscard]] Picture findings_picture(const Explained& explained, std::size_t open, const View& view);

// The part for a class: the open finding, without lines of the text and without the other findings.
[[nodiscard]] float findings_height(const Explained& explained, std::size_t open, const View& view);

[[nodiscard]] std::string findings_line(const Explainable& of);
// The wrong elements, and the cell of the open finding if the block in focus is that of its example.
void mark_findings(const Explainable& of, StageOptions& stage);

}  // namespace tilescope
