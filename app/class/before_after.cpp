#include "app/class/before_after.h"

#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "app/lessons/questions.h"
#include "app/lessons/written_number.h"

namespace tilescope::lessons {

namespace {

constexpr std::uint64_t most_tries = 60;  // tries for a new question

// What the lesson lets vary; by default the thread or element that the question names. Another moment may be much
// harder to find, so moments vary only if the author says so.
Question as_it_varies(const Question& written) {
  Question question = written;
  if (!question.vary.empty() || !question.others.empty()) return question;
  for (const auto& [name, is_named] :
       {std::pair{"thread", !question.thread.empty()}, std::pair{"element", !question.element.empty()}})
    if (is_named && may_vary(question.kind, name)) question.vary.push_back({name, "step.question.vary", question.line});
  return question;
}

// Two questions are the same if their launch and words are equal.
std::string key_of(const PreparedStep& step, const Asked& asked) {
  return launch_in_words(*step.scene) + "\n" + question_text(asked);
}

bool is_whole_number(const Asked& asked) {
  const auto number = read_number(asked.accepted.front());
  return number && std::isfinite(number->value) && std::nearbyint(number->value) == number->value;
}

// A number that can be counted in class but needs a calculator on the other sheet is not equally hard.
bool may_need_a_calculator(const Question& question, const Asked& asked) {
  return !question.vary.empty() && asked.is_number() && !is_whole_number(asked);
}

class PairDrawer {
 public:
  explicit PairDrawer(std::uint64_t seed) : seed_(seed) {
    drawn_.before.kind = SheetKind::before;
    drawn_.after.kind = SheetKind::after;
    drawn_.before.seed = drawn_.after.seed = seed;
  }

  void draw(const Prepared& lesson) {
    drawn_.before.lessons.push_back(&lesson);
    drawn_.after.lessons.push_back(&lesson);
    for (std::size_t n = 0; n < lesson.steps.size(); ++n)
      if (lesson.lesson.steps[n].question && lesson.steps[n].scene != nullptr) draw_step(lesson, n);
  }

  BeforeAfter take() { return std::move(drawn_); }

 private:
  struct Source {
    Here here;
    Question question;
    const PreparedStep& step;
    std::uint64_t seed;
  };

  void leave_out(const Prepared& lesson, std::size_t n, std::string why) {
    drawn_.left_out.push_back({&lesson, n, std::move(why)});
  }

  void draw_step(const Prepared& lesson, std::size_t n) {
    const PreparedStep& step = lesson.steps[n];
    const Source source{{*lesson.scenes, step.situation, step.to, step.block, step.thread},
                        as_it_varies(*lesson.lesson.steps[n].question),
                        step,
                        seed_ * 1000 + n};
    if (source.question.vary.empty() && source.question.others.empty())
      return leave_out(lesson, n, "it has no variants");
    if (step.question && may_need_a_calculator(source.question, *step.question))
      return leave_out(lesson, n, "its answer is not a whole number, and other variants may need a calculator");
    // The lesson gives the answer to its own question, which a student could simply remember afterwards.
    const auto after = draw_new(source, told_in_class(source), nullptr);
    if (!after) return leave_out(lesson, n, "the lesson answers all of its variants");
    const auto before = draw_new(source, {key_of(step, *after)}, &*after);
    if (!before) return leave_out(lesson, n, "its answer is always the same");
    used_.insert({key_of(step, *before), key_of(step, *after)});
    drawn_.before.questions.push_back({&lesson, n, *before});
    drawn_.after.questions.push_back({&lesson, n, *after});
  }

  // The lesson's own question; if the other one uses the program's words, this one does too.
  static std::set<std::string> told_in_class(const Source& source) {
    std::vector<Mistake> mistakes;
    std::set<std::string> told{key_of(source.step, ask(source.here, source.question, source.step.from, 0, mistakes))};
    if (source.question.vary.empty()) return told;
    Question in_own_words = source.question;
    in_own_words.ask = {};
    told.insert(key_of(source.step, ask(source.here, in_own_words, source.step.from, 0, mistakes)));
    return told;
  }

  // The first draw that is neither excluded nor on a sheet yet, and whose answer differs from the other sheet's.
  std::optional<Asked> draw_new(const Source& source, const std::set<std::string>& none_of, const Asked* other) {
    // The two sheets have different random numbers, and every question has its own.
    const std::uint64_t first = source.seed * 2 * most_tries + (other != nullptr ? most_tries : 0);
    for (std::uint64_t n = 0; n < most_tries; ++n) {
      std::vector<Mistake> mistakes;
      Asked asked = ask(source.here, source.question, source.step.from, first + n + 1, mistakes);
      if (!mistakes.empty()) continue;
      const std::string key = key_of(source.step, asked);
      const bool is_new = !none_of.contains(key) && !used_.contains(key);
      if (is_new && !may_need_a_calculator(source.question, asked) &&
          (other == nullptr || asked.accepted != other->accepted))
        return asked;
    }
    return std::nullopt;
  }

  std::uint64_t seed_;
  BeforeAfter drawn_;
  std::set<std::string> used_;
};

}  // namespace

BeforeAfter draw_before_after(const std::vector<const Prepared*>& lessons, std::uint64_t seed) {
  PairDrawer drawer(seed);
  for (const Prepared* const lesson : lessons) drawer.draw(*lesson);
  return drawer.take();
}

}  // namespace tilescope::lessons
