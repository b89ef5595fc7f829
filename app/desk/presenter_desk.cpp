#include "app/desk/presenter_desk.h"

#include <algorithm>

#include "app/gl/painter.h"
#include "app/screen/screen.h"

namespace tilescope {

void PresenterDesk::frame() {
  gui_.set_user_scale(session_.settings().zoom);
  const Theme& theme = *find_theme(session_.settings().theme);
  gui_.begin(theme, 0);
  const Extent size = surface_.size();
  View view;
  view.width = static_cast<float>(size.width);
  view.height = static_cast<float>(size.height);
  view.text = std::max(15 * gui_.scale(), std::min(view.width / 50, view.height / 32));
  const Picture picture = notes_picture(session_, view);
  gui_.set_ground(picture.ground);
  paint(picture, {0, 0}, 1, gui_.background(), gui_.fonts(), theme, gui_.painters());
  gui_.end();
}

}  // namespace tilescope
