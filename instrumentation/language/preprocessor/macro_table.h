// The macros defined at a point of the source, and the parts of their bodies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "instrumentation/language/preprocessor/preprocessed.h"
#include "instrumentation/language/tokens/arena.h"

namespace tilescope::language {

// A piece of a macro's body.
struct Part {
  enum class Kind : std::uint8_t {
    token,     // unchanged
    replaced,  // an argument with its macros expanded
    typed,     // an argument as typed: it is next to ##
    quoted,    // # and an argument: the argument as a string
    rest,      // __VA_OPT__: the parts up to part `end` appear only if the last argument is given
  };
  Kind kind = Kind::token;
  bool pasted = false;       // joined to the part before it
  bool drops_comma = false;  // in ", ## __VA_ARGS__": the comma goes if the last argument is not given
  std::size_t token = 0;     // index in the body
  std::size_t parameter = 0;
  std::size_t end = 0;
};

class MacroTable {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  MacroTable(Preprocessed& result, Arena& arena) : result_(result), arena_(arena) {}

  [[nodiscard]] bool is_defined(std::string_view name) const;
  // Its number in Preprocessed::macros, or `none`. The first use of a known header's macro adds that macro.
  std::uint32_t find(std::string_view name);
  void define(Macro macro);
  void undefine(std::string_view name) { numbers_[name] = none; }
  void include_math_constants() { has_math_constants_ = true; }

  [[nodiscard]] const Macro& macro(std::uint32_t number) const { return result_.macros[number]; }
  [[nodiscard]] const std::vector<Part>& parts(std::uint32_t number) const { return parts_[number]; }

 private:
  [[nodiscard]] bool is_known(std::string_view name) const;

  Preprocessed& result_;
  Arena& arena_;
  std::unordered_map<std::string_view, std::uint32_t> numbers_;  // `none` after an #undef
  std::vector<std::vector<Part>> parts_;                         // by macro number
  bool has_math_constants_ = false;
};

}  // namespace tilescope::language
