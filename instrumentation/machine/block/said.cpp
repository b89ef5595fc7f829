#include "instrumentation/machine/block/said.h"

#include "instrumentation/machine/functions/print.h"

namespace tilescope::machine {

std::string text_of(const Print& print, const std::function<std::uint64_t(std::size_t)>& bits_of) {
  std::vector<Argument> arguments;
  for (std::size_t n = 0; n < print.arguments.size(); ++n) {
    Argument argument;
    argument.kind = print.kinds[n];
    if (argument.kind == language::TypeKind::array) {
      argument.kind = language::TypeKind::pointer;
      argument.text = print.texts[n];
    } else {
      const std::uint64_t bits = bits_of(n);
      const bool has_sign = argument.kind == language::TypeKind::int_;
      argument.bits = has_sign ? static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(bits)}) : bits;
    }
    arguments.push_back(argument);
  }
  return printed(print.format, arguments);
}

}  // namespace tilescope::machine
