// What one click can change about a launch: a barrier or a guard taken out, another schedule, other luck.
#pragma once

#include <string>
#include <vector>

#include "app/command/command.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// A choice, and the launch that it leads to.
struct Chip {
  std::string words;
  bool on = false;
  Relaunch leads_to;
};

struct ChipRow {
  std::string name;
  std::vector<Chip> chips;
  bool of_kernel = false;  // they change its text
};

// Of what is shown, and how it was asked for. The matrices stay as they are: those of `launch`. A kernel without switches has no row of
// them.
[[nodiscard]] std::vector<ChipRow> switchboard(const Relaunch& asked, const Trace& trace,
                                               std::shared_ptr<const Launch> launch);

// The chips are numbered row by row; null where there is none of that number.
[[nodiscard]] const Chip* chip_at(const std::vector<ChipRow>& rows, std::uint32_t number);

// The rows, in boxes that can be clicked.
[[nodiscard]] Picture switchboard_picture(const std::vector<ChipRow>& rows, float width, float text);

}  // namespace tilescope
