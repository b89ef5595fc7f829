#include "app/tasks/named_race.h"

#include <fmt/format.h>

#include <algorithm>
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

// What follows the words that the task asks for; nothing where these are not there.
std::optional<std::string> answer_in(const std::string& text, const std::string& words) {
  std::istringstream in(text);
  std::optional<std::string> answer;
  for (std::string line; std::getline(in, line);)
    if (const std::size_t at = line.find(words); at != std::string::npos) answer = line.substr(at + words.size());
  return answer;
}

// "(0,1), 5, sums[3]": threads by row and column or by their numbers, and an element.
Named read_answer(const Scene& scene, const std::string& answer) {
  static const std::regex piece(R"(\(\s*(\d{1,6})\s*,\s*(\d{1,6})\s*\)|([A-Za-z_]\w*(?:\s*\[\s*\d{1,9}\s*\])+)|(\d{1,6}))");
  Named named;
  const Launch& launch = scene.trace().launch();
  for (auto at = std::sregex_iterator(answer.begin(), answer.end(), piece); at != std::sregex_iterator(); ++at) {
    const std::smatch& found = *at;
    if (found[3].matched) {
      std::string element;
      for (const char letter : found[3].str())
        if (letter != ' ') element += letter;
      named.cell = lessons::read_element(scene, element);
    } else if (found[1].matched) {
      named.threads.push_back(lessons::thread_at(launch, static_cast<std::uint32_t>(std::stoul(found[1].str())),
                                                 static_cast<std::uint32_t>(std::stoul(found[2].str()))));
    } else {
      const auto thread = static_cast<std::uint32_t>(std::stoul(found[4].str()));
      if (thread >= launch.threads_per_block())
        throw UsageError(fmt::format("there is no thread {}: a block has {}", thread, launch.threads_per_block()));
      named.threads.push_back(thread);
    }
  }
  return named;
}

// By interval between barriers: whether the thread touches the cell there, and whether it changes it.
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
  const std::string example = fmt::format("`{} (0,0), (0,1), name[0]`", words);
  const std::optional<std::string> answer = answer_in(text, words);
  if (!answer) return fmt::format("the text has no line with {}", example);
  const Scene& scene = task.scenes->of(task.given);
  const Named named = read_answer(scene, *answer);
  if (named.threads.size() != 2 || !named.cell)
    return fmt::format("two threads and an element have to be named, as in {}", example);
  if (named.threads[0] == named.threads[1]) return "a thread does not race with itself";
  const Trace& trace = scene.trace();
  for (const std::size_t block : scene.replay->blocks())
    if (race_in(trace, block, named)) return "";
  const ArrayInfo& array = trace.arrays()[named.cell->array];
  return fmt::format("in the text as it was, {} and {} do not meet at {}: between two barriers, both have to touch it, "
                     "and one of them has to change it",
                     thread_name(trace.launch(), named.threads[0]), thread_name(trace.launch(), named.threads[1]),
                     element_name(array, named.cell->element));
} catch (const UsageError& error) {
  return error.what();
}

}  // namespace tilescope::tasks
