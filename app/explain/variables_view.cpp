#include "app/explain/variables_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/stage/array_values.h"
#include "app/stage/flow.h"
#include "app/stage/parts.h"
#include "app/stage/text.h"
#include "app/stage/theme.h"

namespace tilescope {

namespace {

using machine::LocalName;
using machine::LocalValue;
using Values = std::vector<std::optional<LocalValue>>;

constexpr float variable_row = 1.4F, variable_letters = 0.84F;  // in units of the text size
constexpr std::uint32_t longest_row = 32;                       // of a list
constexpr float least_cell = 1.4F, most_cell = 2.2F;
constexpr float letters_in_row = 1.7F;  // how much higher than in a cell of the same height on the stage
constexpr std::size_t few_elements = 3, few_members = 8;  // a larger variable is drawn as cells

// The default variable: of those that the thread computes, the one that changes most often.
std::string liveliest(const VariablesNow& now, const Frame& frame) {
  std::string best;
  std::uint64_t most = 0;
  for (const LocalValue& value : now.of_thread(frame, frame.thread)) {
    const LocalName& name = now.names()[value.name];
    std::uint64_t changes = now.history == nullptr ? 1 : now.history->changes(frame.thread, value.name).size();
    if (name.type.is_pointer()) continue;
    if (name.type.is_floating()) changes += std::uint64_t{1} << 32;
    if (changes > most) most = changes, best = name.name;
  }
  return best;
}

std::string chosen(const Explainable& of) {
  const std::string& wanted = of.choices.variable;
  const auto& names = of.variables->names();
  const bool is_there =
      std::any_of(names.begin(), names.end(), [&](const LocalName& name) { return name.name == wanted; });
  return is_there ? wanted : liveliest(*of.variables, of.frame);
}

double number_of(const LocalValue& value) { return Value(value.number, value.bits).exact(); }

bool is_number(const LocalValue& value) { return value.is_set && !is_poison(value) && std::isfinite(number_of(value)); }

// Values as cells, shaded by magnitude, with numbers if they are readable.
class Cells {
 public:
  Cells(Picture& picture, const VariablesNow& now, const View& view) : picture_(picture), now_(now), view_(view) {}

  void draw(const Values& values, std::uint32_t columns, Box box, const std::string& name,
            std::optional<std::size_t> lit, const Target& first) {
    const auto rows = static_cast<std::uint32_t>((values.size() + columns - 1) / columns);
    box.w = std::min(box.w, 6 * view_.text * static_cast<float>(columns));
    Grid grid = grid_in(box, rows, columns, name, Ink::rule);
    grid.first = first;
    find_range(values);
    for (std::size_t n = 0; n < values.size(); ++n) grid.cells.push_back(cell_of(values[n], lit == n));
    grid.cells.resize(std::size_t{rows} * columns);
    const Box one = grid.cell_box(0).inset(1);
    const CellNames names = names_of(values, one);
    for (std::size_t n = 0; names.size > 0 && n < values.size(); ++n)
      put(picture_, grid.cell_box(static_cast<std::uint32_t>(n)).inset(1), names.names[n],
          std::min(names.size, std::max(variable_letters, view_.least) * view_.text),
          grid.cells[n].heat ? ink_on_heat(grid.cells[n].strength) : Ink::text, Face::sans, Align::center);
    picture_.grids.push_back(std::move(grid));
  }

  [[nodiscard]] std::string range_words(const Values& values) {
    find_range(values);
    if (least_ > most_) return "";
    const auto said = [](double number) { return value_name(static_cast<float>(number)); };
    return least_ == most_ ? said(least_) : fmt::format("{} to {}", said(least_), said(most_));
  }

 private:
  // Numbers that do not fit are shorter. Other values, such as names of an enumeration, have one wording.
  [[nodiscard]] CellNames names_of(const Values& values, const Box& cell) const {
    std::vector<std::optional<Value>> numbers;
    CellNames names;
    float widest = 0;
    bool are_numbers = true;
    for (const auto& value : values) {
      const bool has_words = value && value->is_set && !is_poison(*value);
      const language::Type type = value ? now_.names()[value->name].type : language::Type{};
      are_numbers = are_numbers && (!has_words || (type.is_arithmetic() && !type.is(language::TypeKind::bool_)));
      numbers.push_back(has_words ? std::optional(Value(value->number, value->bits)) : std::nullopt);
      names.names.push_back(has_words ? text_of(now_.names()[value->name], now_.arrays(), *value) : "");
      widest = std::max(widest, text_width(names.names.back(), 1, Face::sans));
    }
    if (!are_numbers) {
      const float fits = widest > 0 ? 0.93F * cell.w / widest : view_.text;
      names.size = fits < std::max(10.0F, view_.least * view_.text) ? 0 : fits;
      return names;
    }
    names = names_in_cells(numbers, false, cell.w, letters_in_row * cell.h, view_);
    for (std::size_t n = 0; n < values.size(); ++n)
      if (!numbers[n]) names.names[n].clear();
    return names;
  }

  void find_range(const Values& values) {
    least_ = HUGE_VAL, most_ = -HUGE_VAL;
    for (const auto& value : values)
      if (value && is_number(*value)) {
        least_ = std::min(least_, number_of(*value));
        most_ = std::max(most_, number_of(*value));
      }
  }

  [[nodiscard]] Cell cell_of(const std::optional<LocalValue>& value, bool is_lit) const {
    if (!value) return {Ink::rule, Mark::hatch, 60, is_lit, false};
    if (!value->is_set) return {Ink::cell, Mark::dot, 0, is_lit, false};
    if (!is_number(*value)) return {Ink::bad, Mark::cross, 120, is_lit, false};
    const double part = most_ > least_ ? (number_of(*value) - least_) / (most_ - least_) : 0.35;
    return {Ink::cell, Mark::none, static_cast<std::uint8_t>(255 * part), is_lit, true};
  }

  Picture& picture_;
  const VariablesNow& now_;
  const View& view_;
  double least_ = 0, most_ = 0;
};

// The selected thread's variables, and below them the chosen variable in all threads.
class VariablesPicture {
 public:
  VariablesPicture(const Explainable& of, const View& view)
      : of_(of),
        now_(*of.variables),
        frame_(of.frame),
        view_(view),
        text_(view.text),
        picture_(view.picture()),
        flow_(picture_, view) {}

  Picture draw() {
    draw_stop();
    if (!now_.are_there()) {
      flow_.words(now_.problem.empty() ? "Running the block again …" : now_.problem, {Ink::dim, Face::sans, 0.9F, 0});
      return std::move(picture_);
    }
    chosen_ = chosen(of_);
    draw_rows();
    draw_grid();
    draw_arguments();
    return std::move(picture_);
  }

 private:
  // The condition, with buttons to the previous and the next moment at which it begins to hold.
  void draw_stop() {
    if (view_.is_for_a_class() && now_.condition.empty()) return;  // a class does not type conditions
    const float size = variable_letters * text_, side = 1.6F * text_;
    const Box line = flow_.row(1.5F);
    const bool has_stops = now_.stops != nullptr && !now_.stops->empty();
    const float buttons = has_stops ? 2 * side + 0.6F * text_ : 0;
    const std::string name = "run until";
    const float names = 1.08F * text_width(name, size, Face::sans) + 0.5F * text_;
    put(picture_, {0, line.y, names, line.h}, name, size, Ink::dim);
    const Box box{names, line.y, line.w - names - buttons, line.h};
    picture_.shapes.push_back({box, Ink::cell, Ink::edge, 1, 0.3F * text_, 1, Mark::none});
    const bool is_empty = now_.condition.empty();
    const Face face = is_empty ? Face::sans : Face::mono;
    const float wide = box.w - 1.2F * text_;
    const std::string words =
        !is_empty
            ? elided(now_.condition, wide, size, face)
            : first_that_fits({"a condition holds, such as k == 3 && sum > 100", "k == 3 && sum > 100", "k == 3", ""},
                              wide, size, face);
    put(picture_, {box.x + 0.5F * text_, box.y, box.w - text_, box.h}, words, size, is_empty ? Ink::faint : Ink::text,
        face);
    picture_.hits.push_back({box, button(Act::stop_panel)});
    if (has_stops) {
      draw_way({box.right() + 0.3F * text_, box.y, side, box.h}, false);
      draw_way({box.right() + 0.6F * text_ + side, box.y, side, box.h}, true);
    }
    flow_.space(0.15F);
    if (const std::string words = stop_words(now_, frame_); !words.empty())
      flow_.words(words, {now_.condition_problem.empty() ? Ink::dim : Ink::bad, Face::sans, 0.85F, 0});
    flow_.space(0.3F);
  }

  void draw_way(const Box& box, bool forward) {
    picture_.shapes.push_back({box, Ink::cell, Ink::edge, 1, 0.3F * text_, 1, Mark::none});
    const float way = forward ? 1.0F : -1.0F;
    draw_arrowhead(picture_, {box.middle().x + 0.3F * way * text_, box.middle().y}, 0.42F * text_, {way, 0}, Ink::text);
    picture_.hits.push_back({box, button(forward ? Act::next_stop : Act::previous_stop)});
  }

  void draw_rows() {
    const std::vector<LocalValue> values = now_.of_thread(frame_, frame_.thread);
    const std::string who = fmt::format("{} of block {}", thread_name(frame_.scenery->launch(), frame_.thread),
                                        block_name(frame_.scenery->launch(), frame_.block));
    const float top = flow_.y();
    flow_.words(view_.is_for_a_class() ? "The variables of " + who
                                       : fmt::format("{}: {}", who, many(variables_in(values), "variable")),
                {Ink::text, Face::bold, 1, 0});
    picture_.hits.push_back({{0, top, view_.width, flow_.y() - top},
                             {.kind = Target::Kind::block, .number = static_cast<std::uint32_t>(frame_.block)}});
    for (const std::string& name : of_.choices.pinned) draw_pinned(values, name);
    if (!of_.choices.pinned.empty()) {
      picture_.lines.push_back({{0, flow_.y()}, {view_.width, flow_.y()}, Ink::edge, std::max(1.0F, 0.07F * text_)});
      flow_.space(0.2F);
    }
    sort(values);
    for (const std::vector<LocalValue>& variable : own_) draw_variable(variable);
    flow_.space(0.5F);
  }

  void draw_arguments() {
    if (given_.empty()) return;
    flow_.space(0.5F);
    flow_.heading({"Arguments of the launch"});
    for (const std::vector<LocalValue>& variable : given_) draw_variable(variable);
  }

  // Variable by variable, without the pinned ones: the thread's own, and the launch's arguments.
  void sort(const std::vector<LocalValue>& values) {
    for (std::size_t first = 0, end = 0; first < values.size(); first = end) {
      end = end_of_variable(values, first);
      const std::vector<LocalValue> variable(values.begin() + static_cast<std::ptrdiff_t>(first),
                                             values.begin() + static_cast<std::ptrdiff_t>(end));
      if (variable.size() == 1 && is_pinned(now_.names()[values[first].name].name)) continue;
      (values[first].is_set && values[first].line == 0 ? given_ : own_).push_back(variable);
    }
  }
  [[nodiscard]] bool is_pinned(const std::string& name) const {
    const auto& pinned = of_.choices.pinned;
    return std::find(pinned.begin(), pinned.end(), name) != pinned.end();
  }

  // The end of one variable's values: members that follow each other in the same call.
  [[nodiscard]] std::size_t end_of_variable(const std::vector<LocalValue>& values, std::size_t first) const {
    const LocalName& name = now_.names()[values[first].name];
    std::size_t end = first + 1;
    while (end < values.size() && values[end].name == values[end - 1].name + 1) {
      const LocalName& next = now_.names()[values[end].name];
      if (next.variable != name.variable || next.call != name.call || next.name == name.name) break;
      ++end;
    }
    return end;
  }
  [[nodiscard]] std::size_t variables_in(const std::vector<LocalValue>& values) const {
    std::size_t count = 0;
    for (std::size_t first = 0; first < values.size(); first = end_of_variable(values, first)) ++count;
    return count;
  }

  void draw_pinned(const std::vector<LocalValue>& values, const std::string& name) {
    const LocalValue* found = nullptr;
    for (const LocalValue& value : values)
      if (now_.names()[value.name].name == name) found = &value;
    if (found != nullptr) return draw_row(*found);
    const auto& names = now_.names();
    const auto known =
        std::find_if(names.begin(), names.end(), [&](const LocalName& each) { return each.name == name; });
    const Box row = flow_.row(variable_row);
    if (known != names.end()) draw_pin(row, static_cast<std::uint32_t>(known - names.begin()), true);
    put(picture_, {1.5F * text_, row.y, row.w - 1.5F * text_, row.h},
        fmt::format("{}: {}", name, known == names.end() ? "not in this kernel" : "not in scope here"),
        variable_letters * text_, Ink::faint);
  }

  void draw_variable(const std::vector<LocalValue>& leaves) {
    const LocalName& name = now_.names()[leaves.front().name];
    if (name.depth > 0 && name.call != call_)
      flow_.words(fmt::format("in {}, called on line {}", name.function, name.call_line),
                  {Ink::dim, Face::bold, variable_letters, 0});
    call_ = name.call;
    if (leaves.size() > (name.whole.is_array() ? few_elements : few_members)) return draw_array(leaves);
    for (const LocalValue& leaf : leaves)
      if (!is_pinned(now_.names()[leaf.name].name)) draw_row(leaf);
  }

  // A list of up to 32 elements has one row; a longer one has rows of equal length.
  [[nodiscard]] static std::uint32_t columns_of(std::uint64_t count) {
    if (count <= longest_row) return static_cast<std::uint32_t>(count);
    for (const std::uint32_t columns : {16U, 8U, 32U})
      if (count % columns == 0) return columns;
    return 16;
  }
  [[nodiscard]] std::uint32_t columns_of(const std::vector<LocalValue>& leaves) const {
    std::vector<std::uint64_t> lengths;
    for (language::Type type = now_.names()[leaves.front().name].whole; type.is_array(); type = type.inner())
      lengths.push_back(type->count);
    const bool is_matrix = lengths.size() > 1 && lengths.back() > 1 && leaves.size() % lengths.back() == 0;
    return is_matrix ? static_cast<std::uint32_t>(lengths.back()) : columns_of(leaves.size());
  }
  [[nodiscard]] std::uint32_t block_columns() const {
    const Launch& launch = frame_.scenery->launch();
    return launch.block.y > 1 ? launch.block.x : columns_of(launch.threads_per_block());
  }

  void draw_array(const std::vector<LocalValue>& leaves) {
    const LocalName& name = now_.names()[leaves.front().name];
    const LocalValue* last = nullptr;  // the value that was set last
    std::uint64_t when = 0;
    Values values;
    std::optional<std::size_t> lit;
    for (const LocalValue& leaf : leaves) {
      if (const auto at = now_.set_at(frame_, frame_.thread, leaf.name); at && (last == nullptr || *at > when))
        last = &leaf, when = *at;
      if (now_.names()[leaf.name].name == chosen_) lit = values.size();
      values.emplace_back(leaf);
    }
    const Box row = flow_.row(variable_row);
    put(picture_, {1.5F * text_, row.y, 0.75F * row.w - 1.5F * text_, row.h},
        fmt::format("{}  {}", name.variable, language::name_of(name.whole)), variable_letters * text_, Ink::text,
        Face::mono);
    if (last != nullptr) draw_line_of(*last, row);
    const std::uint32_t columns = columns_of(leaves);
    Box cells = flow_.row(least_cell * static_cast<float>((leaves.size() + columns - 1) / columns));
    cells.x += 1.5F * text_, cells.w -= 1.5F * text_;
    Cells(picture_, now_, view_)
        .draw(values, columns, cells, name.variable, lit,
              {.kind = Target::Kind::variable, .number = leaves.front().name});
    flow_.space(0.3F);
  }

  void draw_pin(const Box& row, std::uint32_t name, bool is_pinned) {
    if (view_.is_for_a_class() && !is_pinned) return;  // a class cannot click
    const Box box{0.2F * text_, row.y + 0.35F * text_, 0.7F * text_, 0.7F * text_};
    picture_.shapes.push_back(
        {box, is_pinned ? Ink::now : Ink::none, is_pinned ? Ink::now : Ink::edge, 1, 0.35F * text_, 1, Mark::none});
    picture_.hits.push_back({{0, row.y, 1.3F * text_, row.h}, {.kind = Target::Kind::pin, .number = name}});
  }

  // In full, or shorter if that does not fit.
  [[nodiscard]] std::string value_in(float width, const LocalValue& value) const {
    const std::string words = variable_words(now_, value);
    const float size = variable_letters * text_;
    if (!value.is_set || is_poison(value) || !now_.names()[value.name].type.is_arithmetic())
      return elided(words, width, size, Face::bold);
    const Value number(value.number, value.bits);
    return elided(first_that_fits({words, value_name(number), shortest_value_name(number)}, width, size, Face::bold),
                  width, size, Face::bold);
  }

  void draw_row(const LocalValue& value) {
    const LocalName& name = now_.names()[value.name];
    const Box row = flow_.row(variable_row);
    const float size = variable_letters * text_;
    if (name.name == chosen_) picture_.shapes.push_back({row, Ink::c, Ink::none, 0, 0.2F * text_, 0.16F, Mark::none});
    picture_.hits.push_back({row, {.kind = Target::Kind::variable, .number = value.name}});
    draw_pin(row, value.name, is_pinned(name.name));
    const float left = 1.5F * text_, names = 0.28F * row.w, values = 0.27F * row.w, types = 0.2F * row.w;
    put(picture_, {left, row.y, names - left, row.h}, elided(name.name, names - left, size, Face::mono), size,
        Ink::text, Face::mono);
    const std::string words = value_in(values - 0.6F * text_, value);
    if (is_new(value))
      picture_.shapes.push_back({{names - 0.3F * text_, row.y + 0.1F * text_,
                                  1.06F * text_width(words, size, Face::bold) + 0.6F * text_, row.h - 0.2F * text_},
                                 Ink::now,
                                 Ink::none,
                                 0,
                                 0.2F * text_,
                                 1,
                                 Mark::none});
    put(picture_, {names, row.y, values, row.h}, words, size, ink_of(value), Face::bold);
    const std::string type = language::name_of(name.type), brief = language::name_of(name.type.plain());
    const float type_size = std::max(0.78F, view_.least) * text_;
    put_first(picture_, {names + values, row.y, types, row.h}, {type, brief, ""}, type_size, Ink::dim);
    draw_line_of(value, row);
  }

  [[nodiscard]] Ink ink_of(const LocalValue& value) const {
    if (!value.is_set) return Ink::faint;
    if (is_poison(value)) return Ink::bad;
    return is_new(value) ? Ink::on_ink : Ink::text;
  }

  // Whether the value was set in the shown step.
  [[nodiscard]] bool is_new(const LocalValue& value) const {
    const auto at = now_.set_at(frame_, frame_.thread, value.name);
    return at && !frame_.at_begin && *at > frame_.scenery->moments().begin_of(frame_.step) && !is_poison(value);
  }

  // The line that set the value, and when.
  void draw_line_of(const LocalValue& value, const Box& row) {
    if (!value.is_set) return;
    const float wide = 0.25F * row.w - 1.8F * text_;
    const Box place{row.right() - 0.25F * row.w, row.y, wide, row.h};
    const std::string words = value.line == 0 ? "by the launch" : fmt::format("line {}", value.line);
    put_first(picture_, place, {words, value.line == 0 ? "launch" : words}, 0.82F * text_, Ink::dim);
    if (value.line == 0) return;
    picture_.hits.push_back({place, {.kind = Target::Kind::line, .number = value.line}});
    const auto at = now_.set_at(frame_, frame_.thread, value.name);
    if (!at || view_.is_for_a_class()) return;
    draw_arrowhead(picture_, {row.right() - 0.4F * text_, row.middle().y}, 0.4F * text_, {1, 0}, Ink::c);
    picture_.hits.push_back(
        {{row.right() - 1.7F * text_, row.y, 1.7F * text_, row.h}, {.kind = Target::Kind::moment, .moment = *at}});
  }

  void draw_grid() {
    const Values values = now_.of_all(frame_, chosen_);
    Cells cells(picture_, now_, view_);
    const std::string range = cells.range_words(values);
    const std::string title = fmt::format("{} in each thread of the block", chosen_);
    flow_.heading({range.empty() ? title : fmt::format("{}: {}", title, range), title});
    const std::uint32_t columns = block_columns();
    const auto rows = static_cast<float>((values.size() + columns - 1) / columns);
    cells.draw(values, columns, flow_.stretched(least_cell * rows, most_cell * rows, 1.4F), "variable", frame_.thread,
               {.kind = Target::Kind::thread});
    const Grid& threads = picture_.grids.back();
    for (std::uint32_t thread = 0; thread < values.size(); ++thread)
      if (thread != frame_.thread && view_.marks({.kind = Target::Kind::thread, .number = thread}))  // it is lit anyway
        frame_in(picture_, threads.cell_box(thread), Ink::text, std::max(2.0F, 0.1F * text_));
    flow_.space(0.2F);
    flow_.legend(signs_of(values));
  }

  static std::vector<Sign> signs_of(const Values& values) {
    std::vector<Sign> signs;
    const auto add = [&](const char* what, const auto& is) {
      if (const auto count = std::count_if(values.begin(), values.end(), is); count > 0)
        signs.push_back({fmt::format("{}: {}", what, count)});
    };
    add("hatched, not in scope", [](const auto& value) { return !value; });
    add("dot, not set", [](const auto& value) { return value && !value->is_set; });
    add("cross, not finite", [](const auto& value) { return value && value->is_set && !is_number(*value); });
    return signs;
  }

  const Explainable& of_;
  const VariablesNow& now_;
  const Frame& frame_;
  const View& view_;
  float text_;
  Picture picture_;
  Flow flow_;
  std::string chosen_;
  std::vector<std::vector<LocalValue>> own_, given_;  // variable by variable
  std::uint32_t call_ = 0;                            // of the previous row
};

Json json_of(const VariablesNow& now, const Frame& frame, const LocalValue& value) {
  const LocalName& name = now.names()[value.name];
  const auto at = now.set_at(frame, frame.thread, value.name);
  return {{"name", name.name},
          {"type", language::name_of(name.type)},
          {"function", name.function},
          {"value", variable_words(now, value)},
          {"line", value.is_set ? Json(value.line) : Json(nullptr)},
          {"moment", at ? Json(*at) : Json(nullptr)}};
}

}  // namespace

Picture variables_picture(const Explainable& of, const View& view) {
  if (of.variables == nullptr) return view.picture();
  return VariablesPicture(of, view).draw();
}

void dump_variables(const Explainable& of, Json& state) {
  if (of.variables == nullptr) return;
  const VariablesNow& now = *of.variables;
  Json json{{"ready", now.are_there()}, {"problem", now.problem}, {"pinned", of.choices.pinned}};
  json["until"] = {{"condition", now.condition},
                   {"problem", now.condition_problem},
                   {"stops", now.stops == nullptr ? Json(nullptr) : Json(now.stops->size())},
                   {"says", stop_words(now, of.frame)}};
  if (now.are_there()) {
    Json variables = Json::array(), threads = Json::array();
    for (const LocalValue& value : now.of_thread(of.frame, of.frame.thread))
      variables.push_back(json_of(now, of.frame, value));
    const std::string name = chosen(of);
    for (const auto& value : now.of_all(of.frame, name))
      threads.push_back(value ? Json(variable_words(now, *value)) : Json(nullptr));
    json["of_thread"] = std::move(variables);
    json["chosen"] = name;
    json["in_threads"] = std::move(threads);
  }
  state["variables"] = std::move(json);
}

std::optional<Command> next_variable(const Explainable& of, int by) {
  if (of.variables == nullptr || !of.variables->are_there()) return std::nullopt;
  std::vector<std::string> names;
  for (const LocalValue& value : of.variables->of_thread(of.frame, of.frame.thread))
    names.push_back(of.variables->names()[value.name].name);
  if (names.empty()) return std::nullopt;
  const auto count = static_cast<std::ptrdiff_t>(names.size());
  const std::ptrdiff_t now = std::find(names.begin(), names.end(), chosen(of)) - names.begin();
  const std::ptrdiff_t next = now == count ? (by > 0 ? 0 : count - 1) : ((now + by) % count + count) % count;
  return UseVariable{names[static_cast<std::size_t>(next)]};
}

std::string variables_line(const Explainable& of) {
  if (of.variables == nullptr || !of.variables->are_there()) return "";
  const std::string name = chosen(of);
  const Values values = of.variables->of_all(of.frame, name);
  const auto& value = values[of.frame.thread];
  const std::string thread = thread_name(of.frame.scenery->launch(), of.frame.thread);
  if (!value) return fmt::format("{} is not in scope in {}: {}", name, thread, of.trace.launch().kernel);
  return fmt::format("{} = {} in {}: {}, line {}", name, variable_words(*of.variables, *value), thread,
                     of.trace.launch().kernel, of.frame.line);
}

}  // namespace tilescope
