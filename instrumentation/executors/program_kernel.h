// A kernel of a program, and what of it is A, B, C, M, N and K.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/machine/run.h"
#include "instrumentation/traced/recorded_kernel.h"

namespace tilescope {

struct ProgramKernel {
  enum class Matrix : std::uint8_t { none, a, b, c };
  enum class Side : std::uint8_t { none, m, n, k };
  struct Scalar {
    Side side = Side::none;
    double value = 0;  // where it is none of them
  };

  std::string name;  // what a trace calls it
  std::string text;
  std::string file, entry;                                // where it is from
  std::map<std::string, std::string, std::less<>> knobs;  // as they were asked for
  std::shared_ptr<const machine::Prepared> prepared;
  std::vector<Matrix> arrays;   // by the machine's number
  std::vector<Scalar> scalars;  // of machine::Code::scalars

  // As executors take it; refers to this one.
  [[nodiscard]] RecordedKernel recorded() const {
    RecordedKernel kernel;
    kernel.name = name;
    kernel.text = text;
    kernel.program = this;
    return kernel;
  }
};

}  // namespace tilescope
