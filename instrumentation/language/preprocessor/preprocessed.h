// The output of the preprocessor: tokens, and the macros that they came from.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "instrumentation/language/tokens/token.h"

namespace tilescope::language {

struct Macro {
  std::string_view name;
  Place place;  // of the name in its definition; length 0 for a known header's macro
  bool takes_arguments = false;
  bool variadic = false;
  bool is_mended = false;                    // its brackets were reported and fixed
  std::vector<std::string_view> parameters;  // a variadic macro's last one takes the rest: its name or __VA_ARGS__
  std::vector<Token> body;
};

// One use of a macro. Its parent is the use that expanded to it.
struct Expansion {
  std::uint32_t macro = 0;   // index in Preprocessed::macros
  std::uint32_t parent = 0;  // index in Preprocessed::expansions; 0 for none
  Place place;               // where the outermost macro is used
};

struct Include {
  std::string_view name;  // without <> or ""
  Place place;
  bool known = false;
};

struct Preprocessed {
  std::vector<Token> tokens;          // ends with an `end`
  std::vector<Macro> macros;          // every macro ever defined, in order; also the used ones of known headers
  std::vector<Expansion> expansions;  // index 0 belongs to no token
  std::vector<Include> includes;
};

}  // namespace tilescope::language
