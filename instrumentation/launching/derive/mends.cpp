#include "instrumentation/launching/derive/mends.h"

#include <algorithm>
#include <array>
#include <set>

#include "instrumentation/language/tokens/lexer.h"
#include "instrumentation/language/tree/tree.h"

namespace tilescope {

namespace {

using language::Mark;
using language::Token;
using language::TokenKind;

bool is_place(const Token& token) {
  return token.is_name() && (token.text == "threadIdx" || token.text == "blockIdx" || token.text == "blockDim");
}

// For one function, in its body.
class Mender {
 public:
  Mender(const language::Function& function, std::string_view text) : offset_(function.place.offset) {
    tokens_ = tokens_in(text.substr(offset_), arena_);
    keep_body();
    for (const language::Variable* const variable : function.parameters) note(*variable);
    for (const language::Variable* const variable : function.locals) note(*variable);
  }

  void signs(std::vector<Mend>& all) const {
    for (std::size_t n = 1; n + 1 < tokens_.size(); ++n) {
      const Token& token = tokens_[n];
      if (!ends_operand(tokens_[n - 1])) continue;
      if (token.is(Mark::plus)) replace(all, n, {"*", "-"});
      if (token.is(Mark::minus)) replace(all, n, {"+"});
      if (token.is(Mark::star)) replace(all, n, {"+"});
      if (token.is(Mark::slash)) replace(all, n, {"%"});
      if (token.is(Mark::percent)) replace(all, n, {"/"});
      if (token.is(Mark::less_equal)) replace(all, n, {"<"});
    }
  }
  void places(std::vector<Mend>& all) const {
    for (std::size_t n = 0; n + 2 < tokens_.size(); ++n) {
      if (!is_place(tokens_[n]) || !tokens_[n + 1].is(Mark::dot)) continue;
      if (tokens_[n].text != "blockDim") replace(all, n, {tokens_[n].text == "threadIdx" ? "blockIdx" : "threadIdx"});
      replace(all, n + 2, {tokens_[n + 2].text == "x" ? "y" : "x"});
    }
  }
  // `+ 1` goes, and what begins with 1 begins with 0.
  void ones(std::vector<Mend>& all) const {
    for (std::size_t n = 1; n + 1 < tokens_.size(); ++n) {
      if (tokens_[n].kind != TokenKind::number || tokens_[n].text != "1") continue;
      const Token& before = tokens_[n - 1];
      if (before.is(Mark::equals)) replace(all, n, {"0"});
      if (before.is(Mark::plus) || before.is(Mark::minus))
        all.push_back({at(before), at(tokens_[n]) + 1 - at(before), ""});
      if (tokens_[n + 1].is(Mark::plus)) all.push_back({at(tokens_[n]), at(tokens_[n + 1]) + 1 - at(tokens_[n]), ""});
    }
  }
  void arrays(std::vector<Mend>& all) const {
    each_name(arrays_, [&](std::size_t n) {
      for (const std::string_view other : arrays_)
        if (other != tokens_[n].text) replace(all, n, {other});
    });
  }
  // The thread's own index after what is its block's.
  void threads(std::vector<Mend>& all) const {
    for (std::size_t n = 0; n + 5 < tokens_.size(); ++n) {
      if (!is_place(tokens_[n]) || !tokens_[n + 1].is(Mark::dot)) continue;
      const std::string side(tokens_[n + 2].text);
      if (tokens_[n].text == "threadIdx") insert(all, tokens_[n], "blockIdx." + side + " * blockDim." + side + " + ");
      const Token& end = tokens_[n + 4];
      if (tokens_[n].text == "blockDim" && !tokens_[n + 3].is(Mark::plus))
        insert_behind(all, tokens_[n + 2], " + threadIdx." + side);
      if (tokens_[n].text == "blockIdx" && tokens_[n + 3].is(Mark::star) && !tokens_[n + 5].is(Mark::plus) &&
          !is_place(end))
        insert_behind(all, end, " + threadIdx." + side);
    }
  }
  // What is missing where an element is looked up.
  void terms(std::vector<Mend>& all) const {
    for (std::size_t n = 1; n + 1 < tokens_.size(); ++n) {
      if (tokens_[n].is(Mark::close_bracket))
        for (const std::string_view each : whole_) insert_behind(all, tokens_[n - 1], " + " + std::string(each));
      if (!tokens_[n].is(Mark::open_bracket)) continue;
      for (const std::string_view row : whole_)
        for (const std::string_view width : given_)
          insert(all, tokens_[n + 1], std::string(row) + " * " + std::string(width) + " + ");
    }
  }
  void variables(std::vector<Mend>& all) const {
    each_name(whole_, [&](std::size_t n) {
      const bool is_declared = tokens_[n + 1].is(Mark::equals);
      if (is_declared || is_in_head_[n]) return;
      for (const std::string_view other : whole_)
        if (other != tokens_[n].text) replace(all, n, {other});
    });
  }

 private:
  void keep_body() {
    std::size_t begin = 0, depth = 0, end = 0;
    while (begin < tokens_.size() && !tokens_[begin].is(Mark::open_brace)) ++begin;
    for (end = begin; end < tokens_.size(); ++end) {
      if (tokens_[end].is(Mark::open_brace)) ++depth;
      if (tokens_[end].is(Mark::close_brace) && --depth == 0) break;
    }
    tokens_ = {tokens_.begin() + static_cast<std::ptrdiff_t>(begin),
               tokens_.begin() + static_cast<std::ptrdiff_t>(end)};
    // For a loop or a condition: what stands in its brackets.
    is_in_head_.assign(tokens_.size(), false);
    for (std::size_t n = 0; n + 1 < tokens_.size(); ++n) {
      using language::Keyword;
      if (!tokens_[n].is(Keyword::for_) && !tokens_[n].is(Keyword::while_) && !tokens_[n].is(Keyword::if_)) continue;
      std::size_t open = 0;
      for (std::size_t at = n + 1; at < tokens_.size(); ++at) {
        if (tokens_[at].is(Mark::open_paren)) ++open;
        is_in_head_[at] = true;
        if (tokens_[at].is(Mark::close_paren) && --open == 0) break;
      }
    }
  }
  void note(const language::Variable& variable) {
    if (variable.name.empty()) return;
    const language::Type type = variable.type;
    if (type.is_pointer() || type.is_array())
      arrays_.insert(variable.name);
    else if (type.is_integer())
      whole_.insert(variable.name);
    if (type.is_integer() && variable.space == language::Space::parameter) given_.insert(variable.name);
  }

  [[nodiscard]] static bool ends_operand(const Token& token) {
    return token.is_name() || token.kind == TokenKind::number || token.is(Mark::close_paren) ||
           token.is(Mark::close_bracket);
  }
  [[nodiscard]] std::uint32_t at(const Token& token) const { return offset_ + token.place.offset; }
  void replace(std::vector<Mend>& all, std::size_t n, std::initializer_list<std::string_view> by) const {
    for (const std::string_view each : by) all.push_back({at(tokens_[n]), tokens_[n].place.length, std::string(each)});
  }
  void insert(std::vector<Mend>& all, const Token& before, std::string what) const {
    all.push_back({at(before), 0, std::move(what)});
  }
  void insert_behind(std::vector<Mend>& all, const Token& behind, std::string what) const {
    all.push_back({at(behind) + behind.place.length, 0, std::move(what)});
  }
  template <class Do>
  void each_name(const std::set<std::string_view>& names, const Do& act) const {
    for (std::size_t n = 0; n + 1 < tokens_.size(); ++n) {
      const bool is_member = n > 0 && (tokens_[n - 1].is(Mark::dot) || tokens_[n - 1].is(Mark::arrow));
      if (tokens_[n].is_name() && !is_member && names.contains(tokens_[n].text)) act(n);
    }
  }

  std::uint32_t offset_;
  language::Arena arena_;
  std::vector<Token> tokens_;
  std::vector<bool> is_in_head_;
  std::set<std::string_view> arrays_, whole_, given_;
};

}  // namespace

std::string Mend::in(std::string_view text) const {
  return std::string(text.substr(0, offset)) + by + std::string(text.substr(offset + length));
}

std::vector<Mend> mends_of(const language::Kernel& kernel, std::string_view text) {
  std::vector<const language::Function*> functions{kernel.function};
  for (std::size_t n = 0; n < functions.size(); ++n)
    for (const language::Function* const called : functions[n]->calls)
      if (called->body != nullptr && std::find(functions.begin(), functions.end(), called) == functions.end())
        functions.push_back(called);
  std::vector<Mend> all;
  using Make = void (Mender::*)(std::vector<Mend>&) const;
  for (const Make make : {&Mender::signs, &Mender::places, &Mender::ones, &Mender::arrays, &Mender::threads,
                          &Mender::terms, &Mender::variables})
    for (const language::Function* const function : functions) (Mender(*function, text).*make)(all);
  return all;
}

}  // namespace tilescope
