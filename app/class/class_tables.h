// Marked sheets as tables: the marks of each sheet, and a class's results before and after.
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

// The sheets with the same seed and lessons.
struct GradedClass {
  const std::vector<GradedSheet>& sheets;  // all sheets that could be marked
  lessons::PairedSheets paired;            // pairs, by the sheets' indices
  lessons::ClassMarks marks;
  const lessons::BeforeAfter& drawn;  // the sheets as handed out
};

// One sheet, answer by answer.
[[nodiscard]] std::string text_of(const GradedSheet& graded);
[[nodiscard]] Json json_of(const GradedSheet& graded);

[[nodiscard]] std::string text_of(const GradedClass& graded);
[[nodiscard]] Json json_of(const GradedClass& graded);
// One line per sheet. A column says whether the class's gain counts the sheet.
[[nodiscard]] std::string csv_of(const std::vector<GradedSheet>& sheets, const lessons::PairedSheets& paired);

}  // namespace tilescope::cli
