// The names of a file: what declares them, and where they are visible.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "instrumentation/language/checker/entities.h"
#include "instrumentation/language/parser/syntax.h"
#include "instrumentation/language/tokens/arena.h"
#include "instrumentation/language/tokens/diagnostic.h"

namespace tilescope::language {

class FileNames {
 public:
  FileNames(const Source& source, const syntax::File& file, Arena& arena, Diagnostics& diagnostics)
      : source_(source), file_(file), arena_(arena), diagnostics_(diagnostics) {}

  void enter_file();
  Callable& add_callable() { return callables_.emplace_back(); }

  [[nodiscard]] std::deque<Entity>& all() { return entities_; }
  using ByName = std::unordered_map<std::string_view, std::vector<Entity*>>;
  [[nodiscard]] const ByName& by_name() const { return by_name_; }
  [[nodiscard]] bool contains(std::string_view name) const { return by_name_.contains(name); }
  // All entities of this name, wherever they are declared.
  [[nodiscard]] const std::vector<Entity*>& of(std::string_view name) const;
  // Those visible from within namespaces, including namespaces used there. If there are none, functions declared
  // anywhere, if asked for.
  using UsedNamespaces = std::vector<std::string_view>;
  [[nodiscard]] std::vector<Entity*> seen(const syntax::Name& name, Namespaces from, const UsedNamespaces& used,
                                          bool functions_anywhere) const;

  // The namespace that an alias stands for; other names are returned unchanged.
  [[nodiscard]] std::string_view unaliased(std::string_view name) const;
  [[nodiscard]] static std::string full_name(Namespaces namespaces, std::string_view name);

  using Declarations = std::vector<const syntax::Declaration*>;
  [[nodiscard]] const Declarations& instantiations() const { return instantiations_; }
  // A structure's methods that are defined outside it.
  [[nodiscard]] const Declarations& methods_outside(std::string_view structure) const;

 private:
  void enter(const syntax::Item& item, const syntax::Declaration& declaration);
  void enter_function(const syntax::Item& item, const syntax::Declaration& declaration);
  void enter_structure(const syntax::Item& item, const syntax::Declaration& declaration, std::string_view name,
                       Place place);
  void enter_specialization(const syntax::Declaration& declaration);
  Entity& entity(EntityKind kind, std::string_view name, Place place, const syntax::Item& item);

  [[nodiscard]] std::vector<std::string_view> qualified_by(const syntax::Name& name) const;
  static std::vector<Entity*> in_namespace(const std::vector<Entity*>& all, const std::vector<std::string_view>& parts);
  [[nodiscard]] std::vector<Entity*> from_within(const std::vector<Entity*>& all, Namespaces from,
                                                 const UsedNamespaces& used, bool functions_anywhere) const;

  const Source& source_;
  const syntax::File& file_;
  Arena& arena_;
  Diagnostics& diagnostics_;
  std::deque<Entity> entities_;
  std::deque<Callable> callables_;
  ByName by_name_;
  std::vector<std::string_view> used_namespaces_;
  std::unordered_map<std::string_view, std::string_view> namespace_aliases_;
  std::unordered_map<const syntax::Declaration*, std::string> parameter_texts_;  // in the form to compare
  Declarations instantiations_;
  std::unordered_map<std::string_view, Declarations> methods_outside_;
};

}  // namespace tilescope::language
