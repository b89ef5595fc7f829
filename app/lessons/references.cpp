#include "app/lessons/references.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/explain/finding_words.h"
#include "app/lessons/moment.h"
#include "app/stage/array_values.h"
#include "app/stage/stage.h"
#include "app/stage/words.h"
#include "instrumentation/error.h"
#include "instrumentation/nearest.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope::lessons {

namespace {

// All kinds of references, each with an example.
struct ReferenceKind {
  std::string_view name, example;
};
constexpr std::array<ReferenceKind, 20> reference_kinds{{{"count", "count:global_loads"},
                                                         {"constant", "constant:BLOCK"},
                                                         {"occupancy", "occupancy:hopper.warps"},
                                                         {"roofline", "roofline:hopper.ridge"},
                                                         {"cache", "cache:cache(size=16).plain.misses"},
                                                         {"value", "value:C[0][0]"},
                                                         {"exact", "exact:C[0][0]"},
                                                         {"hex", "hex:out[0]"},
                                                         {"expected", "expected:C[0][0]"},
                                                         {"address", "address:A[0][2]"},
                                                         {"arithmetic", "arithmetic:thread 0,0"},
                                                         {"finding", "finding:1"},
                                                         {"line", "line:store"},
                                                         {"code", "code:store"},
                                                         {"thread", "thread 0,1"},
                                                         {"block", "block 0,1"},
                                                         {"row", "row 0 of A"},
                                                         {"column", "column 1 of B"},
                                                         {"tile", "tile 0,1 of A"},
                                                         {"kernel", "kernel"}}};

const ReferenceKind* kind_called(std::string_view name) {
  const auto* const found = std::find_if(reference_kinds.begin(), reference_kinds.end(),
                                         [&](const ReferenceKind& each) { return each.name == name; });
  return found == reference_kinds.end() ? nullptr : found;
}

const ArrayInfo* array_named(const Scene& scene, std::string_view name, std::uint8_t& number) {
  const auto& arrays = scene.trace().arrays();
  for (std::size_t n = 0; n < arrays.size(); ++n)
    if (arrays[n].name == name) {
      number = static_cast<std::uint8_t>(n);
      return &arrays[n];
    }
  return nullptr;
}

// Splits "thing at moment" and returns the moment, by default that of the text.
std::uint64_t take_moment(const Here& here, std::string_view& text) {
  const std::size_t at = text.find(" at ");
  if (at == std::string_view::npos) return here.moment;
  const std::string_view when = text.substr(at + 4);
  text = text.substr(0, at);
  return when == "now" ? here.moment : moment_named(here.scene(), when);
}

Resolved plain(std::string text, Ink ink, std::vector<Target> lit = {}, bool code = false) {
  return {{{std::move(text), ink, code, true, Figure::From::text}}, std::move(lit)};
}

// The target by its name.
Resolved of_target(const Scene& scene, const Target& target, Ink ink) {
  return plain(name_of(scene, target), ink, {target});
}

ElementOf need_element(const Scene& scene, std::string_view text) {
  if (const auto element = read_element(scene, text)) return *element;
  throw UsageError(fmt::format("'{}' must be an element, as in A[0][2]", text));
}

// A row, column or tile of a matrix; all its elements are lit.
Resolved part_of_matrix(const Here& here, std::string_view kind, std::string_view text) {
  Reader reader(text);
  const Scene& scene = here.scene();
  const auto first = reader.number();
  std::optional<std::uint32_t> second;
  if (kind == "tile" && reader.take(",")) second = reader.number();
  const bool is_whole = first && (kind != "tile" || second) && reader.take("of");
  const std::string name(is_whole ? reader.word() : std::string_view());
  std::uint8_t array = 0;
  const ArrayInfo* const info = array_named(scene, name, array);
  if (!is_whole || !reader.at_end())
    throw UsageError(fmt::format("write it like '{} {} of A'", kind, kind == "tile" ? "0,1" : "0"));
  if (info == nullptr || info->sides.size() != 2) throw UsageError(fmt::format("there is no matrix '{}'", name));
  const std::int64_t rows = info->sides[0], columns = info->sides[1], side = scene.trace().launch().tile;
  std::int64_t row0 = 0, row1 = rows, column0 = 0, column1 = columns;
  if (kind == "row") row1 = (row0 = *first) + 1;
  if (kind == "column") column1 = (column0 = *first) + 1;
  if (kind == "tile") {
    row0 = *first * side, row1 = std::min(rows, row0 + side);
    column0 = *second * side, column1 = std::min(columns, column0 + side);
  }
  if (row0 >= rows || column0 >= columns)
    throw UsageError(fmt::format("{} has {} rows and {} columns", name, rows, columns));
  std::vector<Target> lit;
  for (std::int64_t row = row0; row < row1; ++row)
    for (std::int64_t column = column0; column < column1; ++column)
      lit.push_back(element_target({array, static_cast<std::uint32_t>(row * columns + column)}));
  const std::string words = kind == "tile" ? fmt::format("tile ({},{}) of {}", *first, *second, name)
                                           : fmt::format("{} {} of {}", kind, *first, name);
  return plain(words, ink_of(scene.replay->scenery(), array), std::move(lit));
}

// With enough digits to tell a float from its neighbours, because two sums may differ in the last digit.
std::string all_digits(const Value& value) {
  const float number = value;
  const bool is_fraction = value.number() == Number::f32 && std::isfinite(number) && std::nearbyint(number) != number;
  return is_fraction ? fmt::format("{}", number) : long_value_name(value);
}

Resolved value_in_words(const Here& here, std::string_view text, std::string (*words_of)(const Value&)) {
  const Scene& scene = here.scene();
  const std::uint64_t moment = take_moment(here, text);
  if (Reader sums(text); sums.take("sum")) {
    text = sums.rest();
    const std::uint32_t thread = text.empty() ? here.thread : read_thread(scene, text);
    const Frame frame = scene.replay->at({moment, Grain::step, here.block, thread});
    const auto& sum = frame.threads[thread].sum;
    return plain(sum ? long_value_name(*sum) : "0", Ink::c, {{Target::Kind::thread, 0, 0, thread, 0}});
  }
  const ElementOf element = need_element(scene, text);
  const auto value = value_at(scene, element, moment, here.block);
  if (!value) throw UsageError(fmt::format("{} has no value at that moment", text));
  return plain(words_of(*value), ink_of(scene.replay->scenery(), element.array), {element_target(element)});
}
// The value as on the stage.
Resolved value_reference(const Here& here, std::string_view text) {
  return value_in_words(here, text, [](const Value& value) { return long_value_name(value); });
}
Resolved exact_reference(const Here& here, std::string_view text) { return value_in_words(here, text, all_digits); }
Resolved hex_reference(const Here& here, std::string_view text) {
  Resolved bits = value_in_words(here, text, [](const Value& value) { return fmt::format("{:#x}", value.bits()); });
  for (Span& span : bits.spans) span.code = true;
  return bits;
}

// The element's value in the exact product.
double product_at(const Launch& l, const reading::LaunchProduct& product, std::uint32_t element) {
  const std::int64_t row = static_cast<std::int64_t>(element) / product.n();
  const std::int64_t column = static_cast<std::int64_t>(element) % product.n();
  double sum = 0;
  for (std::int64_t k = 0; k < product.k(); ++k)
    sum += l.buffers[product.a.array].at(product.a.at(row, k)) * l.buffers[product.b.array].at(product.b.at(k, column));
  return sum;
}

// The expected value of an element of the result.
Resolved expected_reference(const Here& here, std::string_view text) {
  const Scene& scene = here.scene();
  const ElementOf element = need_element(scene, text);
  const Launch& l = scene.trace().launch();
  const auto product = reading::product_of(l);
  const auto& result = scene.result;
  double expected = 0;
  if (product && element.array == product->c.array) {
    expected = product_at(l, *product, element.element);
  } else {
    const ResultCheck* const of = result ? result->of(element.array) : nullptr;
    if (of == nullptr) throw UsageError("expected values are known only for the launch's result");
    const auto wrong = std::find(of->wrong.begin(), of->wrong.end(), element.element);
    expected = wrong == of->wrong.end() ? scene.trace().left(element.array, element.element)
                                        : of->expected[static_cast<std::size_t>(wrong - of->wrong.begin())];
  }
  return plain(long_value_name(static_cast<float>(expected)), Ink::c, {element_target(element)});
}

std::string operand_name(const Trace& trace, const Arithmetic::Operand& operand) {
  if (operand.padded) return "0";
  if (operand.source_array) return element_name(trace.arrays()[*operand.source_array], operand.source_element);
  if (operand.array) return element_name(trace.arrays()[*operand.array], operand.element);
  return long_value_name(operand.value);
}

// The name of a thread's sum; adds the elements that take part to `lit`.
std::string sum_target(const Here& here, std::uint32_t thread, const Arithmetic& sum, std::vector<Target>& lit) {
  const Trace& trace = here.scene().trace();
  std::string target = trace.arrays()[sum.sum_array].name;
  for (const Event& event : trace.events(here.block, thread))
    if (event.kind() == tilescope::Kind::global_store) {
      target = element_name(trace.arrays()[event.array()], event.index);
      lit.push_back(element_target({event.array(), event.index}));
    }
  for (const Arithmetic::Operand& each : {sum.first, sum.second}) {
    if (each.source_array && !each.padded) lit.push_back(element_target({*each.source_array, each.source_element}));
    if (each.array) lit.push_back(element_target({*each.array, each.element}));
  }
  return target;
}

// For example "C[0][0] += A[0][2] × B[2][0]: 11 + 3 × 9 = 38".
Resolved arithmetic_reference(const Here& here, std::string_view text) {
  const Scene& scene = here.scene();
  const Trace& trace = scene.trace();
  const std::uint64_t moment = take_moment(here, text);
  const std::uint32_t thread = text.empty() ? here.thread : read_thread(scene, text);
  const Frame frame = scene.replay->at({moment, Grain::step, here.block, thread});
  if (!frame.arithmetic || frame.arithmetic->form != SumForm::multiply_add)
    throw UsageError("that thread adds no product at that moment");
  const Arithmetic& sum = *frame.arithmetic;
  std::vector<Target> lit;
  const std::string target = sum_target(here, thread, sum, lit);
  if (!is_sum_of_operands(*frame.scenery, sum)) {
    const Detail told = detail(frame);
    const std::string_view between = told.numbers.empty() || told.numbers.starts_with('=') ? " " : ": ";
    return plain(told.code + std::string(told.numbers.empty() ? "" : between) + told.numbers, Ink::text, std::move(lit),
                 true);
  }
  const auto number = [](float value) {
    return value < 0 ? "(" + long_value_name(value) + ")" : long_value_name(value);
  };
  // If one operand does not come from a matrix, both are named as elements of shared memory.
  const auto operand = [&](const Arithmetic::Operand& each) {
    const bool both = sum.first.source_array && sum.second.source_array;
    return !both && each.array ? element_name(trace.arrays()[*each.array], each.element) : operand_name(trace, each);
  };
  return plain(
      fmt::format("{} += {} × {}: {} + {} × {} = {}", target, operand(sum.first), operand(sum.second),
                  number(sum.before), number(sum.first.value), number(sum.second.value), long_value_name(sum.after)),
      Ink::text, std::move(lit), true);
}

Resolved finding_reference(const Here& here, std::string_view text) {
  const Scene& scene = here.scene();
  Reader reader(text);
  const auto number = reader.number();
  const auto& findings = scene.explained->hazards.findings;
  if (!number || *number < 1 || *number > findings.size())
    throw UsageError(fmt::format("there is no finding '{}': the launch has {}", text, findings.size()));
  const Finding& finding = findings[*number - 1];
  std::vector<Target> lit;
  for (const std::uint32_t line : lines_of(finding)) lit.push_back({Target::Kind::line, 0, 0, line, 0});
  if (finding.cells > 0 && finding.array != no_array) lit.push_back(element_target({finding.array, finding.cell}));
  for (const Access& access : finding.accesses)
    if (access.block == here.block && finding.accesses.size() > 1)
      lit.push_back({Target::Kind::thread, 0, 0, access.thread, 0});
  return plain(case_words(scene.trace(), finding), Ink::bad, std::move(lit));
}

std::uint32_t need_line(const Here& here, std::string_view text) {
  const bool bare =
      !text.empty() && (std::isdigit(static_cast<unsigned char>(text.front())) != 0 || text.front() == '"');
  const std::string whole = (bare ? "line " : "") + std::string(text);
  Reader reader(whole);
  const auto name = read_line_name(reader);
  if (!name || !reader.at_end())
    throw UsageError(
        fmt::format("'{}' is not a line: write a number, or load A, fill As, read As, sum, store, barrier 1", text));
  return line_named(here.scene(), *name);
}

Target line_target(std::uint32_t line) { return {Target::Kind::line, 0, 0, line, 0}; }

Resolved line_reference(const Here& here, std::string_view text) {
  return of_target(here.scene(), line_target(need_line(here, text)), Ink::keyword);
}

// Code for use in a sentence: without its comment and the final ; or {.
std::string bare_code(std::string code) {
  if (const std::size_t comment = code.find("//"); comment != std::string::npos) code.resize(comment);
  const std::size_t last = code.find_last_not_of(" \t;{");
  code.resize(last == std::string::npos ? 0 : last + 1);
  return code;
}

// The code of a line, for readers who do not see the source.
Resolved code_reference(const Here& here, std::string_view text) {
  const std::uint32_t line = need_line(here, text);
  std::string code = bare_code(text_of_line(here.scene().replay->scenery().kernel_text(), line));
  if (code.empty()) throw UsageError(fmt::format("line {} has no code", line));
  Resolved quoted = plain(std::move(code), Ink::keyword, {line_target(line)}, true);
  quoted.spans.front().line = line;
  return quoted;
}

Resolved constant_reference(const Here& here, std::string_view text) {
  return {{{figure(here, fmt::format("constant({})", text)).text(), Ink::number, false, true, Figure::From::counted}},
          {}};
}

Resolved figure_reference(const Here& here, std::string_view text) {
  const Figure value = figure(here, text);
  return {{{value.text(), Ink::number, false, true, value.from}}, {}};
}

std::pair<std::uint32_t, std::uint32_t> pair_in(std::string_view text, std::string_view what) {
  Reader reader(text);
  static_cast<void>(reader.take(what));
  const bool in_brackets = reader.take("(");
  const auto row = reader.number();
  const auto column = row && reader.take(",") ? reader.number() : std::nullopt;
  if (!column || (in_brackets && !reader.take(")")) || !reader.at_end())
    throw UsageError(fmt::format("'{}' must be a {} by row and column, as in '{} 0,1'", text, what, what));
  return {*row, *column};
}

// Reads "0][2]", the indices after the first bracket.
std::vector<std::int64_t> places_in(Reader& reader, std::string_view text) {
  std::vector<std::int64_t> places;
  do {
    const auto place = reader.number();
    if (!place || !reader.take("]")) throw UsageError(fmt::format("'{}' must be an element, as in A[0][2]", text));
    places.push_back(*place);
  } while (reader.take("["));
  if (!reader.at_end()) throw UsageError(fmt::format("unexpected '{}' in '{}'", reader.rest(), text));
  return places;
}

std::uint32_t element_at(const ArrayInfo& array, std::string_view text, const std::vector<std::int64_t>& places) {
  const auto& sides = array.sides;
  if (places.size() != sides.size())
    throw UsageError(fmt::format("{} takes {}, but '{}' has {}", array.name, many(sides.size(), "index", "indices"),
                                 text, places.size()));
  std::int64_t element = 0;
  for (std::size_t n = 0; n < places.size(); ++n) {
    if (places[n] >= sides[n])
      throw UsageError(fmt::format("{} lies outside {}: it has {}", text, array.name,
                                   sides.size() == 2 ? fmt::format("{} rows and {} columns", sides[0], sides[1])
                                                     : fmt::format("{} elements", sides[0])));
    element = element * sides[n] + places[n];
  }
  return static_cast<std::uint32_t>(element);
}

// Whether the next words begin a sentence. Colons and line breaks do not end a sentence.
bool begins_sentence(const std::vector<Span>& spans) {
  const std::string said = plain_text(spans);
  const std::size_t last = said.find_last_not_of(" \n");
  if (last == std::string::npos) return true;
  return said[last] == '.' && last + 1 < said.size();
}

Resolved address_reference(const Here& here, std::string_view text) {
  const ElementOf element = need_element(here.scene(), text);
  const Trace& trace = here.scene().trace();
  return plain(address_of(trace.arrays()[element.array], element.element, vocabulary_of(trace.launch())), Ink::number,
               {element_target(element)}, true);
}

// Resolves "kind:what".
Resolved reference_of_kind(const Here& here, std::string_view kind, std::string_view what) {
  struct WithColon {
    std::string_view kind;
    Resolved (*refer)(const Here& here, std::string_view what);
  };
  static constexpr std::array all{
      WithColon{"count", figure_reference},    WithColon{"occupancy", figure_reference},
      WithColon{"roofline", figure_reference}, WithColon{"cache", figure_reference},
      WithColon{"value", value_reference},     WithColon{"exact", exact_reference},
      WithColon{"hex", hex_reference},         WithColon{"expected", expected_reference},
      WithColon{"line", line_reference},       WithColon{"code", code_reference},
      WithColon{"finding", finding_reference}, WithColon{"arithmetic", arithmetic_reference},
      WithColon{"address", address_reference}, WithColon{"constant", constant_reference}};
  while (what.starts_with(' ')) what.remove_prefix(1);
  const auto known = std::find_if(all.begin(), all.end(), [&](const WithColon& each) { return each.kind == kind; });
  if (known != all.end()) return known->refer(here, what);
  if (const ReferenceKind* const other = kind_called(kind); other != nullptr)
    throw UsageError(fmt::format("'{}' takes no colon: write it like {{{}}}", kind, other->example));
  if (is_launch_figure(kind)) {
    const bool is_of_name = kind == "number" || kind == "value";
    throw UsageError(fmt::format("'{}' is a figure: write {{count:{}{}}}", kind, kind,
                                 is_of_name ? fmt::format("({})", what) : fmt::format(".{}", what)));
  }
  std::vector<std::string_view> names;
  for (const WithColon& each : all) names.push_back(each.kind);
  const std::string_view near = nearest(kind, names);
  if (letters_apart(kind, near) <= 2)
    throw UsageError(fmt::format("there is no reference '{}:': did you mean '{}:'?", kind, near));
  throw UsageError(fmt::format("there is no reference '{}:': write one of {}:", kind, fmt::join(names, ":, ")));
}

// Reads a text with code in backticks, terms in ** and references in braces.
class Resolving {
 public:
  Resolving(const Here& here, const Written& written, std::vector<Mistake>& mistakes)
      : here_(here), written_(written), text_(written.text), mistakes_(mistakes) {}

  Resolved all() {
    for (; at_ < text_.size(); ++at_) take(text_[at_]);
    flush();
    if (bold_) wrong("a term begins with ** but does not end with **");
    return std::move(whole_);
  }

 private:
  void take(char sign) {
    if (sign == '`') {
      flush();
      code_ = !code_;
    } else if (sign == '*' && !code_ && text_.substr(at_ + 1).starts_with('*')) {
      flush();
      bold_ = !bold_;
      ++at_;
    } else if ((sign == '{' || sign == '}') && text_.substr(at_ + 1).starts_with(sign)) {
      now_ += sign;
      ++at_;
    } else if (sign == '}') {
      wrong("a } without its {: write }} for a brace");
    } else if (sign == '{') {
      take_reference();
    } else {
      now_ += sign;
    }
  }

  void take_reference() {
    const std::size_t end = text_.find('}', at_);
    if (end == std::string::npos) {
      wrong("a { without its }: write {{ for a brace");
      at_ = text_.size();
      return;
    }
    const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
    flush();
    try {
      add(reference(here_, inside));
    } catch (const Error& error) {
      wrong(fmt::format("{{{}}}: {}", inside, error.what()));
    }
    at_ = end;
  }

  void add(Resolved one) {
    std::string& words = one.spans.front().text;
    if (!one.spans.front().code && begins_sentence(whole_.spans))
      words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
    whole_.spans.insert(whole_.spans.end(), one.spans.begin(), one.spans.end());
    whole_.lit.insert(whole_.lit.end(), one.lit.begin(), one.lit.end());
  }
  void flush() {
    if (!now_.empty()) whole_.spans.push_back({now_, Ink::text, code_, bold_, Figure::From::text});
    now_.clear();
  }
  void wrong(std::string what) { mistakes_.push_back({written_.line_at(at_), written_.key, std::move(what)}); }

  const Here& here_;
  const Written& written_;
  std::string_view text_;
  std::vector<Mistake>& mistakes_;
  Resolved whole_;
  std::string now_;
  std::size_t at_ = 0;
  bool code_ = false, bold_ = false;
};

}  // namespace

Target element_target(ElementOf element) { return {Target::Kind::element, 0, element.array, element.element, 0}; }

Resolved reference(const Here& here, std::string_view text) {
  const Scene& scene = here.scene();
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos)
    return reference_of_kind(here, text.substr(0, colon), text.substr(colon + 1));
  if (const auto element = read_element(scene, text))
    return plain(std::string(text), ink_of(scene.replay->scenery(), element->array), {element_target(*element)}, true);
  Reader reader(text);
  const std::string_view word = reader.word();
  const bool goes_on = !reader.at_end();  // otherwise it may be an array with this name
  if (goes_on && (word == "row" || word == "column" || word == "tile"))
    return part_of_matrix(here, word, reader.rest());
  if (word == "thread") return of_target(scene, {Target::Kind::thread, 0, 0, read_thread(scene, text), 0}, Ink::text);
  if (word == "block")
    return of_target(scene, {Target::Kind::block, 0, 0, static_cast<std::uint32_t>(read_block(scene, text)), 0},
                     Ink::c);
  if (text == "kernel") return plain(scene.trace().launch().kernel, Ink::c, {}, true);
  std::uint8_t array = 0;
  if (array_named(scene, text, array) != nullptr)
    return plain(std::string(text), ink_of(scene.replay->scenery(), array), {}, true);
  if (const ReferenceKind* const kind = kind_called(text); kind != nullptr)
    throw UsageError(fmt::format("a name is missing: {{{}}}", kind->example));
  if (is_launch_figure(word)) throw UsageError(fmt::format("'{}' is a figure: write {{count:{}}}", word, text));
  std::vector<std::string_view> known;
  for (const ArrayInfo& each : scene.trace().arrays()) known.push_back(each.name);
  for (const ReferenceKind& each : reference_kinds) known.push_back(each.name);
  const std::string_view near = nearest(word, known);
  const ReferenceKind* const kind = kind_called(near);
  throw UsageError(fmt::format("there is nothing called '{}' here: did you mean {{{}}}?", text,
                               kind != nullptr ? kind->example : near));
}

Resolved resolve(const Here& here, const Written& written, std::vector<Mistake>& mistakes) {
  return Resolving(here, written, mistakes).all();
}

std::string plain_text(const std::vector<Span>& spans) {
  std::string text;
  for (const Span& span : spans) text += span.text;
  return text;
}

std::optional<ElementOf> read_element(const Scene& scene, std::string_view text) {
  Reader reader(text);
  const std::string_view name = reader.word();
  if (name.empty() || !reader.take("[")) return std::nullopt;
  std::uint8_t array = 0;
  const ArrayInfo* const info = array_named(scene, name, array);
  if (info == nullptr) {
    std::vector<std::string_view> known;
    for (const ArrayInfo& each : scene.trace().arrays()) known.push_back(each.name);
    throw UsageError(fmt::format("{} has no array '{}': did you mean '{}'?", scene.trace().launch().kernel, name,
                                 nearest(name, known)));
  }
  return ElementOf{array, element_at(*info, text, places_in(reader, text))};
}

namespace {

// Reads "block 3", the name in a single row or column.
std::optional<std::uint32_t> alone_in(std::string_view text, std::string_view what, Size2 among) {
  Reader reader(text);
  static_cast<void>(reader.take(what));
  const auto number = reader.number();
  if (!number || !reader.at_end() || (among.y > 1 && among.x > 1)) return std::nullopt;
  if (*number >= among.count())
    throw UsageError(fmt::format("there is no {} {}: there are {}", what, *number, among.count()));
  return number;
}

}  // namespace

std::uint32_t read_thread(const Scene& scene, std::string_view text) {
  if (const auto alone = alone_in(text, "thread", scene.trace().launch().block)) return *alone;
  const auto [row, column] = pair_in(text, "thread");
  return thread_at(scene.trace().launch(), row, column);
}

std::size_t read_block(const Scene& scene, std::string_view text) {
  if (const auto alone = alone_in(text, "block", scene.trace().launch().grid)) return *alone;
  const auto [row, column] = pair_in(text, "block");
  return block_at(scene.trace().launch(), row, column);
}

std::string name_of(const Scene& scene, const Target& target) {
  const Trace& trace = scene.trace();
  switch (target.kind) {
    case Target::Kind::element:
      return target.array < trace.arrays().size() ? element_name(trace.arrays()[target.array], target.number) : "";
    case Target::Kind::thread: return "thread " + place_among(trace.launch().block, target.number);
    case Target::Kind::line: return fmt::format("line {}", target.number);
    case Target::Kind::block: return "block " + block_name(trace.launch(), target.number);
    default: return "";
  }
}

std::optional<Value> value_at(const Scene& scene, ElementOf element, std::uint64_t moment, std::size_t block) {
  const Trace& trace = scene.trace();
  const Scenery& scenery = scene.replay->scenery();
  const ArrayInfo& array = trace.arrays()[element.array];
  const double given = scenery.is_global(element.array) ? scenery.given(element.array, element.element) : 0;
  if (scenery.is_global(element.array) && !scenery.is_written(element.array)) return value_from(array.number, given);
  const Frame frame = scene.replay->at({moment, Grain::step, block, 0});
  if (array.space == Space::shared) {
    for (const SharedNow& shared : frame.shared)
      if (shared.array == element.array && shared.cells[element.element].state != SharedCell::State::empty)
        return shared.cells[element.element].value;
    return std::nullopt;
  }
  const auto& written = frame.written[element.array];
  if (element.element < written.size() && written[element.element].state != CElement::State::untouched)
    return written[element.element].value();
  // The initial value counts if it was given or if the kernel reads it.
  if (given != 0 || scenery.is_read(element.array)) return value_from(array.number, given);
  return std::nullopt;
}

}  // namespace tilescope::lessons
