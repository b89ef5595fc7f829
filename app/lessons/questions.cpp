#include "app/lessons/questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/lessons/answers.h"
#include "app/lessons/random.h"
#include "app/lessons/written_number.h"
#include "instrumentation/error.h"

namespace tilescope::lessons {

namespace {

constexpr std::size_t most_choices = 4;
constexpr int most_draws = 200;  // the maximum number of draws until one has an answer

// Keys are read separately, so that a message names the wrong key.
template <class Work>
void read_key(const Written& written, std::vector<Mistake>& mistakes, const Work& work) {
  if (written.empty()) return;
  try {
    work();
  } catch (const Error& error) {
    mistakes.push_back({written.line, written.key, error.what()});
  }
}

Settled settled_as_written(const Here& here, const Question& question, std::vector<Mistake>& mistakes) {
  const Scene& scene = here.scene();
  Settled settled;
  settled.moment = here.moment;
  settled.thread = here.thread;
  // By default the moment is the end of the step, named by the number of the step that has just ended.
  if (here.moment == 0)
    settled.at.kind = MomentName::Kind::start;
  else if (here.moment == scene.replay->moments().count())
    settled.at.kind = MomentName::Kind::end;
  else
    settled.at = {MomentName::Kind::step, false, scene.replay->moments().step_at(here.moment) + 1, {}, 1, {}, 0, false};
  read_key(question.at, mistakes, [&] {
    settled.at = read_moment(question.at.text);
    settled.moment = moment_named(scene, settled.at);
  });
  read_key(question.thread, mistakes, [&] {
    settled.thread = read_thread(scene, question.thread.text);
    settled.has_thread = true;
  });
  read_key(question.element, mistakes, [&] {
    const auto element = read_element(scene, question.element.text);
    if (!element) throw UsageError(fmt::format("'{}' must be an element, as in A[0][2]", question.element.text));
    settled.element = *element;
  });
  return settled;
}

void draw_moment(const Scene& scene, Settled& settled, Random& random) {
  const auto& phases = scene.replay->order().phases();
  MomentName& at = settled.at;
  if (at.kind == MomentName::Kind::phase && !phases.empty()) {
    at.number = static_cast<std::uint32_t>(random.below(phases.size()));
  } else if (at.kind == MomentName::Kind::line && at.phase && !phases.empty()) {
    at.phase = static_cast<std::uint32_t>(random.below(phases.size()));
    if (at.shift != 0) at.shift = 1 + static_cast<std::int64_t>(random.below(scene.trace().threads_per_block()));
  } else {
    at = {MomentName::Kind::step,
          false,
          static_cast<std::uint32_t>(random.below(scene.replay->order().step_count())) + 1,
          {},
          1,
          {},
          0,
          false};
  }
  settled.moment = moment_named(scene, at);
}

Settled drawn(const Here& here, const Question& question, const Settled& as_written, Random& random) {
  const Scene& scene = here.scene();
  Settled settled = as_written;
  for (const Written& what : question.vary) {
    if (what.text == "thread")
      settled.thread = static_cast<std::uint32_t>(random.below(scene.trace().threads_per_block()));
    if (what.text == "element") {
      const ArrayInfo& array = scene.trace().arrays()[settled.element.array];
      settled.element.element = static_cast<std::uint32_t>(random.below(static_cast<std::size_t>(array.elements())));
    }
    if (what.text == "at") draw_moment(scene, settled, random);
  }
  return settled;
}

// The first draw that has an answer, preferably not 0.
Answer drawn_answer(const Here& here, const Question& question, const Settled& as_written, Random& random) {
  if (!question.vary.empty())
    for (int n = 0; n < most_draws; ++n) {
      try {
        Answer answer = answer_of(here, question, drawn(here, question, as_written, random));
        if (answer.accepted.front() != "0" || n > most_draws / 2) return answer;
      } catch (const UsageError&) {  // no answer for this draw: draw again
      }
    }
  return answer_of(here, question, as_written);
}

bool is_in(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// Numbers are sorted, because readers expect that; the position of the right one gives nothing away.
void put_in_order(std::vector<std::string>& choices, Random& random) {
  const auto is_number = [](const std::string& choice) {
    const auto number = read_number(choice);
    return number && number->behind.empty() && !std::isnan(number->value);
  };
  if (std::all_of(choices.begin(), choices.end(), is_number))
    std::sort(choices.begin(), choices.end(), [](const std::string& one, const std::string& other) {
      return read_number(one)->value < read_number(other)->value;
    });
  else
    random.shuffle(choices);
}

void make_choices(Asked& asked, const std::vector<std::string>& wrong, Random& random) {
  std::vector<std::string> choices;
  for (const std::string& each : wrong)
    if (choices.size() + 1 < most_choices && !is_in(choices, each) && !is_in(asked.accepted, each)) {
      const bool is_right = asked.is_number() && accepts(asked, each);
      if (!is_right) choices.push_back(each);
    }
  choices.push_back(asked.accepted.front());
  put_in_order(choices, random);
  const auto right = std::find(choices.begin(), choices.end(), asked.accepted.front());
  asked.right_choice = static_cast<std::size_t>(right - choices.begin());
  asked.choices = std::move(choices);
}

// The author's question or one of its other versions.
Question one_of_others(const Question& question, std::uint64_t seed) {
  Question one = question;
  one.others.clear();
  const std::size_t chosen = Random(seed).below(question.others.size() + 1);
  if (chosen == 0) return one;
  one.ask = question.others[chosen - 1].ask;
  one.answer = question.others[chosen - 1].answer;
  return one;
}

}  // namespace

Asked ask(const Here& here, const Question& question, std::uint64_t from, std::uint64_t seed,
          std::vector<Mistake>& mistakes) {
  if (seed != 0 && !question.others.empty()) return ask(here, one_of_others(question, seed), from, seed, mistakes);
  Asked asked;
  asked.kind = question.kind;
  asked.form = question.form.value_or(Question::Form::number);
  asked.unit = question.unit.text;
  asked.halt = from;
  asked.why_step = question.why.text;
  const std::size_t before = mistakes.size();
  const Settled as_written = settled_as_written(here, question, mistakes);
  read_key(question.halt, mistakes, [&] { asked.halt = moment_named(here.scene(), question.halt.text); });
  if (!question.ask.empty()) asked.text = resolve(here, question.ask, mistakes).spans;
  const Resolved explain = resolve(here, question.explain, mistakes);
  asked.explain = explain.spans;
  if (seed == 0 || question.kind == Question::Kind::choice)
    for (const Question::Wrong& each : question.wrong)
      read_key(each.answer, mistakes, [&] {
        asked.wrong.push_back({answer_words(here, question, each.answer), resolve(here, each.says, mistakes).spans});
      });
  if (mistakes.size() > before) return asked;
  // Each question shuffles its choices differently, so that the right one is not always in the same place.
  Random random(seed == 0 ? question.line : seed);
  try {
    const Answer answer =
        seed == 0 ? answer_of(here, question, as_written) : drawn_answer(here, question, as_written, random);
    asked.accepted = answer.accepted;
    asked.right_places = answer.places;
    asked.shows = answer.shows;
    if (!asked.shows.empty()) asked.shows.insert(asked.shows.end(), explain.lit.begin(), explain.lit.end());
    asked.why = answer.why;
    // A varied question must name the varied part, so the author's words are used only if nothing varies.
    if (asked.text.empty() || (seed != 0 && !question.vary.empty()))
      asked.text = {{answer.words, Ink::text, false, false, Figure::From::text}};
    std::vector<std::string> wrong;
    for (const Asked::Wrong& each : asked.wrong) wrong.push_back(each.answer);
    wrong.insert(wrong.end(), answer.wrong.begin(), answer.wrong.end());
    make_choices(asked, wrong, random);
    if (!asked.is_number() && asked.choices.size() < 2)
      mistakes.push_back({question.line, "step.question", "this question has only one possible answer"});
  } catch (const Error& error) {
    // If the trace has no answer, the mistake is most likely in the question's subject.
    const Written* about = &question.at;
    for (const Written* each : {&question.what, &question.answer, &question.element, &question.array})
      if (!each->empty()) about = each;
    const bool is_said = !about->empty();
    mistakes.push_back({is_said ? about->line : question.line, is_said ? about->key : "step.question", error.what()});
  }
  return asked;
}

bool accepts(const Asked& asked, const Target& clicked) {
  return std::any_of(asked.right_places.begin(), asked.right_places.end(), [&](const Target& right) {
    return right.kind == clicked.kind && right.array == clicked.array && right.number == clicked.number;
  });
}

const std::vector<Span>* said_to(const Asked& asked, const std::string& answer) {
  for (const Asked::Wrong& wrong : asked.wrong) {
    Asked as_if = asked;
    as_if.accepted = {wrong.answer};
    if (wrong.answer == answer || (asked.is_number() && accepts(as_if, answer))) return &wrong.says;
  }
  return nullptr;
}

bool can_be_answer(const Target& target) {
  return target.kind == Target::Kind::element || target.kind == Target::Kind::thread ||
         target.kind == Target::Kind::line;
}

}  // namespace tilescope::lessons
