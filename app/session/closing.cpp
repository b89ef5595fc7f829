#include "app/session/closing.h"

#include "app/session/commands.h"
#include "app/session/under_way.h"

namespace tilescope {

namespace {

// Closes one panel; true if one was open.
bool close_panel(Overlays& overlays) {
  for (bool Overlays::*const panel : {&Overlays::help, &Overlays::start, &Overlays::launch, &Overlays::glossary})
    if (overlays.*panel) return overlays.*panel = false, true;
  if (overlays.files == Overlays::Files::none) return false;
  overlays.files = Overlays::Files::none;
  return true;
}

}  // namespace

void switch_presenter(Parts& parts) {
  parts.overlays.presenter = !parts.overlays.presenter;
  parts.course.outline = false;  // from which it may have been chosen
  parts.wishes.fullscreen = true;
}

void close_topmost(Parts& parts) {
  Overlays& overlays = parts.overlays;
  if (close_panel(overlays)) return;
  if (parts.editing.search.is_open()) return parts.editing.search.close();
  const std::optional<UnderWay> now = under_way(parts);
  if (now && now->is_told()) return carry_out(parts, CancelRecording{});
  if (parts.editing.has_keys) return void(parts.editing.has_keys = false);
  if (overlays.stop) return void(overlays.stop = false);
  if (now) return carry_out(parts, CancelRecording{});
  if (parts.banner) return parts.banner.reset();
  if (parts.course.outline) return void(parts.course.outline = false);
  if (parts.selection.selected.kind != Target::Kind::none || parts.selection.partner)
    return parts.selection.select_nothing();
  if (!parts.explaining.view.is_none()) return carry_out(parts, Explain{parts.explaining.view});
  if (overlays.presenter) switch_presenter(parts);
}

}  // namespace tilescope
