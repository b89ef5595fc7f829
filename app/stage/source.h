// The source panel: the kernel's source, the current line, and how often each line has run so far.
#pragma once

#include <optional>
#include <vector>

#include "app/stage/source_text.h"
#include "app/stage/words.h"

namespace tilescope {

// The picture may be higher than the view: lines are wrapped, never cut off. Array names have the colours of their
// matrices.
[[nodiscard]] Picture source_picture(const Frame& frame, const View& view);

// Only these lines, for readers who do not see the source. Their letters are as large as words.
[[nodiscard]] Picture some_lines_picture(const Frame& frame, const View& view, const std::vector<std::uint32_t>& lines);

// The places of the lines in such a picture. They allow drawing only a part, because all of a long source would take
// longer than a frame.
struct SourceLayout {
  float width = 0, height = 0;
  std::vector<float> tops;  // of each line, and the end of the last one

  [[nodiscard]] std::optional<Box> box_of_line(std::uint32_t line) const;
};
[[nodiscard]] SourceLayout source_layout(const Frame& frame, const View& view);
[[nodiscard]] Picture source_picture(const Frame& frame, const View& view, const SourceLayout& layout, float from,
                                     float to);

// The box of a line with all its rows, to scroll to it.
[[nodiscard]] std::optional<Box> box_of_line(const Picture& source, std::uint32_t line);

// How often each line that records events has run by now.
class LineRuns {
 public:
  explicit LineRuns(const Frame& frame);
  [[nodiscard]] std::optional<std::uint64_t> of(std::uint32_t line) const;
  [[nodiscard]] std::string words(std::uint64_t runs) const;
  [[nodiscard]] float letters() const;  // the room for a count, with a space before it
  [[nodiscard]] const std::vector<bool>& leaves_events() const { return leaves_events_; }

 private:
  const Frame& frame_;
  std::vector<bool> leaves_events_;  // by line
  std::size_t digits_ = 1;           // of the largest possible count
};

// The buttons at the right end of a row above the source: commands for files, and whether the source gets the keys.
// Returns their left end. The first button is left out if less than `least` would remain for the words at the left.
float draw_text_buttons(Picture& picture, float height, float size, bool has_keys, const View& view, float least);

[[nodiscard]] Ink ink_of(SourcePiece::Sort sort);
// The background of an array's name: its matrix's colour, or C's for a running sum.
[[nodiscard]] std::optional<Ink> ink_behind(const Scenery& scenery, std::uint32_t steps, std::string_view name);
inline constexpr float letter_per_em = 0.6F;  // of JetBrains Mono
// The size of code in a panel of this width: smaller in a narrow panel, so that lines break less often.
[[nodiscard]] float code_size(float text, float width);

}  // namespace tilescope
