#include "instrumentation/language/followers.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "instrumentation/language/reasons.h"

namespace tilescope::language {

namespace {

bool is_error(const Diagnostic& d) { return d.severity == Severity::error; }

std::string quoted(std::string_view name) { return "'" + std::string(name) + "'"; }

// Of `line 12`; 0 for none.
unsigned line_in(std::string_view sentence) {
  static constexpr std::string_view word = " line ";
  const std::size_t at = sentence.find(word);
  unsigned number = 0;
  if (at != std::string_view::npos)
    for (const char c : sentence.substr(at + word.size(), 7)) {
      if (std::isdigit(static_cast<unsigned char>(c)) == 0) break;
      number = number * 10 + static_cast<unsigned>(c - '0');
    }
  return number;
}

std::string without_names(std::string_view sentence) {
  std::string left;
  bool is_name = false;
  for (const char c : sentence) {
    if (c == '\'') is_name = !is_name;
    if (!is_name) left += c;
  }
  return left;
}

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos && !word.empty(); at = text.find(word, at + 1))
    if ((at == 0 || !is_letter(text[at - 1])) &&
        (at + word.size() == text.size() || !is_letter(text[at + word.size()])))
      return true;
  return false;
}

// `NAME (a, b) ...`, where the space makes the parameters part of what NAME stands for.
bool has_parameters_in_body(const Macro& macro) {
  const std::vector<Token>& body = macro.body;
  if (macro.takes_arguments || body.size() < 4 || !body[0].is(Mark::open_paren)) return false;
  for (std::size_t i = 1; i + 1 < body.size(); i += 2) {
    if (!body[i].is_name()) return false;
    if (body[i + 1].is(Mark::close_paren)) return i + 2 < body.size();
    if (!body[i + 1].is(Mark::comma)) return false;
  }
  return false;
}

// What is wrong with a macro that does not fit where it is used, if it looks so by itself.
std::optional<Diagnostic> oddity(const Macro& macro) {
  if (macro.place.length == 0) return std::nullopt;
  const auto told = [](Place place, std::string message, std::string mend) {
    return Diagnostic{Severity::error, place, std::move(message), std::move(mend)};
  };
  const std::string name = quoted(macro.name);
  if (macro.body.empty() && !macro.takes_arguments)
    return told(macro.place, name + " stands for nothing, and a value of it is wanted", "write one behind " + name);
  if (macro.body.size() > 1 && macro.body.back().is(Mark::semicolon))
    return told(macro.body.back().place, "this ; goes wherever " + name + " is used", "take it away");
  if (macro.body.size() > 1 && macro.body.front().is(Mark::equals))
    return told(macro.body.front().place, "this = goes wherever " + name + " is used", "take it away");
  return std::nullopt;
}

class Followers {
 public:
  Followers(const Source& source, const Preprocessed& preprocessed, const Told& told)
      : source_(source), preprocessed_(preprocessed) {
    for (std::size_t n = 1; n < preprocessed.expansions.size(); ++n) {
      const Expansion& e = preprocessed.expansions[n];
      if (e.parent != 0) continue;
      uses_.emplace(e.place.offset, e.macro);
      uses_.emplace(e.place.end(), e.macro);
      used_on_.emplace(source.line_of(e.place.offset), Use{e.macro, e.place.offset});
    }
    for (const Diagnostic& d : told.of_words) {
      if (is_error(d)) word_lines_.insert(source.line_of(d.place.offset));
      of_words_.insert({d.place.offset, d.message});
    }
    for (const Diagnostic& d : told.of_parser) of_parser_.insert({d.place.offset, d.message});
    for (const Diagnostic& d : told.all)  // of what was put aside, not all is told
      if (is_error(d) && is_in(of_parser_, d)) lines_.insert(source.line_of(d.place.offset));
  }

  // What is on a line that could not be read, or could not be parsed, is not looked into further. Behind a comment
  // without an end nothing is known.
  [[nodiscard]] std::vector<Diagnostic> on_other_lines(const std::vector<Diagnostic>& all) const {
    const std::uint32_t end = end_of_words(all);
    std::vector<Diagnostic> left;
    for (const Diagnostic& d : all) {
      const unsigned line = source_.line_of(d.place.offset);
      const bool of_words = is_in(of_words_, d);
      const bool is_unread = word_lines_.contains(line) || word_lines_.contains(line_in(d.message));
      const bool follows = !of_words && (is_unread || d.place.offset >= end);
      if (!follows && (is_in(of_parser_, d) || !lines_.contains(line))) left.push_back(d);
    }
    return left;
  }

  // The same sentence about one name, again and again, has one reason: two of them tell where.
  [[nodiscard]] std::vector<Diagnostic> not_again_and_again(const std::vector<Diagnostic>& all) const {
    std::map<std::string, unsigned> count;
    std::vector<Diagnostic> left;
    std::set<std::pair<std::uint32_t, std::string_view>> told;
    for (const Diagnostic& d : all) {
      const bool is_of_checker = is_error(d) && !is_in(of_parser_, d);
      const bool is_of_name = is_of_checker && d.message.starts_with('\'');
      if (is_of_name && !told.insert({d.place.offset, name_in(d.message)}).second) continue;
      if (is_of_checker && d.message.find('\'') != std::string::npos && ++count[kind_of(d)] > 2) continue;
      left.push_back(d);
    }
    return left;
  }

  // Without its numbers; and of names that nobody knows and that begin alike, which one declaration makes, their
  // beginning.
  static std::string kind_of(const Diagnostic& d) {
    const std::string_view name = name_in(d.message);
    const std::size_t prefix = name.find('_');
    if (d.mend.empty() && d.message.ends_with("is not declared here") && prefix != std::string_view::npos && prefix > 1)
      return std::string(name.substr(0, prefix + 1));
    std::string kind, message = d.message;
    for (std::size_t at = message.find("const "); at != std::string::npos; at = message.find("const "))
      message.erase(at, 6);
    if (const std::size_t at = message.find(" an '"); at != std::string::npos) message.erase(at + 2, 1);
    bool is_name = false;
    for (const char c : message) {
      if (c == '\'') is_name = !is_name;
      if (is_name || std::isdigit(static_cast<unsigned char>(c)) == 0) kind += c;
    }
    return kind;
  }

  // What is wrong in a macro is told once; at the macro, where it shows in several places or has to be mended there.
  [[nodiscard]] std::vector<Diagnostic> once_for_each_macro(const std::vector<Diagnostic>& all) {
    std::set<std::uint32_t> wrong;
    const auto macro_at = [&](const Diagnostic& d) {
      const auto use = uses_.find(d.place.offset);
      return use == uses_.end() ? ~std::uint32_t{0} : use->second;
    };
    for (const Diagnostic& d : all)
      if (is_error(d)) wrong.insert(macro_at(d));
    wrong.erase(~std::uint32_t{0});
    note_bad_macros(all);
    for (const Diagnostic& d : all)
      if (is_error(d) ? !tell_of_macro_on_line(d) : !wrong.contains(macro_at(d))) tell(d);
    return std::move(once_);
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  struct Use {
    std::uint32_t macro = 0, offset = 0;
  };
  using Known = std::set<std::pair<std::uint32_t, std::string>>;
  static bool is_in(const Known& known, const Diagnostic& d) { return known.contains({d.place.offset, d.message}); }

  // Where a comment begins that does not end, what stands before it is the last that is known.
  [[nodiscard]] std::uint32_t end_of_words(const std::vector<Diagnostic>& all) const {
    const bool is_open =
        std::any_of(all.begin(), all.end(), [](const Diagnostic& d) { return d.message == open_comment; });
    const std::vector<Token>& tokens = preprocessed_.tokens;
    return is_open && tokens.size() > 1 ? tokens[tokens.size() - 2].place.end() : ~std::uint32_t{0};
  }

  // The macro in whose use it stands, which has arguments; `none` for none.
  [[nodiscard]] std::uint32_t macro_around(const Diagnostic& d) const {
    const auto [first, last] = used_on_.equal_range(source_.line_of(d.place.offset));
    for (auto use = first; use != last; ++use) {
      const Macro& macro = preprocessed_.macros[use->second.macro];
      const std::string_view text = std::string_view(source_.text()).substr(use->second.offset);
      if (!macro.takes_arguments || macro.place.length == 0) continue;
      if (d.place.offset < use->second.offset) {
        if (is_blank(d.place.offset, use->second.offset)) return use->second.macro;
        continue;
      }
      std::size_t end = text.find('(');
      for (int depth = 0; end < text.size() && text[end] != ';'; ++end) {
        depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
        if (depth == 0) break;
      }
      if (d.place.offset - use->second.offset <= end + 1) return use->second.macro;
    }
    return none;
  }

  [[nodiscard]] bool is_blank(std::uint32_t begin, std::uint32_t end) const {
    const std::string_view text = std::string_view(source_.text()).substr(begin, end - begin);
    return text.find_first_not_of(" \t") == std::string_view::npos;
  }

  // What is wrong in the same way in so many uses of a macro is wrong in the macro.
  void note_bad_macros(const std::vector<Diagnostic>& all) {
    constexpr std::size_t many = 3;
    std::map<std::pair<std::uint32_t, std::string>, std::set<unsigned>> lines;
    for (const Diagnostic& d : all)
      if (const std::uint32_t macro = is_error(d) && !is_of_lookup(d) ? macro_around(d) : none; macro != none) {
        std::set<unsigned>& of_kind = lines[{macro, without_names(d.message)}];
        of_kind.insert(source_.line_of(d.place.offset));
        if (of_kind.size() >= many) bad_.insert({macro, without_names(d.message)});
      }
  }

  static bool is_of_lookup(const Diagnostic& d) {
    return d.message.ends_with("is not declared here") || d.message.ends_with("that is known here");
  }

  // Tells of the macro that is used on the same line and does not fit there.
  bool tell_of_macro_on_line(const Diagnostic& d) {
    const auto [first, last] = used_on_.equal_range(source_.line_of(d.place.offset));
    for (auto use = first; use != last; ++use) {
      const Macro& macro = preprocessed_.macros[use->second.macro];
      const bool is_of_parser = is_in(of_parser_, d) && !is_in(of_words_, d);
      const std::optional<Diagnostic> odd = oddity(macro);
      if (!odd || (!macro.body.empty() && !is_of_parser)) continue;
      const bool makes_host = d.message.find("' runs on the host, ") != std::string::npos && macro.body.empty();
      if (odd_.insert(use->second.macro).second)
        once_.push_back(makes_host ? Diagnostic{Severity::error, macro.place,
                                                quoted(macro.name) + " stands for nothing, and " + d.message,
                                                "write __host__ __device__ behind " + quoted(macro.name)}
                                   : *odd);
      return true;
    }
    return false;
  }

  void tell(Diagnostic d) {
    if (!bad_.empty() && is_error(d))
      if (const std::uint32_t macro = macro_around(d); bad_.contains({macro, without_names(d.message)})) {
        if (!known_.try_emplace({macro, without_names(d.message)}, once_.size()).second) return;
        d.place = preprocessed_.macros[macro].place;
        once_.push_back(std::move(d));
        return;
      }
    const auto use = uses_.find(d.place.offset);
    if (!is_error(d) || use == uses_.end()) {
      once_.push_back(std::move(d));
      return;
    }
    const Macro& macro = preprocessed_.macros[use->second];
    if (macro.is_mended) return;
    if (d.message.ends_with("is not declared here")) move_to_macro(d, macro);
    const bool is_of_text = d.message.find(" is missing after ") == std::string::npos &&
                            has_word(source_.line(source_.line_of(d.place.offset)), name_in(d.message));
    const auto [at, fresh] =
        known_.try_emplace({use->second, is_of_text ? d.message : without_names(d.message)}, once_.size());
    if (fresh)
      once_.push_back(std::move(d));
    else if (macro.place.length > 0 && d.place != once_[at->second].place)
      once_[at->second].place = macro.place;
  }

  // A name that the macro's text has is mended there, if it is known which one was meant.
  static void move_to_macro(Diagnostic& d, const Macro& macro) {
    if (macro.place.length == 0) return;
    const std::string_view name = name_in(d.message);
    const auto is_it = [&](const Token& t) { return t.text == name; };
    const auto word = std::find_if(macro.body.begin(), macro.body.end(), is_it);
    if (word == macro.body.end()) return;
    if (has_parameters_in_body(macro))
      d = {Severity::error, macro.place,
           "the parameters of " + quoted(macro.name) + " have to follow it without a space", "take the space away"};
    else if (d.mend.starts_with("did you mean"))
      d.place = word->place;
  }

  const Source& source_;
  const Preprocessed& preprocessed_;
  std::map<std::uint32_t, std::uint32_t> uses_;          // macros, by where their uses begin and end
  std::multimap<unsigned, Use> used_on_;                 // by their lines
  std::set<std::pair<std::uint32_t, std::string>> bad_;  // macros, and what is wrong in many uses
  std::set<unsigned> word_lines_, lines_;                // that could not be read, and that could not be parsed
  Known of_words_, of_parser_;
  std::set<std::uint32_t> odd_;  // macros that were told of
  std::map<std::pair<std::uint32_t, std::string>, std::size_t> known_;
  std::vector<Diagnostic> once_;
};

}  // namespace

std::vector<Diagnostic> without_followers(const Source& source, const Preprocessed& preprocessed,
                                          const syntax::File& file, const Told& told) {
  Followers followers(source, preprocessed, told);
  std::vector<Diagnostic> left =
      followers.not_again_and_again(followers.once_for_each_macro(followers.on_other_lines(told.all)));
  std::stable_sort(left.begin(), left.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.place.offset < b.place.offset; });
  return without_crowds(source, preprocessed, file, told, left);
}

}  // namespace tilescope::language
