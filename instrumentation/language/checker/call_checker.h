// Finds the function that a call means, and converts its arguments: methods, operators, CUDA's own functions.
#pragma once

#include <unordered_map>

#include "instrumentation/language/checker/checker_part.h"

namespace tilescope::language {

class CallChecker : public CheckerPart {
 public:
  using CheckerPart::CheckerPart;

  std::vector<Argument> check_arguments(std::span<const syntax::Expression* const> list);
  const Expression* check_call(const syntax::Expression& e);
  // True if all these members of a structure are host-only; this is reported where they are declared.
  bool tell_of_host(const std::vector<Callable*>& all, std::string_view name, Place at);
  // `object`: null if there is none.
  const Expression* call_of_methods(const Record& record, const Expression* object, std::string_view name,
                                    const syntax::NamePart* part, std::vector<Argument>& arguments, Place place,
                                    Place at);
  // A call of an operator that the source defines; null if none fits.
  const Expression* operator_call(const char* op, std::vector<Argument> arguments, Place place, Place at);
  const Expression* made_call(const Candidate& candidate, const Expression* object, std::vector<Argument>& arguments,
                              Place place, Place at);
  // Replaces an expression by its known value, except for large structures; then the calls after `calls` do not run.
  const Expression* folded(const Expression* e, std::size_t calls);
  const Expression* check_construct(const syntax::Expression& e);

 private:
  void tell_of_host(std::string_view name, const std::vector<Entity*>& all, Place at);
  [[nodiscard]] const Expression* length_of_vector(const syntax::Expression& call) const;
  bool tell_of_host_operator(std::string_view name, const std::vector<Argument>& arguments, Place at);
  Entity* host_operator(std::string_view name, const std::vector<Argument>& arguments);
  const Expression* call_of_own_name(const syntax::Expression& e, std::vector<Argument>& arguments);
  const Expression* call_of_name(const syntax::Expression& e, std::vector<Argument>& arguments);
  const Expression* call_of_functions(const syntax::Expression& e, const std::vector<Callable*>& all, bool host,
                                      std::vector<Argument>& arguments);
  const Expression* call_of_member(const syntax::Expression& e, std::vector<Argument>& arguments);
  const Expression* call_of_object(const Expression* object, std::vector<Argument>& arguments, Place place, Place at);
  const Expression* call_of_builtin(std::string_view name, std::vector<Argument>& arguments, Place place, Place at);
  void tell_of_misfit(std::string_view name, const Sentence& why, const std::vector<Argument>& arguments,
                      std::vector<Type> types, Place at);
  void note_call(const Function& function);
  const Expression* object_argument(const Candidate& candidate, const Expression* object, Place at);
  const Expression* parameter_value(const Function& function, const Variable& parameter, std::size_t n,
                                    const std::vector<Argument>& arguments);
  bool is_callable(const Function& function, Place at);
  const Expression* call(const Candidate& candidate, const std::vector<const Expression*>& list, Place place, Place at);

  std::unordered_map<std::string, Entity*> host_operators_;  // by operator and argument types; null for none
};

}  // namespace tilescope::language
