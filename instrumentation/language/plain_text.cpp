#include "instrumentation/language/plain_text.h"

#include <algorithm>
#include <map>
#include <set>

namespace tilescope::language {

namespace {

Place place_of(const std::vector<Token>& tokens, const syntax::Item& item) {
  if (item.first_token >= item.last_token) return item.place;
  return joined(tokens[item.first_token].place, tokens[item.last_token - 1].place);
}

bool lies_in(Place inner, Place outer) { return outer.offset <= inner.offset && inner.end() <= outer.end(); }

// Finds the file's items that a kernel needs, by words alone: those it names, those that these name, and so on. This
// finds more than enough, but leaves out host-only code.
class Needed {
 public:
  Needed(const std::vector<Token>& tokens, std::span<const syntax::Item> items)
      : tokens_(tokens), items_(items), needed_(items.size()) {
    for (const syntax::Item& item : items) namespaces_.insert(item.namespaces.begin(), item.namespaces.end());
  }

  // `name` is the full name: its template arguments may be named nowhere else.
  std::vector<const syntax::Item*> items(Place kernel, std::string_view name) {
    for (std::size_t from = 0, to = 0; from < name.size(); from = to + 1) {
      for (to = from; to < name.size() && is_letter(name[to]);) ++to;
      words_.insert(name.substr(from, to - from));
    }
    for (std::size_t n = 0; n < items_.size(); ++n)
      if (lies_in(kernel, place_of(tokens_, items_[n]))) take(n);
    for (bool more = true; more;) {
      more = false;
      for (std::size_t n = 0; n < items_.size(); ++n)
        if (!needed_[n] && items_[n].kind == syntax::ItemKind::declaration && is_named(items_[n])) {
          take(n);
          more = true;
        }
    }
    std::vector<const syntax::Item*> all;
    for (std::size_t n = 0; n < items_.size(); ++n)
      if (needed_[n]) all.push_back(&items_[n]);
    std::sort(all.begin(), all.end(), [](auto a, auto b) { return a->first_token < b->first_token; });
    return all;
  }

 private:
  void take(std::size_t n) {
    needed_[n] = true;
    for (std::uint32_t t = items_[n].first_token; t < items_[n].last_token; ++t)
      if (tokens_[t].is_name()) words_.insert(tokens_[t].text);
  }

  // True if the item declares one of the words. A declared name stands outside brackets, before a mark; a structure's
  // name stands before its bases. In an enumeration or operator, any word counts.
  [[nodiscard]] bool is_named(const syntax::Item& item) const {
    bool everywhere = false, structure = false;
    int depth = 0;
    for (std::uint32_t t = item.first_token; t < item.last_token; ++t) {
      if (tokens_[t].is(Keyword::template_) && tokens_[t + 1].is(Mark::less))
        t = behind_parameters(t + 1, item.last_token);
      if (tokens_[t].is(Keyword::using_) && !tokens_[t + 1].is(Keyword::namespace_)) {
        for (++t; t + 1 < item.last_token && tokens_[t + 1].is(Mark::scope); t += 2)
          ;  // `using a::b`
        return words_.count(tokens_[t].text) > 0;
      }
      everywhere = everywhere || (depth == 0 && (tokens_[t].is(Keyword::enum_) || tokens_[t].is(Keyword::operator_)));
      structure = structure || tokens_[t].is(Keyword::struct_) || tokens_[t].is(Keyword::class_);
      if (tokens_[t].is(Keyword::namespace_)) return needs_namespace(t, item.last_token);
      if (structure && depth == 0 && tokens_[t].is(Mark::colon)) return false;
      if (tokens_[t].is(Mark::open_paren) || tokens_[t].is(Mark::open_brace)) ++depth;
      if (tokens_[t].is(Mark::close_paren) || tokens_[t].is(Mark::close_brace)) --depth;
      if (!tokens_[t].is_name() || words_.count(tokens_[t].text) == 0) continue;
      const Token& next = tokens_[t + 1];
      const bool is_part = next.is(Mark::scope) || next.is(Mark::star) || next.is(Mark::ampersand) || next.is_name();
      if (everywhere || (depth == 0 && !is_part)) return true;
    }
    return false;
  }

  // For `namespace a = b::c;` and `using namespace b::c;`, from `namespace` on. The second is needed if it names the
  // source's own namespace or std.
  [[nodiscard]] bool needs_namespace(std::uint32_t t, std::uint32_t end) const {
    if (t + 2 < end && tokens_[t + 2].is(Mark::equals)) return words_.count(tokens_[t + 1].text) > 0;
    std::string_view last;
    for (; t < end; ++t)
      if (tokens_[t].is_name()) last = tokens_[t].text;
    return last == "std" || namespaces_.count(last) > 0;
  }

  // The last token of the template parameters that begin with the '<' at t.
  [[nodiscard]] std::uint32_t behind_parameters(std::uint32_t t, std::uint32_t end) const {
    int depth = 0;
    for (; t < end; ++t) {
      depth += tokens_[t].is(Mark::less) ? 1 : tokens_[t].is(Mark::greater) ? -1 : 0;
      if (depth == 0) break;
    }
    return t;
  }

  const std::vector<Token>& tokens_;
  std::span<const syntax::Item> items_;
  std::vector<bool> needed_;
  std::set<std::string_view> words_, namespaces_;
};

// GPU compilers accept only ASCII characters in names.
std::string in_latin(std::string_view text) {
  constexpr const char* digits = "0123456789abcdef";
  std::string all;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80)
      all += c;
    else
      all.append({'u', digits[byte >> 4], digits[byte & 15]});
  }
  return all;
}

class Writing {
 public:
  Writing(const Source& source, const Preprocessed& preprocessed, const syntax::File& file, const Kernel& kernel)
      : source_(source), tokens_(preprocessed.tokens) {
    declare_namespaces(file.items);
    for (const Knob& knob : kernel.knobs)
      if (knob.kind == Knob::Kind::constant) constants_[knob.place.offset] = knob.value;
  }

  std::string text(const std::vector<const syntax::Item*>& items) {
    std::uint32_t t = 0;  // one declaration may make several items: `int a, b;`
    for (const syntax::Item* const item : items) {
      enter(item->namespaces);
      find_parts_of_the_host(*item);
      for (t = std::max(t, item->first_token); t < item->last_token; ++t) put(tokens_[t]);
    }
    enter({});
    return std::move(text_) + "\n";
  }

 private:
  using Namespaces = std::span<const std::string_view>;

  // Declares every namespace, so that a name may refer to one even if nothing in it is needed.
  void declare_namespaces(std::span<const syntax::Item> items) {
    for (const syntax::Item& item : items)
      if (item.namespaces.size() > 0) enter(item.namespaces);
    enter({});
  }

  void enter(Namespaces wanted) {
    std::size_t common = 0;
    while (common < in_.size() && common < wanted.size() && in_[common] == wanted[common]) ++common;
    for (; in_.size() > common; in_.pop_back()) text_ += " }";
    for (std::size_t n = common; n < wanted.size(); ++n) {
      text_ += " namespace " + in_latin(wanted[n]) + " {";
      in_.push_back(wanted[n]);
    }
  }

  void find_parts_of_the_host(const syntax::Item& item) {
    of_host_.clear();
    const syntax::Specifiers* const said = item.declaration != nullptr ? item.declaration->specifiers : nullptr;
    if (said == nullptr || said->structure == nullptr) return;
    for (const syntax::Declaration* const member : said->structure->members)
      if (member->of_host) of_host_.push_back(member->place);
  }

  void put(const Token& token) {
    if (std::any_of(of_host_.begin(), of_host_.end(), [&](Place place) { return lies_in(token.place, place); })) return;
    for (const unsigned line = source_.line_of(token.place.offset); line_ < line; ++line_) text_ += '\n';
    if (token.kind == TokenKind::pragma) {
      text_ += "\n#pragma " + std::string(token.text) + "\n";
      line_ += 2;
      return;
    }
    std::string word = token.kind == TokenKind::word ? in_latin(token.text) : std::string(token.text);
    if (!turned_.empty()) {
      if (token.is(Mark::minus)) return;
      if (token.kind == TokenKind::number) word = std::exchange(turned_, {});
    }
    const auto constant = constants_.find(token.place.offset);
    if (constant != constants_.end() && token.is_name()) turned_ = constant->second;
    text_ += (keep_together_ ? "" : " ") + word;
    keep_together_ = token.joined;
  }

  const Source& source_;
  const std::vector<Token>& tokens_;
  std::map<std::uint32_t, std::string> constants_;  // the value, by the offset of the name
  std::vector<Place> of_host_;
  std::vector<std::string_view> in_;
  std::string text_;
  std::string turned_;  // replaces the next number
  unsigned line_ = 1;
  bool keep_together_ = false;
};

}  // namespace

PlainText plain_text(const Source& source, const Preprocessed& preprocessed, const syntax::File& file,
                     const Kernel& kernel) {
  const Function& function = *kernel.function;
  Needed needed(preprocessed.tokens, file.items);
  PlainText plain{Writing(source, preprocessed, file, kernel).text(needed.items(function.place, function.full_name)),
                  in_latin(function.full_name),
                  {}};
  for (const Parameter& global : kernel.globals) plain.globals[global.variable] = in_latin(global.variable->full_name);
  return plain;
}

}  // namespace tilescope::language
