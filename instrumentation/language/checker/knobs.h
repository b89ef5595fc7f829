// Knobs: the numbers of a text on which its arrays and launches depend, and which a user may want to change. A number
// is one where it stands alone in a macro or a constant. What depends on which is collected while it is found out.
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
  // `given`: what knobs are to be instead, by their names.
  using GivenValues = std::map<std::string, std::string, std::less<>>;
  Knobs(const Preprocessed& preprocessed, const GivenValues& given, Build& build)
      : preprocessed_(preprocessed), given_(given), build_(build) {}

  using Numbers = std::vector<std::uint32_t>;  // of knobs
  class Collecting;
  class NotCollecting;

  // What is looked at came out of a macro, or is a variable, a structure or an alias.
  void note_macro(std::uint32_t expansion);
  void note(const void* thing);
  // What was collected while `thing` was found out.
  void set(const void* thing, const Numbers& knobs) { of_[thing] = knobs; }
  void add_of_launch(std::string_view kernel, const Numbers& knobs);

  // A constant that is given as a number is a knob, and may be given another.
  const Expression* value(const Variable& variable, const syntax::Expression* written, const Expression* value);
  // All on which a kernel or its launches depend, after those of its template.
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

// Which knobs are looked at meanwhile, each once.
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

// What is looked at meanwhile is none of what is collected.
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
