// From the tokens of a text to those that the compiler sees: directives done, macros replaced, conditions chosen.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/language/tokens/token.h"

namespace tilescope::language {

struct Macro {
  std::string_view name;
  Place place;  // of the name in its definition; a known header's has length 0
  bool takes_arguments = false;
  bool variadic = false;
  bool is_mended = false;                    // a bracket was missing in it, and told of
  std::vector<std::string_view> parameters;  // the last of a variadic one takes what is left: its name or __VA_ARGS__
  std::vector<Token> body;
};

// One use of a macro. A use inside another's text knows that one.
struct Expansion {
  std::uint32_t macro = 0;   // in Preprocessed::macros
  std::uint32_t parent = 0;  // in Preprocessed::expansions; 0 for none
  Place place;               // where the outermost one is used
};

struct Include {
  std::string_view name;  // without <> or ""
  Place place;
  bool known = false;
};

struct Preprocessed {
  std::vector<Token> tokens;  // ends with an `end`
  std::vector<Macro> macros;  // all that were ever defined, in order; also those of known headers that were used
  std::vector<Expansion> expansions;  // the first is nobody's
  std::vector<Include> includes;
};

using Given = std::map<std::string, std::string, std::less<>>;

// `given` replaces what the text defines: NAME's body becomes that value, wherever the text defines NAME (not where it
// never does). `defined` is defined before the text begins.
[[nodiscard]] Preprocessed preprocess(const Source& source, const Given& given, Arena& arena, Diagnostics& diagnostics,
                                      const Given& defined = {});

}  // namespace tilescope::language
