// The explaining panel at the right: its tabs, the switchboard, and the open view.
#include <algorithm>

#include "app/explain/switchboard.h"
#include "app/explain/views.h"
#include "app/screen/screen.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

// Draws the tabs, with the open one underlined and a cross at the right that closes the panel. They take two rows if
// one is too narrow. Returns their height.
float draw_tabs(Picture& picture, const Session& session, float text) {
  const float height = 1.8F * text, least = 0.2F * text;
  const auto views = explain_views();
  const auto names = [&](std::size_t from, std::size_t to) {
    float wide = 0;
    for (std::size_t n = from; n < to; ++n) wide += text_width(views[n].tab, text, Face::bold);
    return wide;
  };
  const float room = picture.width - 2.1F * text;
  const auto fits = [&](std::size_t from, std::size_t to) {
    return names(from, to) + least * static_cast<float>(to - from) <= room;
  };
  std::size_t in_row = views.size();
  while (in_row > 1 && !(fits(0, in_row) && (in_row == views.size() || in_row <= (views.size() + 1) / 2))) --in_row;
  const Explanation open = session.explaining().view;
  float y = 0;
  for (std::size_t first = 0; first < views.size(); first += in_row, y += height) {
    const std::size_t end = std::min(first + in_row, views.size());
    // In a narrow panel the tabs are closer together, to leave room for the cross.
    const float around = std::clamp((room - names(first, end)) / static_cast<float>(end - first), least, 1.5F * text);
    float x = 0;
    for (std::size_t n = first; n < end; ++n) {
      const bool is_open = open == views[n].explanation();
      const float wide = text_width(views[n].tab, text, Face::bold) + 0.8F * around;
      const Box box{x, y, wide, height};
      put(picture, box, std::string(views[n].tab), 0.95F * text, is_open ? Ink::text : Ink::dim,
          is_open ? Face::bold : Face::sans, Align::center);
      if (is_open)
        picture.shapes.push_back({{box.x, box.bottom() - 0.2F * text, box.w, 0.2F * text}, Ink::now});
      else
        picture.hits.push_back({box, button(Explain{views[n].explanation()})});
      x = box.right() + 0.2F * around;
    }
  }
  const Box close{picture.width - 1.8F * text, 0, 1.8F * text, height};
  const Box cross{close.middle().x - 0.35F * text, close.middle().y - 0.35F * text, 0.7F * text, 0.7F * text};
  const float width = std::max(1.5F, 0.12F * text);
  picture.lines.push_back({{cross.x, cross.y}, {cross.right(), cross.bottom()}, Ink::dim, width});
  picture.lines.push_back({{cross.x, cross.bottom()}, {cross.right(), cross.y}, Ink::dim, width});
  picture.hits.push_back({close, button(Explain{open})});
  return y;
}

}  // namespace

Picture explain_picture(const Session& session, const View& view) {
  const float text = view.text;
  Picture picture;
  picture.width = view.width;
  picture.height = view.height;
  const bool is_for_a_class =
      session.overlays().presenter && session.course().is_open();  // the lesson then chooses the view
  float y = is_for_a_class ? 0 : draw_tabs(picture, session, text) + 0.5F * text;
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
  room.is_guessing = session.course().is_open() && session.course().guess().open;
  picture.add(open->draw(session.explainable(), room), {0, y});
  return picture;
}

}  // namespace tilescope
