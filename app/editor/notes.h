// What is wrong with a text, for somebody who edits it: each with a change that mends it, where there is one that does.
#pragma once

#include <vector>

#include "app/editor/editor_picture.h"
#include "instrumentation/language/program.h"

namespace tilescope::editor {

// By place, for the text of the program. A mend is offered where its words name a change, and where the text read again
// with that change has fewer mistakes; `read` reads it.
[[nodiscard]] std::vector<Note> notes_of(const language::Program& program,
                                         const std::function<language::Program(std::string text)>& read);

// Where notes of one text stand in another that came of it by an edit at one place; those that it changed are gone.
[[nodiscard]] std::vector<Note> moved(std::vector<Note> notes, std::string_view before, std::string_view now);

}  // namespace tilescope::editor
