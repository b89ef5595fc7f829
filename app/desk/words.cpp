#include "app/desk/words.h"

#include "app/explain/finding_words.h"
#include "app/lessons/question_keys.h"
#include "app/session/editing_session.h"
#include "app/session/lesson_session.h"
#include "app/stage/inspector.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

std::string_view name_of(Grain grain) {
  return grain == Grain::event ? "event" : grain == Grain::step ? "step" : "phase";
}

Json launch_of(const Trace& trace) {
  const Launch& launch = trace.launch();
  const reading::ProductSides sides = reading::sides_of(launch);
  return {{"kernel", launch.kernel},
          {"m", sides.m},
          {"n", sides.n},
          {"k", sides.k},
          {"tile", launch.tile},
          {"grid", {{"x", launch.grid.x}, {"y", launch.grid.y}}},
          {"block", {{"x", launch.block.x}, {"y", launch.block.y}}},
          {"executor", trace.executor()},
          {"record", name_of(launch.record)},
          {"blocks", words_of(launch.window)}};
}

Json counts_of(const Frame& frame) {
  const auto total = [&](Count count) { return frame.counts.of(count).total; };
  const std::vector<ArrayInfo>& arrays = frame.scenery->arrays();
  return {{"global_loads",
           {{"total", memory_loads(frame.counts, arrays).total},
            {"per_thread_max", memory_loads(frame.counts, arrays).thread_max},
            {"bytes", bytes_of(frame.counts, arrays, Count::global_load)}}},
          {"constant_loads", constant_loads(frame.counts, arrays).total},
          {"global_stores", total(Count::global_store)},
          {"shared_loads", total(Count::shared_load)},
          {"shared_stores", total(Count::shared_store)},
          {"barriers_per_thread", frame.counts.barriers_per_thread()},
          {"multiply_adds", {{"useful", frame.useful_multiply_adds}, {"executed", total(Count::sum_multiply_add)}}},
          {"selected_thread",
           {{"global_loads", memory_loads(frame.thread_counts, arrays).total},
            {"shared_loads", frame.thread_counts.of(Count::shared_load).total}}}};
}

Json place_of(const Frame& frame, const Playback& playback) {
  return {{"moment", frame.moment},
          {"moments", frame.moments},
          {"step", frame.at_begin ? 0 : frame.step + 1},
          {"steps", frame.steps},
          {"phase", frame.phase ? Json(*frame.phase) : Json(nullptr)},
          {"phases", frame.phases},
          {"order", frame.scenery->order().is_of_turns() ? "ran" : "lockstep"},
          {"interval", frame.interval},
          {"line", frame.line},
          {"grain", name_of(playback.grain)},
          {"playing", playback.playing},
          {"at_end", frame.at_end}};
}

// Longer texts are left out.
Json text_of(std::string_view text, std::size_t longest) { return text.size() > longest ? Json() : Json(text); }

Json editor_of(const Session& session, std::size_t longest) {
  const Editing& editing = session.editing();
  if (!editing.is_open()) return nullptr;
  const editor::Document& text = *editing.document;
  const editor::TextPosition caret = text.place_of(text.caret());
  const editor::Show show = editing.show(session.shown());
  Json notes = Json::array();
  for (const editor::Note& note : show.notes) {
    const editor::TextPosition at = text.place_of(note.span.begin);
    notes.push_back({{"severity", language::word(note.severity)},
                     {"line", at.line + 1},
                     {"column", at.column + 1},
                     {"words", note.words},
                     {"can_be_mended", note.change.has_value()}});
  }
  return {{"has_keys", editing.has_keys},
          {"file", editing.file},
          {"text", text_of(text.text(), longest)},
          {"caret", {{"line", caret.line + 1}, {"column", caret.column + 1}, {"byte", text.caret()}}},
          {"selection", {{"begin", text.selection().begin}, {"end", text.selection().end}}},
          {"selected", text_of(text.selected(), longest)},
          {"changed", editing.is_changed()},
          {"notes", notes},
          {"stage_is_behind", stage_is_behind(session.editing(), session.launching())},
          {"problem", editing.problem}};
}

// The lesson: its step, its text, its question.
Json lesson_of(const Session& session) {
  const Course& course = session.course();
  if (!course.is_open()) return nullptr;
  const lessons::Lesson& lesson = course.lesson().lesson;
  const lessons::PreparedStep& step = course.now();
  Json lit = Json::array();
  for (const Target& target : course.lit()) lit.push_back(lessons::name_of(*step.scene, target));
  Json json{{"name", lesson.name},
            {"number", lesson.number},
            {"title", lesson.title.text},
            {"step", course.step() + 1},
            {"steps", course.lesson().steps.size()},
            {"heading", lessons::plain_text(step.title)},
            {"narration", lessons::plain_text(step.text)},
            {"notes", lessons::plain_text(step.notes)},
            {"from", step.from},
            {"to", step.to},
            {"lit", lit},
            {"is_shown", lesson_is_shown(session.course(), session.shown())},
            {"outline", session.course().outline},
            {"question", nullptr}};
  if (const lessons::Asked* const asked = course.question()) {
    const Guess& guess = course.guess();
    json["question"] = {{"text", lessons::plain_text(asked->text)},
                        {"form", name_of(asked->form)},
                        {"choices", asked->choices},
                        {"open", guess.open},
                        {"votes", guess.votes},
                        {"typed", guess.typed},
                        {"revealed", guess.revealed},
                        {"given", guess.answer},
                        {"is_right", guess.right ? Json(*guess.right) : Json(nullptr)},
                        {"answer", guess.revealed ? Json(asked->right()) : Json(nullptr)}};
  }
  return json;
}

Json task_of(const Session& session) {
  const Tasking& tasking = session.tasking();
  if (!tasking.is_open()) return nullptr;
  const tasks::Task& task = tasking.task().task;
  const tasks::Attempt* const attempt = tasking.judged().attempt();
  const tasks::Missed* const missed = attempt == nullptr ? nullptr : attempt->first_missed();
  const std::vector<std::string> says = tasks::goals_of(task);
  Json goals = Json::array();
  for (std::size_t n = 0; n < says.size(); ++n)
    goals.push_back(
        {{"says", says[n]},
         {"is_reached",
          attempt == nullptr || !attempt->problem.empty() ? Json(nullptr) : Json(attempt->goals[n].is_reached())}});
  Json hints = Json::array();
  for (std::size_t n = 0; n < tasking.help.hints; ++n) hints.push_back(lessons::plain_text(tasking.task().hints[n]));
  return {{"name", task.name},
          {"number", task.number},
          {"title", task.title.text},
          {"text", lessons::plain_text(tasking.task().text)},
          {"goals", goals},
          {"is_judging", tasking.judged().is_busy() || session.editing().is_waiting()},
          {"is_solved", tasking.judged().is_solved()},
          {"problem", attempt == nullptr || attempt->problem.empty() ? Json(nullptr) : Json(attempt->problem)},
          {"missed", missed == nullptr ? Json(nullptr) : Json{{"launch", missed->launch + 1}, {"why", missed->why}}},
          {"launch", tasking.launch() + 1},
          {"launches", tasking.task().launches.size()},
          {"hints", hints},
          {"shows_solution", session.tasking().shows_solution()}};
}

Json words_with(const Session& session, std::size_t longest) {
  Json words;
  words["banner"] = session.banner() ? Json(session.banner()->text) : Json(nullptr);
  words["lesson"] = lesson_of(session);
  words["task"] = task_of(session);
  words["editor"] = editor_of(session, longest);
  if (!session.shown().has_trace()) return words;
  const Replay& replay = session.shown().replay();
  const Frame& frame = session.shown().frame;
  words["launch"] = launch_of(replay.trace());
  words["place"] = place_of(frame, session.playback());
  words["headline"] = headline(frame);
  if (frame.steps == 0) return words;
  const Detail now = detail(frame);
  words["thread"] = {{"name", thread_name(frame.scenery->launch(), frame.thread)},
                     {"code", now.code},
                     {"numbers", now.numbers},
                     {"origin", now.origin}};
  words["counts"] = counts_of(frame);
  if (session.shown().replay_beside() != nullptr)
    words["beside"] = {{"launch", launch_of(session.shown().replay_beside()->trace())},
                       {"place", place_of(session.shown().beside_frame, session.playback())},
                       {"counts", counts_of(session.shown().beside_frame)}};
  words["selected"] = title_of(frame, session.selection().selected);
  Json facts = Json::array();
  for (const Fact& fact : session.selection().facts) facts.push_back({{"name", fact.name}, {"text", fact.text}});
  words["story"] = facts;
  return words;
}

}  // namespace

Json words_of(const Session& session) { return words_with(session, std::string::npos); }

Json words_to_read(const Session& session) {
  constexpr std::size_t longest_source = 32 << 10;  // a browser lays out a longer one too slowly
  Json words = words_with(session, longest_source);
  words["source"] = nullptr;
  words["findings"] = nullptr;
  if (!session.shown().has_trace()) return words;
  const Replay& replay = session.shown().replay();
  words["source"] = text_of(replay.scenery().kernel_text(), longest_source);
  if (const Explained* const explained = session.shown().focus.explained.get(); explained != nullptr) {
    words["findings"] = Json::array();
    for (const Finding& finding : explained->hazards.findings)
      words["findings"].push_back(message_words(replay.trace(), explained->hazards, finding));
  }
  return words;
}

}  // namespace tilescope
