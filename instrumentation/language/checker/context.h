// The state that the parts of the checker share, and classes that change it temporarily.
#pragma once

#include <algorithm>
#include <string>

#include "instrumentation/language/checker/evaluate.h"
#include "instrumentation/language/checker/file_names.h"
#include "instrumentation/language/checker/frame.h"
#include "instrumentation/language/checker/knobs.h"
#include "instrumentation/language/checker/once.h"
#include "instrumentation/language/checker/operators.h"
#include "instrumentation/language/checker/poisoned.h"
#include "instrumentation/language/checker/record_table.h"
#include "instrumentation/language/parser/parser.h"
#include "instrumentation/language/preprocessor/preprocessed.h"

namespace tilescope::language {

struct Parts;  // parts.h

// What is checked, and the options.
struct Input {
  const Source& source;
  const Preprocessed& preprocessed;
  const syntax::File& file;
  const ReadOptions& options;
};

// Counters that limit how far a source is followed, since it may go on without end.
struct Followed {
  int depending = 0;          // names in a chain, each depending on the next
  int depth = 0;              // of functions and structures that are checked inside others
  std::size_t instances = 0;  // of templates
};

// A source while it is checked.
struct Context {
  Context(const Input& checked, Types& types, Arena& its_arena, Diagnostics& its_diagnostics)
      : input(checked), arena(its_arena), diagnostics(its_diagnostics), build(types, arena, diagnostics) {}

  Input input;
  Arena& arena;
  Diagnostics& diagnostics;
  Build build;
  Operators operators{build};
  Constants constants{build, operators};
  Knobs knobs{input.preprocessed, input.options.knobs, build};
  FileNames names{input.source, input.file, arena, diagnostics};
  RecordTable records{build};
  Once told{};  // put-aside diagnostics, variables, and names of functions and types already reported
  Poisoned poisoned{input.source, input.preprocessed, input.file, diagnostics, told};
  Frame* frame = nullptr;
  Followed followed{};
  bool on_host = false;    // for launches, once all kernels are done: host functions count too
  Parts* parts = nullptr;  // set by Parts
};

// Enters a frame for the time of a scope; the previous one returns at its end.
class Entered {
 public:
  Entered(Context& context, Frame& frame) : context_(context), before_(context.frame) { context.frame = &frame; }
  ~Entered() { context_.frame = before_; }
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;

 private:
  Context& context_;
  Frame* before_;
};

// Counts the names in a chain in which each depends on the next.
class Depending {
 public:
  Depending(Context& context, std::string_view name, Place place) : context_(context) {
    constexpr int deepest = 200;
    if (++context.followed.depending > deepest)
      throw TooMuch{"a chain longer than " + std::to_string(deepest) + " names, each depending on the next, ends at " +
                        quoted(name).text,
                    "write its value", place.offset};
  }
  ~Depending() { --context_.followed.depending; }
  Depending(const Depending&) = delete;
  Depending& operator=(const Depending&) = delete;

 private:
  Context& context_;
};

// What is checked meanwhile is not part of the code that runs.
class OnlyConstants {
 public:
  OnlyConstants(Build& build, bool only) : build_(build), before_(build_.only_constants) {
    build_.only_constants = before_ || only;
  }
  ~OnlyConstants() { build_.only_constants = before_; }
  OnlyConstants(const OnlyConstants&) = delete;
  OnlyConstants& operator=(const OnlyConstants&) = delete;

 private:
  Build& build_;
  bool before_;
};

// Diagnostics reported meanwhile can be examined, but are dropped at the end.
class Quietly {
 public:
  explicit Quietly(Context& context)
      : context_(context),
        frame_(context.frame),
        unknown_(frame_ == nullptr ? 0 : frame_->unknown.size()),
        told_(context.told.mark()),
        told_by_operators_(context.operators.told.mark()) {
    std::swap(before_, context.diagnostics);
    context.poisoned.begin_quiet();
  }
  ~Quietly() {
    std::swap(before_, context_.diagnostics);
    context_.poisoned.end_quiet();
    context_.told.take_back(told_);
    context_.operators.told.take_back(told_by_operators_);
    if (frame_ != nullptr) frame_->unknown.resize(std::min(unknown_, frame_->unknown.size()));
  }
  Quietly(const Quietly&) = delete;
  Quietly& operator=(const Quietly&) = delete;

  [[nodiscard]] bool failed() const { return context_.diagnostics.any_error(); }
  [[nodiscard]] bool told() const { return !context_.diagnostics.in_order_found().empty(); }

 private:
  Context& context_;
  Frame* frame_;
  std::size_t unknown_;
  Once::Mark told_, told_by_operators_;
  Diagnostics before_;
};

}  // namespace tilescope::language
