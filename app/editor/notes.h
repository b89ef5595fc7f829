// The mistakes of a text in the editor, each with a fix if one is known to help.
#pragma once

#include <vector>

#include "app/editor/editor_picture.h"
#include "instrumentation/language/program.h"

namespace tilescope::editor {

// The notes of a program, ordered by place. A fix is offered if the message suggests one, and if `read` finds fewer
// mistakes in the fixed text.
[[nodiscard]] std::vector<Note> notes_of(const language::Program& program,
                                         const std::function<language::Program(std::string text)>& read);

// Moves a text's notes to another text that differs by one edit; notes inside the edit are dropped.
[[nodiscard]] std::vector<Note> moved(std::vector<Note> notes, std::string_view before, std::string_view now);

}  // namespace tilescope::editor
