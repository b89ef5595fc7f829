// The panel at the right that explains: its tabs, the switchboard, and the view that is open.
#include <algorithm>
#include <array>

#include "app/explain/cpu_view.h"
#include "app/explain/findings_view.h"
#include "app/explain/heat_view.h"
#include "app/explain/limits_view.h"
#include "app/explain/switchboard.h"
#include "app/explain/times_view.h"
#include "app/explain/warps_view.h"
#include "app/screen/screen.h"
#include "app/stage/corner.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

struct Tab {
  Explanation view;
  Act act;
  const char* name;
};
constexpr std::array tabs{Tab{Explanation::findings, Act::show_findings, "findings"},
                          Tab{Explanation::warps, Act::show_warps, "warps"},
                          Tab{Explanation::heat, Act::show_heat, "heat"},
                          Tab{Explanation::limits, Act::show_limits, "limits"},
                          Tab{Explanation::cpu, Act::show_cpu, "CPU"},
                          Tab{Explanation::times, Act::show_times, "times"}};

// The open one is underlined; the cross at the right closes all of it.
void draw_tabs(Picture& picture, const Session& session, float text) {
  const float height = 1.8F * text;
  float x = 0;
  // In a narrow panel they stand closer, so that the cross has its place.
  float names = 0;
  for (const Tab& tab : tabs) names += text_width(tab.name, text, Face::bold);
  const auto count = static_cast<float>(tabs.size());
  const float around = std::clamp((picture.width - 2.1F * text - names) / count, 0.2F * text, 1.5F * text);
  for (const Tab& tab : tabs) {
    const bool is_open = session.explanation() == tab.view;
    const float wide = text_width(tab.name, text, Face::bold) + 0.8F * around;
    const Box box{x, 0, wide, height};
    put(picture, box, tab.name, 0.95F * text, is_open ? Ink::text : Ink::dim, is_open ? Face::bold : Face::sans,
        Align::center);
    if (is_open)
      picture.shapes.push_back({{box.x, box.bottom() - 0.2F * text, box.w, 0.2F * text}, Ink::now});
    else
      picture.hits.push_back({box, button(tab.act)});
    x = box.right() + 0.2F * around;
  }
  const Box close{picture.width - 1.8F * text, 0, 1.8F * text, height};
  const Box cross{close.middle().x - 0.35F * text, close.middle().y - 0.35F * text, 0.7F * text, 0.7F * text};
  const float width = std::max(1.5F, 0.12F * text);
  picture.lines.push_back({{cross.x, cross.y}, {cross.right(), cross.bottom()}, Ink::dim, width});
  picture.lines.push_back({{cross.x, cross.bottom()}, {cross.right(), cross.y}, Ink::dim, width});
  for (const Tab& tab : tabs)
    if (session.explanation() == tab.view) picture.hits.push_back({close, button(tab.act)});
}

Picture view_picture(const Session& session, const View& room) {
  const Replay& replay = session.replay();
  const Explained& explained = *session.explained();
  switch (session.explanation()) {
    case Explanation::warps:
      if (session.frame().steps == 0) break;
      return warps_picture(replay, session.frame(), explained, room);
    case Explanation::heat:
      return heat_picture(session.heat(), session.heat_beside(), room);
    case Explanation::limits: return limits_picture(session.limits(), room);
    case Explanation::times: return times_picture(session.times(), room);
    default: break;
  }
  return findings_picture(replay, explained, session.finding(), room);
}

}  // namespace

Picture explain_picture(const Session& session, const View& view) {
  const float text = view.text;
  Picture picture;
  picture.width = view.width;
  picture.height = view.height;
  const bool is_for_a_class = session.presents() && session.course().is_open();  // then the lesson says what is open
  if (!is_for_a_class) draw_tabs(picture, session, text);
  float y = is_for_a_class ? 0 : 2.3F * text;
  const auto line = [&](const char* words) {
    put(picture, {0, y, view.width, 1.4F * text}, words, 0.9F * text, Ink::dim);
  };
  // Where there is little room, what was found comes before what could be switched.
  if (session.explanation() == Explanation::findings && view.height >= 24 * text) {
    const Picture switches = switchboard_picture(session.chips(), view.width, text);
    picture.add(switches, {0, y});
    y += switches.height + 0.6F * text;
  }
  View room = view;
  room.height = view.height - y;
  if (session.explanation() == Explanation::cpu && session.loops() != nullptr) {  // it needs no analysis of the trace
    picture.add(cpu_picture(*session.loops(), session.loops_choice(), session.loops_part(), room), {0, y});
    return picture;
  }
  if (session.explained() == nullptr) {
    line(session.is_explaining() ? "Every access is being looked at …" : "There is not enough memory to look at it.");
    return picture;
  }
  picture.add(view_picture(session, room), {0, y});
  return picture;
}

}  // namespace tilescope
