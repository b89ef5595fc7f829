// The findings of a trace, one below the other: what is wrong, where in the text, who did it, and when.
#pragma once

#include "app/explain/explainable.h"
#include "app/stage/stage.h"

namespace tilescope {

// One finding is open and tells everything, as far as there is room. What could not be looked at
// stands above.
[[nodiscard]] Picture findings_picture(const Explained& explained, std::size_t open, const View& view);

// What a class needs of that: the finding that is open, without lines of the text and without the other ones.
[[nodiscard]] float findings_height(const Explained& explained, std::size_t open, const View& view);

[[nodiscard]] std::string findings_line(const Explainable& of);
// Wrong elements, and the cell of the finding that is open where the block in focus is that of its example.
void mark_findings(const Explainable& of, StageOptions& stage);

}  // namespace tilescope
