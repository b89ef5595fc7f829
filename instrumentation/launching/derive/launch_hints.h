// What is known of a kernel's launch before one is looked for: what is asked for, what the file's header says, and what
// the text's own launch does.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "instrumentation/language/program.h"
#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/launching/request/dimensions.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/guess_launch.h"

namespace tilescope {

// What the kernel's numbers are, by machine::Code::scalars, as far as the request says it, or else the header. A
// UsageError names one that is not of its type.
[[nodiscard]] std::vector<std::optional<ExactNumber>> numbers_said(const machine::Code& code, const Request& request,
                                                                   const KernelHeader& header);
// The source of a number: "--arg n=4", "scale.cu:1: //! n = 4".
[[nodiscard]] std::string number_place(const std::string& name, const Request& request, const KernelHeader& header);

// Those of the kernel's knobs that are whole numbers.
[[nodiscard]] std::vector<std::int64_t> numbers_of(const language::Kernel& kernel);
// Which argument of a launch a parameter is given.
[[nodiscard]] std::size_t argument_of(const machine::Code& code, const language::Parameter& parameter);
// The launch of the kernel in the text's own host part, where what the kernel is given has these values.
[[nodiscard]] std::optional<language::Launch> launch_in_text(const RecordedKernel& own,
                                                             const std::vector<double>& scalars);

// Values of knobs with which this launch is small enough to be seen, where it has so many threads by constants alone
// that it is not: half of them, and half of that, as long as there are several blocks. By name; empty: it stays as it
// is.
using Knobs = std::map<std::string, std::string, std::less<>>;
[[nodiscard]] Knobs knobs_for_few_threads(const RecordedKernel& own);

// The numbers that this launch gives the kernel, by machine::Code::scalars, where they are small enough to be seen;
// empty if it gives none of which that is known.
[[nodiscard]] std::vector<std::optional<std::int64_t>> numbers_in_text(const RecordedKernel& own);

// The same as whole settings, by the numbers; nothing if the text launches none. Both have to outlive it.
[[nodiscard]] std::function<std::optional<reading::Setting>(const std::vector<double>&)> settings_in_text(
    const RecordedKernel& own, const KernelHeader& header);

// All but what is said of arrays. The kernel has to outlive it.
[[nodiscard]] reading::LaunchHints hints_of(const RecordedKernel& own, const Request& request,
                                            const KernelHeader& header);
// The launch that is found for such a request; the last few are kept, since a launch is planned several times before it
// is shown.
[[nodiscard]] reading::LaunchGuess guessed(const RecordedKernel& own, const Request& request,
                                           const reading::LaunchHints& hints);

}  // namespace tilescope
