// The story of one element: every event that loads it, stores it, or sums up what is stored.
#pragma once

#include <cstdint>
#include <vector>

#include "instrumentation/analysis/block_stores.h"
#include "instrumentation/trace/trace.h"

namespace tilescope {

// The accesses to an element by one recorded block, by thread and number.
[[nodiscard]] std::vector<EventRef> accesses_of_element(const Trace& trace, std::uint8_t array, std::uint32_t element,
                                                        std::size_t block);

// By block, thread and number. Of a global array: in all recorded blocks; of a shared one: in this block. To an element
// that is stored belong the partial sums that its values came from. An access out of bounds is no access to an element.
[[nodiscard]] std::vector<EventRef> events_of_element(const Trace& trace, std::uint8_t array, std::uint32_t element,
                                                      std::size_t block);

}  // namespace tilescope
