// Every figure of a lesson is computed: an expression over counts of a launch, or over a model of a GPU.
//
//   figure  = sum ["at" ("now" | moment)]
//   sum     = product (("+" | "-") product)...      product = factor (("*" | "/") factor)...
//   factor  = NUMBER | "(" sum ")" | "-" factor | name
//           | ("ceil" | "floor" | "log2" | "min" | "max") "(" sum ["," sum] ")"
//   name    = [subject "."] WHAT ["." part]...
//   subject = KERNEL ["(" KEY "=" VALUE, ... ")"] | "launch" "(" ... ")" | GPU ["(" ... ")"] | "cache" ["(" ... ")"]
//   part    = ARRAY | "thread" ["(" ROW "," COLUMN ")"] | "block" ["(" ROW "," COLUMN ")"]
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/scenes.h"

namespace tilescope::lessons {

// The point in a launch to which a lesson's text refers.
struct Here {
  Scenes& scenes;
  const Situation& situation;
  std::uint64_t moment = 0;
  std::size_t block = 0;
  std::uint32_t thread = 0;

  [[nodiscard]] const Scene& scene() const { return scenes.of(situation.request, situation.as_ran); }
};

struct Figure {
  // elsewhere: counted in a launch that is not shown
  enum class From : std::uint8_t { text, counted, elsewhere, modelled };

  double number = 0;
  std::string words;  // the figure, if it is not a number: a limiter
  From from = From::text;

  [[nodiscard]] std::string text() const;  // "64 704", "0.25", "shared memory"
};

// Whether a number is an integer, apart from rounding in the last bits.
[[nodiscard]] bool is_whole(double number);

// A UsageError says what cannot be read or is unknown, and suggests known names.
[[nodiscard]] Figure figure(const Here& here, std::string_view expression);
// Checks syntax and names, which needs no launch.
void check_figure(std::string_view expression);

// A source line that contributes to a figure or to a term of a sum: how often it does what is counted, or the cost of
// its costliest access. Sorted by contribution; empty if no line contributes.
struct LineBehind {
  std::uint32_t line = 0;
  std::uint64_t amount = 0;
};
[[nodiscard]] std::vector<LineBehind> lines_behind(const Here& here, std::string_view expression);
// An event that shows the figure: the first event of the busiest line, a warp's costliest access, or the last event of
// the busiest thread. Empty if there is none.
struct EventBehind {
  Access access;
  bool is_of_warps = false;
};
[[nodiscard]] std::optional<EventBehind> event_behind(const Here& here, std::string_view expression);
// In words: "512 global loads and atomics", "intensity is 0.25".
[[nodiscard]] std::string what_it_comes_to(std::string_view expression, const std::string& number);

// The thread or block of the launch at this row and column.
[[nodiscard]] std::uint32_t thread_at(const Launch& launch, std::uint32_t row, std::uint32_t column);
[[nodiscard]] std::size_t block_at(const Launch& launch, std::uint32_t row, std::uint32_t column);

// The parts of a name: "tiled(tile=16).global_loads.thread(0,1)" has three.
struct NamePart {
  std::string name;
  std::vector<std::string> arguments;
};
using Name = std::vector<NamePart>;

// A figure of a launch at the moment `when`; empty: over the whole launch.
[[nodiscard]] Figure launch_figure(const Here& here, const Request& request, const Name& name,
                                   std::optional<std::string_view> when);
[[nodiscard]] bool is_launch_figure(std::string_view what);
[[nodiscard]] std::vector<std::string_view> launch_figures();
// A modelled figure of a GPU or a cache; empty if the name begins with neither.
[[nodiscard]] std::optional<Figure> model_figure(const Name& name);

}  // namespace tilescope::lessons
