#include "app/class/handed_in_sheets.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "instrumentation/nearest.h"

namespace tilescope::lessons {

namespace {

using ClassKey = std::pair<std::vector<std::string>, std::uint64_t>;

ClassKey class_of(const FilledIn& sheet) { return {sheet.lessons, sheet.seed}; }

std::string class_words(const ClassKey& key) {
  return fmt::format("{} with seed {}", fmt::join(key.first, ", "), key.second);
}

// The lessons and seed of most sheets; of several candidates the first.
ClassKey most_frequent_class(const std::vector<HandedInSheet>& sheets) {
  std::map<ClassKey, std::size_t> counts;
  for (const HandedInSheet& each : sheets)
    if (each.sheet.kind != SheetKind::alone) ++counts[class_of(each.sheet)];
  ClassKey most;
  std::size_t count = 0;
  for (const HandedInSheet& each : sheets) {
    const auto found = counts.find(class_of(each.sheet));
    if (found == counts.end() || found->second <= count) continue;
    most = found->first;
    count = found->second;
  }
  return most;
}

bool same_answers(const FilledIn& one, const FilledIn& other) {
  return std::equal(one.entries.begin(), one.entries.end(), other.entries.begin(), other.entries.end(),
                    [](const FilledIn::Entry& a, const FilledIn::Entry& b) { return a.answer == b.answer; });
}

struct OfStudent {
  std::string name;
  std::vector<std::size_t> before, after;

  [[nodiscard]] std::vector<std::size_t>& of(SheetKind kind) { return kind == SheetKind::before ? before : after; }
};
using Students = std::map<std::string, OfStudent>;

class Pairing {
 public:
  explicit Pairing(const std::vector<HandedInSheet>& sheets)
      : sheets_(sheets), key_(most_frequent_class(sheets)), paired_{key_.first, key_.second, {}, {}} {}

  PairedSheets pair() {
    for (std::size_t n = 0; n < sheets_.size(); ++n) sort_in(n);
    for (auto& [key, student] : students_) {
      const auto before = the_one(student, SheetKind::before), after = the_one(student, SheetKind::after);
      if (before && after) paired_.pairs.push_back({student.name, *before, *after});
    }
    for (const auto& [key, student] : students_) note_missing(student);
    return std::move(paired_);
  }

 private:
  void note(std::size_t sheet, const std::string& what) {
    paired_.notes.push_back(fmt::format("{}: {}", sheets_[sheet].file, what));
  }

  void sort_in(std::size_t n) {
    const FilledIn& sheet = sheets_[n].sheet;
    if (sheet.kind == SheetKind::alone) return;
    if (class_of(sheet) != key_)
      return note(n, fmt::format("is for {}, but most sheets are for {}: marked, but not counted",
                                 class_words(class_of(sheet)), class_words(key_)));
    if (sheet.name.empty()) return note(n, "no name after 'name:': marked, but not paired with another sheet");
    OfStudent& student = students_[name_key(sheet.name)];
    if (student.name.empty()) student.name = sheet.name;
    student.of(sheet.kind).push_back(n);
  }

  // Only the teacher can decide which of several sheets counts.
  std::optional<std::size_t> the_one(OfStudent& student, SheetKind kind) {
    const std::vector<std::size_t>& all = student.of(kind);
    if (all.empty()) return std::nullopt;
    bool alike = true;
    for (const std::size_t other : all) alike = alike && same_answers(sheets_[all[0]].sheet, sheets_[other].sheet);
    for (std::size_t n = 1; n < all.size(); ++n)
      note(all[n], fmt::format("{} has already handed in a {} sheet, {}, with {}", student.name, name_of(kind),
                               sheets_[all[0]].file,
                               alike ? "the same answers: counted once"
                                     : "different answers: neither is counted, so remove the wrong one"));
    return alike ? std::optional(all[0]) : std::nullopt;
  }

  void note_missing(const OfStudent& student) {
    if (student.before.empty() == student.after.empty()) return;
    const bool lacks_after = student.after.empty();
    const std::size_t sheet = lacks_after ? student.before[0] : student.after[0];
    std::vector<std::string_view> others;  // students who lack the kind of sheet that this one has
    for (const auto& [key, other] : students_)
      if (lacks_after ? other.before.empty() : other.after.empty()) others.push_back(key);
    const std::string key = name_key(student.name);
    const std::string_view near = nearest(key, others);
    const bool may_be = !near.empty() && letters_apart(key, near) <= std::max<std::size_t>(1, key.size() / 3);
    note(sheet, fmt::format("{} has not handed in a {} sheet: marked, but not counted{}", student.name,
                            name_of(lacks_after ? SheetKind::after : SheetKind::before),
                            may_be ? fmt::format("; is this {}?", students_.at(std::string(near)).name) : ""));
  }

  const std::vector<HandedInSheet>& sheets_;
  ClassKey key_;
  PairedSheets paired_;
  Students students_;
};

}  // namespace

PairedSheets pair_sheets(const std::vector<HandedInSheet>& sheets) { return Pairing(sheets).pair(); }

std::string name_key(const std::string& name) {
  std::string key;
  for (const char letter : name) {
    const auto each = static_cast<unsigned char>(letter);
    if (std::isspace(each) == 0)
      key += static_cast<char>(std::tolower(each));
    else if (!key.empty() && key.back() != ' ')
      key += ' ';
  }
  while (key.ends_with(' ')) key.pop_back();
  return key;
}

}  // namespace tilescope::lessons
