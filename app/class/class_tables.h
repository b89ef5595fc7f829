// Marked sheets as tables: each one's marks, and what a class's sheets before and after come to.
#pragma once

#include <string>
#include <vector>

#include "app/class/before_after.h"
#include "app/class/class_marks.h"
#include "app/class/handed_in_sheets.h"
#include "app/export/json.h"

namespace tilescope::cli {

struct GradedSheet {
  std::string file;
  lessons::FilledIn sheet;
  lessons::Marks marks;
};

[[nodiscard]] lessons::StudentMarks student_marks(const std::vector<GradedSheet>& sheets,
                                                  const lessons::SheetPair& pair);

// Those of one seed and the same lessons.
struct GradedClass {
  const std::vector<GradedSheet>& sheets;  // all that could be marked
  lessons::PairedSheets paired;            // by their numbers
  lessons::ClassMarks marks;
  const lessons::BeforeAfter& drawn;  // as they were handed out
};

// One sheet, answer by answer.
[[nodiscard]] std::string text_of(const GradedSheet& graded);
[[nodiscard]] Json json_of(const GradedSheet& graded);

[[nodiscard]] std::string text_of(const GradedClass& graded);
[[nodiscard]] Json json_of(const GradedClass& graded);
// A line for each sheet. Which of them are counted in a class's gain, by their numbers, is in a column.
[[nodiscard]] std::string csv_of(const std::vector<GradedSheet>& sheets, const lessons::PairedSheets& paired);

}  // namespace tilescope::cli
