// Finds hazards outside shared memory: accesses beyond their arrays, and elements that two threads store.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "instrumentation/analysis/careful_hazards.h"
#include "instrumentation/analysis/shared_hazards.h"
#include "instrumentation/paged.h"

namespace tilescope {

class GlobalHazards {
 public:
  // What orders threads and blocks besides barriers, the careful ones know.
  GlobalHazards(const Trace& trace, CarefulHazards& careful)
      : trace_(trace), careful_(careful), owners_(trace.arrays().size()), left_(trace.arrays().size()) {}

  void stray(const Here& here, std::uint32_t thread, std::uint32_t number, const Event& event);
  void store(const Here& here, std::uint32_t thread, std::uint32_t number, const Event& event);
  void collect(std::vector<Finding>& findings) const;

 private:
  // The thread that stored an element first since the last barrier of its block. That block's events may be gone.
  struct Owner {
    std::uint32_t block = 0;  // from 1; 0: none
    std::uint32_t number = 0;
    std::uint32_t stamp = 0;     // of the interval
    std::uint32_t interval = 0;  // as its block numbers them
    std::uint32_t site = 0;
    std::uint16_t thread = 0;
    Meetings met;
    bool made_of_its_cell = false;
  };
  void store_cell(const Here& here, std::uint32_t thread, std::uint32_t number, const Event& event, std::uint32_t cell);
  [[nodiscard]] bool is_ordered(const Owner& owner, const Here& here, std::uint32_t thread, std::uint32_t number);
  [[nodiscard]] CarefulHazards::Left left_by(const Owner& owner, std::uint8_t array, std::uint32_t cell) const;
  // The lines of both accesses; of one alone, its line and whether it stores.
  using Cause = std::tuple<Hazard, std::uint8_t, std::uint32_t, std::uint32_t>;
  Gathering& gathering(const Cause& cause);

  const Trace& trace_;
  CarefulHazards& careful_;
  std::vector<Paged<Owner>> owners_;        // by array and element
  std::vector<Paged<std::uint64_t>> left_;  // what it stored there, where that matters
  std::map<Cause, Gathering> gatherings_;
};

}  // namespace tilescope
