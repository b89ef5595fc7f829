// The output of the preprocessor: tokens, and the macros that they came from.
#pragma once

#include <cstdint>
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
  std::vector<Expansion> expansions;  // the first belongs to no token
  std::vector<Include> includes;
};

}  // namespace tilescope::language
