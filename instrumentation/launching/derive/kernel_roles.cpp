#include "instrumentation/launching/derive/kernel_roles.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/machine/compiler/layout.h"
#include "instrumentation/reading/launch_product.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

namespace {

using Which = ProductKernel::Matrix;
using KernelSide = ProductKernel::Side;
using Scalar = ProductKernel::Scalar;

std::string small(std::string_view name) {
  std::string letters(name);
  std::transform(letters.begin(), letters.end(), letters.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return letters;
}

// "d_A", "dA", "A_dev" and "matrixA" are A.
std::string bare(std::string_view name) {
  if (name.size() > 1 && name[0] == 'd' && std::isupper(static_cast<unsigned char>(name[1])) != 0)
    name.remove_prefix(1);
  std::string word = small(name);
  for (const std::string_view before : {"d_", "dev_", "device_", "g_", "gpu_", "matrix_", "mat_", "matrix", "mat"})
    if (word.starts_with(before) && word.size() > before.size()) word.erase(0, before.size());
  for (const std::string_view behind : {"_d", "_dev", "_device", "_gpu", "_g", "d"})
    if (word.ends_with(behind) && word.size() > behind.size()) word.erase(word.size() - behind.size());
  return word;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::optional<Which> matrix_named(std::string_view letter) {
  if (letter == "a") return Which::a;
  if (letter == "b") return Which::b;
  if (letter == "c") return Which::c;
  return std::nullopt;
}
// What textbooks and students call them besides.
std::optional<Which> matrix_called(std::string_view word) {
  if (is_one_of(word, {"m", "lhs", "left"})) return Which::a;
  if (is_one_of(word, {"n", "rhs", "right"})) return Which::b;
  if (is_one_of(word, {"p", "out", "output", "res", "result"})) return Which::c;
  return matrix_named(word);
}
KernelSide rows_of(Which matrix) { return matrix == Which::b ? KernelSide::k : KernelSide::m; }
KernelSide columns_of(Which matrix) { return matrix == Which::a ? KernelSide::k : KernelSide::n; }

// "A.elements" and "A.width".
std::pair<std::string, std::string> parts_of(const std::string& name) {
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) return {name, ""};
  return {name.substr(0, dot), small(name.substr(dot + 1))};
}

// What a matrix's side is called: "width", "ldA", "rowsA", "hB".
std::optional<KernelSide> side_of(Which matrix, std::string_view word) {
  if (is_one_of(word, {"width", "w", "cols", "columns", "ncols", "stride", "pitch", "ld", "col", "numcolumns", "num"}))
    return columns_of(matrix);
  if (is_one_of(word, {"height", "h", "rows", "nrows", "row", "numrows"})) return rows_of(matrix);
  return std::nullopt;
}

std::optional<KernelSide> side_named(const std::string& name) {
  const auto [base, member] = parts_of(name);
  if (!member.empty()) {
    const auto matrix = matrix_called(bare(base));
    return matrix ? side_of(*matrix, member) : std::nullopt;
  }
  std::string word = small(name);
  if (word.starts_with("num") && word.size() > 4) word.erase(0, 3);  // numARows
  if (word == "m") return KernelSide::m;
  if (word == "n") return KernelSide::n;
  if (word == "k") return KernelSide::k;
  if (word.empty()) return std::nullopt;  // a parameter may have no name
  if (const auto last = matrix_named(std::string_view(word).substr(word.size() - 1)); last && word.size() > 1) {
    std::string rest = word.substr(0, word.size() - 1);
    if (rest.ends_with('_')) rest.pop_back();
    if (const auto side = side_of(*last, rest)) return side;
  }
  if (const auto first = matrix_named(std::string_view(word).substr(0, 1)); first && word.size() > 1)
    return side_of(*first, std::string_view(word).substr(word[1] == '_' ? 2 : 1));
  return std::nullopt;
}

// What the header calls by this name.
std::optional<std::string_view> said(const KernelHeader& header, const std::string& name) {
  for (const auto& [role, called] : header.names)
    if (called == name) return role;
  return std::nullopt;
}

std::optional<Which> matrix_of(const KernelHeader& header, const language::Parameter& array) {
  if (const auto role = said(header, array.name)) return matrix_named(small(*role));
  const auto matrix = matrix_called(bare(parts_of(array.name).first));
  const bool taken = matrix && header.names.contains(std::string(1, "ABC"[static_cast<int>(*matrix) - 1]));
  return taken ? std::nullopt : matrix;
}

std::optional<Scalar> scalar_of(const KernelHeader& header, const language::Parameter& scalar) {
  if (const auto value = header.value_of(scalar.name)) return Scalar{KernelSide::none, *value};
  if (const auto role = said(header, scalar.name))
    return Scalar{*role == "M" ? KernelSide::m : *role == "N" ? KernelSide::n : KernelSide::k, 0};
  if (scalar.type.is_floating()) {
    if (small(scalar.name) == "alpha") return Scalar{KernelSide::none, 1};
    if (small(scalar.name) == "beta") return Scalar{KernelSide::none, 0};
    return std::nullopt;
  }
  if (const auto side = side_named(scalar.name)) return Scalar{*side, 0};
  return std::nullopt;
}

struct Roles {
  std::vector<const language::Parameter*> unknown;
  std::vector<Which> matrices;  // by parameter
  std::vector<Scalar> scalars;
  [[nodiscard]] bool has(Which matrix) const {
    return std::find(matrices.begin(), matrices.end(), matrix) != matrices.end();
  }
};

Roles roles_of(const language::Kernel& kernel, const KernelHeader& header) {
  Roles found;
  std::vector<std::size_t> open;
  for (const language::Parameter& parameter : kernel.parameters) {
    found.matrices.push_back(Which::none);
    found.scalars.emplace_back();
    if (parameter.is_array) {
      const auto matrix = matrix_of(header, parameter);
      if (matrix && !found.has(*matrix))
        found.matrices.back() = *matrix;
      else
        found.unknown.push_back(&parameter);
    } else if (const auto scalar = scalar_of(header, parameter)) {
      found.scalars.back() = *scalar;
    } else {
      open.push_back(found.scalars.size() - 1);
    }
  }
  // One whole number alone is the side of square matrices.
  const bool any_side = std::any_of(found.scalars.begin(), found.scalars.end(),
                                    [](const Scalar& scalar) { return scalar.side != KernelSide::none; });
  if (open.size() == 1 && !any_side && kernel.parameters[open[0]].type.is_integer())
    found.scalars[open[0]].side = KernelSide::n;
  else
    for (const std::size_t n : open) found.unknown.push_back(&kernel.parameters[n]);
  return found;
}

// Structures whose names say nothing: the one that is written to is C, and the others are A and B, in their order.
std::map<std::string, Which> structures_of(const machine::Code& code) {
  std::map<std::string, Which> all;
  Which next = Which::a;
  for (const machine::Array& array : code.arrays) {
    const auto [base, member] = parts_of(array.name);
    if (member.empty() || !array.is_parameter || all.contains(base) || all.size() == 3) continue;
    if (array.is_written)
      all[base] = Which::c;
    else
      all[base] = std::exchange(next, Which::b);
  }
  return all;
}

}  // namespace

bool has_roles(const language::Kernel& kernel, const KernelHeader& header) {
  const Roles found = roles_of(kernel, header);
  return found.unknown.empty() && found.has(Which::a) && found.has(Which::b) && found.has(Which::c);
}

std::vector<Scalar> named_scalars(const machine::Code& code, const KernelHeader& header) {
  const Roles found = roles_of(*code.kernel, header);
  const std::map<std::string, Which> structures = structures_of(code);
  std::vector<Scalar> all;
  for (const machine::Code::Scalar& scalar : code.scalars) {
    all.push_back(found.scalars[scalar.parameter]);
    const auto [base, member] = parts_of(code.kernel->parameters[scalar.parameter].name);
    const auto structure = structures.find(base);
    if (all.back().side != KernelSide::none || structure == structures.end() || matrix_called(bare(base))) continue;
    if (const auto side = side_of(structure->second, member)) all.back().side = *side;
  }
  return all;
}

std::map<std::string, std::string> names_of_matrices(const Launch& launch) {
  std::map<std::string, std::string> names;
  if (const auto product = reading::product_of(launch))
    for (const auto& [name, matrix] : {std::pair{"A", product->a}, {"B", product->b}, {"C", product->c}})
      names[name] = launch.program ? launch.program->prepared->code().arrays[matrix.array].name
                                   : launch.buffers[matrix.array].name;
  return names;
}

void give_roles(ProductKernel& own, const language::Kernel& kernel, const KernelHeader& header) {
  const Roles found = roles_of(kernel, header);
  for (const auto& [role, called] : header.names)
    if (std::none_of(kernel.parameters.begin(), kernel.parameters.end(),
                     [&called = called](const language::Parameter& parameter) { return parameter.name == called; }))
      throw TextError({.file = own.file}, fmt::format("its header says //! {} = \"{}\", but {} has no such parameter",
                                                      role, called, kernel.name));
  if (!found.unknown.empty()) {
    const language::Parameter& first = *found.unknown.front();
    throw TextError(
        {.file = own.file},
        first.is_array
            ? fmt::format("'{}' in {} may be A, B or C: say which in the file, as in //! A = \"{}\"", first.name,
                          kernel.name, first.name)
            : fmt::format(
                  "the meaning of '{}' in {} is not known: give it in the file, as in //! N = \"{}\" or //! {} = 1",
                  first.name, kernel.name, first.name, first.name));
  }
  if (!found.has(Which::c))
    throw TextError({.file = own.file},
                    fmt::format("{} has no C: say which array it is, as in //! C = \"out\"", kernel.name));
  const machine::Code& code = own.prepared->code();
  own.arrays.assign(code.arrays.size(), Which::none);
  for (std::size_t n = 0; n < code.arrays.size(); ++n)
    for (std::size_t p = 0; p < kernel.parameters.size(); ++p)
      if (code.arrays[n].given == &kernel.parameters[p]) own.arrays[n] = found.matrices[p];
  for (const machine::Code::Scalar& scalar : code.scalars) own.scalars.push_back(found.scalars[scalar.parameter]);
}

}  // namespace tilescope
