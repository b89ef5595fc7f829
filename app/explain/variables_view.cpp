#include "app/explain/variables_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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
constexpr float grid_share = 0.45F;                             // at most this share of the height
constexpr float least_cell = 1.4F;
constexpr std::size_t few_elements = 3, few_members = 8;  // a larger variable is drawn as cells

// The default variable: of those that the thread computes, the one that changes most often.
std::string liveliest(const VariablesNow& now, const Frame& frame) {
  std::string best;
  std::size_t most = 0;
  for (const LocalValue& value : now.of_thread(frame, frame.thread)) {
    const LocalName& name = now.names()[value.name];
    std::size_t changes = now.history == nullptr ? 1 : now.history->changes(frame.thread, value.name).size();
    if (name.type.is_pointer()) continue;
    if (name.type.is_floating()) changes += std::size_t{1} << 32;
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

std::string cell_words(const VariablesNow& now, const LocalValue& value) {
  const language::Type type = now.names()[value.name].type;
  if (!value.is_set || is_poison(value)) return "";
  if (!type.is_arithmetic() || type.is(language::TypeKind::bool_))
    return text_of(now.names()[value.name], now.arrays(), value);
  return value_name(Value(value.number, value.bits));
}

// Values as cells, shaded by magnitude, with numbers if they are readable.
class Cells {
 public:
  Cells(Picture& picture, const VariablesNow& now, const View& view) : picture_(picture), now_(now), view_(view) {}

  // The preferred height.
  [[nodiscard]] float height(std::size_t count, std::uint32_t columns, float most) const {
    const auto rows = static_cast<float>((count + columns - 1) / columns);
    return std::min(most, 1.5F * view_.text * rows);
  }

  void draw(const Values& values, std::uint32_t columns, Box box, const std::string& name,
            std::optional<std::size_t> lit, const Target& first) {
    const auto rows = static_cast<std::uint32_t>((values.size() + columns - 1) / columns);
    box.w = std::min(box.w, 6 * view_.text * static_cast<float>(columns));
    Grid grid = grid_in(box, rows, columns, name, Ink::rule);
    grid.first = first;
    find_range(values);
    float widest = 0;
    std::vector<std::string> words;
    for (const auto& value : values) {
      words.push_back(value ? cell_words(now_, *value) : "");
      widest = std::max(widest, text_width(words.back(), 1, Face::sans));
    }
    const Box one = grid.cell_box(0);
    const float size =
        std::min({variable_letters * view_.text, 0.8F * one.h, widest > 0 ? 0.9F * one.w / widest : one.w});
    const bool is_readable = size >= std::max(10.0F, 0.6F * view_.text);
    for (std::size_t n = 0; n < values.size(); ++n) grid.cells.push_back(cell_of(values[n], lit == n));
    grid.cells.resize(std::size_t{rows} * columns);
    for (std::size_t n = 0; is_readable && n < values.size(); ++n)
      put(picture_, grid.cell_box(static_cast<std::uint32_t>(n)).inset(1), words[n], size,
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
      : of_(of), now_(*of.variables), frame_(of.frame), view_(view), text_(view.text), picture_(view.picture()) {}

  Picture draw() {
    draw_stop();
    if (!now_.are_there()) {
      Flow flow(picture_, {0, y_, view_.width, view_.height - y_}, text_);
      flow.words(now_.problem.empty() ? "Running the block again …" : now_.problem, {Ink::dim, Face::sans, 0.9F, 0});
      return std::move(picture_);
    }
    chosen_ = chosen(of_);
    draw_rows();
    y_ += 0.5F * text_;
    draw_grid();
    picture_.height = std::max(view_.height, y_);
    return std::move(picture_);
  }

 private:
  // The condition, with buttons to the previous and the next moment at which it begins to hold.
  void draw_stop() {
    if (view_.is_for_a_class() && now_.condition.empty()) return;  // a class does not type conditions
    const float height = 1.5F * text_, size = variable_letters * text_, side = 1.6F * text_;
    const bool has_stops = now_.stops != nullptr && !now_.stops->empty();
    const float buttons = has_stops ? 2 * side + 0.6F * text_ : 0;
    const std::string name = "run until";
    const float names = 1.08F * text_width(name, size, Face::sans) + 0.5F * text_;
    put(picture_, {0, 0, names, height}, name, size, Ink::dim);
    const Box box{names, 0, view_.width - names - buttons, height};
    picture_.shapes.push_back({box, Ink::cell, Ink::edge, 1, 0.3F * text_, 1, Mark::none});
    const bool is_empty = now_.condition.empty();
    put(picture_, {box.x + 0.5F * text_, 0, box.w - text_, height},
        elided(is_empty ? "a condition holds, such as k == 3 && sum > 100" : now_.condition, box.w - 1.2F * text_, size,
               is_empty ? Face::sans : Face::mono),
        size, is_empty ? Ink::faint : Ink::text, is_empty ? Face::sans : Face::mono);
    picture_.hits.push_back({box, button(Act::stop_panel)});
    if (has_stops) {
      draw_way({box.right() + 0.3F * text_, 0, side, height}, false);
      draw_way({box.right() + 0.6F * text_ + side, 0, side, height}, true);
    }
    Flow flow(picture_, {0, height + 0.15F * text_, view_.width, 6 * text_}, text_);
    if (const std::string words = stop_words(now_, frame_); !words.empty())
      flow.words(words, {now_.condition_problem.empty() ? Ink::dim : Ink::bad, Face::sans, 0.85F, 0});
    y_ = flow.y() + 0.3F * text_;
  }

  void draw_way(const Box& box, bool forward) {
    picture_.shapes.push_back({box, Ink::cell, Ink::edge, 1, 0.3F * text_, 1, Mark::none});
    const Point middle = box.middle();
    const float by = (forward ? 0.35F : -0.35F) * text_;
    picture_.triangles.push_back({{Point{middle.x - by, middle.y - 0.4F * text_}, Point{middle.x + by, middle.y},
                                   Point{middle.x - by, middle.y + 0.4F * text_}},
                                  Ink::text});
    picture_.hits.push_back({box, button(forward ? Act::next_stop : Act::previous_stop)});
  }

  [[nodiscard]] std::uint32_t block_columns() const {
    const Launch& launch = frame_.scenery->launch();
    const auto threads = static_cast<std::uint32_t>(launch.threads_per_block());
    if (launch.block.y > 1 || launch.block.x <= 8) return launch.block.x;
    // In one row: as few columns as the height allows, so that numbers are readable.
    for (const std::uint32_t columns : {8U, 16U, 32U})
      if (threads % columns == 0 && 1.4F * text_ * static_cast<float>(threads / columns) < grid_share * view_.height)
        return columns;
    return std::min(launch.block.x, 32U);
  }

  void draw_rows() {
    const std::vector<LocalValue> values = now_.of_thread(frame_, frame_.thread);
    const std::string who = fmt::format("{} of block {}", thread_name(frame_.scenery->launch(), frame_.thread),
                                        block_name(frame_.scenery->launch(), frame_.block));
    const std::size_t count = variables_in(values);
    put(picture_, {0, y_, view_.width, 1.5F * text_},
        view_.is_for_a_class() ? "The variables of " + who
                               : fmt::format("{}: {} {}", who, count, count == 1 ? "variable" : "variables"),
        text_, Ink::text, Face::bold);
    y_ += 1.7F * text_;
    for (const std::string& name : of_.choices.pinned) draw_pinned(values, name);
    if (!of_.choices.pinned.empty()) {
      picture_.lines.push_back({{0, y_}, {view_.width, y_}, Ink::edge, std::max(1.0F, 0.07F * text_)});
      y_ += 0.2F * text_;
    }
    for (const std::vector<LocalValue>& variable : in_order(values)) draw_variable(variable);
  }

  // Variable by variable: the thread's own, then the launch's arguments. Pinned variables come first.
  [[nodiscard]] std::vector<std::vector<LocalValue>> in_order(const std::vector<LocalValue>& values) const {
    std::vector<std::vector<LocalValue>> own, given;
    for (std::size_t first = 0, end = 0; first < values.size(); first = end) {
      end = end_of_variable(values, first);
      const std::vector<LocalValue> variable(values.begin() + static_cast<std::ptrdiff_t>(first),
                                             values.begin() + static_cast<std::ptrdiff_t>(end));
      if (variable.size() == 1 && is_pinned(now_.names()[values[first].name].name)) continue;
      const bool is_given = values[first].is_set && values[first].line == 0;
      if (is_given && view_.is_for_a_class() && now_.names()[values[first].name].type.is_pointer()) continue;
      (is_given ? given : own).push_back(variable);
    }
    own.insert(own.end(), given.begin(), given.end());
    return own;
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
    if (known != names.end()) draw_pin(static_cast<std::uint32_t>(known - names.begin()), true);
    put(picture_, {1.5F * text_, y_, view_.width, variable_row * text_},
        fmt::format("{}: {}", name, known == names.end() ? "not in this kernel" : "not in scope here"),
        variable_letters * text_, Ink::faint);
    y_ += variable_row * text_;
  }

  void draw_variable(const std::vector<LocalValue>& leaves) {
    const LocalName& name = now_.names()[leaves.front().name];
    const float header = name.depth > 0 && name.call != call_ ? variable_row * text_ : 0;
    const bool is_many = leaves.size() > (name.whole.is_array() ? few_elements : few_members);
    const std::uint32_t columns = is_many ? columns_of(leaves) : 1;
    const Cells cells(picture_, now_, view_);
    const float high = is_many ? variable_row * text_ + cells.height(leaves.size(), columns, 12 * text_)
                               : variable_row * text_ * static_cast<float>(leaves.size());
    if (header > 0) {
      put(picture_, {0, y_, view_.width, header},
          fmt::format("in {}, called on line {}", name.function, name.call_line), variable_letters * text_, Ink::dim,
          Face::bold);
      y_ += header;
    }
    call_ = name.call;
    if (!is_many) {
      for (const LocalValue& leaf : leaves)
        if (!is_pinned(now_.names()[leaf.name].name)) draw_row(leaf);
      return;
    }
    draw_array(leaves, columns, high - variable_row * text_);
  }

  [[nodiscard]] std::uint32_t columns_of(const std::vector<LocalValue>& leaves) const {
    language::Type type = now_.names()[leaves.front().name].whole;
    std::uint64_t columns = 0;
    for (; type.is_array(); type = type.inner()) columns = type->count;
    const auto all = static_cast<std::uint64_t>(leaves.size());
    if (columns > 1 && all % columns == 0 && static_cast<float>(columns) * 2 * text_ <= view_.width)
      return static_cast<std::uint32_t>(columns);
    for (const std::uint32_t wide : {16U, 8U, 4U})
      if (all % wide == 0) return wide;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(all, 8));
  }

  void draw_array(const std::vector<LocalValue>& leaves, std::uint32_t columns, float high) {
    const LocalName& name = now_.names()[leaves.front().name];
    const LocalValue* last = nullptr;  // the value that was set last
    std::uint64_t when = 0;
    for (const LocalValue& leaf : leaves)
      if (const auto at = now_.set_at(frame_, frame_.thread, leaf.name); at && (last == nullptr || *at > when))
        last = &leaf, when = *at;
    put(picture_, {1.5F * text_, y_, 0.6F * view_.width, variable_row * text_},
        fmt::format("{}  {}", name.variable, language::name_of(name.whole)), variable_letters * text_, Ink::text,
        Face::mono);
    if (last != nullptr) draw_line_of(*last, variable_row * text_);
    y_ += variable_row * text_;
    Values values;
    std::optional<std::size_t> lit;
    for (std::size_t n = 0; n < leaves.size(); ++n) {
      values.emplace_back(leaves[n]);
      if (now_.names()[leaves[n].name].name == chosen_) lit = n;
    }
    Cells(picture_, now_, view_)
        .draw(values, columns, {1.5F * text_, y_, view_.width - 1.5F * text_, high - 0.3F * text_}, name.variable, lit,
              {.kind = Target::Kind::variable, .number = leaves.front().name});
    y_ += high;
  }

  void draw_pin(std::uint32_t name, bool is_pinned) {
    if (view_.is_for_a_class() && !is_pinned) return;  // a class cannot click
    const Box box{0.2F * text_, y_ + 0.35F * text_, 0.7F * text_, 0.7F * text_};
    picture_.shapes.push_back(
        {box, is_pinned ? Ink::now : Ink::none, is_pinned ? Ink::now : Ink::edge, 1, 0.35F * text_, 1, Mark::none});
    picture_.hits.push_back({{0, y_, 1.3F * text_, variable_row * text_}, {.kind = Target::Kind::pin, .number = name}});
  }

  void draw_row(const LocalValue& value) {
    const LocalName& name = now_.names()[value.name];
    const float height = variable_row * text_, size = variable_letters * text_, wide = view_.width;
    const Box row{0, y_, wide, height};
    if (name.name == chosen_) picture_.shapes.push_back({row, Ink::c, Ink::none, 0, 0.2F * text_, 0.16F, Mark::none});
    picture_.hits.push_back({row, {.kind = Target::Kind::variable, .number = value.name}});
    draw_pin(value.name, is_pinned(name.name));
    const float left = 1.5F * text_, names = 0.28F * wide, values = 0.27F * wide, types = 0.2F * wide;
    put(picture_, {left, y_, names - left, height}, elided(name.name, names - left, size, Face::mono), size, Ink::text,
        Face::mono);
    const std::string words = elided(variable_words(now_, value), values, size, Face::bold);
    if (is_new(value))
      picture_.shapes.push_back({{names - 0.3F * text_, y_ + 0.1F * text_,
                                  1.06F * text_width(words, size, Face::bold) + 0.6F * text_, height - 0.2F * text_},
                                 Ink::now,
                                 Ink::none,
                                 0,
                                 0.2F * text_,
                                 1,
                                 Mark::none});
    put(picture_, {names, y_, values, height}, words, size, ink_of(value), Face::bold);
    const std::string type = language::name_of(name.type);
    const float type_size = std::max(0.78F, view_.least) * text_;
    const bool is_apart = 1.06F * text_width(words, size, Face::bold) + 0.6F * text_ < values;
    if (is_apart && (!view_.is_for_a_class() || text_width(type, type_size, Face::sans) < 0.95F * types))
      put(picture_, {names + values, y_, types, height}, elided(type, 0.95F * types, type_size, Face::sans), type_size,
          Ink::dim);
    draw_line_of(value, height);
    y_ += height;
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
  void draw_line_of(const LocalValue& value, float height) {
    if (!value.is_set) return;
    const float wide = 0.25F * view_.width, left = view_.width - wide;
    const float size = 0.82F * text_;
    const std::string words = value.line == 0 ? "by the launch" : fmt::format("line {}", value.line);
    put_first(picture_, {left, y_, wide - 1.8F * text_, height}, {words, value.line == 0 ? "launch" : words, ""}, size,
              Ink::dim);
    if (value.line > 0)
      picture_.hits.push_back(
          {{left, y_, wide - 1.8F * text_, height}, {.kind = Target::Kind::line, .number = value.line}});
    const auto at = now_.set_at(frame_, frame_.thread, value.name);
    if (!at || value.line == 0 || view_.is_for_a_class()) return;
    const float right = view_.width - 0.4F * text_, middle = y_ + height / 2;
    picture_.triangles.push_back({{Point{right - 0.5F * text_, middle - 0.38F * text_}, Point{right, middle},
                                   Point{right - 0.5F * text_, middle + 0.38F * text_}},
                                  Ink::c});
    picture_.hits.push_back(
        {{view_.width - 1.7F * text_, y_, 1.7F * text_, height}, {.kind = Target::Kind::moment, .moment = *at}});
  }

  void draw_grid() {
    const Values values = now_.of_all(frame_, chosen_);
    Cells cells(picture_, now_, view_);
    const std::string range = cells.range_words(values);
    const std::string title = fmt::format("{} in each thread of the block", chosen_);
    put_first(picture_, {0, y_, view_.width, 1.4F * text_},
              {range.empty() ? title : fmt::format("{}: {}", title, range), title}, 0.95F * text_, Ink::text,
              Face::bold);
    y_ += 1.6F * text_;
    const std::uint32_t columns = block_columns();
    const auto rows = static_cast<float>((values.size() + columns - 1) / columns);
    const float high = std::clamp(view_.height - y_ - 1.4F * text_, least_cell * text_ * rows, 2.2F * text_ * rows);
    cells.draw(values, columns, {0, y_, view_.width, high}, "variable", frame_.thread, {.kind = Target::Kind::thread});
    y_ += high + 0.2F * text_;
    put(picture_, {0, y_, view_.width, 1.2F * text_}, legend_of(values), 0.8F * text_, Ink::dim);
    y_ += 1.2F * text_;
  }

  static std::string legend_of(const Values& values) {
    const auto count = [&](const auto& is) { return std::count_if(values.begin(), values.end(), is); };
    const auto outside = count([](const auto& value) { return !value; });
    const auto unset = count([](const auto& value) { return value && !value->is_set; });
    const auto poison = count([](const auto& value) { return value && value->is_set && !is_number(*value); });
    std::string words;
    const auto add = [&](auto number, const char* what) {
      if (number > 0) words += fmt::format("{}{}: {}", words.empty() ? "" : "   ", what, number);
    };
    add(outside, "hatched, not in scope");
    add(unset, "dot, not set");
    add(poison, "cross, not finite");
    return words;
  }

  const Explainable& of_;
  const VariablesNow& now_;
  const Frame& frame_;
  const View& view_;
  float text_, y_ = 0;
  Picture picture_;
  std::string chosen_;
  std::uint32_t call_ = 0;  // of the previous row
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
