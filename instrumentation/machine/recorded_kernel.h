// A kernel for executors to record: its program, and where it is from.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "instrumentation/trace/launch.h"

namespace tilescope {

namespace machine {
class Prepared;
}

// Which of several launches on the same arrays it is for.
struct InList {
  std::vector<std::string> names;   // of the kernels of all of them; none: it is not a list
  std::vector<std::string> titles;  // the same, with the numbers in which one differs from those beside it
  std::size_t number = 1;
  std::string said;                 // the list, where it was not the file's
  std::vector<std::string> called;  // by the kernel's arrays: what the list calls them

  // What the list's arrays held before the first launch that is given them, by their names there, and its numbers.
  struct Start {
    std::vector<Buffer> arrays;
    std::map<std::string, ExactNumber, std::less<>> numbers;
  };
  std::shared_ptr<const Start> start;  // of the last launch alone

  [[nodiscard]] bool is_last() const { return !names.empty() && number == names.size(); }
};

struct RecordedKernel {
  std::string name;  // what a trace calls it
  std::string text;
  std::string file, entry;          // where it is from; of the catalogue's, nothing
  bool is_typed = false;            // its text is what a user typed, and not the file's
  std::string judged_by;            // the text whose `reference` says what should come out; nothing: its own
  std::vector<std::string> others;  // that could be meant as well, where the user does not say which
  InList list;
  std::map<std::string, std::string, std::less<>> knobs;    // as they were asked for
  std::map<std::string, std::string, std::less<>> defined;  // before the text begins
  std::shared_ptr<const machine::Prepared> prepared;
};

}  // namespace tilescope
