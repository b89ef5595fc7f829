#include "instrumentation/trace/launch.h"

#include <algorithm>

namespace tilescope {

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
