#include "kernels/any_launch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <mutex>
#include <tuple>

#include "instrumentation/error.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/compiler/layout.h"
#include "instrumentation/nearest.h"
#include "instrumentation/reading/guess_launch.h"
#include "kernels/inputs.h"
#include "kernels/kernel_reading.h"

namespace tilescope {

namespace {

using Sides = std::vector<std::int64_t>;
constexpr std::uint64_t most_array_bytes = std::uint64_t{1} << 31;

// What was said of an array: "8x8:ramp", "64", ":random" or ":values.csv".
struct ArrayWords {
  Sides sides;
  std::optional<reading::Fill> fill;
  std::optional<Matrix> file;
  std::string path;  // of it
};

[[noreturn]] void wrong(const std::string& option, const std::string& why) {
  throw UsageError(fmt::format("{}: {}", option, why));
}

ArrayWords read_words(const std::string& name, const std::string& words) {
  const std::string option = fmt::format("--array {}={}", name, words);
  const std::size_t colon = std::min(words.find(':'), words.size());
  ArrayWords said;
  const std::string_view sides = std::string_view(words).substr(0, colon);
  for (std::size_t begin = 0; begin < sides.size();) {
    const std::size_t end = std::min(sides.find('x', begin), sides.size());
    std::int64_t side = 0;
    const auto [last, error] = std::from_chars(sides.data() + begin, sides.data() + end, side);
    if (error != std::errc() || last != sides.data() + end || side < 1 || side > 2147483647)
      wrong(option, "give its sides as whole numbers from 1, as in 64 or 8x8");
    said.sides.push_back(side);
    begin = end + 1;
  }
  if (said.sides.size() > 4) wrong(option, "an array has four sides at most");
  if (colon == words.size()) return said;
  const std::string fill = words.substr(colon + 1);
  said.fill = reading::fill_named(fill);
  if (said.fill) return said;
  if (!fill.ends_with(".csv")) {
    std::vector<std::string_view> known;
    for (const reading::FillName& each : reading::fill_names) known.push_back(each.name);
    wrong(option, fmt::format("it may be filled with {}, or what a .csv holds: do you mean {}?", fmt::join(known, ", "),
                              nearest(fill, known)));
  }
  said.file = read_csv(fill);
  said.path = fill;
  const std::int64_t held = said.file->rows * said.file->columns;
  if (said.sides.empty()) {
    said.sides = said.file->rows == 1 ? Sides{held} : Sides{said.file->rows, said.file->columns};
    return said;
  }
  std::int64_t wanted = 1;
  for (const std::int64_t side : said.sides) wanted *= side;
  if (wanted != held) wrong(option, fmt::format("{} holds {} numbers, and the sides want {}", fill, held, wanted));
  return said;
}

template <class Values>
void require_known(const Values& said, const std::vector<std::string_view>& known, std::string_view option,
                   std::string_view what, const std::string& kernel) {
  for (const auto& [name, value] : said) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    if (known.empty()) throw UsageError(fmt::format("{} {}: {} has no {}s", option, name, kernel, what));
    throw UsageError(
        fmt::format("{} {}: {} has no such {}: do you mean {}?", option, name, kernel, what, nearest(name, known)));
  }
}

std::pair<double, double> range_of(language::Type type) {
  const double all = std::ldexp(1.0, 8 * static_cast<int>(type->size));
  if (type->kind == language::TypeKind::bool_) return {0, 1};
  return type.is_unsigned() ? std::pair(0.0, all - 1) : std::pair(-all / 2, all / 2 - 1);
}

// `said` is how the value was given.
double fitting(const std::string& said, double value, language::Type type) {
  if (type.is_floating()) return value;
  if (!(value == std::floor(value))) throw UsageError(said + ": it is a whole number");
  const auto [least, most] = range_of(type);
  if (value < least || value > most)
    throw UsageError(fmt::format("{}: a number of its type is from {:.0f} to {:.0f}", said, least, most));
  return value;
}

reading::Said said_of(const RecordedKernel& own, const Request& request, const KernelHeader& header,
                      const std::vector<ArrayWords>& arrays) {
  const machine::Code& code = own.prepared->code();
  reading::Said said;
  for (const machine::Code::Scalar& scalar : code.scalars) {
    const std::string& name = code.kernel->parameters[scalar.parameter].name;
    const auto asked = request.numbers.find(name);
    const auto in_file = header.values.find(name);
    said.scalars.emplace_back(
        asked != request.numbers.end()
            ? std::optional(fitting(fmt::format("--arg {}={}", name, asked->second), asked->second, scalar.type))
        : in_file != header.values.end()
            ? std::optional(fitting(fmt::format("{}: //! {} = {}", own.file, name, in_file->second), in_file->second,
                                    scalar.type))
            : std::nullopt);
  }
  for (const ArrayWords& words : arrays) {
    said.sides.push_back(words.sides);
    said.fills.push_back(words.file ? reading::Fill::zeros : words.fill);
  }
  said.grid = request.grid ? request.grid : header.grid;
  said.block = request.block ? request.block : header.block;
  said.shared_bytes = header.shared_bytes;
  said.numbers = numbers_of(*code.kernel);
  said.in_text = [&own](const std::vector<double>& scalars) -> reading::InText {
    const auto in_text = launch_in_text(own, scalars);
    if (!in_text) return {};
    return {in_text->grid, in_text->block, in_text->shared_bytes};
  };
  return said;
}

// The last few guesses: a launch is planned several times before it is shown.
class Guesses {
 public:
  using Key =
      std::tuple<std::shared_ptr<const machine::Prepared>, std::map<std::string, std::string, std::less<>>,
                 std::map<std::string, double, std::less<>>, std::optional<Dimensions>, std::optional<Dimensions>>;
  template <class Guess>
  reading::LaunchGuess of(const Key& key, const Guess& guess) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(all_.begin(), all_.end(), [&](const auto& each) { return each.first == key; });
    if (found != all_.end()) return found->second;
    constexpr std::size_t most = 8;
    if (all_.size() == most) all_.erase(all_.begin());
    return all_.emplace_back(key, guess()).second;
  }

 private:
  std::mutex mutex_;
  std::vector<std::pair<Key, reading::LaunchGuess>> all_;
};

std::uint64_t elements_of(const Sides& sides) {
  std::uint64_t all = 1;
  for (const std::int64_t side : sides) {
    if (all > most_array_bytes / static_cast<std::uint64_t>(side)) return most_array_bytes + 1;
    all *= static_cast<std::uint64_t>(side);
  }
  return all;
}

std::vector<std::byte> bytes_of(const machine::Array& array, std::uint32_t number, const reading::ArrayGuess& guess,
                                const ArrayWords& words) {
  if (elements_of(guess.sides) > most_array_bytes / std::max<std::uint64_t>(array.element->size, 4))
    throw UsageError(
        fmt::format("{}: {} elements are more than an array may have", array.name, fmt::join(guess.sides, " x ")));
  if (!words.file) return reading::filled(array, number, elements_of(guess.sides), guess.fill, guess.sides.back());
  const language::Type type = machine::number_in(array);
  const std::vector<double> values(words.file->elements.begin(), words.file->elements.end());
  for (const double value : values)
    static_cast<void>(fitting(fmt::format("{}: {} for {}", words.path, value, array.name), value, type));
  return machine::bytes_of(values, type);
}

}  // namespace

void plan_any(Launch& launch, const Request& request, const std::shared_ptr<const RecordedKernel>& own) {
  const machine::Code& code = own->prepared->code();
  if (request.m || request.n || request.k)
    throw UsageError(
        fmt::format("{} is known for no product of matrices, so M, N and K say nothing of it: --array NAME=SIDES and "
                    "--arg NAME=VALUE do",
                    own->name));
  const KernelHeader header = read_header(own->text, own->file);
  std::vector<std::string_view> array_names, number_names;
  std::vector<ArrayWords> words;
  for (const machine::Array& array : code.arrays) {
    words.emplace_back();
    if (array.space != Space::global) continue;
    array_names.push_back(array.name);
    const auto asked = request.arrays.find(array.name);
    const auto in_file = header.arrays.find(array.name);
    if (asked != request.arrays.end() || in_file != header.arrays.end())
      words.back() = read_words(array.name, asked != request.arrays.end() ? asked->second : in_file->second);
    if (!array.is_parameter && words.back().file) {
      const std::uint64_t wanted = reading::numbers_in_element(array) * elements_of(array.sides);
      const std::size_t held = words.back().file->elements.size();
      if (held != wanted)
        throw UsageError(fmt::format("--array {}: {} holds {} numbers, and the text has {}", array.name,
                                     words.back().path, held, wanted));
      words.back().sides.clear();  // the text says them
    }
    if (!array.is_parameter && !words.back().sides.empty())
      throw UsageError(fmt::format("--array {}: the text says itself how long it is; say what it holds, as in {}=:ramp",
                                   array.name, array.name));
  }
  for (const machine::Code::Scalar& scalar : code.scalars)
    number_names.push_back(code.kernel->parameters[scalar.parameter].name);
  require_known(request.arrays, array_names, "--array", "array", own->name);
  require_known(request.numbers, number_names, "--arg", "number", own->name);
  if (own->prepared->program().kernels().size() == 1) {  // else it may speak of others
    require_known(header.arrays, array_names, own->file + ": //!", "array", own->name);
    require_known(header.values, number_names, own->file + ": //!", "number", own->name);
  }

  static Guesses guesses;
  const reading::LaunchGuess guess =
      guesses.of({own->prepared, request.arrays, request.numbers, request.grid, request.block},
                 [&] { return reading::guess_launch(*own->prepared, said_of(*own, request, header, words)); });
  launch.program = own;
  launch.kernel = own->name;
  launch.meaning = {};
  launch.least_events = 0;
  set_dimensions(launch, guess.setting.grid, guess.setting.block, guess.setting.dynamic_shared_bytes);
  launch.tile = static_cast<int>(launch.block.x);
  launch.numbers = guess.scalars;
  launch.buffers.assign(code.arrays.size(), {});
  for (std::uint32_t n = 0; n < code.arrays.size(); ++n) {
    Buffer& buffer = launch.buffers[n];
    buffer.name = code.arrays[n].name;
    buffer.sides = guess.arrays[n].sides;
    const language::Type number = machine::number_in(code.arrays[n]);
    buffer.number = machine::number_of(number);
    buffer.element_bytes = machine::bytes_of(machine::cell_of(number));
    buffer.is_unsigned = number.is_integer() && number.is_unsigned();
    if (code.arrays[n].is_parameter || words[n].file || words[n].fill)
      buffer.fill = words[n].file ? words[n].path : std::string(reading::name_of(guess.arrays[n].fill));
    if (!buffer.sides.empty()) buffer.bytes = bytes_of(code.arrays[n], n, guess.arrays[n], words[n]);
  }
}

}  // namespace tilescope
