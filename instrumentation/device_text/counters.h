// How generated source counts events: once per execution of a stretch of instructions, because all of them execute
// equally often. Events that depend on run-time conditions are counted separately.
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

  // True if a stretch with something to count starts at this instruction.
  [[nodiscard]] bool begins(std::uint32_t instruction) const { return begins_[instruction]; }
  [[nodiscard]] std::string name(std::uint32_t instruction) const;
  // The counter of a conditional event at an instruction: `site`, in place of `usual` if that is given.
  static constexpr std::uint32_t none = 0xffffffff;
  [[nodiscard]] std::string sometimes(std::uint32_t site, std::uint32_t usual);
  [[nodiscard]] std::uint32_t sometimes_count() const { return static_cast<std::uint32_t>(sometimes_.size()); }
  // The conditional counter of a site, if the site of an event is known only at run time.
  [[nodiscard]] std::uint32_t place_of(std::uint32_t site);

  [[nodiscard]] std::string declared() const;
  [[nodiscard]] std::string told() const;
  [[nodiscard]] std::string told_of_ways() const;  // number of events in all, and whether any strayed

 private:
  struct What {  // the array (after all arrays: none) and the kind of event
    std::uint32_t array = 0;
    Count count = Count::global_load;
    auto operator<=>(const What&) const = default;
  };
  [[nodiscard]] std::map<What, std::string> sums() const;
  [[nodiscard]] What what_of(std::uint32_t site) const;
  void add_sites(std::uint32_t instruction);

  const machine::Code& code_;
  std::vector<std::uint32_t> stretch_;                             // by instruction
  std::vector<bool> begins_;                                       // by instruction
  std::map<What, std::map<std::uint32_t, std::uint32_t>> always_;  // by stretch, the number of events
  std::vector<std::pair<What, std::vector<What>>> sometimes_;      // one more of the first, and one less of the others
};

}  // namespace tilescope::device_text
