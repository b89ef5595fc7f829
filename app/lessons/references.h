// The texts of a lesson. References in braces name something of the launch: {A[0][2]}, {thread 0,1}, {line:store},
// {count:naive.global_loads}. Places are lit while the text is shown, and figures are computed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/figures.h"
#include "app/replay/links.h"
#include "app/stage/picture.h"

namespace tilescope::lessons {

// A piece of text with one style.
struct Span {
  std::string text;
  Ink ink = Ink::text;
  bool code = false;  // set as code
  bool bold = false;  // for references and terms
  Figure::From from = Figure::From::text;
  std::uint32_t line = 0;  // the line of the source that the text quotes; 0: none

  bool operator==(const Span&) const = default;
};

struct Resolved {
  std::vector<Span> spans;
  std::vector<Target> lit;
};

// Resolves one reference without its braces. A UsageError says what cannot be read, found or computed.
[[nodiscard]] Resolved reference(const Here& here, std::string_view text);

// Resolves a whole text. Bad references are added to `mistakes` and left out.
[[nodiscard]] Resolved resolve(const Here& here, const Written& text, std::vector<Mistake>& mistakes);

[[nodiscard]] std::string plain_text(const std::vector<Span>& spans);

// An element and its name, "A[0][2]". read_element returns nothing if the text does not begin with an array and a
// bracket.
[[nodiscard]] Target element_target(ElementOf element);
[[nodiscard]] std::optional<ElementOf> read_element(const Scene& scene, std::string_view text);
// "0,1" or "thread 0,1".
[[nodiscard]] std::uint32_t read_thread(const Scene& scene, std::string_view text);
[[nodiscard]] std::size_t read_block(const Scene& scene, std::string_view text);

// The name of a clicked place: "A[0][2]", "thread (0,1)", or in a block of one row "thread 5", "line 15".
[[nodiscard]] std::string name_of(const Scene& scene, const Target& target);

// The value of an element at a moment; empty if it has not been written yet.
[[nodiscard]] std::optional<Value> value_at(const Scene& scene, ElementOf element, std::uint64_t moment,
                                            std::size_t block);

}  // namespace tilescope::lessons
