// Which names are types or templates, up to the current place in a text: a C++ parser needs them.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tilescope::language {

enum class NameKind : std::uint8_t { unknown, value, type, type_template, function_template };

[[nodiscard]] inline bool is_type(NameKind kind) { return kind == NameKind::type || kind == NameKind::type_template; }
[[nodiscard]] inline bool is_template(NameKind kind) {
  return kind == NameKind::type_template || kind == NameKind::function_template;
}

// Names of namespaces and structures stay known after their end: what is qualified is looked up by its last part.
class KnownNames {
 public:
  [[nodiscard]] NameKind kind(std::string_view name);
  void declare(std::string_view name, NameKind kind);

  // What is declared while one lives is forgotten with it.
  class Scope {
   public:
    explicit Scope(KnownNames& names) : names_(names), mark_(names.hidden_.size()) {}
    ~Scope() { names_.forget(mark_); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    KnownNames& names_;
    std::size_t mark_;
  };

 private:
  struct Hidden {
    std::string_view name;
    NameKind kind;
  };
  void forget(std::size_t mark);

  std::unordered_map<std::string_view, NameKind> kinds_;
  std::vector<Hidden> hidden_;
};

// Names of types that CUDA, C or C++ bring along, without those that are keywords.
[[nodiscard]] bool is_brought_type(std::string_view name);

}  // namespace tilescope::language
