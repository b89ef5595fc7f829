// Every schedule of the CPU executor, with some seeds.
#pragma once

#include <string>
#include <vector>

#include "instrumentation/trace/launch.h"

namespace tilescope::test {

struct NamedSchedule {
  std::string name;
  Schedule schedule;
};

inline std::vector<NamedSchedule> every_schedule(std::uint64_t seeds = 3) {
  std::vector<NamedSchedule> all{{"in_order", {Schedule::Kind::in_order, 0}},
                                 {"reverse", {Schedule::Kind::reverse, 0}},
                                 {"warp_interleaved", {Schedule::Kind::warp_interleaved, 0}}};
  for (std::uint64_t seed = 1; seed <= seeds; ++seed)
    all.push_back({"random:" + std::to_string(seed), {Schedule::Kind::random, seed}});
  return all;
}

}  // namespace tilescope::test
