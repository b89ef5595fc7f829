// The mistakes of a text in the editor, each with a fix if one is known to work.
#pragma once

#include <vector>

#include "app/editor/editor_picture.h"
#include "instrumentation/language/program.h"

namespace tilescope::editor {

// By place, for the text of the program. A fix is offered if the words name a change, and if the changed text has fewer
// mistakes when it is read again; `read` reads it.
[[nodiscard]] std::vector<Note> notes_of(const language::Program& program,
                                         const std::function<language::Program(std::string text)>& read);

// The places of a text's notes in another text that differs by an edit at one place; those in the edit are gone.
[[nodiscard]] std::vector<Note> moved(std::vector<Note> notes, std::string_view before, std::string_view now);

}  // namespace tilescope::editor
