#include "instrumentation/launching/plan/any_launch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>

#include "instrumentation/error.h"
#include "instrumentation/launching/derive/launch_hints.h"
#include "instrumentation/launching/request/array_words.h"
#include "instrumentation/launching/request/csv_file.h"
#include "instrumentation/launching/request/dimensions.h"
#include "instrumentation/launching/request/request_fields.h"
#include "instrumentation/launching/request/typed_number.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/compiler/layout.h"
#include "instrumentation/nearest.h"
#include "instrumentation/reading/guess_launch.h"

namespace tilescope {

namespace {

using Sides = std::vector<std::int64_t>;
using Named = Request::Named;
constexpr std::uint64_t most_array_bytes = std::uint64_t{1} << 28;

// What was said of an array, by whom, and what its file holds.
struct ArraySaid : ArrayWords {
  std::shared_ptr<const CsvFile> numbers;
  const Buffer* given = nullptr;  // what it holds already
  bool is_filled_later = false;
  std::string where;  // as a message names it
};

// `place` says how a message names one of them.
template <class Place>
void require_known(const Named& said, const std::vector<std::string_view>& known, const Place& place,
                   std::string_view what, const std::string& kernel) {
  for (const auto& [name, value] : said) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    if (known.empty()) throw UsageError(fmt::format("{}: {} has no {}s", place(name), kernel, what));
    throw UsageError(
        fmt::format("{}: {} has no such {}: did you mean {}?", place(name), kernel, what, nearest(name, known)));
  }
}

std::uint64_t elements_of(const Sides& sides) {
  std::uint64_t all = 1;
  for (const std::int64_t side : sides) {
    if (all > most_array_bytes / static_cast<std::uint64_t>(side)) return most_array_bytes + 1;
    all *= static_cast<std::uint64_t>(side);
  }
  return all;
}

void require_room(const machine::Array& array, const Sides& sides) {
  if (elements_of(sides) > most_array_bytes / std::max<std::uint64_t>(machine::number_in(array)->size, 1))
    throw UsageError(fmt::format("{}: {} elements are too many: an array may have at most 256 MiB", array.name,
                                 fmt::join(sides, " x ")));
}

// In its own type, to the last digit.
std::vector<std::byte> bytes_of(const CsvFile& file, const machine::Array& array) {
  const language::Type type = machine::number_in(array);
  const std::uint32_t size = machine::bytes_of(machine::cell_of(type));
  std::vector<std::byte> bytes(static_cast<std::size_t>(file.count()) * size);
  for (std::int64_t n = 0; n < file.count(); ++n) {
    const std::string_view cell = file.cell(n);
    std::uint64_t bits = 0;
    try {
      bits = read_number(cell, type, "");
    } catch (const UsageError&) {  // which is reported with its place
      static_cast<void>(read_number(cell, type, fmt::format("{}: {} for {}", file.place(n), cell, array.name)));
    }
    std::memcpy(bytes.data() + static_cast<std::size_t>(n) * size, &bits, size);
  }
  return bytes;
}

std::vector<std::byte> bytes_of(const machine::Array& array, std::uint32_t number, const reading::ArrayGuess& guess,
                                const ArraySaid& words, std::uint64_t seed) {
  if (words.numbers) return bytes_of(*words.numbers, array);
  return reading::filled(array, number, elements_of(guess.sides), guess.fill, guess.sides.back(), seed);
}

// The sides that a file has, where the user does not say others for its numbers.
void take_file(ArraySaid& said) {
  said.numbers = std::make_shared<const CsvFile>(said.file);
  const std::int64_t held = said.numbers->count();
  if (said.sides.empty()) {
    said.sides = said.numbers->rows() == 1 ? Sides{held} : Sides{said.numbers->rows(), said.numbers->columns()};
    return;
  }
  if (elements_of(said.sides) != static_cast<std::uint64_t>(held))
    throw UsageError(fmt::format("{}: {} holds {} numbers, but the sides need {}", said.where, said.file, held,
                                 elements_of(said.sides)));
}

// An array that the text declares is as long as it says.
void require_declared(const machine::Array& array, ArraySaid& said) {
  const std::uint64_t wanted = reading::numbers_in_element(array) * elements_of(array.sides);
  if (said.numbers && static_cast<std::uint64_t>(said.numbers->count()) != wanted)
    throw UsageError(fmt::format("{}: {} holds {} numbers, but the source declares {}", said.where, said.file,
                                 said.numbers->count(), wanted));
  if (!said.numbers && !said.sides.empty() && elements_of(said.sides) != wanted)
    throw UsageError(fmt::format("{}: the source fixes its length at {} numbers: give only its values, as in {}=:ramp",
                                 said.where, wanted, array.name));
  said.sides.clear();
}

// As long as what it holds, of its own numbers.
ArraySaid array_given(const machine::Array& array, const Buffer& given) {
  ArraySaid said;
  said.given = &given;
  if (!array.is_parameter) return said;
  const std::uint32_t size = machine::bytes_of(machine::cell_of(machine::number_in(array)));
  said.sides = size == given.element_bytes ? given.sides : Sides{static_cast<std::int64_t>(given.bytes.size() / size)};
  return said;
}

ArraySaid array_said(const machine::Array& array, const Request& request, const KernelHeader& header,
                     const HeldArrays& given) {
  const auto asked = request.arrays.find(array.name);
  const auto in_file = header.arrays.find(array.name);
  const bool is_asked = asked != request.arrays.end();
  if (const auto held = given.find(array.name); held != given.end()) {
    if (is_asked)
      throw UsageError(fmt::format("{}: the array holds the values {}, so its length is fixed",
                                   told_of(request, "arrays", fmt::format("{}={}", array.name, asked->second)),
                                   held->second.fill));
    return array_given(array, held->second);
  }
  if (!is_asked && in_file == header.arrays.end()) return {};
  ArraySaid said;
  const std::string& words = is_asked ? asked->second : in_file->second;
  said.where =
      is_asked ? told_of(request, "arrays", fmt::format("{}={}", array.name, words)) : header.place(array.name);
  static_cast<ArrayWords&>(said) = read_array_words(words, said.where);
  if (!said.file.empty()) take_file(said);
  if (!array.is_parameter) require_declared(array, said);
  return said;
}

void give_buffers(Launch& launch, const machine::Code& code, const reading::LaunchGuess& guess,
                  const std::vector<ArraySaid>& said, std::uint64_t seed) {
  launch.buffers.assign(code.arrays.size(), {});
  for (std::uint32_t n = 0; n < code.arrays.size(); ++n)
    if (!guess.arrays[n].sides.empty() && !said[n].is_filled_later) require_room(code.arrays[n], guess.arrays[n].sides);
  for (std::uint32_t n = 0; n < code.arrays.size(); ++n) {
    Buffer& buffer = launch.buffers[n];
    buffer.name = code.arrays[n].name;
    buffer.sides = guess.arrays[n].sides;
    const language::Type number = machine::number_in(code.arrays[n]);
    buffer.number = machine::number_of(number);
    buffer.element_bytes = machine::bytes_of(machine::cell_of(number));
    buffer.is_unsigned = number.is_integer() && number.is_unsigned();
    if (code.arrays[n].is_parameter || said[n].numbers || said[n].fill)
      buffer.fill = said[n].numbers ? said[n].file : std::string(reading::name_of(guess.arrays[n].fill));
    if (said[n].is_filled_later)
      buffer.fill = reading::name_of(reading::Fill::zeros);
    else if (!buffer.sides.empty())
      buffer.bytes = bytes_of(code.arrays[n], n, guess.arrays[n], said[n], seed);
  }
}

// So many blocks could not be looked at; where arrays have no sides, that is all that there is to say of them.
void require_known_sides(const RecordedKernel& own, const reading::LaunchGuess& guess,
                         const std::vector<ArraySaid>& said) {
  if (guess.is_known) return;
  const machine::Code& code = own.prepared->code();
  for (std::size_t n = 0; n < code.arrays.size(); ++n)
    if (code.arrays[n].is_parameter && said[n].sides.empty())
      throw UsageError(fmt::format(
          "{}: a grid of {} is too large to find the lengths of its arrays: give them, as in --array {}=1024", own.name,
          fmt::join(guess.setting.grid, " x "), code.arrays[n].name));
}

// What the text's own launch asks for beyond what any GPU has is no launch, so that no other one is shown in its place.
void require_shared_in_text(const RecordedKernel& own, const reading::LaunchHints& said,
                            const reading::LaunchGuess& guess) {
  constexpr std::int64_t most = 232448;  // of a block, on the GPU with most
  const machine::Code& code = own.prepared->code();
  const bool has_dynamic =
      std::any_of(code.arrays.begin(), code.arrays.end(), [](const machine::Array& array) { return array.dynamic; });
  if (said.shared_bytes || !said.in_text || !has_dynamic) return;
  std::vector<double> scalars;
  for (const ExactNumber& scalar : guess.scalars) scalars.push_back(scalar.value);
  const std::optional<std::int64_t> bytes = said.in_text(scalars).shared_bytes;
  if (bytes && *bytes + static_cast<std::int64_t>(code.shared_bytes) > most)
    throw UsageError(fmt::format(
        "{}: its launch in the source requests {} bytes of shared memory, but a block has at most {}: request less, "
        "or set the bytes, as in --shared-bytes 16384",
        own.name, *bytes, most));
}

}  // namespace

void require_header(const RecordedKernel& own, const KernelHeader& header) {
  std::vector<std::string> arrays, numbers;
  std::vector<std::string_view> known_arrays, known_numbers;
  for (const language::Kernel& kernel : own.prepared->program().kernels())
    for (const language::Parameter& parameter : kernel.parameters) {
      if (parameter.is_array) arrays.push_back(parameter.name);
      for (const std::string& part :
           parameter.is_array ? std::vector<std::string>() : machine::leaf_names(parameter.type))
        numbers.push_back(parameter.name + part);
    }
  for (const machine::Array& array : own.prepared->code().arrays)
    if (array.space == Space::global) arrays.push_back(array.name);
  known_arrays.assign(arrays.begin(), arrays.end());
  known_numbers.assign(numbers.begin(), numbers.end());
  const auto place = [&](const std::string& name) { return header.place(name); };
  require_known(header.arrays, known_arrays, place, "array", own.name);
  require_known(header.numbers, known_numbers, place, "number", own.name);
  static_cast<void>(numbers_said(own.prepared->code(), {}, header));
}

void require_names(const RecordedKernel& own, const Request& request) {
  const machine::Code& code = own.prepared->code();
  const std::vector<std::string> names = machine::names_of_scalars(code);
  std::vector<std::string_view> array_names;
  for (const machine::Array& array : code.arrays)
    if (array.space == Space::global) array_names.push_back(array.name);
  require_known(
      request.arrays, array_names, [&](const std::string& name) { return told_of(request, "arrays", name); }, "array",
      own.name);
  require_known(
      request.numbers, {names.begin(), names.end()},
      [&](const std::string& name) { return told_of(request, "args", name); }, "number", own.name);
}

namespace {

void plan_arrays(Launch& launch, const Request& request, const std::shared_ptr<const RecordedKernel>& own,
                 const HeldArrays& given, bool holds_anything, const std::vector<bool>& is_filled_later = {}) {
  const machine::Code& code = own->prepared->code();
  const KernelHeader header = header_of(*own, request);
  if (!header.hangs_on_sides.empty()) throw UsageError(header.hangs_on_sides);
  require_names(*own, request);
  std::vector<ArraySaid> said;
  for (std::size_t n = 0; n < code.arrays.size(); ++n) {
    const machine::Array& array = code.arrays[n];
    said.push_back(array.space == Space::global ? array_said(array, request, header, given) : ArraySaid());
    said[n].is_filled_later = n < is_filled_later.size() && is_filled_later[n];
    if (array.is_parameter && !said[n].sides.empty() && said[n].given == nullptr && !said[n].is_filled_later)
      require_room(array, said[n].sides);
  }
  reading::LaunchHints known = hints_of(*own, request, header);
  for (const ArraySaid& words : said) {
    known.sides.push_back(words.sides);
    known.fills.push_back(words.numbers || words.given != nullptr ? reading::Fill::zeros : words.fill);
    known.contents.push_back(words.given != nullptr ? words.given->bytes.all() : std::vector<std::byte>());
  }
  known.holds_anything = holds_anything;
  known.is_all = !is_filled_later.empty();
  const bool is_in_request = given.empty() && !holds_anything && !known.is_all;  // what arrays hold already is in none
  const reading::LaunchGuess guess =
      is_in_request ? guessed(*own, request, known) : reading::guess_launch(*own->prepared, known);
  require_shared_in_text(*own, known, guess);
  launch.program = own;
  launch.kernel = own->name;
  launch.meaning = {};
  launch.least_events = 0;
  set_dimensions(launch, guess.setting.grid, guess.setting.block, guess.setting.dynamic_shared_bytes);
  require_known_sides(*own, guess, said);
  launch.tile = static_cast<int>(launch.block.x);
  launch.numbers = guess.scalars;
  launch.search_ended = guess.search_ended;
  give_buffers(launch, code, guess, said, request.seed);
}

}  // namespace

void plan_any(Launch& launch, const Request& request, const std::shared_ptr<const RecordedKernel>& own,
              const HeldArrays& given) {
  plan_arrays(launch, request, own, given, false);
}

void plan_all_said(Launch& launch, const Request& request, const std::shared_ptr<const RecordedKernel>& own,
                   const std::vector<bool>& is_filled_later) {
  plan_arrays(launch, request, own, {}, false, is_filled_later);
}

void plan_any_as_said(Launch& launch, const Request& said, const std::shared_ptr<const RecordedKernel>& own,
                      const HeldArrays& given) {
  plan_arrays(launch, said, own, given, true);
}

}  // namespace tilescope
