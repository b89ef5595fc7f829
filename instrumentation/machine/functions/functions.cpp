// Looks a function up by its name and the types of its parameters.
#include "instrumentation/machine/functions/functions.h"

#include "instrumentation/machine/functions/rows.h"

namespace tilescope::machine {

namespace {

const FunctionEntry* found_in(std::span<const Row> rows, std::string_view name,
                      std::span<const language::TypeKind> parameters) {
  const auto by_name = [](const Row& a, const Row& b) { return a.name < b.name; };
  const auto [first, last] = std::equal_range(rows.begin(), rows.end(), Row{name, {}}, by_name);
  const auto fits = [parameters](const Row& row) {
    return static_cast<std::size_t>(row.known.arguments) == parameters.size() &&
           std::equal(parameters.begin(), parameters.end(), row.parameters.begin());
  };
  const auto at = std::find_if(first, last, fits);
  return at == last ? nullptr : &at->known;
}

}  // namespace

const FunctionEntry* function_of(std::string_view name, std::span<const language::TypeKind> parameters) {
  for (const auto rows : {real_rows, bit_rows, rounded_rows, packed_rows}) {
    if (const FunctionEntry* const known = found_in(rows(), name, parameters)) return known;
  }
  return nullptr;
}

Named name_of(Function function) {
  for (const auto rows : {real_rows, bit_rows, rounded_rows, packed_rows})
    for (const Row& row : rows())
      if (row.known.function == function)
        return {row.name, {row.parameters.data(), static_cast<std::size_t>(row.known.arguments)}};
  return {};
}

}  // namespace tilescope::machine
