// The indices of a thin recording, which follow from those of few blocks: if the threads of two blocks take the same
// paths, an index differs by the distance of the blocks times a stride of its site. The threads' index numbers prove or
// disprove it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "instrumentation/executors/cuda/device_run.h"
#include "instrumentation/executors/cuda/paths.h"
#include "instrumentation/executors/cuda/there/indices.h"

namespace tilescope::cuda {

class Indices {
 public:
  // For the run's last recording, thin and with all its events, of these blocks by slot; their paths must be known.
  [[nodiscard]] bool find(DeviceRun& run, const Paths& paths, std::span<const std::uint32_t> blocks);

  // How many blocks were recorded again, and in how many bytes.
  [[nodiscard]] std::size_t samples() const { return samples_.size(); }
  [[nodiscard]] std::uint64_t bytes() const { return again_.events.size() * sizeof(NarrowEvent); }

  // For a block's threads: the indices of the first block like it, and the difference from them at each site.
  void bring();
  class OfBlock {
   public:
    OfBlock(const Indices& of, std::size_t slot);
    [[nodiscard]] std::uint32_t index(std::uint32_t event, std::uint32_t thread) const {
      const std::uint64_t row = of_.again_.pairs ? event / 2 : event;
      return of_.again_.pairs ? first_[(row * of_.threads_ + thread) * 2 + event % 2].index
                              : first_[row * of_.threads_ + thread].index;
    }
    [[nodiscard]] std::uint32_t further(std::uint32_t site) const;

   private:
    const Indices& of_;
    const NarrowEvent* first_;
    long long away_[3];
  };

 private:
  [[nodiscard]] std::array<std::uint32_t, 3> place_of(std::uint32_t block) const {
    return {block % grid_[0], block / grid_[0] % grid_[1], block / grid_[0] / grid_[1]};
  }
  void choose_samples(std::span<const std::uint32_t> blocks, const std::vector<unsigned long long>& kinds);

  std::uint32_t threads_ = 0, capacity_ = 0;
  std::array<std::uint32_t, 3> grid_{};
  std::vector<IndexSample> samples_;
  std::vector<std::uint32_t> first_of_slot_, sample_of_slot_;  // by slot: of the first block like it
  DeviceRun::Again again_;
  std::vector<IndexStep> steps_;
  std::vector<NarrowEvent> events_;    // of the samples, copied to the host
  std::vector<std::uint32_t> blocks_;  // by slot
};

}  // namespace tilescope::cuda
