#include "kernels/guessed.h"

#include <optional>
#include <vector>

#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/launch_product.h"
#include "kernels/kernel_header.h"
#include "kernels/kernel_reading.h"
#include "kernels/launch_list.h"
#include "kernels/launch_words.h"
#include "kernels/own_kernel.h"

namespace tilescope {

namespace {

using Names = std::set<std::string, std::less<>>;

// What is said in all: of one of several launches, what the list says of it too.
Request said_of(const Request& asked) {
  const std::optional<ListPlace> place = place_in_list(asked);
  return place ? place->request : asked;
}

void add_dimensions(Names& names, const Launch& launch, const Request& said, const KernelHeader& header) {
  std::vector<double> numbers;
  for (const ExactNumber& number : launch.numbers) numbers.push_back(number.value);
  const language::Launch in_text = launch_in_text(*launch.program, numbers).value_or(language::Launch());
  const Dimensions grid{launch.grid.x, launch.grid.y / launch.grid_depth, launch.grid_depth};
  const Dimensions block{launch.block.x, launch.block.y / launch.block_depth, launch.block_depth};
  if (!said.grid && !header.grid && in_text.grid != grid) names.insert("grid_size");
  if (!said.block && !header.block && in_text.block != block) names.insert("block_size");
}

}  // namespace

Names guessed_in(const Launch& launch, const Request& asked) {
  Names names;
  if (!launch.program || !is_kernel_file(asked.kernel)) return names;
  const Request said = said_of(asked);
  const KernelHeader header = header_of(*launch.program, asked);
  add_dimensions(names, launch, said, header);
  if (reading::has_matrices(launch)) {
    if (!said.m) names.insert("m");
    if (!said.n) names.insert("n");
    if (!said.k) names.insert("k");
    return names;
  }
  const machine::Code& code = launch.program->prepared->code();
  for (std::size_t n = 0; n < launch.buffers.size(); ++n) {
    const Buffer& buffer = launch.buffers[n];
    const bool is_said = said.arrays.contains(buffer.name) || header.arrays.contains(buffer.name);
    if (!buffer.sides.empty() && code.arrays[n].is_parameter && !is_said && !buffer.is_left_by_another())
      names.insert(buffer.name);
  }
  for (const std::string& number : numbers_of(launch))
    if (!said.numbers.contains(number) && !header.numbers.contains(number)) names.insert(number);
  return names;
}

}  // namespace tilescope
