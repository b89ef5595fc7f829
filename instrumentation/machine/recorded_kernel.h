// A kernel for executors to record: its program, and its source.
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

// The launch, among several on the same arrays, that this kernel is for.
struct InList {
  std::vector<std::string> names;   // the kernels of all launches; empty: it is not a list
  std::vector<std::string> titles;  // the same, with the numbers that differ between neighbours
  std::size_t number = 1;
  std::string said;                 // the list, if it is not from the file
  std::vector<std::string> called;  // by array of the kernel: its name in the list

  // The initial contents of the list's arrays, before the first launch that uses them, and its numbers; by name.
  struct Start {
    std::vector<Buffer> arrays;
    std::map<std::string, ExactNumber, std::less<>> numbers;
  };
  std::shared_ptr<const Start> start;  // only for the last launch

  [[nodiscard]] bool is_last() const { return !names.empty() && number == names.size(); }
};

struct RecordedKernel {
  std::string name;  // the name in a trace
  std::string text;
  std::string file, entry;          // the origin of the source; empty for the catalogue
  bool is_typed = false;            // the source is what a user typed, not the file's content
  std::string judged_by;            // the source whose `reference` gives the expected result; empty: its own
  std::vector<std::string> others;  // other possible kernels, if the user did not choose one
  InList list;
  std::map<std::string, std::string, std::less<>> knobs;    // as requested
  std::map<std::string, std::string, std::less<>> defined;  // macros defined before the source
  std::shared_ptr<const machine::Prepared> prepared;
};

}  // namespace tilescope
