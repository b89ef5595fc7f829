#include "app/desk/state.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "app/desk/words.h"
#include "app/explain/finding_words.h"
#include "app/explain/views.h"
#include "app/export/json.h"
#include "app/lessons/question_keys.h"
#include "app/session/editing_session.h"
#include "app/session/lesson_session.h"
#include "app/session/on_stage.h"
#include "app/session/shortcuts.h"
#include "app/stage/inspector.h"
#include "app/stage/stage.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

std::string_view name_of(SharedCell::State state) {
  return state == SharedCell::State::empty ? "empty" : state == SharedCell::State::filled ? "filled" : "stale";
}

std::string_view name_of(CElement::State state) {
  switch (state) {
    case CElement::State::untouched: return "untouched";
    case CElement::State::summing: return "summing";
    case CElement::State::choosing: return "choosing";
    case CElement::State::stored: break;
  }
  return "stored";
}

Json threads_of(const Frame& frame) {
  Json threads = Json::array();
  for (std::uint32_t n = 0; n < frame.threads.size(); ++n) {
    const ThreadNow& now = frame.threads[n];
    threads.push_back({{"name", thread_name(frame.scenery->launch(), n)},
                       {"does", word_of(frame.scenery->launch(), now.activity)},
                       {"line", now.line},
                       {"events", now.done},
                       {"makes_c", now.makes_c},
                       {"sum", now.sum ? Json(value_name(*now.sum)) : Json(nullptr)}});
  }
  return threads;
}

Json shared_of(const Frame& frame) {
  Json arrays = Json::array();
  for (const SharedNow& shared : frame.shared) {
    Json cells = Json::array();
    for (const SharedCell& cell : shared.cells)
      cells.push_back(
          {{"state", name_of(cell.state)},
           {"value", value_name(cell.value)},
           {"padded", cell.padded},
           {"read", cell.read},
           {"written", cell.written},
           {"by", cell.state == SharedCell::State::empty ? Json(nullptr)
                                                         : Json(thread_name(frame.scenery->launch(), cell.thread))}});
    arrays.push_back({{"name", frame.scenery->arrays()[shared.array].name},
                      {"filled", shared.filled},
                      {"of", shared.cells.size()},
                      {"cells", cells}});
  }
  return arrays;
}

// The names of the elements that this step accesses.
Json touched(const Frame& frame) {
  Json names = Json::array();
  for (std::size_t array = 0; array < frame.elements.size(); ++array) {
    std::vector<std::pair<std::size_t, bool>> found;  // with whether the access is a read
    frame.elements[array].each_written([&](std::size_t n, const ElementNow& now) {
      if (now.read || now.written) found.emplace_back(n, now.read);
    });
    std::sort(found.begin(), found.end());
    for (const auto& [element, is_read] : found)
      names.push_back((is_read ? "read " : "write ") +
                      element_name(frame.scenery->arrays()[array], static_cast<std::uint32_t>(element)));
  }
  return names;
}

Json c_of(const Frame& frame) {
  Json elements = Json::array();
  if (frame.c().size() > 4096) return elements;
  for (std::size_t n = 0; n < frame.c().size(); ++n)
    elements.push_back({{"state", name_of(frame.c()[n].state)}, {"value", value_name(frame.c()[n].value())}});
  return elements;
}

Json box_of(const Box& box) { return {{"x", box.x}, {"y", box.y}, {"w", box.w}, {"h", box.h}}; }

Json layout_of(const Layout& layout) {
  Json parts;
  for (const auto& [name, box] :
       {std::pair{"title", layout.title}, std::pair{"source", layout.source}, std::pair{"inspector", layout.inspector},
        std::pair{"stage", layout.stage}, std::pair{"counters", layout.counters}, std::pair{"beside", layout.beside},
        std::pair{"explain", layout.explain}, std::pair{"narration", layout.narration},
        std::pair{"timeline", layout.timeline}, std::pair{"transport", layout.transport},
        std::pair{"panels", layout.panels}, std::pair{"questions", layout.questions}})
    if (box.w > 0) parts[name] = box_of(box);
  return parts;
}

// The panels that are taller than their room.
Json scrolls_of(const Screen& screen) {
  constexpr std::array names{"narration", "inspector", "counters", "explain", "source"};
  static_assert(names.size() == scrolling_panels);
  Json scrolls = Json::object();
  for (std::size_t n = 0; n < names.size(); ++n)
    if (const Scroll& scroll = screen.scrolls[n]; scroll.is_needed())
      scrolls[names[n]] = {{"at", scroll.at}, {"most", scroll.most}};
  return scrolls;
}

Json window_of(const Session& session, const Screen& screen) {
  const Settings& settings = session.settings();
  constexpr std::array fold_names{"as it fits", "threads", "warps", "paths"};
  Json lanes = Json::array();
  for (const TimelineLane& lane : screen.timeline.lanes) lanes.push_back(lane.name);
  Json grids = Json::object();
  const Picture seen = screen.picture.in_sight();
  for (const Grid& grid : seen.grids) grids[(grid.first.launch == 1 ? "beside " : "") + grid.name] = box_of(grid.box);
  Json buttons = Json::object();
  for (const Hit& hit : seen.hits) {
    if (hit.target.kind != Target::Kind::act) continue;
    if (const Shortcut* const shortcut = shortcut_of(hit.target.ask)) buttons[shortcut->help] = box_of(hit.box);
    if (const auto* const show = std::get_if<ShowPanel>(&hit.target.ask))
      buttons["panel: " + std::string(panel_names[static_cast<std::size_t>(show->panel)])] = box_of(hit.box);
    if (const auto* const type = std::get_if<TypeAnswer>(&hit.target.ask); type != nullptr && type->letter != '\b')
      buttons[std::string("answer: ") + type->letter] = box_of(hit.box);
  }
  return {{"width", screen.picture.width},
          {"height", screen.picture.height},
          {"renderer", screen.renderer},
          {"text", screen.layout.text},
          {"narration_text", screen.layout.narration_text},
          {"theme", settings.theme},
          {"zoom", settings.zoom},
          {"speed", settings.speed},
          {"reduced_motion", settings.reduced_motion},
          {"help", session.overlays().help},
          {"launch_panel", session.overlays().launch},
          {"presenter", session.overlays().presenter},
          {"panel", panel_names[static_cast<std::size_t>(session.overlays().panel)]},
          {"pointer", session.overlays().pointer},
          {"notes", session.overlays().notes},
          {"files", session.overlays().files != Overlays::Files::none},
          {"condition_panel", session.overlays().stop},
          {"start_page", session.overlays().start},
          {"glossary", session.overlays().glossary},
          {"find", session.editing().search.is_open()},
          {"parts", layout_of(screen.layout)},
          {"scrolls", scrolls_of(screen)},
          {"grids", grids},
          {"buttons", buttons},
          {"timeline",
           {{"first_step", session.playback().timeline.first},
            {"steps", session.playback().timeline.count},
            {"fold", fold_names[static_cast<std::size_t>(session.playback().fold)]},
            {"lanes", lanes}}}};
}

Json finding_of(const Replay& replay, const Hazards& hazards, const Finding& finding) {
  const Trace& trace = replay.trace();
  const bool has_array = finding.array < trace.arrays().size();
  Json threads = Json::array();
  for (const Access& access : finding.accesses) threads.push_back(thread_name(trace.launch(), access.thread));
  const auto moment = finding.accesses.empty() ? std::nullopt : moment_of(replay, finding.accesses.front());
  return {{"kind", name_of(finding.hazard)},
          {"severity", name_of(finding.severity)},
          {"lines", lines_of(finding)},
          {"array", has_array ? Json(trace.arrays()[finding.array].name) : Json(nullptr)},
          {"cell", has_array ? Json(static_cast<std::int32_t>(finding.cell)) : Json(nullptr)},
          {"threads", threads},
          {"interval", finding.interval},
          {"moment", moment ? Json(*moment) : Json(nullptr)},
          {"sentence", message_words(trace, hazards, finding)}};
}

void findings_of(const Session& session, Json& explain) {
  const Replay& replay = session.shown().replay();
  const Explained& explained = *session.shown().focus.explained;
  Json findings = Json::array();
  for (const Finding& finding : explained.hazards.findings)
    findings.push_back(finding_of(replay, explained.hazards, finding));
  explain["findings"] = findings;
  explain["open"] = explained.hazards.findings.empty() ? Json(nullptr) : Json(session.explaining().choices.finding);
  explain["first_wrong_read"] = explained.wrong_reads.empty()
                                    ? Json(nullptr)
                                    : Json(wrong_read_words(replay.trace(), explained.wrong_reads.front()));
  explain["caveats"] = explained.caveats;
}

Json explain_of(const Session& session) {
  const ExplainView* const open = view_of(session.explaining().view);
  const bool is_ready = session.shown().focus.explained != nullptr;
  Json explain{{"view", open == nullptr ? Json(nullptr) : Json(open->name)}, {"ready", is_ready}};
  explain["is_unfolded"] = session.explaining().choices.is_unfolded;
  Json switches = Json::array();
  for (const OptionRow& row : session.launching().chips(session.shown()))
    for (const Option& chip : row.options)
      switches.push_back({{"of", row.name}, {"words", chip.words}, {"on", chip.on}});
  explain["switches"] = switches;
  Json options = Json::array();
  for (const OptionRow& row : session.explaining().options(session.explainable()))
    for (const Option& option : row.options)
      options.push_back({{"of", row.name}, {"words", option.words}, {"on", option.on}});
  explain["options"] = options;
  const bool dumps = open != nullptr && open->dump != nullptr;
  if (dumps && !open->needs_analyses) open->dump(session.explainable(), explain);
  if (!is_ready) return explain;
  findings_of(session, explain);
  if (dumps && open->needs_analyses) open->dump(session.explainable(), explain);
  return explain;
}

}  // namespace

Json state_of(const Session& session, const Screen& screen) {
  Json state = words_of(session);
  state["window"] = window_of(session, screen);
  state["recording"] = session.launching().recorder.is_busy();
  if (!session.shown().has_trace()) return state;
  const Replay& replay = session.shown().replay();
  const Frame& frame = session.shown().frame;
  if (frame.steps == 0) return state;
  state["block"] = block_name(frame.scenery->launch(), frame.block);
  state["explain"] = explain_of(session);
  state["threads"] = threads_of(frame);
  state["shared"] = shared_of(frame);
  state["touched"] = touched(frame);
  state["c"] = c_of(frame);
  state["product"] =
      session.shown().focus.result ? Json{{"wrong", session.shown().focus.result->wrong.size()}} : Json(nullptr);
  if (session.shown().replay_beside() != nullptr) {
    state["beside"]["touched"] = touched(session.shown().beside_frame);
    state["beside"]["locked_by"] = session.settings().lock_by_work ? "work" : "step";
  }
  const Links& links = session.selection().links;
  Json elements = Json::array();
  for (const ElementOf& each : links.elements)
    elements.push_back(element_name(replay.trace().arrays()[each.array], each.element));
  Json linked_threads = Json::array();
  for (const std::uint32_t thread : links.threads)
    linked_threads.push_back(thread_name(frame.scenery->launch(), thread));
  Json linked_blocks = Json::array();
  for (const std::uint32_t block : links.blocks) linked_blocks.push_back(block_name(frame.scenery->launch(), block));
  state["linked"] = {
      {"lines", links.lines}, {"elements", elements}, {"threads", linked_threads}, {"blocks", linked_blocks}};
  state["slides"] = session.playback().slide.has_value();
  state["only_warp"] = session.selection().only_warp;
  state["partner"] = session.selection().partner
                         ? Json(thread_name(frame.scenery->launch(), *session.selection().partner))
                         : Json(nullptr);
  state["line_to_copy"] = session.line_to_copy();
  return state;
}

}  // namespace tilescope
