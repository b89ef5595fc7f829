#include "app/tasks/named_race.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <regex>
#include <sstream>
#include <vector>

#include "app/stage/words.h"
#include "instrumentation/error.h"

namespace tilescope::tasks {

namespace {

using lessons::Scene;

struct Named {
  std::vector<std::uint32_t> threads;
  std::optional<ElementOf> cell;
};

// The line's comment in lower case and without spaces; empty if the line is not a comment.
std::string comment_in(const std::string& line) {
  std::string kept;
  for (const char letter : line)
    if (std::isspace(static_cast<unsigned char>(letter)) == 0)
      kept += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  if (!kept.starts_with("//") && !kept.starts_with("/*")) return "";
  return kept.substr(kept.find_first_not_of("/*!"));
}

// The rest of the comment that begins with the task's required words; empty if there is no such comment.
std::optional<std::string> answer_in(const std::string& text, const std::string& words) {
  const std::string wanted = comment_in(words);
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (!wanted.empty() && comment_in(line).starts_with(wanted))
      return line.substr(std::min(line.find(wanted.back()) + 1, line.size()));
  return std::nullopt;
}

// The element with the array's own spelling, for "Sums[3]". Case matters only if the name would be ambiguous.
std::string as_it_is_called(const Scene& scene, const std::string& element) {
  const auto small = [](std::string_view text) {
    std::string all(text);
    for (char& letter : all) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return all;
  };
  std::string kept;
  for (const char letter : element)
    if (letter != ' ') kept += letter;
  const std::size_t bracket = kept.find('[');
  const std::string name = kept.substr(0, bracket);
  std::vector<std::string> alike;
  for (const ArrayInfo& array : scene.trace().arrays()) {
    if (array.name == name) return kept;
    if (small(array.name) == small(name)) alike.push_back(array.name);
  }
  return alike.size() == 1 ? alike.front() + kept.substr(bracket) : kept;
}

std::uint32_t thread_number(const std::string& digits) { return static_cast<std::uint32_t>(std::stoul(digits)); }

// Reads a comment. Threads are named by row and column, by a word before the number ("thread 2", "t5", "threads 2 and
// 5"), or by bare numbers. Once one form has named threads, other numbers mean something else: "thread 2 of 8", "in
// line 13".
class AnswerReader {
 public:
  AnswerReader(const Scene& scene, const std::string& answer) : scene_(scene), answer_(answer) {}

  Named read() {
    static const std::regex piece(
        R"(\(\s*(\d{1,6})\s*,\s*(\d{1,6})\s*\)|([A-Za-z_]\w*(?:\s*\[\s*\d{1,9}\s*\])+)|[Tt](\d{1,6})\b|([A-Za-z_]\w*)|(\d{1,6})|(\S))");
    for (auto at = std::sregex_iterator(answer_.begin(), answer_.end(), piece); at != std::sregex_iterator(); ++at)
      take(*at);
    Named named;
    named.cell = cell_;
    named.threads = !pairs_.empty() ? pairs_ : !by_word_.empty() ? by_word_ : bare_;
    const Launch& launch = scene_.trace().launch();
    for (const std::uint32_t thread : named.threads)
      if (thread >= launch.threads_per_block())
        throw UsageError(fmt::format("there is no thread {}: a block has {}", thread, launch.threads_per_block()));
    return named;
  }

 private:
  void take(const std::smatch& found) {
    if (found[1].matched) {
      pairs_.push_back(lessons::thread_at(scene_.trace().launch(), thread_number(found[1]), thread_number(found[2])));
      before_ = Before::other;
    } else if (found[3].matched) {
      cell_ = lessons::read_element(scene_, as_it_is_called(scene_, found[3]));
      before_ = Before::nothing;
    } else if (found[4].matched) {
      by_word_.push_back(thread_number(found[4]));
      before_ = Before::thread;
    } else if (found[5].matched) {
      take_word(found[5]);
    } else if (found[6].matched) {
      take_number(thread_number(found[6]));
    } else if (found[7].str() != "," && found[7].str() != "&") {
      before_ = Before::nothing;
    }
  }

  void take_word(std::string word) {
    for (char& letter : word) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    static constexpr std::array<std::string_view, 12> of_others{
        "of", "line", "lines", "block", "blocks", "warp", "warps", "phase", "launch", "barrier", "interval", "round"};
    if (word == "thread" || word == "threads" || word == "t")
      before_ = Before::thread;
    else if (std::find(of_others.begin(), of_others.end(), word) != of_others.end())
      before_ = Before::other;
    else if (word != "and" && word != "or" && word != "with")
      before_ = Before::nothing;
  }

  void take_number(std::uint32_t number) {
    if (before_ == Before::thread)
      by_word_.push_back(number);
    else if (before_ == Before::nothing)
      bare_.push_back(number);
  }

  enum class Before : std::uint8_t { nothing, thread, other };  // what the next number means

  const Scene& scene_;
  const std::string& answer_;
  Before before_ = Before::nothing;
  std::vector<std::uint32_t> pairs_, by_word_, bare_;
  std::optional<ElementOf> cell_;
};

// The accesses of a thread to the cell in one interval between barriers.
struct Touch {
  bool any = false, store = false, atomic = true;
};
std::vector<Touch> touches(const Trace& trace, std::size_t block, std::uint32_t thread, const ElementOf& cell) {
  std::vector<Touch> all(1);
  const Column events = trace.events(block, thread);
  for (std::uint32_t n = 0; n < events.size(); ++n) {
    const Event event = events[n];
    if (event.kind() == Kind::barrier_arrive) all.emplace_back();
    const bool is_store = event.kind() == Kind::shared_store || event.kind() == Kind::global_store;
    const bool is_load = event.kind() == Kind::shared_load || event.kind() == Kind::global_load;
    const bool is_atomic = event.kind() == Kind::atomic;
    if (!(is_store || is_load || is_atomic) || event.array() != cell.array || event.index != cell.element) continue;
    all.back().any = true;
    all.back().store = all.back().store || is_store || is_atomic;
    all.back().atomic = all.back().atomic && is_atomic;
  }
  return all;
}

Target thread_target(std::uint32_t thread) {
  Target target;
  target.kind = Target::Kind::thread;
  target.number = thread;
  return target;
}

bool race_in(const Trace& trace, std::size_t block, const Named& named) {
  const auto one = touches(trace, block, named.threads[0], *named.cell);
  const auto other = touches(trace, block, named.threads[1], *named.cell);
  for (std::size_t n = 0; n < std::min(one.size(), other.size()); ++n)
    if (one[n].any && other[n].any && (one[n].store || other[n].store) && !(one[n].atomic && other[n].atomic))
      return true;
  return false;
}

}  // namespace

std::string why_no_race(const PreparedTask& task, const std::string& text) try {
  const std::string& words = task.task.race.text;
  const Scene& scene = task.scenes->of(task.given);
  const Size2 sides = scene.trace().launch().block;
  const std::string example = fmt::format("`{} {}, {}, name[0]`", words, place_among(sides, 0), place_among(sides, 1));
  const std::optional<std::string> answer = answer_in(text, words);
  if (!answer) return fmt::format("no comment names a race: write a line like {}", example);
  const Named named = AnswerReader(scene, *answer).read();
  if (named.threads.size() != 2 || !named.cell)
    return fmt::format("the comment has to name two threads and an element, as in {}", example);
  if (named.threads[0] == named.threads[1]) return "a thread does not race with itself";
  const Trace& trace = scene.trace();
  for (const std::size_t block : scene.replay->blocks())
    if (race_in(trace, block, named)) return "";
  const ArrayInfo& array = trace.arrays()[named.cell->array];
  return fmt::format(
      "in the original code, {} and {} do not race on {}: both have to access it between the same two "
      "barriers, and at least one has to change it",
      lessons::name_of(scene, thread_target(named.threads[0])),
      lessons::name_of(scene, thread_target(named.threads[1])), element_name(array, named.cell->element));
} catch (const UsageError& error) {
  return error.what();
}

}  // namespace tilescope::tasks
