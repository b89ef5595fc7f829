// A launch of the table as the machine takes it.
#pragma once

#include <cstdint>
#include <string>

#include "instrumentation/machine/run.h"
#include "tests/instrumentation/machine/judge/table.h"

namespace tilescope::judge {

// Which of the code's arrays a given one is. A variable that is a structure may be called after its first member.
[[nodiscard]] std::uint32_t array_of(const machine::Code& code, const std::string& name);

[[nodiscard]] machine::Launch for_machine(const machine::Code& code, const Line& line, const Drawn& drawn);

// Whether what an atomic found decides what is done next, or what other threads left: then a kernel goes another way
// where threads go in another order.
[[nodiscard]] bool steers(const machine::Code& code);

}  // namespace tilescope::judge
