// Deduces a template's arguments from the arguments of a call.
#pragma once

#include <span>
#include <vector>

#include "instrumentation/language/checker/record_table.h"
#include "instrumentation/language/parser/syntax.h"

namespace tilescope::language {

class Deduction {
 public:
  Deduction(std::span<const syntax::TemplateParameter> parameters, const RecordTable& records, Build& build)
      : parameters_(parameters),
        records_(records),
        build_(build),
        values_(parameters.size()),
        found_(parameters.size()) {}

  // Deduces from the type given for a function's parameter, or, if not `of_function`, for a specialization's: `T *` and
  // an int * determine T. False if it does not fit.
  bool from(const syntax::Declaration& parameter, Type given, bool of_function);

  void set(std::size_t n, const TemplateValue& value) {
    values_[n] = value;
    found_[n] = true;
  }
  [[nodiscard]] bool has(std::size_t n) const { return found_[n]; }
  [[nodiscard]] const std::vector<TemplateValue>& values() const { return values_; }
  [[nodiscard]] std::vector<TemplateValue> first(std::size_t n) const {
    return {values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(n)};
  }

 private:
  bool from_base(const syntax::Specifiers& specifiers, Type type);

  std::span<const syntax::TemplateParameter> parameters_;
  const RecordTable& records_;
  Build& build_;
  std::vector<TemplateValue> values_;
  std::vector<bool> found_;
};

}  // namespace tilescope::language
