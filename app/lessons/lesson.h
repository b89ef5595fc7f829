// A lesson as its author wrote it: a situation, and steps with something to read, to see and to guess. All of it is
// text; prepare.h resolves it on a trace.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/question.h"
#include "app/replay/moments.h"
#include "app/stage/ask.h"
#include "instrumentation/launching/request/request.h"

namespace tilescope::lessons {

// A mistake in a lesson's file, for the author.
struct Mistake {
  std::uint32_t line = 0;
  std::string key;
  std::string what;
};
// "lesson.toml:12: step.from: ...".
[[nodiscard]] std::string words_of(const std::string& file, const Mistake& mistake);

// A launch and the way it is shown.
struct Situation {
  Request request;
  std::string beside;   // the kernel to compare with; empty: the default; "none"
  bool as_ran = false;  // in the order in which threads ran, not in lockstep
  Explanation view;
  std::string gpu;                // the GPU in the view of limits; empty: this machine's, or the default
  std::string key = "situation";  // the key that last changed it
  std::uint32_t line = 0;
  std::string variable = {};  // the variable that the view shows in all threads; empty: the one that changes most

  [[nodiscard]] bool same_launch(const Situation& other) const;
};

// Identifies the trace of a request.
[[nodiscard]] std::string launch_key(const Request& request);

struct Step {
  std::string name;  // for bookmarks
  Written title, text, notes;
  std::optional<Situation> situation;  // for this step only; missing keys come from the lesson
  Written from, to;
  Grain grain = Grain::step;
  Written block, thread, partner;
  bool only_warp = false;    // lights only the thread's warp, not the whole block
  std::vector<Written> lit;  // besides the places that the text names
  Written edit;              // the line where typing begins
  std::optional<Question> question;
  std::uint32_t line = 0;
};

struct Lesson {
  std::string file;  // the file that it was read from
  std::string name;  // the file's name without number and extension, as for --lesson
  int number = 0;
  int was = 0;  // its number in older versions, for links; 0: the same
  Written title, summary;
  Situation situation;
  std::vector<Step> steps;
  std::vector<Written> next;  // names of the lessons that follow

  [[nodiscard]] const Situation& situation_of(const Step& step) const {
    return step.situation ? *step.situation : situation;
  }
};

}  // namespace tilescope::lessons
