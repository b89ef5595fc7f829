// Describes a kernel after its function is checked: its parameters, its shared memory, and whether it can run.
#pragma once

#include <string_view>
#include <vector>

#include "instrumentation/language/checker/led_pointers.h"
#include "instrumentation/language/parser/syntax.h"
#include "instrumentation/language/tokens/diagnostic.h"
#include "instrumentation/language/tree/kernel.h"

namespace tilescope::language {

// `given`: new values of its knobs.
[[nodiscard]] Kernel kernel_of(std::string_view name, const Function& function, const std::vector<Knob>& knobs,
                               const Knobs::GivenValues& given, Diagnostics& diagnostics);

// Reports a function that calls itself, and notes which functions wait at a barrier.
void refuse_recursion(const std::vector<const Function*>& reached, Diagnostics& diagnostics);
// True if all of these functions were understood.
[[nodiscard]] bool is_whole(const std::vector<const Function*>& reached);

// The items with errors, each once; null for errors outside all items.
[[nodiscard]] std::vector<const syntax::Item*> faulty_items(const syntax::File& file, const Diagnostics& diagnostics);
// True if all errors are in functions that the kernel does not need.
[[nodiscard]] bool is_runnable(const Kernel& kernel, const std::vector<const Function*>& reached,
                               const std::vector<const syntax::Item*>& faulty);

}  // namespace tilescope::language
