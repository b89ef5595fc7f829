#include "app/window/going.h"

namespace tilescope {

void keep_going(std::shared_ptr<WindowLoop> loop, std::function<void()>, std::function<void()> ends) {
  while (loop->step()) loop->rest();
  ends();
}

}  // namespace tilescope
