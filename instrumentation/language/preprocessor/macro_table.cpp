#include "instrumentation/language/preprocessor/macro_table.h"

#include <utility>

#include "instrumentation/language/preprocessor/headers_known.h"
#include "instrumentation/language/tokens/lexer.h"

namespace tilescope::language {

namespace {

class BodyReader {
 public:
  explicit BodyReader(const Macro& macro) : macro_(macro) {
    for (const std::string_view parameter : macro.parameters) numbers_.emplace(parameter, numbers_.size());
  }

  std::vector<Part> read() {
    bool pasted = false;
    for (; at_ < macro_.body.size(); ++at_) {
      if (macro_.body[at_].is(Mark::hash_hash)) {
        pasted = true;
      } else if (!ends_rest()) {
        const std::size_t begin = at_;
        Part part = next();
        part.token = begin;
        if (part.kind != Part::Kind::rest) part.pasted = std::exchange(pasted, false);
        add(part);
      }
    }
    if (brackets_ > 0) parts_[rest_].end = parts_.size();
    return std::move(parts_);
  }

 private:
  static constexpr std::size_t no_parameter = ~std::size_t{0};

  [[nodiscard]] std::size_t parameter(std::size_t at) const {
    if (at >= macro_.body.size() || macro_.body[at].kind != TokenKind::word) return no_parameter;
    const auto found = numbers_.find(macro_.body[at].text);
    return found == numbers_.end() ? no_parameter : found->second;
  }
  [[nodiscard]] bool is_mark(std::size_t at, Mark mark) const {
    return at < macro_.body.size() && macro_.body[at].is(mark);
  }

  Part next() {
    Part part;
    if (macro_.takes_arguments && is_mark(at_, Mark::hash) && parameter(at_ + 1) != no_parameter) {
      part.kind = Part::Kind::quoted;
      part.parameter = parameter(++at_);
    } else if (parameter(at_) != no_parameter) {
      part.kind = is_mark(at_ + 1, Mark::hash_hash) ? Part::Kind::typed : Part::Kind::replaced;
      part.parameter = parameter(at_);
    } else if (macro_.variadic && brackets_ == 0 && macro_.body[at_].text == "__VA_OPT__" &&
               is_mark(at_ + 1, Mark::open_paren)) {
      part.kind = Part::Kind::rest;
      ++at_;
      brackets_ = 1;
      rest_ = parts_.size();
    }
    return part;
  }

  void add(Part part) {
    const bool behind_comma =
        !parts_.empty() && parts_.back().kind == Part::Kind::token && macro_.body[parts_.back().token].is(Mark::comma);
    if (part.pasted && part.kind == Part::Kind::replaced) {
      part.kind = Part::Kind::typed;
      part.drops_comma = macro_.variadic && behind_comma && part.parameter + 1 == macro_.parameters.size();
      part.pasted = !part.drops_comma;
    }
    parts_.push_back(part);
  }

  // True at the bracket that ends __VA_OPT__, which is not a part itself.
  bool ends_rest() {
    if (brackets_ == 0) return false;
    if (is_mark(at_, Mark::open_paren)) ++brackets_;
    if (!is_mark(at_, Mark::close_paren) || --brackets_ > 0) return false;
    parts_[rest_].end = parts_.size();
    return true;
  }

  const Macro& macro_;
  std::unordered_map<std::string_view, std::size_t> numbers_;
  std::vector<Part> parts_;
  std::size_t at_ = 0;
  std::size_t brackets_ = 0;  // brackets open since __VA_OPT__
  std::size_t rest_ = 0;      // the part of __VA_OPT__
};

}  // namespace

bool MacroTable::is_known(std::string_view name) const {
  const KnownMacro* const known = known_macro(name);
  return known != nullptr && (!known->of_math_constants || has_math_constants_);
}

bool MacroTable::is_defined(std::string_view name) const {
  const auto found = numbers_.find(name);
  return found != numbers_.end() ? found->second != none : is_known(name);
}

std::uint32_t MacroTable::find(std::string_view name) {
  const auto found = numbers_.find(name);
  if (found != numbers_.end()) return found->second;
  if (!is_known(name)) return none;
  Macro known;
  known.name = known_macro(name)->name;
  known.body = tokens_in(known_macro(name)->body, arena_);
  define(std::move(known));
  return numbers_[name];
}

void MacroTable::define(Macro macro) {
  numbers_[macro.name] = static_cast<std::uint32_t>(result_.macros.size());
  parts_.push_back(BodyReader(macro).read());
  result_.macros.push_back(std::move(macro));
}

}  // namespace tilescope::language
