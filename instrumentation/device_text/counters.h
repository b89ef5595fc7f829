// How a text counts: once for each time that a stretch of instructions is come to, since all of them are done as often.
// What is known only when it happens is counted by itself.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "instrumentation/machine/code/code.h"
#include "instrumentation/trace/count.h"

namespace tilescope::device_text {

class Counters {
 public:
  explicit Counters(const machine::Code& code);

  // Whether a stretch begins at this instruction that has something to count.
  [[nodiscard]] bool begins(std::uint32_t instruction) const { return begins_[instruction]; }
  [[nodiscard]] std::string name(std::uint32_t instruction) const;
  // The counter of what happens sometimes at an instruction: `site`, and instead of it `usual`, where there is such a
  // one.
  static constexpr std::uint32_t none = 0xffffffff;
  [[nodiscard]] std::string sometimes(std::uint32_t site, std::uint32_t usual);
  [[nodiscard]] std::uint32_t sometimes_count() const { return static_cast<std::uint32_t>(sometimes_.size()); }
  // Where it is not known before which of several sites an event is of: by how they are counted.
  [[nodiscard]] std::uint32_t place_of(std::uint32_t site);

  [[nodiscard]] std::string declared() const;
  [[nodiscard]] std::string told() const;
  [[nodiscard]] std::string told_of_ways() const;  // how many in all, and whether any strayed

 private:
  struct What {  // of which array (after all arrays: of none), and what
    std::uint32_t array = 0;
    Count count = Count::global_load;
    auto operator<=>(const What&) const = default;
  };
  [[nodiscard]] std::map<What, std::string> sums() const;
  [[nodiscard]] What what_of(std::uint32_t site) const;
  void add_sites(std::uint32_t instruction);

  const machine::Code& code_;
  std::vector<std::uint32_t> stretch_;                             // of each instruction
  std::vector<bool> begins_;                                       // by instruction
  std::map<What, std::map<std::uint32_t, std::uint32_t>> always_;  // by stretch, how many
  std::vector<std::pair<What, std::vector<What>>> sometimes_;      // one more of it, and one less of these
};

}  // namespace tilescope::device_text
