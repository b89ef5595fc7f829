// The base of all parts of the checker: it gives them their shared state.
#pragma once

#include "instrumentation/language/checker/checking.h"
#include "instrumentation/language/checker/context.h"

namespace tilescope::language {

class CheckerPart {
 public:
  explicit CheckerPart(Context& context)
      : context_(context),
        input_(context.input),
        arena_(context.arena),
        diagnostics_(context.diagnostics),
        build_(context.build),
        operators_(context.operators),
        knobs_(context.knobs),
        names_(context.names),
        records_(context.records),
        told_(context.told),
        poisoned_(context.poisoned),
        frame_(context.frame) {}

 protected:
  ~CheckerPart() = default;

  [[nodiscard]] Parts& parts() const { return *context_.parts; }
  [[nodiscard]] std::string_view text_of(Place place) const {
    return input_.source.text().substr(place.offset, place.length);
  }

  Context& context_;
  const Input& input_;
  Arena& arena_;
  Diagnostics& diagnostics_;
  Build& build_;
  Operators& operators_;
  Knobs& knobs_;
  FileNames& names_;
  RecordTable& records_;
  Once& told_;
  Poisoned& poisoned_;
  Frame*& frame_;
};

}  // namespace tilescope::language
