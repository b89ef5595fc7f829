#include "kernels/own_kernel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <tuple>

#include "instrumentation/error.h"
#include "instrumentation/executors/of_program.h"
#include "instrumentation/language/tokens/diagnostic.h"
#include "instrumentation/language/tokens/files.h"
#include "instrumentation/machine/array_values.h"
#include "instrumentation/machine/compiler/layout.h"
#include "instrumentation/nearest.h"
#include "instrumentation/reading/plan_budget.h"
#include "instrumentation/reading/proof.h"
#include "kernels/any_launch.h"
#include "kernels/array_words.h"
#include "kernels/dimensions.h"
#include "kernels/included_files.h"
#include "kernels/kernel_header.h"
#include "kernels/kernel_reading.h"
#include "kernels/kernel_roles.h"
#include "kernels/known_texts.h"
#include "kernels/packed_text.h"
#include "kernels/request_fields.h"
#include "kernels/typed_number.h"

namespace tilescope {

std::string text_of_file(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw UsageError(fmt::format("{}: is a folder", path));
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (const KnownText* const classic = error ? find_classic(path) : nullptr) return std::string(classic->text);
  if (error) throw UsageError(fmt::format("{}: there is no such file", path));
  if (size > longest_text)
    throw UsageError(fmt::format("{}: has {} bytes, and {} are the most that is read", path, size, longest_text));
  std::ifstream in(path, std::ios::binary);
  if (!in) throw UsageError(fmt::format("{}: cannot be read", path));
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string text_of(const Request& request) {
  return request.text ? *request.text : text_with_included(request.kernel);
}

namespace {

std::string place_words(const std::string& path, const language::Source& source, std::uint32_t offset) {
  const language::Position at = source.position(offset);
  const language::LineInFile in = language::line_in_file(source.text(), at.line);
  return fmt::format("{}:{}:{}", in.file.empty() ? path : std::string(in.file), in.line, at.column);
}

}  // namespace

void tell_mistakes(const std::string& path, const language::Program& program) {
  const language::Diagnostic* first = nullptr;
  std::size_t more = 0;
  for (const language::Diagnostic& diagnostic : program.diagnostics()) {
    if (diagnostic.severity != language::Severity::error) continue;
    if (first == nullptr)
      first = &diagnostic;
    else
      ++more;
  }
  if (first == nullptr) throw UsageError(fmt::format("{}: no kernel in it can run", path));
  const std::string at = place_words(path, program.source(), first->place.offset);
  const std::string_view text = program.source().text();
  for (const language::Diagnostic& diagnostic : program.diagnostics()) {  // the cause, before what follows from it
    if (diagnostic.mistake != language::Mistake::header_not_read || diagnostic.place.offset > first->place.offset)
      continue;
    const std::string_view header = text.substr(diagnostic.place.offset, diagnostic.place.length);
    if (header.find('"') == std::string_view::npos) continue;
    throw UsageError(fmt::format("{}: {} is not found in the text's folder; -I names another one ({}: {})",
                                 place_words(path, program.source(), diagnostic.place.offset), header, at,
                                 first->message));
  }
  throw UsageError(fmt::format("{}: {}{}{}", at, first->message, first->mend.empty() ? "" : "; " + first->mend,
                               more == 0 ? "" : fmt::format(" (and {} more: tilescope read {})", more, path)));
}

namespace {

using Knobs = std::map<std::string, std::string, std::less<>>;

std::vector<std::string> names_of(const std::vector<const language::Kernel*>& all) {
  std::vector<std::string> names;
  for (const language::Kernel* kernel : all) names.push_back(kernel->name);
  return names;
}

// Found by trying them one after the other, where they are not too many.
const language::Kernel* first_product(const language::Program& program,
                                      const std::vector<const language::Kernel*>& able, const KernelHeader& header) {
  constexpr std::size_t most_tried = 12;
  for (std::size_t n = 0; n < std::min(able.size(), most_tried); ++n) try {
      ProductKernel one;
      one.prepared = std::make_shared<machine::Prepared>(program, *able[n]);
      const auto read = read_by_trying(one, header, std::nullopt, std::nullopt);
      if (read && !read->is_near()) return able[n];
    } catch (const UsageError&) {  // none that can be shown
    }
  return nullptr;
}

// The one that was asked for, or the first one that multiplies matrices, or else the first that the text launches or
// has.
const language::Kernel& chosen(const std::string& path, const language::Program& program, const KernelHeader& header,
                               const std::string& entry) {
  std::vector<const language::Kernel*> able, fitting;
  for (const language::Kernel& kernel : program.kernels()) {
    if (!entry.empty() && kernel.name == entry && !kernel.runnable) tell_mistakes(path, program);
    if (kernel.runnable) able.push_back(&kernel);
  }
  if (able.empty()) tell_mistakes(path, program);
  if (!entry.empty()) {
    for (const language::Kernel* kernel : able)
      if (kernel->name == entry) return *kernel;
    throw UsageError(
        fmt::format("--entry {}: {} has no such kernel: it has {}", entry, path, fmt::join(names_of(able), ", ")));
  }
  if (able.size() == 1) return *able.front();
  for (const language::Kernel* kernel : able)
    if (has_roles(*kernel, header)) fitting.push_back(kernel);
  if (fitting.size() == 1) return *fitting.front();
  if (const language::Kernel* const first = first_product(program, fitting.empty() ? able : fitting, header))
    return *first;
  for (const language::Launch& launch : program.launches())
    for (const language::Kernel* kernel : able)
      if (kernel->name == launch.kernel) return *kernel;
  return *(fitting.empty() ? able : fitting).front();
}

// Whether it is made of numbers, signs, and other knobs.
bool may_be_number(const std::string& text, const language::Kernel& kernel) {
  const auto is_of_word = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
  };
  for (std::size_t n = 0; n < text.size();) {
    if (!is_of_word(text[n])) {
      ++n;
      continue;
    }
    std::size_t end = n;
    while (end < text.size() && (is_of_word(text[end]) || text[end] == '.')) ++end;
    const std::string word = text.substr(n, end - n);
    const bool is_known = std::isdigit(static_cast<unsigned char>(word[0])) != 0 || word == "true" || word == "false" ||
                          std::any_of(kernel.knobs.begin(), kernel.knobs.end(),
                                      [&](const language::Knob& knob) { return knob.name == word; });
    if (!is_known) return false;
    n = end;
  }
  return !text.empty();
}

// What stands for a number in the text has to be one.
void require_value(const Request& request, const language::Kernel& kernel, const language::Knob& knob,
                   const std::string& value) {
  if (!is_number(knob.value) || may_be_number(value, kernel)) return;
  throw UsageError(fmt::format("{}: it is {} in the text: give a number",
                               told_of(request, "knobs", fmt::format("{}={}", knob.name, value)), knob.value));
}

// Whether the text has a constant of that name, which its header may name though no array hangs on it.
bool is_constant_of_text(const language::Program& program, const language::ReadOptions& options,
                         const std::string& name) {
  const std::string text(program.source().text());
  const HeaderNumbers as_it_is(text, {}), turned(text, options.knobs);
  const auto now = turned.value_of(name);
  return declares(text, name) && as_it_is.value_of(name) && now && std::to_string(*now) == options.knobs.at(name);
}

void require_knobs(const Request& request, const language::ReadOptions& options, const language::Program& program,
                   const language::Kernel& kernel) {
  for (const auto& [name, value] : options.knobs) {
    const std::string& called = name;  // which a lambda may have
    std::vector<std::string_view> known;
    for (const language::Knob& knob : kernel.knobs) known.push_back(knob.name);
    if (const auto knob = std::find(known.begin(), known.end(), name); knob != known.end()) {
      require_value(request, kernel, kernel.knobs[static_cast<std::size_t>(knob - known.begin())], value);
      continue;
    }
    if (changes_with(program, kernel, options, name) || is_constant_of_text(program, options, name)) continue;
    const auto& parameters = kernel.parameters;
    if (std::any_of(parameters.begin(), parameters.end(),
                    [&](const language::Parameter& each) { return each.is_array && each.name == called; }))
      throw UsageError(fmt::format("{}: {} is a pointer: give a pointer of the same type that {} takes, as in {} + 3",
                                   told_of(request, "knobs", fmt::format("{}={}", name, value)), name, kernel.name,
                                   name));
    if (known.empty())
      throw UsageError(fmt::format("{}: {} has no knobs", told_of(request, "knobs", name), kernel.name));
    throw UsageError(fmt::format("{}: {} has {}: do you mean {}?", told_of(request, "knobs", name), kernel.name,
                                 fmt::join(known, ", "), nearest(name, known)));
  }
}

// What a text asks for and never declares is defined by its knob, as by a compiler's -D.
language::ReadOptions options_for(const std::string& text, const Knobs& knobs) {
  language::ReadOptions options{.knobs = knobs};
  if (knobs.empty()) return options;
  const language::Program as_it_is = language::read(text);
  for (const language::Diagnostic& diagnostic : as_it_is.diagnostics()) {
    if (diagnostic.severity != language::Severity::error) continue;
    const std::string name = text.substr(diagnostic.place.offset, diagnostic.place.length);
    if (const auto knob = options.knobs.extract(name)) options.defined[name] = knob.mapped();
  }
  return options;
}

// What a text calls the width of its tiles, if anything.
std::string tile_knob(const std::string& text) {
  const language::Program program = language::read(text);
  for (const language::Diagnostic& diagnostic : program.diagnostics())
    if (diagnostic.severity == language::Severity::error &&
        text.compare(diagnostic.place.offset, diagnostic.place.length, "TILE") == 0)
      return "TILE";
  for (const std::string_view part : {"TILE", "Tile", "BLOCK", "Block"})
    for (const language::Kernel& kernel : program.kernels())
      for (const language::Knob& knob : kernel.knobs)
        if (knob.name.find(part) != std::string::npos) return knob.name;
  return "";
}

}  // namespace

bool has_word(std::string_view text, std::string_view word) {
  const auto is_of_word = [&](std::size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    if ((at == 0 || !is_of_word(at - 1)) && !is_of_word(at + word.size())) return true;
  return false;
}

namespace {

bool is_knob_of_any(const language::Program& program, std::string_view name) {
  return std::any_of(program.kernels().begin(), program.kernels().end(), [&](const language::Kernel& kernel) {
    return std::any_of(kernel.knobs.begin(), kernel.knobs.end(),
                       [&](const language::Knob& knob) { return knob.name == name; });
  });
}

}  // namespace

bool changes_with(const language::Program& as_it_is, const language::Kernel& kernel,
                  const language::ReadOptions& options, const std::string& knob) {
  const auto asked = options.knobs.find(knob);
  if (asked == options.knobs.end() || !kernel.runnable) return false;
  const language::Program with = language::read(std::string(as_it_is.source().text()),
                                                {.knobs = {*asked}, .defined = options.defined, .host_values = {}});
  const language::Kernel* const other = with.kernel(kernel.name);
  if (other == nullptr || !other->runnable) return false;
  if (std::any_of(other->knobs.begin(), other->knobs.end(), [&](const language::Knob& each) {
        return each.kind == language::Knob::Kind::pointer && each.name == knob;
      }))
    return true;
  // A macro is replaced in what a kernel needs, and a constant stands there by its name.
  const std::string needs = with.plain_text(*other).text;
  return needs != as_it_is.plain_text(kernel).text || (has_word(needs, knob) && is_knob_of_any(as_it_is, knob));
}

bool declares(std::string_view text, std::string_view name) {
  const auto is_of_word = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
  };
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at > 0 && is_of_word(text[at - 1])) || (end < text.size() && is_of_word(text[end]))) continue;
    const std::size_t line = text.rfind('\n', at) + 1;
    if (text.substr(line, at - line).find("//") != std::string_view::npos) continue;
    const std::string_view before = text.substr(0, text.find_last_not_of(" \t", at == 0 ? 0 : at - 1) + 1);
    const std::size_t behind = text.find_first_not_of(" \t", end);
    const bool is_given = behind != std::string_view::npos && (text[behind] == '=' || text[behind] == '{') &&
                          text.substr(behind, 2) != "==";
    if (before.ends_with("define") || (is_given && !before.empty() && is_of_word(before.back()))) return true;
  }
  return false;
}

language::ReadOptions options_for(const Request& request, const std::string& text) {
  Knobs knobs = request.knobs;
  if (request.tile)
    if (const std::string name = tile_knob(text); !name.empty()) knobs.try_emplace(name, std::to_string(*request.tile));
  return options_for(text, knobs);
}

namespace {

struct OwnKernel : ProductKernel {
  std::optional<KernelReading> reading;  // where its names do not say what is what
  std::optional<KernelReading> mixed;    // where they are no corner of matrices by rows
  std::optional<KernelReading> near;     // where it is no product, and yet takes one factor as one would
  bool is_any = false;                   // nothing says that it multiplies matrices, or it is mixed
  bool search_ended = false;             // what it is was looked for until the work for that was used up
};

// What was read is kept as long as its file is not changed; of texts that somebody types, the last few.
struct Known {
  std::filesystem::file_time_type written;
  std::uintmax_t size = 0;
  std::shared_ptr<const OwnKernel> kernel;
};

// By its names where they say what is what, and else by trying; by trying all the same; or as one of any arrays.
enum class ReadAs : std::uint8_t { named, tried, any };

std::shared_ptr<const OwnKernel> read_anew(const Request& request, ReadAs as) {
  auto read = std::make_shared<OwnKernel>();
  read->text = text_of(request);
  read->is_typed = request.text.has_value();
  read->file = request.kernel;
  read->entry = request.entry;
  read->knobs = request.knobs;
  Request known;  // a header may name what is asked for, and of that only the knobs make another kernel
  known.knobs = request.knobs;
  const KernelHeader header = read_header(read->text, request.kernel, known);
  std::string entry = request.entry.empty() ? header.entry : request.entry;
  const bool is_said = !entry.empty();
  const language::ReadOptions options = options_for(read->text, request.knobs);
  {
    const language::Program as_it_is =
        language::read(read->text, {.knobs = {}, .defined = options.defined, .host_values = {}});
    const language::Kernel& kernel = chosen(request.kernel, as_it_is, header, entry);
    require_knobs(request, options, as_it_is, kernel);
    entry = kernel.name;
  }
  read->defined = options.defined;
  language::Program program = language::read(read->text, options);
  const language::Kernel& kernel = chosen(request.kernel, program, header, entry);
  const std::string file = std::filesystem::path(request.kernel).filename();
  read->name = program.kernels().size() == 1 ? file : fmt::format("{}:{}", file, kernel.name);
  for (const language::Kernel& other : program.kernels())
    if (!is_said && other.runnable && other.name != kernel.name) read->others.push_back(other.name);
  try {
    read->prepared = std::make_shared<machine::Prepared>(program, kernel);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", request.kernel, error.what()));
  }
  const bool is_known = has_roles(*read->prepared->code().kernel, header) || !header.names.empty();
  if (as == ReadAs::tried || (as == ReadAs::named && !is_known))
    read->reading = read_by_trying(*read, header, request.grid, request.block);
  read->search_ended = reading::PlanBudget::is_used_up();
  if (read->reading && read->reading->is_near()) std::swap(read->near, read->reading);
  if (read->reading && read->reading->is_mixed) std::swap(read->mixed, read->reading);
  if (read->reading) return read;
  read->is_any = !is_known || as == ReadAs::any || read->mixed || read->near;
  if (!read->is_any)
    give_roles(*read, kernel, header);
  else
    read->arrays.assign(read->prepared->code().arrays.size(), ProductKernel::Matrix::none);
  return read;
}

std::shared_ptr<const OwnKernel> read_own(const Request& request, ReadAs as = ReadAs::named) {
  using Wanted = std::optional<Dimensions>;
  using Key = std::tuple<std::string, std::string, Knobs, Wanted, Wanted, ReadAs, std::optional<std::string>>;
  constexpr std::size_t most_typed = 16;
  static std::mutex mutex;
  static std::map<Key, Known> all;
  static std::deque<Key> typed;
  const Key key{request.kernel, request.entry, request.knobs, request.grid, request.block, as, request.text};
  std::error_code error;
  Known now;
  if (!request.text) {
    now.written = std::filesystem::last_write_time(request.kernel, error);
    now.size = std::filesystem::file_size(request.kernel, error);
    if (error && find_classic(request.kernel) != nullptr) now = {}, error.clear();
  }
  {
    const std::lock_guard lock(mutex);
    const auto known = all.find(key);
    if (known != all.end() && !error && known->second.written == now.written && known->second.size == now.size)
      return known->second.kernel;
  }
  now.kernel = read_anew(request, as);  // which may take its time, while others read other texts
  const std::lock_guard lock(mutex);
  if (request.text && !all.contains(key)) typed.push_back(key);
  all[key] = now;
  for (; typed.size() > most_typed; typed.pop_front()) all.erase(typed.front());
  return now.kernel;
}

// The side of the first shared tile: what most kernels are cut into squares of.
std::int64_t tile_of(const machine::Code& code) {
  for (const machine::Array& array : code.arrays)
    if (array.space == Space::shared && array.sides.size() == 2) return std::min(array.sides[0], array.sides[1]);
  return 0;
}

// What a text's own types say of a side, as float (*A)[32] does.
std::optional<std::int64_t> declared(const ProductKernel& own, ProductKernel::Matrix matrix) {
  const machine::Code& code = own.prepared->code();
  for (std::size_t n = 0; n < code.arrays.size(); ++n)
    if (own.arrays[n] == matrix && code.arrays[n].given != nullptr && code.arrays[n].given->type.is_array())
      return machine::sides_of(code.arrays[n].given->type).back();
  return std::nullopt;
}

// Kernels without guards take multiples of their tiles: two of them each way; where tiles are no squares, the largest
// of the kernel's numbers.
std::int64_t guessed_side(const machine::Code& code) {
  constexpr std::int64_t most = 128;
  if (const std::int64_t tile = tile_of(code); tile != 0) return std::min<std::int64_t>(2 * tile, 64);
  std::int64_t side = 4;
  const bool shares = std::any_of(code.arrays.begin(), code.arrays.end(),
                                  [](const machine::Array& array) { return array.space == Space::shared; });
  for (const language::Knob& knob : code.kernel->knobs) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(knob.value.data(), knob.value.data() + knob.value.size(), number);
    if (shares && error == std::errc{} && number <= most) side = std::max(side, number);
  }
  return side;
}

// As they were asked for, or else as the text has them.
reading::ProductSides plan_sides(const Request& request, const OwnKernel& own) {
  using Of = ProductKernel::Matrix;
  const auto known = [&](std::string_view name) -> std::optional<std::int64_t> {
    for (const language::Knob& knob : own.prepared->code().kernel->knobs) {
      std::int64_t number = 0;
      if (knob.name != name) continue;
      std::from_chars(knob.value.data(), knob.value.data() + knob.value.size(), number);
      if (number > 0) return number;
    }
    return std::nullopt;
  };
  const auto first = [](std::initializer_list<std::optional<std::int64_t>> said, std::int64_t otherwise) {
    for (const auto& each : said)
      if (each) return *each;
    return otherwise;
  };
  if (own.reading && !request.m && !request.n && !request.k) {
    const auto [m, n, k] = own.reading->sides();
    return {m, n, k};
  }
  const std::int64_t n =
      first({request.n, known("N"), declared(own, Of::c), declared(own, Of::b)}, guessed_side(own.prepared->code()));
  return {first({request.m, known("M")}, n), n, first({request.k, known("K"), declared(own, Of::a)}, n)};
}

// A text may have its sides as macros, which a request's then are; and the width of its tiles.
Request with_sides_as_knobs(const Request& asked) {
  Request request = asked;
  if (asked.tile)
    if (const std::string name = tile_knob(text_of(asked)); !name.empty())
      request.knobs.try_emplace(name, std::to_string(*asked.tile));
  const std::shared_ptr<const RecordedKernel> own = read_own(request);
  for (const language::Knob& knob : own->prepared->code().kernel->knobs) {
    const std::optional<std::int64_t>* const side = knob.name == "M"   ? &asked.m
                                                    : knob.name == "N" ? &asked.n
                                                    : knob.name == "K" ? &asked.k
                                                                       : nullptr;
    if (side != nullptr && *side) request.knobs.try_emplace(knob.name, std::to_string(**side));
  }
  return request;
}

}  // namespace

bool is_kernel_file(std::string_view name) { return name.ends_with(".cu") || name.ends_with(".cuh"); }
std::string kernel_file(const std::string& path) { return is_kernel_file(path) ? path : path + ".cu"; }

std::optional<KernelInFile> kernel_in_file(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  if (colon == std::string_view::npos || !is_kernel_file(name.substr(0, colon))) return std::nullopt;
  return KernelInFile{std::string(name.substr(0, colon)), std::string(name.substr(colon + 1))};
}

namespace {

// What a launch that was planned from names comes to when it is tried.
struct Planned {
  reading::ProductReading reading;
  bool works = false;       // comes to its end, and touches nothing that is outside
  bool multiplies = false;  // makes products for each element of C, and stores one there
  double stores = 0;        // to an element of C
  bool is_product = false;
  bool is_right = false;  // in this launch
  reading::TakenFactor taken = reading::TakenFactor::none;
};

Planned try_planned(const ProductKernel& own, const Launch& launch, const reading::ProductSides& sides) {
  using Of = ProductKernel::Matrix;
  Planned planned;
  reading::Given given;
  given.setting = {grid_of(launch), block_of(launch), launch.dynamic_shared_bytes};
  if (!reading::is_possible(*own.prepared, given.setting)) return planned;
  given.scalars = numbers_for(own, sides);
  const auto [m, n, k] = sides;
  given.arrays = reading::telling_numbers(*own.prepared, std::max({m * k, k * n, m * n}));
  reading::Product product{{0, m, k}, {0, k, n}, {0, m, n}, 0};
  int matrices = 0;
  for (std::uint32_t at = 0; at < own.arrays.size(); ++at) {
    if (own.arrays[at] == Of::none) continue;
    ++matrices;
    reading::Matrix& matrix = own.arrays[at] == Of::a ? product.a : own.arrays[at] == Of::b ? product.b : product.c;
    matrix.array = at;
    given.arrays[at].resize(static_cast<std::size_t>(matrix.elements()));
  }
  const reading::Tried tried = reading::try_out(*own.prepared, given, reading::Blocks::all);
  if (!tried.finished) return planned;
  planned.works = tried.strays == 0;
  planned.stores = static_cast<double>(tried.stores[product.c.array]) / static_cast<double>(product.c.elements());
  planned.multiplies = planned.stores >= 1 && tried.multiply_adds >= static_cast<std::uint64_t>(product.c.elements());
  if (matrices < 3) return planned;
  // About as many products as it takes, and most elements stored.
  const double products = static_cast<double>(tried.multiply_adds) / static_cast<double>(m * n * k);
  planned.multiplies = planned.multiplies || (planned.stores >= 0.6 && products >= 0.6 && products <= 1.6);
  planned.reading.product = product;
  planned.reading.setting = given.setting;
  planned.reading.cover = {reading::Cover::Kind::text, 1, 1};
  for (const ProductKernel::Scalar& scalar : own.scalars)
    planned.reading.scalars.push_back({static_cast<reading::Side>(scalar.side), scalar.value});
  const double agree = reading::agreement(product, given.arrays, tried.arrays);
  planned.is_right = agree == 1 && planned.works;
  planned.is_product =
      agree == 1 ? reading::scales(*own.prepared, given, product)
                 : agree >= reading::enough_elements ||
                       reading::resemblance(product, given.arrays, tried.arrays) >= reading::enough_products ||
                       reading::products_made(*own.prepared, given, product) >= reading::enough_products ||
                       reading::multiplies(*own.prepared, given, product, reading::sides_said(planned.reading.scalars));
  if (!planned.is_product && planned.multiplies) planned.taken = reading::factor_taken(*own.prepared, given, product);
  return planned;
}

// The sides that the text's own launch gives the kernel, where it says any that are small enough to be seen.
std::optional<reading::ProductSides> sides_in_text(const OwnKernel& own, reading::ProductSides sides) {
  using Side = ProductKernel::Side;
  const std::vector<std::optional<std::int64_t>> numbers = numbers_in_text(own);
  for (std::size_t n = 0; n < own.scalars.size(); ++n) {
    const Side side = own.scalars[n].side;
    if (side == Side::none) continue;
    if (n >= numbers.size() || !numbers[n] || *numbers[n] < 1) return std::nullopt;
    (side == Side::m ? sides.m : side == Side::n ? sides.n : sides.k) = *numbers[n];
  }
  return sides;
}

reading::ProductSides plan_with(Launch& launch, const Request& request, const std::shared_ptr<const OwnKernel>& own,
                                const std::optional<Dimensions>& likely_block = std::nullopt) {
  launch.program = own;
  launch.kernel = own->name;
  launch.search_ended = own->search_ended;
  reading::ProductSides sides = plan_sides(request, *own);
  language::Launch said = launch_in_text(*own, numbers_for(*own, sides)).value_or(language::Launch());
  // The text may launch it with a grid that is for its own sides alone.
  const bool is_found = own->reading && !request.m && !request.n && !request.k;
  if (is_found && said.grid && *said.grid != own->reading->found.setting.grid) {
    if (const auto in_text = sides_in_text(*own, sides))
      sides = *in_text;
    else
      said.grid.reset();
  }
  require_roles(*own, sides);
  give_product(launch, *own, sides);
  Request with_sides = request;
  with_sides.m = sides.m, with_sides.n = sides.n, with_sides.k = sides.k;
  const KernelHeader header = header_of(*own, with_sides);
  if (!header.hangs_on_sides.empty()) throw UsageError(header.hangs_on_sides);
  const machine::Code& code = own->prepared->code();

  const std::int64_t tile = tile_of(code) == 0 ? request.tile.value_or(16) : std::min<std::int64_t>(tile_of(code), 32);
  const auto pick = [](const std::optional<Dimensions>& a, const std::optional<Dimensions>& b,
                       const std::optional<Dimensions>& c, const Dimensions& guess) {
    return a ? *a : b ? *b : c ? *c : guess;
  };
  const Dimensions block =
      pick(request.block, header.block, said.block,
           own->reading ? own->reading->found.setting.block : likely_block.value_or(Dimensions{tile, tile, 1}));
  Dimensions cover{(sides.n + block[0] - 1) / block[0], (sides.m + block[1] - 1) / block[1], 1};
  if (own->reading) cover = own->reading->grid(sides.m, sides.n).value_or(cover);
  const Dimensions grid = pick(request.grid, header.grid, said.grid, cover);
  launch.tile = static_cast<int>(tile_of(code) == 0 ? std::min(block[0], std::max<std::int64_t>(guessed_side(code), 16))
                                                    : tile_of(code));
  const std::int64_t found = own->reading ? own->reading->found.setting.dynamic_shared_bytes : 0;
  const std::int64_t shared =
      request.shared_bytes.value_or(header.shared_bytes.value_or(said.shared_bytes.value_or(found)));
  set_dimensions(launch, grid, block, shared);
  return sides;
}

// What the kernel is given as a number, if somebody says it.
std::optional<std::int64_t> number_asked(const Request& request, const KernelHeader& header, const machine::Code& code,
                                         std::size_t scalar) {
  const auto numbers = numbers_said(code, request, header);
  if (!numbers[scalar]) return std::nullopt;
  return static_cast<std::int64_t>(numbers[scalar]->value);
}

// A matrix of a product that is shown as any array is has the sides of one; what fills it may be said.
void ask_for_matrix(Request& request, const KernelHeader& header, const std::string& name,
                    const reading::Matrix& matrix) {
  const auto asked = request.arrays.find(name);
  const auto in_file = header.arrays.find(name);
  const bool is_asked = asked != request.arrays.end();
  const std::vector<std::int64_t> sides =
      matrix.by_columns ? std::vector{matrix.columns, matrix.rows} : std::vector{matrix.rows, matrix.columns};
  const std::string form = fmt::format("{}", fmt::join(sides, "x"));
  if (!is_asked && in_file == header.arrays.end()) {
    request.arrays[name] = form;
    return;
  }
  const std::string words = is_asked ? asked->second : in_file->second;
  const std::string where =
      is_asked ? told_of(request, "arrays", fmt::format("{}={}", name, words)) : header.place(name);
  const ArrayWords said = read_array_words(words, where);
  if (!said.sides.empty() && said.sides != sides)
    throw UsageError(
        fmt::format("{}: it is a matrix of a product, {} here: --m, --n and --k say how large", where, form));
  if (said.sides.empty()) request.arrays[name] = form + words;
}

// What a launch of any arrays is asked for, so that it makes the product that the kernel was found to make.
std::optional<reading::Product> ask_for_product(Request& request, const OwnKernel& own) {
  const KernelHeader header = header_of(own, request);
  if (!own.mixed && !own.near) return std::nullopt;
  const KernelReading& reading = own.mixed ? *own.mixed : *own.near;
  const reading::ProductReading& found = reading.found;
  const machine::Code& code = own.prepared->code();
  const std::vector<std::string> names = machine::names_of_scalars(code);
  std::array<std::int64_t, 3> sides{request.m.value_or(reading.sides()[0]), request.n.value_or(reading.sides()[1]),
                                    request.k.value_or(reading.sides()[2])};
  request.m = request.n = request.k = std::nullopt;
  for (std::size_t n = 0; n < code.scalars.size(); ++n) {
    if (found.scalars[n].side == reading::Side::none) continue;
    if (const auto asked = number_asked(request, header, code, n))
      sides[static_cast<std::size_t>(found.scalars[n].side) - 1] = std::max<std::int64_t>(*asked, 1);
  }
  for (std::size_t n = 0; n < code.scalars.size(); ++n) {
    const reading::Number& number = found.scalars[n];
    const bool is_side = number.side != reading::Side::none;
    const double value = is_side ? static_cast<double>(sides[static_cast<std::size_t>(number.side) - 1]) : number.value;
    if (!header.numbers.contains(names[n])) request.numbers.try_emplace(names[n], words_of(ExactNumber(value)));
  }
  const auto [m, n, k] = sides;
  const auto placed = [](const reading::Matrix& matrix, std::int64_t rows, std::int64_t columns) {
    return reading::Matrix{matrix.array, rows, columns, matrix.by_columns};
  };
  const reading::Product product{placed(found.product.a, m, k), placed(found.product.b, k, n),
                                 placed(found.product.c, m, n), found.product.agree};
  for (const reading::Matrix& matrix : {product.a, product.b, product.c})
    ask_for_matrix(request, header, code.arrays[matrix.array].name, matrix);
  if (!request.block && !header.block) request.block = found.setting.block;
  if (!request.grid && !header.grid && found.cover.kind != reading::Cover::Kind::text)
    request.grid = found.cover.grid(m, n);
  return product;
}

reading::TakenFactor taken_by(const OwnKernel& own) {
  return own.near ? own.near->found.taken : reading::TakenFactor::none;
}

// As its arrays and numbers are asked for.
void plan_arrays(Launch& launch, Request request, const std::shared_ptr<const OwnKernel>& own) {
  const std::optional<reading::Product> product = ask_for_product(request, *own);
  plan_any(launch, request, own);
  if (product)
    launch.meaning =
        reading::meaning_of({*product, !own->near, reading::KnownBy::trying, own->doubted, taken_by(*own), own->fails});
}

// With three different sides; what lies by columns where all are equal may as well be a mistake.
bool is_surely_so(const reading::ProductReading& found) {
  const reading::Product& product = found.product;
  return found.is_trusted() && reading::sides_said(found.scalars) == 3 && product.m() != product.n() &&
         product.n() != product.k() && product.m() != product.k();
}

// Nobody said how large it is or how it is cut into blocks.
bool is_guessed(const Request& request) {
  return !request.m && !request.n && !request.k && !request.tile && !request.grid && !request.block;
}

}  // namespace

namespace {

// A launch of a kernel that is known by its names: as it is where others are right too, else the one that is not.
void trust_or_not(Launch& launch, const Request& request, const std::shared_ptr<const OwnKernel>& own,
                  const Planned& planned) {
  const KernelHeader header = header_of(*own, request);
  reading::Known known;
  known.by_name = planned.reading.scalars;
  known.in_text = settings_in_text(*own, header);
  const reading::Proof proof = reading::prove(*own->prepared, known, planned.reading);
  if (proof.failing) {
    const reading::Product& failing = proof.failing->product;
    tell_failing(launch, {failing.m(), failing.n(), failing.k()});
  }
  if (proof.trust == reading::Trust::right) return;
  const auto tried = read_own(request, ReadAs::tried);
  if (tried->reading && is_surely_so(tried->reading->found)) {  // names lie
    plan_with(launch, request, tried);
    return;
  }
  doubt(launch);
  if (!proof.failing || proof.trust == reading::Trust::doubtful) return;
  const reading::Product& product = proof.failing->product;
  Request failing = request;
  std::tie(failing.m, failing.n, failing.k) = std::tuple(product.m(), product.n(), product.k());
  failing.block = proof.failing->setting.block;
  failing.grid = proof.failing->setting.grid;
  plan_with(launch, failing, own);
  doubt(launch);
}

// A product by its names that is not right: with three different sides, where it takes such, so that it shows whatever
// the matrices hold.
void show_mistakes(Launch& launch, const Request& request, const std::shared_ptr<const OwnKernel>& own) {
  doubt(launch);
  std::vector<reading::Number> numbers;
  for (const ProductKernel::Scalar& scalar : own->scalars)
    numbers.push_back({static_cast<reading::Side>(scalar.side), scalar.value});
  const auto [m, n, k] = reading::sides_of(launch);
  if (reading::sides_said(numbers) < 3 || m != n || n != k) return;
  Request different = request;
  different.n = n / 2 * 3;
  different.k = k * 2;
  Launch shown = launch;
  const reading::ProductSides sides = plan_with(shown, different, own);
  doubt(shown);
  const Planned planned = try_planned(*own, shown, sides);
  if (planned.works && !planned.is_right) launch = shown;
}

void plan_read(Launch& launch, const Request& asked);

// Of sides that somebody wants: the kernel as it is understood where nobody says any.
bool plan_as_guessed(Launch& launch, const Request& request, const std::shared_ptr<const OwnKernel>& own) {
  if (own->reading || request.tile || request.grid || request.block) return false;
  Request open = request;
  open.m = open.n = open.k = std::nullopt;
  Launch guess = launch;
  plan_read(guess, open);
  const auto product = reading::product_of(guess);
  if (product && !product->lies_by_rows() && read_own(request, ReadAs::tried)->mixed) {
    plan_arrays(launch, request, read_own(request, ReadAs::tried));
    return true;
  }
  if (!product || !product->lies_by_rows()) return false;
  const Dimensions block{guess.block.x, guess.block.y / guess.block_depth, guess.block_depth};
  plan_with(launch, request, std::static_pointer_cast<const OwnKernel>(guess.program), block);
  set_sure(launch, product->is_sure, product->taken);
  if (product->is_doubted) doubt(launch);
  tell_failing(launch, product->fails);
  return true;
}

// A launch that the text makes too large to be seen by its constants alone is shown with smaller ones.
Request with_few_threads(const Request& asked) {
  if (!is_guessed(asked) || !asked.knobs.empty() || !asked.arrays.empty() || !asked.numbers.empty()) return asked;
  const std::shared_ptr<const OwnKernel> own = read_own(asked);
  const KernelHeader header = header_of(*own, asked);
  if (header.grid || header.block) return asked;
  Request request = asked;
  request.knobs = knobs_for_few_threads(*own);
  return request;
}

// A guess that goes astray, or has threads do what others have done, is not worth making, so others are tried.
void plan_read(Launch& launch, const Request& asked) {
  const Launch asked_of = launch;
  const Request request = with_sides_as_knobs(with_few_threads(asked));
  const std::shared_ptr<const OwnKernel> own = read_own(request);
  const bool is_of_arrays = !request.arrays.empty() || !request.numbers.empty();
  if (own->is_any || (is_of_arrays && !own->reading))
    return plan_arrays(launch, request, own->is_any ? own : read_own(request, ReadAs::any));
  if (is_of_arrays)
    throw UsageError(
        fmt::format("{} multiplies matrices: --m, --n and --k say how large they are, and --inputs what "
                    "they hold; --array and --arg are for other kernels",
                    own->name));
  const KernelHeader header = header_of(*own, request);
  if (!is_guessed(request) && header.names.empty() && plan_as_guessed(launch, request, own)) return;
  const reading::ProductSides sides = plan_with(launch, request, own);
  constexpr std::int64_t most_tried = 1 << 22;
  if (own->reading || !header.names.empty()) return;
  if (sides.m * sides.n > most_tried / sides.k) {
    if (!is_guessed(request) || may_be_product(own->prepared->code())) return;
    launch = asked_of;
    return plan_any(launch, request, read_own(request, ReadAs::any));
  }
  const Planned planned = try_planned(*own, launch, sides);
  set_sure(launch, planned.is_product, planned.taken);
  if (!is_guessed(request)) return;
  if (planned.works && planned.is_right && planned.is_product && planned.stores <= 1)
    return trust_or_not(launch, request, own, planned);
  const auto tried = read_own(request, ReadAs::tried);
  if (!tried->reading) {
    const bool is_better =
        tried->mixed && (is_surely_so(tried->mixed->found) ||
                         (!planned.is_product && reading::sides_said(tried->mixed->found.scalars) == 3));
    if (is_better && planned.works && planned.is_right) return;
    if (!is_better && planned.is_product) return show_mistakes(launch, request, own);
    const bool is_near = tried->near && planned.taken == reading::TakenFactor::none;
    if (!is_better && !is_near && planned.multiplies) return;
    launch = asked_of;  // its arrays have such names, and it is something else
    if (is_better || is_near) return plan_arrays(launch, request, tried);
    return plan_any(launch, request, read_own(request, ReadAs::any));
  }
  Launch other = launch;
  const reading::ProductSides other_sides = plan_with(other, request, tried);
  const Planned better = try_planned(*tried, other, other_sides);
  const bool is_trusted = tried->reading->found.is_trusted();
  if (planned.works && planned.is_product && !(is_trusted && !planned.is_right) &&
      (!better.works || better.stores >= planned.stores))
    return planned.is_right ? void() : show_mistakes(launch, request, own);
  launch = other;
}

}  // namespace

namespace {

// Sides that are numbers which the kernel is given are sides of the launch.
Request with_sides(Request request, const ProductKernel& product) {
  using Of = ProductKernel::Side;
  const machine::Code& code = product.prepared->code();
  const auto numbers = numbers_said(code, request, {});
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    const Of side = product.scalars[n].side;
    if (!numbers[n] || side == Of::none) continue;
    if (numbers[n]->value < 1)
      throw UsageError(fmt::format("{}: a side is a whole number from 1 to 2147483647",
                                   number_place(machine::names_of_scalars(code)[n], request, {})));
    auto& asked = side == Of::m ? request.m : side == Of::n ? request.n : request.k;
    if (!asked) asked = static_cast<std::int64_t>(numbers[n]->value);
  }
  request.numbers.clear();
  request.arrays.clear();
  return request;
}

// Nothing of what is said goes unheard: what a product is not launched with is refused.
void require_said(const Launch& launch, const Request& request, const KernelHeader& header) {
  const RecordedKernel& own = *launch.program;
  const machine::Code& code = own.prepared->code();
  const auto refuse_array = [&](const std::string& where) {
    throw UsageError(
        fmt::format("{}: {} multiplies matrices: --m, --n and --k say how large they are, and --inputs what they hold",
                    where, own.name));
  };
  for (const auto& [name, words] : request.arrays)
    refuse_array(told_of(request, "arrays", fmt::format("{}={}", name, words)));
  for (const machine::Array& array : code.arrays)
    if (header.arrays.contains(array.name)) refuse_array(header.place(array.name));
  const auto said = numbers_said(code, request, header);
  const std::vector<std::string> names = machine::names_of_scalars(code);
  for (std::size_t n = 0; n < said.size(); ++n)
    if (said[n] && said[n]->value != launch.numbers[n].value)
      throw UsageError(fmt::format("{}: {} is a product where it is {}, and shown as one",
                                   number_place(names[n], request, header), own.name, launch.numbers[n].value));
}

}  // namespace

namespace {

void plan_product_or_arrays(Launch& launch, const Request& asked) {
  const bool is_of_arrays = !asked.arrays.empty() || !asked.numbers.empty();
  const auto own = read_own(with_sides_as_knobs(asked));
  const KernelHeader header = header_of(*own, asked);
  require_header(*own, header);
  if (!is_of_arrays || own->is_any) {
    plan_read(launch, asked);
    if (reading::has_matrices(launch)) require_said(launch, asked, header);
    return;
  }
  Request bare = asked;
  bare.arrays.clear();
  bare.numbers.clear();
  Launch product = launch;
  plan_read(product, bare);
  const auto multiplies = reading::product_of(product);
  if (!multiplies || !multiplies->lies_by_rows() || !multiplies->is_sure)
    return plan_read(launch, asked);  // its names lie
  require_names(*own, asked);
  plan_read(launch, with_sides(asked, static_cast<const ProductKernel&>(*product.program)));
  require_said(launch, asked, header);
}

}  // namespace

void plan_own(Launch& launch, const Request& asked) {
  const reading::PlanBudget budget;
  plan_product_or_arrays(launch, asked);
  launch.search_ended = launch.search_ended || reading::PlanBudget::is_used_up();
}

void plan_own_arrays(Launch& launch, const Request& request, const Given& given) {
  const reading::PlanBudget budget;
  const auto own = read_own(with_sides_as_knobs(request), ReadAs::any);
  require_header(*own, header_of(*own, request));
  plan_any(launch, request, own, given);
}

namespace {

bool is_as_said(const Launch& launch, const Request& said) {
  const machine::Code& code = launch.program->prepared->code();
  const Dimensions grid = grid_of(launch);
  const Dimensions block = block_of(launch);
  if (grid != said.grid || block != said.block || launch.dynamic_shared_bytes != said.shared_bytes.value_or(0))
    return false;
  const auto numbers = numbers_said(code, said, {});
  for (std::size_t n = 0; n < numbers.size(); ++n)
    if (!numbers[n] || numbers[n]->value != launch.numbers[n].value) return false;
  for (std::size_t n = 0; n < launch.buffers.size(); ++n) {
    const auto asked = said.arrays.find(code.arrays[n].name);
    if (asked == said.arrays.end()) continue;
    std::int64_t elements = 1, wanted = 1;
    for (const std::int64_t side : launch.buffers[n].sides) elements *= side;
    for (const std::int64_t side : read_array_words(asked->second, "").sides) wanted *= side;
    if (elements != wanted) return false;
  }
  return true;
}

// Of a product's arrays, how many numbers each has: A, B, C; 0 where it is not said.
std::array<double, 3> lengths_said(const ProductKernel& own, const Request& said) {
  using Of = ProductKernel::Matrix;
  std::array<double, 3> all{};
  const machine::Code& code = own.prepared->code();
  for (std::size_t n = 0; n < own.arrays.size(); ++n) {
    const auto asked = said.arrays.find(code.arrays[n].name);
    if (own.arrays[n] == Of::none || asked == said.arrays.end()) continue;
    double& length = all[own.arrays[n] == Of::a ? 0 : own.arrays[n] == Of::b ? 1 : 2] = 1;
    for (const std::int64_t side : read_array_words(asked->second, "").sides) length *= static_cast<double>(side);
  }
  return all;
}

// M, N and K as the numbers say them, and the rest of them as the arrays' lengths do.
Request with_sides_said(const Request& said, const ProductKernel& own) {
  Request request = with_sides(said, own);
  request.grid = request.block = std::nullopt;
  request.shared_bytes.reset();
  if (request.m && request.n && request.k) return request;
  const auto [a, b, c] = lengths_said(own, said);
  if (a == 0 || b == 0 || c == 0) return request;
  const auto root = [](double square) { return std::max<std::int64_t>(std::llround(std::sqrt(square)), 1); };
  if (!request.m) request.m = root(a * c / b);
  if (!request.n) request.n = root(b * c / a);
  if (!request.k) request.k = root(a * b / c);
  return request;
}

// As the product that the kernel is found to make where nothing is said; false where these numbers are none of one.
bool plan_product_said(Launch& launch, const Request& said) try {
  Request bare = said;
  bare.arrays.clear();
  bare.numbers.clear();
  bare.grid = bare.block = std::nullopt;
  bare.shared_bytes.reset();
  const auto own = read_own(with_sides_as_knobs(bare));
  if (own->is_any && !own->mixed) return false;
  Launch product = launch;
  plan_read(product, bare);
  const auto multiplies = reading::product_of(product);
  if (!multiplies || !multiplies->is_sure) return false;
  if (multiplies->lies_by_rows()) {
    plan_read(product, with_sides_said(said, static_cast<const ProductKernel&>(*product.program)));
  } else {
    Request numbers = said;
    numbers.arrays.clear();
    plan_arrays(product, numbers, read_own(numbers, ReadAs::tried));
  }
  const auto found = reading::product_of(product);
  if (!found || !found->is_sure || !is_as_said(product, said)) return false;
  launch = std::move(product);
  trust(launch);
  return true;
} catch (const UsageError&) {  // not with these sides
  return false;
}

// M, N and K, as the lengths of two factors and their product have them; nothing where no whole numbers do.
std::optional<std::array<std::int64_t, 3>> sides_by_lengths(std::int64_t a, std::int64_t b, std::int64_t c) {
  const auto root = [](double square) { return std::llround(std::sqrt(square)); };
  const auto [x, y, z] = std::array{static_cast<double>(a), static_cast<double>(b), static_cast<double>(c)};
  const std::array<std::int64_t, 3> sides{root(x * z / y), root(y * z / x), root(x * y / z)};
  const auto [m, n, k] = sides;
  if (m < 1 || n < 1 || k < 2 || m * k != a || k * n != b || m * n != c) return std::nullopt;
  return sides;
}

// Of a kernel that small launches do not show to be a product: whether this very launch makes that of its two factors,
// or most of it. Which arrays they are, and how large, follows from how long they are.
std::optional<reading::Product> product_of_lengths(const RecordedKernel& own, const Request& said) {
  constexpr double most_products = 1 << 25;
  const machine::Code& code = own.prepared->code();
  if (!may_multiply(code)) return std::nullopt;
  reading::Parts parts;
  std::vector<std::int64_t> lengths(code.arrays.size());
  for (std::uint32_t n = 0; n < code.arrays.size(); ++n) {
    const machine::Array& array = code.arrays[n];
    if (!array.is_parameter || !reading::is_of_numbers(array)) continue;
    const auto asked = said.arrays.find(array.name);
    if (asked == said.arrays.end()) return std::nullopt;
    lengths[n] = 1;
    for (const std::int64_t side : read_array_words(asked->second, "").sides) lengths[n] *= side;
    (array.is_written ? parts.outputs : parts.inputs).push_back(n);
  }
  if (parts.inputs.size() != 2 || parts.outputs.size() != 1) return std::nullopt;
  const auto sides = sides_by_lengths(lengths[parts.inputs[0]], lengths[parts.inputs[1]], lengths[parts.outputs[0]]);
  if (!sides) return std::nullopt;
  const auto [m, n, k] = *sides;
  if (static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) > most_products) return std::nullopt;
  reading::Given given{{*said.grid, *said.block, said.shared_bytes.value_or(0)}, {}, {}};
  for (const auto& number : numbers_said(code, said, {})) given.scalars.push_back(number ? number->value : 0);
  given.arrays = reading::telling_numbers(*own.prepared, std::max({m * k, k * n, m * n}));
  for (std::uint32_t at = 0; at < lengths.size(); ++at)
    if (lengths[at] > 0) given.arrays[at].resize(static_cast<std::size_t>(lengths[at]));
  const reading::Tried tried = reading::try_out(*own.prepared, given, reading::Blocks::all);
  if (!tried.finished) return std::nullopt;
  const auto found = reading::find_product(parts, *sides, given.arrays, tried.arrays, reading::enough_elements);
  if (found) return found;
  const reading::Product by_rows{{parts.inputs[0], m, k}, {parts.inputs[1], k, n}, {parts.outputs[0], m, n}, 0};
  const bool is_most = reading::resemblance(by_rows, given.arrays, tried.arrays) >= reading::enough_products ||
                       reading::products_made(*own.prepared, given, by_rows) >= reading::enough_products;
  return is_most ? std::optional(by_rows) : std::nullopt;
}

bool plan_product_by_lengths(Launch& launch, const Request& said) try {
  const auto own = read_own(said, ReadAs::any);
  const auto product = product_of_lengths(*own, said);
  if (!product) return false;
  Request sized = said;
  for (const reading::Matrix& matrix : {product->a, product->b, product->c})
    sized.arrays[own->prepared->code().arrays[matrix.array].name] =
        matrix.by_columns ? fmt::format("{}x{}", matrix.columns, matrix.rows)
                          : fmt::format("{}x{}", matrix.rows, matrix.columns);
  plan_any_as_said(launch, sized, own);
  launch.meaning =
      reading::meaning_of({*product, true, reading::KnownBy::trying, false, reading::TakenFactor::none, {}});
  return true;
} catch (const UsageError&) {  // not with these sides
  return false;
}

}  // namespace

void plan_as_said(Launch& launch, const Request& said, const Given& given) {
  const reading::PlanBudget budget;
  if (given.empty() && (plan_product_said(launch, said) || plan_product_by_lengths(launch, said))) return;
  plan_any_as_said(launch, said, read_own(said, ReadAs::any), given);
}

const CatalogueKernel& own_kernel() {
  static const CatalogueKernel own{"",
                                   "a kernel in a file",
                                   "what its text asks for",
                                   "",
                                   [](const ProductShape&) { return Size2(); },
                                   [](const ProductShape&) { return Size2(); },
                                   [](int tile) { return tile <= 32; },
                                   [](const ProductShape& shape) { return shape.tile; },
                                   [](std::string_view, const ProductShape&) { return std::optional<std::string>(); }};
  return own;
}

}  // namespace tilescope
