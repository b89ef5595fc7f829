// The names that are types or templates, up to the current location in a source: a C++ parser needs them.
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

// Names in namespaces and structures stay known after their end: a qualified name is looked up by its last part.
class KnownNames {
 public:
  [[nodiscard]] NameKind kind(std::string_view name);
  void declare(std::string_view name, NameKind kind);

  // Forgets at its end what was declared during its lifetime.
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

// True for types that CUDA, C or C++ provide, except keywords.
[[nodiscard]] bool is_brought_type(std::string_view name);

}  // namespace tilescope::language
