// The body of each fuzzer, for any bytes. They may be refused in the way there is for that; all else, memory or time
// that their size does not justify included, ends the process.
#pragma once

#include <span>

namespace tilescope::fuzz {

void try_input(std::span<const unsigned char> bytes);

}  // namespace tilescope::fuzz
