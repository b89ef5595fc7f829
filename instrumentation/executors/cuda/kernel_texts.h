// The generated sources of kernels: each is written once for a kernel and the sides of its blocks, and stays loaded.
#pragma once

#include <array>
#include <atomic>
#include <memory>

#include "instrumentation/device_text/there.h"
#include "instrumentation/executors/cuda/compiled.h"
#include "instrumentation/machine/run.h"

namespace tilescope::cuda {

class KernelTexts {
 public:
  KernelTexts(std::shared_ptr<const machine::Prepared> prepared, std::string name, std::array<std::uint32_t, 3> block,
              device_text::There::Stray stray, bool large);

  // The most recent ones stay for the program's lifetime.
  [[nodiscard]] static std::shared_ptr<KernelTexts> of(const std::string& name,
                                                       const std::shared_ptr<const machine::Prepared>& prepared,
                                                       const std::array<std::uint32_t, 3>& block,
                                                       device_text::There::Stray stray, bool large);

  // Each is compiled on first use. For large launches, `fast` sources have unrolled loops and take longer to compile.
  // Wide events are for the few threads that define a path; thin ones are only values.
  [[nodiscard]] const std::shared_ptr<Module>& recorded(bool fast) const { return recorded_[fast ? 1 : 0]; }
  [[nodiscard]] const std::shared_ptr<Module>& recorded_thin(bool fast) const { return recorded_thin_[fast ? 1 : 0]; }
  [[nodiscard]] const std::shared_ptr<Module>& recorded_wide() const { return recorded_wide_; }
  [[nodiscard]] const std::shared_ptr<Module>& counted(bool fast) const { return counted_[fast ? 1 : 0]; }
  // Reports for each block which others did the same in shared memory, and whether it strayed.
  [[nodiscard]] const std::shared_ptr<Module>& ways(bool fast) const { return ways_[fast ? 1 : 0]; }
  // With explicit rounding and without records: proves that recording changes nothing.
  [[nodiscard]] const std::shared_ptr<Module>& bare() const { return bare_; }

  // Set if thin events were not enough.
  [[nodiscard]] std::atomic<bool>& needs_indices() { return needs_indices_; }

  // True if a recording thread holds one event back and stores two at once, which helps if events are small or each
  // thread stores much.
  [[nodiscard]] static bool stands_in_pairs(const machine::Code& code, std::uint32_t event_bytes);

 private:
  std::shared_ptr<const machine::Prepared> prepared_;
  std::string name_;
  std::array<std::uint32_t, 3> block_;
  device_text::There::Stray stray_;
  bool large_;
  std::array<std::shared_ptr<Module>, 2> recorded_, recorded_thin_, counted_, ways_;  // by `fast`
  std::shared_ptr<Module> recorded_wide_, bare_;
  std::atomic<bool> needs_indices_ = false;
};

}  // namespace tilescope::cuda
