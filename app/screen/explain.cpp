// The explaining panel at the right: the open view and, below the findings, the switchboard.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/explain/switchboard.h"
#include "app/explain/views.h"
#include "app/screen/screen.h"
#include "app/stage/flow.h"
#include "app/stage/parts.h"

namespace tilescope {

namespace {

constexpr float before_switches = 0.6F;  // in text sizes

std::size_t count_of(const std::vector<OptionRow>& rows) {
  std::size_t count = 0;
  for (const OptionRow& row : rows) count += row.options.size();
  return count;
}

// The switches, folded unless the reader wants them.
Picture switches_picture(const Session& session, const View& view) {
  const std::vector<OptionRow> rows = session.launching().chips(session.shown());
  const bool is_open = session.explaining().choices.is_unfolded;
  Picture picture;
  picture.width = view.width;
  if (rows.empty()) return picture;
  Flow flow(picture, {0, 0, view.width, 0}, view.text);
  flow.space(before_switches);
  flow.opener(fmt::format("What if? {} for this launch", many(count_of(rows), "switch", "switches")), Ink::text,
              is_open, button(Act::unfold));
  if (is_open) flow.add(switchboard_picture(rows, view.width, view.text));
  picture.height = flow.y();
  return picture;
}

}  // namespace

Picture explain_picture(const Session& session, const View& view) {
  Picture picture = view.picture();
  const ExplainView* open = view_of(session.explaining().view);
  if (open == nullptr) return picture;
  const bool is_known = !open->needs_analyses || session.shown().focus.explained != nullptr;
  const bool has_switches = open->beside_stage && !view.is_for_a_class();  // a class cannot click
  if (!is_known)
    put(picture, {0, 0, view.width, 1.4F * view.text},
        session.shown().is_explaining() ? "Analysing every access …" : "Not enough memory to analyse this launch.",
        0.9F * view.text, Ink::dim);
  if (open->needs_steps && session.shown().frame.steps == 0) open = &explain_views().front();
  float bottom = 1.4F * view.text;
  if (is_known) {
    Picture drawn = open->draw(session.explainable(), view);
    bottom = drawn.height;
    picture.add(std::move(drawn), {0, 0});
  }
  if (has_switches) {
    Picture switches = switches_picture(session, view);
    const float y = bottom;
    bottom += switches.height;
    picture.add(std::move(switches), {0, y});
  }
  picture.height = std::max(picture.height, bottom);
  return picture;
}

}  // namespace tilescope
