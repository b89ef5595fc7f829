// The macros at a point of the text, and their parts.
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
    token,     // as it stands
    replaced,  // an argument, with its macros replaced
    typed,     // an argument as it was typed: a neighbour of ##
    quoted,    // # and an argument: its text
    rest,      // __VA_OPT__: what follows, up to part `end`, is there where the last argument is
  };
  Kind kind = Kind::token;
  bool pasted = false;       // to the part before
  bool drops_comma = false;  // of ", ## __VA_ARGS__" where nothing is given for that
  std::size_t token = 0;     // in the body
  std::size_t parameter = 0;
  std::size_t end = 0;
};

class MacroTable {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  MacroTable(Preprocessed& result, Arena& arena) : result_(result), arena_(arena) {}

  [[nodiscard]] bool is_defined(std::string_view name) const;
  // Its number in Preprocessed::macros, where a known header's is put at its first use; `none` for what is not a macro.
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
  std::unordered_map<std::string_view, std::uint32_t> numbers_;  // `none` of what was undefined
  std::vector<std::vector<Part>> parts_;                         // of each macro
  bool has_math_constants_ = false;
};

}  // namespace tilescope::language
