// What stands beside a text that has not run yet: why, and what can be done.
#include <algorithm>
#include <string>

#include "app/explain/switchboard.h"
#include "app/names/key_names.h"
#include "app/screen/buttons.h"
#include "app/screen/screen.h"
#include "app/session/shortcuts.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

// A button, with its key if that works now.
void add_action(Picture& picture, float& y, const std::string& words, Act act, const View& view, bool is_typing) {
  const KeyPress& key = shortcut_of(act)->keys.front();
  const bool is_letter = key.key == Key::character && !key.control;
  const bool has_key = !view.is_for_a_finger() && !(is_letter && is_typing);
  const float high = std::max(1.9F * view.text, view.target);
  Buttons one(view.text);
  one.add(has_key ? words + "  (" + name_of(key) + ")" : words, button(act));
  one.draw(picture, {0, y}, high);
  y += high + 0.5F * view.text;
}

}  // namespace

Picture beside_text_picture(const Session& session, const View& view) {
  Picture picture = view.picture();
  const float text = view.text, small = 0.93F * text;
  const Editing& editing = session.editing();
  put(picture, {0, 0, view.width, 1.6F * text}, "Not run yet", 1.1F * text, Ink::text, Face::bold);
  const bool has_mistakes = editing.notes.has_errors();
  const std::string why =
      has_mistakes ? "Each mistake is shown below its line. The kernel runs once they are fixed." : editing.problem;
  float y = 2 * text;
  for (const std::string& row : wrapped(why, view.width, small, Face::sans)) {
    put(picture, {0, y, view.width, 1.4F * text}, row, small, Ink::dim);
    y += 1.4F * text;
  }
  y += text;
  if (const auto others = session.launching().chips(session.shown()); !others.empty()) {
    Picture kernels = switchboard_picture(others, view.width, text);
    const float high = kernels.height;
    picture.add(std::move(kernels), {0, y});
    y += high + text;
  }
  if (has_mistakes) add_action(picture, y, "Next mistake", Act::next_mistake, view, editing.has_keys);
  add_action(picture, y, "Open another file", Act::open_file, view, editing.has_keys);
  add_action(picture, y, "Start page", Act::start_page, view, editing.has_keys);
  return picture;
}

}  // namespace tilescope
