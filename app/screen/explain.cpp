// The explaining panel at the right: the switchboard and the open view.
#include <algorithm>
#include <utility>

#include "app/explain/switchboard.h"
#include "app/explain/views.h"
#include "app/screen/screen.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

Picture explain_picture(const Session& session, const View& view) {
  const float text = view.text;
  Picture picture = view.picture();
  float y = 0;
  const auto line = [&](const char* words) {
    put(picture, {0, y, view.width, 1.4F * text}, words, 0.9F * text, Ink::dim);
  };
  const ExplainView* open = view_of(session.explaining().view);
  if (open == nullptr) return picture;
  // If room is scarce, findings take precedence over switches.
  if (open->beside_stage && view.height >= 24 * text) {
    const Picture switches = switchboard_picture(session.launching().chips(session.shown()), view.width, text);
    picture.add(switches, {0, y});
    y += switches.height + 0.6F * text;
  }
  if (open->needs_analyses && session.shown().focus.explained == nullptr) {
    line(session.shown().is_explaining() ? "Analysing every access …" : "Not enough memory to analyse it.");
    return picture;
  }
  if (open->needs_steps && session.shown().frame.steps == 0) open = &explain_views().front();
  View room = view;
  room.height = view.height - y;
  room.from = view.from - y;
  Picture drawn = open->draw(session.explainable(), room);
  picture.height = std::max(picture.height, y + drawn.height);
  picture.add(std::move(drawn), {0, y});
  return picture;
}

}  // namespace tilescope
