#include "app/lessons/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/lessons/launch_keys.h"
#include "app/lessons/moment.h"
#include "app/stage/words.h"
#include "instrumentation/error.h"
#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_fields.h"
#include "instrumentation/launching/texts/known_texts.h"
#include "instrumentation/nearest.h"

namespace tilescope::lessons {

namespace {

using From = Figure::From;

// The deepest nesting of brackets. No lesson needs more, and more must not overflow the stack.
constexpr int deepest = 40;

// The file of another kernel describes its own launch, so this launch's settings are dropped.
Request of_kernel(const Request& here, const std::string& kernel) {
  Request request = here;
  if (kernel != here.kernel)
    for (const RequestField& field : request_fields())
      if (field.of == RequestField::Of::file) leave_out(request, field);
  request.kernel = kernel;
  return request;
}

// A comma separates keys here, so semicolons replace the commas in a value.
std::string with_commas(const std::string& key, std::string value) {
  const auto fields = request_fields();
  const auto field = std::find_if(fields.begin(), fields.end(), [&](const RequestField& f) { return f.key == key; });
  const bool is_parted = field != fields.end() && (field->add != nullptr || key == "grid_size" || key == "block_size");
  if (is_parted) std::replace(value.begin(), value.end(), ';', ',');
  return value;
}

class Expression {
 public:
  // Without a launch, names are only checked, and each counts as 1.
  Expression(const Here* here, std::string_view text, std::optional<std::string_view> when)
      : here_(here), whole_(text), when_(when), reader_(text) {}

  Figure read() {
    Figure figure = sum(0);
    if (!reader_.at_end()) throw UsageError(fmt::format("unexpected '{}' in '{}'", reader_.rest(), whole_));
    return figure;
  }

 private:
  Figure sum(int depth) {
    Figure figure = product(depth);
    while (true) {
      if (reader_.take("+"))
        figure = combined(figure, product(depth), [](double a, double b) { return a + b; });
      else if (reader_.take("-"))
        figure = combined(figure, product(depth), [](double a, double b) { return a - b; });
      else
        return figure;
    }
  }

  Figure product(int depth) {
    Figure figure = factor(depth);
    while (true) {
      if (reader_.take("*")) {
        figure = combined(figure, factor(depth), [](double a, double b) { return a * b; });
      } else if (reader_.take("/")) {
        const Figure by = factor(depth);
        if (here_ != nullptr && by.number == 0) throw UsageError(fmt::format("'{}' divides by 0", whole_));
        figure = combined(figure, by, [](double a, double b) { return a / b; });
      } else {
        return figure;
      }
    }
  }

  Figure factor(int depth) {
    if (depth > deepest) throw UsageError("too many nested brackets");
    if (reader_.take("-")) return combined({}, factor(depth + 1), [](double, double b) { return -b; });
    if (reader_.take("(")) {
      Figure figure = sum(depth + 1);
      need(")");
      return figure;
    }
    if (const auto number = reader_.decimal()) return {*number, "", From::text};
    const std::string first(reader_.word());
    if (first.empty()) throw UsageError(fmt::format("'{}' is incomplete: a number or a name is missing", whole_));
    if (first == "ceil" || first == "floor" || first == "log2" || first == "min" || first == "max")
      return function(first, depth);
    return named(first);
  }

  Figure function(const std::string& name, int depth) {
    need("(");
    Figure figure = sum(depth + 1);
    if (name == "ceil") figure.number = std::ceil(figure.number);
    if (name == "floor") figure.number = std::floor(figure.number);
    if (name == "log2") figure.number = std::log2(figure.number);
    if (name == "min" || name == "max") {
      need(",");
      figure = combined(figure, sum(depth + 1),
                        [&](double a, double b) { return name == "min" ? std::min(a, b) : std::max(a, b); });
    }
    need(")");
    return figure;
  }

  Figure named(const std::string& first) {
    Name name{{first, arguments()}};
    while (reader_.take(".")) {
      const std::string part(reader_.word());
      if (part.empty()) throw UsageError(fmt::format("a name is missing after a dot in '{}'", whole_));
      name.push_back({part, arguments()});
    }
    return resolve(name);
  }

  std::vector<std::string> arguments() {
    std::vector<std::string> list;
    if (!reader_.take("(")) return list;
    const auto inside = reader_.up_to(')');
    if (!inside) throw UsageError(fmt::format("a ) is missing from '{}'", whole_));
    for (std::size_t begin = 0; begin <= inside->size();) {
      const std::size_t end = std::min(inside->find(',', begin), inside->size());
      std::string_view each = inside->substr(begin, end - begin);
      while (!each.empty() && each.front() == ' ') each.remove_prefix(1);
      while (!each.empty() && each.back() == ' ') each.remove_suffix(1);
      if (each.empty()) throw UsageError(fmt::format("something is missing between the brackets of '{}'", whole_));
      list.emplace_back(each);
      begin = end + 1;
    }
    return list;
  }

  Figure resolve(Name name) {
    if (is_launch_figure(name.front().name))
      return here_ == nullptr ? unknown : launch_figure(*here_, here_->situation.request, name, when_);
    const std::string& subject = name.front().name;
    const bool is_kernel = find_classic(subject) != nullptr || find_product(subject) != nullptr;
    if (is_kernel || subject == "launch") {
      if (here_ == nullptr) return unknown;
      Request request = here_->situation.request;
      if (is_kernel) request = of_kernel(request, kernel_called(subject));
      for (const std::string& each : name.front().arguments) {
        const std::size_t equal = each.find('=');
        if (equal == std::string::npos)
          throw UsageError(fmt::format("'{}' must be a key and a value, as in tile=16", each));
        set_launch_key(request, each.substr(0, equal), with_commas(each.substr(0, equal), each.substr(equal + 1)));
      }
      name.erase(name.begin());
      if (name.empty())
        throw UsageError(fmt::format("say which figure of {} you mean, for example {}.global_loads", subject, subject));
      return launch_figure(*here_, request, name, when_);
    }
    if (const auto figure = model_figure(name)) return *figure;
    std::vector<std::string_view> known = launch_figures();
    for (const KnownText& kernel : known_texts()) known.push_back(kernel.name);
    throw UsageError(fmt::format("nothing is called '{}': did you mean '{}'?", subject, nearest(subject, known)));
  }

  template <class Work>
  static Figure combined(const Figure& a, const Figure& b, const Work& work) {
    for (const Figure& each : {a, b})
      if (!each.words.empty()) throw UsageError(fmt::format("'{}' is not a number", each.words));
    return {work(a.number, b.number), "", std::max(a.from, b.from)};
  }

  void need(std::string_view sign) {
    if (!reader_.take(sign)) throw UsageError(fmt::format("a {} is missing from '{}'", sign, whole_));
  }

  inline static const Figure unknown{1, "", From::counted};

  const Here* here_;
  std::string_view whole_;
  std::optional<std::string_view> when_;
  Reader reader_;
};

}  // namespace

bool is_whole(double number) {
  return std::abs(number) < 1e15 && std::abs(std::nearbyint(number) - number) <= 1e-12 * std::abs(number);
}

std::string Figure::text() const {
  if (!words.empty()) return words;
  if (is_whole(number))
    return (number < -0.5 ? "-" : "") + count_name(static_cast<std::uint64_t>(std::round(std::abs(number))));
  return fmt::format("{:.4g}", number);
}

namespace {

// Splits "sum at moment" and returns the moment.
std::optional<std::string_view> take_when(std::string_view& expression) {
  const std::size_t at = expression.find(" at ");
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view when = expression.substr(at + 4);
  expression = expression.substr(0, at);
  return when;
}

}  // namespace

Figure figure(const Here& here, std::string_view expression) {
  const auto when = take_when(expression);
  return Expression(&here, expression, when).read();
}

void check_figure(std::string_view expression) {
  const auto when = take_when(expression);
  static_cast<void>(Expression(nullptr, expression, when).read());
}

std::uint32_t thread_at(const Launch& launch, std::uint32_t row, std::uint32_t column) {
  if (row >= launch.block.y || column >= launch.block.x)
    throw UsageError(fmt::format("there is no thread ({},{}): a block has {} rows of {} threads", row, column,
                                 launch.block.y, launch.block.x));
  return row * launch.block.x + column;
}

std::size_t block_at(const Launch& launch, std::uint32_t row, std::uint32_t column) {
  if (row >= launch.grid.y || column >= launch.grid.x)
    throw UsageError(fmt::format("there is no block ({},{}): the grid has {} rows of {} blocks", row, column,
                                 launch.grid.y, launch.grid.x));
  return std::size_t{row} * launch.grid.x + column;
}

}  // namespace tilescope::lessons
