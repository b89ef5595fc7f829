#include "app/lessons/answers.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <set>

#include "app/explain/finding_words.h"
#include "app/stage/words.h"
#include "instrumentation/analysis/warp_access.h"
#include "instrumentation/error.h"
#include "instrumentation/nearest.h"

namespace tilescope::lessons {

namespace {

// A sentence with a capital letter; questions begin with the moment, so that readers do not miss it.
std::string sentence(std::string words) {
  if (!words.empty()) words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
  return words;
}

Target thread_target(std::uint32_t thread) { return {Target::Kind::thread, 0, 0, thread, 0}; }

std::string thread_words(const Scene& scene, std::uint32_t thread) { return name_of(scene, thread_target(thread)); }

// Typical wrong numbers: a factor forgotten, or used once too often.
std::vector<std::string> numbers_near(double right, const std::vector<double>& likely = {}) {
  std::vector<std::string> near;
  for (const double each : likely) near.push_back(number_text(each));
  if (!std::isfinite(right)) return near.insert(near.end(), {"0", "1", "2", "4"}), near;
  const bool whole = is_whole(right);
  // An error by one in a large number is not a plausible wrong answer.
  const bool large = std::abs(right) >= 64;
  const std::vector<double> all = large ? std::vector<double>{right * 2, right / 2, right * 4, right / 4, right * 8}
                                        : std::vector<double>{right * 2, right / 2, right + 1, right - 1,
                                                              right + 2, right * 4, right + 3, right + 5};
  for (const double each : all)
    if ((each >= 0) == (right >= 0) && (!whole || is_whole(each))) near.push_back(number_text(each));
  return near;
}

constexpr std::array counted_words{std::pair{"global_loads", "global loads"},
                                   std::pair{"global_stores", "global stores"},
                                   std::pair{"global_accesses", "accesses to global memory"},
                                   std::pair{"shared_loads", "loads from shared memory"},
                                   std::pair{"shared_stores", "stores to shared memory"},
                                   std::pair{"multiply_adds", "multiply-adds"},
                                   std::pair{"additions", "additions"},
                                   std::pair{"atomics", "atomics"},
                                   std::pair{"shuffles", "shuffles"},
                                   std::pair{"barriers", "barriers"}};

std::string count_words(const std::string& what) {
  std::vector<std::string_view> names;
  for (const auto& [name, words] : counted_words) {
    if (name == what) return words;
    names.emplace_back(name);
  }
  throw UsageError(fmt::format("'{}' cannot be counted here: did you mean '{}'?", what, nearest(what, names)));
}

Answer count_answer(const Here& here, const Question& question, const Settled& settled) {
  const Scene& scene = here.scene();
  const unsigned columns = scene.trace().launch().block.x;
  const auto counted = [&](std::uint32_t thread, std::uint64_t moment) {
    const Here there{here.scenes, here.situation, moment, here.block, thread};
    std::string expression = question.what.text;
    if (!question.array.empty()) expression += "." + question.array.text;
    if (settled.has_thread) expression += fmt::format(".thread({},{})", thread / columns, thread % columns);
    return figure(there, expression + " at now").number;
  };
  const double right = counted(settled.thread, settled.moment);
  Answer answer;
  const std::string of = question.array.empty() ? "" : " of " + question.array.text;
  const std::string who = settled.has_thread ? thread_words(scene, settled.thread) : "all threads together";
  const std::string what = count_words(question.what.text);
  answer.words =
      sentence(fmt::format("{}, how many {}{} will {} have executed?", words_of(scene, settled.at), what, of, who));
  answer.accepted = {number_text(right)};
  const std::uint64_t end = scene.replay->moments().count();
  answer.wrong =
      numbers_near(right, {counted(settled.thread, end), right * static_cast<double>(scene.trace().launch().tile)});
  if (settled.has_thread) answer.shows = {thread_target(settled.thread)};
  answer.why = settled.moment;
  return answer;
}

std::uint32_t events_done(const Scene& scene, std::size_t block, std::uint32_t thread, std::uint64_t moment) {
  return scene.replay->at({moment, Grain::event, block, thread}).threads[thread].done;
}

// The neighbours of this element, and its mirror image, which students pick if they confuse rows and columns.
std::vector<std::string> elements_near(const ArrayInfo& array, std::uint32_t element) {
  const auto columns = static_cast<std::int64_t>(array.sides.back());
  const std::int64_t rows = array.elements() / columns;
  const std::int64_t row = element / columns, column = element % columns;
  std::vector<std::string> near;
  for (const auto& [r, c] :
       {std::pair{column, row}, std::pair{row, column + 1}, std::pair{row + 1, column}, std::pair{row, column - 1},
        std::pair{row - 1, column}, std::pair{row + 1, column + 1}, std::pair{std::int64_t{0}, std::int64_t{0}}})
    if (r >= 0 && c >= 0 && r < rows && c < columns)
      near.push_back(element_name(array, static_cast<std::uint32_t>(r * columns + c)));
  return near;
}

Answer cell_answer(const Here& here, const Question& question, const Settled& settled) {
  const Scene& scene = here.scene();
  const Column events = scene.trace().events(here.block, settled.thread);
  const std::uint32_t done = events_done(scene, here.block, settled.thread, settled.moment);
  for (std::uint32_t n = done; n < events.size(); ++n) {
    const Event& event = events[n];
    const bool loads = event.kind() == tilescope::Kind::global_load || event.kind() == tilescope::Kind::shared_load;
    if (!loads || scene.trace().arrays()[event.array()].name != question.array.text) continue;
    const ArrayInfo& array = scene.trace().arrays()[event.array()];
    Answer answer;
    answer.words = sentence(fmt::format("{}, which element of {} does {} load next?", words_of(scene, settled.at),
                                        question.array.text, thread_words(scene, settled.thread)));
    answer.accepted = {element_name(array, event.index)};
    answer.places = {element_target({event.array(), event.index})};
    answer.wrong = elements_near(array, event.index);
    answer.shows = {element_target({event.array(), event.index}), thread_target(settled.thread)};
    const Moments& moments = scene.replay->moments();
    answer.why = moments.end_of(moments.step_of(here.block, settled.thread, n));
    return answer;
  }
  throw UsageError(fmt::format("{} loads no more elements of {} after that moment", thread_words(scene, settled.thread),
                               question.array.text));
}

Answer bank_answer(const Here& here, const Settled& settled) {
  const Scene& scene = here.scene();
  const ArrayInfo& array = scene.trace().arrays()[settled.element.array];
  if (array.space != Space::shared)
    throw UsageError(fmt::format("{} is not in shared memory, so it has no banks", array.name));
  const std::uint32_t word = first_shared_word(scene.trace().arrays(), settled.element.array) +
                             settled.element.element * array.element_bytes / word_bytes;
  const double bank = word % bank_count;
  const auto columns = static_cast<std::uint32_t>(array.sides.back());
  Answer answer;
  answer.words = fmt::format("Shared memory has {} banks, numbered from 0. Which bank holds {}?", bank_count,
                             element_name(array, settled.element.element));
  answer.accepted = {number_text(bank)};
  answer.wrong = numbers_near(bank, {double(settled.element.element % columns),
                                     double(settled.element.element / columns), double((word + 1) % bank_count)});
  answer.shows = {element_target(settled.element)};
  answer.why = here.moment;
  return answer;
}

Answer loader_answer(const Here& here, const Settled& settled) {
  const Scene& scene = here.scene();
  const Frame frame = scene.replay->at({settled.moment, Grain::step, here.block, here.thread});
  const ArrayInfo& array = scene.trace().arrays()[settled.element.array];
  for (const SharedNow& shared : frame.shared) {
    if (shared.array != settled.element.array) continue;
    const SharedCell& cell = shared.cells[settled.element.element];
    if (cell.state == SharedCell::State::empty) break;
    Answer answer;
    const Launch& launch = scene.trace().launch();
    answer.words = sentence(fmt::format("{}, which thread has stored the value in {}?", words_of(scene, settled.at),
                                        element_name(array, settled.element.element)));
    answer.accepted = {thread_words(scene, cell.thread)};
    answer.places = {thread_target(cell.thread)};
    const std::uint32_t row = cell.thread / launch.block.x, column = cell.thread % launch.block.x;
    for (const auto& [r, c] : {std::pair{column, row}, std::pair{row, column + 1}, std::pair{row + 1, column},
                               std::pair{row + 1, column + 1}, std::pair{0U, 0U}, std::pair{0U, 1U}, std::pair{1U, 0U}})
      if (r < launch.block.y && c < launch.block.x) answer.wrong.push_back(thread_words(scene, r * launch.block.x + c));
    answer.shows = {thread_target(cell.thread), element_target(settled.element)};
    const Moments& moments = scene.replay->moments();
    answer.why = moments.end_of(moments.step_of(here.block, cell.thread, cell.event));
    return answer;
  }
  throw UsageError(
      fmt::format("no thread has stored anything in {} at that moment", element_name(array, settled.element.element)));
}

Answer waits_answer(const Here& here, const Settled& settled) {
  const Scene& scene = here.scene();
  const Frame frame = scene.replay->at({settled.moment, Grain::event, here.block, here.thread});
  Answer answer;
  for (std::uint32_t thread = 0; thread < frame.threads.size(); ++thread) {
    const bool waits = frame.threads[thread].activity == Activity::waiting;
    (waits ? answer.accepted : answer.wrong).push_back(thread_words(scene, thread));
    if (waits) answer.shows.push_back(thread_target(thread));
  }
  if (answer.accepted.empty() || answer.wrong.empty())
    throw UsageError(answer.accepted.empty() ? "no thread is waiting at that moment"
                                             : "all threads are waiting at that moment");
  answer.places = answer.shows;
  answer.words =
      sentence(fmt::format("{}, which threads are waiting at the barrier? Name one.", words_of(scene, settled.at)));
  answer.why = settled.moment;
  return answer;
}

Answer value_answer(const Here& here, const Settled& settled) {
  const Scene& scene = here.scene();
  const ArrayInfo& array = scene.trace().arrays()[settled.element.array];
  const std::string name = element_name(array, settled.element.element);
  const auto right = value_at(scene, settled.element, settled.moment, here.block);
  if (!right) throw UsageError(fmt::format("{} has no value at that moment", name));
  Answer answer;
  answer.words = sentence(fmt::format("{}, what is the value of {}?", words_of(scene, settled.at), name));
  if (settled.element.array == scene.replay->scenery().c() && settled.moment < scene.replay->moments().count())
    answer.words = sentence(fmt::format("{}, what is the running sum of {}?", words_of(scene, settled.at), name));
  answer.accepted = {number_text(right->exact())};
  // Likely wrong: the element's value one step earlier, and its neighbours' values.
  std::vector<double> likely;
  const Moments& moments = scene.replay->moments();
  const auto before = value_at(scene, settled.element, moments.previous(settled.moment, Grain::step), here.block);
  if (before && before->exact() != right->exact()) likely.push_back(before->exact());
  for (const std::uint32_t next : {settled.element.element + 1, settled.element.element - 1})
    if (next < array.elements())
      if (const auto value = value_at(scene, {settled.element.array, next}, settled.moment, here.block))
        likely.push_back(value->exact());
  answer.wrong = numbers_near(right->exact(), likely);
  answer.shows = {element_target(settled.element)};
  answer.why = settled.moment;
  return answer;
}

// Threads that are likely to be confused with it, such as its neighbours.
std::vector<std::string> threads_near(const Scene& scene, std::uint32_t thread, std::uint32_t other) {
  std::vector<std::string> near;
  for (const std::uint32_t each : {other, thread + 1, thread - 1, thread + 2, other + 1, thread, 0U})
    if (each < scene.trace().threads_per_block()) near.push_back(thread_words(scene, each));
  return near;
}

Answer giver_answer(const Here& here, const Settled& settled) {
  const Scene& scene = here.scene();
  const Frame frame = scene.replay->at({settled.moment, Grain::step, here.block, settled.thread});
  for (const Shuffle& shuffle : frame.shuffles) {
    if (shuffle.thread != settled.thread || !shuffle.giver) continue;
    Answer answer;
    answer.words = sentence(fmt::format("{}, from which thread does {} get the value of this shuffle?",
                                        words_of(scene, settled.at), thread_words(scene, settled.thread)));
    answer.accepted = {thread_words(scene, *shuffle.giver)};
    answer.places = {thread_target(*shuffle.giver)};
    answer.wrong = threads_near(scene, *shuffle.giver, settled.thread);
    answer.shows = {thread_target(*shuffle.giver), thread_target(settled.thread)};
    answer.why = settled.moment;
    return answer;
  }
  throw UsageError(fmt::format("{} gets no value from a shuffle at that moment", thread_words(scene, settled.thread)));
}

// The threads that take part in the step that has just ended, whatever its line.
Answer active_answer(const Here& here, const Settled& settled) {
  const Scene& scene = here.scene();
  if (settled.moment == 0) throw UsageError("no step has finished by that moment");
  const std::uint32_t step = scene.replay->moments().step_at(settled.moment);
  Answer answer;
  for (std::uint32_t warp = 0; warp < warps_per_block(scene.trace()); ++warp) {
    const WarpStep lanes = warp_step(scene.trace(), scene.replay->order(), here.block, warp, step);
    for (std::uint32_t lane = 0; lane < lanes.takes_part.size(); ++lane) {
      const std::uint32_t thread = lanes.first_thread + lane;
      (lanes.takes_part[lane] ? answer.accepted : answer.wrong).push_back(thread_words(scene, thread));
      if (lanes.takes_part[lane]) answer.shows.push_back(thread_target(thread));
    }
  }
  if (answer.accepted.empty() || answer.wrong.empty())
    throw UsageError(answer.accepted.empty() ? "no thread takes part in that step" : "all threads take part in it");
  answer.places = answer.shows;
  // Thread 0 takes part in almost every step, so the last thread is the better example.
  std::swap(answer.accepted.front(), answer.accepted.back());
  answer.words =
      sentence(fmt::format("{}, which threads took part in this step? Name one.", words_of(scene, settled.at)));
  answer.why = settled.moment;
  return answer;
}

// The threads of the thread's warp that do not take part in the step that has just ended.
Answer absent_answer(const Here& here, const Settled& settled) {
  const Scene& scene = here.scene();
  if (settled.moment == 0) throw UsageError("no step has finished by that moment");
  const std::uint32_t step = scene.replay->moments().step_at(settled.moment), warp = settled.thread / warp_lanes;
  const WarpStep lanes = warp_step(scene.trace(), scene.replay->order(), here.block, warp, step);
  Answer answer;
  for (std::uint32_t lane = 0; lane < lanes.takes_part.size(); ++lane) {
    const std::uint32_t thread = lanes.first_thread + lane;
    (lanes.takes_part[lane] ? answer.wrong : answer.accepted).push_back(thread_words(scene, thread));
    if (!lanes.takes_part[lane]) answer.shows.push_back(thread_target(thread));
  }
  if (answer.accepted.empty() || answer.wrong.empty())
    throw UsageError(answer.wrong.empty() ? "no lane of the warp takes part in that step"
                                          : "all lanes of the warp take part in that step");
  // The most likely wrong answers are next to the right one.
  std::reverse(answer.wrong.begin(), answer.wrong.end());
  answer.places = answer.shows;
  answer.words = sentence(fmt::format("{}, which threads of warp {} did not take part in this step? Name one.",
                                      words_of(scene, settled.at), warp));
  answer.why = settled.moment;
  return answer;
}

Answer turn_answer(const Here& here, const Settled& settled) {
  const Scene& scene = here.scene();
  const Order& order = scene.replay->order();
  const Moments& moments = scene.replay->moments();
  if (!order.is_of_turns()) throw UsageError("there are no turns in lockstep: set order = \"ran\"");
  const TurnSteps* last = nullptr;
  for (const TurnSteps& turn : order.turns()) {
    if (turn.block != here.block) continue;
    if (moments.begin_of(turn.first_step) < settled.moment) {
      last = &turn;
      continue;
    }
    Answer answer;
    answer.words = sentence(fmt::format("{}, which thread runs next?", words_of(scene, settled.at)));
    answer.accepted = {thread_words(scene, turn.thread)};
    answer.places = {thread_target(turn.thread)};
    answer.wrong = threads_near(scene, turn.thread, last != nullptr ? last->thread : 0U);
    answer.shows = answer.places;
    answer.why = moments.end_of(turn.end_step - 1);
    return answer;
  }
  throw UsageError("no thread of the block has a turn after that moment");
}

Answer line_answer(const Here& here) {
  const Scene& scene = here.scene();
  Answer answer;
  const auto accept = [&](std::uint32_t line) {
    const Target target{Target::Kind::line, 0, 0, line, 0};
    answer.accepted.push_back(name_of(scene, target));
    answer.places.push_back(target);
    answer.shows.push_back(target);
  };
  std::set<std::uint32_t> right;
  for (const Finding& finding : scene.explained->hazards.findings) {
    if (finding.severity != Severity::error || finding.hazard == Hazard::wrong_result || finding.accesses.empty())
      continue;
    for (const std::uint32_t line : lines_of(finding))
      if (right.insert(line).second) accept(line);
    if (const auto moment = moment_of(*scene.replay, finding.accesses.front()); moment && answer.why == 0)
      answer.why = *moment;
  }
  if (right.empty()) throw UsageError("no finding of this launch names a line, so no line makes C wrong");
  std::set<std::uint32_t> lines;
  for (std::uint32_t interval = 0; interval < scene.replay->order().interval_count(); ++interval)
    for (const tilescope::Step& step : scene.replay->order().steps(interval)) lines.insert(step.line);
  for (const std::uint32_t line : lines)
    if (right.count(line) == 0) answer.wrong.push_back(fmt::format("line {}", line));
  answer.words = "Which line makes C wrong?";
  return answer;
}

Answer number_answer(const Here& here, const Question& question, const Settled& settled) {
  const Here there{here.scenes, here.situation, settled.moment, here.block, here.thread};
  const Figure right = figure(there, question.answer.text);
  if (!right.words.empty()) throw UsageError(fmt::format("'{}' is not a number", right.words));
  Answer answer;
  answer.accepted = {number_text(right.number)};
  answer.wrong = numbers_near(right.number);
  answer.why = settled.moment;
  return answer;
}

// The text with its references resolved.
std::string words_of(const Here& here, const Written& written) {
  std::vector<Mistake> mistakes;
  const Resolved resolved = resolve(here, written, mistakes);
  if (!mistakes.empty()) throw UsageError(mistakes.front().what);
  return plain_text(resolved.spans);
}

// The author's answer; figures decide it if there are any.
Answer choice_answer(const Here& here, const Question& question, const Settled& settled) {
  if (!question.smaller.empty() || !question.larger.empty()) {
    const Here there{here.scenes, here.situation, settled.moment, here.block, here.thread};
    const double smaller = figure(there, question.smaller.text).number,
                 larger = figure(there, question.larger.text).number;
    if (!(smaller < larger))
      throw UsageError(fmt::format("'smaller' is {} and 'larger' is {}: the answer is not true", number_text(smaller),
                                   number_text(larger)));
  }
  Answer answer;
  answer.accepted = {words_of(here, question.answer)};
  answer.why = settled.moment;
  return answer;
}

}  // namespace

std::string answer_words(const Here& here, const Question& question, const Written& answer) {
  const bool is_number = question.kind == Question::Kind::count || question.kind == Question::Kind::bank ||
                         question.kind == Question::Kind::value || question.kind == Question::Kind::number;
  return is_number ? number_text(figure(here, answer.text).number) : words_of(here, answer);
}

std::string number_text(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::abs(number) < 1e15 && std::nearbyint(number) == number)
    return fmt::format("{:.0f}", number == 0 ? 0.0 : number);
  return fmt::format("{:.4g}", number);
}

Answer answer_of(const Here& here, const Question& question, const Settled& settled) {
  switch (question.kind) {
    case Question::Kind::count: return count_answer(here, question, settled);
    case Question::Kind::cell: return cell_answer(here, question, settled);
    case Question::Kind::bank: return bank_answer(here, settled);
    case Question::Kind::loader: return loader_answer(here, settled);
    case Question::Kind::waits: return waits_answer(here, settled);
    case Question::Kind::value: return value_answer(here, settled);
    case Question::Kind::line: return line_answer(here);
    case Question::Kind::giver: return giver_answer(here, settled);
    case Question::Kind::active: return active_answer(here, settled);
    case Question::Kind::absent: return absent_answer(here, settled);
    case Question::Kind::turn: return turn_answer(here, settled);
    case Question::Kind::choice: return choice_answer(here, question, settled);
    case Question::Kind::number: break;
  }
  return number_answer(here, question, settled);
}

}  // namespace tilescope::lessons
