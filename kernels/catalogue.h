// The kernels of this folder: what each one is for, how it is launched, and what it asks of a launch.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/trace/launch.h"
#include "kernels/product_launch.h"
#include "kernels/request.h"

namespace tilescope {

// A product as it is asked for: A is M x K, B is K x N.
struct ProductShape {
  std::int64_t m = 1, n = 1, k = 1;
  int tile = 1;
};

struct CatalogueKernel {
  std::string_view name;
  std::string_view summary;
  std::string_view needs;    // its preconditions, in words
  std::string_view mistake;  // of a kernel that is wrong on purpose: what is wrong with it

  Size2 (*grid)(const ProductShape& shape);
  Size2 (*block)(const ProductShape& shape);
  bool (*takes_tile)(int tile);
  int (*default_tile)(const ProductShape& shape);
  // Why it does not run this shape, and what would do; nothing where it does.
  std::optional<std::string> (*refusal)(std::string_view name, const ProductShape& shape);

  [[nodiscard]] bool right() const { return mistake.empty(); }
  [[nodiscard]] std::vector<int> tiles() const;  // the widths it takes
};

[[nodiscard]] std::span<const CatalogueKernel> catalogue();
[[nodiscard]] std::vector<std::string> kernel_names();
[[nodiscard]] const CatalogueKernel& find_kernel(std::string_view name);  // throws a UsageError that suggests one

// The kernels worth comparing this one with, the first that takes the shape being the best.
[[nodiscard]] std::vector<std::string_view> kernels_beside(std::string_view name);

// As its file has it.
[[nodiscard]] std::string_view text_of(const CatalogueKernel& kernel);
[[nodiscard]] const ProductKernel& known_kernel(std::string_view name, int tile);
// The kernel of a launch, read for its tile the first time that it is asked for. One of a file lives as long as the
// launch does.
[[nodiscard]] const RecordedKernel& recorded_kernel(const Launch& launch);
// Of widths, as people say them: "1 to 32", "4, 8 ... 64, 128".
[[nodiscard]] std::string in_words(const std::vector<int>& tiles);

// Whether a launch gets its matrices; whoever runs many of one shape makes them once.
enum class Inputs : std::uint8_t { made, none };

// The launch that a request means, its inputs made or read; a UsageError names what cannot be and what would do.
[[nodiscard]] Launch plan(const Request& request, Inputs inputs = Inputs::made);
// The same of a file's kernel, some of whose arrays hold something already.
struct Beginning;
[[nodiscard]] Launch plan_on(const Request& request, const Beginning& beginning);
// One of which the grid, the block and all numbers are asked for: see plan_as_said.
[[nodiscard]] Launch plan_said(const Request& said, const Beginning& beginning);
// The launch of a trace file, whose arrays may be numbered as they once were, as its kernel is launched today.
[[nodiscard]] Launch launch_again(const Launch& of_file);
// What a request calls the launch's kernel.
[[nodiscard]] std::string name_asked(const Launch& launch);
// The request that would record this launch again, its inputs aside.
[[nodiscard]] Request request_of(const Launch& launch);

}  // namespace tilescope
