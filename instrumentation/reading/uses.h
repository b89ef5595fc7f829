// Finds what a kernel does with its numeric arguments and with the contents of its arrays: which are limits, which say
// where something lies. Found in its instructions, without running them.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/machine/code/code.h"

namespace tilescope::reading {

struct NumberUse {
  bool is_used = false;
  bool is_guard = false;      // compared with what differs from thread to thread, as `row < M` does
  bool is_limit = false;      // of anything that differs
  bool covers_all = false;    // by itself of what goes through all threads of all blocks
  bool covers_block = false;  // by itself of what goes through the threads of a block
  bool counts_loop = false;   // of a loop that all threads go through alike
  bool is_passed = false;     // threads of all blocks are asked whether they are beyond it
  int parts = 1;              // of how many numbers' product it is a part that is the limit of all threads
  bool is_factor = false;     // of what differs, as a matrix's width is of a row; or of mere places alone

  // It only says where something is, as the k of a step does.
  [[nodiscard]] bool is_place() const { return !is_limit && !is_factor; }
};

struct ArrayUse {
  bool finds = false;          // its values are indices of arrays
  bool finds_stored = false;   // of what is stored there
  bool finds_changed = false;  // and what is there is read and stored again, as a histogram's counters are
  bool finds_itself = false;   // of its own elements, as those of a list do
  bool begins = false;         // such an index is counted up from its value
  bool ends_itself = false;    // up to another value of the same array
  bool ends = false;           // up to its value
  bool limits = false;         // its values are limits of anything that differs
  bool has_none = false;       // its values are compared with -1, or asked whether they are negative
};

struct Uses {
  std::vector<NumberUse> numbers;  // by machine::Code::scalars
  std::vector<ArrayUse> arrays;    // by the machine's number
};
[[nodiscard]] Uses uses_of(const machine::Code& code);
// The arrays that a launch is given and nothing reads or writes, by the machine's number.
[[nodiscard]] std::vector<std::uint32_t> unused_arrays(const machine::Code& code);

}  // namespace tilescope::reading
