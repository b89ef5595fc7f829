#include "instrumentation/language/preprocessor/definition.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace tilescope::language {

namespace {

class DefinitionReader {
 public:
  DefinitionReader(std::span<const Token> line, Place at, Diagnostics& diagnostics)
      : rest_(line), at_(at), diagnostics_(diagnostics) {}

  std::optional<Macro> read() {
    if (rest_.empty() || rest_.front().kind != TokenKind::word) {
      diagnostics_.error(rest_.empty() ? at_ : rest_.front().place, Mistake::nameless_macro, "#define needs a name");
      return std::nullopt;
    }
    if (rest_.front().text == "defined") {
      diagnostics_.error(rest_.front().place, Mistake::bad_macro, "'defined' cannot be a macro");
      return std::nullopt;
    }
    macro_.place = rest_.front().place;
    macro_.name = take().text;
    macro_.takes_arguments = is_next(Mark::open_paren) && !rest_.front().after_space;
    if (macro_.takes_arguments && !read_parameters()) return std::nullopt;
    macro_.body.assign(rest_.begin(), rest_.end());
    if (!macro_.body.empty()) macro_.body.front().after_space = false;
    if (!check_body()) return std::nullopt;
    return std::move(macro_);
  }

 private:
  [[nodiscard]] bool is_next(Mark mark) const { return !rest_.empty() && rest_.front().is(mark); }
  Token take() {
    const Token token = rest_.front();
    rest_ = rest_.subspan(1);
    return token;
  }
  bool refuse(Place place, Sentence sentence) {
    diagnostics_.error(place, Mistake::bad_macro, std::move(sentence));
    return false;
  }
  [[nodiscard]] Place next_place() const { return rest_.empty() ? macro_.place : rest_.front().place; }
  [[nodiscard]] Sentence quoted_name() const { return quoted(macro_.name); }

  bool read_parameters() {
    take();
    while (!is_next(Mark::close_paren)) {
      if (!macro_.parameters.empty() && (macro_.variadic || !is_next(Mark::comma)))
        return refuse(next_place(), "a ',' or ')' is missing from the parameters of " + quoted_name());
      if (!macro_.parameters.empty()) take();
      if (!read_parameter()) return false;
    }
    take();
    std::vector<std::string_view> names = macro_.parameters;
    std::sort(names.begin(), names.end());
    const auto twice = std::adjacent_find(names.begin(), names.end());
    if (twice == names.end()) return true;
    return refuse(macro_.place, quoted_name() + " has two parameters named " + quoted(*twice));
  }

  // "x", "..." or "x..."
  bool read_parameter() {
    const bool has_name = !rest_.empty() && rest_.front().kind == TokenKind::word;
    if (!has_name && !is_next(Mark::ellipsis))
      return refuse(next_place(), "the parameters of " + quoted_name() + " must be names separated by commas");
    macro_.parameters.push_back(has_name ? take().text : "__VA_ARGS__");
    macro_.variadic = is_next(Mark::ellipsis);
    if (macro_.variadic) take();
    return true;
  }

  bool check_body() {
    const std::vector<Token>& body = macro_.body;
    if (body.empty()) return true;
    for (const Token& end : {body.front(), body.back()})
      if (end.is(Mark::hash_hash)) return refuse(end.place, "'##' joins two tokens: it belongs between them");
    for (std::size_t i = 0; macro_.takes_arguments && i < body.size(); ++i)
      if (body[i].is(Mark::hash) && !is_parameter(body, i + 1))
        return refuse(body[i].place, "a parameter of " + quoted_name() + " must follow '#'");
    return true;
  }

  [[nodiscard]] bool is_parameter(const std::vector<Token>& body, std::size_t at) const {
    if (at >= body.size() || body[at].kind != TokenKind::word) return false;
    return std::find(macro_.parameters.begin(), macro_.parameters.end(), body[at].text) != macro_.parameters.end();
  }

  std::span<const Token> rest_;
  Place at_;
  Diagnostics& diagnostics_;
  Macro macro_;
};

}  // namespace

std::optional<Macro> definition(std::span<const Token> line, Place at, Diagnostics& diagnostics) {
  return DefinitionReader(line, at, diagnostics).read();
}

bool is_same(const Macro& a, const Macro& b) {
  return a.takes_arguments == b.takes_arguments && a.variadic == b.variadic && a.parameters == b.parameters &&
         std::equal(a.body.begin(), a.body.end(), b.body.begin(), b.body.end(), [](const Token& one, const Token& two) {
           return one.text == two.text && one.after_space == two.after_space;
         });
}

}  // namespace tilescope::language
