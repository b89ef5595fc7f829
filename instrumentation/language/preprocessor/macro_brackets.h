// Reports brackets that a macro's body lacks or has too many of, where the macro is defined, and fixes them.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "instrumentation/language/preprocessor/preprocessed.h"
#include "instrumentation/language/tokens/arena.h"

namespace tilescope::language {

class MacroBrackets {
 public:
  MacroBrackets(const Source& source, Arena& arena, Diagnostics& diagnostics)
      : source_(source), arena_(arena), diagnostics_(diagnostics) {}

  void mend(Macro& macro);

 private:
  // For one kind of bracket.
  struct Count {
    int open = 0;
    bool closes_too_many = false;
  };
  using Counts = std::array<Count, 3>;
  struct Others {
    Counts outside;                                // directives
    std::array<unsigned, 3> opening{}, closing{};  // macros that leave one open; that close one too many
  };

  void tell(Macro& macro, Mistake mistake, Place place, Sentence sentence, Mend mend);
  static Counts counts_of(std::span<const Token> tokens);
  [[nodiscard]] const Others& others();
  [[nodiscard]] bool is_mistake(std::size_t kind, bool closes);
  void mend_extra_closer(Macro& macro);
  static bool becomes_parameters(Macro& macro, std::size_t close);
  void close_round_and_square(Macro& macro);
  void close_brace(Macro& macro);

  const Source& source_;
  Arena& arena_;
  Diagnostics& diagnostics_;
  bool has_others_ = false;
  Others others_;
};

}  // namespace tilescope::language
