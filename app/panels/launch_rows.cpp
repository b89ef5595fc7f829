#include "app/panels/launch_rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/list/launch_list.h"
#include "instrumentation/launching/list/text_launches.h"
#include "instrumentation/launching/request/dimensions.h"
#include "instrumentation/launching/request/launch_words.h"
#include "instrumentation/launching/request/request_fields.h"
#include "instrumentation/launching/request/request_of.h"
#include "instrumentation/launching/request/tile_name.h"
#include "instrumentation/machine/prepared.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/reading/fill.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

constexpr std::int64_t most_threads = 1024, most_knob = 4096;
constexpr std::int64_t warp_size = 32;

std::optional<std::int64_t> whole(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

LaunchRow number_row(std::string name, std::int64_t value, Reach reach,
                     std::function<void(Request&, std::int64_t)> ask) {
  LaunchRow row{.name = std::move(name), .values = {value}, .reaches = {std::move(reach)}};
  row.ask = [ask = std::move(ask)](Relaunch& draft, const LaunchRow& now) { ask(draft.request, now.values.front()); };
  return row;
}

LaunchRow words_row(std::string name, std::string words, std::function<void(Request&, const std::string&)> ask) {
  LaunchRow row{.name = std::move(name), .words = std::move(words)};
  row.ask = [ask = std::move(ask)](Relaunch& draft, const LaunchRow& now) { ask(draft.request, *now.words); };
  return row;
}

class LaunchRowsMaker {
 public:
  LaunchRowsMaker(const Session& session, Relaunch& draft, KeptOrigins& kept)
      : session_(session), draft_(draft), launch_(session.shown().replay().trace().launch()), kept_(kept) {
    // A trace file does not tell the request that led to it.
    if (session.launching().asked.file.empty()) origins_ = origins_of(launch_, asked());
    if (!launch_.program) draft_.request.tile = launch_.tile;
  }

  LaunchRows all() {
    LaunchRows rows;
    const auto add = [](std::vector<LaunchGroup>& to, std::string heading, std::vector<LaunchRow> group) {
      if (!group.empty()) to.push_back({std::move(heading), std::move(group)});
    };
    add(rows.usual, "", which());
    add(rows.usual, "Sizes", sides());
    add(rows.usual, "Arrays", arrays());
    add(rows.usual, "Arguments", numbers());
    add(rows.usual, "Constants in the source", knobs());
    add(rows.usual, "Threads", dimensions());
    add(rows.rest, "", others());
    return rows;
  }

 private:
  [[nodiscard]] const Request& asked() const { return session_.launching().asked.request; }
  [[nodiscard]] bool is_product() const { return reading::has_matrices(launch_); }

  [[nodiscard]] std::optional<NumberOrigin> origin(std::string_view name) const {
    const auto known = origins_.find(name);
    return known == origins_.end() ? std::nullopt : std::optional(known->second);
  }

  // The kernel in the file, or the launch among several on the same arrays.
  std::vector<LaunchRow> which() const {
    if (!launch_.program) return {};
    if (!place_in_words(launch_).empty()) return {launch_in_list()};
    Request all;
    all.kernel = launch_.program->file;
    all.text = launch_.program->text;
    const std::vector<std::string> kernels = kernels_in_text(all);
    if (kernels.size() < 2) return {};
    LaunchRow row{.name = "In this file", .chosen = launch_.program->entry, .has_list = true};
    if (row.chosen.empty()) row.chosen = launch_.kernel.substr(launch_.kernel.rfind(':') + 1);
    for (const std::string& kernel : kernels) row.choices.push_back({kernel, kernel, {}});
    row.ask = [](Relaunch& draft, const LaunchRow& now) {
      Request other;  // the arrays and numbers are those of the first kernel
      other.kernel = draft.request.kernel;
      other.text = draft.request.text;
      other.entry = now.chosen;
      other.schedule = draft.request.schedule;
      other.out_of_bounds = draft.request.out_of_bounds;
      draft.request = std::move(other);
    };
    return {std::move(row)};
  }

  LaunchRow launch_in_list() const {
    const InList& list = launch_.program->list;
    const auto count = static_cast<std::int64_t>(list.names.size());
    LaunchRow row{.name = "Launch", .values = {static_cast<std::int64_t>(list.number)}, .reaches = {{1, count, {}}}};
    row.note = fmt::format("of {}: {}", count, list.titles[list.number - 1]);
    row.ask = [count](Relaunch& draft, const LaunchRow& now) {
      const std::int64_t number = std::clamp<std::int64_t>(now.values.front(), 1, count);
      draft.request = as_listed(draft.request, static_cast<std::size_t>(number));
    };
    return row;
  }

  // For a product: the values among M, K, N and T that the kernel takes.
  std::vector<LaunchRow> sides() {
    if (!is_product()) return {};
    constexpr int widest_block = 32;
    const CatalogueKernel* const product = launch_.program ? nullptr : find_product(launch_.kernel);
    const auto [m, n, k] = reading::sides_of(launch_);
    const ProductShape now{m, n, k, launch_.tile};
    const auto takes = [&](const ProductShape& shape) {
      return product == nullptr ? shape.tile <= widest_block : product->takes(shape);
    };
    const auto side = [&](std::string_view key, std::int64_t ProductShape::*of,
                          std::optional<std::int64_t> Request::*wanted) {
      const auto can_be = [&](std::int64_t value) {
        ProductShape shape = now;
        shape.*of = value;
        return takes(shape);
      };
      const RequestField& field = request_field(key);
      LaunchRow row = number_row(std::string(field.label), now.*of, reach_of_possible(now.*of, can_be),
                                 [wanted](Request& request, std::int64_t value) { request.*wanted = value; });
      row.note = field.help;
      std::optional<std::int64_t>& asked_for = draft_.request.*wanted;
      if (const auto from = origin(key); !asked_for && from) kept_[row.name] = *from;
      asked_for = now.*of;
      const auto kept = kept_.find(row.name);
      row.origin = kept == kept_.end() ? origin(key) : kept->second;
      return row;
    };
    std::vector<LaunchRow> rows{side("m", &ProductShape::m, &Request::m), side("k", &ProductShape::k, &Request::k),
                                side("n", &ProductShape::n, &Request::n)};
    if (launch_.program && !launch_.program->defined.contains("TILE")) return rows;  // the source fixes T, or has no T
    std::vector<std::int64_t> tiles{launch_.tile};
    for (int tile = 1; tile <= widest_tile; ++tile)
      if (takes({m, n, k, tile})) tiles.push_back(tile);
    rows.push_back(number_row(tile_name(launch_), launch_.tile, reach_among(std::move(tiles)),
                              [](Request& request, std::int64_t value) { request.tile = static_cast<int>(value); }));
    rows.back().note = "width of the tile";
    if (launch_.program) rows.back().origin = asked().tile ? NumberOrigin::given : NumberOrigin::tried;
    return rows;
  }

  // "8x8" and "ramp"
  LaunchRow array_row(const Buffer& buffer) const {
    const auto given = draft_.request.arrays.find(buffer.name);
    const std::string words = given != draft_.request.arrays.end()
                                  ? given->second
                                  : fmt::format("{}:{}", fmt::join(buffer.sides, "x"), buffer.fill);
    const std::size_t colon = std::min(words.find(':'), words.size());
    LaunchRow row{.name = buffer.name, .face = Face::mono, .words = words.substr(0, colon)};
    row.chosen = colon < words.size() ? words.substr(colon + 1) : std::string(buffer.fill);
    for (const reading::FillName& fill : reading::fill_names)
      row.choices.push_back({std::string(fill.name), std::string(fill.name), std::string(fill.words)});
    row.has_list = row.has_file = true;
    row.origin = origin(buffer.name);
    row.ask = [](Relaunch& draft, const LaunchRow& now) {
      draft.request.arrays[now.name] = *now.words + (now.chosen.empty() ? "" : ":" + now.chosen);
    };
    return row;
  }

  std::vector<LaunchRow> arrays() const {
    std::vector<LaunchRow> rows;
    if (is_product()) return rows;
    for (std::size_t n = 0; n < launch_.buffers.size(); ++n)
      if (const Buffer& buffer = launch_.buffers[n]; !buffer.sides.empty() && !buffer.is_left_by_another() &&
                                                     launch_.program->prepared->facts().arrays[n].is_parameter)
        rows.push_back(array_row(buffer));
    return rows;
  }

  std::vector<LaunchRow> numbers() const {
    std::vector<LaunchRow> rows;
    if (is_product()) return rows;
    const std::vector<std::string> names = numbers_of(launch_);
    for (std::size_t n = 0; n < names.size(); ++n) {
      const std::string words = words_of(launch_.numbers[n]);
      const auto ask = [name = names[n]](Request& request, const std::string& now) { request.numbers[name] = now; };
      rows.push_back(value_row(
          names[n], words, [](std::int64_t value) { return reach_around(value); }, ask));
      rows.back().origin = origin(names[n]);
    }
    return rows;
  }

  // Macros, constants and template arguments that can be given other values.
  std::vector<LaunchRow> knobs() const {
    std::vector<LaunchRow> rows;
    if (!launch_.program) return rows;
    for (const language::Knob& knob : launch_.program->prepared->facts().knobs) {
      if (launch_.program->defined.contains(knob.name)) continue;  // this knob is T
      const auto reach = [](std::int64_t value) {
        return value > 0 ? reach_of_side(value, most_knob) : reach_around(value);
      };
      const auto ask = [name = knob.name](Request& request, const std::string& now) { request.knobs[name] = now; };
      rows.push_back(value_row(knob.name, knob.value, reach, ask));
      rows.back().origin = knob.guessed                        ? NumberOrigin::tried
                           : asked().knobs.contains(knob.name) ? NumberOrigin::given
                                                               : NumberOrigin::host_text;
    }
    return rows;
  }

  // A whole number, or a text field for anything else.
  template <class ReachOf, class Ask>
  static LaunchRow value_row(const std::string& name, const std::string& value, const ReachOf& reach, const Ask& ask) {
    const std::optional<std::int64_t> number = whole(value);
    LaunchRow row = number
                        ? number_row(name, *number, reach(*number),
                                     [ask](Request& request, std::int64_t now) { ask(request, std::to_string(now)); })
                        : words_row(name, value, ask);
    row.face = Face::mono;
    return row;
  }

  std::vector<LaunchRow> dimensions() const {
    const std::uint64_t threads = launch_.threads_per_block(), blocks = launch_.grid.count();
    const std::uint64_t warps = (threads + warp_size - 1) / warp_size;
    const char* const fields = launch_.program ? "x, y, z; " : "";  // of three numbers
    LaunchRow block = dimensions_row("block_size", launch_.block, launch_.block_depth, &Request::block, true);
    block.note = fmt::format("{}{} {}, {} {}", fields, threads, threads == 1 ? "thread" : "threads", warps,
                             warps == 1 ? "warp" : "warps");
    LaunchRow grid = dimensions_row("grid_size", launch_.grid, launch_.grid_depth, &Request::grid, false);
    grid.note = fmt::format("{}{} {}", fields, blocks, blocks == 1 ? "block" : "blocks");
    return {std::move(block), std::move(grid)};
  }

  LaunchRow dimensions_row(std::string_view key, Size2 of, unsigned depth,
                           std::optional<std::array<std::int64_t, 3>> Request::*wanted, bool are_threads) const {
    LaunchRow row{.name = std::string(request_field(key).label)};
    if (!launch_.program) {
      row.fixed = sides_in_words(of, depth, " \u00d7 ");
      return row;
    }
    row.values = {of.x, of.y / depth, depth};
    for (const std::int64_t side : row.values) {
      row.reaches.push_back(are_threads ? reach_of_side(side, most_threads) : reach_around(side));
      row.reaches.back().least = 1;
    }
    row.origin = origin(key);
    row.ask = [wanted](Relaunch& draft, const LaunchRow& now) {
      draft.request.*wanted = {now.values[0], now.values[1], now.values[2]};
    };
    return row;
  }

  [[nodiscard]] bool is_in_rest(const RequestField& field) const {
    constexpr std::array<std::string_view, 8> are_above{"kernel", "entry",     "m",          "k",
                                                        "n",      "grid_size", "block_size", "tile"};
    if (field.form == RequestField::Form::none ||
        std::find(are_above.begin(), are_above.end(), field.key) != are_above.end())
      return false;
    if (field.of == RequestField::Of::matrices) return is_product();
    if (field.of == RequestField::Of::file) return launch_.program != nullptr;
    if (field.key != "seed") return true;
    return draft_.request.inputs == "random" || std::any_of(launch_.buffers.begin(), launch_.buffers.end(),
                                                            [](const Buffer& each) { return each.fill == "random"; });
  }

  std::vector<LaunchRow> others() const {
    std::vector<LaunchRow> rows;
    const Request came_to = request_of(launch_);
    for (const RequestField& field : request_fields()) {
      if (!is_in_rest(field)) continue;
      std::string text = field.write(draft_.request);
      if (text.empty() && field.of != RequestField::Of::any) text = field.write(came_to);
      rows.push_back(field_row(field, std::move(text)));
    }
    rows.push_back(backend_row());
    return rows;
  }

  static LaunchRow field_row(const RequestField& field, std::string text) {
    LaunchRow row{.name = std::string(field.label), .note = std::string(field.about)};
    const auto read = [&field](Request& request, const std::string& now) {
      if (now.empty()) return leave_out(request, field);
      field.read(request, now, std::string(field.label));
    };
    if (field.form == RequestField::Form::choice) {
      for (std::size_t n = 0; n < field.choices.size(); ++n)
        row.choices.push_back({field.choices[n], n < field.words.size() ? field.words[n] : field.choices[n], {}});
      row.chosen = text.empty() ? field.choices.front() : text.substr(0, text.find(':'));  // "random:7"
      const bool is_listed =
          std::any_of(field.choices.begin(), field.choices.end(), [&](const auto& each) { return each == row.chosen; });
      if (!is_listed) row.choices.push_back({text, text, {}}), row.chosen = text;
      row.ask = [read](Relaunch& draft, const LaunchRow& now) { read(draft.request, now.chosen); };
      return row;
    }
    if (field.form == RequestField::Form::whole)
      if (const auto number = whole(text.empty() ? "1" : text)) {
        LaunchRow whole_row =
            number_row(row.name, *number, reach_around(*number),
                       [read](Request& request, std::int64_t now) { read(request, std::to_string(now)); });
        whole_row.note = row.note;
        return whole_row;
      }
    LaunchRow text_row = words_row(row.name, std::move(text), read);
    text_row.note = row.note;
    text_row.usual = field.usual;
    return text_row;
  }

  LaunchRow backend_row() const {
    LaunchRow row{.name = "Runs on", .chosen = draft_.backend};
    constexpr std::array<std::string_view, 3> words{"GPU if possible", "CPU", "GPU"};
    for (std::size_t n = 0; n < backends().size(); ++n)
      row.choices.push_back({std::string(backends()[n]), std::string(words[n]), {}});
    row.ask = [](Relaunch& draft, const LaunchRow& now) { draft.backend = now.chosen; };
    return row;
  }

  const Session& session_;
  Relaunch& draft_;
  const Launch& launch_;
  KeptOrigins& kept_;
  NumberOrigins origins_;
};

}  // namespace

LaunchRows launch_rows(const Session& session, Relaunch& draft, KeptOrigins& kept) {
  return LaunchRowsMaker(session, draft, kept).all();
}

std::string_view words_of(NumberOrigin origin) {
  switch (origin) {
    case NumberOrigin::given: return "set by you";
    case NumberOrigin::header:
    case NumberOrigin::host_text: return "from the file";
    case NumberOrigin::derived: return "follows from the rest";
    case NumberOrigin::tried: return "chosen by TileScope";
  }
  return "";
}

}  // namespace tilescope
