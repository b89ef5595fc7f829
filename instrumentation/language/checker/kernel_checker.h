// The kernels of a source: their template arguments, their signatures, and what each needs to run.
#pragma once

#include "instrumentation/language/checker/checker_part.h"
#include "instrumentation/language/checker/kernels.h"

namespace tilescope::language {

class KernelChecker : public CheckerPart {
 public:
  using CheckerPart::CheckerPart;

  std::vector<Kernel> found();

 private:
  struct Guess {
    std::int64_t number = 0;
    Type type;
  };
  void look_at(std::vector<Kernel>& kernels);
  void look_for_kernels_of_the_host();
  void check_assertion_of_file(const syntax::Item& item);
  std::vector<Guess> guesses();
  void check_kernel(Entity& entity, std::vector<Kernel>& kernels);
  void check_specializations(Entity& entity, std::vector<Kernel>& kernels);
  Callable::Made* checked_instance(Callable& callable, const TemplateValues& values);
  std::vector<std::optional<TemplateValue>> said_arguments(const Entity& entity);
  TemplateValue guessed(const syntax::TemplateParameter& parameter, const Guess& guess);
  std::optional<TemplateValue> given_value(const syntax::TemplateParameter& parameter, const std::string& text);
  std::optional<TemplateValues> kernel_arguments(const Entity& entity, const Guess& guess, std::vector<Knob>& knobs);
};

}  // namespace tilescope::language
