// A lesson as its author wrote it: a situation, and steps through it with something to read, to see and to guess.
// Everything here is text; what it comes to on a trace is worked out in prepare.h.
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

// Something wrong in a lesson's file, told so that its author can mend it.
struct Mistake {
  std::uint32_t line = 0;
  std::string key;
  std::string what;
};
// "lesson.toml:12: step.from: ...".
[[nodiscard]] std::string words_of(const std::string& file, const Mistake& mistake);

// What is launched and how it is looked at.
struct Situation {
  Request request;
  std::string beside;   // the kernel to compare with; empty: the usual one; "none"
  bool as_ran = false;  // in the order in which threads ran, not in lockstep
  Explanation view;
  std::string gpu;                // of the view of limits; empty: this machine's, or the usual one
  std::string key = "situation";  // where it was said last
  std::uint32_t line = 0;
  std::string variable = {};  // of the view of variables, in all threads; empty: the one that changes most often

  [[nodiscard]] bool same_launch(const Situation& other) const;
};

// Everything about a request that says which trace it gives, as text.
[[nodiscard]] std::string launch_key(const Request& request);

struct Step {
  std::string name;  // its bookmark
  Written title, text, notes;
  std::optional<Situation> situation;  // of this step alone, what it does not say being the lesson's
  Written from, to;
  Grain grain = Grain::step;
  Written block, thread, partner;
  bool only_warp = false;    // what the thread's warp does is lit, and not all that the block does
  std::vector<Written> lit;  // beside what the text names
  Written edit;              // the line where somebody who types begins
  std::optional<Question> question;
  std::uint32_t line = 0;
};

struct Lesson {
  std::string file;  // where it was read from
  std::string name;  // the file's name without digits and ending: what --lesson takes
  int number = 0;
  int was = 0;  // its number in former versions, which links have; 0: the same
  Written title, summary;
  Situation situation;
  std::vector<Step> steps;
  std::vector<Written> next;  // names of lessons

  [[nodiscard]] const Situation& situation_of(const Step& step) const {
    return step.situation ? *step.situation : situation;
  }
};

}  // namespace tilescope::lessons
