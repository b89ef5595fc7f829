#include "instrumentation/launching/request/request_fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "instrumentation/error.h"
#include "instrumentation/launching/request/array_words.h"
#include "instrumentation/launching/request/input_files.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/typed_number.h"
#include "instrumentation/launching/texts/known_texts.h"
#include "instrumentation/launching/texts/packed_text.h"
#include "instrumentation/listed.h"

namespace tilescope {

namespace {

using Named = Request::Named;
using Of = RequestField::Of;
using Form = RequestField::Form;
using Text = const std::string&;

template <class Number>
Number whole(Text text, Text where, std::string_view what, Number least, Number most) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty() || value < least || value > most)
    throw UsageError(fmt::format("{} {}: {}", where, text, what));
  return value;
}

std::int64_t side(Text text, Text where) {
  return whole<std::int64_t>(text, where, "a side must be a whole number from 1 to 2147483647", 1, 2147483647);
}

template <class Number>
std::string words(const std::optional<Number>& number) {
  return number ? std::to_string(*number) : "";
}
std::string words(const std::optional<std::array<std::int64_t, 3>>& sides) {
  return sides ? fmt::format("{}", fmt::join(*sides, ",")) : "";
}

std::string some(Text text, Text where) {
  if (text.empty()) throw UsageError(where + ": is empty");
  return text;
}

template <auto field>
std::string write_plain(const Request& request) {
  return words(request.*field);
}
template <auto field>
void read_side(Request& request, Text text, Text where) {
  request.*field = side(text, where);
}
template <auto field>
void read_dimensions(Request& request, Text text, Text where) {
  request.*field = parse_dimensions(text, where);
}

// NAME:VALUE parted by commas; a comma of a value, and what stands for it, have a backslash before them.
std::string escaped(Text value) {
  std::string all;
  for (const char letter : value) {
    if (letter == ',' || letter == '\\') all += '\\';
    all += letter;
  }
  return all;
}

template <auto field>
std::string write_named(const Request& request) {
  std::string all;
  for (const auto& [name, value] : request.*field) all += (all.empty() ? "" : ",") + name + ":" + escaped(value);
  return all;
}

std::vector<std::string> parted(Text text) {
  std::vector<std::string> parts(1);
  for (std::size_t n = 0; n < text.size(); ++n)
    if (text[n] == ',')
      parts.emplace_back();
    else
      parts.back() += text[n] == '\\' && n + 1 < text.size() ? text[++n] : text[n];
  return parts;
}

using Check = void (*)(Text value, Text where);
void take_any(Text, Text) {}
void require_array(Text value, Text where) { static_cast<void>(read_array_words(value, where)); }
void require_number(Text value, Text where) {
  if (!is_number(value)) throw UsageError(fmt::format("{}: {} is not a number", where, value));
}

template <auto field, Check check>
void read_named(Request& request, Text text, Text where) {
  Named all;
  for (const std::string& one : parted(text)) {
    const std::size_t colon = one.find_first_of(":=");
    if (colon == std::string::npos || colon == 0 || colon + 1 == one.size())
      throw UsageError(fmt::format("{} {}: give NAME:VALUE pairs, separated by commas", where, text));
    const std::string name = one.substr(0, colon), value = one.substr(colon + 1);
    check(value, fmt::format("{} {}", where, one));
    if (!all.try_emplace(name, value).second) throw UsageError(fmt::format("{} {} is given twice", where, name));
  }
  request.*field = std::move(all);
}

template <auto field, Check check, const char* form>
void add_named(Request& request, Text text, Text where) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    throw UsageError(fmt::format("{} {}: give {}", where, text, form));
  const std::string name = text.substr(0, equals), value = text.substr(equals + 1);
  check(value, fmt::format("{} {}", where, text));
  if (!(request.*field).try_emplace(name, value).second)
    throw UsageError(fmt::format("{} {} is given twice", where, name));
}
constexpr char name_and_value[] = "NAME=VALUE";
constexpr char name_and_array[] = "NAME=SIDES[:FILL], as in data=64 or data=8x8:ramp";

template <auto field>
RequestField of_side(std::string_view option, std::string_view key, std::string_view label, std::string help) {
  RequestField row{.option = option, .key = key, .label = label, .help = std::move(help)};
  row.of = Of::matrices;
  row.form = Form::whole;
  row.write = write_plain<field>;
  row.read = read_side<field>;
  return row;
}

template <auto field, Check check, const char* form>
RequestField of_names(std::string_view option, std::string_view key, std::string help) {
  RequestField row{.option = option, .key = key, .help = std::move(help)};
  row.of = Of::file;
  row.form = Form::none;
  row.write = write_named<field>;
  row.read = read_named<field, check>;
  row.add = add_named<field, check, form>;
  return row;
}

std::vector<std::string> all_kernels() {
  std::vector<std::string> names;
  for (const KnownText& known : known_texts()) names.emplace_back(known.name);
  return names;
}

std::vector<RequestField> which_kernel() {
  return {
      {.option = "--kernel",
       .key = "kernel",
       .label = "Kernel",
       .help = "which kernel (tilescope kernels lists them), or the path of a .cu file",
       .form = Form::choice,
       .choices = all_kernels(),
       .write = [](const Request& r) { return r.kernel; },
       .read = [](Request& r, Text text, Text) { r.kernel = kernel_called(text); }},
      {.key = "text",
       .help = "for a .cu: the edited source that replaces the file, packed",
       .of = Of::file,
       .form = Form::none,
       .write = [](const Request& r) { return r.text ? packed(*r.text) : std::string(); },
       .read = [](Request& r, Text text, Text where) { r.text = unpacked(text, where); }},
      {.option = "--entry",
       .key = "entry",
       .header = "entry",
       .label = "In this file",
       .help = "for a .cu: which kernel in it",
       .of = Of::file,
       .write = [](const Request& r) { return r.entry; },
       .read = [](Request& r, Text text, Text where) { r.entry = some(text, where); }},
      {.option = "--launches",
       .key = "launches",
       .header = "launches",
       .help = "for a .cu: launches in sequence on the same arrays, in TOML as in its header: "
               "[{entry = \"scan\"}, {entry = \"add\", data = \"out\"}]",
       .of = Of::file,
       .form = Form::none,
       .write = [](const Request& r) { return r.launches; },
       .read = [](Request& r, Text text, Text where) { r.launches = some(text, where); }},
      {.option = "--launch",
       .key = "launch",
       .help = "for a .cu with a sequence of launches: which launch, counted from 1; it continues from the launches "
               "before it",
       .of = Of::file,
       .form = Form::none,
       .write = [](const Request& r) { return r.launch == 0 ? std::string() : std::to_string(r.launch); },
       .read =
           [](Request& r, Text text, Text where) {
             r.launch = whole<std::size_t>(text, where, "give a whole number from 1 to 1000000", 1, 1000000);
           }},
      of_names<&Request::knobs, take_any, name_and_value>(
          "--knob", "knobs", "for a .cu: another value for a macro, constant or template parameter: NAME=VALUE"),
      of_names<&Request::arrays, require_array, name_and_array>(
          "--array", "arrays",
          "for a .cu: the dimensions and the values of an array: NAME=SIDES[:FILL], as in data=8x8:ramp; FILL is "
          "counting, ramp, random, zeros, identity, ascending, scattered, linked, halves or a .csv file"),
      of_names<&Request::numbers, require_number, name_and_value>(
          "--arg", "args", "for a .cu: a number for a kernel parameter or a struct member: NAME=VALUE"),
      {.option = "--grid",
       .key = "grid_size",
       .header = "grid",
       .label = "Grid",
       .help = "for a .cu: blocks in the grid, in the order of dim3: X[,Y[,Z]]",
       .of = Of::file,
       .write = write_plain<&Request::grid>,
       .read = read_dimensions<&Request::grid>},
      {.option = "--block",
       .key = "block_size",
       .header = "block",
       .label = "Block",
       .help = "for a .cu: threads per block, in the same form",
       .of = Of::file,
       .write = write_plain<&Request::block>,
       .read = read_dimensions<&Request::block>},
      {.option = "--shared-bytes",
       .key = "shared_bytes",
       .header = "shared_bytes",
       .label = "Shared memory",
       .help = "for a .cu: bytes of dynamic shared memory per block",
       .of = Of::file,
       .about = "bytes of dynamic shared memory per block",
       .usual = "none",
       .write = write_plain<&Request::shared_bytes>,
       .read =
           [](Request& r, Text text, Text where) {
             r.shared_bytes =
                 whole<std::int64_t>(text, where, "give a whole number from 0 to 2147483647", 0, 2147483647);
           }},
  };
}

std::vector<RequestField> of_matrices() {
  RequestField size{.option = "--size", .key = "size", .help = "one value for M, K and N (default 4)"};
  size.of = Of::matrices;
  size.form = Form::none;
  size.excludes = {"m", "k", "n"};
  size.write = [](const Request&) { return std::string(); };
  size.read = [](Request& r, Text text, Text where) { r.m = r.n = r.k = side(text, where); };
  return {
      of_side<&Request::m>("--m", "m", "M", "rows of A and C"),
      of_side<&Request::k>("--k", "k", "K", "columns of A, rows of B"),
      of_side<&Request::n>("--n", "n", "N", "columns of B and C"),
      size,
      {.option = "--tile",
       .key = "tile",
       .label = "T",
       .help = "width of the tile and of the block (default 2)",
       .of = Of::matrices,
       .form = Form::choice,
       .write = write_plain<&Request::tile>,
       .read =
           [](Request& r, Text text, Text where) {
             r.tile = whole<int>(text, where, "a tile's width must be a whole number", -2147483647, 2147483647);
           }},
      {.option = "--inputs",
       .key = "inputs",
       .header = "inputs",
       .label = "A and B hold",
       .help = fmt::format("{}, or A.csv,B.csv", fmt::join(input_kinds, ", ")),
       .of = Of::matrices,
       .form = Form::choice,
       .choices = {input_kinds.begin(), input_kinds.end()},
       .words = {"1, 2, 3 \u2026", "random numbers", "the identity"},
       .write = [](const Request& r) { return r.inputs == input_kinds.front() ? "" : r.inputs; },
       .read = [](Request& r, Text text, Text where) { r.inputs = some(text, where); }},
      {.option = "--seed",
       .key = "seed",
       .label = "Seed",
       .help = "seed for random inputs and arrays (default 1)",
       .form = Form::whole,
       .about = "of the random numbers",
       .write = [](const Request& r) { return r.seed == 1 ? "" : std::to_string(r.seed); },
       .read =
           [](Request& r, Text text, Text where) {
             r.seed =
                 whole<std::uint64_t>(text, where, "a seed must be a whole number of at least 0", 0, ~std::uint64_t{0});
           }},
  };
}

std::vector<RequestField> how_it_goes() {
  return {
      {.option = "--schedule",
       .key = "schedule",
       .label = "Schedule",
       .help = listed(names_of(schedules())) + "[:SEED] (default in_order)",
       .form = Form::choice,
       .choices = names_of(schedules()),
       .words = form_words(schedules()),
       .about = "which thread of a block runs next",
       .write =
           [](const Request& r) {
             return r.schedule.kind == Schedule::Kind::in_order ? std::string() : words_of(r.schedule);
           },
       .read = [](Request& r, Text text, Text where) { r.schedule = parse_schedule(text, where); }},
      {.option = "--out-of-bounds",
       .key = "out_of_bounds",
       .label = "Out of bounds",
       .help = "the value of a load outside its array: " + told(strays()) + " (default poison)",
       .form = Form::choice,
       .choices = names_of(strays()),
       .words = {"NaN (poison)", "zero", "stale memory", "NaN, but a GPU reads there"},
       .about = "what a thread loads from outside an array",
       .write =
           [](const Request& r) {
             return r.out_of_bounds == OutOfBounds::poison ? std::string() : std::string(name_of(r.out_of_bounds));
           },
       .read = [](Request& r, Text text, Text where) { r.out_of_bounds = parse_out_of_bounds(text, where); }},
      {.option = "--record",
       .key = "record",
       .help = told(records()) + " (default full)",
       .form = Form::none,
       .choices = names_of(records()),
       .write = [](const Request& r) { return r.record ? std::string(name_of(*r.record)) : std::string(); },
       .read = [](Request& r, Text text, Text where) { r.record = parse_record(text, where); }},
      {.option = "--blocks",
       .key = "blocks",
       .label = "Recorded",
       .help = "which blocks to record: Y,X[;Y,X...] or Y0-Y1,X0-X1",
       .about = "rows and columns of blocks in the grid, as in 0-3,1-2",
       .usual = "as many blocks as fit",
       .write = [](const Request& r) { return words_of(r.window); },
       .read = [](Request& r, Text text, Text where) { r.window = parse_blocks(text, where); }},
  };
}

std::vector<RequestField> all_fields() {
  std::vector<RequestField> all = which_kernel();
  for (const auto& some : {of_matrices(), how_it_goes()}) all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace

std::span<const RequestField> request_fields() {
  static const std::vector<RequestField> all = all_fields();
  return all;
}

const RequestField& request_field(std::string_view key) {
  const auto all = request_fields();
  return *std::find_if(all.begin(), all.end(), [&](const RequestField& each) { return each.key == key; });
}

std::string told_of(const Request& request, std::string_view key, std::string_view given) {
  const auto place = request.said_in.places.find(key);
  if (place != request.said_in.places.end()) return fmt::format("{}: {} {}", place->second, key, given);
  return fmt::format("{} {}", request_field(key).option, given);
}

void leave_out(Request& request, const RequestField& field) {
  Request rest;
  for (const RequestField& other : request_fields())
    if (const std::string text = other.write(request); other.key != field.key && !text.empty())
      other.read(rest, text, std::string(other.key));
  rest.said_in = request.said_in;
  request = std::move(rest);
}

std::string written(const Request& request) {
  std::string all;
  for (const RequestField& field : request_fields())
    if (const std::string text = field.write(request); !text.empty()) all += fmt::format("{}={} ", field.key, text);
  return all;
}

}  // namespace tilescope
