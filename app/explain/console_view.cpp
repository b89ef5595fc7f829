#include "app/explain/console_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/stage/flow.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"

namespace tilescope {

namespace {

constexpr float console_row = 1.4F;  // in units of the text size

std::string nothing_words(const Trace& trace) {
  if (trace.kernel_text().find("printf") == std::string::npos) return "This kernel prints nothing: it has no printf.";
  return "Nothing was printed: no thread reached a printf.";
}

std::string place_words(const Frame& frame, const SaidLine& line) {
  if (line.line == 0) return "";
  const Launch& launch = frame.scenery->launch();
  return fmt::format("{} {}{}", block_name(launch, line.block), thread_name(launch, line.thread),
                     line.step ? fmt::format(" · step {}", *line.step + 1) : "");
}

void draw_line(Picture& picture, const Box& row, const Explainable& of, const SaidLine& line, bool is_said,
               float text) {
  const Frame& frame = of.frame;
  const float place = std::min(0.42F * row.w, 13 * text), size = 0.82F * text;
  if (line.moment == frame.moment && is_said)
    picture.shapes.push_back({row, Ink::now, Ink::none, 0, 0.2F * text, 0.16F, Mark::none});
  put(picture, {row.x, row.y, place, row.h}, elided(place_words(frame, line), 0.95F * place, 0.78F * text, Face::sans),
      0.78F * text, is_said ? Ink::dim : Ink::faint);
  const Ink ink = !is_said ? Ink::faint : line.is_fault ? Ink::bad : Ink::text;
  const float wide = row.w - place - 0.3F * text;
  put(picture, {row.x + place, row.y, wide, row.h}, elided(line.text, wide, size, Face::mono), size, ink, Face::mono);
  if (line.moment) picture.hits.push_back({row, {.kind = Target::Kind::moment, .moment = *line.moment}});
}

}  // namespace

Picture console_picture(const Explainable& of, const View& view) {
  Picture picture = view.picture();
  const float text = view.text;
  const std::vector<SaidLine>& lines = of.focus.explained->said;
  Flow flow(picture, view);
  if (lines.empty()) {
    flow.words(nothing_words(of.trace), {Ink::text, Face::sans, 1, 0});
    flow.note("The output of printf and failed assertions appear here.");
    return picture;
  }
  const std::size_t said = said_until(lines, of.frame.moment);
  const bool has_moments = lines.front().moment.has_value();
  flow.words(has_moments ? fmt::format("{} of {} {} so far", count_name(said), count_name(lines.size()),
                                       lines.size() == 1 ? "line" : "lines")
                         : many(lines.size(), "line"),
             {Ink::text, Face::bold, 1, 0});
  if (!has_moments)
    flow.note("The steps of these lines, and perhaps the threads, are unknown: the CPU did not record them.");
  flow.space(0.2F);
  // Lines that are far out of sight are not drawn: there may be millions.
  const Box all = flow.row(console_row * static_cast<float>(lines.size()));
  const float high = console_row * text, now = all.y + high * static_cast<float>(said);
  picture.wanted = Box{0, now - high, view.width, 2 * high};
  const auto line_at = [&](float y) {
    return static_cast<std::size_t>(std::clamp((y - all.y) / high, 0.0F, static_cast<float>(lines.size())));
  };
  for (std::size_t n = line_at(view.from); n < line_at(view.from + view.height + high); ++n)
    draw_line(picture, {0, all.y + high * static_cast<float>(n), view.width, high}, of, lines[n],
              n < said || !lines[n].moment, text);
  if (said > 0 && said < lines.size())
    picture.lines.push_back({{0, now}, {view.width, now}, Ink::edge, std::max(1.0F, 0.07F * text)});
  return picture;
}

void dump_console(const Explainable& of, Json& state) {
  constexpr std::size_t most = 200;  // before the current moment, and after it
  const std::vector<SaidLine>& lines = of.focus.explained->said;
  const std::size_t said = said_until(lines, of.frame.moment);
  Json shown = Json::array();
  for (std::size_t n = said > most ? said - most : 0; n < std::min(lines.size(), said + most); ++n) {
    const SaidLine& line = lines[n];
    const bool is_known = line.line != 0;
    shown.push_back({{"text", line.text},
                     {"block", is_known ? Json(block_name(of.trace.launch(), line.block)) : Json(nullptr)},
                     {"thread", is_known ? Json(thread_name(of.trace.launch(), line.thread)) : Json(nullptr)},
                     {"moment", line.moment ? Json(*line.moment) : Json(nullptr)},
                     {"line", line.line},
                     {"said", n < said}});
  }
  state["console"] = {{"lines", lines.size()}, {"said", said}, {"shown", std::move(shown)}};
}

}  // namespace tilescope
