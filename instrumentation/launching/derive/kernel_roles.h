// Finds which of a kernel's parameters are A, B, C, M, N and K: from its file's header, or by their names.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

struct ProductKernel : RecordedKernel {
  enum class Matrix : std::uint8_t { none, a, b, c };
  enum class Side : std::uint8_t { none, m, n, k };
  struct Scalar {
    Side side = Side::none;
    double value = 0;  // where it is none of them
  };

  std::vector<Matrix> arrays;   // by the machine's number
  std::vector<Scalar> scalars;  // of machine::Code::scalars
};

// Whether all of its parameters are known by name.
[[nodiscard]] bool has_roles(const language::Kernel& kernel, const KernelHeader& header);
// What each of the machine's scalars is, as far as the header and the names say so.
[[nodiscard]] std::vector<ProductKernel::Scalar> named_scalars(const machine::Code& code, const KernelHeader& header);
// A UsageError names what is not known, and how to say it.
void give_roles(ProductKernel& own, const language::Kernel& kernel, const KernelHeader& header);

// What the text calls "A", "B" and "C" of a launch.
[[nodiscard]] std::map<std::string, std::string> names_of_matrices(const Launch& launch);

}  // namespace tilescope
