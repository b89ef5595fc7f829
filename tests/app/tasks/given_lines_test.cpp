// Lines that a task gives, to be put in order: which a text has, one more, one less, and what is more than that.
#include "app/tasks/given_lines.h"

#include <gtest/gtest.h>

#include "app/tasks/prepare_task.h"
#include "app/tasks/task_file.h"
#include "tests/support/mirror_task.h"

namespace tilescope::tasks {
namespace {

using test::mirror;

// The mirror with its barrier as one of four lines.
Task task_of_lines() {
  Task task;
  task.kernel = {mirror("  // lines go here"), "kernel", 1};
  for (const char* const line : {"__syncthreads();", "if (tid == 0) {", "}", "__syncthreads();"})
    task.lines.push_back({line, "lines", 1});
  return task;
}

std::string placed(const Task& task, const std::string& text, std::size_t given, std::size_t caret) {
  const auto placed = with_line_switched(task, text, given, caret);
  return placed ? placed->text : "nothing";
}

TEST(GivenLines, GoBelowTheCaretAndOutAgain) {
  const Task task = task_of_lines();
  const std::string& begin = task.kernel.text;
  const std::string with_branch = placed(task, begin, 1, 0);  // the caret is elsewhere: behind all that is there
  EXPECT_EQ(with_branch, mirror("  // lines go here\n  if (tid == 0) {"));
  const std::string with_two = placed(task, with_branch, 0, 11);
  EXPECT_EQ(with_two, mirror("  // lines go here\n  if (tid == 0) {\n    __syncthreads();"));
  EXPECT_EQ(placed(task, with_two, 2, 12), mirror("  // lines go here\n  if (tid == 0) {\n    __syncthreads();\n  }"));
  // Without the branch what stood in it stands further out.
  EXPECT_EQ(placed(task, with_two, 1, 0), mirror("  // lines go here\n  __syncthreads();"));
  EXPECT_EQ(with_line_switched(task, begin, 1, 0)->line, 11U);
}

TEST(GivenLines, AreCountedOneByOneWhereTheyAreTheSame) {
  const Task task = task_of_lines();
  const std::string once = placed(task, task.kernel.text, 3, 0);
  EXPECT_EQ(given_lines_in(task, once), (std::vector<bool>{true, false, false, false}));
  const std::string twice = placed(task, once, 3, 0);
  EXPECT_EQ(given_lines_in(task, twice), (std::vector<bool>{true, false, false, true}));
  EXPECT_EQ(placed(task, twice, 3, 0), once);
}

TEST(GivenLines, AreAllThatMayStandThere) {
  const Task task = task_of_lines();
  EXPECT_EQ(why_other_lines(task, mirror("  __syncthreads( ) ;  // wait\n\n//   done")), "");
  EXPECT_EQ(why_other_lines(task, mirror("  __syncwarp();")), "line 11 was not given: `__syncwarp();`");
  EXPECT_EQ(why_other_lines(task, mirror("__syncthreads();\n__syncthreads();\n__syncthreads();")),
            "line 13 appears too often: `__syncthreads();`");
  std::string changed = mirror("");
  changed.replace(changed.find("row[tid] = in"), 8, "row[0]");
  EXPECT_EQ(why_other_lines(task, changed), "this line has to stay where it was: `row[tid] = in[first + tid];`");
  EXPECT_EQ(given_lines_in(task, changed), std::nullopt);
  EXPECT_EQ(placed(task, changed, 0, 0), "nothing");
  for (const char* const text : {"", "\n", "}", "// lines go here"}) {
    EXPECT_NE(why_other_lines(task, text), "") << text;
    EXPECT_EQ(placed(task, text, 0, 0), "nothing") << text;
  }
}

TEST(GivenLines, NeedAMarkAndASolutionOfThem) {
  const auto told = [](std::string text) { return mistakes_text(prepare(read_task(text, "01-mirror.toml"))); };
  EXPECT_EQ(told(test::mirror_task("lines = [\"__syncthreads();\"]\n")),
            "01-mirror.toml:7: kernel: has no line `// lines go here` to show where the `lines` go\n");
  std::string text = test::mirror_task("lines = [\"__syncwarp();\"]\n");
  text.replace(text.find("[first + tid];\n"), 15, "[first + tid];\n// lines go here\n");
  EXPECT_EQ(told(text), "01-mirror.toml:28: solution: line 11 was not given: `__syncthreads();`\n");
}

}  // namespace
}  // namespace tilescope::tasks
