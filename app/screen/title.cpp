#include <fmt/format.h>

#include <algorithm>

#include "app/screen/screen.h"
#include "app/stage/corner.h"
#include "app/stage/text.h"

namespace tilescope {

Picture title_picture(const Session& session, const View& view) {
  Picture picture = view.picture();
  const float text = view.text;
  put(picture, {0, 0, 6.2F * text, view.height}, "TileScope", 1.25F * text, Ink::text, Face::bold);
  float right = view.width;
  const auto badge = [&](const std::string& what, float letters, Ink ink, const std::optional<Target>& target) {
    const float wide = (letters * 0.56F + 1.2F) * text;
    const Box box{right - wide, 0.45F * text, wide, view.height - 0.9F * text};
    picture.shapes.push_back({box, Ink::panel, ink, 1, box.h / 2, 1, Mark::none});
    put(picture, box.inset(0.3F * text), what, 0.9F * text, ink == Ink::edge ? Ink::text : ink, Face::sans,
        Align::center);
    if (target) picture.hits.push_back({box, *target});
    right = box.x - 0.5F * text;
  };
  badge("? help", 5, Ink::edge, button(Act::help));
  if (!session.has_trace()) return picture;
  const Trace& trace = session.replay().trace();
  const Launch& launch = trace.launch();
  if (session.shown().focus.explained.get() != nullptr && session.shown().focus.explained.get()->errors() > 0) {
    const std::size_t errors = session.shown().focus.explained.get()->errors();
    const std::string found = fmt::format("{} {}", errors, errors == 1 ? "finding" : "findings");
    badge(found, static_cast<float>(found.size()), Ink::bad, button(Explain{"findings"}));
  }
  badge("counted", 7, Ink::c, std::nullopt);
  if (!trace.fully_recorded()) {
    const std::string some = recorded_words(session.replay().scenery());
    badge(some, static_cast<float>(some.size()), Ink::wait, button(Act::launch_panel));
  }
  const std::string shape =
      launch.m == launch.n && launch.n == launch.k
          ? fmt::format("{} × {}, T = {}", launch.m, launch.n, launch.tile)
          : fmt::format("{} × {} × {}, T = {}", launch.m, launch.k, launch.n, launch.tile);
  badge(shape, static_cast<float>(shape.size()) - 1, Ink::edge, button(Act::launch_panel));
  const Target executor{.kind = Target::Kind::executor};
  badge(trace.executor(), static_cast<float>(trace.executor().size()), Ink::edge, executor);
  const float x = 7 * text;
  const auto say = [&](const std::string& words, Ink ink) {
    put(picture, {x, 0, right - x, view.height}, words, text, ink);
  };
  // Who points at the badge is told why it was no GPU.
  const std::string& note = session.shown().focus.note;
  if (!note.empty() && session.selection().hovered == executor)
    return say(elided("Recorded by the CPU: " + note, right - x, text, Face::sans), Ink::wait), picture;
  // A trace from a file may be of a kernel that this program does not have.
  const auto known = std::find_if(catalogue().begin(), catalogue().end(),
                                  [&](const CatalogueKernel& kernel) { return kernel.name == launch.kernel; });
  const std::string says =
      known == catalogue().end() ? launch.kernel : fmt::format("{}: {}", launch.kernel, known->summary);
  say(first_that_fits({says, launch.kernel}, right - x, text, Face::sans), Ink::dim);
  return picture;
}

}  // namespace tilescope
