#include "app/desk/presenter_desk.h"

#include <algorithm>

#include "app/gl/painter.h"
#include "app/screen/screen.h"

namespace tilescope {

std::vector<Target> PresenterDesk::frame() {
  std::vector<Target> pressed;
  for (const Point& place : surface_.take_presses())
    if (const Target target = shown_.at(place); target.kind == Target::Kind::act) pressed.push_back(target);
  gui_.set_user_scale(session_.settings().zoom);
  const Theme& theme = *find_theme(session_.settings().theme);
  gui_.begin(theme, 0);
  const Extent size = surface_.size();
  View view;
  view.width = static_cast<float>(size.width);
  view.height = static_cast<float>(size.height);
  view.text = std::max(15 * gui_.scale(), std::min(view.width / 50, view.height / 32));
  shown_ = notes_picture(session_, view);
  gui_.set_ground(shown_.ground);
  paint(shown_, {0, 0}, 1, gui_.background(), gui_.fonts(), theme, gui_.painters());
  gui_.end();
  return pressed;
}

}  // namespace tilescope
