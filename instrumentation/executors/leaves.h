// Runs a launch again on the CPU, to see its results after a change.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/machine/run.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

class Leaves {
 public:
  struct Left {
    std::vector<LeftBytes> written;  // the arrays that the kernel stores to
    std::string printed;

    bool operator==(const Left&) const = default;
  };

  // For a kernel in a user's source. `runs`: which blocks; null: all.
  explicit Leaves(const Launch& launch, std::function<bool(std::uint64_t block)> runs = {});

  // None: it does not end, or takes too long.
  [[nodiscard]] std::optional<Left> as_it_is() { return left(); }
  // With these bits in uninitialized shared memory.
  [[nodiscard]] std::optional<Left> with_unset(std::uint32_t bits);
  // With a different number in this element of an array.
  [[nodiscard]] std::optional<Left> with_other(std::size_t array, std::uint32_t element);

 private:
  [[nodiscard]] std::optional<Left> left();

  const Launch& of_;
  const RecordedKernel& kernel_;
  std::function<bool(std::uint64_t block)> runs_;
  machine::Launch launch_;
  machine::RunMode way_ = machine::RunMode::together;
};

}  // namespace tilescope
