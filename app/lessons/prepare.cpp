#include "app/lessons/prepare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "app/lessons/lesson_file.h"
#include "app/lessons/moment.h"
#include "instrumentation/error.h"

namespace tilescope::lessons {

namespace {

class Preparer {
 public:
  Preparer(const Lesson& lesson, Scenes& scenes, std::vector<Mistake>& mistakes)
      : lesson_(lesson),
        scenes_(scenes),
        mistakes_(mistakes),
        reads_situations_(!is_wrong("situation") && !is_wrong("step.situation")),
        reads_questions_(!is_wrong("step.question")) {}

  PreparedStep prepare(const Step& step, const PreparedStep* before) {
    PreparedStep ready;
    ready.situation = lesson_.situation_of(step);
    if (!reads_situations_ || !find_scenes(ready)) return ready;
    if (!ready.situation.variable.empty()) check_variable(ready);
    find_focus(step, ready);
    find_range(step, ready, before);
    const Here here{scenes_, ready.situation, ready.to, ready.block, ready.thread};
    ready.title = resolve(here, step.title, mistakes_).spans;
    ready.notes = resolve(here, step.notes, mistakes_).spans;
    Resolved text = resolve(here, step.text, mistakes_);
    ready.text = std::move(text.spans);
    ready.lit = std::move(text.lit);
    for (const Written& each : step.lit)
      noting(each, [&] {
        const Resolved more = reference(here, each.text);
        ready.lit.insert(ready.lit.end(), more.lit.begin(), more.lit.end());
      });
    noting(step.edit, [&] {
      const Resolved place = reference(here, step.edit.text);
      if (place.lit.size() != 1 || place.lit.front().kind != Target::Kind::line)
        throw UsageError(fmt::format("{} is not a line of the kernel: give one, as in line:barrier 1", step.edit.text));
      ready.edit = place.lit.front().number;
    });
    find_question(here, step, ready);
    return ready;
  }

 private:
  template <class Work>
  void noting(const Written& written, const Work& work) {
    try {
      if (!written.empty()) work();
    } catch (const Error& error) {
      mistakes_.push_back({written.line, written.key, error.what()});
    }
  }

  // Whether the key already has a mistake, which would cause further mistakes.
  [[nodiscard]] bool is_wrong(std::string_view key) const {
    return std::any_of(mistakes_.begin(), mistakes_.end(),
                       [&](const Mistake& each) { return each.key.starts_with(key); });
  }

  // An impossible situation is reported only once.
  bool find_scenes(PreparedStep& ready) {
    const Situation& situation = ready.situation;
    try {
      ready.scene = &scenes_.of(situation.request, situation.as_ran);
      ready.beside = scenes_.beside(situation);
      return true;
    } catch (const Error& error) {
      const Mistake mistake{situation.line, situation.key, error.what()};
      const bool told = std::any_of(mistakes_.begin(), mistakes_.end(), [&](const Mistake& each) {
        return each.line == mistake.line && each.key == mistake.key && each.what == mistake.what;
      });
      if (!told) mistakes_.push_back(mistake);
      ready.scene = nullptr;
      return false;
    }
  }

  // A variable's name must occur in the kernel's source.
  void check_variable(const PreparedStep& ready) {
    const std::string& name = ready.situation.variable;
    const std::string_view text = ready.scene->replay->scenery().kernel_text();
    const auto is_letter = [&](std::size_t at) {
      return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
    };
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1))
      if (!(at > 0 && is_letter(at - 1)) && !is_letter(at + name.size())) return;
    mistakes_.push_back({ready.situation.line, ready.situation.key + ".variable",
                         fmt::format("'{}' is not a variable of this kernel: name one from its source", name)});
  }

  void find_focus(const Step& step, PreparedStep& ready) {
    const Scene& scene = *ready.scene;
    const auto& blocks = scene.replay->blocks();
    if (!blocks.empty()) ready.block = blocks.front();
    noting(step.block, [&] {
      ready.block = read_block(scene, step.block.text);
      if (std::find(blocks.begin(), blocks.end(), ready.block) == blocks.end())
        throw UsageError(
            fmt::format("no events of block {} were kept: add it to the situation's blocks", step.block.text));
    });
    noting(step.thread, [&] { ready.thread = read_thread(scene, step.thread.text); });
    noting(step.partner, [&] {
      ready.partner = read_thread(scene, step.partner.text);
      if (ready.partner == ready.thread) throw UsageError("is the selected thread itself: name another one");
    });
  }

  // By default, a step begins where the previous step ended.
  void find_range(const Step& step, PreparedStep& ready, const PreparedStep* before) {
    const Scene& scene = *ready.scene;
    if (before != nullptr && before->scene == ready.scene) ready.from = before->to;
    noting(step.from, [&] { ready.from = moment_named(scene, step.from.text); });
    ready.to = ready.from;
    noting(step.to, [&] { ready.to = moment_named(scene, step.to.text); });
    if (ready.to < ready.from)
      mistakes_.push_back(
          {step.to.line, step.to.key,
           fmt::format("'{}' is before the start of the step, but a step only plays forwards", step.to.text)});
  }

  void find_question(const Here& here, const Step& step, PreparedStep& ready) {
    if (!step.question || !reads_questions_) return;
    Asked asked = ask(here, *step.question, ready.from, 0, mistakes_);
    if (asked.accepted.empty()) return;
    if (asked.halt < ready.from || asked.halt > std::max(ready.from, ready.to)) {
      const Written& halt = step.question->halt;
      mistakes_.push_back({halt.line, halt.key, "is not between the step's beginning and its end"});
    }
    ready.question = std::move(asked);
  }

  const Lesson& lesson_;
  Scenes& scenes_;
  std::vector<Mistake>& mistakes_;
  bool reads_situations_, reads_questions_;
};

void sort_by_line(std::vector<Mistake>& mistakes) {
  std::stable_sort(mistakes.begin(), mistakes.end(),
                   [](const Mistake& a, const Mistake& b) { return a.line < b.line; });
}

}  // namespace

std::optional<std::size_t> Prepared::step_named(std::string_view name) const {
  for (std::size_t n = 0; n < lesson.steps.size(); ++n)
    if (lesson.steps[n].name == name && !name.empty()) return n;
  return std::nullopt;
}

Prepared prepare(const std::string& file, const std::shared_ptr<Scenes>& scenes) {
  return prepare(load_lesson(file), scenes);
}

Prepared prepare(ReadLesson read, const std::shared_ptr<Scenes>& scenes) {
  Prepared prepared{std::move(read.lesson), scenes, {}, std::move(read.mistakes)};
  Preparer preparer(prepared.lesson, *scenes, prepared.mistakes);
  for (const Step& step : prepared.lesson.steps) {
    const PreparedStep* const before = prepared.steps.empty() ? nullptr : &prepared.steps.back();
    prepared.steps.push_back(preparer.prepare(step, before));
  }
  sort_by_line(prepared.mistakes);
  return prepared;
}

void check_others(Prepared& prepared) {
  for (std::size_t n = 0; n < prepared.steps.size(); ++n) {
    const PreparedStep& ready = prepared.steps[n];
    if (!prepared.lesson.steps[n].question || ready.scene == nullptr) continue;
    const Here here{*prepared.scenes, ready.situation, ready.to, ready.block, ready.thread};
    Question question = *prepared.lesson.steps[n].question;
    for (const Question::Other& other : std::exchange(question.others, {})) {
      question.ask = other.ask;
      question.answer = other.answer;
      static_cast<void>(ask(here, question, ready.from, 0, prepared.mistakes));
    }
  }
  sort_by_line(prepared.mistakes);
}

std::string mistakes_text(const Prepared& prepared) {
  std::string text;
  for (const Mistake& mistake : prepared.mistakes) text += words_of(prepared.lesson.file, mistake) + "\n";
  return text;
}

std::vector<Drawn> draw_questions(const Prepared& prepared, std::uint64_t seed) {
  std::vector<Drawn> questions;
  for (std::size_t n = 0; n < prepared.steps.size(); ++n) {
    const Step& step = prepared.lesson.steps[n];
    const PreparedStep& ready = prepared.steps[n];
    if (!step.question || ready.scene == nullptr) continue;
    const Here here{*prepared.scenes, ready.situation, ready.to, ready.block, ready.thread};
    std::vector<Mistake> mistakes;
    // Each question has its own random numbers, so that adding a question does not change the others.
    Asked asked = ask(here, *step.question, ready.from, seed == 0 ? 0 : seed * 1000 + n, mistakes);
    if (mistakes.empty()) questions.push_back({n, std::move(asked)});
  }
  return questions;
}

}  // namespace tilescope::lessons
