// Reads a file's kernel as a product if its names do not tell the roles.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "instrumentation/language/program.h"
#include "instrumentation/launching/derive/product_launch.h"
#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/launching/request/dimensions.h"
#include "instrumentation/reading/read_product.h"

namespace tilescope {

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

// What a kernel was found to be, as far as a launch of another size needs it.
struct KernelReading {
  reading::ProductReading found;
  bool is_turned = false;  // all by columns: its transpose is a product by rows, of B and A
  bool has_mixed_layouts =
      false;  // some by columns, some by rows: no corner shows that, so they are shown as any arrays are

  // M, N, K; a grid and a block for a product of that size, where the text's own launch says none.
  [[nodiscard]] std::array<std::int64_t, 3> sides() const;
  [[nodiscard]] std::optional<Dimensions> grid(std::int64_t m, std::int64_t n) const;
};

// What the kernel computes, found by trying; with a grid and a block that a user wants, where they are given. Gives
// the kernel's arrays and numbers their roles. Nothing if no product of two matrices was found.
[[nodiscard]] std::optional<KernelReading> read_by_trying(ProductKernel& own, const KernelHeader& header,
                                                          const std::optional<Dimensions>& grid,
                                                          const std::optional<Dimensions>& block);

}  // namespace tilescope
