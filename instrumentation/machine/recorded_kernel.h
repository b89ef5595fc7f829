// A kernel that executors record: a program's, and where it is from.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tilescope {

namespace machine {
class Prepared;
}

// Which of several launches on the same arrays it is for.
struct InList {
  std::vector<std::string> names;  // of the kernels of all of them; none: it is no list
  std::size_t number = 1;
  std::string said;  // the list, where it was not the file's
};

struct RecordedKernel {
  std::string name;  // what a trace calls it
  std::string text;
  std::string file, entry;          // where it is from; of the catalogue's, nothing
  bool is_typed = false;            // its text is what somebody typed, and not the file's
  std::vector<std::string> others;  // that could be meant as well, where nobody said which
  InList list;
  std::map<std::string, std::string, std::less<>> knobs;    // as they were asked for
  std::map<std::string, std::string, std::less<>> defined;  // before the text begins
  std::shared_ptr<const machine::Prepared> prepared;
};

}  // namespace tilescope
