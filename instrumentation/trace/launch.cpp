#include "instrumentation/trace/launch.h"

#include <algorithm>
#include <cstring>

namespace tilescope {

double Buffer::at(std::uint64_t element) const {
  if ((element + 1) * element_bytes > bytes.size()) return 0;
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes.data() + element * element_bytes, element_bytes);
  if (element_bytes < 4 && !is_unsigned) {  // the sign goes on
    const unsigned above = 64 - 8 * element_bytes;
    bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << above) >> above) & 0xffffffff;
  }
  return as_double(number, bits);
}

bool Launch::records(unsigned block_y, unsigned block_x) const {
  switch (record) {
    case Record::full: return true;
    case Record::counts: return false;
    case Record::window:
    case Record::blocks: break;
  }
  return std::any_of(window.begin(), window.end(),
                     [&](const BlockRange& range) { return range.contains(block_y, block_x); });
}

}  // namespace tilescope
