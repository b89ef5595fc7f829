// The source panel: the kernel's own text, the line that is run, and how often each line has been run so far.
#pragma once

#include <optional>
#include <vector>

#include "app/stage/source_text.h"
#include "app/stage/words.h"

namespace tilescope {

// May be higher than the view: lines are wrapped, never cut off. Names of arrays lie on the colours of their matrices.
[[nodiscard]] Picture source_picture(const Frame& frame, const View& view);

// Where the lines of such a picture stand, and its part between two heights: all of a long text would take longer than
// a frame may.
struct SourceLayout {
  float width = 0, height = 0;
  std::vector<float> tops;  // of lines, and where the last one ends

  [[nodiscard]] std::optional<Box> box_of_line(std::uint32_t line) const;
};
[[nodiscard]] SourceLayout source_layout(const Frame& frame, const View& view);
[[nodiscard]] Picture source_picture(const Frame& frame, const View& view, const SourceLayout& layout, float from,
                                     float to);

// Where a line stands in such a picture, with all its rows, to scroll to it.
[[nodiscard]] std::optional<Box> box_of_line(const Picture& source, std::uint32_t line);

// How often each line has been run by now, of those that leave events.
class LineRuns {
 public:
  explicit LineRuns(const Frame& frame);
  [[nodiscard]] std::optional<std::uint64_t> of(std::uint32_t line) const;
  [[nodiscard]] std::string words(std::uint64_t runs) const;
  [[nodiscard]] float letters() const;  // so much room they take, with a blank before them
  [[nodiscard]] const std::vector<bool>& leaves_events() const { return leaves_events_; }

 private:
  const Frame& frame_;
  std::vector<bool> leaves_events_;  // by line
  std::size_t digits_ = 1;           // that their counts may come to
};

// The buttons above a text, at the right end of a row so high: what can be done with files, and who has the keys.
// Where they begin. The first goes where `least` would not be left for the words before them.
float draw_text_buttons(Picture& picture, float height, float size, bool has_keys, float least);

[[nodiscard]] Ink ink_of(SourcePiece::Sort sort);
// What an array's name lies on: the colour of its matrix, and C's for a running sum.
[[nodiscard]] std::optional<Ink> ink_behind(const Scenery& scenery, std::uint32_t steps, std::string_view name);
inline constexpr float letter_per_em = 0.6F;  // of JetBrains Mono
// Of code in a panel so wide: in a narrow one the letters are smaller, so that lines are not torn to pieces.
[[nodiscard]] float code_size(float text, float width);

}  // namespace tilescope
