#include "instrumentation/machine/prepared.h"

#include <utility>

#include "instrumentation/machine/array_values.h"

namespace tilescope::machine {

namespace {

KernelFacts facts_of(const Code& code) {
  KernelFacts facts{code.kernel->name, code.kernel->knobs, {}, names_of_scalars(code), {}};
  for (const Array& array : code.arrays)
    facts.arrays.push_back({array.name, array.space, array.sides, array.is_parameter});
  for (const language::Variable* const variable : code.kernel->shared) facts.shared.push_back(variable->place);
  return facts;
}

}  // namespace

Prepared::Prepared(language::Program program, const language::Kernel& kernel)
    : source_{std::string(program.source().text()), program.options(),
              static_cast<std::size_t>(&kernel - program.kernels().data())},
      program_(std::move(program)) {
  facts_ = facts_of(code());
}

const language::Program& Prepared::program() const {
  std::call_once(read_, [&] {
    if (!program_) program_ = language::read(source_.text, source_.options);
  });
  return *program_;
}

const Code& Prepared::code(Lanes lanes) const {
  Compiled& compiled = compiled_[static_cast<std::size_t>(lanes)];
  std::call_once(compiled.once,
                 [&] { compiled.code = compile(program(), program().kernels().at(source_.number), lanes); });
  return compiled.code;
}

}  // namespace tilescope::machine
