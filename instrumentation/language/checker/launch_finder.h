// The launches in host code, with grids and blocks if they follow from constants.
#pragma once

#include "instrumentation/language/checker/checker_part.h"
#include "instrumentation/language/tree/kernel.h"

namespace tilescope::language {

class LaunchFinder : public CheckerPart {
 public:
  using CheckerPart::CheckerPart;

  std::vector<Launch> found();

 private:
  Launch launch_of(const syntax::Launch& launch, bool look_into);
  void configure(Launch& launch, const syntax::Launch& written);
  std::optional<PointerGiven> pointer_given(const syntax::Expression& e);
  std::optional<std::int64_t> allocated(const syntax::Launch& launch, std::string_view name);
  [[nodiscard]] bool may_change(std::string_view name, std::uint32_t first, std::uint32_t last) const;
  std::optional<std::array<std::int64_t, 3>> sides(const syntax::Expression* e);
  std::optional<std::int64_t> bytes(const syntax::Expression* e);
  std::optional<Value> number_on_host(const syntax::Expression* e);
};

}  // namespace tilescope::language
