// What the parts of the checker share among themselves.
#pragma once

#include "instrumentation/language/checker/checker.h"

namespace tilescope::language {

// A frame of its own for the time of a scope; the one before comes back at its end.
class Checker::Entered {
 public:
  Entered(Checker& checker, Frame& frame) : checker_(checker), before_(checker.frame_) { checker.frame_ = &frame; }
  ~Entered() { checker_.frame_ = before_; }
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;

 private:
  Checker& checker_;
  Frame* before_;
};

// Counts how many things are looked at since each depends on the next.
class Checker::Depending {
 public:
  Depending(Checker& checker, std::string_view name, Place place) : checker_(checker) {
    constexpr int deepest = 200;
    if (++checker.depending_ > deepest)
      throw TooMuch{"a chain of more than " + std::to_string(deepest) +
                        " names, each of which depends on the next, ends at " + quoted(name).text,
                    "write what it stands for", place.offset};
  }
  ~Depending() { --checker_.depending_; }
  Depending(const Depending&) = delete;
  Depending& operator=(const Depending&) = delete;

 private:
  Checker& checker_;
};

// What is declared in it is forgotten at its end.
class Checker::Scope {
 public:
  explicit Scope(Frame& frame) : frame_(frame), before_(frame.scope), used_(frame.used_namespaces.size()) {
    frame.scope = frame.symbols.size();
  }
  ~Scope() {
    for (std::size_t n = frame_.scope; n < frame_.symbols.size(); ++n)
      if (frame_.symbols[n].variable != nullptr) frame_.ended.push_back(frame_.symbols[n].variable);
    frame_.symbols.keep(frame_.scope);
    frame_.scope = before_;
    frame_.used_namespaces.resize(used_);
  }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  Frame& frame_;
  std::size_t before_;
  std::size_t used_;
};

// What is looked at meanwhile is not done by what runs.
class Checker::OnlyConstants {
 public:
  OnlyConstants(Checker& checker, bool only) : build_(checker.build_), before_(build_.only_constants) {
    build_.only_constants = before_ || only;
  }
  ~OnlyConstants() { build_.only_constants = before_; }
  OnlyConstants(const OnlyConstants&) = delete;
  OnlyConstants& operator=(const OnlyConstants&) = delete;

 private:
  Build& build_;
  bool before_;
};

// What is told meanwhile can be looked at, and is not told.
class Checker::Quietly {
 public:
  explicit Quietly(Checker& checker)
      : checker_(checker),
        frame_(checker.frame_),
        unknown_(frame_ == nullptr ? 0 : frame_->unknown.size()),
        told_(checker.told_.mark()),
        told_by_operators_(checker.operators_.told.mark()) {
    std::swap(before_, checker.diagnostics_);
    checker.poisoned_.begin_quiet();
  }
  ~Quietly() {
    std::swap(before_, checker_.diagnostics_);
    checker_.poisoned_.end_quiet();
    checker_.told_.take_back(told_);
    checker_.operators_.told.take_back(told_by_operators_);
    if (frame_ != nullptr) frame_->unknown.resize(std::min(unknown_, frame_->unknown.size()));
  }
  Quietly(const Quietly&) = delete;
  Quietly& operator=(const Quietly&) = delete;

  [[nodiscard]] bool failed() const { return checker_.diagnostics_.any_error(); }
  [[nodiscard]] bool told() const { return !checker_.diagnostics_.in_order_found().empty(); }

 private:
  Checker& checker_;
  Frame* frame_;
  std::size_t unknown_;
  Once::Mark told_, told_by_operators_;
  Diagnostics before_;
};

// An argument of a call: its value, or braces that get their type from the parameter.
struct Checker::Argument {
  const syntax::Expression* written = nullptr;  // null where there is none
  const Expression* value = nullptr;            // null for braces
  Place place;
};

struct Checker::Candidate {
  Callable* callable = nullptr;
  Callable::Made* made = nullptr;
  std::vector<Fit> fits;
  bool of_template = false;
};

// The parameters of a function as they are written.
[[nodiscard]] inline std::span<const syntax::Declaration* const> parameters_of(const syntax::Declaration& f) {
  for (const syntax::DeclaratorStep& step : f.steps)
    if (step.kind == syntax::DeclaratorStep::Kind::function) return step.parameters;
  return {};
}

// "1 argument", "2 arguments".
[[nodiscard]] inline std::string count(std::size_t n) {
  return std::to_string(n) + (n == 1 ? " argument" : " arguments");
}

// "first", "second", "4th".
[[nodiscard]] inline std::string ordinal(std::size_t n) {
  static constexpr const char* words[] = {"first", "second", "third"};
  return n < 3 ? words[n] : std::to_string(n + 1) + "th";
}

// The one of the names that is meant by a slip of the fingers; empty where none is so near.
[[nodiscard]] std::string_view meant_by(std::string_view name, const std::vector<std::string_view>& names);

[[nodiscard]] inline bool is_broken(const Expression* e) { return e->kind == ExpressionKind::broken; }

}  // namespace tilescope::language
