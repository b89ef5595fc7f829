#include <fmt/format.h>

#include <algorithm>

#include "app/screen/screen.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/list/text_launches.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/request/tile_name.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

// Turns "2 x 3" into "2 × 3".
std::string with_times_signs(std::string words) {
  for (std::size_t at = words.find(" x "); at != std::string::npos; at = words.find(" x ", at))
    words.replace(at, 3, " × ");
  return words;
}

std::string shape_words(const Launch& launch, bool is_wide) {
  if (!reading::has_matrices(launch)) return with_times_signs(blocks_in_words(launch, is_wide));
  const auto [m, n, k] = reading::sides_of(launch);
  const std::string tile = fmt::format("{} = {}", tile_name(launch), launch.tile);
  if (m == n && n == k) return fmt::format("{} × {}, {}", m, n, tile);
  return fmt::format("{} × {} × {}, {}", m, k, n, tile);
}

// A trace file may contain a kernel that this program does not know.
std::string kernel_words(const std::string& name) {
  const CatalogueKernel* const product = find_product(name);
  return product == nullptr ? name : fmt::format("{}: {}", name, product->summary);
}

// Turns "sums.cu:reduce" into "reduce".
std::string without_file(const std::string& name) {
  const std::size_t file = name.rfind(".cu:");
  return file == std::string::npos ? name : name.substr(file + 4);
}

constexpr float least_with_share = 28;  // in text sizes; a telephone held upright is narrower

// "ran on the CPU", or a GPU's name unchanged.
std::string ran_on(const std::string& executor) {
  const std::size_t end = executor.rfind(" executor");
  return end == std::string::npos ? executor : "ran on the " + executor.substr(0, end);
}

}  // namespace

Picture title_picture(const Session& session, const View& view) {
  Picture picture = view.picture();
  const float text = view.text;
  const auto put_brand = [&] {
    put(picture, {0, 0, 6.2F * text, view.height}, "TileScope", 1.25F * text, Ink::text, Face::bold);
  };
  float right = view.width;
  const auto width_of = [&](float letters) { return (letters * 0.56F + 1.2F) * text; };
  const auto badge = [&](const std::string& what, float letters, Ink ink, const std::optional<Target>& target) {
    const float wide = width_of(letters);
    const Box box{right - wide, 0.45F * text, wide, view.height - 0.9F * text};
    if (target && target->kind == Target::Kind::act)
      picture.shapes.push_back({box, Ink::panel, ink, 1, box.h / 2, 1, Mark::none});
    put(picture, box.inset(0.3F * text), what, 0.9F * text, ink == Ink::edge ? Ink::text : ink, Face::sans,
        Align::center);
    if (target) picture.hits.push_back({{box.x, 0, box.w, view.height}, *target});
    right = box.x - 0.5F * text;
  };
  badge("? help", 5, Ink::edge, button(Act::help));
  if (!session.shown().has_trace()) return put_brand(), picture;
  if (view.width >= least_with_share * text) badge("share", 5, Ink::edge, button(Act::copy_share));
  const Trace& trace = session.shown().replay().trace();
  const Launch& launch = trace.launch();
  const Recorded& focus = session.shown().focus;
  if (const std::size_t errors = focus.explained == nullptr ? 0 : focus.explained->errors(); errors > 0) {
    const std::string found = fmt::format("{} {}", errors, errors == 1 ? "finding" : "findings");
    badge(found, static_cast<float>(found.size()), Ink::bad, button(Explain{"findings"}));
  }
  if (session.editing().runs.is_beside(session.shown().beside) && !session.explaining().is_open("changes"))
    badge("what changed", 11, Ink::edge, button(Explain{"changes"}));
  if (!trace.fully_recorded()) {
    const std::string some = recorded_words(session.shown().replay().scenery());
    badge(some, static_cast<float>(some.size()), Ink::wait, button(Act::launch_panel));
  }
  if (const std::string place = place_in_words(launch); !place.empty()) {
    constexpr std::string_view word = "launch ";
    const std::string numbers = own_numbers(launch);
    const std::string words = view.width < 60 * text ? place.substr(word.size())  // the name needs the room
                              : numbers.empty() || view.width < 75 * text ? place
                                                                          : place + ": " + numbers;
    badge(words, static_cast<float>(words.size()), Ink::edge, button(Act::next_launch));
  }
  // The launch in the source, if it differs from this one.
  if (const std::string other = other_numbers_in_text(launch); !other.empty()) {
    constexpr std::size_t most = 32;
    const bool fits = view.width >= 75 * text && other.size() <= most;
    const std::string words = fits ? "in the file: " + other : "differs from the file";
    badge(words, static_cast<float>(words.size()) - 1, Ink::wait, button(Act::launch_panel));
  }
  // In a narrow window, the launch's badge is short if the kernel's name needs the room.
  constexpr float start_wide = 6.5F;
  const std::string shape = shape_words(launch, view.width >= 75 * text);
  const auto letters = static_cast<float>(shape.size()) - 1;
  const bool is_narrow = view.width < 60 * text;
  const float named = std::min(text_width(without_file(launch.kernel), 0.9F * text, Face::sans), 12 * text);
  if (!is_narrow || right - width_of(letters) > (start_wide + 1) * text + named)
    badge(shape, letters, Ink::edge, button(Act::launch_panel));
  else
    badge("launch", 6, Ink::edge, button(Act::launch_panel));
  // No button, so it has no frame; the pointer is told why no GPU recorded. Without much room, the buttons need it.
  const std::string ran = ran_on(trace.executor()) + (view.width >= 75 * text ? ", counted" : "");
  if (const float wide = width_of(static_cast<float>(ran.size()));
      right - wide > 7 * text + (is_narrow ? start_wide * text + named : 0))  // else over the name
    badge(ran, static_cast<float>(ran.size()), Ink::dim, Target{.kind = Target::Kind::executor});
  // The button of the start page is always there; if the name leaves no room for it, in place of the program's name.
  Box rest{7 * text, 0, right - 7 * text, view.height};
  const bool has_brand = text_width(without_file(launch.kernel), text, Face::sans) < rest.w - (start_wide + 1) * text;
  if (has_brand) {
    put_brand();
    rest.x += (start_wide + 1) * text;
    rest.w -= (start_wide + 1) * text;
  }
  right = (has_brand ? 7 * text : 0) + start_wide * text;
  badge("start page", 9, Ink::edge, button(Act::start_page));
  const std::string name = first_that_fits({kernel_words(launch.kernel), launch.kernel, without_file(launch.kernel)},
                                           rest.w, text, Face::sans);
  // A narrow window has the whole name above the code, and here only if it fits.
  const std::string shown = elided(name, rest.w, 0.85F * text, Face::sans);
  if (!is_narrow || shown == name) put(picture, rest, shown, text, Ink::dim);
  return picture;
}

}  // namespace tilescope
