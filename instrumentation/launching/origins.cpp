#include "instrumentation/launching/origins.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "instrumentation/launching/derive/kernel_reading.h"
#include "instrumentation/launching/derive/launch_hints.h"
#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/launching/list/launch_list.h"
#include "instrumentation/launching/list/text_launches.h"
#include "instrumentation/launching/plan/any_launch.h"
#include "instrumentation/launching/request/dimensions.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

// What is said in all: of one of several launches, what the list says of it too.
Request said_of(const Request& asked) {
  const std::optional<ListPlace> place = place_in_list(asked);
  return place ? place->request : asked;
}

class Finder {
 public:
  Finder(const Launch& launch, const Request& asked)
      : launch_(launch), said_(said_of(asked)), header_(header_of(*launch.program, asked)) {
    Request of_kernel = asked;
    of_kernel.entry = code().kernel->name;
    for (const TextLaunch& each : launches_in_text(of_kernel)) in_text_ = as_in_text(of_kernel, each);
  }

  NumberOrigins all() {
    bool are_known = true;
    for (std::size_t n = 0; n < launch_.numbers.size(); ++n) {
      const std::string& name = names_[n];
      const NumberOrigin origin =
          of_named(name, said_.numbers, header_.numbers, is_in_text(n) ? NumberOrigin::host_text : NumberOrigin::tried);
      are_known = are_known && origin != NumberOrigin::tried;
      if (!is_of_sides()) all_[name] = origin;
    }
    add_dimensions(are_known);
    if (is_of_sides())
      add_sides(are_known);
    else if (reading::has_matrices(launch_))
      add_sides_of_arrays();
    else
      add_arrays();
    return all_;
  }

 private:
  // Whether its sides were there first, and its arrays and numbers follow from them.
  [[nodiscard]] bool is_of_sides() const {
    const auto product = reading::matrices_of(launch_);
    return product && product->known_by != reading::KnownBy::looking;
  }
  [[nodiscard]] const machine::Code& code() const { return launch_.program->prepared->code(); }
  static NumberOrigin of_named(const std::string& name, const Request::Named& said, const Request::Named& in_header,
                               NumberOrigin otherwise) {
    return said.contains(name) ? NumberOrigin::given : in_header.contains(name) ? NumberOrigin::header : otherwise;
  }

  [[nodiscard]] bool is_in_text(std::size_t number) const {
    const std::string& name = names_[number];
    const auto known = in_text_.numbers.find(name);
    if (known == in_text_.numbers.end()) return false;
    Request one;
    one.numbers[name] = known->second;
    const auto value = numbers_said(code(), one, {})[number];
    return value && value->value == launch_.numbers[number].value;
  }

  // Else all blocks do the same, however many there are.
  [[nodiscard]] bool knows_blocks() const {
    using Coordinate = machine::Code::Coordinate;
    return std::any_of(code().coordinates.begin(), code().coordinates.end(), [](const auto& each) {
      return each.coordinate == Coordinate::block_x || each.coordinate == Coordinate::block_y ||
             each.coordinate == Coordinate::block_z || each.coordinate == Coordinate::grid_dim_x ||
             each.coordinate == Coordinate::grid_dim_y || each.coordinate == Coordinate::grid_dim_z;
    });
  }

  void add_dimensions(bool are_known) {
    std::vector<double> numbers;
    for (const ExactNumber& number : launch_.numbers) numbers.push_back(number.value);
    const language::Launch formula = launch_in_text(*launch_.program, numbers).value_or(language::Launch());
    const Dimensions grid = grid_of(launch_);
    const Dimensions block = block_of(launch_);
    const auto origin = [&](const Dimensions& sides, const auto& said, const auto& in_header, const auto& in_text,
                            const auto& by_formula) {
      return said                  ? NumberOrigin::given
             : in_header           ? NumberOrigin::header
             : in_text == sides    ? NumberOrigin::host_text
             : by_formula == sides ? (are_known ? NumberOrigin::host_text : NumberOrigin::derived)
                                   : NumberOrigin::tried;
    };
    all_["grid_size"] = origin(grid, said_.grid, header_.grid, in_text_.grid, formula.grid);
    if (all_["grid_size"] == NumberOrigin::tried && !knows_blocks()) all_["grid_size"] = NumberOrigin::derived;
    all_["block_size"] = origin(block, said_.block, header_.block, in_text_.block, formula.block);
  }

  // For a product without numbers they are in its text.
  void add_sides(bool are_known) {
    const bool are_constants = launch_.numbers.empty() && in_text_.grid && all_["grid_size"] == NumberOrigin::host_text;
    const NumberOrigin otherwise = launch_.numbers.empty()
                                       ? (are_constants ? NumberOrigin::host_text : NumberOrigin::tried)
                                   : are_known ? NumberOrigin::host_text
                                               : NumberOrigin::tried;
    all_["m"] = said_.m ? NumberOrigin::given : otherwise;
    all_["n"] = said_.n ? NumberOrigin::given : otherwise;
    all_["k"] = said_.k ? NumberOrigin::given : otherwise;
  }

  // For a product whose arrays were there first.
  void add_sides_of_arrays() {
    const reading::Product product = *reading::product_of(launch_);
    const auto origin = [&](const reading::Matrix& matrix) {
      const machine::Array& array = code().arrays[matrix.array];
      return of_named(array.name, said_.arrays, header_.arrays,
                      !array.is_parameter              ? NumberOrigin::host_text
                      : is_of_known(matrix.elements()) ? NumberOrigin::derived
                                                       : NumberOrigin::tried);
    };
    all_["m"] = all_["k"] = origin(product.a);
    all_["n"] = origin(product.b);
  }

  // As long as one of the numbers that are known, or two of them times each other.
  [[nodiscard]] bool is_of_known(std::int64_t elements) const {
    std::vector<double> known;
    for (std::size_t n = 0; n < names_.size(); ++n)
      if (const auto at = all_.find(names_[n]); at != all_.end() && at->second != NumberOrigin::tried)
        known.push_back(launch_.numbers[n].value);
    const auto wanted = static_cast<double>(elements);
    return std::any_of(known.begin(), known.end(), [&](double a) {
      return a == wanted || std::any_of(known.begin(), known.end(), [&](double b) { return a * b == wanted; });
    });
  }

  void add_arrays() {
    for (std::size_t n = 0; n < launch_.buffers.size(); ++n) {
      const Buffer& buffer = launch_.buffers[n];
      if (buffer.sides.empty() || !code().arrays[n].is_parameter) continue;
      const auto known = in_text_.arrays.find(buffer.name);
      std::int64_t elements = 1;
      for (const std::int64_t side : buffer.sides) elements *= side;
      const bool is_allocated = known != in_text_.arrays.end() && known->second == std::to_string(elements);
      all_[buffer.name] = of_named(buffer.name, said_.arrays, header_.arrays,
                                   buffer.is_left_by_another() ? NumberOrigin::derived
                                   : is_allocated              ? NumberOrigin::host_text
                                   : is_of_known(elements)     ? NumberOrigin::derived
                                                               : NumberOrigin::tried);
    }
  }

  const Launch& launch_;
  std::vector<std::string> names_ = numbers_of(launch_);
  Request said_;
  KernelHeader header_;
  Request in_text_;
  NumberOrigins all_;
};

}  // namespace

std::string_view name_of(NumberOrigin origin) {
  static constexpr std::array<std::string_view, 5> names{"given", "header", "host text", "derived", "tried"};
  return names[static_cast<std::size_t>(origin)];
}

NumberOrigins origins_of(const Launch& launch, const Request& asked) {
  if (!launch.program || !is_kernel_file(asked.kernel)) return {};
  return Finder(launch, asked).all();
}

std::set<std::string, std::less<>> guessed_in(const Launch& launch, const Request& asked) {
  std::set<std::string, std::less<>> names;
  for (const auto& [name, origin] : origins_of(launch, asked))
    if (origin == NumberOrigin::tried) names.insert(name);
  return names;
}

}  // namespace tilescope
