#include "app/names/situation_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>
#include <vector>

#include "app/explain/views.h"
#include "instrumentation/analysis/gpus.h"
#include "instrumentation/error.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/request/request_fields.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "instrumentation/launching/texts/known_texts.h"
#include "instrumentation/nearest.h"

namespace tilescope {

namespace {

using Text = std::string_view;
using Where = const std::string&;

template <class Value, std::size_t n>
using Names = std::array<std::pair<Text, Value>, n>;

constexpr Names<Grain, 3> grains{{{"event", Grain::event}, {"step", Grain::step}, {"phase", Grain::phase}}};
constexpr Names<bool, 2> lights{{{"warp", true}, {"block", false}}};
constexpr Names<bool, 2> orders{{{"ran", true}, {"lockstep", false}}};
constexpr Names<bool, 2> locks{{{"work", true}, {"step", false}}};

constexpr Names<CubeLook::Colour, 4> colours{{{"phase", CubeLook::Colour::phase},
                                              {"thread", CubeLook::Colour::thread},
                                              {"warp", CubeLook::Colour::warp},
                                              {"block", CubeLook::Colour::block}}};
constexpr Names<CubeLook::Brush, 4> brushes{{{"all", CubeLook::Brush::all},
                                             {"block", CubeLook::Brush::block},
                                             {"warp", CubeLook::Brush::warp},
                                             {"thread", CubeLook::Brush::thread}}};
constexpr Names<std::uint8_t, 3> axes{{{"i", 0}, {"j", 1}, {"k", 2}}};

template <class Value, std::size_t n>
Value named(const Names<Value, n>& names, Text text, Where where) {
  std::string all;
  for (const auto& [name, value] : names) {
    if (name == text) return value;
    all += (all.empty() ? "" : ", ") + std::string(name);
  }
  throw UsageError(fmt::format("{} {}: give one of {}", where, text, all));
}

template <class Value, std::size_t n>
std::string name_in(const Names<Value, n>& names, Value value) {
  for (const auto& [name, known] : names)
    if (known == value) return std::string(name);
  return "";
}

template <class Number>
bool is_number(Text text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

template <class Number>
Number number(Text text, Where where, Number least, Number most = std::numeric_limits<Number>::max()) {
  Number value{};
  if (!is_number(text, value) || value < least || value > most)
    throw UsageError(fmt::format("{} {}: give a whole number from {} to {}", where, text, least, most));
  return value;
}

std::string words(Situation::GridPosition place) { return fmt::format("{},{}", place.y, place.x); }

Situation::GridPosition place(Text text, Where where) {
  const std::size_t comma = text.find(',');
  Situation::GridPosition found;
  if (comma == Text::npos || !is_number(text.substr(0, comma), found.y) || !is_number(text.substr(comma + 1), found.x))
    throw UsageError(fmt::format("{} {}: give its row and its column, as in 0,1", where, text));
  return found;
}

// Reads "32,24,100": degrees to the left and from above, and percent.
void turn(CubeLook& look, Text text, Where where) {
  const std::size_t first = std::min(text.find(','), text.size());
  const std::size_t second = std::min(text.find(',', first + 1), text.size());
  CubeLook found = look;
  const auto between = [&](std::size_t begin, std::size_t end) {
    return begin < end ? text.substr(begin, end - begin) : Text{};
  };
  if (!is_number(between(0, first), found.yaw) || !is_number(between(first + 1, second), found.pitch) ||
      !is_number(between(second + 1, text.size()), found.zoom) || found.yaw < -180 || found.yaw > 180 ||
      found.pitch < -90 || found.pitch > 90 || found.zoom < 50 || found.zoom > 400)
    throw UsageError(
        fmt::format("{} {}: give degrees to the left (-180 to 180), from above (-90 to 90) and percent (50 to 400), as "
                    "in 32,24,100",
                    where, text));
  look = found;
}

// "k.5": the axis and the place.
std::string words(CubeLook::Slice slice) { return fmt::format("{}.{}", name_in(axes, slice.axis), slice.place); }

CubeLook::Slice slice(Text text, Where where) {
  const std::size_t dot = std::min(text.find('.'), text.size());
  CubeLook::Slice found;
  if (dot + 1 >= text.size() || !is_number(text.substr(dot + 1), found.place))
    throw UsageError(fmt::format("{} {}: give an axis and a place on it, as in k.5", where, text));
  found.axis = named(axes, text.substr(0, dot), where);
  return found;
}

// Reads "i,j,k".
std::array<std::uint32_t, 3> place_in_cube(Text text, Where where) {
  std::array<std::uint32_t, 3> found{};
  Text rest = text;
  for (std::size_t n = 0; n < 3; ++n) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    if (!is_number(rest.substr(0, comma), found[n]) || (n == 2) != (comma == rest.size()))
      throw UsageError(fmt::format("{} {}: give a place along each of three axes, as in 100,20,7", where, text));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return found;
}

std::string kernel_name(Text text, Where where) {
  if (kernel_in_file(text)) return std::string(text);
  if (std::string called = kernel_called(text); is_kernel_file(called)) return called;
  try {
    return std::string(find_kernel(text).name);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", where, error.what()));
  }
}

std::string gpu_name(Text text, Where where) {
  try {
    return find_gpu(text).name;
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", where, error.what()));
  }
}

std::string some(Text text, Where where) {
  if (text.empty()) throw UsageError(fmt::format("{}: is empty", where));
  return std::string(text);
}

// Reads "sum,k".
std::vector<std::string> names_in(Text text, Where where) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    names.push_back(some(text.substr(begin, end - begin), where));
    begin = end + 1;
  }
  return names;
}

Explanation view_named(Text text, Where where) {
  if (const auto view = explanation_named(text)) return *view;
  throw UsageError(fmt::format("{} {}: give one of {}", where, text, fmt::join(explanation_names(), ", ")));
}

// "A[0][2]" and "line 15" become A.0.2 and line.15, which need no quotes and no escapes.
std::string words(const Situation::Selected& selected) {
  if (selected.kind == Target::Kind::none) return "";
  if (selected.kind == Target::Kind::thread) return "thread";
  if (selected.kind == Target::Kind::block) return "block";
  return fmt::format("{}.{}", selected.kind == Target::Kind::line ? "line" : selected.array,
                     fmt::join(selected.numbers, "."));
}

// Also accepts brackets and spaces, as the window shows them.
std::string dotted(Text text) {
  std::string plain(text);
  std::erase(plain, ']');
  std::replace_if(
      plain.begin(), plain.end(), [](char letter) { return letter == '[' || letter == ' '; }, '.');
  return plain;
}

Situation::Selected selected(Text text, Where where) {
  if (text == "thread") return {Target::Kind::thread, "", {}};
  if (text == "block") return {Target::Kind::block, "", {}};
  const std::string plain = dotted(text);
  const std::size_t dot = std::min(plain.find('.'), plain.size());
  Situation::Selected found{Target::Kind::element, plain.substr(0, dot), {}};
  bool is_good = dot > 0 && dot < plain.size();
  for (std::size_t begin = dot + 1; begin <= plain.size() && is_good;) {
    const std::size_t end = std::min(plain.find('.', begin), plain.size());
    is_good = is_number(Text(plain).substr(begin, end - begin), found.numbers.emplace_back());
    begin = end + 1;
  }
  if (found.array == "line") {
    found = {Target::Kind::line, "", found.numbers};
    is_good = is_good && found.numbers.size() == 1;
  }
  if (!is_good)
    throw UsageError(fmt::format("{} {}: give thread, block, line.15, or an element as in A.0.2", where, text));
  return found;
}

// A field of the request.
SituationField of_request(const RequestField& field) {
  const auto write = [&field](const Situation& s) { return field.write(s.request); };
  const auto read = [&field](Situation& s, Text text, Where place) {
    const std::string where = fmt::format("{}: {}", place, field.key);
    s.request.said_in.places[field.key] = place;
    field.read(s.request, std::string(text), where);
    if (field.key == "kernel") static_cast<void>(kernel_name(text, where));
  };
  return {field.key, write, read};
}

// A field that only a situation has; `read` begins its messages with `where`.
template <class Write, class Read>
SituationField own(Text name, const Write& write, const Read& read) {
  return {name, write,
          [name, read](Situation& s, Text text, Where place) { read(s, text, fmt::format("{}: {}", place, name)); }};
}

std::vector<SituationField> own_fields() {
  return {
      own(
          "beside", [](const Situation& s) { return s.beside; },
          [](Situation& s, Text t, Where w) { s.beside = kernel_name(t, w); }),
      own(
          "file", [](const Situation& s) { return s.file; },
          [](Situation& s, Text t, Where w) { s.file = some(t, w); }),
      own(
          "backend", [](const Situation& s) { return s.backend == "auto" ? "" : s.backend; },
          [](Situation& s, Text t, Where w) {
            s.backend = t;
            if (std::find(backends().begin(), backends().end(), t) == backends().end())
              throw UsageError(fmt::format("{} {}: give one of {}", w, t, fmt::join(backends(), ", ")));
          }),
      own(
          "order", [](const Situation& s) { return s.as_ran ? "ran" : ""; },
          [](Situation& s, Text t, Where w) { s.as_ran = named(orders, t, w); }),
      own(
          "moment", [](const Situation& s) { return s.moment == 0 ? "" : std::to_string(s.moment); },
          [](Situation& s, Text t, Where w) { s.moment = number<std::uint64_t>(t, w, 0); }),
      own(
          "grain", [](const Situation& s) { return s.grain == Grain::step ? "" : name_in(grains, s.grain); },
          [](Situation& s, Text t, Where w) { s.grain = named(grains, t, w); }),
      own(
          "lock", [](const Situation& s) { return s.lock_by_work ? "" : name_in(locks, s.lock_by_work); },
          [](Situation& s, Text t, Where w) { s.lock_by_work = named(locks, t, w); }),
      own(
          "block", [](const Situation& s) { return s.block == Situation::GridPosition{} ? "" : words(s.block); },
          [](Situation& s, Text t, Where w) { s.block = place(t, w); }),
      own(
          "thread", [](const Situation& s) { return s.thread == Situation::GridPosition{} ? "" : words(s.thread); },
          [](Situation& s, Text t, Where w) { s.thread = place(t, w); }),
      own(
          "pair", [](const Situation& s) { return s.partner ? words(*s.partner) : ""; },
          [](Situation& s, Text t, Where w) { s.partner = place(t, w); }),
      own(
          "only", [](const Situation& s) { return s.only_warp ? "warp" : ""; },
          [](Situation& s, Text t, Where w) { s.only_warp = named(lights, t, w); }),
      own(
          "select", [](const Situation& s) { return words(s.selected); },
          [](Situation& s, Text t, Where w) { s.selected = selected(t, w); }),
      own(
          "view", [](const Situation& s) { return std::string(s.view.name); },
          [](Situation& s, Text t, Where w) { s.view = view_named(t, w); }),
      own(
          "gpu", [](const Situation& s) { return s.gpu; },
          [](Situation& s, Text t, Where w) { s.gpu = gpu_name(t, w); }),
      own(
          "what_if", [](const Situation& s) { return s.what_if == 0 ? "" : std::to_string(s.what_if); },
          [](Situation& s, Text t, Where w) { s.what_if = number<int>(t, w, 1, 1024); }),
      own(
          "finding", [](const Situation& s) { return s.finding == 0 ? "" : std::to_string(s.finding + 1); },
          [](Situation& s, Text t, Where w) { s.finding = number<std::uint32_t>(t, w, 1) - 1; }),
      own(
          "variable", [](const Situation& s) { return s.variable; },
          [](Situation& s, Text t, Where w) { s.variable = some(t, w); }),
      own(
          "pins", [](const Situation& s) { return fmt::format("{}", fmt::join(s.pinned, ",")); },
          [](Situation& s, Text t, Where w) { s.pinned = names_in(t, w); }),
      own(
          "turn",
          [](const Situation& s) {
            const CubeLook usual;
            const CubeLook& at = s.cube;
            return at.yaw == usual.yaw && at.pitch == usual.pitch && at.zoom == usual.zoom
                       ? ""
                       : fmt::format("{},{},{}", at.yaw, at.pitch, at.zoom);
          },
          [](Situation& s, Text t, Where w) { turn(s.cube, t, w); }),
      own(
          "colour",
          [](const Situation& s) {
            return s.cube.colour == CubeLook::Colour::phase ? "" : name_in(colours, s.cube.colour);
          },
          [](Situation& s, Text t, Where w) { s.cube.colour = named(colours, t, w); }),
      own(
          "brush",
          [](const Situation& s) { return s.cube.brush == CubeLook::Brush::all ? "" : name_in(brushes, s.cube.brush); },
          [](Situation& s, Text t, Where w) { s.cube.brush = named(brushes, t, w); }),
      own(
          "slice", [](const Situation& s) { return s.cube.slice ? words(*s.cube.slice) : ""; },
          [](Situation& s, Text t, Where w) { s.cube.slice = slice(t, w); }),
      own(
          "near", [](const Situation& s) { return s.cube.near ? fmt::format("{}", fmt::join(*s.cube.near, ",")) : ""; },
          [](Situation& s, Text t, Where w) { s.cube.near = place_in_cube(t, w); }),
      own(
          "until", [](const Situation& s) { return s.condition; },
          [](Situation& s, Text t, Where w) { s.condition = some(t, w); }),
  };
}

std::vector<SituationField> all_fields() {
  std::vector<SituationField> all;
  for (const RequestField& field : request_fields())
    if (field.excludes.empty()) all.push_back(of_request(field));  // each field has only one name here
  for (SituationField& field : own_fields()) all.push_back(std::move(field));
  return all;
}

}  // namespace

std::span<const SituationField> situation_fields() {
  static const std::vector<SituationField> all = all_fields();
  return all;
}

const SituationField& situation_field(std::string_view name, const std::string& where) {
  const std::span<const SituationField> fields = situation_fields();
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const auto& field) { return field.name == name; });
  if (found != fields.end()) return *found;
  std::vector<std::string_view> names;
  for (const SituationField& field : fields) names.push_back(field.name);
  throw UsageError(fmt::format("{}: there is no '{}': did you mean {}?", where, name, nearest(name, names)));
}

}  // namespace tilescope
