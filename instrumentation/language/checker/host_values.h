// What names mean in a host function, and the results of functions that a launch's configuration calls. Only what a
// launch needs is examined, and only what is certain is used.
#pragma once

#include <memory>
#include <unordered_map>

#include "instrumentation/language/checker/checker_part.h"
#include "instrumentation/language/checker/host_code.h"

namespace tilescope::language {

class HostValues : public CheckerPart {
 public:
  using CheckerPart::CheckerPart;

  // Adds the meaning of the names in a launch or an allocation to the frame.
  void enter_host_names(const syntax::Launch& launch);
  void enter_host_names(const syntax::Allocation& allocation);
  // The expression with everything known evaluated; null if nothing is known.
  const Expression* host_constant(const Expression* e);
  // False if one of them cannot be read: then it is unknown which one is meant.
  bool add_host_callables(const std::vector<Entity*>& entities, std::vector<Callable*>& all);
  // Converts the arguments of `std::max<size_t>(a, b)`; false if the type is not understood.
  bool convert_as_said(const syntax::NamePart& part, std::vector<Argument>& arguments);
  const Expression* call_on_host(const Candidate& candidate, const std::vector<const Expression*>& list, Place place);
  // The length of a host std::vector; null if unknown.
  [[nodiscard]] const Expression* length_of(const Variable& vector) const;

 private:
  struct HostFunction;
  // A call of a host function by another one.
  struct HostCall {
    std::uint32_t item = 0;     // that contains it
    HostCode::Index place = 0;  // of the function's name there
    HostCode::Index open = 0;   // of its ( there
  };
  void enter_host_names(HostFunction& host, HostCode::Index first, HostCode::Index last, HostCode::Index at);
  const HostCalls& host_calls();
  HostFunction& host_function(std::uint32_t item);
  void find_scope(HostFunction& host);
  std::optional<Symbol> host_symbol(HostFunction& host, std::string_view name, HostCode::Index at);
  Symbol unknown_symbol(std::string_view name);
  std::optional<Symbol> used_symbol(HostFunction& host, const HostCode::Thing& thing);
  std::optional<Symbol> class_symbol(const HostFunction& host, std::string_view name);
  NameKind kind_on_host(const HostFunction* host, std::string_view name, HostCode::Index at) const;
  std::span<const syntax::Declaration* const> host_declarations(HostFunction& host, const HostCode::Thing& thing);
  Symbol host_type(HostFunction& host, const HostCode::Thing& thing);
  const Variable* host_value(HostFunction& host, const HostCode::Thing& thing, HostCode::Index at);
  const Variable* host_vector(HostFunction& host, const HostCode::Thing& thing);
  const Expression* length_on_host(HostFunction& host, const HostCode::Thing& thing);
  const Variable* host_triple(HostFunction& host, const HostCode::Thing& thing, HostCode::Index at);
  const Variable* host_definition(HostFunction& host, const HostCode::Thing& thing, const HostCode::Write* write);
  void declare_on_host(HostFunction& host, const HostCode::Thing& thing, Variable& variable);
  const Expression* given_on_host(HostFunction& host, const HostCode::Thing& thing, Type type);
  [[nodiscard]] std::optional<HostCall> only_call(const HostFunction& host) const;
  void write_on_host(HostFunction& host, const HostCode::Thing& thing, const HostCode::Write& write,
                     Variable& variable);
  Callable* host_callable(Entity& entity);

  std::unordered_map<std::uint32_t, std::shared_ptr<HostFunction>> host_functions_;  // by item
  std::optional<HostCalls> host_calls_;
  std::unordered_map<const Variable*, const Expression*> host_lengths_;  // of std::vectors
  std::unordered_map<const Entity*, Callable> host_callables_;
  int host_depth_ = 0;
  std::size_t host_definitions_ = 0;
  int host_steps_ = 300000;  // evaluation steps left
};

}  // namespace tilescope::language
