// A kernel that executors record: a program's, and what of it is A, B, C, M, N and K.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tilescope {

namespace machine {
class Prepared;
}

struct RecordedKernel {
  enum class Matrix : std::uint8_t { none, a, b, c };
  enum class Side : std::uint8_t { none, m, n, k };
  struct Scalar {
    Side side = Side::none;
    double value = 0;  // where it is none of them
  };

  std::string name;  // what a trace calls it
  std::string text;
  std::string file, entry;                                  // where it is from; of the catalogue's, nothing
  std::vector<std::string> others;                          // that could be meant as well, where nobody said which
  std::map<std::string, std::string, std::less<>> knobs;    // as they were asked for
  std::map<std::string, std::string, std::less<>> defined;  // before the text begins
  std::shared_ptr<const machine::Prepared> prepared;
  std::vector<Matrix> arrays;    // by the machine's number
  std::vector<Scalar> scalars;   // of machine::Code::scalars
  double sure = 1;               // the part of what was tried that these agree with
  bool doubted = false;          // it was not right in each launch that was tried, or too few could be
  bool found_by_trying = false;  // or known by their names
};

}  // namespace tilescope
