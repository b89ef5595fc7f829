// tilescope grade: marks completed sheets; from sheets before and after lessons it computes the class's gain.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "app/class/class_commands.h"
#include "app/class/class_tables.h"
#include "app/class/lesson_handout.h"
#include "app/command_line/other_programs.h"
#include "app/command_line/program.h"
#include "app/export/output.h"
#include "instrumentation/error.h"

namespace tilescope::cli {

namespace {

namespace fs = std::filesystem;
using lessons::Prepared;
using lessons::SheetKind;

struct GradeOptions : OutputOptions {
  std::vector<std::string> files;
  bool csv = false, each = false;
};

// Replaces a folder by its files, sorted by name.
std::vector<std::string> files_in(const std::vector<std::string>& given) {
  std::vector<std::string> files;
  for (const std::string& each : given) {
    std::error_code error;
    if (!fs::is_directory(each, error)) {
      files.push_back(each);
      continue;
    }
    std::vector<std::string> inside;
    for (const fs::directory_entry& entry : fs::directory_iterator(each, error))
      if (entry.is_regular_file(error) && !entry.path().filename().string().starts_with('.'))
        inside.push_back(entry.path().string());
    std::sort(inside.begin(), inside.end());
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

std::string file_text(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in || fs::is_directory(file)) throw UsageError(fmt::format("{}: this worksheet cannot be read", file));
  return {std::istreambuf_iterator<char>(in), {}};
}

// Marks the sheets one by one. Lessons are prepared and pairs of sheets drawn only once.
class Marker {
 public:
  GradedSheet mark(const std::string& file) {
    lessons::FilledIn filled_in = lessons::read_worksheet(file_text(file), file);
    lessons::Marks marks = grade(handed_out(filled_in, file), filled_in, file);
    return {file, std::move(filled_in), std::move(marks)};
  }

  const lessons::BeforeAfter& both(const std::vector<std::string>& names, std::uint64_t seed) {
    const auto key = std::pair(names, seed);
    if (const auto known = drawn_.find(key); known != drawn_.end()) return known->second;
    std::vector<const Prepared*> all;
    for (const std::string& name : names) all.push_back(&prepared(name));
    return drawn_.emplace(key, lessons::draw_before_after(all, seed)).first->second;
  }

 private:
  lessons::Sheet handed_out(const lessons::FilledIn& sheet, const std::string& file) {
    try {
      if (sheet.kind == SheetKind::alone) return lessons::worksheet(prepared(sheet.lessons.front()), sheet.seed);
      const lessons::BeforeAfter& drawn = both(sheet.lessons, sheet.seed);
      return sheet.kind == SheetKind::before ? drawn.before : drawn.after;
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}: {}", file, error.what()));
    }
  }

  const Prepared& prepared(const std::string& name) {
    const auto known = prepared_.find(name);
    return known != prepared_.end() ? known->second : prepared_.emplace(name, prepared_lesson(name)).first->second;
  }

  std::map<std::string, Prepared> prepared_;
  std::map<std::pair<std::vector<std::string>, std::uint64_t>, lessons::BeforeAfter> drawn_;
};

struct Handed {
  std::vector<GradedSheet> sheets;
  std::vector<std::string> problems;  // for files that could not be marked
};

Handed mark_all(const std::vector<std::string>& files, Marker& marker) {
  Handed handed;
  for (const std::string& file : files) try {
      handed.sheets.push_back(marker.mark(file));
    } catch (const UsageError& error) {
      handed.problems.emplace_back(error.what());
    }
  return handed;
}

lessons::PairedSheets pairs_of(const std::vector<GradedSheet>& sheets) {
  std::vector<lessons::HandedInSheet> list;
  for (const GradedSheet& each : sheets) list.push_back({each.file, each.sheet});
  return pair_sheets(list);
}

lessons::ClassMarks marks_of(const std::vector<GradedSheet>& sheets, const lessons::PairedSheets& paired) {
  std::vector<lessons::StudentMarks> students;
  for (const lessons::SheetPair& pair : paired.pairs) students.push_back(student_marks(sheets, pair));
  return lessons::class_marks(students);
}

void print_text(const GradeOptions& options, const std::vector<GradedSheet>& sheets, const GradedClass* graded) {
  std::string text;
  for (const GradedSheet& each : sheets)
    if (options.each || each.sheet.kind == SheetKind::alone) text += text_of(each);
  if (graded != nullptr) text += (text.empty() ? "" : "\n") + text_of(*graded);
  write_output(options.output, text);
}

void print_json(const GradeOptions& options, const Handed& handed, const GradedClass* graded) {
  Json sheets = Json::array();
  for (const GradedSheet& each : handed.sheets) sheets.push_back(json_of(each));
  Json json{{"sheets", sheets}};
  if (graded != nullptr) {
    json["class"] = json_of(*graded);
    json["notes"] = graded->paired.notes;
  }
  if (!handed.problems.empty()) json["problems"] = handed.problems;
  write_json(options.output, json);
}

void tell(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) fmt::print(stderr, "tilescope: {}\n", line);
}

// Reports problems with sheets after the marks of the others.
void grade_all(const GradeOptions& options) {
  Marker marker;
  const std::vector<std::string> files = files_in(options.files);
  if (files.empty()) throw UsageError(fmt::format("{}: this folder contains no sheets", options.files.front()));
  const Handed handed = mark_all(files, marker);
  if (handed.sheets.empty() && handed.problems.size() == 1) throw UsageError(handed.problems.front());
  const lessons::PairedSheets paired = pairs_of(handed.sheets);
  std::optional<GradedClass> graded;
  if (!paired.lessons.empty())
    graded.emplace(
        GradedClass{handed.sheets, paired, marks_of(handed.sheets, paired), marker.both(paired.lessons, paired.seed)});
  const GradedClass* const of_class = graded ? &*graded : nullptr;
  if (options.csv)
    write_output(options.output, csv_of(handed.sheets, paired));
  else if (options.json)
    print_json(options, handed, of_class);
  else
    print_text(options, handed.sheets, of_class);
  tell(paired.notes);
  tell(handed.problems);
  if (!handed.problems.empty()) throw Exit{handed.sheets.empty() ? 2 : 1};
}

}  // namespace

void add_grade(Subcommand& program) {
  Subcommand& command = program.command(grade_command.name, grade_command.help);
  GradeOptions& options = command.does<GradeOptions>(grade_all);
  command.option("FILE", options.files, "worksheets, or folders of worksheets").file().required();
  command.flag("--each", options.each, "list each answer of each sheet, for pre-tests and post-tests too");
  command.flag("--csv", options.csv, "print one line for each sheet").excludes("--json");
  command.output_options(options);
}

}  // namespace tilescope::cli
