// Knobs: the numbers in a source that its arrays and launches depend on, and that a user may want to change. A number
// is a knob if it is all of a macro or constant. What depends on which knob is collected during the check.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "instrumentation/language/checker/build.h"
#include "instrumentation/language/parser/syntax.h"
#include "instrumentation/language/preprocessor/preprocessed.h"
#include "instrumentation/language/tree/kernel.h"

namespace tilescope::language {

class Knobs {
 public:
  // `given`: new values of knobs, by name.
  using GivenValues = std::map<std::string, std::string, std::less<>>;
  Knobs(const Preprocessed& preprocessed, const GivenValues& given, Build& build)
      : preprocessed_(preprocessed), given_(given), build_(build) {}

  using Numbers = std::vector<std::uint32_t>;  // indices of knobs
  class Collecting;
  class NotCollecting;

  // Notes a use of a macro, or of a variable, a structure or an alias.
  void note_macro(std::uint32_t expansion);
  void note(const void* thing);
  // Stores what was collected while `thing` was checked.
  void set(const void* thing, const Numbers& knobs) { of_[thing] = knobs; }
  void add_of_launch(std::string_view kernel, const Numbers& knobs);

  // A constant that is written as a number is a knob, and may get a new value.
  const Expression* value(const Variable& variable, const syntax::Expression* written, const Expression* value);
  // All knobs that a kernel or its launches depend on, after those of its template.
  [[nodiscard]] std::vector<Knob> of(const Kernel& kernel) const;

 private:
  static void add(Numbers& to, std::uint32_t knob) {
    if (std::find(to.begin(), to.end(), knob) == to.end()) to.push_back(knob);
  }
  std::uint32_t number_of(Knob::Kind kind, std::string_view name, std::string value, Place place);

  const Preprocessed& preprocessed_;
  const GivenValues& given_;
  Build& build_;
  std::vector<Knob> all_;
  std::unordered_map<std::string_view, std::optional<std::uint32_t>> of_macro_;
  std::unordered_map<const void*, Numbers> of_;                // of a variable, a structure or an alias
  std::unordered_map<std::string_view, Numbers> of_launches_;  // by kernel
  Numbers* collecting_ = nullptr;
};

// Collects the knobs used meanwhile, each once.
class Knobs::Collecting {
 public:
  explicit Collecting(Knobs& knobs) : knobs_(knobs), before_(std::exchange(knobs.collecting_, &found_)) {}
  ~Collecting() {
    knobs_.collecting_ = before_;
    if (before_ != nullptr)
      for (const std::uint32_t knob : found_) add(*before_, knob);
  }
  Collecting(const Collecting&) = delete;
  Collecting& operator=(const Collecting&) = delete;

  [[nodiscard]] const Numbers& found() const { return found_; }

 private:
  Knobs& knobs_;
  Numbers* before_;
  Numbers found_;
};

// What is used meanwhile is not collected.
class Knobs::NotCollecting {
 public:
  explicit NotCollecting(Knobs& knobs) : knobs_(knobs), before_(std::exchange(knobs.collecting_, nullptr)) {}
  ~NotCollecting() { knobs_.collecting_ = before_; }
  NotCollecting(const NotCollecting&) = delete;
  NotCollecting& operator=(const NotCollecting&) = delete;

 private:
  Knobs& knobs_;
  Numbers* before_;
};

}  // namespace tilescope::language
