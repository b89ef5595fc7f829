// A kernel that executors record: a program's, and where it is from.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tilescope {

namespace machine {
class Prepared;
}

struct RecordedKernel {
  std::string name;  // what a trace calls it
  std::string text;
  std::string file, entry;                                  // where it is from; of the catalogue's, nothing
  std::vector<std::string> others;                          // that could be meant as well, where nobody said which
  std::map<std::string, std::string, std::less<>> knobs;    // as they were asked for
  std::map<std::string, std::string, std::less<>> defined;  // before the text begins
  std::shared_ptr<const machine::Prepared> prepared;
};

}  // namespace tilescope
