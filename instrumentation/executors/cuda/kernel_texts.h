// The texts of kernels that were asked for: each is written once for a kernel and the sides of its blocks, and stays
// loaded.
#pragma once

#include <array>
#include <memory>

#include "instrumentation/executors/cuda/compiled.h"
#include "instrumentation/machine/run.h"

namespace tilescope::cuda {

class KernelTexts {
 public:
  KernelTexts(std::shared_ptr<const machine::Prepared> prepared, std::string name, std::array<std::uint32_t, 3> block);

  // As long as the program, for those that were asked for last.
  [[nodiscard]] static std::shared_ptr<KernelTexts> of(const std::string& name,
                                                       const std::shared_ptr<const machine::Prepared>& prepared,
                                                       const std::array<std::uint32_t, 3>& block);

  // Each is compiled when it is asked for something.
  [[nodiscard]] const std::shared_ptr<Module>& recorded() const { return recorded_; }
  [[nodiscard]] const std::shared_ptr<Module>& counted() const { return counted_; }
  // With every rounding spelled out, and nothing told.
  [[nodiscard]] const std::shared_ptr<Module>& bare() const { return bare_; }

  // Whether a thread that records keeps one event back and stores two at once: that helps where each has much to store.
  [[nodiscard]] static bool stands_in_pairs(const machine::Code& code);

 private:
  std::shared_ptr<const machine::Prepared> prepared_;
  std::string name_;
  std::array<std::uint32_t, 3> block_;
  std::shared_ptr<Module> recorded_, counted_, bare_;
};

}  // namespace tilescope::cuda
